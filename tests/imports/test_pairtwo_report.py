"""The report of PairTwo Classic for the Belgian federation: games by number and name."""

from datetime import date

from ledger.events.facts import ThinkingTime
from tests.imports.pairtwo_report_files import PEOPLE, ROUNDS, Game, pairtwo_report
from tests.imports.tournament_files import Result, errors, result_of, valid_report
from tests.tables import every


def test_a_report_is_read() -> None:
    """A draw may be written with the replacement character in place of ½."""
    report = valid_report("pairtwojson", pairtwo_report())
    assert (report.name, report.place, report.country) == ("Kerstblitz", "Gent", "BEL")
    assert (report.starts_on, report.ended_on) == (date(2024, 12, 20), date(2024, 12, 21))
    assert (report.system, report.rounds) == ("swiss", 3)
    assert report.thinking_time == ThinkingTime(minutes=3, increment_seconds=2)
    assert report.officials.chief_arbiter == "Eibe, Emil, FIDE-ID: 200009"
    found = [(g.round, g.white, g.black, result_of(g), g.day) for g in report.games]
    first = date(2024, 12, 20)
    expected: list[tuple[int, str, str | None, Result, date | None]] = [
        (1, "1", "2", (1, 0, True, None, "both"), first),
        (1, "3", None, (0.5, 0, False, "bye", "both"), None),
        (2, "2", "3", (0.5, 0.5, True, None, "both"), first),
        (3, "3", "1", (0, 1, True, None, "both"), None),
        (3, "2", None, (1, 0, False, "bye", "both"), None),
    ]
    assert found == expected


def test_players_have_the_numbers_of_the_games() -> None:
    """Fritz and Lea have no game: their numbers follow."""
    anna, eva, bert, fritz, lea = valid_report("pairtwojson", pairtwo_report()).players
    assert [each.number for each in (anna, eva, bert, fritz, lea)] == ["1", "3", "2", "4", "5"]
    assert (anna.sex, anna.birth_year, anna.title, anna.ids) == (
        "f",
        1990,
        "WFM",
        {"fide": "200001"},
    )
    assert (eva.club, eva.ids, eva.ratings) == ("Gent-Zuid", {}, {})
    assert (bert.title, bert.ids, bert.ratings) == (None, {"kbsb": "12345"}, {"BEL": 1700})
    assert fritz.ratings == {"FIDE": 1900, "BEL": 1950}


@every(
    ("game", "says"),
    [
        (("Ahorn, Anna", "Buche, Bert", ""), "pairings have no result: 1 – 2 (round 1)"),
        (("Ahorn, Anna", "Buche, Bert", "1-0 FF"), "result (1-0 FF)"),
        (("Ahorn, Anna", "Unknown", "1-0"), "Ahorn, Anna – Unknown has no valid number"),
        (("Ahorn, Anna", "Ahorn, Anna", "1-0"), "against himself"),
    ],
)
def test_a_game_that_cannot_be_is_refused(game: Game, says: str) -> None:
    found = errors("pairtwojson", pairtwo_report([[game], *ROUNDS[1:]]))
    assert any(says in each.message for each in found)


@every("name", ["Ahorn, Anna", ""])
def test_players_who_cannot_be_told_apart_are_refused(name: str) -> None:
    found = errors("pairtwojson", pairtwo_report(people=[*PEOPLE, {"name": name}]))
    assert any("not the name of one player only" in each.message for each in found)


@every("content", [b"{}", b'{"tournament": 1}', b"[" * 9_000])
def test_other_json_is_refused(content: bytes) -> None:
    assert "not the JSON of PairTwo" in errors("pairtwojson", content)[0].message
