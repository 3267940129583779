"""A tournament's evaluation as federations print it, on official evaluations."""

import csv
import io
from html.parser import HTMLParser
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import (
    adoption,
    decided,
    game,
    games,
    player,
    tournament,
    withheld,
)

# An official evaluation of 1995, all opponents published: at most 20 years old, Ro 2085, E 24.
OPPONENTS = [1551, 1828, 2310, 2211, 2082, 1547, 2049, 2210, 2375]
RESULTS = ["1-0", "1-0", "½-½", "0-1", "½-½", "1-0", "1-0", "½-½", "1-0"]


@pytest.fixture
def official(ledger: ExportLedger) -> ExportLedger:
    ledger.append(player("kid", name="<Kind>, Karl", birth_year=1978), decided("kid", "2085-20"))
    for number, rating in enumerate(OPPONENTS, start=1):
        ledger.append(player(f"o{number}"), decided(f"o{number}", f"{rating}-30"))
    met = [f"kid {result} o{number}" for number, result in enumerate(RESULTS, start=1)]
    entrants = [{"player": "kid"}, *({"player": f"o{n}"} for n in range(9, 0, -1))]
    ledger.append(
        player("late"),
        tournament("open", "1995-12-31", name="A & B", entrants=entrants),
        *games("open", *met),
        game("open", "late", "1-0", "o1", played=False, reason="forfeit"),
    )
    return ledger


def rows(ledger: ExportLedger, *arguments: str) -> list[dict[str, str]]:
    """The table as a program reads it."""
    result = ledger.run("export", "evaluation", *arguments, "--as", "csv")
    assert (result.exit_code, result.stderr) == (0, "")
    return list(csv.DictReader(io.StringIO(result.stdout, newline="")))


class TestLaterEditions:
    """The same columns for every edition of the DWZ; that of 2026 has K."""

    @pytest.mark.parametrize(
        ("rulebook", "heading", "coefficient", "after"),
        [("dwz-2014", "E", "24", "2125-21"), ("dwz-2026", "K", "32.0", "2138-21")],
    )
    def test_the_table_is_that_of_the_federation(
        self, official: ExportLedger, rulebook: str, heading: str, coefficient: str, after: str
    ) -> None:
        """1.663 points above the expectation: 800 · 1.663/33 = 40.3, and 32 · 1.663 = 53.2."""
        official.append(adoption("1995-06-01", rulebook=rulebook))
        row = rows(official, "dwz", "open")[0]
        columns = list(row)
        assert columns[4:14] == ["Ro", "W", "n", "We", heading, "Rc", "Rh", "Rn", "+/−", "Remark"]
        assert (row[heading], row["Rn"], row["rulebook"]) == (coefficient, after, rulebook)

    def test_k_has_its_decimal(self, official: ExportLedger) -> None:
        """K = 60 · 2300/2400 = 57.5."""
        official.append(adoption("1995-06-01", rulebook="dwz-2026"), decided("late", "1500-2"))
        official.append(tournament("loss", "1996-01-31"), *games("loss", "late 0-1 o1"))
        row = next(row for row in rows(official, "dwz", "loss") if row["Id"] == "late")
        assert row["K"] == "57.5"


class TestDwz:
    def test_the_row_of_an_official_evaluation(self, official: ExportLedger) -> None:
        row = rows(official, "dwz", "open")[0]
        # The federation added expectations of three digits each: 4.837.
        assert float(row.pop("We")) == pytest.approx(4.837, abs=0.0015)
        assert row == {
            "No.": "1",
            "Player": "<Kind>, Karl",
            "Id": "kid",
            "Age": "<=20",
            "Ro": "2085-20",
            "W": "6.5",
            "n": "9",
            "E": "24",
            "Rc": "2018.1",
            "Rh": "2279",
            "Rn": "2125-21",
            "+/−": "+40",
            "Remark": "",
            "tournament": "open",
            "ended on": "1995-12-31",
            "pool": "dwz",
            "rulebook": "dwz-1995",
            "as of": "everything",
            "known at": "34",
        }

    def test_everybody_has_a_row_in_the_order_of_the_start_numbers(
        self, official: ExportLedger
    ) -> None:
        table = rows(official, "dwz", "open")
        assert [row["No."] for row in table] == [str(number) for number in range(1, 12)]
        assert [row["Id"] for row in table][1:3] == ["o9", "o8"]
        late = table[-1]
        assert (late["Id"], late["n"], late["Remark"]) == ("late", "0", "not evaluated")

    def test_the_cut_is_named_in_every_row(self, official: ExportLedger) -> None:
        table = rows(official, "dwz", "open", "--on", "1996-06-30", "--known-at", "33")
        assert {row["as of"] for row in table} == {"1996-06-30"}
        assert {row["known at"] for row in table} == {"33"}

    def test_a_withheld_player_has_no_name_in_it(self, official: ExportLedger) -> None:
        official.append(withheld("kid", "1990-01-01"))
        assert rows(official, "dwz", "open")[0]["Player"] == "(withheld)"

    def test_a_first_dwz_is_remarked(self, official: ExportLedger) -> None:
        met = [f"late {result} o{number}" for number, result in enumerate(RESULTS[:5], start=1)]
        official.append(tournament("next", "1996-02-01"), *games("next", *met))
        (late,) = (row for row in rows(official, "dwz", "next") if row["Id"] == "late")
        assert (late["Ro"], late["Remark"], late["+/−"]) == ("", "first DWZ", "")
        assert late["Rn"].endswith("-1")


