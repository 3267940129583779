"""Audits as documents to send: complete in themselves, well formed, and harmless."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from statistics import NormalDist
from typing import Any

import attrs
import pytest
from click.testing import Result

from projections.api import check_audit
from projections.files.documents.audit import LAYOUT, document_of, written
from projections.files.documents.audit_check import document_in
from tests.audit.conftest import Audited

PAPERS = [
    ("dwz", "anna", "spring"),
    ("dwz", "niko", "summer"),
    ("dwz", "otto", "old"),
    ("dwz", "nora", "summer"),  # she did not play there
    ("ingo", "kurt", "swiss"),
    ("go", "mari", "budapest"),
    ("go", "pali", "budapest"),
    ("lask", "qvist", "series"),
]
VOID = {"meta", "br", "hr"}
NASTY = 'Böse, </script><img src=x onerror=alert(1)> & "Co" | *_`[x](y)'


class Page(HTMLParser):
    """Reads a page, and minds that every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        within = self.open[-1] if self.open else ""
        self.words[within] = self.words.get(within, "") + data


@pytest.mark.parametrize(("season", "player", "tournament"), PAPERS)
class TestEveryPaper:
    def test_the_page_is_well_formed_and_needs_nothing_from_elsewhere(
        self, audited: Audited, season: str, player: str, tournament: str
    ):
        page = Page(written(audited(season, player, tournament), ".html"))
        assert page.open == []
        (script,) = [attrs for tag, attrs in page.elements if tag == "script"]
        assert script == {"type": "application/json", "id": "audit"}
        named = {name for _, attrs in page.elements for name in attrs}
        assert named.isdisjoint({"src", "href", "style", "srcset", "data", "action"})
        assert not {name for name in named if name.startswith("on")}
        assert not {tag for tag, _ in page.elements} & {"link", "img", "iframe", "object", "base"}
        assert "url(" not in page.words["style"]
        assert "@import" not in page.words["style"]

    @pytest.mark.parametrize("ending", [".html", ".md"])
    def test_the_whole_data_are_inside(
        self, audited: Audited, season: str, player: str, tournament: str, ending: str
    ):
        document = audited(season, player, tournament)
        inside = document_in(written(document, ending))
        assert inside is not None
        assert inside.pop("layout") == LAYOUT
        assert inside == document

    @pytest.mark.parametrize("ending", [".html", ".md"])
    def test_every_step_event_and_reason_is_on_the_paper(
        self, audited: Audited, season: str, player: str, tournament: str, ending: str
    ):
        document = audited(season, player, tournament)
        paper = written(document, ending)
        shown = paper[: paper.index('"layout"')].replace("\\", "")
        for step in document["steps"]:
            assert step["rule"] in shown
        for each in document["inputs"]:
            assert each["hash"] in shown
            assert each["recorded_by"] in shown
        for each in document["not_counted"]:
            assert each["game"] in shown

    def test_all_rows_of_a_table_of_the_markdown_have_as_many_cells(
        self, audited: Audited, season: str, player: str, tournament: str
    ):
        paper = written(audited(season, player, tournament), ".md")
        text = paper[: paper.index("```json")]
        for block in re.findall(r"(?:^ *\|.*\n)+", text, re.MULTILINE):
            cells = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(cells) == 1


def test_a_rating_below_zero_has_the_sign_of_a_minus(audited: Audited):
    """EGF's lowest is −900: Cora, 30 kyu, stands a tenth above it."""
    paper = written(audited("egf", "cora", "cup"), ".md")
    said = paper[: paper.index("```json")]
    assert "−899.9" in said
    assert not re.findall("[-−]-899", said)


@attrs.frozen
class Paper:
    """A paper's text before its data: its head, and its parts by their headings."""

    document: dict[str, Any]
    head: Sequence[str]
    parts: Mapping[str, str]

    def cells(self, part: str) -> list[list[str]]:
        """Return the rows of the part's table."""
        rows = [
            it.strip(" |").split(" | ")
            for it in self.parts[part].splitlines()
            if it.lstrip()[:1] == "|"
        ]
        return [row for row in rows if set("".join(row)) - set("-: |")]


