"""FIDE's tournament report file: its columns, its codes one by one, its contradictions."""

from datetime import date

from ledger.events.facts import ThinkingTime
from ledger.importing.formats.tournament_report import Officials, SuppliedDetails
from tests.imports.tournament_files import (
    HEAD,
    Result,
    errors,
    messages_of,
    others,
    result_of,
    trf,
    trf_bye,
    trf_pair,
    trf_player,
    valid_report,
)
from tests.tables import every

GAMES: dict[tuple[str, str], Result] = {
    ("1", "0"): (1, 0, True, None, "both"),
    ("0", "1"): (0, 1, True, None, "both"),
    ("=", "="): (0.5, 0.5, True, None, "both"),
    ("W", "L"): (1, 0, True, None, "none"),
    ("w", "l"): (1, 0, True, None, "none"),
    ("L", "W"): (0, 1, True, None, "none"),
    ("D", "D"): (0.5, 0.5, True, None, "none"),
    ("+", "-"): (1, 0, False, "forfeit", "both"),
    ("-", "+"): (0, 1, False, "forfeit", "both"),
    ("-", "-"): (0, 0, False, "forfeit", "both"),  # neither came
    ("0", "0"): (0, 0, True, None, "both"),  # both lose, by decision
    ("=", "0"): (0.5, 0, True, None, "both"),  # half a point to one of them
    ("0", "="): (0, 0.5, True, None, "both"),
    ("0", "-"): (0, 0, True, None, "white"),  # counts for the one who played
    ("-", "0"): (0, 0, True, None, "black"),
    ("0", "+"): (0, 1, True, None, "white"),
    ("0", "W"): (0, 1, True, None, "white"),
}


@every("codes", GAMES)
def test_the_codes_of_both_lines_make_one_result(codes: tuple[str, str]) -> None:
    report = valid_report("trf", trf_pair(*codes))
    games = [game for game in report.games if {game.white, game.black} == {"1", "2"}]
    assert [(game.white, game.black) for game in games] == [("1", "2")]
    assert result_of(games[0]) == GAMES[codes]


@every("codes", [("1", "1"), ("+", "+"), ("1", "="), ("W", "1"), ("+", "1")])
def test_more_than_one_point_for_a_game_is_refused(codes: tuple[str, str]) -> None:
    (only,) = errors("trf", trf_pair(*codes))
    assert "more than one point" in only.message
    assert (only.line, only.column) == (8, 99)


@every("codes", [("", "1"), ("1", ""), ("*", "*"), ("", "")])
def test_a_pairing_without_a_result_is_refused(codes: tuple[str, str]) -> None:
    assert "no result" in errors("trf", trf_pair(*codes))[0].message


@every("codes", [("X", "0"), ("2", "0"), ("1", "?")])
def test_an_unknown_code_is_refused(codes: tuple[str, str]) -> None:
    assert "unknown" in errors("trf", trf_pair(*codes))[0].message


BYES = {"F": 1.0, "U": 1.0, "H": 0.5, "Z": 0.0, "f": 1.0, "+": 1.0, "=": 0.5}


@every("code", BYES)
def test_a_bye_gives_its_points_and_is_not_played(code: str) -> None:
    (bye,) = [game for game in valid_report("trf", trf_bye(code)).games if game.black is None]
    assert bye.white == "1"
    assert result_of(bye) == (BYES[code], 0, False, "bye", "both")


@every("code", ["", "-", "*"])
def test_a_player_who_was_not_paired_has_neither_game_nor_bye(code: str) -> None:
    assert [game.white for game in valid_report("trf", trf_bye(code)).games] == ["3"]


def test_a_win_without_an_opponent_is_refused() -> None:
    assert "without an opponent" in errors("trf", trf_bye("1"))[0].message


