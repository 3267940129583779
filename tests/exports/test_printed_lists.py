"""Rating lists for the wall and cards to hand out: pages, PDF and workbooks."""

import io
import json
import sys
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import decided, games, player, tournament, withheld


@pytest.fixture
def club(ledger: ExportLedger) -> ExportLedger:
    """Four players, 100 points apart; Dora's name is withheld."""
    for place, id_ in enumerate(["anna", "bela", "cleo", "dora"]):
        name = {"bela": "=1+1 <b>Buche</b>, Bela"}.get(id_, f"{id_.title()}, Test")
        ledger.append(
            player(id_, name=name, club=f"Club of {id_}"), decided(id_, f"{1900 - 100 * place}-10")
        )
    ledger.append(withheld("dora", "1995-01-01"))
    return ledger


class Cells(HTMLParser):
    """The cells of a page's tables, row by row."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._open = False
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
            self._open = True

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._open = False

    def handle_data(self, data: str) -> None:
        if self._open:
            self.rows[-1][-1] += data


def exported(ledger: ExportLedger, *arguments: str) -> bytes:
    """Return the output of ``export``."""
    result = ledger.run("export", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def listed(ledger: ExportLedger, form: str, day: str = "1996-01-01") -> bytes:
    return exported(ledger, "ratings", "dwz", "--as", form, "--on", day)


@pytest.mark.parametrize("further", [("--as", "html"), ("--as", "csv", "--with", "club")], ids=str)
def test_a_list_of_a_past_day_has_the_clubs_of_that_day(
    club: ExportLedger, further: tuple[str, ...]
) -> None:
    """Anna moved on 1 March 1996; before the last event the ledger did not know of it."""
    known = json.loads(club.run("log", "--format", "json").stdout)[-1]["position"]
    moved = {"player": "anna", "club": "SV Sylt", "from_day": "1996-03-01"}
    club.append({"type": "membership.declared", "data": moved})

    def is_moved(*cut: str) -> bool:
        file = exported(club, "ratings", "dwz", *further, "--on", *cut)
        assert (b"Club of anna" in file) != (b"SV Sylt" in file)
        return b"SV Sylt" in file

    assert not is_moved("1996-02-29")
    assert is_moved("1996-03-01")
    assert not is_moved("1996-03-01", "--known-at", str(known))


class TestList:
    def test_a_withheld_player_has_neither_name_nor_club(self, club: ExportLedger) -> None:
        page = listed(club, "html")
        assert Cells(page).rows[4] == ["4", "(withheld)", "", "1600-10"]
        assert b"dora" not in page

    def test_signs_in_a_name_are_text(self, club: ExportLedger) -> None:
        page = listed(club, "html")
        assert b"<b>" not in page
        assert Cells(page).rows[2][1] == "=1+1 <b>Buche</b>, Bela"

    def test_no_name_turns_the_direction_of_reading(self, ledger: ExportLedger) -> None:
        ledger.append(player("rtl", name="Adler\u202e, Anna"), decided("rtl", "1500-1"))
        assert Cells(listed(ledger, "html")).rows[1][1] == "Adler⟨U+202E⟩, Anna"

    def test_it_says_of_which_day_and_position_it_is(self, club: ExportLedger) -> None:
        page = listed(club, "html").decode()
        assert "Ratings as of 1 Jan 1996</span> · DWZ (Wertungsordnung 1995) · 4 players" in page
        assert "As known at event 11." in page

    def test_nobody_on_the_list_is_said(self, ledger: ExportLedger) -> None:
        page = listed(ledger, "html").decode()
        assert "No player on the list of this day matches." in page


class TestChangesSinceThePublishedList:
    @pytest.fixture
    def later(self, club: ExportLedger) -> ExportLedger:
        """A list was published in January; then Cleo's figure was raised and Eva came."""
        assert club.run("publish", "dwz", "--on", "1996-01-01").exit_code == 0
        club.append(decided("cleo", "1715-11", "1996-02-01"))
        club.append(player("eva"), decided("eva", "1500-1", "1996-02-01"))
        return club

    def test_a_change_has_its_sign_and_a_newcomer_is_new(self, later: ExportLedger) -> None:
        page = listed(later, "html", "1996-03-01")
        changes = [row[-1] for row in Cells(page).rows]
        assert changes == ["Change", "=", "=", "+15", "=", "new"]
        assert b"Changes since the list published for 1 Jan 1996" in page

    def test_a_loss_is_written_with_a_minus(self, later: ExportLedger) -> None:
        later.append(decided("anna", "1875-10", "1996-02-02"))
        rows = Cells(listed(later, "html", "1996-03-01")).rows
        assert rows[1][-1] == "−25"

    def test_somebody_whose_rating_had_lapsed_is_back(self, club: ExportLedger) -> None:
        """Bela's rating of July 1995 lapses in July 2000; the next decision brings him back."""
        assert club.run("publish", "dwz", "--on", "2001-01-01").exit_code == 0
        club.append(decided("bela", "1800-10", "2001-02-01"))
        page = listed(club, "html", "2001-03-01")
        assert [row[1::2] for row in Cells(page).rows[1:]] == [
            ["=1+1 <b>Buche</b>, Bela", "1800-10"]
        ]
        assert Cells(page).rows[1][-1] == "back"

    def test_columns_filters_and_language_are_chosen(self, later: ExportLedger) -> None:
        """Cleo was third of four in January and is third now; she alone begins with C."""
        later.run("describe", "list", "dwz", "--title", "Kreisliste")
        asked = ("ratings", "dwz", "--as", "html", "--on", "1996-03-01", "--lang", "de")
        page = exported(later, *asked, "--letter", "c", "--with", "place_before,birth_year")
        rows = Cells(page).rows
        assert rows[0][-3:] == ["Änderung", "Geboren", "Platz zuvor"]
        assert [row[0] for row in rows[1:]] == ["3"]
        assert [row[-1] for row in rows[1:]] == ["3"]
        assert "<h1>Kreisliste</h1>" in page.decode()
        assert "1 Spieler" in page.decode()

    def test_the_published_list_itself_is_compared_with_none(self, later: ExportLedger) -> None:
        assert Cells(listed(later, "html", "1996-01-01")).rows[0][-1] == "Rating"

    def test_the_list_published_last_is_compared_as_it_was(self, later: ExportLedger) -> None:
        """A correction of January since then is a change to whoever reads the wall."""
        later.append(decided("bela", "1810-10", "1995-12-01"))
        rows = Cells(listed(later, "html", "1996-03-01")).rows
        assert rows[2][-1] == "+10"

    def test_under_another_rulebook_there_are_no_changes(self, later: ExportLedger) -> None:
        asked = ("ratings", "dwz", "--as", "html", "--on", "1996-03-01")
        page = exported(later, *asked, "--rulebook", "ingo-1960")
        assert b"Changes since" not in page


