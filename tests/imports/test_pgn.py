"""PGN: where games begin, who plays, which days; never the moves."""

from datetime import date

from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.tournament_files import (
    Result,
    errors,
    messages_of,
    pgn,
    result_of,
    tags,
    valid_report,
)
from tests.tables import every

SAID = SuppliedDetails(ended_on=date(2024, 3, 3))

RESULTS: dict[str, Result] = {
    "1-0": (1, 0, True, None, "both"),
    "0-1": (0, 1, True, None, "both"),
    "1/2-1/2": (0.5, 0.5, True, None, "both"),
    "0-0": (0, 0, True, None, "both"),
}


@every("result", RESULTS)
def test_pgn_results_one_by_one(result: str) -> None:
    (game,) = valid_report("pgn", pgn(tags("Ahorn, Anna", "Buche, Bert", result))).games
    assert (game.white, game.black, game.day) == ("1", "2", date(2024, 3, 2))
    assert result_of(game) == RESULTS[result]


@every(
    ("before", "after"),
    [
        ("[White ", "[ White "),
        ('"]\n[', '"] ['),
        ('"]\n[', '"][\n'),
        (' "', '"'),
        (' "', '\n"'),
        ('"]', '" ]'),
    ],
)
def test_tags_are_tokens_wherever_their_line_ends(before: str, after: str) -> None:
    """PGN 8.1.1: white space is allowed before, between and after the tokens of a tag."""
    games = tags("Ahorn, Anna", "Buche, Bert"), tags("Buche, Bert", "Ahorn, Anna", Round="2")
    plain = valid_report("pgn", pgn(*games))
    content = pgn(*games).replace(before.encode(), after.encode())
    assert detect_format(content) == "pgn"
    found = valid_report("pgn", content)
    assert [each.name for each in found.players] == ["Ahorn, Anna", "Buche, Bert"]
    assert [result_of(each) for each in found.games] == list(map(result_of, plain.games))


@every("last", ['[ Termination "forfeit"]', '[Termination  "forfeit" ]'])
def test_a_forfeit_is_told_by_a_last_tag_with_blanks(last: str) -> None:
    content = pgn(tags("Ahorn, Anna", "Buche, Bert"), moves="").replace(
        b"\n\n", f"\n{last}\n\n".encode(), 1
    )
    (game,) = valid_report("pgn", content).games
    assert result_of(game) == (1, 0, False, "forfeit", "both")


@every("tag", ['[Termination "forfeit]', "[Termination forfeit]", '[Termi "'])
def test_a_tag_that_cannot_be_read_is_not_passed_over(tag: str) -> None:
    content = pgn(tags("Ahorn, Anna", "Buche, Bert")).replace(b"\n\n", f"\n{tag}\n\n".encode(), 1)
    (only,) = errors("pgn", content)
    assert (only.line, "cannot be read" in only.message) == (7, True)


def test_quotes_inside_a_value_need_no_backslash() -> None:
    content = pgn(tags("Ahorn, Anna", "Buche, Bert", Event='The "Oak" Cup'))
    assert valid_report("pgn", content).name == 'The "Oak" Cup'


@every("result", ["*", "?", "", "1-1"])
def test_a_game_without_result_is_refused(result: str) -> None:
    """Only the result is told: that then there are no games would mislead."""
    (only,) = errors("pgn", pgn(tags("Ahorn, Anna", "Buche, Bert", result)))
    assert "is not a result" in only.message


@every("termination", ["forfeit", "unterminated"])
def test_a_forfeit_is_told_by_its_termination(termination: str) -> None:
    content = pgn(tags("Ahorn, Anna", "Buche, Bert", Termination=termination), moves="")
    (game,) = valid_report("pgn", content).games
    assert result_of(game) == (1, 0, False, "forfeit", "both")


def test_a_decisive_game_without_moves_among_games_with_moves_is_a_warning() -> None:
    played = pgn(tags("Ahorn, Anna", "Buche, Bert"))
    empty = pgn(tags("Buche, Bert", "Ahorn, Anna", Round="2"), moves="")
    assert any("forfeit" in message for message in messages_of("pgn", played + empty, "warning"))


def test_header_only_games_are_told_apart_where_a_tag_repeats() -> None:
    """Of such files python-chess makes one game; the Event stands in the first only."""
    text = '[Event "Cup"]\n'
    for round_ in range(1, 46):
        text += f'[Date "2024.03.02"]\n[Round "{round_}"]\n[White "A"]\n[Black "B"]\n'
        text += '[Result "1-0"]\n\n\n'
    report = valid_report("pgn", text.encode())
    assert len(report.games) == 45
    assert report.name == "Cup"


