"""Rating lists and cards of the district as files, compared with its events."""

import io
import re
import zipfile
from datetime import date
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from projections.api import Ledger
from projections.files.charts.plots import crosstable_plot
from tests.district.conftest import Office
from tests.district.expected import WITHHELD, facts, halves, rating_list, rulebook_of
from tests.district.printed_tables import csv_rows, html_flush, html_rows

POOLS = ("district", "fide", "juniors")


def written(database: str, pool: str, form: str, **asked: str) -> bytes:
    """A list as a file."""
    with Ledger.open(database) as ledger, ledger.pool(pool) as view:
        return view.export_ratings(form, **asked).content


@pytest.mark.parametrize("pool", POOLS)
def test_programs_get_every_field_of_a_list(district: str, pool: str) -> None:
    """A column for each field of the card; who is withheld has no name."""
    listed = rating_list(district, pool)
    fields = rulebook_of(district, pool).card_fields
    expected = [
        {
            "place": str(it.place),
            "player": it.player,
            "name": facts().name(it.player) or "",
            **{field: "" if it.card[field] is None else str(it.card[field]) for field in fields},
            "last_event": it.last_event,
            "valid_until": "",
            "status": "valid",
        }
        for it in listed
    ]
    assert csv_rows(written(district, pool, "csv").decode()) == expected
    spreadsheet = csv_rows(written(district, pool, "xlsx-csv").decode("utf-8-sig"), ";")
    assert [row["name"] for row in spreadsheet] == [facts().shown(it.player) for it in listed]
    for field in ("place", *fields):
        assert [row[field] for row in spreadsheet] == [row[field] for row in expected]


@pytest.mark.parametrize("pool", POOLS)
def test_people_get_place_name_club_and_rating(district: str, pool: str) -> None:
    """On the printed page and in the workbook alike, which has the card's fields as numbers."""
    listed = rating_list(district, pool)
    book = rulebook_of(district, pool)
    headings, *rows = html_rows(written(district, pool, "html").decode())
    assert headings[:4] == ["Place", "Name", "Club", "Rating"]
    expected = [
        [
            str(it.place),
            facts().shown(it.player),
            ("" if it.player == WITHHELD else facts().club(it.player, it.day)) or "",
            book.format_card(it.card),
        ]
        for it in listed
    ]
    assert [row[:4] for row in rows] == expected
    content = io.BytesIO(written(district, pool, "xlsx", lang="de"))
    sheet = CalamineWorkbook.from_filelike(content).get_sheet_by_index(0)
    _, _, headings, *cells = sheet.to_python(skip_empty_area=False)
    assert headings[:3] == ["Platz", "Name", "Verein"]
    assert headings[-2:] == ["Gültig bis", "Id"]
    shown = [[str(int(row[0])), *row[1:3], row[-1]] for row in cells]
    withheld = {"(withheld)": "(zurückgehalten)"}
    assert shown == [
        [place, withheld.get(name, name), club, it.player]
        for (place, name, club, _), it in zip(expected, listed, strict=True)
    ]
    first = book.card_fields[0]
    assert [row[3] for row in cells] == [it.card[first] for it in listed]


EVALUATED = "Before Points Games We E After Change Rh Rp"
ON_PAPER = {
    ("ratings",): ["Place Rating Change"],
    ("player", "d0118"): [
        "Games Points % Won Drawn Lost",
        EVALUATED,
        "Games Score Won Drawn Lost",
    ],
    ("evaluation", "easter-2026"): ["Place Points BH SB", EVALUATED, ""],
    ("evaluation", "league-2026"): ["Place + = − MP BP", "", "Board Points Games %", EVALUATED],
    ("review",): [
        *("Before After Change", "First Second Third", "Expected", "Games Points"),
        *("Games Won Drawn", "Born"),
    ],
}
"""By document the headings of its tables that stand at the right."""
WIDTHS = {
    ("ratings",): [[9, 28, 24, 9, 9, 9, 12, 16]],
    ("player", "d0118"): [[28, *[12] * 11]],
    ("evaluation", "easter-2026"): [[28, *[12] * 10], [40, 40]],
}
"""By workbook the widths of the columns of its sheets: names have 28, games and reasons 40."""


@pytest.mark.parametrize("asked", ON_PAPER)
def test_a_document_has_numbers_below_each_other_on_paper_and_in_a_workbook(
    district: str, asked: tuple[str, ...]
) -> None:
    """A workbook keeps its head in sight, and repeats it on every sheet of paper."""
    kind, *of = asked
    with Ledger.open(district) as ledger, ledger.pool("district") as view:
        write = getattr(view, f"export_{kind}")
        form = ("html", *of) if kind in {"ratings", "review"} else (*of, "html")
        found = html_flush(write(*form).content.decode())
        assert [*dict.fromkeys(found)] == ON_PAPER[asked]
        if asked not in WIDTHS:
            return
        book = zipfile.ZipFile(
            io.BytesIO(write(*("xlsx" if it == "html" else it for it in form)).content)
        )
    sheets = [book.read(it).decode() for it in book.namelist() if "worksheets/sheet" in it]
    columns = [re.findall(r'<col min="(\d+)" max="(\d+)" width="(\d+)', it) for it in sheets]
    assert [
        [int(width) for first, last, width in it for _ in range(int(first), int(last) + 1)]
        for it in columns
    ] == WIDTHS[asked]
    assert all('<pane xSplit="2" ySplit="3"' in it for it in sheets)
    assert all('<pageSetup fitToHeight="0"' in it for it in sheets)
    assert book.read("xl/workbook.xml").decode().count("!$3:$3</definedName>") == len(sheets)
    assert '<b/><sz val="14"/>' in book.read("xl/styles.xml").decode()


