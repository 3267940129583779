"""Names that mean something to a terminal, a spreadsheet or a database are shown as written."""

import csv
import io
import json

import pytest

from ledger.importing.formats.csv_cells import unguarded
from tests.projections.submissions import adoption, decided, game, player, tournament

NAMES = {
    "brackets": "Anna [junior]",
    "a closing tag": "Anna [/bold]",
    "a colour": "[red]Anna[/red]",
    "an emoji by name": "Anna :smile:",
    "a backslash at the end": "Anna\\",
    "a formula": "=1+1",
    "signs of other scripts": "Åsa 王 🙂",
    "signs of a query": "An'n\"a%_;--",
    "braces": "Anna {0} %s",
}


@pytest.fixture(params=NAMES.values(), ids=NAMES.keys())
def strange(request, empty_file):
    """A player, a tournament and a game that are called so, and the questions about them."""
    name = request.param
    empty_file.append(
        adoption("1990-01-01", name),
        player(name, name=name),
        player("bela"),
        decided(name, "1500-10", pool=name),
        tournament(name, "1996-05-01", name=name, pools=[name]),
        game(name, name, "1-0", "bela", game=name),
    )
    questions = [
        ("ratings", name),
        ("player", name, name),
        ("tournament", name, name),
        ("audit", name, name, name),
    ]
    return empty_file, name, questions


@pytest.mark.slow
def test_documents_hold_them_as_they_were_handed_in(strange):
    shell, name, questions = strange
    for question in questions:
        assert name in list(_texts(shell.json(*question)))
    assert name in list(_texts(shell.json("log")))
    for line in shell.table("export", "log").splitlines():
        json.loads(line)


@pytest.mark.slow
def test_tables_hold_them_as_they_were_handed_in(strange):
    shell, name, questions = strange
    for question in questions:
        assert name in shell.table(*question)
    assert name in shell.table("log", "--type", "tournament.submitted")


def test_csv_holds_them_as_they_were_handed_in(strange):
    shell, name, _ = strange
    text = shell.table("--format", "csv", "ratings", name)
    (row,) = csv.DictReader(io.StringIO(text))
    assert (unguarded(row["player"]), unguarded(row["name"])) == (name, name)
    assert not row["name"].startswith("=")
    assert row["last_event"] == f"decision {name} 1995-07-01"


def _texts(document):
    """Every text in a document."""
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        for item in document:
            yield from _texts(item)
    elif isinstance(document, str):
        yield document
