"""In a terminal an import asks for what its file leaves open; elsewhere it is refused as ever."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from projections.api import Ledger
from tests.api.season import SEASON

FILE = """[Event "Easter"]
[Date "1996.??.??"]
[Round "1"]
[White "Berg, Berta"]
[Black "Strauss, Carla"]
[Result "1-0"]

1. e4 1-0
"""


@pytest.fixture
def words(sqlite_database: str, tmp_path: Path) -> list[str]:
    """The words of an import whose file has no last day."""
    path = tmp_path / "easter.pgn"
    path.write_text(FILE)
    with Ledger.open(sqlite_database) as ledger:
        ledger.append(SEASON, by="anna")
    program = [sys.executable, "-m", "projections.interfaces.cli.program"]
    command = ["--database", sqlite_database, "import", "pgn", str(path), "--pool", "dwz"]
    return [*program, *command, "--link", "1=agnes", "--link", "2=bjorn", "--dry-run"]


def said_in_a_terminal(words: list[str], typed: bytes) -> tuple[int, str]:
    """The exit status and standard error of a program at which somebody types."""
    ours, theirs = pty.openpty()
    os.write(ours, typed)
    ran = subprocess.run(words, stdin=theirs, capture_output=True, text=True, check=False)
    os.close(theirs)
    os.close(ours)
    return ran.returncode, ran.stderr


@pytest.mark.slow
def test_the_last_day_is_asked_for_until_it_is_one(words: list[str]) -> None:
    status, said = said_in_a_terminal(words, b"1996-02-30\n1996-04-07\n")
    assert status == 0, said
    assert said.count("  --ended-on:") == 2
    assert "the same without questions: --ended-on 1996-04-07" in said


@pytest.mark.slow
def test_nobody_is_asked_where_that_is_not_wanted_or_nobody_sits(words: list[str]) -> None:
    status, said = said_in_a_terminal([*words, "--no-questions"], b"1996-04-07\n")
    assert (status, "  --ended-on:" in said) == (1, False)
    piped = subprocess.run(
        words, input="1996-04-07\n", capture_output=True, text=True, check=False
    )
    assert piped.returncode == 1
    assert "give --ended-on YYYY-MM-DD" in piped.stderr
