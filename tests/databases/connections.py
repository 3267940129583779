"""Connections to PostgreSQL that are cut."""

from sqlalchemy import Engine, text

from ledger.log.database import connect

END_THE_OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def end_every_other_connection(engine: Engine) -> None:
    other = connect(engine.url)
    with other.connect() as connection:
        connection.execute(END_THE_OTHERS)
    other.dispose()
