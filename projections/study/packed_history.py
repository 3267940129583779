"""A pool's history in one compact file, for processes and machines that have no database.

An Arrow file: the effective games as a table with a column a field, and all other records
as JSON in its metadata.  It is named by the hash of the log's head, so an existing file is
current.  A history read from it answers like one read from the log.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection

from ledger.events.problems import refusal
from ledger.log.effective_events import Recorded
from ledger.log.event_log import head_of
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.queries.extras import install_commands
from projections.rulebooks.tournament import Game

FORM = b"1"
_FIELDS = Game.__struct_fields__


class PackedHistory(History):
    """A history from the file of :func:`packed`; it needs no connection."""

    def __init__(self, path: Path) -> None:
        table = _pyarrow().ipc.open_file(str(path)).read_all()
        metadata = table.schema.metadata
        self._begin(int(metadata[b"position"]))
        self._everything = self
        self._add([Recorded(*row) for row in orjson.loads(metadata[b"events"])])
        self._games_read |= _games_in(table, self._tournaments)

    def _games(self, ids: Sequence[str]) -> dict[str, list[Game]]:
        return {id_: self._games_read[id_] for id_ in ids}


def packed(connection: Connection, pool: str, as_of: AsOf, folder: Path) -> Path:
    """Return the file of a pool's history at a cut, made in ``folder`` unless it exists.

    Raises :class:`~ledger.events.problems.Refused` if pyarrow is not installed.
    """
    pyarrow = _pyarrow()
    head, position = head_of(connection), as_of.known_at
    what = [FORM, head.chain_hash, pool.encode(), str(position).encode()]
    name = hashlib.sha256(b"\0".join(what)).hexdigest()
    path = folder / f"{name[:32]}.arrow"
    if not path.exists():
        history = History(connection, as_of)
        table = _table(pyarrow, history, pool)
        unfinished = path.with_suffix(".unfinished")
        with pyarrow.ipc.new_file(str(unfinished), table.schema) as file:
            file.write_table(table)
        unfinished.rename(path)
    return path


def _table(pyarrow: Any, history: History, pool: str) -> Any:
    columns: dict[str, list[Any]] = {"tournament": [], **{name: [] for name in _FIELDS}}
    for tournament in history.tournaments(pool, history.tournament_ids(pool)):
        for game in tournament.games:
            columns["tournament"].append(tournament.id)
            for name in _FIELDS:
                columns[name].append(getattr(game, name))
    metadata = {
        "position": str(history.position),
        "events": orjson.dumps([tuple(row) for row in history.recorded()]),
    }
    return pyarrow.table(columns).replace_schema_metadata(metadata)


def _games_in(table: Any, tournaments: Mapping[str, Any]) -> dict[str, list[Game]]:
    games: dict[str, list[Game]] = defaultdict(list, {id_: [] for id_ in tournaments})
    columns = [table.column(name).to_pylist() for name in _FIELDS]
    ids = table.column("tournament").to_pylist()
    for id_, *values in zip(ids, *columns, strict=True):
        games[id_].append(Game(**dict(zip(_FIELDS, values, strict=True))))
    return games


def _pyarrow() -> Any:
    try:
        import_module("pyarrow.ipc")
        return import_module("pyarrow")
    except ModuleNotFoundError:
        message = f"this needs pyarrow: {install_commands('sweep')}"
        raise refusal("missing-extra", message) from None