class Page(HTMLParser):
    """The parts of a page: its tags with their attributes, and its texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "link", "img", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "tags are closed in their order"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


class TestPage:
    @pytest.fixture
    def page(self, official: ExportLedger) -> Page:
        result = official.run("export", "evaluation", "dwz", "open", "--as", "html")
        assert (result.exit_code, result.stderr) == (0, "")
        return Page(result.stdout)

    def test_it_shows_the_row_and_the_head(self, page: Page) -> None:
        """The columns and words of the tournament's page, and the symbols below."""
        place = page.texts.index("<Kind>, Karl", page.texts.index("Ratings"))
        assert page.texts[place + 1 : place + 5] == ["rated", "2085-20", "6½", "9"]
        assert page.texts[place + 6 : place + 9] == ["24", "2125-21", "+40"]
        for text in ("A & B", "As known at event 34."):
            assert text in page.texts
        assert "dwz · ended on 31 Dec 1995 · DWZ (Wertungsordnung 1995)" in page.texts
        (symbols,) = (text for text in page.texts if "We: expected points" in text)
        assert "Rp" not in symbols, "nobody has one"

    def test_a_round_robin_has_its_crosstable(self, official: ExportLedger) -> None:
        """Kid and O2 draw and win against O1: 1½ points, and ½ · 1½ by Sonneborn and Berger."""
        official.append(
            tournament("three", "1996-01-31"),
            *games("three", "kid 1-0 o1", "kid ½-½ o2", "o1 0-1 o2"),
        )
        result = official.run("export", "evaluation", "dwz", "three", "--as", "html")
        texts = Page(result.stdout).texts
        place = texts.index("Standings")
        assert texts[place + 1 : place + 8] == ["Place", "Name", "Points", "SB", "1", "2", "3"]
        assert texts[place + 8 : place + 14] == ["1", "<Kind>, Karl", "1½", "0.75", "½", "1"]
        assert texts[place + 14 : place + 20] == ["1", "O2, Test", "1½", "0.75", "½", "1"]
        assert texts[place + 20 : place + 26] == ["3", "O1, Test", "0", "0", "0", "0"]

    def test_games_that_are_not_rated_are_listed_by_their_players(self, page: Page) -> None:
        place = page.texts.index("Games that do not count")
        assert page.texts[place + 3] == "Late, Test – O1, Test"

    def test_a_workbook_in_german_has_both_tables(self, official: ExportLedger) -> None:
        asked = ("export", "evaluation", "dwz", "open", "--as", "xlsx", "--lang", "de")
        result = official.run(*asked)
        book = CalamineWorkbook.from_filelike(io.BytesIO(result.stdout_bytes))
        assert book.sheet_names == ["Wertungszahlen 1", "Partien, die nicht zählen 2"]
        rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
        assert rows[0][0] == "A & B"
        assert rows[2][:4] == ["Name", "Status", "Vorher", "Punkte"]
        assert next(row for row in rows if row[0] == "<Kind>, Karl")[3] == 6.5

    def test_every_table_can_be_heard(self, page: Page) -> None:
        assert page.open == []
        assert len(page.all("caption")) == len(page.all("table")) == 3
        assert {each["scope"] for each in page.all("th")} == {"col", "row"}
        assert page.all("html") == [{"lang": "en"}]
        assert {"charset": "utf-8"} in page.all("meta")

    def test_it_loads_and_runs_nothing(self, page: Page) -> None:
        names = {name for name, _ in page.tags}
        assert names & {"script", "link", "img", "iframe", "a"} == set()
        assert not any("src" in attributes or "href" in attributes for _, attributes in page.tags)

    def test_a_tournament_that_is_not_rated_says_why(self, official: ExportLedger) -> None:
        official.append(
            tournament("wien", "1996-06-01", country="AUT"), *games("wien", "kid 1-0 o1")
        )
        result = official.run("export", "evaluation", "dwz", "wien", "--as", "html")
        assert "This tournament is not rated: DWZ 6.2.1" in result.stdout
        assert "warning: the tournament is not rated: DWZ 6.2.1" in result.stderr

    def test_no_cell_of_the_csv_is_a_formula(self, official: ExportLedger) -> None:
        official.append(
            player("=1+1", name="@SUM(A1)"),
            tournament("=cup", "1996-06-01", name="Cup"),
            *games("=cup", "=1+1 1-0 o1"),
        )
        row = next(row for row in rows(official, "dwz", "=cup") if row["Id"] == "'=1+1")
        assert (row["Player"], row["tournament"]) == ("'@SUM(A1)", "'=cup")
        assert "+/−" in row

    def test_a_name_that_is_read_from_the_right_turns_nothing_beside_it(
        self, official: ExportLedger
    ) -> None:
        """An override would show 1-0 as 0-1, a Hebrew name would draw the next number over."""
        official.append(
            player("rlo", name="Anna \u202e0-1"),
            player("heb", name="\u05d0\u05e0\u05d4"),
            tournament("haifa", "1996-06-01", name="\u05d7\u05d9\u05e4\u05d4"),
            *games("haifa", "rlo 1-0 heb"),
        )
        result = official.run("export", "evaluation", "dwz", "haifa", "--as", "html")
        assert "<bdi>\u05d7\u05d9\u05e4\u05d4</bdi>" in result.stdout
        assert "<title>\u05d7\u05d9\u05e4\u05d4, dwz" in result.stdout
        assert "<bdi>\u05d0\u05e0\u05d4</bdi>" in result.stdout
        assert "Anna ⟨U+202E⟩0-1" in result.stdout
        assert "\u202e" not in result.stdout