@every(("worth", "points"), [("1.0", 1.0), ("0.5", 0.5), ("0.0", 0.0)])
def test_record_162_says_what_an_allocated_bye_is_worth(worth: str, points: float) -> None:
    head = (*HEAD, "092 Swiss", f"162  W 1.0    D 0.5    L 0.0    P {worth}")
    report = valid_report(
        "trf", trf([trf_player(1, "Ahorn, Anna", [(None, "-", "U")]), *others()], head)
    )
    assert report.games[0].white_points == points


@every("code", ["Z", "H", "F", "U"])
def test_a_bye_beside_an_opponents_number_is_a_bye_and_a_warning(code: str) -> None:
    """lichess has written ``62 b Z``."""
    content = trf([trf_player(1, "Ahorn, Anna", [(3, "b", code)]), *others()])
    assert [game.reason for game in valid_report("trf", content).games] == ["bye", None]
    assert any("read as a bye" in message for message in messages_of("trf", content, "warning"))


def test_both_with_the_same_colour_are_refused() -> None:
    lines = [
        trf_player(1, "Ahorn, Anna", [(2, "b", "1")]),
        trf_player(2, "Buche, Bert", [(1, "b", "0")]),
    ]
    (only,) = errors("trf", trf([*lines, *others()]))
    assert "same colour" in only.message


@every("cells", [[], [(None, "-", "Z")], [(3, "b", "0")]])
def test_a_game_that_stands_on_one_line_only_is_refused(cells: list[tuple[int, str, str]]) -> None:
    lines = [trf_player(1, "Ahorn, Anna", [(2, "w", "1")]), trf_player(2, "Buche, Bert", cells)]
    found = errors("trf", trf([*lines, *others()]))
    assert any("own line" in issue.message and issue.column == 92 for issue in found)


def test_an_opponent_who_does_not_exist_is_refused() -> None:
    assert errors("trf", trf([trf_player(1, "Ahorn, Anna", [(9, "w", "1")]), *others()]))


def test_nobody_plays_against_himself() -> None:
    assert errors("trf", trf([trf_player(1, "Ahorn, Anna", [(1, "w", "1")]), *others()]))


def test_the_colour_of_one_line_is_enough() -> None:
    lines = [
        trf_player(1, "Ahorn, Anna", [(2, "-", "1")]),
        trf_player(2, "Buche, Bert", [(1, "w", "0")]),
    ]
    games = valid_report("trf", trf([*lines, *others()])).games
    (game,) = [each for each in games if each.white in {"1", "2"}]
    assert (game.white, game.black, game.white_points, game.sides_known) == ("2", "1", 0, True)


def test_results_beyond_the_number_of_rounds_are_refused() -> None:
    assert errors("trf", trf([*two_rounds()], (*HEAD, "092 Swiss", "142 1")))
    assert valid_report("trf", trf([*two_rounds()], (*HEAD, "092 Swiss", "XXR 2"))).rounds == 2


def two_rounds() -> list[str]:
    return [
        trf_player(3, "Esche, Eva", [(4, "w", "1"), (4, "b", "=")]),
        trf_player(4, "Fichte, Fritz", [(3, "b", "0"), (3, "w", "=")]),
    ]


def test_every_field_of_a_player_is_read_from_its_columns() -> None:
    line = trf_player(
        7,
        "Ahorn, Anna",
        [(3, "w", "1")],
        sex="w",
        title="WGM",
        rating="2345",
        federation="GER",
        fide="4600001",
        birth="1990/12/24",
        points="1.0",
    )
    opponent = trf_player(3, "Esche, Eva", [(7, "b", "0")], sex="f")
    player, other = valid_report("trf", trf([line, opponent])).players
    assert (player.number, player.name, player.sex, player.title) == (
        "7",
        "Ahorn, Anna",
        "f",
        "WGM",
    )
    assert (player.ratings, player.federation) == ({"FIDE": 2345}, "GER")
    assert (player.ids, player.birth_date) == ({"fide": "4600001"}, date(1990, 12, 24))
    assert player.birth_year == 1990
    assert other.sex == "f"


