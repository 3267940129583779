"""From the log to the world: what stands at a cut, in the order in which it happened.

Reads everything but the games into memory (a federation has far fewer tournaments and players
than games) and fetches games tournament by tournament, so that memory stays bounded.
Corrections, strikes and merged players are settled here; above this module nobody sees them.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
import msgspec
from sqlalchemy import Connection, select

from ledger.address import MERGES, player_stream, pool_stream, tournament_stream
from ledger.codec import CURRENT_SCHEMA, data_of, fact_of, upcast
from ledger.corrections import Correction, Verdict, verdicts
from ledger.database import among
from ledger.facts import (
    CorrectionSubmitted,
    DecisionRecorded,
    EvaluationRecorded,
    GameSubmitted,
    MembershipDeclared,
    PlayerRegistered,
    PlayersMerged,
    RatingAdopted,
    RatingDecided,
    RulebookAdopted,
    TournamentSubmitted,
)
from ledger.log import head_of
from ledger.paging import pages
from ledger.schema import event
from projections.cut import Cut
from projections.rulebooks import occasion as occasions
from projections.rulebooks.tournament import (
    Decision,
    Entrant,
    Game,
    Membership,
    Player,
    ThinkingTime,
    Tournament,
)

STREAMS_AT_ONCE = 500
_decode_game = msgspec.json.Decoder(Game).decode
EARLIEST = date.min


@attrs.frozen
class Known:
    """A standing fact with the event that handed it in."""

    position: int
    event: str
    fact: Any


class History:
    """The world as the log at a cut tells it.

    ``position`` is the last position read; ``known_at`` of the cut limits it.
    """

    def __init__(
        self, connection: Connection, cut: Cut, streams: Collection[str] | None = None
    ) -> None:
        self._connection = connection
        size = head_of(connection).size
        self.position = size if cut.known_at is None else min(size, cut.known_at)
        self._verdicts: dict[str, Verdict] = {}
        by_kind = self._read(streams)
        self._kept_as = _merged(by_kind[PlayersMerged])
        self.players = self._players(by_kind)
        self._tournaments = {
            known.fact.tournament: known.fact for known in by_kind[TournamentSubmitted]
        }
        self._adopted: dict[str, list[Known]] = _by_pool(by_kind[RulebookAdopted])
        self._decisions = _by_pool(by_kind[DecisionRecorded])
        self._ratings = _by_pool([*by_kind[RatingAdopted], *by_kind[RatingDecided]])
        self._summaries = _by_pool(by_kind[EvaluationRecorded])

    @classmethod
    def about(
        cls,
        connection: Connection,
        cut: Cut,
        pool: str,
        tournaments: Collection[str],
        players: Collection[str] = (),
    ) -> "History":
        """The part of history that a pool's tournaments and some players belong to."""
        frame = [pool_stream(pool), MERGES, *map(tournament_stream, tournaments)]
        sketch = cls(connection, cut, frame)
        names = {name for known in sketch._named(tournaments) for name in known} | set(players)
        kept = {sketch.one_person(name) for name in names}
        dropped = {drop for drop in sketch._kept_as if sketch.one_person(drop) in kept}
        streams = map(player_stream, sorted(names | kept | dropped))
        return cls(connection, cut, [*frame, *streams])

    def _named(self, tournaments: Collection[str]) -> Iterator[list[str]]:
        """Everyone named in some tournaments, as an entrant or in a game."""
        for fact in self._tournaments.values():
            yield [entrant.player for entrant in fact.entrants]
        for games in self._games(list(tournaments)).values():
            yield [name for game in games for name in (game.white, game.black) if name]

    # --- asking ------------------------------------------------------------------------------

    def pools(self) -> list[str]:
        """The pools that there are, by name."""
        return sorted(self._adopted)

    def adoptions(self, pool: str) -> list[Known]:
        """The rulebooks of a pool, by the day from which each governs; same day: log order."""
        return sorted(self._adopted.get(pool, []), key=lambda known: known.fact.from_day)

    def one_person(self, player: str) -> str:
        """The id under which a player is kept after merges."""
        while player in self._kept_as:
            player = self._kept_as[player]
        return player

    def tournament_ids(self, pool: str) -> list[str]:
        """The standing tournaments submitted to a pool, in the order they ended."""
        submitted = [fact for fact in self._tournaments.values() if pool in fact.pools]
        submitted.sort(key=lambda fact: (fact.ended_on, fact.tournament))
        return [fact.tournament for fact in submitted]

    def fact_of_tournament(self, tournament: str) -> TournamentSubmitted | None:
        """A standing tournament as handed in, or None."""
        return self._tournaments.get(tournament)

    def ended_on(self, tournament: str) -> date:
        """The day on which a standing tournament ended."""
        ended: date = self._tournaments[tournament].ended_on
        return ended

    def tournaments(self, pool: str, ids: Sequence[str]) -> Iterator[Tournament]:
        """The tournaments of these ids, with their games, in the order of ``ids``."""
        decisions = self._decisions_by_tournament(pool)
        for some in pages(ids, STREAMS_AT_ONCE):
            games = self._games(some)
            for id_ in some:
                yield self._tournament(self._tournaments[id_], games[id_], decisions)

    def rating_occasions(self, pool: str, first: date) -> Iterator[occasions.Occasion]:
        """Decided and adopted ratings and known summaries, no day earlier than ``first``."""
        for known in self._ratings.get(pool, []):
            yield self._rating_occasion(known, first)
        for known in self._summaries.get(pool, []):
            submitted = self._tournaments.get(known.fact.tournament)
            if submitted is None or pool not in submitted.pools:  # else the games are used
                yield self._summary_occasion(known)

    def summaries(self, pool: str) -> int:
        """How many evaluations of a pool are known by their summaries, used or not."""
        return len(self._summaries.get(pool, ()))

    def standing_decisions(self, pool: str) -> tuple[Decision, ...]:
        """The decisions of a pool that are about no single tournament or game."""
        return self._decisions_by_tournament(pool)[None]

    # --- reading the log ---------------------------------------------------------------------

    def _read(self, streams: Collection[str] | None) -> dict[type, list[Known]]:
        """Every standing fact of the streams (None: of all) but the games, in log order."""
        columns = (event.c.position, event.c.id, event.c.type, event.c.schema, event.c.payload)
        query = select(*columns).where(
            event.c.type != GameSubmitted.type, event.c.position <= self.position
        )
        if streams is None:
            rows = self._connection.execute(query.order_by(event.c.position)).all()
        else:
            query = query.where(among(self._connection, event.c.stream, streams))
            # Sorted here: asked for in order, SQLite would rather walk the whole log than sort.
            rows = sorted(self._connection.execute(query), key=lambda row: row.position)
        self._verdicts = verdicts(
            Correction(row.position, row.id, _data(row))
            for row in rows
            if row.type == CorrectionSubmitted.type
        )
        by_kind: dict[type, list[Known]] = defaultdict(list)
        for row in rows:
            if row.type == CorrectionSubmitted.type:
                continue
            verdict = self._verdicts.get(row.id)
            data = _data(row) if verdict is None else verdict.data
            if data is not None:
                fact = fact_of(row.type, data)
                by_kind[type(fact)].append(Known(row.position, row.id, fact))
        return by_kind

    def _games(self, tournaments: Sequence[str]) -> dict[str, list[Game]]:
        streams = {tournament_stream(id_): id_ for id_ in tournaments}
        query = select(event.c.stream, event.c.id, event.c.schema, event.c.payload).where(
            among(self._connection, event.c.stream, streams),
            event.c.type == GameSubmitted.type,
            event.c.position <= self.position,
        )
        games: dict[str, list[Game]] = {id_: [] for id_ in tournaments}
        for stream, id_, schema, payload in self._connection.execute(query).all():
            game = self._game(id_, schema, payload)
            if game is not None:
                games[streams[stream]].append(game)
        return games

    def _game(self, id_: str, schema: int, payload: str) -> Game | None:
        """A game as it stands, from its event; None: struck."""
        verdict = self._verdicts.get(id_)
        if verdict is not None:
            game = None if verdict.data is None else msgspec.convert(verdict.data, Game)
        elif schema == CURRENT_SCHEMA[GameSubmitted.type]:
            game = _decode_game(payload)
        else:
            data = upcast(GameSubmitted.type, schema, json.loads(payload))
            game = msgspec.convert(data, Game)
        return self._under_kept_ids(game) if game is not None and self._kept_as else game

    def _under_kept_ids(self, game: Game) -> Game:
        white = self.one_person(game.white)
        black = None if game.black is None else self.one_person(game.black)
        if (white, black) == (game.white, game.black):
            return game
        return attrs.evolve(game, white=white, black=black)

    # --- settling ----------------------------------------------------------------------------

    def _players(self, by_kind: Mapping[type, Sequence[Known]]) -> dict[str, Player]:
        clubs: dict[str, list[Membership]] = defaultdict(list)
        for known in by_kind[MembershipDeclared]:
            fact = known.fact
            clubs[self.one_person(fact.player)].append(
                Membership(from_day=fact.from_day, club=fact.club)
            )
        players = {}
        for known in by_kind[PlayerRegistered]:
            fact = known.fact
            if self.one_person(fact.player) == fact.player:
                declared = sorted(clubs[fact.player], key=lambda each: each.from_day)
                players[fact.player] = Player(
                    id=fact.player,
                    birth_year=fact.birth_year,
                    federation=fact.federation,
                    computer=fact.kind == "computer",
                    memberships=(Membership(from_day=EARLIEST, club=fact.club), *declared),
                )
        return players

    def _tournament(
        self,
        fact: TournamentSubmitted,
        games: list[Game],
        decisions: Mapping[str | None, tuple[Decision, ...]],
    ) -> Tournament:
        games.sort(key=lambda game: game.game)
        entrants = tuple(
            Entrant(
                player=self.one_person(entrant.player),
                junior=entrant.junior,
                entry_grade=entrant.entry_grade,
                status=entrant.status,
            )
            for entrant in fact.entrants
        )
        names = {entrant.player for entrant in entrants}
        names.update(game.white for game in games)
        names.update(game.black for game in games if game.black is not None)
        about = decisions.get(fact.tournament, ())
        if len(decisions) > 1:
            about += tuple(each for game in games for each in decisions.get(game.game, ()))
        return Tournament(
            id=fact.tournament,
            name=fact.name,
            discipline=fact.discipline,
            format=fact.format,
            ended_on=fact.ended_on,
            starts_on=fact.starts_on,
            rounds=fact.rounds,
            participants=fact.participants,
            country=fact.country,
            thinking_time=_thinking_time(fact),
            youth_class=fact.youth_class,
            board=fact.board,
            flags=frozenset(fact.flags),
            lask_class=fact.class_,
            entrants=entrants,
            games=tuple(games),
            players={name: self.players[name] for name in sorted(names)},
            decisions=(*about, *decisions[None]),
        )

    def _decisions_by_tournament(self, pool: str) -> dict[str | None, tuple[Decision, ...]]:
        """Decisions by the tournament or game they are about; None: about neither."""
        sorted_out: dict[str | None, tuple[Decision, ...]] = {None: ()}
        for known in self._decisions.get(pool, []):
            about = data_of(known.fact.about)
            if "player" in about:
                about["player"] = self.one_person(about["player"])
            key = about.get("tournament", about.get("game"))
            decision = Decision(
                event=known.event,
                rule=known.fact.rule,
                about=about,
                value=known.fact.value,
                by=known.fact.by,
                reason=known.fact.reason,
            )
            sorted_out[key] = (*sorted_out.get(key, ()), decision)
        return sorted_out

    def _rating_occasion(self, known: Known, first: date) -> occasions.Occasion:
        fact = known.fact
        common: dict[str, Any] = {
            "event": known.event,
            "position": known.position,
            "player": self.one_person(fact.player),
        }
        if isinstance(fact, RatingDecided):
            return occasions.RatingDecided(
                **common,
                day=fact.from_day,
                card=fact.card,
                kind=fact.kind,
                by=fact.by,
                reason=fact.reason,
            )
        return occasions.RatingAdopted(
            **common,
            day=max(fact.list_date, first),
            list_date=fact.list_date,
            system=fact.system,
            figure=fact.figure,
            verified=fact.verified,
        )

    def _summary_occasion(self, known: Known) -> occasions.Occasion:
        fact = known.fact
        return occasions.SummaryKnown(
            day=fact.ended_on,
            event=known.event,
            tournament=fact.tournament,
            player=self.players[self.one_person(fact.player)],
            rating_before=fact.rating_before,
            index_before=fact.index_before,
            points=fact.points,
            expected=fact.expected,
            games=fact.games,
            coefficient=fact.coefficient,
            rating_after=fact.rating_after,
            index_after=fact.index_after,
        )


def _merged(merges: Iterable[Known]) -> dict[str, str]:
    return {known.fact.drop: known.fact.keep for known in merges}


def _by_pool(facts: Iterable[Known]) -> dict[str, list[Known]]:
    pools: dict[str, list[Known]] = defaultdict(list)
    for known in facts:
        pools[known.fact.pool].append(known)
    return dict(pools)


def _thinking_time(fact: TournamentSubmitted) -> ThinkingTime | None:
    time = fact.thinking_time
    if time is None:
        return None
    return ThinkingTime(
        minutes=time.minutes,
        increment_seconds=time.increment_seconds or 0,
        minutes_per_move=time.minutes_per_move,
        overtime=time.overtime,
        seconds=time.seconds,
        stones=time.stones,
        overtime_minutes=time.overtime_minutes,
    )


def _data(row: Any) -> dict[str, Any]:
    return upcast(row.type, row.schema, json.loads(row.payload))
