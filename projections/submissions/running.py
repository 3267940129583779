"""Tournaments that are still running: kept beside the log, evaluated as if they had ended.

The log says what happened and never changes, but a tournament under way changes round by round.
So its latest file is kept beside the log, as the events that it would give, and each file replaces
the one before (decision 0146).  As soon as the log has the tournament, its file is not read any
more.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, cast

import attrs
import orjson
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, Engine, delete, func, insert, select

from ledger.events.codec import read_data
from ledger.events.facts import GameSubmitted, PlayerRegistered, TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.importing.formats.tournament_report import Pairing
from ledger.importing.matching.names import folded
from ledger.importing.outcome import FileOutcome
from ledger.log.after_commit import after_commit
from ledger.log.event_log import head_of, microseconds, moment
from ledger.log.schema import NOT_A_GAME, event
from projections.engine.history.names import names_like_withheld
from projections.rulebooks.tournament import Game
from projections.submissions.schema import running_tournament as table
from projections.submissions.store import writing_files

PAIRING = "pairing"
"""The type of a pairing without a result, which no event of the log has."""
MOST_RUNNING = 50
"""Of one account."""


@attrs.frozen(kw_only=True)
class RunningTournament:
    """A tournament under way, as its latest file has it.

    ``position`` is the end of the log when the file came; ``confirmed`` are the names of players
    who are not registered, as far as an officer has submitted them.
    """

    id: str
    pool: str
    submitted_by: str
    submitted_at: datetime
    position: int
    confirmed: Collection[str]
    tournament: TournamentSubmitted
    games: Sequence[Game]
    players: Sequence[PlayerRegistered]
    pairings: Sequence[Pairing] = ()

    @property
    def named(self) -> set[str]:
        """Everyone named in it."""
        sides = {side for game in self.games for side in (game.white, game.black)}
        sides |= {side for pairing in self.pairings for side in (pairing.white, pairing.black)}
        return {side for side in sides if side} | {it.player for it in self.tournament.entrants}

    def require_right_to_change(self, by: str, *, as_officer: bool) -> None:
        """Refuse everybody but the account that submitted it, and officers."""
        if not as_officer and by != self.submitted_by:
            message = Message(
                "%(submitter)s submitted it: only that account and officers may do this",
                submitter=self.submitted_by,
            )
            raise refusal("not-yours", message)


# --- reading ------------------------------------------------------------------------------------


def running_tournaments(connection: Connection, pool: str) -> list[RunningTournament]:
    """The tournaments of a pool that are under way, by their names; none that the log has."""
    found = _kept(connection, pool)
    ended = recorded_since(connection, min((each.position for each in found), default=0))
    running = [each for each in found if not has_ended(each, ended)]
    return sorted(running, key=lambda each: (each.tournament.name, each.id))


def _kept(connection: Connection, pool: str | None = None) -> list[RunningTournament]:
    """Every file that is kept, of a pool or of all."""
    query = select(table).order_by(table.c.pool, table.c.tournament)
    if pool is not None:
        query = query.where(table.c.pool == pool)
    return [_read(row) for row in connection.execute(query)]


def version(connection: Connection) -> str:
    """A text that differs as soon as any running tournament does."""
    query = select(table.c.pool, table.c.tournament, table.c.submitted_at)
    return str(sorted(map(tuple, connection.execute(query))))


def held_back(
    connection: Connection, running: Iterable[RunningTournament], today: date
) -> Mapping[str, str]:
    """Return the names that wait for an officer, by their players: each is like a withheld one."""
    waiting = {
        new.player: new.name
        for each in running
        for new in each.players
        if new.name is not None and new.name not in each.confirmed
    }
    like = names_like_withheld(connection, waiting.values(), today)
    return {player: name for player, name in waiting.items() if name in like}


def recorded_since(
    connection: Connection, position: int
) -> list[tuple[int, Mapping[str, object]]]:
    """The tournaments submitted after a position, each with its own."""
    query = select(event.c.position, event.c.payload).where(
        event.c.type == TournamentSubmitted.type, NOT_A_GAME, event.c.position > position
    )
    return [(row.position, orjson.loads(row.payload)) for row in connection.execute(query)]


def has_ended(
    running: RunningTournament, recorded: Sequence[tuple[int, Mapping[str, Any]]]
) -> bool:
    """True if the log has the tournament: under its id, or by its name since the file came."""
    own = running.tournament
    return any(
        position > running.position
        and running.pool in data["pools"]
        and (data["tournament"] == own.tournament or folded(data["name"]) == folded(own.name))
        for position, data in recorded
    )


def _read(row: Any) -> RunningTournament:
    facts = list(_facts(orjson.loads(row.events)))
    (tournament,) = (each for each in facts if isinstance(each, TournamentSubmitted))
    return RunningTournament(
        id=row.tournament,
        pool=row.pool,
        submitted_by=row.account,
        submitted_at=moment(row.submitted_at),
        position=row.position,
        confirmed=frozenset(orjson.loads(row.confirmed)),
        tournament=attrs.evolve(tournament, tournament=row.tournament),
        games=[each for each in facts if isinstance(each, Game)],
        pairings=[each for each in facts if isinstance(each, Pairing)],
        players=[each for each in facts if isinstance(each, PlayerRegistered)],
    )


def _facts(events: Sequence[Mapping[str, Any]]) -> Iterator[object]:
    """The facts of events that were checked when the file was read, and the pairings."""
    for each in events:
        if each["type"] == PAIRING:
            yield Pairing(**each["data"])
            continue
        fact: object = read_data(each["type"], each["data"], "")
        if isinstance(fact, GameSubmitted):
            values = attrs.asdict(fact)
            del values["tournament"]
            yield Game(**values)
        else:
            yield cast("TournamentSubmitted | PlayerRegistered", fact)


# --- writing ------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class RunningFile:
    """The latest file of a running tournament: the events it would give, and open pairings."""

    pool: str
    file: str
    by: str
    as_officer: bool
    at: datetime
    events: Sequence[Mapping[str, Any]]
    pairings: Sequence[Pairing] = ()

    def put(self, connection: Connection) -> tuple[RunningTournament, bool]:
        """Put it in the place of the file before; True if there was one.

        The submitter stays the same if an officer replaces the file.
        """
        _drop_recorded(connection)
        (own,) = (each["data"] for each in self.events if each["type"] == TournamentSubmitted.type)
        before = state_before(connection, self.pool, own["tournament"], own["name"])
        if before is not None:
            before.require_right_to_change(self.by, as_officer=self.as_officer)
            remove(connection, before)
        account = self.by if before is None else before.submitted_by
        _require_room(connection, account)
        confirmed = set() if before is None else {*before.confirmed}
        if self.as_officer:
            confirmed |= {each["data"]["name"] for each in self.events if "name" in each["data"]}
        id_: str = own["tournament"] if before is None else before.id
        pairings = [{"type": PAIRING, "data": asdict(each)} for each in self.pairings]
        values = {
            "pool": self.pool,
            "tournament": id_,
            "account": account,
            "file": self.file,
            "position": head_of(connection).size,
            "events": json.dumps([*self.events, *pairings], ensure_ascii=False),
            "confirmed": json.dumps(sorted(confirmed), ensure_ascii=False),
            "submitted_at": microseconds(self.at),
        }
        connection.execute(insert(table).values(values))
        query = select(table).where(*_is(self.pool, id_))
        return _read(connection.execute(query).one()), before is not None


def state_before(
    connection: Connection, pool: str, tournament: str, name: str
) -> RunningTournament | None:
    """The running tournament of which a file is the next state: by its id, else by its name."""
    running = _kept(connection, pool)
    by_id = (each for each in running if each.id == tournament)
    by_name = (each for each in running if folded(each.tournament.name) == folded(name))
    return next(by_id, None) or next(by_name, None)


def _require_room(connection: Connection, account: str) -> None:
    query = select(func.count()).where(table.c.account == account)
    if connection.execute(query).scalar_one() >= MOST_RUNNING:
        message = Message(
            "%(most)s of your tournaments are running: withdraw some", most=MOST_RUNNING
        )
        raise refusal("too-many", message, "file")


def remove(connection: Connection, running: RunningTournament) -> None:
    """Delete the file of a running tournament."""
    connection.execute(delete(table).where(*_is(running.pool, running.id)))


def _is(pool: str, tournament: str) -> Sequence[ColumnElement[bool]]:
    return table.c.pool == pool, table.c.tournament == tournament


def drop_recorded(engine: Engine, outcomes: Sequence[FileOutcome]) -> list[FileOutcome]:
    """Delete the files of running tournaments that an import has recorded.

    Returns the outcomes of the import, with a warning if that failed: no list shows the files.
    """
    found = list(outcomes)

    def warn(why: str) -> None:
        message = Message("the file of the running tournament is still stored: %(why)s", why=why)
        found[0] = found[0].with_warning(message)

    if any(each.appended for each in outcomes):
        with after_commit(warn), writing_files(engine) as connection:
            _drop_recorded(connection)
    return found


def _drop_recorded(connection: Connection) -> None:
    running = _kept(connection)
    recorded = recorded_since(connection, min((it.position for it in running), default=0))
    for each in running:
        if has_ended(each, recorded):
            remove(connection, each)