@every(
    ("text", "year"),
    [("1987", 1987), ("1987/00/00", 1987), ("1987.05.06", 1987), (".  .", None), ("", None)],
)
def test_a_birth_date_may_tell_the_year_only_or_nothing(text: str, year: int | None) -> None:
    content = trf([trf_player(1, "Ahorn, Anna", birth=text), *others()])
    assert valid_report("trf", content).players[0].birth_year == year


@every("text", ["11/01/87", "CM1", "1990/13/01", "3000"])
def test_a_birth_date_that_cannot_be_trusted_is_left_out_with_a_warning(text: str) -> None:
    content = trf([trf_player(1, "Ahorn, Anna", birth=text), *others()])
    player = valid_report("trf", content).players[0]
    assert (player.birth_date, player.birth_year) == (None, None)
    assert any("birth date" in message for message in messages_of("trf", content, "warning"))


@every("text", ["0", "00000000", ""])
def test_zeros_are_no_fide_number(text: str) -> None:
    content = trf([trf_player(1, "Ahorn, Anna", fide=text), *others()])
    assert valid_report("trf", content).players[0].ids == {}


@every("text", ["6897", "Z56538", "11/01/1987"])
def test_what_cannot_be_a_fide_number_is_not_used_to_link(text: str) -> None:
    content = trf([trf_player(1, "Ahorn, Anna", fide=text), *others()])
    assert valid_report("trf", content).players[0].ids == {}
    assert any("fide" in message for message in messages_of("trf", content, "warning"))


def test_a_fide_number_of_two_players_is_refused() -> None:
    lines = [trf_player(n, f"Spieler {n}", fide="4600001") for n in (1, 2)]
    assert "belongs to 1 and 2" in errors("trf", trf([*lines, *others()]))[0].message


def test_a_starting_number_of_two_players_is_refused() -> None:
    assert errors("trf", trf([trf_player(3, "Ahorn, Anna"), *others()]))


def test_a_national_record_adds_rating_and_number_of_the_federation() -> None:
    fields = {"title": "A", "rating": "1845", "federation": "BAY", "fide": "NU1234567"}
    national = trf_player(3, "Esche, Eva", **fields).replace("001", "GER", 1)
    ruler = "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII"
    report = valid_report("trf", trf([*others(), national, ruler]))
    assert report.players[0].ids == {"dsb": "NU1234567"}
    assert report.players[0].ratings == {"GER": 1845}


def test_a_number_that_the_ledger_does_not_keep_is_not_dropped_in_silence() -> None:
    lines = [trf_player(n, "Esche, Eva", fide=f"D5011{n}").replace("001", "FRA") for n in (3, 4)]
    (warning,) = messages_of("trf", trf([*others(), *lines]), "warning")
    assert warning.startswith("numbers of the register fra are skipped")
    assert warning.endswith("(2 times)")


def test_a_title_of_one_letter_is_told_as_what_it_is_read() -> None:
    content = trf([trf_player(1, "Ahorn, Anna", title="wg"), *others()])
    assert valid_report("trf", content).players[0].title == "WGM"
    assert "title 'wg' is read as WGM" in messages_of("trf", content, "adjusted")


def test_a_coded_thinking_time_is_read_in_minutes() -> None:
    head = (*HEAD, "092 Swiss", "222 40/5400+30:1800+30")
    expected = ThinkingTime(minutes=120.0, increment_seconds=30.0)
    assert valid_report("trf", trf(others(), head)).thinking_time == expected


@every(
    ("record", "system"),
    [
        ("092 Individual: Swiss-System", "swiss"),
        ("192 FIDE_DUTCH_2025", "swiss"),
        ("192 BERGER_ROUNDROBIN", "round-robin"),
        ("192 FIDE_TEAM_BAKU", "team"),
        ("092 Mannschaftskampf", "team"),
    ],
)
def test_the_system_is_told_by_its_record(record: str, system: str) -> None:
    assert valid_report("trf", trf(others(), (*HEAD, record))).system == system


