"""The last verification of the ledger: made by one of the servers, answered by all of them."""

from datetime import datetime

import orjson
from sqlalchemy import Engine, delete, insert, select

from ledger.log.database import WRITING
from ledger.log.event_log import microseconds, moment
from ledger.log.export import written
from projections.accounts.schema import last_verification


class VerificationStore:
    """Keeps one result, with the position and moment it was made at."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def last(self) -> dict[str, object] | None:
        """The last result; None if none was made yet."""
        with self._engine.connect() as connection:
            row = connection.execute(select(last_verification)).one_or_none()
        if row is None:
            return None
        made_at = written(moment(row.made_at))
        return {**orjson.loads(row.document), "position": row.position, "made_at": made_at}

    def made_at(self) -> datetime | None:
        """When the last one was made."""
        with self._engine.connect() as connection:
            found = connection.execute(select(last_verification.c.made_at)).scalar()
        return None if found is None else moment(found)

    def keep(self, document: dict[str, object], when: datetime) -> None:
        """Keep a result in place of the one before."""
        values = {
            "id": 1,
            "position": document["events"],
            "made_at": microseconds(when),
            "document": orjson.dumps(document).decode(),
        }
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            connection.execute(delete(last_verification))
            connection.execute(insert(last_verification).values(values))
