"""History: the effective facts at a cut, read from the log, in the order of the world.

Everything but the games is read into memory (a federation has far fewer tournaments and players
than games).  Games are read tournament by tournament, so that memory stays bounded.  A question
about a few tournaments or players reads only their streams.  Corrections are applied below, by
:mod:`ledger.log.effective_events`, and merged players are replaced by the player kept, so replay
sees neither.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import date
from functools import lru_cache
from typing import Any

from sqlalchemy import URL, Connection, Select, bindparam, or_, select

from ledger.events.canonical_json import quoted
from ledger.events.facts import (
    CorrectionSubmitted,
    DecisionRecorded,
    EvaluationRecorded,
    GameSubmitted,
    ListPublished,
    MembershipDeclared,
    PlayerRegistered,
    PlayersMerged,
    RatingAdopted,
    RatingDecided,
    RulebookAdopted,
    TournamentSubmitted,
)
from ledger.events.merges import Merges
from ledger.events.streams import (
    MERGES,
    game_subject,
    player_stream,
    pool_stream,
    tournament_stream,
)
from ledger.log.decoding import stored_fact
from ledger.log.effective_events import COLUMNS, EffectiveEvents, EffectiveFact, Recorded, Verdicts
from ledger.log.event_log import known_size
from ledger.log.paging import pages
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import as_parameter, containing, one_of
from projections.engine.history import translation
from projections.engine.history.as_of import AsOf
from projections.engine.history.recorded_games import (
    corrected_games,
    games_by_stream,
    joined_games,
    opponents_in,
)
from projections.rulebooks.occasion import Occasion
from projections.rulebooks.tournament import Decision, Game, Player, Tournament

# --- the statements that read the log up to a position, each built once --------------------------


STREAM_OF = select(event.c.stream).where(event.c.id == bindparam("id"))
EVENTS = select(*COLUMNS).where(event.c.position <= bindparam("until"))
_IS_A_GAME = event.c.type == GameSubmitted.type
ALL_BUT_GAMES = EVENTS.where(NOT_A_GAME).order_by(event.c.position)


@lru_cache
def whole_streams(dialect: str) -> Select[Any]:
    """Select all events of some streams."""
    return EVENTS.where(one_of(dialect, event.c.stream, "names"))


@lru_cache
def games_of(dialect: str) -> Select[Any]:
    """Select the games of some streams."""
    return whole_streams(dialect).where(_IS_A_GAME)


@lru_cache
def all_but_games_of(dialect: str) -> Select[Any]:
    """Select all events of some streams except the games."""
    return whole_streams(dialect).where(NOT_A_GAME)


@lru_cache
def games_by_id(dialect: str) -> Select[Any]:
    """Select the games among some events."""
    return EVENTS.where(one_of(dialect, event.c.id, "names"), _IS_A_GAME)


@lru_cache
def games_by_subject(dialect: str) -> Select[Any]:
    """The games that some subjects stand for."""
    return EVENTS.where(one_of(dialect, event.c.subject, "names"), _IS_A_GAME)


# --- players whose registration has all data that the rules need: almost all ---------------------


def plain_persons(
    connection: Connection, registrations: Collection[str], until: int
) -> dict[str, Player]:
    """Return those players who are not merged and whose registration was never corrected.

    As known at position ``until``.  Raises :class:`~ledger.events.problems.LedgerDamaged` for one
    that cannot be read.
    """
    streams = as_parameter(connection, map(player_stream, registrations))
    given = {"until": until, "streams": streams}
    statements: dict[str, list[Any]] = defaultdict(list)
    for stream, *recorded in repeated_rows(connection, _stated(connection.dialect.name), given):
        statements[stream].append(recorded)
    facts = [
        stored_fact(position, type_, schema, payload)
        for [(position, type_, schema, payload), *others] in statements.values()
        if not others
    ]
    return {
        fact.player: translation.player(fact, ())
        for fact in facts
        if isinstance(fact, PlayerRegistered)
    }


@lru_cache
def _stated(dialect: str) -> Select[Any]:
    says_who = (PlayerRegistered.type, MembershipDeclared.type, CorrectionSubmitted.type)
    return select(
        event.c.stream, event.c.position, event.c.type, event.c.schema, event.c.payload
    ).where(
        one_of(dialect, event.c.stream, "streams"),
        or_(*(event.c.type == type_ for type_ in says_who)),
        event.c.position <= bindparam("until"),
    )


STREAMS_AT_ONCE = 500


class History:
    """The effective facts at a cut, for replay; ``position`` is the last event known.

    All of it, or by :meth:`about` the parts that are asked for.
    """

    def __init__(
        self, connection: Connection, as_of: AsOf, streams: Collection[str] | None = None
    ) -> None:
        self._connection = connection
        size = known_size(connection)
        self._begin(size if as_of.known_at is None else min(size, as_of.known_at))
        self._everything: History | None = self if streams is None else None
        self._add(self.recorded() if streams is None else self._all_but_games(streams))

    def _begin(self, position: int) -> None:
        """Start without any facts, at a position of the log."""
        self.position = position
        self._verdicts: Verdicts = {}
        self._corrected: dict[str, set[str]] = defaultdict(set)
        self._facts: dict[type, list[EffectiveFact]] = defaultdict(list)
        self._merges = Merges()
        self._tournaments: dict[str, TournamentSubmitted] = {}
        self._games_read: dict[str, list[Game]] = {}
        self._opponents: dict[str, Mapping[str, set[str]]] = {}
        self._players_read: set[str] = set()
        self.players: dict[str, Player] = {}

    @classmethod
    def about(
        cls,
        connection: Connection,
        as_of: AsOf,
        pool: str,
        tournaments: Collection[str] = (),
        players: Collection[str] = (),
    ) -> "History":
        """Return the part of history that belongs to a pool's tournaments and some players."""
        history = cls(connection, as_of, [pool_stream(pool), MERGES])
        history.read_about(tournaments, players)
        return history

    def read_about(self, tournaments: Collection[str] = (), players: Collection[str] = ()) -> None:
        """Read the facts about some tournaments and players, unless already read.

        Of a whole history, which has everything else, only the games.
        """
        self.read_tournaments(tournaments)
        self._read_players(set(players).union(*map(self.named_in, tournaments)))

    def read_tournaments(self, tournaments: Collection[str]) -> None:
        """Read some tournaments with their games, without the people named in them."""
        new = [id_ for id_ in tournaments if id_ not in self._games_read]
        if not new:
            return
        if self._everything is not self:
            unread = [id_ for id_ in new if id_ not in self._tournaments]
            self._add(self._all_but_games(map(tournament_stream, unread)))
        self._games_read |= self._games(new)

    def forget_games(self, before: str) -> None:
        """Forget the games of tournaments that ended before the day of a key.

        They are read again if they are needed.
        """
        known = self._games_read.keys() & self._tournaments.keys()
        ended = [id_ for id_ in known if self.ended_on(id_).isoformat() < before[:10]]
        for id_ in ended:
            del self._games_read[id_]
            self._opponents.pop(id_, None)

    def own_games(self, player: str, tournaments: Sequence[str]) -> Mapping[str, list[Game]]:
        """Return a player's games in some tournaments, read without all the others.

        The facts about the tournaments themselves are known afterwards.
        """
        named = [
            containing(self._dialect, event.c.payload, quoted(registration))
            for registration in self.registrations_of(player)
        ]
        query = whole_streams(self._dialect).where(or_(NOT_A_GAME, *named))
        own = self._rows(query, map(tournament_stream, tournaments))
        corrected = self._add([Recorded(*row) for row in own if row[2] != GameSubmitted.type])
        rows = [row for row in own if row[2] == GameSubmitted.type]
        if corrected:  # a game in which the player was entered later does not name this player
            rows += self._rows(games_by_id(self._dialect), corrected)
        found = games_by_stream(dict.fromkeys(rows), self._verdicts)
        games = self._by_tournament(tournaments, found)
        return {
            id_: [game for game in some if player in (game.white, game.black)]
            for id_, some in games.items()
        }

    def games_at(self, ids: Collection[str], tournaments: Collection[str]) -> Mapping[str, Game]:
        """Some games of tournaments by their ids, as they stand, without reading the others."""
        self._add(self._all_but_games(map(tournament_stream, tournaments)))
        rows = self._rows(games_by_subject(self._dialect), map(game_subject, ids))
        by_stream = games_by_stream(rows, self._verdicts)
        found = {game.game: game for some in by_stream.values() for game in some}
        if self._merges:
            found = {id_: translation.game(game, self.one_person) for id_, game in found.items()}
        return found

    def read_persons(self, players: Collection[str]) -> None:
        """Read the identity of some players, unless already read, without their ratings."""
        new = set(players).difference(self.players)  # minus keys() would iterate over all
        if new:
            single = [player for player in new if self.registrations_of(player) == [player]]
            self.players |= plain_persons(self._connection, single, self.position)
            self._read_players(new.difference(self.players))

    def _read_players(self, players: Collection[str]) -> None:
        if self._everything is self:
            return
        unread = sorted(self.registrations(players) - self._players_read)
        if unread:
            self._players_read.update(unread)
            self._add(self._all_but_games(map(player_stream, unread)))

    def add_hypothetical(
        self,
        players: Sequence[PlayerRegistered],
        tournament: TournamentSubmitted,
        games: Sequence[Game],
    ) -> None:
        """Add a tournament that is not recorded, with its games and newly registered players."""
        for registered in players:
            self._players_read.add(registered.player)
            self.players[registered.player] = translation.player(registered, ())
        self._tournaments[tournament.tournament] = tournament
        kept = [translation.game(game, self.one_person) for game in games]
        self._games_read[tournament.tournament] = kept

    def with_more_games(self, tournament: str, games: Sequence[Game]) -> "History":
        """Return the same history with further games in a tournament that was read."""
        more = [translation.game(game, self.one_person) for game in games]
        there, other = [*self.games_of(tournament), *more], copy(self)
        other._games_read = {**self._games_read, tournament: there}  # noqa: SLF001 - its own class
        other._opponents = {}  # noqa: SLF001
        return other

    def whole(self) -> "History":
        """Return all of history at the same position, read once if this is a part of it."""
        if self._everything is None:
            self._everything = History(self._connection, AsOf(known_at=self.position))
        return self._everything

    @property
    def url(self) -> URL:
        """The database that it is read from."""
        return self._connection.engine.url

    def read_through(self, connection: Connection) -> Connection:
        """Read the rest through another connection; return the one so far, left open."""
        before, self._connection = self._connection, connection
        return before

    def player_of(self, event_id: str) -> str:
        """The player whose stream an event lies in."""
        stream = self._connection.execute(STREAM_OF, {"id": event_id}).scalar_one()
        return str(stream).removeprefix(player_stream(""))

    # --- queries -----------------------------------------------------------------------------

    def adoptions(self, pool: str) -> list[EffectiveFact]:
        """The rulebooks of a pool, by the day from which each governs; same day: log order."""
        return sorted(self._of_pool(RulebookAdopted, pool), key=lambda known: known.fact.from_day)

    def one_person(self, player: str) -> str:
        """The id under which a player is kept after merges."""
        return self._merges.one_person(player)

    def registrations(self, players: Collection[str]) -> set[str]:
        """Every id under which the persons of some players are registered."""
        return self._merges.registrations(players)

    def tournament_ids(self, pool: str) -> list[str]:
        """Return the effective tournaments of a pool, by their last days."""
        submitted = [fact for fact in self._tournaments.values() if pool in fact.pools]
        submitted.sort(key=lambda fact: (fact.ended_on, fact.tournament))
        return [fact.tournament for fact in submitted]

    def has_tournament(self, tournament: str) -> bool:
        """True if a tournament was submitted and not struck."""
        return tournament in self._tournaments

    def submission(self, tournament: str) -> TournamentSubmitted:
        """Return an effective tournament as submitted, or corrected since."""
        return self._tournaments[tournament]

    def belongs_to(self, tournament: str, pool: str) -> bool:
        """True if a tournament is effective and was submitted to a pool."""
        fact = self._tournaments.get(tournament)
        return fact is not None and pool in fact.pools

    def ended_on(self, tournament: str) -> date:
        """Return the last day of a tournament."""
        return self._tournaments[tournament].ended_on

    def name_of(self, tournament: str) -> str:
        """Return the name of a tournament."""
        return self._tournaments[tournament].name

    def registrations_of(self, player: str) -> list[str]:
        """Every id under which the person of ``player`` is registered, the one kept first."""
        return self._merges.registrations_of(player)

    def tournaments(self, pool: str, ids: Sequence[str]) -> Iterator[Tournament]:
        """The tournaments of these ids, with their games, in the order of ``ids``."""
        decisions = self._decisions_by_tournament(pool)
        for some in pages(ids, STREAMS_AT_ONCE):
            games = self._games(some)
            for id_ in some:
                about = decisions.get(id_, ())
                if len(decisions) > 1:
                    about += tuple(d for game in games[id_] for d in decisions.get(game.game, ()))
                yield translation.tournament(
                    self._tournaments[id_],
                    games[id_],
                    self.players,
                    (*about, *decisions[None]),
                    self.one_person,
                )

    def named_in(self, tournament: str) -> set[str]:
        """Everyone named in a tournament that was read, as an entrant or in a game."""
        fact = self._tournaments.get(tournament)
        names = set() if fact is None else {self.one_person(it.player) for it in fact.entrants}
        for game in self._games_read[tournament]:
            names.add(game.white)
            if game.black is not None:
                names.add(game.black)
        return names

    def games_of(self, tournament: str) -> Sequence[Game]:
        """The games of a tournament that was read, in no order."""
        return self._games_read[tournament]

    def part(
        self, tournament: str, players: Collection[str], games: Sequence[Game] | None = None
    ) -> Tournament:
        """A tournament with these of its persons and their games, to evaluate them separately.

        ``games``: theirs; None: the tournament was read with all its games.
        """
        if games is None:
            games = [
                game
                for game in self._games_read[tournament]
                if game.white in players or game.black in players
            ]
        persons = {player: self.players[player] for player in sorted(players)}
        return translation.part(self._tournaments[tournament], games, persons)

    def opponents_in(self, tournament: str) -> Mapping[str, set[str]]:
        """Return each player's opponents in a tournament, whether or not the games count."""
        if tournament not in self._opponents:
            self._opponents[tournament] = opponents_in(self._games_read[tournament])
        return self._opponents[tournament]

    def headings(self, pool: str, ids: Sequence[str]) -> Iterator[Tournament]:
        """Yield the same without games and players: the facts about the tournaments themselves."""
        decisions = self._decisions_by_tournament(pool)
        for id_ in ids:
            yield translation.heading(self._tournaments[id_], decisions.get(id_, ()))

    def rating_occasions(self, pool: str, first: date) -> Iterator[Occasion]:
        """Decided and adopted ratings and known summaries, no day earlier than ``first``."""
        for kind in (RatingAdopted, RatingDecided):
            for known in self._of_pool(kind, pool):
                rated = self.players.get(self.one_person(known.fact.player))
                birth_year = None if rated is None else rated.birth_year
                yield translation.rating(known, first, self.one_person, birth_year)
        summaries = self._last_summaries(pool)
        if self._everything is not self:  # a submitted tournament replaces its summaries
            self.read_about({tournament for _, tournament in summaries})
        for (player, tournament), known in summaries.items():
            submitted = self._tournaments.get(tournament)
            if submitted is None or pool not in submitted.pools:  # else the games are used
                yield translation.summary(known, self.players[player])

    def _last_summaries(self, pool: str) -> dict[tuple[str, str], EffectiveFact]:
        """Return the summaries; of two for one evaluation the later in the log holds."""
        return {
            (self.one_person(known.fact.player), known.fact.tournament): known
            for known in self._of_pool(EvaluationRecorded, pool)
        }

    def summaries(self, pool: str) -> int:
        """Return the number of evaluations of a pool known by their summaries, used or not."""
        return len(self._of_pool(EvaluationRecorded, pool))

    def publications(self, pool: str) -> list[EffectiveFact]:
        """The published lists of a pool, in log order."""
        return self._of_pool(ListPublished, pool)

    def standing_decisions(self, pool: str) -> tuple[Decision, ...]:
        """Return the decisions of a pool that concern no single tournament or game."""
        return self._decisions_by_tournament(pool)[None]

    def _of_pool(self, kind: type, pool: str) -> list[EffectiveFact]:
        return [known for known in self._facts[kind] if known.fact.pool == pool]

    def _decisions_by_tournament(self, pool: str) -> dict[str | None, tuple[Decision, ...]]:
        """Return decisions by the tournament or game they concern; None: neither."""
        sorted_out: dict[str | None, tuple[Decision, ...]] = {None: ()}
        for known in self._of_pool(DecisionRecorded, pool):
            decided = translation.decision(known, self.one_person)
            key = decided.about.get("tournament", decided.about.get("game"))
            sorted_out[key] = (*sorted_out.get(key, ()), decided)
        return sorted_out

    # --- reading the log ---------------------------------------------------------------------

    def recorded(self) -> list[Recorded]:
        """Everything that was recorded but the games, in the order of the log."""
        return [Recorded(*row) for row in self._rows(ALL_BUT_GAMES)]

    def _all_but_games(self, streams: Iterable[str]) -> list[Recorded]:
        rows = self._rows(all_but_games_of(self._dialect), streams)
        return [Recorded(*row) for row in rows]

    def _games(self, ids: Sequence[str]) -> dict[str, list[Game]]:
        if all(id_ in self._games_read for id_ in ids):
            return {id_: self._games_read[id_] for id_ in ids}
        streams = set(map(tournament_stream, ids))
        games = joined_games(self._connection, streams, self.position)
        corrected = set().union(*(self._corrected.get(stream, ()) for stream in games))
        if corrected:
            rows = self._rows(games_by_id(self._dialect), corrected)
            games |= corrected_games(games, rows, self._verdicts)
        left = streams - games.keys()
        if left:
            games |= games_by_stream(self._rows(games_of(self._dialect), left), self._verdicts)
        return self._by_tournament(ids, games)

    @property
    def _dialect(self) -> str:
        return self._connection.dialect.name

    def _rows(self, query: Select[Any], names: Iterable[str] | None = None) -> list[Any]:
        given: dict[str, object] = {"until": self.position}
        if names is not None:
            given["names"] = as_parameter(self._connection, names)
        return repeated_rows(self._connection, query, given)

    def _by_tournament(
        self, ids: Sequence[str], games: Mapping[str, list[Game]]
    ) -> dict[str, list[Game]]:
        if self._merges:
            games = {
                stream: [translation.game(game, self.one_person) for game in some]
                for stream, some in games.items()
            }
        return {id_: games.get(tournament_stream(id_), []) for id_ in ids}

    # --- effective facts ---------------------------------------------------------------------

    def _add(self, recorded: Collection[Recorded]) -> Verdicts:
        """Add whole streams without games; the verdicts on their games are kept.

        Returns the verdicts that came with them.
        """
        standing = EffectiveEvents(recorded)
        self._verdicts |= standing.verdicts
        streams = {it.id: it.stream for it in recorded if it.type == CorrectionSubmitted.type}
        for id_, verdict in standing.verdicts.items():
            self._corrected[streams[verdict.by.id]].add(id_)
        new: dict[type, list[EffectiveFact]] = defaultdict(list)
        for known in standing.facts():
            new[type(known.fact)].append(known)
        for kind, facts in new.items():
            self._facts[kind] += facts
        for known in new[PlayersMerged]:
            self._merges.add(known.fact)
        for known in new[TournamentSubmitted]:
            self._tournaments[known.fact.tournament] = known.fact
        self._add_players(new)
        return standing.verdicts

    def _add_players(self, new: Mapping[type, Sequence[EffectiveFact]]) -> None:
        clubs: dict[str, list[MembershipDeclared]] = defaultdict(list)
        for known in new[MembershipDeclared]:
            clubs[self.one_person(known.fact.player)].append(known.fact)
        for known in new[PlayerRegistered]:
            id_ = known.fact.player
            if self.one_person(id_) == id_:
                self.players[id_] = translation.player(known.fact, clubs[id_])
