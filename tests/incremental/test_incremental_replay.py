"""Law 4, step by step: whatever an office does, going on equals rebuilding."""

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.incremental.offices import CARDS, Fresh, office

pytestmark = pytest.mark.slow

SOAK = float(os.environ.get("RATING_LEDGER_SOAK", "1"))


def work(rulebook: str, fresh: Fresh, examples: int, steps: int) -> None:
    run_state_machine_as_test(
        office(rulebook, fresh),
        settings=settings(
            max_examples=max(1, int(examples * SOAK)),
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )


@pytest.fixture
def fresh_file(sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return lambda: sqlite_files.fresh(tmp_path_factory.mktemp("office"))


@pytest.mark.parametrize("rulebook", CARDS)
def test_after_every_step_the_read_model_is_what_a_rebuild_gives(
    rulebook: str, fresh_file: Fresh
) -> None:
    """Appending, correcting, striking, restoring, merging, adopting: nothing ever differs."""
    work(rulebook, fresh_file, examples=4, steps=25)


@pytest.mark.parametrize("rulebook", CARDS)
def test_the_same_holds_on_postgresql(
    rulebook: str, postgresql_databases: PostgreSQLDatabases
) -> None:
    """The other engine gives the same answer to the same steps."""
    work(rulebook, postgresql_databases.fresh, examples=2, steps=15)
