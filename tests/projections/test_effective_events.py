"""Of the whole log the events of a few types, settled."""

import pytest

from ledger.log.database import snapshot
from projections.engine.history.recorded_games import effective_events_of_types
from tests.projections.club import Club
from tests.projections.submissions import adoption, correction, games, player, strike, tournament

MAY, JUNE = tournament("may", "1996-05-01"), tournament("june", "1996-06-01")


@pytest.fixture
def two(club_on_both: Club) -> Club:
    """Two tournaments with games; positions 1 to 5, then a strike and a correction."""
    club_on_both.append(adoption(), player("anna"), player("bela"), MAY, JUNE)
    club_on_both.append(*games("may", "anna 1-0 bela"), *games("june", "anna 1-0 bela"))
    club_on_both.append(strike(MAY, "s"), correction(JUNE, "c", name="Midsummer"))
    return club_on_both


@pytest.mark.parametrize(
    ("until", "names"),
    [
        (3, []),
        (4, ["The may"]),
        (7, ["The may", "The june"]),
        (8, ["The june"]),
        (9, ["Midsummer"]),
    ],
)
def test_tournaments_are_there_as_they_stood_at_a_position(
    two: Club, until: int, names: list[str]
):
    with snapshot(two.engine) as connection:
        standing = effective_events_of_types(connection, ["tournament.submitted"], until)
        assert [each.fact.name for each in standing.facts()] == names


def test_several_types_come_together_and_no_other(two: Club):
    types = ["tournament.submitted", "player.registered"]
    with snapshot(two.engine) as connection:
        found = [
            type(each.fact).type
            for each in effective_events_of_types(connection, types, 7).facts()
        ]
    assert sorted(found) == ["player.registered"] * 2 + ["tournament.submitted"] * 2
