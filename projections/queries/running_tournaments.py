"""Tournaments that are still running: kept beside the log, evaluated as if they had ended.

The log says what happened, and it never changes; a tournament under way is a draft of what will be
handed in.  So its latest file waits where hand-ins of arbiters wait, as the events that it would
give, and each submission replaces the one before.  As soon as the log has the tournament, the
draft means nothing any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

import attrs
import orjson
from sqlalchemy import BigInteger, Connection, LargeBinary, Text, column, select, table

from ledger.events.codec import read_data
from ledger.events.facts import GameSubmitted, PlayerRegistered, TournamentSubmitted
from ledger.importing.matching.names import folded
from ledger.log.event_log import moment
from ledger.log.schema import NOT_A_GAME, event
from projections.queries.hypothetical import HypotheticalTournament
from projections.rulebooks.tournament import Game

RUNNING = "running"
"""The state of a file that waits for the end of its tournament."""
HAND_INS = table(
    "hand_in",
    column("id", Text),
    column("account", Text),
    column("state", Text),
    column("file", Text),
    column("options", Text),
    column("content", LargeBinary),
    column("handed_in_at", BigInteger),
)
"""The table of files that wait, of which the server keeps the rest."""


@attrs.frozen(kw_only=True)
class RunningTournament:
    """A tournament under way, as its latest file has it.

    ``position`` is the end of the log when the file came.
    """

    id: str
    pool: str
    submitted_by: str
    submitted_at: datetime
    position: int
    tournament: TournamentSubmitted
    games: Sequence[Game]
    players: Sequence[PlayerRegistered]

    @property
    def hypothetical(self) -> HypotheticalTournament:
        """The tournament as if it had ended."""
        return HypotheticalTournament(
            tournament=self.tournament, games=self.games, players=self.players
        )

    @property
    def named(self) -> set[str]:
        """Everyone named in it."""
        sides = {side for game in self.games for side in (game.white, game.black)}
        return {side for side in sides if side} | {it.player for it in self.tournament.entrants}


def running_tournaments(connection: Connection, pool: str) -> list[RunningTournament]:
    """The tournaments of a pool that are under way, by their names; none that the log has."""
    found = [each for each in drafts(connection) if each.pool == pool]
    ended = recorded_since(connection, min((each.position for each in found), default=0))
    running = [each for each in found if not has_ended(each, ended)]
    return sorted(running, key=lambda each: (each.tournament.name, each.id))


def drafts(connection: Connection) -> list[RunningTournament]:
    """Every file that waits for the end of its tournament, in whichever pool."""
    query = select(HAND_INS).where(HAND_INS.c.state == RUNNING).order_by(HAND_INS.c.id)
    return [_draft(row) for row in connection.execute(query)]


def version(connection: Connection) -> str:
    """A text that differs as soon as any running tournament does."""
    query = select(HAND_INS.c.id, HAND_INS.c.handed_in_at).where(HAND_INS.c.state == RUNNING)
    return str(sorted(map(tuple, connection.execute(query))))


def recorded_since(connection: Connection, position: int) -> list[tuple[int, Mapping[str, Any]]]:
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


def _draft(row: Any) -> RunningTournament:
    options: Mapping[str, Any] = orjson.loads(row.options)
    facts = list(_facts(orjson.loads(row.content)))
    (tournament,) = (each for each in facts if isinstance(each, TournamentSubmitted))
    return RunningTournament(
        id=options["tournament"],
        pool=options["pool"],
        submitted_by=row.account,
        submitted_at=moment(row.handed_in_at),
        position=options["position"],
        tournament=attrs.evolve(tournament, tournament=options["tournament"]),
        games=[each for each in facts if isinstance(each, Game)],
        players=[each for each in facts if isinstance(each, PlayerRegistered)],
    )


def _facts(events: Sequence[Mapping[str, Any]]) -> Iterator[Any]:
    """The facts of events that were checked when the file was read."""
    for each in events:
        fact: Any = read_data(each["type"], each["data"], "")
        if isinstance(fact, GameSubmitted):
            values = attrs.asdict(fact)
            del values["tournament"]
            yield Game(**values)
        else:
            yield cast("TournamentSubmitted | PlayerRegistered", fact)
