"""Ids: the same again is a duplicate, the same id with other content is refused."""

import uuid

import pytest

from ledger.events.facts import VOCABULARY
from ledger.events.streams import address_of
from tests.ledger.lines import Event, correction, game, player, pool, season, tournament
from tests.ledger.office import Office, data_in


def test_the_same_event_again_is_a_duplicate(office: Office) -> None:
    office.open_season()
    before = office.contents()
    receipt = office.append(*season(), by="somebody else")
    assert (receipt.appended, receipt.duplicates) == (0, 6)
    assert (receipt.first, receipt.last) == (None, None)
    assert office.contents() == before


def test_the_same_facts_in_another_spelling_are_a_duplicate(office: Office) -> None:
    office.open_season()
    office.append(game("anna", "bela", "½-½", id_="g1"))
    respelt = game("anna", "bela", "½-½", id_="g1", played=True, round=None)
    shuffled = {key: respelt["data"][key] for key in sorted(respelt["data"], reverse=True)}
    assert office.append({**respelt, "data": shuffled, "source": "elsewhere"}).duplicates == 1


@pytest.mark.parametrize(
    "other",
    [
        game("anna", "bela", "0-1", id_="used", game="g1"),
        game("anna", "bela", id_="used", game="g1", round=1),
        game("anna", "cleo", id_="used", game="g1"),
        player("emil", "used"),
        correction("open", None, "used"),
    ],
    ids=["result", "round", "opponent", "type", "correction"],
)
def test_a_used_id_with_other_content_is_refused(office: Office, other: Event) -> None:
    office.open_season()
    office.append(game("anna", "bela", id_="used", game="g1"))
    (problem,) = office.problems(other)
    assert (problem.line, problem.field, problem.code) == (1, "id", "used-id")
    assert "position 7" in problem.message
    assert "give a new id" in problem.message


def test_another_name_under_a_used_id_is_refused(office: Office) -> None:
    """The name is not in the log, its commitment is: it tells the two apart."""
    office.append(player("emil", "emil", birth_date="1968-02-29"))
    assert office.append(player("emil", "emil", birth_date="1968-02-29")).duplicates == 1
    assert office.codes(player("emil", "emil", birth_date="1968-02-28")) == [(1, "id", "used-id")]
    assert office.codes(player("emil", "emil", name="Else, Somebody")) == [(1, "id", "used-id")]


def test_an_id_twice_in_a_call_is_a_duplicate_or_refused_as_well(office: Office) -> None:
    office.open_season()
    first = game("anna", "bela", id_="g1", game="g1")
    receipt = office.append(first, first, player("emil", "e"), player("emil", "e"))
    assert (receipt.appended, receipt.duplicates) == (2, 2)
    fresh = game("anna", "cleo", id_="g2", game="g2")
    assert office.codes(fresh, {**fresh, "data": {**fresh["data"], "round": 4}}) == [
        (2, "id", "used-id")
    ]
    another = player("fritz", "f")
    assert office.codes(another, player("fritz", "f", name="Other, Fritz")) == [
        (2, "id", "used-id")
    ]


def test_without_an_id_the_ledger_assigns_a_uuid(office: Office) -> None:
    office.open_season()
    games = [game("anna", "bela", game=f"g{number}") for number in range(50)]
    office.append(*games)
    ids = [each.id for each in office.entries()[6:]]
    assert len({uuid.UUID(id_).version for id_ in ids} - {7}) == 0
    assert len(set(ids)) == 50


def test_later_uuids_are_greater(office: Office) -> None:
    office.append(player("emil"))
    office.clock.turn(seconds=0.001)
    office.append(player("fritz"))
    first, second = (each.id for each in office.entries())
    assert first < second


@pytest.mark.parametrize(
    ("again", "code"),
    [
        (player("anna"), (1, "data.player", "used-player")),
        (tournament("open"), (1, "data.tournament", "used-tournament")),
        (game("anna", "cleo", game="g1"), (1, "data.game", "used-game")),
    ],
    ids=["player", "tournament", "game"],
)
def test_what_was_brought_in_cannot_be_brought_in_again(
    office: Office, again: Event, code: tuple[int, str, str]
) -> None:
    office.open_season()
    office.append(game("anna", "bela", game="g1"))
    assert office.codes(again) == [code]
    assert office.codes({**again, "id": "another id"}) == [code]


def test_a_game_twice_in_one_call_is_refused(office: Office) -> None:
    office.open_season()
    once = game("anna", "bela", game="g1")
    assert office.codes(once, once) == [(2, "data.game", "used-game")]


def test_a_pool_may_adopt_rulebook_after_rulebook(office: Office) -> None:
    office.append(pool(), pool(rulebook="house-1950", from_day="1994-01-01"))
    assert [data_in(each)["rulebook"] for each in office.entries()] == [
        "house-1900",
        "house-1950",
    ]


def test_a_duplicate_does_not_need_what_it_relied_on(office: Office) -> None:
    """A retry is answered the same way, whatever has happened since."""
    office.open_season()
    played = game("anna", "bela", id_="g1", game="g1")
    office.append(played)
    office.append(correction("open", None))
    assert office.append(played).duplicates == 1


@pytest.mark.parametrize("id_", ["x", "y" * 200, "mit Leerzeichen", "♞-1", "a/b:c#d?e", "null"])
def test_printable_ids_are_kept_as_they_are(office: Office, id_: str) -> None:
    office.append(player("emil", id_))
    assert office.entries()[0].id == id_
    assert office.append(player("emil", id_)).duplicates == 1


def test_long_and_strange_names_fit_wherever_a_name_fits(office: Office) -> None:
    strange = "ж" * 99 + "'"
    office.append(pool(strange), player(strange), tournament(strange, pools=[strange]))
    office.append(game(strange, None, game=strange, tournament=strange, played=False))
    assert office.entries()[-1].subject == f"game/{strange}"
    assert office.verdict().ok


def test_the_stream_of_every_type_can_be_told() -> None:
    """A type without an address could be submitted but never found again."""
    data = {"player": "p", "pool": "o", "tournament": "t", "game": "g"}
    streams = {
        type_: address_of(type_, data.__getitem__)[0]
        for type_ in VOCABULARY
        if type_ != "correction.submitted"
    }
    assert streams == {
        "rulebook.adopted": "pool/o",
        "decision.recorded": "pool/o",
        "list.published": "pool/o",
        "tournament.submitted": "tournament/t",
        "game.submitted": "tournament/t",
        "players.merged": "merges",
        **dict.fromkeys(
            (
                "player.registered",
                "player.forgotten",
                "player.withheld",
                "membership.declared",
                "rating.adopted",
                "rating.decided",
                "evaluation.recorded",
            ),
            "player/p",
        ),
    }
