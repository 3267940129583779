"""Look-up of event ids and subjects that exist in the log."""

import pytest

from ledger.log.used_names import events_with, used_among, used_between
from tests.ledger.lines import game, player, pool, tournament
from tests.ledger.office import Office

NO_IDS, NO_SUBJECTS = ["~1"], ["~1"]


@pytest.fixture
def named(office: Office) -> Office:
    """Two players, a tournament and the games ``g3`` and ``g5`` between them."""
    office.append(pool(), player("anna"), player("bela"), tournament())
    office.append(
        game("anna", "bela", id_="id3", game="g3"), game("bela", "anna", id_="id5", game="g5")
    )
    return office


@pytest.mark.parametrize(
    ("first", "last", "is_used"),
    [
        ("3", "3", True),
        ("3", "4", True),
        ("2", "3", True),
        ("4", "5", True),
        ("2", "9", True),
        ("1", "2", False),
        ("4", "4", False),
        ("6", "9", False),
    ],
)
def test_a_name_from_the_least_to_the_greatest_is_found_at_both_ends(
    named: Office, first: str, last: str, is_used: bool
) -> None:
    ids = [f"id{last}", f"id{first}"]
    games = [f"game/g{first}", f"game/g{last}"]
    with named.engine.connect() as connection:
        assert used_between(connection, ids, NO_SUBJECTS) == (is_used, False)
        assert used_between(connection, NO_IDS, games) == (False, is_used)
        assert used_between(connection, ids, games) == (is_used, is_used)


def test_only_what_is_asked_for_is_given(named: Office) -> None:
    with named.engine.connect() as connection:
        found = list(events_with(connection, ["id5", "id4"]))
        assert [(each.id, each.position) for each in found] == [("id5", 6)]
        assert list(events_with(connection, [])) == []
        assert list(used_among(connection, ["game/g3", "game/g4"])) == ["game/g3"]
        assert list(used_among(connection, [])) == []
