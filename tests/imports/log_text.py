"""All that the log says for ever, as text, to be searched for what must not be in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, select

from ledger.log.database import connect
from ledger.log.schema import event


@contextmanager
def reading(database: str) -> Iterator[Connection]:
    """A connection to a ledger."""
    engine = connect(database)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def log_text(database: str) -> str:
    """Ids, streams, subjects, sources and payloads of all events."""
    columns = event.c.id, event.c.stream, event.c.subject, event.c.source, event.c.payload
    with reading(database) as connection:
        rows = connection.execute(select(*columns).order_by(event.c.position)).all()
    return "\n".join(str(value) for row in rows for value in row)
