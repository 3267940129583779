"""Queries that are built once and asked hundreds of times in a row.

The toolkit would work out anew each time which compiled statement it is, how its parameters are
passed and what its columns are called; that takes longer than many an answer.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Select

from ledger.log.database import plain_rows


def rows_of_prepared(
    connection: Connection, statement: Select[Any], given: Mapping[str, Any]
) -> list[Any]:
    """The plain rows of a statement that is built once and asked often.

    Its text goes to the driver as it was compiled the first time; ``given`` are its parameters.
    """
    text, fixed, order = _compiled(statement, connection.dialect)
    values = {**fixed, **given}
    in_order = values if order is None else tuple(values[name] for name in order)
    return plain_rows(connection.exec_driver_sql(text, in_order))


@lru_cache(maxsize=256)
def _compiled(
    statement: Select[Any], dialect: Dialect
) -> tuple[str, Mapping[str, Any], Sequence[str] | None]:
    """Its text, the parameters that it brings, and the names of all where these have an order."""
    compiled: Any = statement.compile(dialect=dialect)
    return str(compiled), compiled.params, compiled.positiontup
