"""Rows as a program would write them that knows nothing of the ledger."""

COLUMNS = (
    *("position", "id", "type", "schema", "stream", "subject", "recorded_at"),
    *("recorded_by", "source", "payload", "entry_hash", "chain_hash"),
)
NEXT = {"position": "8", "id": "'fresh'", "subject": "NULL"}


def like(source: int, **changed: str) -> str:
    """A SELECT of one event, by its position, with some columns replaced by expressions."""
    values = ", ".join(changed.get(column, column) for column in COLUMNS)
    return f"SELECT {values} FROM event WHERE position = {source}"  # noqa: S608


def put(rows: str, verb: str = "INSERT") -> str:
    """A statement that puts rows into the log."""
    return f"{verb} INTO event ({', '.join(COLUMNS)}) {rows}"
