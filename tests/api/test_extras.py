"""Missing extras are named with commands that work while the package is in no index."""

import re
import tomllib

from projections.queries.extras import install_commands
from tests.docs.documents import ROOT
from tests.tables import every

EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]


@every("extra", EXTRAS)
def test_an_extra_is_installed_by_what_the_project_declares(extra: str) -> None:
    said = install_commands(extra)
    assert f"`uv sync --inexact --extra {extra}`" in said
    assert re.findall("'([^']+)'", said) == EXTRAS[extra]


def test_no_text_says_to_install_the_package_from_an_index() -> None:
    """The changelog apart, which tells what was."""
    texts = [
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "README.md",
        *(ROOT / "ledger").rglob("*.py"),
        *(ROOT / "projections").rglob("*.py"),
    ]
    of_an_index = re.compile(r"pip install '?rating-ledger")
    found = [path.name for path in texts if of_an_index.search(path.read_text("utf-8"))]
    assert found == ["extras.py"]
