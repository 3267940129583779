"""The files of running tournaments, kept beside the log until the tournaments are recorded."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, Engine, delete, func, insert, select

from ledger.events.facts import TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.importing.matching.names import folded
from ledger.importing.outcome import FileOutcome
from ledger.log.after_commit import after_commit
from ledger.log.database import WRITING
from ledger.log.event_log import head_of, microseconds
from projections.queries.running_tournaments import (
    HAND_INS,
    RUNNING,
    RunningTournament,
    drafts,
    has_ended,
    recorded_since,
)

MOST_RUNNING = 50
"""Of one account."""


@contextmanager
def writing_drafts(engine: Engine, *, keep: bool = True) -> Iterator[Connection]:
    """A transaction on the files; it is taken back unless they are to be kept so."""
    writing = engine.connect().execution_options(**WRITING)
    with writing as connection, connection.begin() as transaction:
        yield connection
        if not keep:
            transaction.rollback()


@attrs.frozen(kw_only=True)
class Draft:
    """The latest file of a running tournament, as the events that it would give."""

    pool: str
    file: str
    by: str
    at: datetime
    events: Sequence[Mapping[str, Any]]

    def put(self, connection: Connection) -> dict[str, Any]:
        """Put it in the place of the file before; its id, and whether there was one."""
        _drop_recorded(connection)
        (own,) = (each["data"] for each in self.events if each["type"] == TournamentSubmitted.type)
        same = self._before(connection, own)
        id_: str = own["tournament"] if same is None else same.id
        replaced = delete_draft(connection, self.pool, id_)
        _require_room(connection, self.by)
        position = head_of(connection).size
        options = {"pool": self.pool, "format": "", "tournament": id_, "position": position}
        values = {
            "id": secrets.token_hex(8),
            "account": self.by,
            "state": RUNNING,
            "file": self.file,
            "options": orjson.dumps(options).decode(),
            "content": orjson.dumps(list(self.events)),
            "handed_in_at": microseconds(self.at),
        }
        connection.execute(insert(HAND_INS).values(values))
        return {"running": id_, "replaced": replaced}

    def _before(
        self, connection: Connection, tournament: Mapping[str, Any]
    ) -> RunningTournament | None:
        """The running tournament of which this is the next file: by its id, else by its name."""
        running = [each for each in drafts(connection) if each.pool == self.pool]
        by_id = (each for each in running if each.id == tournament["tournament"])
        name = folded(tournament["name"])
        by_name = (each for each in running if folded(each.tournament.name) == name)
        return next(by_id, None) or next(by_name, None)


def _require_room(connection: Connection, by: str) -> None:
    query = select(func.count()).where(HAND_INS.c.state == RUNNING, HAND_INS.c.account == by)
    if connection.execute(query).scalar_one() >= MOST_RUNNING:
        message = Message(
            "%(most)s of your tournaments are running: withdraw some", most=MOST_RUNNING
        )
        raise refusal("too-many", message, "file")


def delete_draft(connection: Connection, pool: str, tournament: str) -> bool:
    """Delete the file of a running tournament; False if there is none."""
    query = select(HAND_INS.c.id, HAND_INS.c.options).where(HAND_INS.c.state == RUNNING)
    meant = {"pool": pool, "tournament": tournament}
    rows = [
        row.id
        for row in connection.execute(query)
        if meant.items() <= orjson.loads(row.options).items()
    ]
    if rows:
        connection.execute(delete(HAND_INS).where(HAND_INS.c.id.in_(rows)))
    return bool(rows)


def drop_recorded(engine: Engine, outcomes: Sequence[FileOutcome]) -> list[FileOutcome]:
    """Delete the files of running tournaments that an import has recorded.

    Returns the outcomes of the import, with a warning if that failed: no list shows the files.
    """
    found = list(outcomes)

    def warn(why: str) -> None:
        message = Message("the file of the running tournament is still stored: %(why)s", why=why)
        found[0] = found[0].with_warning(message)

    if any(each.appended for each in outcomes):
        with after_commit(warn), writing_drafts(engine) as connection:
            _drop_recorded(connection)
    return found


def _drop_recorded(connection: Connection) -> None:
    running = drafts(connection)
    recorded = recorded_since(connection, min((it.position for it in running), default=0))
    for each in running:
        if has_ended(each, recorded):
            delete_draft(connection, each.pool, each.id)
