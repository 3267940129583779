"""Web pages that somebody saved: crosstables of chess-results, forms of Swiss-Chess."""

from collections.abc import Sequence
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.html_tables import read_page
from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import Findings, SuppliedDetails, TournamentReport
from ledger.importing.formats.unreadable import describe_unreadable
from tests.imports.swiss_chess_forms import form, player_forms
from tests.imports.tournament_files import (
    CROSSTABLE_HEAD,
    CROSSTABLE_ROWS,
    crosstable,
    errors,
    messages_of,
    result_of,
    valid_report,
)
from tests.tables import every

SAID = SuppliedDetails(ended_on=date(2024, 3, 3))


def chess_results(rows: Sequence[str] = CROSSTABLE_ROWS, head: str = CROSSTABLE_HEAD[-1]) -> bytes:
    """A page of chess-results: a table of the layout around it, a long hidden field before it."""
    headings = "".join(f'<th class="CRc">{each or "&nbsp;"}</th>' for each in head.split(";"))
    lines = "".join(
        '<tr class="CRng2">'
        + "".join(f'<td class="CR">{each or "&nbsp;"}</td>' for each in row.split(";"))
        + "</tr>\r\n"
        for row in rows
    )
    return (
        '\r\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">\r\n'
        "<html><head><title>Chess-results.com</title>"
        "<script>var a = '<table><tr><td>1.Rd</td>';</script></head><body>"
        '<form method="post" action="./tnr4711.aspx?lan=1&amp;art=4" id="form1">'
        f'<input type="hidden" value="{"wEPDwUK" * 20_000}" />'
        '<table><tr><td><a href="tnr1.aspx">another tournament</a>'
        "<h2>Spring Open</h2><p>Last update 04.03.2024</p>"
        "<h2>Final Ranking crosstable after 3 Rounds</h2>"
        f'<table class="CRs1"><tr class="CRng1b">{headings}</tr>\r\n{lines}</table>'
        "</td></tr></table></form></body></html>"
    ).encode()


def games(report: TournamentReport) -> list[tuple[object, ...]]:
    found = [(game.round, game.white, game.black, result_of(game)) for game in report.games]
    return sorted(found, key=lambda it: (it[0] or 0, it[1]))


# --- crosstables -----------------------------------------------------------------------------


def test_a_crosstable_saved_as_a_page_is_read_like_its_csv() -> None:
    assert detect_format(chess_results()) == "crosstable"
    page = valid_report("crosstable", chess_results(), SAID)
    table = valid_report("crosstable", crosstable(CROSSTABLE_ROWS), SAID)
    assert games(page) == games(table)
    assert [each.name for each in page.players] == [each.name for each in table.players]
    assert [each.ratings for each in page.players] == [each.ratings for each in table.players]


def test_a_page_has_the_tournament_s_number_in_its_address_and_its_name_in_a_heading() -> None:
    report = valid_report("crosstable", chess_results(), SAID)
    assert (report.key, report.name) == ("chess-results-4711", "Spring Open")


def test_a_name_in_a_table_of_its_own_stays_one_cell() -> None:
    """On pages with pictures the name of a player lies in a table within the cell."""
    rows = [
        row.replace(
            "Esche Eva", "<table><tr><td><img/></td><td>Esche <a>Eva</a></td></tr></table>"
        )
        for row in CROSSTABLE_ROWS
    ]
    report = valid_report("crosstable", chess_results(rows), SAID)
    assert [each.name for each in report.players][2] == "Esche Eva"


def test_a_page_of_all_against_all_is_read() -> None:
    rows = ["1;Ahorn Anna;*;1;&frac12;;1&frac12;", "2;Buche Bert;0;*;1;1", "3;Esche Eva;½;0;*;½"]
    content = chess_results([row.replace("&frac12;;", "½;") for row in rows], "Rk;Name;1;2;3;Pts")
    assert detect_format(content) == "crosstable"
    assert [each[1:3] for each in games(valid_report("crosstable", content, SAID))] == [
        ("1", "2"),
        ("1", "3"),
        ("2", "3"),
    ]


def test_a_wrong_cell_of_a_page_is_named_by_its_line() -> None:
    rows = [CROSSTABLE_ROWS[0].replace("3w1", "won"), *CROSSTABLE_ROWS[1:]]
    (wrong,) = [e for e in errors("crosstable", chess_results(rows), SAID) if "won" in e.message]
    assert (wrong.line, wrong.column) == (4, 6)


def test_a_cell_over_two_columns_counts_as_two() -> None:
    page = read_page(b"<table><tr><td colspan=2>a</td><td>b</td></tr></table>", Findings())
    assert page is not None
    assert page.tables[0].rows[0].cells == ["a", "", "b"]


