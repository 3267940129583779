"""A package brings the checker of its rulebook: found by name, without any module changed."""

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path
from typing import Any

import pytest

from projections.checking.check import checked
from projections.checking.checker import checker_of

MODULE = """
from projections.checking.checker import Checker
from projections.checking.formula import Given, formula

CHECKER = Checker(
    rulebook="lot-1900", defaults={}, known={"Ro": "before"}, led_to={"Rn": "after"}
)


@formula("LOT 1|LOT 1910 2", "Ro|drawn", "Rn")
def _drawn(g: Given) -> int:
    return g["Ro"] + g["drawn"]
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Create the files of an installed package."""
    (tmp_path / "lot_1900_checker.py").write_text(MODULE, "utf-8")
    info = tmp_path / "lot_1900-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lot\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text(
        "[rating_ledger.checkers]\nlot-1900 = lot_1900_checker:CHECKER\n", "utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    yield
    sys.modules.pop("lot_1900_checker", None)


def _document(result: int) -> dict[str, Any]:
    row = {"player": "anna", "before": 1500, "after": result}
    step = {"rule": "LOT 1", "text": "", "given": {"Ro": 1500, "drawn": 7}, "result": 1507}
    return {
        "player": "anna",
        "tournament": "cup",
        "rulebook": "lot-1900",
        "ended_on": "1900-01-01",
        "parameters": {},
        "row": row,
        "rows": [row],
        "card_before": None,
        "card_after": None,
        "opponents": [],
        "residual_games": {"used": [], "kept": [], "lapsed": []},
        "not_counted": [],
        "steps": [step],
    }


@pytest.mark.usefixtures("installed")
def test_the_checker_of_a_package_recomputes_its_steps_and_its_row():
    right, wrong = checked(_document(1507)), checked(_document(1508))
    assert (right["confirmed"], right["holds"]) == (1, True)
    assert "unchecked" not in right
    assert wrong["misfits"] == ["Rn of the steps and after of the row: 1507 and 1508"]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("rule", ["LOT 1", "LOT 1910 2"])
def test_a_formula_of_several_editions_looks_at_the_field_of_the_row(rule: str):
    document = _document(1507)
    document["steps"][0]["rule"] = rule
    assert checked(document)["holds"]
    document["row"]["before"] = document["rows"][0]["before"] = 1499
    assert checked(document)["steps"][0]["changed"] == ["Ro"]


def test_without_the_package_its_steps_are_stated():
    assert checker_of(_document(1507)) is None
    assert checked(_document(1507))["not_known"] == 1


@pytest.mark.usefixtures("installed")
def test_one_that_cannot_be_loaded_is_as_good_as_none(tmp_path: Path):
    (tmp_path / "lot_1900_checker.py").write_text("import no_such_module\n", "utf-8")
    assert checked(_document(1507))["not_known"] == 1
