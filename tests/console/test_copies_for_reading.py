"""Questions to a copy of the ledger that can only be read: a file on a shelf, a standby server."""

import pytest

from tests.console.autumn import SUMMER
from tests.console.shell import Shell, lines
from tests.projections.submissions import player


@pytest.fixture
def behind(autumn: Shell) -> Shell:
    """The autumn's list is made; then the match of the summer arrives."""
    autumn.json("ratings", "dwz")
    autumn.append(*SUMMER)
    return autumn


@pytest.fixture
def copy(behind: Shell) -> Shell:
    """The same ledger, opened for reading only."""
    url = behind.database
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        return Shell(f"sqlite:///file:{path}?mode=ro&uri=true", behind.folder)
    mark = "&" if "?" in url else "?"
    return Shell(f"{url}{mark}options=-c%20default_transaction_read_only%3Don", behind.folder)


def test_a_list_that_is_behind_is_answered_by_a_replay(copy: Shell, behind: Shell) -> None:
    answered = copy.run("--format", "json", "ratings", "dwz")
    assert answered.status == 0
    assert answered.out == behind.run("--format", "json", "ratings", "dwz").out


def test_a_list_that_is_up_to_date_is_read(copy: Shell, behind: Shell) -> None:
    current = behind.json("player", "dwz", "anna")
    assert copy.json("player", "dwz", "anna") == current


def test_nothing_can_be_handed_in(copy: Shell, behind: Shell) -> None:
    """What the ledger itself would take."""
    zoe = player("zoe")
    before = len(behind.json("log"))
    refused = copy.run("append", "-", stdin=lines(zoe))
    assert (refused.status, refused.out) == (1, "")
    assert "read" in refused.err
    assert len(behind.json("log")) == before
    assert behind.append(zoe)["appended"] == 1
