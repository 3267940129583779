"""The pages of a realistic ledger on paper."""

import io
import re

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from projections.interfaces.pages.public import rating_list
from tests.web.conftest import WESTFALEN, links_of, text_of


def test_a_large_tournament_has_a_page_to_print_with_everything(visitor: TestClient) -> None:
    page = visitor.get(f"{WESTFALEN}?part=all").text
    assert len(re.findall(r'<tr id="p\d+"', page)) == 220
    assert page.count("<details open") >= 9
    assert f"{WESTFALEN}?part=all" in visitor.get(WESTFALEN).text


@pytest.mark.parametrize(
    ("at", "document", "said"),
    [
        ("/district?club=Falkensee&sort=club", ".pdf?sort=club&club=Falkensee", "SC Falkensee"),
        ("/district/players/d0154", "/players/d0154/card.pdf", "Ackerbauer, Britta"),
        pytest.param(
            *("/district/tournaments/club-3-2026", "/tournaments/club-3-2026/table.pdf"),
            "Standings",
            marks=pytest.mark.slow,  # another test reads this table
        ),
    ],
)
def test_a_page_that_is_worth_a_sheet_has_it_as_a_pdf(
    visitor: TestClient, at: str, document: str, said: str
) -> None:
    pytest.importorskip("weasyprint")
    assert f"/district{document}" in links_of(visitor.get(at).text)
    answer = visitor.get(f"/district{document}")
    assert answer.headers["content-type"] == "application/pdf"
    sheets = PdfReader(io.BytesIO(answer.content)).pages
    texts = [sheet.extract_text() for sheet in sheets]
    assert any(said in text for text in texts)
    headed = [text for text in texts if re.search(r"^Opponents$", text, re.MULTILINE)]
    assert all("Opponent Games Score" in text for text in headed), "a heading stands alone"


@pytest.mark.slow
def test_a_sheet_of_a_list_has_a_line_for_each_of_fifty_players(visitor: TestClient) -> None:
    """The longest name of a club, Schachfreunde Lindental-Hofstetten 1952, is not broken."""
    pytest.importorskip("weasyprint")
    sheet = PdfReader(io.BytesIO(visitor.get("/district.pdf").content)).pages[1]
    lines = re.findall(r"^\d+ .*(?:[+\u2212]\d+|=|new|back)$", sheet.extract_text(), re.MULTILINE)
    assert len(lines) >= 50
    index = re.findall(r"-(\d+)(\u2007?)", sheet.extract_text())
    assert {len(number) + len(room) for number, room in index} == {2}, "the dashes are in line"


@pytest.mark.parametrize(
    ("at", "document"),
    [("/district/players/d0154", "card.pdf"), ("/district/tournaments/club-3-2026", "table.pdf")],
)
def test_a_sheet_leads_a_telephone_to_its_page(
    visitor: TestClient, at: str, document: str
) -> None:
    pytest.importorskip("weasyprint")
    first = PdfReader(io.BytesIO(visitor.get(f"{at}/{document}").content)).pages[0]
    links = {it.get_object()["/A"]["/URI"] for it in first["/Annots"]}
    assert links == {f"http://127.0.0.1:8000{at}"}


def test_a_final_table_on_paper_has_what_decides_between_equal_points(
    visitor: TestClient,
) -> None:
    """The fourth has beaten 6½, 6, 3½, 2½ and 0 points and drawn with 4½ and 2: SB 21¾."""
    pytest.importorskip("weasyprint")
    answer = visitor.get("/district/tournaments/club-3-2026/table.pdf").content
    sheet = PdfReader(io.BytesIO(answer)).pages[0].extract_text()
    assert "Place Name Points SB 1 2 3" in sheet
    assert "4 Ackerbauer, Emre 6 21.75 0 0 1 1 0 ½ 1 1 ½ 1" in sheet


def test_a_card_on_paper_shows_its_ratings_in_a_chart(visitor: TestClient) -> None:
    """Its band, the newest year, three levels, and the best figure over its mark."""
    pytest.importorskip("weasyprint")
    answer = visitor.get("/district/players/d0154/card.pdf").content
    sheet = PdfReader(io.BytesIO(answer)).pages[0].extract_text()
    assert "Rating history" in sheet
    assert "DWZ 2014\n31 May 2025\n2026\n9 Oct 2026\n2450\n2500\n2550\n2516\n" in sheet


def test_a_list_too_long_for_a_pdf_has_none(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_list, "MOST_ON_PAPER", 20)
    assert not any(".pdf" in it for it in links_of(visitor.get("/district?letter=A&top=21").text))
    assert "at most 20 players" in text_of(visitor.get("/district.pdf?letter=A&top=21").text)
    assert visitor.get("/district.pdf?letter=Z&top=2").status_code == 200
