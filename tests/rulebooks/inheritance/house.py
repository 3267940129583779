"""Packages that bring a rulebook, written for a test: the house rules of 2001, and broken ones.

The house rules change three paragraphs of DWZ 1995 and number its fourth chapter as the third.
"""

import importlib
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from projections.engine import registry
from projections.rulebooks.dwz import dwz

OWN = {"4.8": "3.8", "4.9.2": "3.9.2", "6.2.2": "6.2.2"}
"""The paragraphs of 1995 that the house rules replace, by their own numbers."""

FILES = {
    "__init__.py": '''
"""The house rules of 2001, which say what changes in DWZ 1995."""

from projections.rulebooks.document import Document
from projections.rulebooks.dwz import dwz

house = Document("HOUSE", "House rules of 2001", __name__, earlier=dwz)
''',
    "SOURCE.md": "# House rules of 2001\n",
    "tables/coefficient.csv": "# HOUSE 3.9.2\nfrom,E\n0,10\n1600,25\n",
    "p3_08_performance.py": '''
"""HOUSE 3.8: a performance is shown from five games on."""

from projections.rulebooks.dwz.p4_08_performance import performance_1995
from house_2001 import house


@house.within("3.8")
def performance(opponents, W, rules):
    """Fewer than five games show nothing."""
    return performance_1995(opponents, W, rules) if len(opponents) >= 5 else None
''',
    "p3_09_next_rating.py": '''
"""HOUSE 3.9.2: E is printed."""

from projections.rulebooks.dwz.chapters import NextRating
from projections.rulebooks.dwz.p4_09_next_rating import next_index, next_rating_1995
from projections.rulebooks.figures import printed_table
from house_2001 import house

_TABLE = printed_table(__package__, "coefficient.csv")
_ROWS = [(int(row["from"]), int(row["E"])) for row in _TABLE]


@house("3.9.2")
def coefficient(Ro: int) -> int:
    """E stands in the table by Ro, whatever the age."""
    return max((least, E) for least, E in _ROWS if least <= Ro)[1]


def evaluated(own, result, age, readings):
    E = coefficient(own.rating)
    Rn = next_rating_1995(own.rating, result.W, result.We, E, result.n)
    return NextRating(E, Rn, next_index(own.index))
''',
    "p6_02_events.py": '''
"""HOUSE 6.2.2: the thinking time."""

from house_2001 import house


@house.within("6.2.2")
def required_minutes(youth_class):
    """Ninety minutes, in every class."""
    return 90
''',
    "rulebook.py": '''
"""The house rules for the registry."""

import attrs

from house_2001 import house
from house_2001.p3_08_performance import performance
from house_2001.p3_09_next_rating import evaluated
from house_2001.p6_02_events import required_minutes
from projections.rulebooks.dwz.editions import DWZ_1995
from projections.rulebooks.dwz.rulebook import Dwz1995


@attrs.frozen
class House2001(Dwz1995):
    name = "house-2001"
    document = house
    columns = {**Dwz1995.columns, "coefficient": "House E"}
    chapters = attrs.evolve(
        DWZ_1995,
        performance=performance,
        next_rating=evaluated,
        required_minutes=required_minutes,
    )
''',
    "tests/test_house.py": '''
"""HOUSE 3.8, HOUSE 3.9.2, HOUSE 6.2.2: as the house prints them."""
''',
}


def register() -> str:
    """The register of the house: three rules, and the rest as in 1995."""
    text = resources.files(dwz.package).joinpath(dwz.folder, "paragraphs.toml")
    lines = []
    for number in tomllib.loads(text.read_text("utf-8")):
        own = OWN.get(number)
        if own is not None:
            lines.append(f'"{own}" = {{ is = "rule", says = "new", replaces = ["{number}"] }}')
            continue
        first, dot, rest = number.partition(".")
        own = f"3{dot}{rest}" if first == "4" else number
        moved = "" if own == number else f', paragraph = "{number}"'
        lines.append(f'"{own}" = {{ is = "as", edition = "dwz-1995"{moved} }}')
    return "\n".join(lines) + "\n"


def write_house(folder: Path) -> Path:
    """The package of the house rules, as an installation would leave it."""
    package = folder / "house_2001"
    for name, text in {**FILES, "paragraphs.toml": register()}.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), "utf-8")
    write_entry_point(folder, "house-rules", "house-2001", "house_2001.rulebook:House2001")
    return package


def write_entry_point(folder: Path, package: str, name: str, value: str) -> None:
    """Write the metadata of an installed package that brings a rulebook."""
    told = folder / f"{package.replace('-', '_')}-1.dist-info"
    told.mkdir(parents=True, exist_ok=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (told / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{name} = {value}\n")


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The packages of a folder can be imported, and bring their rulebooks, inside the block."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):
                del sys.modules[name]
        _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    registry._brought.cache_clear()
    registry.registered.cache_clear()