class TestPartsOfAPaper:
    """Anna's spring, in the order of the paper."""

    @pytest.fixture
    def paper(self, audited: Audited) -> Paper:
        stated = [
            {"place": ["steps", 2, "given", "*"], "why": "Because."},
            {"place": ["row", "rating_after"], "why": "Else."},
            {"place": ["opponents", 0, "card"], "why": "Because."},
        ]
        document = {**audited("dwz", "anna", "spring"), "stated": stated}
        text = written(document, ".md").partition("## Data")[0].replace("\\", "")
        title, about, rest = (it for it in re.split(r"\n\n", text, maxsplit=2) if it)
        cards, *parts = rest.split("\n\n## ")
        return Paper(
            document, (title, about, cards), {part.partition("\n")[0]: part for part in parts}
        )

    def test_the_head_and_the_order(self, paper: Paper):
        assert list(paper.head) == [
            "# How the rating came about",
            "**Anna, Test (anna)**: The spring, 1995-04-30",
            "**1800-10 → 1798-11**",
        ]
        assert [*paper.parts] == [
            *("At a glance", "The games that count", "Step by step", "The symbols"),
            *("Games that do not count", "The opponents' ratings before", "Sources"),
            *("Stated, not recomputed", "Check it yourself"),
        ]

    def test_a_glance(self, paper: Paper):
        parameters = paper.document["parameters"]
        readings = ", ".join(f"{it} {value}" for it, value in parameters.items())
        assert paper.cells("At a glance")[:10] == [
            ["Player", "Anna, Test (anna)"],
            ["Tournament", "The spring (spring)"],
            ["Ended on", "1995-04-30"],
            ["Before", "1800-10 (valid, from decision anna 1990-01-01)"],
            ["After", "1798-11 (valid)"],
            ["Valid until", "2001-04-30"],
            ["Rulebook", "DWZ (Wertungsordnung 1995), dwz-1995"],
            ["Readings", readings],
            ["Pool", "dwz"],
            ["State", "as of the last day of the ledger, as known at position 50"],
        ]

    def test_the_games_that_count(self, paper: Paper):
        """The expectation of a game is the normal distribution's at D/(200·√2), DWZ 4.6."""
        headings, *games = paper.cells("The games that count")
        assert headings == ["game", "colour", "opponent", "rated", "points", "expected"]
        met = (
            ("anna-dora", "white", 1600, "0.5"),
            ("bela-anna", "black", 1760, "0.5"),
            ("nora-anna", "black", 1610, "1"),
        )
        for (game, colour, rated, points), row in zip(met, games, strict=True):
            opponent = game.replace("anna", "").strip("-").title()
            assert row[:5] == [f"spring:{game}", colour, f"{opponent}, Test", str(rated), points]
            assert float(row[5]) == pytest.approx(NormalDist().cdf((1800 - rated) / 200 / 2**0.5))
        assert paper.cells("Step by step") == [headings, *games]
        assert "\n2. **DWZ 6.2.2** The thinking time is sufficient" in paper.parts["Step by step"]
        assert (
            "\n   minutes = 120, required = 120, stated = no → **yes**\n"
            in paper.parts["Step by step"]
        )

    def test_symbols_and_players(self, paper: Paper):
        symbols = ["Ro", "Rn", "W", "We", "n", "E", "J", "P", "D", "Rc", "Rh"]
        assert [row[0] for row in paper.cells("The symbols")] == symbols
        assert paper.cells("Games that do not count") == [
            ["game", "colour", "opponent", "reason"],
            ["spring:cora-anna", "black", "Cora, Test", "DWZ 4.2: not played (forfeit)"],
            ["spring:twice", "", "", "struck: handed in by mistake"],
        ]
        cards_before = {"bela": "1760-20", "cora": "1650-8", "dora": "1600-5"}
        assert paper.cells("The opponents' ratings before") == [
            ["player", "card", "status", "from", "valid until"],
            *(
                [f"{it.title()}, Test", card, "valid", f"decision {it} 1990-01-01", "1996-01-01"]
                for it, card in cards_before.items()
            ),
            *([f"{it}, Test", "–", "unrated"] for it in ("Niko", "Nora")),
        ]

    def test_a_file_is_named_where_events_were_read_from_one(self, audited: Audited):
        document = audited("dwz", "anna", "spring")
        read = [{**it, "source": "the file spring"} for it in document["inputs"]]
        text = written({**document, "inputs": read}, ".md").partition("## Sources")[2]
        assert "| on | source | hash | hash before |" in text
        assert text.partition("\n## ")[0].count(" | the file spring | ") == len(read)

    def test_sources_and_what_is_only_stated(self, paper: Paper):
        headings, *sources = paper.cells("Sources")
        assert " | ".join(headings[:6]) == "position | what | event | current | submitted by | on"
        assert headings[6:] == ["hash", "hash before"]
        by = {it["id"]: it for it in paper.document["inputs"]}
        points = "black Dora, Test, black points 0.5, white Anna, Test, white points 0.5"
        for position, id_, said in (
            ("20", "game spring:anna-dora", f"{points} (by spring as on the score sheet)"),
            (
                "48",
                "spring as on the score sheet",
                "corrects game spring:anna-dora, reason the score sheet says so, struck no",
            ),
        ):
            (row,) = (it for it in sources if it[0] == position)
            assert [*row[2:5], *row[6:]] == [
                id_,
                said,
                "the office",
                by[id_]["hash"],
                by[id_]["previous_hash"],
            ]
        assert paper.cells("Stated, not recomputed") == [
            ["what", "why"],
            ["step 3, ratings of the opponents", "Because."],
            ["row", "Else."],
        ]


