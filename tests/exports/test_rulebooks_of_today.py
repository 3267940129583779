"""One tournament under each of the four rulebooks of today: asked, compared, printed, exported."""

import csv
import io
import json
from typing import Any

import pytest

from ledger.importing.formats.registry import read
from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import adoption, game, player, tournament

POOL, DAY = "today", "2024-06-01"
CHESS = ("fide-2024", "dwz-2014", "dwz-2026")
LISTED = {
    "fide-2024": {"anna": 1810, "bert": 1790},
    "dwz-2014": {"anna": 1867, "bert": 1733},
    "dwz-2026": {"anna": 1819, "bert": 1781},
    "egf-2021": {"anna": 1814, "bert": 1789},
}
"""Anna beats Bert, both born in 1980, both 1800 on FIDE's list of June 2024, or 3 kyu.

FIDE 8.3: K 20 · .5.  DWZ 2014 4.1.2: index 6, E as with index 1: 800 · ½/6 = 66.7.
DWZ 2026 Anhang 1.2: K of index 6, 38 · ½.  EGF entry, EGF con, EGF bonus: 3 kyu are 1800,
7.5^1.6 = 25.125 and ln(1 + e^6.25)/5 = 1.250: ± 12.562 + 1.250.
"""


def held(ledger: ExportLedger, rulebook: str) -> None:
    """A pool under a rulebook with the one tournament."""
    go = not set(CHESS) & {rulebook}
    ledger.append(adoption("2024-03-01", POOL, rulebook=rulebook))
    for name in ("anna", "bert"):
        ledger.append(player(name, name=f"{name.title()}, Test", birth_year=1980))
        if not go:
            figure = {"player": name, "system": "FIDE", "figure": 1800, "verified": True}
            data = {"pool": POOL, "list_date": DAY, **figure}
            ledger.append({"type": "rating.adopted", "id": f"FIDE {name}", "data": data})
    grade = {"entry_grade": "3k"} if go else {}
    facts = {
        "pools": [POOL],
        "discipline": "go" if go else "chess",
        "starts_on": "2025-01-10",
        "rounds": 1,
        "thinking_time": {"minutes": 120},
        "entrants": [{"player": name, **grade} for name in ("anna", "bert")],
        **({"class": "A"} if go else {}),
    }
    ledger.append(tournament("cup", "2025-01-10", **facts))
    ledger.append(game("cup", "anna", "1-0", "bert", round=1))


def answered(ledger: ExportLedger, *command: str) -> Any:
    """The document that a command prints."""
    result = ledger.run("--format", "json", *command)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def figures(ledger: ExportLedger, *options: str) -> dict[str, int]:
    return {row["player"]: row["figure"] for row in answered(ledger, "ratings", POOL, *options)}


@pytest.mark.parametrize("other", CHESS)
@pytest.mark.parametrize("own", CHESS)
def test_a_pool_is_asked_under_another_rulebook_and_keeps_its_own(
    ledger: ExportLedger, own: str, other: str
) -> None:
    """Nothing is written by the question; who differs is told from the one to the other."""
    held(ledger, own)
    assert figures(ledger, "--rulebook", other) == LISTED[other]
    differences = answered(ledger, "diff", POOL, "--rulebook", other)
    found = {row["player"]: (row["before"], row["after"]) for row in differences}
    expected = {name: (LISTED[own][name], LISTED[other][name]) for name in ("anna", "bert")}
    assert found == ({} if own == other else expected)
    assert figures(ledger) == LISTED[own]


@pytest.mark.parametrize(("own", "other"), [("egf-2021", "mgsz-2011"), ("mgsz-2011", "egf-2021")])
def test_a_go_pool_too(ledger: ExportLedger, own: str, other: str) -> None:
    """MGSZ 6: under it a committee has to let newcomers in, so that nobody is listed."""
    held(ledger, own)
    listed = {**LISTED, "mgsz-2011": {}}
    assert figures(ledger, "--rulebook", other) == listed[other]
    assert len(answered(ledger, "diff", POOL, "--rulebook", other)) == 2
    assert figures(ledger) == listed[own]


@pytest.mark.parametrize(
    ("rulebook", "before", "coefficient", "after"),
    [
        ("fide-2024", ("Ro", "1800"), ("K", "20"), ("Rn", "1810")),
        ("dwz-2014", ("Ro", "1800-6"), ("E", "5"), ("Rn", "1867-7")),
        ("dwz-2026", ("Ro", "1800-6"), ("K", "38.0"), ("Rn", "1819-7")),
        ("egf-2021", ("GoR before", "1800.000"), ("con", "25.125"), ("GoR after", "1813.813")),
    ],
)
def test_its_evaluation_has_the_columns_of_its_system(
    ledger: ExportLedger,
    rulebook: str,
    before: tuple[str, str],
    coefficient: tuple[str, str],
    after: tuple[str, str],
) -> None:
    held(ledger, rulebook)
    result = ledger.run("export", "evaluation", POOL, "cup", "--as", "csv")
    assert (result.exit_code, result.stderr) == (0, "")
    row = next(csv.DictReader(io.StringIO(result.stdout, newline="")))
    assert (row["Player"], row["rulebook"]) == ("Anna, Test", rulebook)
    assert [(name, row[name]) for name, _ in (before, coefficient, after)] == [
        before,
        coefficient,
        after,
    ]


def test_fides_evaluation_is_headed_by_its_own_symbols(ledger: ExportLedger) -> None:
    """FIDE 8.3: 1800 against 1800, K 20; by table 8.1.1 a whole score is 800 more."""
    held(ledger, "fide-2024")
    result = ledger.run("export", "evaluation", POOL, "cup", "--as", "csv")
    first = next(csv.reader(io.StringIO(result.stdout.partition("\n")[2], newline="")))
    assert first[3:15] == [
        *("rated", "1800", "1800", "1.0", "1"),
        *("0.50", "0.50", "20", "10.00", "2025-02-01", "1810", "2600"),
    ]
    printed = ledger.run("export", "evaluation", POOL, "cup", "--as", "html").stdout
    assert "K: development coefficient;" in printed


@pytest.mark.parametrize(
    ("rulebook", "form", "ratings"),
    [
        *(("fide-2024", form, {"FIDE": 1800}) for form in ("trf16", "trf26")),
        *((rulebook, "trf16", {"FIDE": 1800}) for rulebook in CHESS[1:]),
        *((rulebook, "trf26", {"GER": 1800}) for rulebook in CHESS[1:]),
    ],
)
def test_a_chess_tournament_is_exported_with_the_figures_of_its_federation(
    ledger: ExportLedger, rulebook: str, form: str, ratings: dict[str, int]
) -> None:
    """TRF16 has one column of ratings and no word for whose they are; TRF26 has national lines."""
    held(ledger, rulebook)
    content, _ = ledger.written("cup", form, pool=POOL)
    report, issues = read("trf", "the cup", content)
    assert report is not None
    assert [issue for issue in issues if issue.kind == "error"] == []
    assert [each.ratings for each in report.players] == [ratings, ratings]


@pytest.mark.parametrize("rulebook", [*CHESS, "egf-2021"])
def test_standings_need_no_rulebook(ledger: ExportLedger, rulebook: str) -> None:
    held(ledger, rulebook)
    placed = answered(ledger, "standings", "cup", "--method", "points")["players"]
    assert [(row["player"], row["points"]) for row in placed] == [("anna", 1.0), ("bert", 0.0)]
