"""Single events as corrections have left them, where a writer asks for more than a history."""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson
from sqlalchemy import Connection, select

from ledger.events.codec import upcast
from ledger.events.corrections import Correction, verdicts
from ledger.events.facts import CorrectionSubmitted
from ledger.log.database import among
from ledger.log.schema import event

Data = dict[str, Any]


def standing_data(
    connection: Connection, streams: Iterable[str], type_: str, position: int
) -> Iterator[Data]:
    """The data of the events of one type in some streams, as known at a position; none struck."""
    columns = (event.c.position, event.c.id, event.c.type, event.c.schema, event.c.payload)
    query = select(*columns).where(
        among(connection, event.c.stream, streams),
        event.c.type.in_([type_, CorrectionSubmitted.type]),
        event.c.position <= position,
    )
    told = [(row, _data(row)) for row in connection.execute(query)]
    settled = verdicts(
        Correction(row.position, row.id, data)
        for row, data in told
        if row.type == CorrectionSubmitted.type
    )
    for row, data in sorted(told, key=lambda each: each[0].position):
        verdict = settled.get(row.id)
        stands = data if verdict is None else verdict.data
        if row.type == type_ and stands is not None:
            yield dict(stands)


def _data(row: Any) -> Data:
    return upcast(row.type, row.schema, orjson.loads(row.payload))
