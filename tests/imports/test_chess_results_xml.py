"""The XML by which programs upload a tournament to chess-results."""

from datetime import date

import pytest

from tests.imports.chess_results_files import PAIRINGS, Pairing, chess_results
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report


def test_an_upload_is_read() -> None:
    report = valid_report("chessresults", chess_results())
    assert (report.name, report.place, report.country) == ("Stadtopen", "Linz", "AUT")
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert (report.rounds, report.system) == (3, "swiss")
    found = [(g.round, g.white, g.black, result_of(g)) for g in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "2", "4", (0, 1, False, "forfeit", "both")),
        (2, "4", "1", (0.5, 0.5, True, None, "both")),
        (2, "2", None, (1, 0, False, "bye", "both")),
        (2, "3", None, (0.5, 0, False, "bye", "both")),
        (3, "1", "2", (0, 0, False, "forfeit", "both")),
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert {g.day for g in report.games if g.round == 1 and g.played} == {date(2024, 3, 1)}


def test_the_number_at_chess_results_is_the_key_as_of_a_crosstable() -> None:
    assert valid_report("chessresults", chess_results()).key == "chess-results-987654"
    assert valid_report("chessresults", chess_results(key="")).key is None


def test_players_have_their_figures() -> None:
    anna, bert, eva, _ = valid_report("chessresults", chess_results()).players
    assert (anna.name, anna.sex, anna.title) == ("Ahorn, Anna", "f", "WFM")
    assert (anna.birth_year, anna.club) == (1990, "Linz")
    assert (anna.ids, anna.ratings) == ({"fide": "1600001"}, {"FIDE": 2000})
    assert (bert.sex, bert.birth_year, bert.ratings) == ("m", None, {})
    assert (eva.name, eva.sex) == ("Esche", None)


@pytest.mark.parametrize(
    ("control", "minutes", "increment"), [("5400+30", 90, 30), ("40/6000+30:900+30", 115, 30)]
)
def test_seconds_are_the_thinking_time(control: str, minutes: float, increment: float) -> None:
    time = valid_report("chessresults", chess_results(timecontrol=control)).thinking_time
    assert time is not None
    assert (time.minutes, time.increment_seconds) == (minutes, increment)


def test_what_could_be_minutes_is_proposed() -> None:
    content = chess_results(timecontrol="90+30")
    assert valid_report("chessresults", content).thinking_time is None
    said = messages_of("chessresults", content, "warning")
    assert any("give --minutes 90 --increment 30" in each for each in said)


def test_uploads_of_teams_are_refused() -> None:
    assert "teams" in errors("chessresults", chess_results(type="3"))[0].message


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ((1, 1, 3, "", "", ""), "have no result"),
        ((1, 1, 3, "1.0", "1.0", ""), "both sides may win"),
        ((1, 1, 3, "3.0", "", ""), "no players, round or points"),
        ((1, 1, 0, "1.0", "", ""), "no players, round or points"),
        ((0, 1, 3, "1.0", "", ""), "no players, round or points"),
        ((1, 1, 9, "1.0", "", ""), "names player 9"),
    ],
)
def test_pairings_that_cannot_be_are_refused_with_their_line(changed: Pairing, says: str) -> None:
    found = errors("chessresults", chess_results([changed, *PAIRINGS[1:]]))
    assert any(says in each.message and each.line is not None for each in found)


def test_an_upload_without_a_tournament_is_refused() -> None:
    assert "tournament is missing" in errors("chessresults", b"<chessresults/>")[0].message
