"""EGD's h9 files and the .tou files of the French federation."""

from datetime import date

from ledger.events.facts import ThinkingTime
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.go_tables import ROWS, TOU
from tests.imports.tournament_files import (
    H9_HEAD,
    Result,
    errors,
    h9,
    messages_of,
    result_of,
    valid_report,
)
from tests.tables import every


def pair(one: str, other: str, head: str = H9_HEAD) -> bytes:
    return h9([f"1 Nagy Anna 2d HU Buda {one}", f"2 Kis Bela 1d HU Buda {other}"], head)


def test_header_and_players_are_read() -> None:
    report = valid_report("h9", h9(ROWS))
    assert (report.key, report.name, report.place) == (
        "egd-T240301A",
        "Frühlingsturnier",
        "Budapest",
    )
    assert (report.country, report.rounds) == ("HUN", 2)
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert report.thinking_time == ThinkingTime(minutes=60.0, overtime="none")
    first, _, third = report.players
    assert (first.name, first.grade, first.club) == ("Nagy, Anna", "2d", "Buda")
    assert (first.ids, first.federation) == ({"egd": "10000001"}, "HUN")
    assert (third.ids, third.club) == ({}, None)


def test_the_games_of_a_small_table() -> None:
    games = valid_report("h9", h9(ROWS)).games
    assert [(g.round, g.white, g.black, g.stones, g.reason) for g in games] == [
        (1, "1", "2", 0, None),
        (2, "1", "3", 2, None),
        (2, "2", None, 0, "bye"),
    ]


RESULTS: dict[tuple[str, str], Result] = {
    ("2+/w0", "1-/b0"): (1, 0, True, None, "both"),
    ("2-/w0", "1+/b0"): (0, 1, True, None, "both"),
    ("2=/w0", "1=/b0"): (0.5, 0.5, True, None, "both"),  # jigo
    ("2+!w0", "1-!b0"): (1, 0, False, "forfeit", "both"),
    ("2-!", "1+!"): (0, 1, False, "forfeit", "both"),
    ("2-!", "1-!"): (0, 0, False, "forfeit", "both"),
    ("2+/w", "1+/b"): (1, 1, True, None, "both"),  # both win
    ("2-/w", "1-/b"): (0, 0, False, "double-loss", "both"),  # both lose
    ("2+", "1-"): (1, 0, True, None, "both"),
    ("2+/W2", "1-/B2"): (1, 0, True, None, "both"),
    ("2+H3", "1-H3"): (1, 0, True, None, "both"),
}


@every("cells", RESULTS)
def test_the_cells_of_both_lines_make_one_result(cells: tuple[str, str]) -> None:
    (game,) = valid_report("h9", pair(*cells)).games
    assert (game.white, game.black) == ("1", "2")
    assert result_of(game) == RESULTS[cells]


@every(
    ("cells", "sides", "stones"),
    [
        (("2+/w2", "1-/b2"), ("1", "2"), 2),
        (("2-/b9", "1+/w9"), ("2", "1"), 9),
        (("2+/b11", "1-/w11"), ("2", "1"), 11),
        (("2+H3", "1-H3"), ("1", "2"), 3),  # the weaker takes the stones
        (("2+/w2", "1-"), ("1", "2"), 2),
        (("2+", "1-/w"), ("2", "1"), 0),
    ],
)
def test_stones_belong_to_black(
    cells: tuple[str, str], sides: tuple[str, str], stones: int
) -> None:
    (game,) = valid_report("h9", pair(*cells)).games
    assert ((game.white, game.black), game.stones) == (sides, stones)


@every(("rule", "stones"), [("h9", 0), ("h0", 5), ("h1", 4), ("h3", 2)])
def test_stones_that_are_not_written_follow_from_the_grades(rule: str, stones: int) -> None:
    """hN: the difference of the grades less N; 2d and 4k are five grades apart."""
    head = H9_HEAD.replace("HA[h9]", f"HA[{rule}]")
    content = h9(["1 Nagy Anna 2d HU Buda 2+", "2 Kis Bela 4k HU Buda 1-"], head)
    (game,) = valid_report("h9", content).games
    assert (game.white, game.black, game.stones) == ("1", "2", stones)


@every(("cell", "points"), [("0+", 1.0), ("0=", 0.5), ("O+", 1.0), ("+", 1.0)])
def test_a_free_round_gives_its_points(cell: str, points: float) -> None:
    rows = [*(f"{n} Name{n} First 1k HU Buda {o}" for n, o in ((1, "2+"), (2, "1-")))]
    games = valid_report("h9", h9([*rows, f"3 Kovacs Eva 3k HU Buda {cell}"])).games
    assert [(g.white, g.white_points, g.reason) for g in games if g.black is None] == [
        ("3", points, "bye")
    ]


@every("cell", ["0-", "-", "?", "0?"])
def test_who_was_not_paired_has_no_game(cell: str) -> None:
    rows = [*(f"{n} Name{n} First 1k HU Buda {o}" for n, o in ((1, "2+"), (2, "1-")))]
    games = valid_report("h9", h9([*rows, f"3 Kovacs Eva 3k HU Buda {cell}"])).games
    assert [game.white for game in games] == ["1"]