def test_a_column_that_is_asked_for_is_in_every_file(district: str, tmp_path: Path) -> None:
    """Years of birth, in the order of the list."""
    del tmp_path
    born = [
        "" if it.player == WITHHELD else str(facts().players[it.player].get("birth_year", ""))
        for it in rating_list(district, "district")
    ]
    asked = {"columns": "birth_year"}
    by_csv = csv_rows(written(district, "district", "csv", **asked).decode())
    headings, *rows = html_rows(written(district, "district", "html", **asked).decode())
    assert [row["birth_year"] for row in by_csv] == born
    assert [row[headings.index("Born")] for row in rows] == born


def test_a_printed_review_has_the_tables_of_the_season(office: Office) -> None:
    """Of a list, and of a player; numbers without decimals, days as people write them."""

    def day(iso: str) -> str:
        given = date.fromisoformat(iso)
        return f"{given.day} {given:%b %Y}".replace("Sep", "Sept")

    def shown(row: Any, key: str = "name") -> str:
        return row[key] or "(withheld)"

    for whose in ((), ("d0118",)):
        review = office.json("review", "district", *whose)
        with Ledger.open(office.database) as ledger, ledger.pool("district") as view:
            page = html_rows(view.export_review("html", *whose).content.decode())
        expected = {
            ("Before", "After", "Change"): [
                [shown(it), f"{it['before']:g}", f"{it['after']:g}", f"{it['change']:+g}"]
                for it in review["gains"]
            ],
            ("First", "Second", "Third"): [
                [shown(it), *(str(it[key]) for key in ("first", "second", "third"))]
                for it in review["podiums"]
            ],
            ("Loser", "Tournament", "Expected"): [
                [
                    *(shown(it, f"{who}_name") for who in ("winner", "loser")),
                    it["title"],
                    f"{100 * it['expected']:.{int(it['expected'] < 0.01)}f} %",
                ]
                for it in review["upsets"]
            ],
            ("Games", "Points"): [
                [shown(it), str(it["games"]), halves(it["points"])] for it in review["most_games"]
            ],
            ("Games", "Won", "Drawn"): [
                [shown(it), *(str(it[key]) for key in ("games", "wins", "draws"))]
                for it in review["unbeaten"]
            ],
            ("Born",): [
                [shown(it), str(it["birth_year"])]
                for it in (*review["youngest"], *review["oldest"])
            ],
        }
        expected = {headings: rows for headings, rows in expected.items() if rows}
        headings = [row for row in page if row[0] in {"Name", "Winner"}]
        assert [tuple(it[1:]) for it in headings] == [*expected, ("Born",)]
        rows = [row for row in page if row not in headings]
        assert [[it.replace("−", "-") for it in row] for row in rows] == [
            *chain(*expected.values())
        ]


def test_an_audit_is_headed_by_what_gave_the_rating(office: Office) -> None:
    """The tournament and its day; a decision before the first tournament is without one."""
    tournament = facts().tournaments["easter-2026"]
    with Ledger.open(office.database) as ledger:
        with ledger.pool("district") as view:
            after = view.export_audit("d0118", "easter-2026", "md").content.decode()
        with ledger.pool("district", on="2024-09-01") as view:
            decided = view.export_audit("d0118", form="md").content.decode()
    name = facts().shown("d0118")
    assert f"**{name} (d0118)**: {tournament['name']}, {tournament['ended_on']}" in after
    assert f"**{name} (d0118)**: Without a tournament, 2024-" in decided


def test_the_picture_of_a_crosstable_numbers_its_columns_from_one(office: Office) -> None:
    """As many as there are players."""
    table = office.json("crosstable", "district", "club-1-2026")
    drawn = crosstable_plot(table, halves).decode()
    numbers = [str(number) for number, _ in enumerate(table["players"], start=1)]
    assert re.findall(r">(\d+)</text>", drawn)[: len(numbers)] == numbers


def test_data_quality_names_what_is_not_rated_and_who_may_be_one(district: str) -> None:
    """The rapid play until the day, the newest first; namesakes, last those of other years."""
    with Ledger.open(district) as ledger:
        for on, looked_at in (("2026-10-09", 99), ("2026-01-31", 5), ("2026-01-31", 4)):
            with ledger.pool("district", on=on) as view:
                found = [*view.data_quality(looked_at)]
            ended = [it for it in facts().newest_first("district") if it["ended_on"] <= on]
            ids = [it["tournament"] for it in ended[:looked_at]]
            assert [(it["tournament"], it["players"], it["games"]) for it in found] == [
                (it, len(facts().field(it)), len(facts().games[it])) for it in ids if "rapid" in it
            ]
        doubles = ledger.possible_doubles()
    born = {it: data.get("birth_year") for it, data in facts().players.items()}
    named: dict[str, list[str]] = {}
    for player, data in sorted(facts().players.items()):
        if player != WITHHELD:
            named.setdefault(data["name"], []).append(player)
    pairs = [pair for group in named.values() for pair in combinations(group, 2)]
    expected = [(born[one] != born[other], (one, other)) for one, other in sorted(pairs)]
    assert [tuple(it["player"] for it in each["players"]) for each in doubles] == [
        pair for _, pair in sorted(expected, key=lambda each: each[0])
    ]
    assert [each["reasons"][1:] for each in doubles] == [
        ["another year of birth"] * differ for differ, _ in sorted(expected, key=lambda it: it[0])
    ]
