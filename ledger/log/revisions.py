"""The form of a database: its revision, and the migrations to the newest."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ledger.diagnostics import Diagnostics
from ledger.events.problems import refusal
from ledger.log import guards
from ledger.log.database import WRITING, reporting_read_only
from ledger.log.erasure import wipe_samples
from ledger.log.sqlite_files import APPLICATION_ID, foreign, no_ledger, place_of

if TYPE_CHECKING:
    from alembic.config import Config


NEWEST_REVISION = "0015"
_WITHOUT_SAMPLES = "0009"
_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}
_LOG_TABLES = ("event", "log_head")
_UPGRADE_LOCK = APPLICATION_ID

log = Diagnostics(__name__)


def revision_of(engine: Engine) -> str | None:
    """Return the revision of a database; None if it has no ledger.

    Raises :class:`~ledger.events.problems.Refused` if the database cannot be reached, or
    belongs to another program.
    """
    try:
        with engine.connect() as connection:
            query = _TABLES[connection.dialect.name]
            tables = set(connection.exec_driver_sql(query).scalars())
            if not tables:
                return None
            if "alembic_version" not in tables or tables.isdisjoint(_LOG_TABLES):
                raise foreign(f"it has the table {min(tables)}")
            at = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    except DBAPIError as error:
        why = " ".join(str(error.orig).split())  # a driver's message can have several lines
        message = f"the database {place_of(engine.url)} cannot be read: {why}"
        raise refusal("no-connection", message) from None
    revision: str | None = at
    return revision


def upgrade(engine: Engine) -> bool:
    """Create the ledger's tables or migrate them to the newest revision; True if created.

    Raises :class:`~ledger.events.problems.Refused` if the database belongs to another program, or
    has a ledger of a newer version of this one.
    """
    # Imported at first use: Alembic loads slower than most queries run.
    from alembic import command  # noqa: PLC0415

    from ledger.log import tree  # noqa: PLC0415

    before = revision_of(engine)
    if before is not None and before > NEWEST_REVISION:
        raise _other_revision(before)
    config = _migrations()
    with (
        reporting_read_only(),
        _with_lasting_settings(engine).connect().execution_options(**WRITING) as connection,
        connection.begin(),
    ):
        if engine.dialect.name == "postgresql":  # two that create at once would collide
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if names := guards.faulty(connection):
            guards.put_up(connection)
            if before is not None:
                log.info("guards_put_back", triggers=names)
        tree.extend(connection)
    if engine.dialect.name == "postgresql" and before is not None and before < _WITHOUT_SAMPLES:
        wipe_samples(engine)
    log.info("database_upgraded", before=before, revision=NEWEST_REVISION)
    return before is None


def steps_after(revision: str) -> list[str]:
    """Descriptions of the migrations after a revision, in the order of their application."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - slow to load, seldom asked for

    scripts = ScriptDirectory.from_config(_migrations()).iterate_revisions("head", revision)
    return [f"{each.revision}: {each.doc}" for each in scripts][::-1]


def _migrations() -> "Config":
    """Return Alembic's configuration with the migrations in the installed package."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "migrations:")
    return config


def _with_lasting_settings(engine: Engine) -> Engine:
    """Set the persistent settings of a SQLite file: application id and write-ahead log."""
    if engine.dialect.name != "sqlite":
        return engine
    connection: Any = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        cursor.execute("PRAGMA journal_mode = WAL")
    except engine.dialect.loaded_dbapi.Error as error:
        raise DBAPIError("PRAGMA application_id", None, error) from error
    finally:
        connection.close()
    return engine


def must_be_current(engine: Engine) -> None:
    """Refuse a database that is missing, old, or newer than this program."""
    revision = revision_of(engine)
    if revision is None:
        raise no_ledger(place_of(engine.url))
    if revision != NEWEST_REVISION:
        raise _other_revision(revision)


def _other_revision(revision: str) -> Exception:
    message = (
        f"the database is at revision {revision}, this program works with "
        f"{NEWEST_REVISION}: run `rating-ledger init`, or install the newer program"
    )
    return refusal("old-ledger", message)
