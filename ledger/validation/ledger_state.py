"""The effective facts of the log while a submission is being checked.

Read under the lock of the log, so that nothing can change between the check and the append.
Whole streams are read and resolved by :mod:`ledger.log.effective_events`.  The facts of earlier
lines of the same submission are added, so a line can rely on the lines above it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, select

from ledger.events.codec import data_of, without_defaults
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
from ledger.events.merges import Merges
from ledger.events.messages import Message
from ledger.events.plain_games import PlainGames
from ledger.events.problems import damaged_ledger
from ledger.events.streams import (
    MERGES,
    all_pools,
    game_subject,
    player_stream,
    pool_stream,
    tournament_stream,
)
from ledger.events.suggestions import with_suggestion
from ledger.events.values import display
from ledger.log.decoding import stored_bytes
from ledger.log.effective_events import EffectiveEvents, EffectiveFact, Recorded, read_streams
from ledger.log.event_log import head_of
from ledger.log.personal_data import SideData
from ledger.log.schema import event, person
from ledger.log.statements import among, mentions
from ledger.log.used_names import events_with, used_among, used_between
from ledger.validation.tournament_state import Held, TournamentState

# --- caching the effective content of streams for the checks of a submission ---------------------


def facts_by_type(
    settled: EffectiveEvents[Recorded],
) -> tuple[Mapping[str, list[tuple[str, Any]]], Mapping[str, list[Held]]]:
    """Return facts by type, with the names of their streams; games by their tournament.

    Games that were never corrected are not decoded yet.  Raises
    :class:`~ledger.events.problems.LedgerDamaged` for a fact that cannot be read.
    """
    facts: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)
    games: defaultdict[str, list[Held]] = defaultdict(list)
    for recorded in settled.recorded():
        name = recorded.stream.partition("/")[2]
        if recorded.type == GameSubmitted.type and settled.is_uncorrected(recorded):
            games[name].append(recorded)
            continue
        fact = settled.fact_of(recorded)
        if isinstance(fact, GameSubmitted):
            games[name].append(fact)
        else:
            facts[recorded.type].append((name, fact))
    return facts, games


CACHED_TOURNAMENTS = 500
_WHAT_STANDS = (
    PlayerRegistered.type,
    PlayerForgotten.type,
    TournamentSubmitted.type,
    GameSubmitted.type,
    PlayersMerged.type,
)


@attrs.define
class PlayerState:
    """A player: registered or struck, forgotten or not."""

    stands: bool
    forgotten: bool = False


class LedgerState:
    """The effective facts of the ledger: read on demand, then cached."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._players: dict[str, PlayerState] = {}
        self._no_players: set[str] = set()
        self._tournaments: dict[str, TournamentState] = {}
        self._pools: dict[str, list[RulebookAdopted]] = {}
        self._merged: Merges | None = None
        self._events: dict[str, Recorded] = {}
        self._taken: set[str] = set()
        self._nothing_ahead = True
        # Streams of faulty lines: lines that depend on them are not reported again.
        self._presumed: set[str] = set()

    # --- queries -----------------------------------------------------------------------------

    def event(self, id_: str) -> Recorded | None:
        """The event with this id, in the log or in the lines above."""
        if id_ not in self._events:
            self._load_events([id_])
        return self._events.get(id_)

    def size(self) -> int:
        """Return the number of events in the log before this submission."""
        return head_of(self._connection).size

    def ahead(self, id_: str) -> Recorded | None:
        """Return the event with an id that was passed to :meth:`read_ahead`."""
        return self._events.get(id_)

    def read_ahead_found_nothing(self) -> bool:
        """True if nothing that was passed to :meth:`read_ahead` is in the log."""
        return self._nothing_ahead

    def taken(self, subject: str) -> bool:
        """True if a subject that was passed to :meth:`read_ahead` exists already."""
        return subject in self._taken

    def player(self, id_: str) -> PlayerState | None:
        """The player registered under this id, or None."""
        if id_ not in self._players:
            self.read_players([id_])
        return self._players.get(id_)

    def knows_player(self, id_: str) -> bool:
        """True if the player is registered and the registration was not struck."""
        state = self.player(id_)
        return (state is not None and state.stands) or player_stream(id_) in self._presumed

    def tournament(self, id_: str) -> TournamentState | None:
        """The tournament submitted under this id, or None."""
        if id_ not in self._tournaments:
            self._load([tournament_stream(id_)])
            if id_ not in self._tournaments and tournament_stream(id_) in self._presumed:
                self._tournaments[id_] = TournamentState(None)
        return self._tournaments.get(id_)

    def submitted(self, tournament: str) -> TournamentSubmitted | None:
        """Return the effective tournament, without its games; None: there is none."""
        known = self._tournaments.get(tournament)
        if known is not None:
            return known.fact
        stream = tournament_stream(tournament)
        facts = self._settled([stream], [TournamentSubmitted.type]).facts()
        return next((each.fact for each in facts), None)

    def knows_game(self, id_: str) -> bool:
        """True if the game was submitted, and neither it nor its tournament was struck."""
        stream = self._stream_of(game_subject(id_))
        if stream is None:
            return any(id_ in state.names for state in self._tournaments.values())
        state = self.tournament(stream.removeprefix("tournament/"))
        return state is not None and state.fact is not None and id_ in state.names

    def _stream_of(self, subject: str) -> str | None:
        found = select(event.c.stream).where(event.c.subject == subject)
        stream: str | None = self._connection.execute(found).scalar()
        return stream

    def has_faulty_submission(self, stream: str) -> bool:
        """True if a faulty line was meant to submit this."""
        return stream in self._presumed

    def pool(self, id_: str) -> list[RulebookAdopted]:
        """Return the rulebooks that govern a pool, by their days; empty: there is no such pool."""
        if id_ not in self._pools:
            standing = self._settled([pool_stream(id_)], [RulebookAdopted.type]).facts()
            adopted = [each.fact for each in standing]
            self._pools[id_] = sorted(adopted, key=lambda each: each.from_day)
        return self._pools[id_]

    def no_such_pool(self, id_: str) -> Message:
        """Return the message that there is no such pool, and the one that may be meant."""
        first, beyond = all_pools()
        streams = select(event.c.stream).where(event.c.stream > first, event.c.stream < beyond)
        known = {name.removeprefix(first) for name in self._connection.execute(streams).scalars()}
        message = Message(
            "there is no pool %(pool)s: adopt a rulebook for it, which creates it",
            pool=display(id_),
        )
        return with_suggestion(message, id_, known)

    def one_person(self, id_: str) -> str:
        """The id under which the person registered as ``id_`` is kept after merges."""
        return self._merges().one_person(id_)

    def registrations_of(self, player: str) -> list[str]:
        """Every id under which the person of ``player`` is registered."""
        return self._merges().registrations_of(player)

    def forgotten(self, player: str) -> bool:
        """True if the person of ``player`` was forgotten, under whichever registration."""
        states = (self.player(each) for each in self.registrations_of(player))
        return any(state is not None and state.forgotten for state in states)

    def keeps_data_of(self, player: str) -> bool:
        """True if personal data are kept for the person of ``player``, under any registration."""
        own = among(self._connection, person.c.player, self.registrations_of(player))
        return self._connection.execute(select(person.c.player).where(own)).first() is not None

    def ignore_merge(self, merge: str) -> None:
        """Leave a merge out, by its event id, until the merges are read again."""
        self._read_merges(without=merge)

    def has_merges(self) -> bool:
        """True if any players have been merged."""
        return bool(self._merges())

    def _merges(self) -> Merges:
        return self._read_merges() if self._merged is None else self._merged

    def _read_merges(self, without: str | None = None) -> Merges:
        standing = self._settled([MERGES], [PlayersMerged.type]).facts()
        self._merged = Merges(each.fact for each in standing if each.event != without)
        return self._merged

    def personal_of(self, position: int) -> tuple[bytes, str] | None:
        """Salt and personal data kept for the event at ``position``, unless erased."""
        kept = select(person.c.salt, person.c.data).where(person.c.position == position)
        row = self._connection.execute(kept).one_or_none()
        return None if row is None else (stored_bytes(row.salt), row.data)

    def personal_data(self, root: Recorded) -> dict[str, Any]:
        """The personal data to which the effective registration is committed, or nothing."""
        if root.type != PlayerRegistered.type:
            return {}
        data = self._settled([root.stream], [root.type]).settled(root.id).data
        kept = None if data is None else SideData(self._connection, [data["player"]])
        return {} if kept is None or data is None else kept.committed(data) or {}

    def effective_data(self, root: Recorded) -> Fact | None:
        """An event of the log (not a correction) with corrections applied; None: struck."""
        kind, _, id_ = root.stream.partition("/")
        if kind == "tournament":
            state = self.tournament(id_)
            if state is None or root.type == TournamentSubmitted.type:
                return None if state is None else state.fact
            return state.game(root.data["game"])
        return self._settled([root.stream], [root.type]).settled(root.id).fact

    def stands(self, type_: str, stream: str, data: Mapping[str, Any]) -> bool:
        """True if an event in effect says the same, apart from the reason."""
        own = without_defaults(type_, {**data, "reason": None})
        facts = self._settled([stream], [type_]).facts()
        return any(
            without_defaults(type_, {**data_of(each.fact), "reason": None}) == own
            for each in facts
        )

    def mentions(self, id_: str) -> Iterator[EffectiveFact]:
        """Yield effective facts that contain ``id_`` as a value: a slow scan of the log."""
        found = mentions(self._connection, event.c.payload, id_)
        query = select(event.c.stream).where(found).distinct()
        streams = self._connection.execute(query).scalars().all()
        return self._settled(sorted(streams), None).facts()

    def decisions(self) -> Iterator[EffectiveFact]:
        """Yield the effective decisions of all pools."""
        first, beyond = all_pools()
        streams = select(event.c.stream).where(event.c.stream > first, event.c.stream < beyond)
        names = self._connection.execute(streams.distinct()).scalars().all()
        return self._settled(names, [DecisionRecorded.type]).facts()

    # --- reading ahead -----------------------------------------------------------------------

    def read_ahead(
        self, ids: Iterable[str], subjects: Iterable[str], facts: Sequence[Fact | PlainGames]
    ) -> None:
        """Read in a few statements the data that the next lines are checked against.

        ``ids`` and ``subjects`` are those of facts that are not corrections.
        """
        self._events.clear()
        self._taken.clear()
        together = [each for each in facts if isinstance(each, PlainGames)]
        ids_of_games, subjects_of_games = self._plain_games_in_log(together)
        self._load_events([*ids, *ids_of_games])
        self._taken.update(used_among(self._connection, [*subjects, *subjects_of_games]))
        self._nothing_ahead = not self._events and not self._taken
        corrections = (each for each in facts if isinstance(each, CorrectionSubmitted))
        self._load_events([each.corrects for each in corrections])
        if len(self._tournaments) > CACHED_TOURNAMENTS:
            self._tournaments.clear()
        games = [fact for fact in facts if isinstance(fact, GameSubmitted | PlainGames)]
        tournaments = {each.tournament for each in games}.difference(self._tournaments)
        brought_in = {each.tournament for each in facts if isinstance(each, TournamentSubmitted)}
        streams = [*map(tournament_stream, sorted(tournaments - brought_in))]
        if games and self._merged is None:
            streams.append(MERGES)
        self.read_players(set().union(*map(_players_of, facts)), streams)

    def _plain_games_in_log(self, games: Sequence[PlainGames]) -> tuple[list[str], list[str]]:
        """Return the ids and subjects of plain games, if the log has any between their extremes.

        For most new games it has none between the least and the last, and one query shows it.
        """
        if not games:
            return [], []
        ids = [each for some in games for each in some.ids]
        subjects = [each for some in games for each in some.subjects]
        is_id_there, is_subject_there = used_between(self._connection, ids, subjects)
        return ids if is_id_there else [], subjects if is_subject_there else []

    def _load_events(self, ids: Collection[str]) -> None:
        self._events.update((each.id, each) for each in events_with(self._connection, ids))

    def read_players(self, ids: Iterable[str], besides: Sequence[str] = ()) -> None:
        """Read players that are not known yet, and other streams with them."""
        unread = (id_ for id_ in ids if id_ not in self._players and id_ not in self._no_players)
        unknown = sorted(set(unread))
        self._load([*besides, *map(player_stream, unknown)])
        self._no_players.update(set(unknown).difference(self._players))

    def _load(self, streams: Collection[str]) -> None:
        """Read streams of players, of tournaments or of merges, all in one statement."""
        if not streams:
            return
        standing, games = facts_by_type(self._settled(streams, _WHAT_STANDS))
        for name, fact in standing[PlayerRegistered.type]:
            self._players[name] = PlayerState(stands=fact is not None)
        for name, fact in standing[PlayerForgotten.type]:
            if fact is not None and name in self._players:
                self._players[name].forgotten = True
        for name, fact in standing[TournamentSubmitted.type]:
            self._tournaments[name] = TournamentState(fact)
        for name, some in games.items():
            if self.has_faulty_submission(tournament_stream(name)):
                continue  # its games of earlier lines are there until all of it is refused
            if name not in self._tournaments:
                raise damaged_ledger(f"the tournament {name} has games, but was not submitted")
            self._tournaments[name].add_all(some)
        if MERGES in streams:
            self._merged = Merges(fact for _, fact in standing[PlayersMerged.type] if fact)

    def _settled(
        self, streams: Iterable[str], types: Sequence[str] | None
    ) -> EffectiveEvents[Recorded]:
        return read_streams(self._connection, streams, types)

    # --- the lines of this submission ---------------------------------------------------------

    def admit(self, recorded: Recorded, fact: Fact, subject: str | None) -> None:
        """Add the event of a line, for the lines that follow."""
        self._events[recorded.id] = recorded
        if subject is not None:
            self._taken.add(subject)
        match fact:
            case GameSubmitted():
                self.admit_game(fact)
            case PlayerRegistered():
                self._players[fact.player] = PlayerState(stands=True)
                self._no_players.discard(fact.player)
            case TournamentSubmitted():
                self._tournaments[fact.tournament] = TournamentState(fact)
            case RulebookAdopted():
                self.pool(fact.pool).append(fact)
                self.pool(fact.pool).sort(key=lambda each: each.from_day)
            case PlayerForgotten():
                for name in self.registrations_of(fact.player):
                    self._players[name] = PlayerState(stands=True, forgotten=True)
            case PlayersMerged():
                self._merges().add(fact)

    def admit_game(self, game: GameSubmitted) -> None:
        """Add a game, for the games of its tournament that follow."""
        if (state := self.tournament(game.tournament)) is not None:
            state.add(game)

    def admit_plain_games(self, games: PlainGames) -> None:
        """Add plain games of an effective tournament, for the lines that follow."""
        if (state := self.tournament(games.tournament)) is not None:
            state.add_plain(games)

    def note_faulty_submission(self, stream: str) -> None:
        """Note that a faulty line was meant to submit this; dependents are then not reported."""
        self._presumed.add(stream)

    def replace_games(self, stream: str, replaced: Mapping[str, GameSubmitted]) -> bool:
        """Replace corrected games; False: not all of them are known."""
        known = self._tournaments.get(tournament := stream.removeprefix(tournament_stream("")))
        state = None if known is None else known.with_replaced(replaced)
        if state is None:
            return False
        self._tournaments[tournament] = state
        return True

    def reread(self, stream: str) -> None:
        """Drop the data read of a stream that a correction has changed."""
        kind, _, id_ = stream.partition("/")
        if kind == "player":
            self._players.pop(id_, None)
        elif kind == "tournament":
            self._tournaments.pop(id_, None)
        elif kind == "pool":
            self._pools.pop(id_, None)
        else:
            self._merged = None


def _players_of(fact: Fact | PlainGames) -> Collection[str]:
    """The players that a fact, or some games, name."""
    match fact:
        case PlainGames():
            return fact.players
        case GameSubmitted():
            return [fact.white] if fact.black is None else [fact.white, fact.black]
        case TournamentSubmitted():
            return [entrant.player for entrant in fact.entrants]
    player = getattr(fact, "player", None)
    return [] if player is None else [player]