def _with_a_nasty_name(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "name": NASTY, "player": "</script><b>"}


class TestHostileNames:
    def test_no_name_gets_out_of_its_place_in_the_page(self, audited: Audited):
        document = _with_a_nasty_name(audited("dwz", "anna", "spring"))
        paper = written(document, ".html")
        page = Page(paper)
        assert page.open == []
        assert not {tag for tag, _ in page.elements} & {"img", "b2"}
        assert paper.count("</script>") == 1
        inside = document_in(paper)
        assert inside is not None
        assert inside["name"] == NASTY

    def test_no_name_becomes_a_sign_of_markdown(self, audited: Audited):
        document = _with_a_nasty_name(audited("dwz", "anna", "spring"))
        paper = written(document, ".md")
        text = paper[: paper.index("```json")]
        assert "<img" not in text.replace("\\<", "")
        assert "[x]" not in text
        inside = document_in(paper)
        assert inside is not None
        assert inside["name"] == NASTY

    def test_a_fence_in_a_name_does_not_end_the_data(self, audited: Audited):
        document = {**audited("dwz", "anna", "spring"), "name": "a\n```\n```json\n{}\n```"}
        inside = document_in(written(document, ".md"))
        assert inside is not None
        assert inside["name"] == document["name"]


class TestTheOption:
    def test_the_answer_is_the_same_with_a_document(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path
    ):
        asked = ["--format", "json", "audit", "dwz", "anna", "spring"]
        paper = tmp_path / "anna.md"
        with_paper = on_the_command_line("dwz", *asked, "--document", str(paper))
        assert with_paper.stdout == on_the_command_line("dwz", *asked).stdout
        inside = document_in(paper.read_text("utf-8"))
        assert inside == {"layout": LAYOUT, **json.loads(with_paper.stdout)}

    def test_a_german_document_has_the_list_and_can_be_checked(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path
    ):
        on_the_command_line("dwz", "describe", "list", "dwz", "--title", "Kreisliste")
        paper = tmp_path / "anna.html"
        asked = ("audit", "dwz", "anna", "spring", "--lang", "de", "--document", str(paper))
        on_the_command_line("dwz", *asked)
        text = paper.read_text("utf-8")
        assert '<html lang="de">' in text
        assert "<p>Kreisliste</p>" in text
        assert "<h2>Schritt für Schritt</h2>" in text
        assert check_audit(text)["holds"]
        assert not check_audit(text.replace("<p>Kreisliste</p>", "<p>Bezirksliste</p>"))["holds"]
        assert not check_audit(text.replace("Schritt für Schritt", "Step by step"))["holds"]

    def test_another_ending_is_wrong_usage_and_nothing_is_written(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path
    ):
        paper = tmp_path / "anna.doc"
        done = on_the_command_line("dwz", "audit", "dwz", "anna", "--document", str(paper))
        assert done.exit_code == 2
        assert "does not end in .html, .md or .pdf" in done.stderr
        assert not paper.exists()

    def test_a_folder_that_does_not_exist_is_refused(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path
    ):
        paper = tmp_path / "nowhere" / "anna.html"
        done = on_the_command_line("dwz", "audit", "dwz", "anna", "--document", str(paper))
        assert done.exit_code == 1
        assert "No such file" in done.stderr

    def test_on_the_terminal_the_values_of_a_step_stand_on_one_line(
        self, on_the_command_line: Callable[..., Result]
    ):
        """DWZ 4.9.2"""
        told = on_the_command_line("dwz", "audit", "dwz", "anna", "spring").stdout
        assert "\n       Ro = 1800, J = 10 → 20\n" in told
        assert "spring:cora-anna" not in told
        assert "valid until 2001-04-30" in told

    def test_a_name_in_brackets_is_no_markup_on_the_terminal(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path
    ):
        document = json.loads(
            on_the_command_line("dwz", "--format", "json", "audit", "dwz", "anna", "spring").stdout
        )
        document["tournament"] = "[red]"
        paper = tmp_path / "anna.json"
        paper.write_text(json.dumps(document), "utf-8")
        told = on_the_command_line("dwz", "check-audit", str(paper)).stdout
        assert "[red]" in told


@pytest.mark.parametrize(("player", "before"), [("anna", "1951"), ("niko", "–"), ("pia", "–")])
def test_a_tournament_of_several_lists_begins_before_the_first(
    audited: Audited, player: str, before: str
):
    """Lists of March and May: 1951 + 14, + 6, + 0; niko has his first rating in March."""
    tournament = "may" if player == "pia" else "league"
    laid_out = document_of(audited("fide", player, tournament), "")
    assert laid_out.before == before
    assert ("Before", before) in laid_out.parts[0].blocks[0].fields or player == "pia"
