"""The XML by which programs upload a tournament to chess-results."""

from datetime import date

from ledger.importing.formats.tournament_report import Officials
from tests.imports.chess_results_files import PAIRINGS, Pairing, chess_results, of_teams
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.tables import every


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


@every(("control", "minutes", "increment"), [("5400+30", 90, 30), ("40/6000+30:900+30", 115, 30)])
def test_seconds_are_the_thinking_time(control: str, minutes: float, increment: float) -> None:
    time = valid_report("chessresults", chess_results(timecontrol=control)).thinking_time
    assert time is not None
    assert (time.minutes, time.increment_seconds) == (minutes, increment)


def test_what_could_be_minutes_is_proposed() -> None:
    content = chess_results(timecontrol="90+30")
    assert valid_report("chessresults", content).thinking_time is None
    said = messages_of("chessresults", content, "warning")
    assert any("give --minutes 90 --increment 30" in each for each in said)


@every("kind", ["2", "3"])
def test_of_teams_the_games_of_their_players_are_read(kind: str) -> None:
    """The number of a pairing is that of the match; the board is another one."""
    report = valid_report("chessresults", of_teams(kind))
    assert (report.system, report.rounds, len(report.players)) == ("team", 2, 4)
    assert [player.club for player in report.players] == ["Linz", "Linz", "Steyr", "Steyr"]
    assert [(g.round, g.board, g.white, g.black, result_of(g)) for g in report.games] == [
        (1, 1, "3", "1", (0.5, 0.5, True, None, "both")),
        (1, 2, "2", "4", (1, 0, True, None, "both")),
        (2, 1, "1", "3", (0, 1, True, None, "both")),
        (2, None, "4", None, (1, 0, False, "bye", "both")),
    ]


@every(
    ("won", "lost", "mark", "expected"),
    [
        ("1", "0", "U", (1, 0, True, None, "none")),
        ("0,5", "0,5", "U", (0.5, 0.5, True, None, "none")),
        ("0", "1", "U", (0, 1, True, None, "none")),
        ("0", "0", "D", (0, 0, False, "double-loss", "both")),
        ("0", "0", "K", (0, 0, False, "forfeit", "both")),
        ("0,5", "0,5", "", (0.5, 0.5, True, None, "both")),
    ],
)
def test_the_mark_of_a_pairing_says_if_it_is_rated(
    won: str, lost: str, mark: str, expected: Result
) -> None:
    content = chess_results([(1, 1, 3, won, lost, mark), *PAIRINGS[1:]])
    game = valid_report("chessresults", content).games[0]
    assert (game.white, game.black, result_of(game)) == ("1", "3", expected)
    warnings = messages_of("chessresults", content, "warning")
    assert any("lost by both" in each for each in warnings) == (mark == "D")


def test_days_may_be_written_in_the_german_order() -> None:
    content = chess_results(**{"from": "01.03.2024", "to": "03.03.2024"})
    content = content.replace(b'date="20240301"', b'date="02.03.2024"')
    content = content.replace(b'dob="1990"', b'dob="12.05.1990"')
    report = valid_report("chessresults", content)
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert {g.day for g in report.games if g.round == 1 and g.played} == {date(2024, 3, 2)}
    assert report.players[0].birth_date == date(1990, 5, 12)


def test_arbiters_are_kept() -> None:
    head = {"chiefarbiter": "Eibe, Emil (1600002)", "deputyarbiter": "Zeder, Zoe (16), Fink, Uta"}
    report = valid_report("chessresults", chess_results(**head))
    assert report.officials == Officials(
        chief_arbiter="Eibe, Emil (1600002)", deputies=("Zeder, Zoe (16)", "Fink, Uta")
    )


def test_a_federation_of_three_x_is_none_and_a_program_has_no_sex() -> None:
    content = chess_results(federation=3 * "X").replace(b'sex="M"', b'sex="c"')
    report = valid_report("chessresults", content)
    assert report.country is None
    assert [(each.computer, each.sex) for each in report.players[:2]] == [
        (False, "f"),
        (True, None),
    ]


@every(
    ("changed", "says"),
    [
        ((1, 1, 3, "", "", ""), "have no result"),
        ((1, 1, 3, "", "", "H"), "have no result"),
        ((1, 1, 3, "1.0", "", "D"), "the result D, whose meaning is not known"),
        ((1, 1, 3, "1.0", "", "Q"), "the result Q, whose meaning is not known"),
        ((1, 1, 3, "1.0", "1.0", ""), "1 – 3 gives more than one point"),
        ((1, 1, 3, "3.0", "", ""), "no players, round or points"),
        ((1, 1, 0, "1.0", "", ""), "no players, round or points"),
        ((0, 1, 3, "1.0", "", ""), "no players, round or points"),
        ((1, 1, 9, "1.0", "", ""), "names player 9"),
    ],
)
def test_pairings_that_cannot_be_are_refused_with_their_line(changed: Pairing, says: str) -> None:
    found = errors("chessresults", chess_results([changed, *PAIRINGS[1:]]))
    assert any(says in each.message and each.line is not None for each in found)


def test_rows_without_a_name_and_without_a_game_are_empty_boards() -> None:
    """A real upload of teams has such rows behind the players; one with a game is a fault."""
    nobody = b'<player no="%d" lastname="" firstname="" rank="9" /></players>'
    content = chess_results().replace(b"</players>", nobody % 5)
    assert len(valid_report("chessresults", content).players) == 4
    content = chess_results([*PAIRINGS[:2], (2, 4, 5, "1.0", "0.0", "")])
    (refused,) = errors("chessresults", content.replace(b"</players>", nobody % 5))
    assert "player 5 has no name" in refused.message


def test_an_upload_without_a_tournament_is_refused() -> None:
    assert "tournament is missing" in errors("chessresults", b"<chessresults/>")[0].message