class TestWorkbook:
    def test_names_are_texts_and_figures_numbers(self, club: ExportLedger) -> None:
        book = CalamineWorkbook.from_filelike(io.BytesIO(listed(club, "xlsx")))
        title, about, headings, first, second, *_ = book.get_sheet_by_index(0).to_python(
            skip_empty_area=False
        )
        assert title[0] == "dwz"
        assert about[0].startswith("Ratings as of 1 Jan 1996 · DWZ (Wertungsordnung 1995)")
        assert headings == ["Place", "Name", "Club", "Rating", "Index", "Valid until", "Id"]
        assert first == [1, "Anna, Test", "Club of anna", 1900, 10, "2000-07-01", "anna"]
        assert second[1] == "=1+1 <b>Buche</b>, Bela"

    def test_the_same_list_gives_the_same_bytes(self, club: ExportLedger) -> None:
        assert listed(club, "xlsx") == listed(club, "xlsx")


class TestCard:
    def test_it_has_the_title_ranks_and_score_by_colour_in_a_language(
        self, club: ExportLedger
    ) -> None:
        """Anna is first of four and only one of her club; half a point of 1 + 1 games."""
        club.run("describe", "list", "dwz", "--title", "Kreisliste")
        club.append(
            tournament("cup", "1995-12-01", name="Pokal"),
            *games("cup", "anna ½-½ bela", "cleo 1-0 anna"),
        )
        asked = ("player", "dwz", "anna", "--on", "1996-03-01", "--lang", "de")
        page = exported(club, *asked, "--as", "html").decode()
        assert '<html lang="de">' in page
        assert "Kreisliste · DWZ (Wertungsordnung 1995) · 01.03.1996" in page
        assert "<dt>In der Liste</dt><dd>Platz 1 von 4</dd>" in page
        assert "<dt>Im Verein</dt><dd>Platz 1 von 1</dd>" in page
        rows = Cells(page.encode()).rows
        assert rows[:4] == [
            ["Farbe", "Partien", "Punkte", "%", "Gewonnen", "Remis", "Verloren"],
            ["Alle", "2", "½", "25 %", "0", "1", "1"],
            ["Weiß", "1", "½", "50 %", "0", "1", "0"],
            ["Schwarz", "1", "0", "0 %", "0", "0", "1"],
        ]
        assert ["=1+1 <b>Buche</b>, Bela", "1", "½ : ½", "0", "1", "0"] in rows

    def test_a_withheld_players_card_has_neither_name_nor_club(self, club: ExportLedger) -> None:
        page = exported(club, "player", "dwz", "dora", "--as", "html").decode()
        assert "<h1>(withheld)</h1>" in page
        assert "Club of" not in page

    def test_nobody_has_a_card_whom_nobody_knows(self, club: ExportLedger) -> None:
        result = club.run("export", "player", "dwz", "nobody", "--as", "html")
        assert result.exit_code == 1
        assert "there is no player 'nobody'" in result.stderr