def test_tags_inside_a_comment_begin_no_game() -> None:
    moves = '1. e4 {a long comment\n[White "Nobody"]\nends here} e5'
    assert (
        len(valid_report("pgn", pgn(tags("Ahorn, Anna", "Buche, Bert"), moves=moves)).games) == 1
    )


def test_a_quote_in_a_name_is_read() -> None:
    content = pgn(tags('Ahorn \\"Ace\\", Anna', "Buche, Bert"))
    assert valid_report("pgn", content).players[0].name == 'Ahorn "Ace", Anna'


def test_players_are_told_apart_by_their_fide_numbers() -> None:
    known = {"WhiteFideId": "25059530", "WhiteTitle": "GM"}
    one = tags("Praggnanandhaa R", "Buche, Bert", **known)
    two = tags("Buche, Bert", "Praggnanandhaa, R.", Round="2", BlackFideId="25059530")
    report = valid_report("pgn", pgn(one, two))
    assert [player.ids for player in report.players] == [{"fide": "25059530"}, {}]
    assert [player.title for player in report.players] == ["GM", None]
    assert [(game.white, game.black) for game in report.games] == [("1", "2"), ("2", "1")]
    assert any(
        "same FIDE number" in each for each in messages_of("pgn", pgn(one, two), "adjusted")
    )


def test_mini_matches_repeat_the_pairing_in_a_round() -> None:
    games = [tags("Ahorn, Anna", "Buche, Bert", Round="1.1", EventType="k.o.") for _ in range(3)]
    report = valid_report("pgn", pgn(*games))
    assert [(game.round, game.board) for game in report.games] == [(1, None)] * 3
    assert report.system == "knockout"


def test_a_second_number_of_the_round_is_the_board() -> None:
    games = [tags("A", "B", Round="1.1"), tags("C", "D", Round="1.2")]
    assert [(g.round, g.board) for g in valid_report("pgn", pgn(*games)).games] == [(1, 1), (1, 2)]


@every("day", ["2024.03.??", "????.??.??", "", "2024"])
def test_one_game_without_a_full_date_and_the_end_is_unknown(day: str) -> None:
    games = tags("A", "B"), tags("B", "A", Round="2", Date=day)
    assert any("--ended-on" in issue.message for issue in errors("pgn", pgn(*games)))
    assert valid_report("pgn", pgn(*games), SAID).ended_on == date(2024, 3, 3)


def test_a_day_in_universal_time_is_no_day_of_the_game() -> None:
    game = tags("A", "B", UTCDate="2024.03.02")
    del game["Date"]
    assert errors("pgn", pgn(game))


def test_the_tournament_ends_with_its_last_game() -> None:
    games = tags("A", "B"), tags("B", "A", Round="2", Date="2024.03.09")
    report = valid_report("pgn", pgn(*games))
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 2), date(2024, 3, 9))


def test_several_events_in_a_file_are_refused() -> None:
    games = tags("A", "B"), tags("B", "A", Event="Another", Round="2")
    assert any("different events" in issue.message for issue in errors("pgn", pgn(*games)))


def test_games_of_many_years_are_no_tournament() -> None:
    games = tags("A", "B", Date="1928.01.01"), tags("B", "A", Round="2")
    assert any("split" in issue.message for issue in errors("pgn", pgn(*games)))


def test_a_game_without_a_player_is_refused() -> None:
    assert errors("pgn", pgn(tags("A", "?")))


@every("day", ["1997.??.??", "1990.02.??", "1989.12.??"])
def test_a_year_or_month_that_contradicts_the_days_said_is_refused(day: str) -> None:
    supplied = SuppliedDetails(starts_on=date(1990, 1, 1), ended_on=date(1990, 1, 1))
    content = pgn(tags("Ahorn, Anna", "Buche, Bert", Date=day))
    (only,) = errors("pgn", content, supplied)
    assert f"a game is dated {day}" in only.message
    assert only.line == 2


@every("day", ["1990.??.??", "1990.01.??", "????.??.??"])
def test_a_year_or_month_that_fits_the_days_said_is_taken(day: str) -> None:
    supplied = SuppliedDetails(starts_on=date(1990, 1, 1), ended_on=date(1990, 1, 1))
    content = pgn(tags("Ahorn, Anna", "Buche, Bert", Date=day))
    assert valid_report("pgn", content, supplied).games[0].day is None


def test_a_program_is_a_computer() -> None:
    more = {"WhiteType": "human", "BlackType": "program"}
    report = valid_report("pgn", pgn(tags("Kasparov, Garry", "Deep Blue", **more)))
    assert [player.computer for player in report.players] == [False, True]
