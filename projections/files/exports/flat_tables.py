"""Flat rows of any number as one table: CSV, or Parquet where pyarrow is installed.

Rows of several rulebooks have different fields: the columns are those of all of them, in the
order in which they first appear.
"""

import io
import tempfile
from collections.abc import Iterable
from importlib import import_module
from typing import IO

import orjson

from ledger.events.problems import refusal
from ledger.importing.formats.csv_cells import CsvWriter
from projections.queries.answer_types import EvaluationRow
from projections.queries.extras import install_commands
from projections.queries.frames import arrow_table

IN_MEMORY = 64 * 1024 * 1024


def as_csv(rows: Iterable[EvaluationRow]) -> bytes:
    """The table after RFC 4180: UTF-8, commas; a field that a row lacks is empty."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as spool:
        columns = _spooled(rows, spool)
        text = io.StringIO(newline="")
        writer = CsvWriter(text, line_end="\r\n")
        writer.row(columns)
        writer.rows([row.get(name) for name in columns] for row in map(orjson.loads, spool))
    return text.getvalue().encode()


def as_parquet(rows: Iterable[EvaluationRow]) -> bytes:
    """The table as a Parquet file.

    Raises :class:`~ledger.events.problems.Refused` if pyarrow is not installed.
    """
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        message = f"Parquet needs pyarrow: {install_commands('arrow')}, or write csv"
        raise refusal("no-pyarrow", message, "form") from None
    file = io.BytesIO()
    parquet.write_table(arrow_table(rows), file)
    return file.getvalue()


def _spooled(rows: Iterable[EvaluationRow], spool: IO[bytes]) -> list[str]:
    """Keep the rows aside until all columns are known; the columns."""
    columns: dict[str, None] = {}
    for row in rows:
        columns |= dict.fromkeys(row)
        spool.write(orjson.dumps(row) + b"\n")
    spool.seek(0)
    return list(columns)
