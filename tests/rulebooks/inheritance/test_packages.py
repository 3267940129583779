"""Rulebooks of installed packages: adopted by name like any other, refused plainly when broken."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ledger.events.problems import Refused
from projections.engine import registry
from projections.queries.presentation import columns_of, format_card, table_row
from tests.console.shell import Shell
from tests.console.spring import SPRING
from tests.projections.submissions import POOL
from tests.rulebooks.inheritance.house import installed, write_entry_point, write_house

ADOPTION = {
    "type": "rulebook.adopted",
    "id": "broken-rules",
    "data": {"pool": "other", "rulebook": "broken-2000", "from_day": "1995-01-01"},
}
BROKEN = {
    "an import that fails": ("import no_such_module\n", "ModuleNotFoundError: No module named"),
    "code that is none": ("class:\n", "SyntaxError"),
    "a name that is not there": ("", "AttributeError"),
    "a class that cannot be made": (
        "class Broken2000:\n    def __init__(self):\n        raise RuntimeError('no')\n",
        "RuntimeError: no",
    ),
    "something else than a rulebook": ("Broken2000 = 7\n", "is not a Rulebook: name the class"),
    "a rulebook of another name": (
        "from projections.rulebooks.dwz.rulebook import Dwz1995 as Broken2000\n",
        "has dwz-1995 under this name: use one name for both",
    ),
}


@pytest.fixture(params=BROKEN.values(), ids=BROKEN)
def fault(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A package brings ``broken-2000``, which cannot be used; gives what is said of it."""
    text, said = request.param
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "broken_rules.py").write_text(text)
    write_entry_point(folder, "broken-rules", "broken-2000", "broken_rules:Broken2000")
    with installed(folder):
        yield said


@pytest.fixture
def shell(sqlite_database: str, tmp_path: Path) -> Shell:
    shell = Shell(sqlite_database, tmp_path)
    shell.append(*SPRING)
    return shell


class TestABrokenOne:
    def test_its_adoption_is_refused_and_names_it(self, shell: Shell, fault: str) -> None:
        (problem,) = shell.refused("append", shell.file("adoption.jsonl", ADOPTION))
        assert problem["field"] == "data.rulebook"
        assert "the rulebook broken-2000 cannot be used: " in problem["message"]
        assert "the package broken-rules" in problem["message"]
        assert fault in problem["message"]

    def test_a_what_if_under_it_is_refused_and_names_it(self, shell: Shell, fault: str) -> None:
        (problem,) = shell.refused("ratings", POOL, "--rulebook", "broken-2000")
        assert problem["code"] == "broken-rulebook"
        assert fault in problem["message"]

    @pytest.mark.usefixtures("fault")
    def test_whoever_does_not_need_it_is_not_disturbed(self, shell: Shell) -> None:
        assert shell.json("ratings", POOL) != []
        assert shell.table("ratings", POOL) != ""

    @pytest.mark.usefixtures("fault")
    def test_it_stands_on_the_list_of_names(self) -> None:
        assert "broken-2000" in registry.names()


def test_two_packages_with_one_name_are_refused(tmp_path: Path) -> None:
    write_house(tmp_path)
    write_entry_point(tmp_path, "other-house", "house-2001", "house_2001.rulebook:House2001")
    with installed(tmp_path), pytest.raises(Refused) as refused:
        registry.rulebook("house-2001", {})
    (problem,) = refused.value.problems
    assert "the package house-rules and the package other-house both bring" in problem.message


def test_no_package_takes_the_place_of_a_built_in_one(tmp_path: Path) -> None:
    write_house(tmp_path)
    write_entry_point(tmp_path, "usurper", "dwz-1995", "house_2001.rulebook:House2001")
    with installed(tmp_path):
        assert type(registry.rulebook("dwz-1995", {})).__name__ == "Dwz1995"


def test_an_unknown_name_is_answered_with_all_that_are_known(tmp_path: Path) -> None:
    write_house(tmp_path)
    with installed(tmp_path), pytest.raises(Refused) as refused:
        registry.rulebook("house-1890", {})
    (problem,) = refused.value.problems
    known = "dwz-1995, dwz-2014, dwz-2026, egf-2021, fide-2024, house-2001, ingo-1960"
    assert f"use one of {known}, lask-1970, mgsz-2011" in problem.message


class TestLooks:
    """A document may name a rulebook that is no longer installed."""

    ROW: ClassVar[dict[str, Any]] = {"player": "anna", "rating_after": 1500}

    def test_its_rows_are_shown_as_they_are(self) -> None:
        assert columns_of("gone-1999") == {"before": "Before", "after": "After"}
        assert table_row(self.ROW, "gone-1999") == self.ROW

    def test_its_cards_are_spelt_field_by_field(self) -> None:
        card = {"strength": 7, "class": "A"}
        assert format_card(card, "gone-1999") == "strength 7, class A"


def test_importing_the_registry_loads_no_rulebook_and_looks_for_no_package() -> None:
    asking = (
        "import importlib.metadata, sys\n"
        "def scanned(**_): raise SystemExit('looked for packages')\n"
        "importlib.metadata.entry_points = scanned\n"
        "from projections.engine import registry\n"
        "assert not [name for name in sys.modules if '.dwz' in name or '_20' in name]\n"
        "assert registry.rulebook('dwz-1995', {}).name == 'dwz-1995'\n"
        "print(*(name for name in sys.modules if name.endswith('.rulebook')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", asking], capture_output=True, encoding="utf-8", check=False
    )
    assert done.stdout.split() == [
        "projections.rulebooks.rulebook",
        "projections.rulebooks.dwz.rulebook",
    ], done.stderr
