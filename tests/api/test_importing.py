"""Importing the façade costs next to nothing, and its types are there for whoever uses it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

HEAVY = {"attrs", "click", "numpy", "psycopg", "pyarrow", "rich", "sqlalchemy", "structlog"}
TYPED = """
from projections.api import Ledger, as_json, frame

with Ledger.open("sqlite:///club.db") as ledger:
    receipt = ledger.append([{"type": "player.registered", "data": {}}], by="anna")
    reveal_type(receipt.appended)
    with ledger.pool("club", on="1996-12-31", known_at=14) as club:
        reveal_type(club.ratings()[0]["figure"])
        reveal_type(club.player("anna")["history"])
        reveal_type(club.tournament("autumn")["rated"])
        reveal_type(next(club.games())["white_points"])
        reveal_type(club.diff(ledger.pool("club"))[0]["causes"])
        text: str = as_json(club.audit("anna"))
    ledger.pool(5)
    club.ratings()[0]["elo"]
"""
REVEALED = ["int", "int | None", "list[typing.Mapping[str, Any]]", "bool", "float", "list[str]"]


def python(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder, check=False
    )


def test_importing_and_opening_load_no_library() -> None:
    script = (
        "import sys\nfrom projections.api import Ledger\n"
        "with Ledger.open('sqlite:///nowhere.db') as ledger: print(*sys.modules)"
    )
    done = python("-c", script)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded & HEAVY == set()
    assert "projections" in loaded


@pytest.mark.slow
def test_a_script_that_uses_the_door_is_checked_by_its_types(tmp_path: Path) -> None:
    """``py.typed`` lies in both packages: mypy knows every answer, and says what is wrong."""
    (tmp_path / "script.py").write_text(TYPED, "utf-8")
    cache = str(tmp_path / "cache")
    done = python("-m", "mypy", "--strict", "--cache-dir", cache, "script.py", folder=tmp_path)
    lines = done.stdout.splitlines()
    notes = [line.split('"')[1] for line in lines if "Revealed type" in line]
    assert [note.replace("builtins.", "") for note in notes] == REVEALED
    errors = [line for line in lines if " error: " in line]
    assert [line.rpartition("[")[2] for line in errors] == ["arg-type]", "typeddict-item]"]
