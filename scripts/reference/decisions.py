"""The index of the decisions, made from their files."""

import re
from collections.abc import Sequence
from pathlib import Path

from scripts.reference.markdown import table

FOLDER = Path(__file__).parents[2] / "docs" / "maintainers" / "decisions"
HEAD = """# Decisions

For contributors: the reasons for the design, newest first. A reversed decision stays, with its
successor.
"""
_DECIDED = re.compile(r"^Decided on ([\d-]+)\.(?: Status: (.+)\.)?$", re.MULTILINE)


def page() -> str:
    """Return the page as Markdown."""
    files = sorted(FOLDER.glob("[0-9]*.md"), reverse=True)
    return (
        "\n".join([HEAD, *table(["number", "decision", "date", "status"], map(_cells, files))])
        + "\n"
    )


def _cells(file: Path) -> Sequence[str]:
    text = file.read_text("utf-8")
    decided = _DECIDED.search(text)
    if decided is None:
        message = f"{file.name}: 'Decided on YYYY-MM-DD.' is missing"
        raise ValueError(message)
    title = text.partition("\n")[0].removeprefix("# ")
    date, status = decided.groups(default="in force")
    return file.name.partition("-")[0], f"[{title}]({file.name})", date, status
