"""A rulebook's fingerprint changes with whatever can change a figure, and with nothing else."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest

from projections.engine import registry
from projections.engine.read_model import fingerprint as fingerprints
from projections.engine.read_model.fingerprint import fingerprint
from projections.rulebooks.dwz.rulebook import Dwz1995
from tests.architecture.sources import ROOT
from tests.rulebooks.inheritance.house import installed, write_house

Taken = Callable[[], str]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Path]:
    package = write_house(tmp_path / "packages")
    with installed(package.parent):
        yield package


@pytest.fixture
def taken() -> Iterator[Taken]:
    """Takes the fingerprint of the house rules as their files lie there now."""

    def take() -> str:
        fingerprints._fingerprint.cache_clear()
        return fingerprint(registry.registered("house-2001"))

    yield take
    fingerprints._fingerprint.cache_clear()


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("p6_02_events.py", "return 90", "return 60"),
        ("tables/coefficient.csv", "0,10", "0,12"),
        ("rulebook.py", "next_rating=evaluated,", ""),
    ],
)
def test_a_changed_rule_or_table_changes_it(
    house: Path, taken: Taken, file: str, before: str, after: str
) -> None:
    first = taken()
    text = (house / file).read_text("utf-8")
    assert before in text
    (house / file).write_text(text.replace(before, after), "utf-8")
    assert taken() != first


@pytest.mark.parametrize("module", ["dwz/p4_07_1_score_sheets.py", "figures.py", "occasion.py"])
def test_a_change_of_the_edition_before_or_of_what_all_share_changes_it(
    house: Path, taken: Taken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    first = taken()
    assert house.is_dir()
    path = ROOT / "projections" / "rulebooks" / module
    whole = Path.read_bytes

    def changed(self: Path) -> bytes:
        return whole(self) + (b"\nLATER = 1\n" if self == path else b"")

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert taken() != first
    assert tmp_path not in path.parents


def test_another_default_of_a_parameter_changes_it() -> None:
    first = fingerprint(Dwz1995())
    field = attrs.fields_dict(type(Dwz1995().readings))["special_threshold"]

    @attrs.frozen(kw_only=True)
    class Later(type(Dwz1995().readings)):  # type: ignore[misc]
        special_threshold: int = attrs.field(default=300, metadata=field.metadata)

    assert fingerprint(Dwz1995(readings=Later())) != first


def test_the_readings_chosen_do_not_change_it() -> None:
    chosen = registry.rulebook("dwz-1995", {"special_threshold": 150})
    assert fingerprint(chosen) == fingerprint(registry.registered("dwz-1995"))


@pytest.mark.usefixtures("house")
def test_what_decides_no_figure_does_not_change_it(house: Path, taken: Taken) -> None:
    first = taken()
    (house / "SOURCE.md").write_text("# Another preface\n", "utf-8")
    (house.parent / "elsewhere.py").write_text("# a comment\n", "utf-8")
    (house / "__pycache__").mkdir(exist_ok=True)
    (house / "__pycache__" / "left.pyc").write_bytes(b"over")
    assert taken() == first


def test_line_ends_and_the_place_do_not_change_it(taken: Taken, tmp_path: Path) -> None:
    found = []
    for folder, end in (("one", "\n"), ("another", "\r\n")):
        package = write_house(tmp_path / folder)
        for path in (*package.rglob("*.py"), *package.rglob("*.csv")):
            path.write_bytes(path.read_text("utf-8").replace("\n", end).encode())
        with installed(package.parent):
            found.append(taken())
            assert str(tmp_path / folder) in (sys.modules["house_2001"].__file__ or "")
    assert found[0] == found[1]


def test_every_rulebook_has_one_of_its_own() -> None:
    found = {fingerprint(registry.registered(name)) for name in registry.BUILT_IN}
    assert len(found) == len(registry.BUILT_IN)
    assert all(len(each) == 64 for each in found)