@pytest.mark.slow
class TestPdf:
    @pytest.mark.parametrize("what", [("ratings", "dwz"), ("player", "dwz", "anna")])
    def test_it_is_a_page_of_a4_with_the_name_in_it(
        self, club: ExportLedger, what: tuple[str, ...]
    ) -> None:
        _drawing_library()
        document = PdfReader(io.BytesIO(exported(club, *what, "--as", "pdf")))
        (page,) = document.pages
        assert [round(25.4 * side / 72) for side in page.mediabox.upper_right] == [210, 297]
        assert "Anna, Test" in page.extract_text()

    def test_a_long_list_has_its_headings_on_every_page(self, club: ExportLedger) -> None:
        _drawing_library()
        for number in range(60):
            club.append(player(f"p{number}"), decided(f"p{number}", f"{1200 + number}-5"))
        pages = PdfReader(io.BytesIO(listed(club, "pdf"))).pages
        assert len(pages) == 2
        assert all("Place" in page.extract_text() for page in pages)
        assert "dwz Ratings as of" not in pages[0].extract_text()
        assert "dwz Ratings as of" in pages[1].extract_text()  # the head of further pages

    def test_a_list_by_club_has_120_names_on_a_sheet(self, club: ExportLedger) -> None:
        """Two columns, below the name of each club; who has none comes last."""
        _drawing_library()
        for number in range(224):
            of = {"club": f"SK {number % 4}"} if number < 216 else {}
            person = player(f"p{number}", name=f"Long-Doublename, Karl {number}", **of)
            club.append(person, decided(f"p{number}", f"{1200 + number}-5"))
        content = exported(club, "ratings", "dwz", "--as", "pdf", "--by-club")
        pages = PdfReader(io.BytesIO(content)).pages
        assert len(pages) == 2
        lines = [*pages[0].extract_text().splitlines(), *pages[1].extract_text().splitlines()]
        heads = [it for it in lines if it.startswith(("Club of", "SK ", "Without"))]
        assert heads[-5:] == ["SK 0", "SK 1", "SK 2", "SK 3", "Without a club"]

    def test_without_its_library_it_says_what_to_install(
        self, club: ExportLedger, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "weasyprint", None)
        result = club.run("export", "ratings", "dwz", "--as", "pdf")
        assert result.exit_code == 1
        assert "install rating-ledger with the extra `pdf`" in result.stderr
        assert "pip install" not in result.stderr


def _drawing_library() -> None:
    """Skip where the library that draws, or what it draws with, is not installed."""
    try:
        import_module("weasyprint")
    except (ImportError, OSError) as error:
        pytest.skip(f"WeasyPrint cannot be loaded: {error}")


def test_a_printed_list_has_the_checkpoint_that_was_signed_last(
    club: ExportLedger, tmp_path: Path
) -> None:
    assert b"Signed checkpoint" not in exported(club, "ratings", "dwz", "--as", "html")
    key = tmp_path / "club.key"
    for words in (("key", "new", str(key)), ("checkpoint", "create", "--key", str(key))):
        done = club.run(*words)
        assert done.exit_code == 0, done.stderr
    origin, size, root = done.stdout.split("\n")[:3]
    page = exported(club, "ratings", "dwz", "--as", "html").decode()
    assert f"Signed checkpoint of {origin}: {size} events, root {root}." in unescape(page)