@every(
    "cells",
    [
        ("2+/w0", "1=/b0"),  # different results
        ("2+/w2", "1-/b3"),  # different handicaps
        ("2+!", "1-"),  # by default, or not
        ("2?", "1?"),  # no result
        ("2+", "0-"),  # on one line only
        ("1+", "2-"),  # against himself
        ("7+", "1-"),  # against nobody
    ],
)
def test_lines_that_contradict_each_other_are_refused(cells: tuple[str, str]) -> None:
    assert errors("h9", pair(*cells))


def test_tie_breaks_that_look_like_results_are_told_apart_by_the_games() -> None:
    rows = [
        "1 Nagy Anna 2d HU Buda 1 ? 2+ 3+",
        "2 Kis Bela 1d HU Buda ? ? 1- 4+",
        "3 Kovacs Eva 3k HU Buda ? 0= 4+ 1-",
        "4 Toth Imre 4k HU Buda 3 ? 3- 2-",
    ]
    report = valid_report("h9", h9(rows))
    assert (report.rounds, len(report.games)) == (2, 4)
    moved = [
        "1 Nagy Anna 2d HU Buda 2+ 3+ 4 ?",
        "2 Kis Bela 1d HU Buda 1- 4+ ? ?",
        "3 Kovacs Eva 3k HU Buda 4+ 1- ? 0=",
        "4 Toth Imre 4k HU Buda 3- 2- 1 ?",
    ]
    pairs = [(game.white, game.black) for game in valid_report("h9", h9(moved)).games]
    assert pairs == [("1", "2"), ("3", "4"), ("1", "3"), ("2", "4")]


def test_a_cell_that_cannot_be_read_refuses_the_file_instead_of_dropping_rounds() -> None:
    rows = [
        "1 Nagy Anna 2d HU Buda 2+ 3+ 4+",
        "2 Kis Bela 1d HU Buda 1- 4x 3+",
        "3 Kovacs Eva 3k HU Buda 4+ 1- 2-",
        "4 Toth Imre 4k HU Buda 3- 2- 1-",
    ]
    assert any(issue.line == 10 for issue in errors("h9", h9(rows)))


def test_opponents_are_counted_by_lines_where_places_are_shared_or_blank() -> None:
    rows = ["1 Nagy Anna 2d HU Buda 2+", "Kis Bela 1d HU Buda 1-"]
    shared = ["1-2 Nagy Anna 2d HU Buda 2+", "1-2 Kis Bela 1d HU Buda 1-"]
    assert valid_report("h9", h9(rows)).games[0].black == "2"
    assert valid_report("h9", h9(shared)).games[0].black == "2"


@every(
    ("words", "name"),
    [
        ("Nagy Anna", "Nagy, Anna"),
        ("de_la_Cruz Ana_Maria", "de la Cruz, Ana Maria"),
        ("Nagy", "Nagy"),
        ("Nagy Anna Maria", "Nagy, Anna Maria"),
    ],
)
def test_names_are_surname_and_first_name(words: str, name: str) -> None:
    content = h9([f"1 {words} 2d HU Buda 2+", "2 Kis Bela 1d HU Buda 1-"])
    assert valid_report("h9", content).players[0].name == name


@every(("written", "grade"), [("7D", "7d"), ("12K", "12k"), ("1P", "1p"), ("5", "5k")])
def test_grades_are_read_as_the_ledger_writes_them(written: str, grade: str | None) -> None:
    content = h9([f"1 Nagy Anna {written} HU Buda 2+", "2 Kis Bela 1d HU Buda 1-"])
    assert valid_report("h9", content).players[0].grade == grade


def test_a_professional_has_a_grade_of_his_own() -> None:
    report = valid_report(
        "h9", h9(["1 Nagy Anna 1p HU Buda 2+/w0", "2 Kis Bela 1d HU Buda 1-/b0"])
    )
    assert [each.grade for each in report.players] == ["1p", "1d"]


def test_a_line_without_a_grade_is_refused() -> None:
    assert errors("h9", h9(["1 Nagy Anna HU Buda 2+", "2 Kis Bela 1d HU Buda 1-"]))


@every("days", ["2024-03-01", "", "2024-03-03,2024-03-01", "2003-01-01,2023-01-02"])
def test_days_that_do_not_tell_the_end_are_refused(days: str) -> None:
    head = H9_HEAD.replace("2024-03-01,2024-03-03", days)
    assert any("--ended-on" in issue.message for issue in errors("h9", pair("2+", "1-", head)))


def test_colours_that_are_not_told_are_reported() -> None:
    assert any(
        "no colours" in message for message in messages_of("h9", pair("2+", "1-"), "adjusted")
    )
    assert not valid_report("h9", pair("2+", "1-")).games[0].sides_known


