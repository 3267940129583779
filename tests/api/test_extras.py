"""Missing extras are named with what works for every installer of a package in no index."""

import re
import tomllib

from projections.queries.extras import install_commands
from tests.docs.documents import ROOT
from tests.tables import every

EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]


@every("extra", EXTRAS)
def test_an_extra_is_named_in_words_that_hold_for_pip_and_for_uv(extra: str) -> None:
    said = install_commands(extra)
    assert said.startswith(f"install rating-ledger with the extra `{extra}` ")
    assert f"`uv sync --inexact --extra {extra}`" in said
    assert f"`[{extra}]`" in said
    assert "pip install" not in said


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
    assert found == []