class TestOtherSystems:
    """The columns are the fields of the rows that ``tournament`` gives."""

    @pytest.mark.parametrize(
        ("rulebook", "card", "columns"),
        [
            (
                "ingo-1960",
                {"number": 120, "count": 5},
                ["number before", "count before", "games", "points", "percent difference"],
            ),
            ("lask-1970", {"rating": 1800}, ["base", "change", "games used"]),
        ],
    )
    def test_chess(
        self, ledger: ExportLedger, rulebook: str, card: dict[str, Any], columns: list[str]
    ) -> None:
        adopted = {"pool": "old", "rulebook": rulebook, "from_day": "1960-01-01"}
        ledger.append({"type": "rulebook.adopted", "data": adopted})
        for name in ("anna", "bert"):
            ledger.append(
                player(name, birth_year=1930),
                decided(name, "0-0", "1970-10-01", pool="old", card=card),
            )
        ledger.append(
            tournament("cup", "1971-01-10", pools=["old"], flags=["long-games"]),
            *games("cup", "anna 1-0 bert"),
        )
        first = rows(ledger, "old", "cup")[0]
        own = [key for key in first if key not in {"No.", "Player", "Id"}]
        assert own[: len(columns)] == columns
        assert (first["Player"], first["rulebook"]) == ("Anna, Test", rulebook)

    def test_go_has_a_row_for_every_part(self, ledger: ExportLedger) -> None:
        card = {"elo": 1800, "grade": "3k"}
        for name in ("anna", "bert"):
            ledger.append(player(name), decided(name, "0-0", "2012-01-01", pool="mgsz", card=card))
        facts = {"discipline": "go", "pools": ["mgsz"], "thinking_time": {"minutes": 60}}
        ledger.append(
            tournament("cup", "2012-03-10", **facts),
            game("cup", "anna", "1-0", "bert", round=1),
        )
        first = rows(ledger, "mgsz", "cup")[0]
        assert (first["elo before"], first["games used"], first["part"]) == ("1800", "1", "1")