def test_a_tou_file_tells_its_first_day_only() -> None:
    assert "last day" in errors("tou", TOU.encode())[0].message
    report = valid_report("tou", TOU.encode(), SuppliedDetails(ended_on=date(2024, 3, 1)))
    assert (report.name, report.place, report.board) == ("Tournoi de printemps", "Neuville", 13)
    assert report.starts_on == date(2024, 3, 1)
    assert [player.ids for player in report.players] == [{"ffg": "1800001"}, {}]
    supplied = SuppliedDetails(ended_on=date(2024, 3, 1))
    assert any(
        "register ffg are skipped" in each
        for each in messages_of("tou", TOU.encode(), "warning", supplied)
    )
    assert [(g.white, g.black, g.stones) for g in report.games] == [("1", "2", 2)]


@every(("text", "komi"), [("6.5", 6.5), ("7,5", 7.5), ("-5.5", -5.5), ("", None)])
def test_the_komi_is_read(text: str, komi: float | None) -> None:
    assert valid_report("h9", h9(ROWS, H9_HEAD.replace("KM[6.5]", f"KM[{text}]"))).komi == komi


def test_a_komi_that_is_no_number_is_left_out_and_said() -> None:
    content = h9(ROWS, H9_HEAD.replace("KM[6.5]", "KM[half]"))
    assert valid_report("h9", content).komi is None
    assert "komi 'half' is not a number: left out" in messages_of("h9", content, "warning")


def test_two_players_with_one_licence_that_is_passed_over_do_not_refuse_a_file() -> None:
    content = TOU.replace("1K         75Ju", "1K 1800001 75Ju").encode()
    assert content.count(b"1800001") == 2
    valid_report("tou", content, SuppliedDetails(ended_on=date(2024, 3, 1)))


def test_a_game_in_which_both_lines_give_the_same_colour_has_unknown_sides() -> None:
    rows = ["1 Adler Anna 1d PL Tor 1 1 0 0 2+/b0", "2 Berg Bruno 2d PL Tor 0 0 0 0 1-/b0"]
    (game,) = valid_report("h9", h9(rows)).games
    assert (game.white_points, game.black_points, game.sides_known) == (1, 0, False)
    assert any("same colour" in each for each in messages_of("h9", h9(rows), "warning"))


class TestGor:
    """EGD's form has no place for a GoR; a criterion that the heading calls so is one."""

    LINES = (
        "1 Nagy Anna  2d HU Buda 2 2196 7 2+/w0",
        "2 Kis Bela  1d HU xxxx 1 0    6 1-/b0",
        "3 Kovacs Eva 29k HU Buda 0 -787 5 0-",
    )

    @every(
        ("heading", "ratings"),
        [
            ("; Pl Name   Rk Co Club Pts GoR SOS", [{"EGF": 2196}, {}, {"EGF": -787}]),
            ("; Pl Name   Rk Co Club Pts MMS SOS", [{}, {}, {}]),
            ("; Pl Name   Rk Co Club Pts MMS SOS SOSOS GoR", [{}, {}, {}]),
            ("; no heading", [{}, {}, {}]),
        ],
    )
    def test_is_read_where_the_heading_names_it(
        self, heading: str, ratings: list[dict[str, int]]
    ) -> None:
        report = valid_report("h9", h9(self.LINES, f"{H9_HEAD}{heading}\n"))
        assert [player.ratings for player in report.players] == ratings
        assert [player.club for player in report.players] == ["Buda", None, "Buda"]

    def test_that_is_no_whole_number_is_left_out_and_said(self) -> None:
        lines = (self.LINES[0].replace("2196", "2196.5"), *self.LINES[1:])
        content = h9(lines, f"{H9_HEAD}; Pl Name Rk Co Club Pts GoR SOS\n")
        assert "rating '2196.5' is not a number: left out" in messages_of("h9", content, "warning")


OF_OPENGOTHA = f"{H9_HEAD}; Pl Name  Rk Co Club  MMS  SOSSOSOS\n"


def test_the_places_and_tie_breaks_of_a_table_are_read() -> None:
    """A blank place is the one above; SOS and SOSOS are headed without a gap."""
    rows = [
        "1 Nagy Anna 2d HU Buda 32 60½ 120 0 2+/w0 3+/w0",
        "Kis Bela 2d HU Buda 32 ? 118 0 1-/b0 0-",
        "3 Kovacs Eva 1d HU Buda 30 58 119 0 0- 1-/b0",
    ]
    report = valid_report("h9", h9(rows, OF_OPENGOTHA))
    assert report.tie_breaks == ("MMS", "SOS", "SOSOS")
    lines = [player.table_line for player in report.players]
    assert [(line.place, line.tie_breaks) for line in lines] == [
        (1, (32, 60.5, 120)),
        (1, (32, 0, 118)),
        (3, (30, 58, 119)),
    ]


@every("head", [OF_OPENGOTHA, H9_HEAD])
def test_the_numbers_of_a_table_in_another_order_are_no_places(head: str) -> None:
    """The second has the higher score; without headings nothing says what the numbers are."""
    rows = ["1 Nagy Anna 2d HU Buda 31 60 2-/w0", "2 Kis Bela 2d HU Buda 32 60 1+/b0"]
    assert {it.table_line.place for it in valid_report("h9", h9(rows, head)).players} == {None}
