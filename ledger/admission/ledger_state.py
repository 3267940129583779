"""What stands in the log while a submission is being checked.

Read under the lock of the log, so that nothing can change between the check and the append.
Whole streams are read, corrections applied; what lines of the same submission bring in is added
as they pass, so a line can rely on the lines above it.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, func, select

from ledger.events.codec import fact_of, fact_of_text, upcast
from ledger.events.corrections import Correction, verdicts
from ledger.events.facts import (
    CorrectionSubmitted,
    DecisionRecorded,
    Fact,
    GameSubmitted,
    PlayerForgotten,
    PlayerRegistered,
    PlayersMerged,
    RulebookAdopted,
    TournamentSubmitted,
)
from ledger.events.streams import (
    MERGES,
    all_pools,
    game_subject,
    player_stream,
    pool_stream,
    tournament_stream,
)
from ledger.log.database import among
from ledger.log.event_log import head_of
from ledger.log.schema import event, person

REMEMBERED_TOURNAMENTS = 500


@attrs.frozen
class Recorded:
    """An event of the log, or of the lines above: what was handed in, not corrected."""

    position: int
    id: str
    type: str
    stream: str
    text: str

    @property
    def data(self) -> dict[str, Any]:
        """The data as recorded."""
        data: dict[str, Any] = json.loads(self.text)
        return data


@attrs.define
class TournamentState:
    """A tournament as it stands (``fact`` None: struck or faulty) with its standing games."""

    fact: TournamentSubmitted | None
    games: dict[str, GameSubmitted] = attrs.field(factory=dict)
    busy: set[tuple[int, str]] = attrs.field(factory=set)
    players: set[str] = attrs.field(factory=set)

    def add(self, game: GameSubmitted) -> None:
        """Take a game in."""
        self.games[game.game] = game
        for side in (game.white, game.black):
            if side is not None:
                self.players.add(side)
                if game.round is not None:
                    self.busy.add((game.round, side))


@attrs.define
class PlayerState:
    """A player: whether the registration stands, whether it was forgotten."""

    stands: bool
    forgotten: bool = False


class LedgerState:
    """The state of the ledger, as far as somebody has asked for it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._players: dict[str, PlayerState] = {}
        self._tournaments: dict[str, TournamentState] = {}
        self._pools: dict[str, list[RulebookAdopted]] = {}
        self._merged: dict[str, str] | None = None
        self._one_of_several: set[str] = set()
        self._events: dict[str, Recorded] = {}
        self._taken: set[str] = set()
        # Named by faulty lines: what relies on them is not to be reported as well.
        self._presumed: set[str] = set()

    # --- asking ------------------------------------------------------------------------------

    def event(self, id_: str) -> Recorded | None:
        """The event with this id, in the log or in the lines above."""
        if id_ not in self._events:
            self._load_events([id_])
        return self._events.get(id_)

    def size(self) -> int:
        """How many events the log holds before this submission."""
        return head_of(self._connection).size

    def ahead(self, id_: str) -> Recorded | None:
        """The event with an id that :meth:`read_ahead` was told of."""
        return self._events.get(id_)

    def nothing_ahead(self) -> bool:
        """Whether nothing that :meth:`read_ahead` was told of is in the log."""
        return not self._events and not self._taken

    def taken(self, subject: str) -> bool:
        """Whether a subject that :meth:`read_ahead` was told of has been brought in before."""
        return subject in self._taken

    def player(self, id_: str) -> PlayerState | None:
        """The player registered under this id, or None."""
        if id_ not in self._players:
            self._load_players([id_])
        return self._players.get(id_)

    def knows_player(self, id_: str) -> bool:
        """Whether the player is registered and the registration stands."""
        state = self.player(id_)
        return (state is not None and state.stands) or player_stream(id_) in self._presumed

    def tournament(self, id_: str) -> TournamentState | None:
        """The tournament submitted under this id, or None."""
        if id_ not in self._tournaments:
            self._load_tournaments([id_])
            if id_ not in self._tournaments and tournament_stream(id_) in self._presumed:
                self._tournaments[id_] = TournamentState(None)
        return self._tournaments.get(id_)

    def submitted(self, tournament: str) -> TournamentSubmitted | None:
        """The tournament as it stands, without its games; None: there is none."""
        known = self._tournaments.get(tournament)
        if known is not None:
            return known.fact
        stream = tournament_stream(tournament)
        for _, fact in self._facts([stream], [TournamentSubmitted.type]):
            if isinstance(fact, TournamentSubmitted):
                return fact
        return None

    def knows_game(self, id_: str) -> bool:
        """Whether the game was submitted, neither it nor its tournament being struck."""
        stream = self._stream_of(game_subject(id_))
        if stream is None:
            return any(id_ in state.games for state in self._tournaments.values())
        state = self.tournament(stream.removeprefix("tournament/"))
        return state is not None and state.fact is not None and id_ in state.games

    def _stream_of(self, subject: str) -> str | None:
        found = select(event.c.stream).where(event.c.subject == subject)
        stream: str | None = self._connection.execute(found).scalar()
        return stream

    def presumed(self, stream: str) -> bool:
        """Whether a faulty line meant to bring this in."""
        return stream in self._presumed

    def pool(self, id_: str) -> list[RulebookAdopted]:
        """The rulebooks that govern a pool, by their days; empty: there is no such pool."""
        if id_ not in self._pools:
            adopted = [
                fact
                for _, fact in self._facts([pool_stream(id_)], [RulebookAdopted.type])
                if isinstance(fact, RulebookAdopted)
            ]
            self._pools[id_] = sorted(adopted, key=lambda each: each.from_day)
        return self._pools[id_]

    def one_person(self, id_: str) -> str:
        """The id under which the person registered as ``id_`` is kept after merges."""
        merged = self._merges()
        while id_ in merged:
            id_ = merged[id_]
        return id_

    def registrations_of(self, player: str) -> list[str]:
        """Every id under which the person of ``player`` is registered."""
        merged = self._merges()
        if player not in self._one_of_several:
            return [player]
        keep = self.one_person(player)
        return [keep, *(drop for drop in merged if self.one_person(drop) == keep)]

    def forgotten(self, player: str) -> bool:
        """Whether the person of ``player`` was forgotten, under whichever registration."""
        states = (self.player(each) for each in self.registrations_of(player))
        return any(state is not None and state.forgotten for state in states)

    def set_aside(self, merge: str) -> None:
        """Leave a merge out, by its event id, until the merges are read again."""
        self._read_merges(without=merge)

    def has_merges(self) -> bool:
        """Whether any players have been merged."""
        return bool(self._merges())

    def _merges(self) -> dict[str, str]:
        return self._read_merges() if self._merged is None else self._merged

    def _read_merges(self, without: str | None = None) -> dict[str, str]:
        self._merged = {
            fact.drop: fact.keep
            for recorded, fact in self._facts([MERGES], [PlayersMerged.type])
            if isinstance(fact, PlayersMerged) and recorded.id != without
        }
        self._one_of_several = {*self._merged, *self._merged.values()}
        return self._merged

    def personal_of(self, position: int) -> tuple[bytes, str] | None:
        """Salt and personal data kept for the event at ``position``, unless erased."""
        kept = select(person.c.salt, person.c.data).where(person.c.position == position)
        row = self._connection.execute(kept).one_or_none()
        return None if row is None else (bytes(row.salt), row.data)

    def personal_data(self, root: Recorded) -> dict[str, Any]:
        """The personal data that are kept for an event or for the correction that holds."""
        rows = self._connection.execute(
            select(person.c.data)
            .join(event, event.c.position == person.c.position)
            .where(event.c.stream == root.stream)
            .order_by(person.c.position.desc())
        )
        text = rows.scalars().first()
        return {} if root.type != PlayerRegistered.type or text is None else json.loads(text)

    def what_stands(self, root: Recorded) -> Fact | None:
        """An event of the log (not a correction) as corrections have left it; None: struck."""
        kind, _, id_ = root.stream.partition("/")
        if kind == "tournament":
            state = self.tournament(id_)
            if state is None or root.type == TournamentSubmitted.type:
                return None if state is None else state.fact
            return state.games.get(root.data["game"])
        for recorded, fact in self._facts([root.stream], [root.type]):
            if recorded.id == root.id:
                return fact
        return None

    def mentions(self, id_: str) -> Iterator[tuple[Recorded, Fact]]:
        """Standing facts in which ``id_`` occurs as a value: a scan of the log, for rare use."""
        needle = json.dumps(id_, ensure_ascii=False)
        find = func.instr if self._connection.dialect.name == "sqlite" else func.strpos
        query = select(event.c.stream).where(find(event.c.payload, needle) > 0).distinct()
        streams = self._connection.execute(query).scalars().all()
        for recorded, fact in self._facts(sorted(streams), None):
            if fact is not None:
                yield recorded, fact

    def decisions(self) -> Iterator[tuple[Recorded, DecisionRecorded]]:
        """The standing decisions of all pools."""
        first, beyond = all_pools()
        streams = select(event.c.stream).where(event.c.stream > first, event.c.stream < beyond)
        names = self._connection.execute(streams.distinct()).scalars().all()
        for recorded, fact in self._facts(names, [DecisionRecorded.type]):
            if isinstance(fact, DecisionRecorded):
                yield recorded, fact

    # --- reading ahead -----------------------------------------------------------------------

    def read_ahead(
        self, ids: Collection[str], subjects: Collection[str], facts: Sequence[Fact]
    ) -> None:
        """Fetch in a few statements what the next lines will be checked against."""
        self._events.clear()
        self._taken.clear()
        self._load_events(ids)
        found = select(event.c.subject).where(among(self._connection, event.c.subject, subjects))
        self._taken.update(self._connection.execute(found).scalars())
        if len(self._tournaments) > REMEMBERED_TOURNAMENTS:
            self._tournaments.clear()
        games = [fact for fact in facts if isinstance(fact, GameSubmitted)]
        named = {name for game in games for name in (game.white, game.black) if name is not None}
        self._load_players(sorted(named - self._players.keys()))
        tournaments = {game.tournament for game in games} - self._tournaments.keys()
        brought_in = {each.tournament for each in facts if isinstance(each, TournamentSubmitted)}
        self._load_tournaments(sorted(tournaments - brought_in))

    def _load_events(self, ids: Collection[str]) -> None:
        columns = (event.c.position, event.c.id, event.c.type, event.c.stream, event.c.payload)
        query = select(*columns).where(among(self._connection, event.c.id, ids))
        for row in self._connection.execute(query):
            self._events[row.id] = Recorded(*row)

    def _load_players(self, ids: Sequence[str]) -> None:
        types = [PlayerRegistered.type, PlayerForgotten.type]
        streams = [player_stream(id_) for id_ in ids]
        forgotten = set()
        for recorded, fact in self._facts(streams, types):
            player = recorded.stream.removeprefix("player/")
            if recorded.type == PlayerRegistered.type:
                self._players[player] = PlayerState(fact is not None)
            elif fact is not None:
                forgotten.add(player)
        for player in forgotten & self._players.keys():
            self._players[player].forgotten = True

    def _load_tournaments(self, ids: Sequence[str]) -> None:
        if not ids:
            return
        types = [TournamentSubmitted.type, GameSubmitted.type]
        games = []
        for recorded, fact in self._facts(map(tournament_stream, ids), types):
            if recorded.type == TournamentSubmitted.type:
                tournament = recorded.stream.removeprefix("tournament/")
                self._tournaments[tournament] = TournamentState(fact)  # type: ignore[arg-type]
            elif isinstance(fact, GameSubmitted):
                games.append(fact)
        for game in games:
            self._tournaments[game.tournament].add(game)

    def _facts(
        self, streams: Iterable[str], types: Sequence[str] | None
    ) -> Iterator[tuple[Recorded, Fact | None]]:
        """The events of some streams, corrections apart, each with the fact that stands."""
        columns = (event.c.position, event.c.id, event.c.type, event.c.schema, event.c.stream)
        query = select(*columns, event.c.payload).where(
            among(self._connection, event.c.stream, streams)
        )
        if types is not None:
            query = query.where(event.c.type.in_([*types, CorrectionSubmitted.type]))
        # Sorted here: asked for in order, SQLite would rather walk the whole log than sort.
        rows = sorted(self._connection.execute(query), key=lambda row: row.position)
        corrected = verdicts(
            Correction(row.position, row.id, _data_of(row))
            for row in rows
            if row.type == CorrectionSubmitted.type
        )
        for row in rows:
            if row.type == CorrectionSubmitted.type:
                continue
            verdict = corrected.get(row.id)
            if verdict is None:
                fact: Fact | None = fact_of_text(row.type, row.schema, row.payload)
            else:
                fact = None if verdict.data is None else fact_of(row.type, verdict.data)
            yield Recorded(row.position, row.id, row.type, row.stream, row.payload), fact

    # --- taking in ---------------------------------------------------------------------------

    def admit(self, recorded: Recorded, fact: Fact, subject: str | None) -> None:
        """Take a line's event in, for the lines that follow."""
        self._events[recorded.id] = recorded
        if subject is not None:
            self._taken.add(subject)
        match fact:
            case GameSubmitted():
                self.admit_game(fact)
            case PlayerRegistered():
                self._players[fact.player] = PlayerState(stands=True)
            case TournamentSubmitted():
                self._tournaments[fact.tournament] = TournamentState(fact)
            case RulebookAdopted():
                self.pool(fact.pool).append(fact)
                self.pool(fact.pool).sort(key=lambda each: each.from_day)
            case PlayerForgotten():
                for name in self.registrations_of(fact.player):
                    self._players[name] = PlayerState(stands=True, forgotten=True)
            case PlayersMerged():
                self._merges()[fact.drop] = fact.keep
                self._one_of_several |= {fact.drop, fact.keep}

    def admit_game(self, game: GameSubmitted) -> None:
        """Take a game in, for the games of its tournament that follow."""
        if (state := self.tournament(game.tournament)) is not None:
            state.add(game)

    def presume(self, stream: str) -> None:
        """A faulty line meant to bring this in: what relies on it is not at fault as well."""
        self._presumed.add(stream)

    def reread(self, stream: str) -> None:
        """Forget what is remembered of a stream, which a correction has changed."""
        kind, _, id_ = stream.partition("/")
        if kind == "player":
            self._players.pop(id_, None)
        elif kind == "tournament":
            self._tournaments.pop(id_, None)
        elif kind == "pool":
            self._pools.pop(id_, None)
        else:
            self._merged = None


def _data_of(row: Any) -> Mapping[str, Any]:
    return upcast(row.type, row.schema, json.loads(row.payload))