def test_a_system_that_is_not_told_is_a_warning_and_can_be_said() -> None:
    content = trf(others(), HEAD)
    assert any("--system" in message for message in messages_of("trf", content, "warning"))
    assert valid_report("trf", content, SuppliedDetails(system="knockout")).system == "knockout"


def test_points_that_the_results_do_not_give_are_a_warning() -> None:
    lines = [trf_player(1, "Ahorn, Anna", points="2.5"), trf_player(2, "Buche", points="0.0")]
    warnings = messages_of("trf", trf([*lines, *others()]), "warning")
    assert any("stated to have 2.5 points, his results give 0" in each for each in warnings)


def test_an_unknown_record_is_passed_over_with_a_warning() -> None:
    content = trf([*others(), "999 whatever"])
    assert valid_report("trf", content).players
    assert any("999" in message for message in messages_of("trf", content, "warning"))


@every(
    "content",
    [b"012 Open\n", b"001 abcd", trf([trf_player(1, "Ahorn, Anna")]), trf(others(), HEAD[1:])],
    ids=["no players", "no number", "no games", "no name"],
)
def test_what_is_no_tournament_is_refused(content: bytes) -> None:
    assert errors("trf", content)


@every(
    ("record", "points"),
    [
        ("162  P 0.5", 0.5),
        ("162  P 1.0", 1.0),
        ("162  P 0.0", 0.0),
        ("162  W 3.0    D 1.0    P 1.0", 0.5),
        ("162  W 3.0    D 1.0", 1.0),
    ],
)
def test_the_allocated_bye_has_the_points_of_record_162(record: str, points: float) -> None:
    players = [trf_player(1, "Ahorn, Anna", [(None, "-", "U")]), *others()]
    games = valid_report("trf", trf(players, (*HEAD, "092 Swiss", record))).games
    (bye,) = [game for game in games if game.black is None]
    assert (bye.white_points, bye.reason) == (points, "bye")


@every(("record", "compared"), [("162  P 0.5", True), ("162  W 3.0    D 1.0", False)])
def test_points_are_compared_unless_games_are_scored_otherwise(
    record: str, compared: bool
) -> None:
    """One of four has other points than his results; were it most, it were another scoring."""
    players = [
        trf_player(1, "Ahorn, Anna", [(None, "-", "U")], points="1.0"),
        trf_player(2, "Buche, Bert", [(None, "-", "")], points="0.0"),
        *others(),
    ]
    messages = messages_of("trf", trf(players, (*HEAD, "092 Swiss", record)), "warning")
    assert any("his results give 0.5" in each for each in messages) == compared


def test_the_records_that_fide_asks_for_are_read() -> None:
    head = (
        "102 IA Buche, Bert (4600002)",
        "112 FA Esche, Eva",
        "112 Fichte,  Fritz",
        "182 JaVaFo 2.2",
        "192 FIDE_DUTCH_2026",
        "212 PTS,BH/C1,SB",
    )
    report = valid_report("trf", trf(others(), (*HEAD, *head)))
    assert report.officials == Officials(
        chief_arbiter="IA Buche, Bert (4600002)",
        deputies=("FA Esche, Eva", "Fichte, Fritz"),
        pairing_program="JaVaFo 2.2",
    )
    assert (report.pairing_rules, report.tie_breaks) == ("FIDE_DUTCH_2026", ("BH/C1", "SB"))
    assert report.system == "swiss"


def test_a_record_192_that_names_the_system_alone_names_no_rules() -> None:
    report = valid_report("trf", trf(others(), (*HEAD, "192 CUSTOM_SWISS", "202 BH")))
    assert (report.pairing_rules, report.tie_breaks, report.system) == (None, ("BH",), "swiss")
