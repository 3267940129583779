"""SQLite's own look at the pages of its file: damaged indexes are found, not changed content."""

from sqlalchemy import Connection


def damaged_pages(connection: Connection) -> str | None:
    """What SQLite finds damaged first; None where nothing is, or on a server."""
    if connection.dialect.name != "sqlite":
        return None
    said: str = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
    return None if said == "ok" else said
