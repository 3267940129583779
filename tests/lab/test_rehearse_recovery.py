"""The recovery to a point in time of docs/how-to/recover-from-a-backup.md, done once more."""

import re

import pytest
from click.testing import CliRunner

from scripts.lab.rehearse_recovery import main
from tests.databases.server import programs
from tests.docs.documents import ROOT, blocks

VARIES = re.compile(
    r"[0-9a-f]{64}|postgresql\+psycopg://\S+|in [0-9.]+ seconds|[0-9-]{10} [0-9:.+]+"
)


@pytest.mark.slow
@pytest.mark.skipif(programs() is None, reason="no PostgreSQL is here")
def test_a_lost_server_is_recovered_to_a_moment_as_it_is_described() -> None:
    shown = blocks(ROOT / "docs" / "how-to" / "recover-from-a-backup.md")
    (described,) = [block.text for block in shown if "recovery.signal" in block.text]
    result = CliRunner().invoke(main, catch_exceptions=False)
    assert result.exit_code == 0
    assert VARIES.sub("…", result.output) == VARIES.sub("…", described)
