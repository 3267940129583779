"""Whatever a document shows is what the program does, and whatever it names is there."""

import re
from pathlib import Path

import click
import pytest

from projections.engine.registry import BUILT_IN
from projections.interfaces.cli.lazy_commands import main
from tests.docs.documents import ROOT, Outcome, blocks, drawn, run
from tests.docs.sessions import examples, run_sessions
from tests.tables import every

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EVERY_DOCUMENT = every("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT))
EXECUTED = [
    path
    for path in DOCUMENTS
    if any(block.info == ("console",) or [*examples(block)] for block in blocks(path))
]


@pytest.mark.parametrize("document", EXECUTED, ids=[path.name for path in EXECUTED])
def test_commands_and_sessions_of_a_document_give_what_it_shows(
    document: Path, tmp_path: Path
) -> None:
    outcomes = [*run(document, tmp_path), *run_sessions(document, tmp_path)]
    wrong = [f"line {each.command.line}: {_told(each)}" for each in outcomes if each.problem]
    assert outcomes
    assert not wrong, "\n".join([f"{document.name} (see tests/docs/renew.py):", *wrong])
    for picture in drawn(document, tmp_path):
        assert picture.read_text("utf-8") == (document.parent / picture.name).read_text("utf-8")


def _told(outcome: Outcome) -> str:
    return f"$ {outcome.command.text}\n{outcome.problem}"


@EVERY_DOCUMENT
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8"))
    inside = [link for link in links if "://" not in link]
    assert [link for link in inside if not (document.parent / link).exists()] == []


@EVERY_DOCUMENT
def test_every_file_it_names_is_there(document: Path) -> None:
    named = re.findall(r"`((?:[\w.]+/)+[\w.]+\.\w+|(?:[\w.]+/)+)`", document.read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_tour_names_what_stands_in_the_files() -> None:
    """``name`` in ``file`` is read as: the file defines the name."""
    text = (ROOT / "docs" / "maintainers" / "code-tour.md").read_text("utf-8")
    pairs = re.findall(r"`(\w+)`\s+in\s+`([\w/]+\.py)`", text)
    assert len(pairs) > 10
    missing = [
        f"{name} in {file}"
        for name, file in pairs
        if not re.search(rf"(?m)^(?:def|class) {name}\b", (ROOT / file).read_text("utf-8"))
    ]
    assert missing == []


@EVERY_DOCUMENT
def test_every_command_it_names_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    context = click.Context(main)
    named = set(re.findall(r"(?:`|\$ |uv run )rating-ledger (?:--\w+ \S+ )*([a-z][a-z-]*)", text))
    assert {name for name in named if main.get_command(context, name) is None} == set()


def test_the_readme_begins_with_the_two_commands_that_are_enough() -> None:
    shell = [block.text for block in blocks(ROOT / "README.md") if block.info == ("sh",)]
    assert shell[:2] == [
        "pip install uv && uv run rating-ledger demo\n",
        "pip install uv && uv run pytest\n",
    ]


def test_the_readme_names_every_built_in_rulebook() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in BUILT_IN if f"| `{name}` |" not in text] == []