@given(st.text(alphabet="<>/tdrableh2\"' =!-", max_size=300))
def test_whatever_tags_are_left_open_a_page_is_read_without_end_or_raising(text: str) -> None:
    page = read_page(text.encode(), Findings())
    assert page is not None
    assert all(row.cells for table in page.tables for row in table.rows)


# --- Swiss-Chess -----------------------------------------------------------------------------


def test_forms_of_all_players_give_every_game_once_and_the_byes() -> None:
    report = valid_report("swisschess", player_forms(), SAID)
    assert games(report) == [
        (1, "1", "2", (1, 0, True, None, "both")),
        (1, "3", None, (1, 0, False, "bye", "both")),
        (2, "2", None, (1, 0, False, "bye", "both")),
        (2, "3", "1", (0.5, 0.5, True, None, "both")),
    ]
    assert (report.name, report.rounds) == ("Stadtmeisterschaft 2024", 2)


def test_a_form_says_who_the_player_is() -> None:
    player = valid_report("swisschess", player_forms(), SAID).players[0]
    assert (player.number, player.name, player.birth_year) == ("1", "Ahorn,Anna", 1970)
    assert (player.club, player.federation, player.title) == ("SK Neustadt", "GER", "FM")
    assert player.ids == {"fide": "4600012"}
    assert player.ratings == {"FIDE": 2100, "DWZ": 2050}


@every(
    ("result", "other", "expected"),
    [
        ("+ - -", "- - +", (1, 0, False, "forfeit", "both")),
        ("- - -", "- - -", (0, 0, False, "forfeit", "both")),
        ("0 - 1", "1 - 0", (0, 1, True, None, "both")),
    ],
)
def test_results_of_both_forms_make_one_game(result: str, other: str, expected: object) -> None:
    forms = [form(1, "A", [f"1|W|B|{result}"]), form(2, "B", [f"1|S|A|{other}"]), FORMS_OF_TWO]
    assert games(valid_report("swisschess", player_forms(forms), SAID))[0][3] == expected


FORMS_OF_TWO = form(3, "C", ["1|W|D|1 - 0"]) + form(4, "D", ["1|S|C|0 - 1"])


@every(
    ("forms", "says"),
    [
        ([form(1, "A", ["1|W|B|1 - 0"])], "no player has a form"),
        (
            [form(1, "A", ["1|W|B|1 - 0"]), form(2, "B", []), form(3, "B", ["1|S|A|0 - 1"])],
            "2, 3 have this name",
        ),
        ([form(1, "A", ["1|W|B|won"]), form(2, "B", ["1|S|A|0 - 1"])], "'won' is not a result"),
        ([form(1, "A", ["1|W|B|-"]), form(2, "B", ["1|S|A|-"])], "1 pairings have no result"),
        ([form(1, "A", ["1|W|B|1 - 0"]), form(2, "B", ["1|S|A|1 - 0"])], "more than one point"),
        ([form(1, "A", []), form(1, "B", [])], "second form"),
        ([form(1, "", [])], "no name"),
    ],
)
def test_forms_that_cannot_be_a_tournament_are_refused(forms: list[str], says: str) -> None:
    found = errors("swisschess", player_forms(forms), SAID)
    assert any(says in issue.message for issue in found)


def test_the_last_day_of_a_page_is_asked_for() -> None:
    assert any("--ended-on" in issue.message for issue in errors("swisschess", player_forms()))
    assert not messages_of("swisschess", player_forms(), "error", SAID)


# --- pages without a tournament --------------------------------------------------------------


@every(
    ("cells", "says", "remedy"),
    [
        ("<td>Paarungsliste der 1. Runde</td>", "pairings of one round", "-form.html"),
        ("<td>Teilnehmerliste:</td>", "list of players", "-form.html"),
        ("<td>Turnierauswertung nach DWZ</td>", "with ratings", "-form.html"),
        ("<th>Bo.</th><th>No.</th><td>White</td>", "pairings of one round", "CSV or .xlsx"),
        ("<td>https://chess-results.com</td>", "without a crosstable", "CSV or .xlsx"),
    ],
)
def test_a_page_that_is_half_a_tournament_is_called_so(cells: str, says: str, remedy: str) -> None:
    content = f"<H2>Cup</H2><TABLE><TR>{'<td>x</td>' * 1_000}{cells}</TR></TABLE>".encode()
    assert detect_format(content) is None
    sentence = describe_unreadable(content)
    assert says in sentence
    assert remedy in sentence
