"""An index of the ledger's tournaments: similar ones, and where players played last.

A file whose tournament is not known by its key may still be one of them in another version: in
one of the same pools, ended at most a week apart, with four fifths of the results the same; or
with the same name, days and half of the players, whatever the results are.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import attrs
from sqlalchemy import Connection, func, select

from ledger.events.codec import innermost
from ledger.events.facts import CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.standing_events import COLUMNS, Recorded
from ledger.validation.ledger_state import LedgerState

DAYS_APART = 7
MIN_RESULT_SIMILARITY = 0.8
MIN_SHARED_PLAYERS = 0.5

Result = tuple[str, str, float, float, bool]
Person = Callable[[str], str]


@attrs.frozen
class TournamentSummary:
    """What is needed to select candidates for comparison: pools and entrants."""

    pools: frozenset[str]
    players: tuple[str, ...]


@attrs.frozen
class SimilarTournament:
    """A tournament that a file looks like, and the share of the results that are the same.

    ``namesake``: its name and its days are those of the file.
    """

    tournament: str
    ended_on: date
    share: float
    namesake: bool = False


class TournamentIndex:
    """The outlines of all tournaments by their last days, read once for many files.

    Corrected tournaments are listed in every version: callers look up what stands.
    """

    def __init__(self) -> None:
        self._read_up_to = 0
        self._by_day: defaultdict[str, dict[str, TournamentSummary]] = defaultdict(dict)

    def refresh(self, connection: Connection) -> None:
        """Add what was appended since the last call."""
        for data in _submitted(connection, self._read_up_to):
            players = tuple(sys.intern(each["player"]) for each in data.get("entrants", ()))
            summary = TournamentSummary(frozenset(data["pools"]), players)
            self._by_day[data["ended_on"]][data["tournament"]] = summary
        self._read_up_to = connection.execute(select(func.max(event.c.position))).scalar() or 0

    def most_similar(
        self,
        reported: TournamentSubmitted,
        games: Collection[GameSubmitted],
        ledger: LedgerState,
    ) -> SimilarTournament | None:
        """The tournament that a file may be another version of, None where there is none."""
        results = results_of(games, ledger.one_person)
        players = {side for result in results for side in result[:2]}
        minimum_shared = max(2, len(players) * MIN_SHARED_PLAYERS)
        found = []
        for id_, summary in self._ended_around(reported.ended_on, ledger):
            if len(players.intersection(summary.players)) < minimum_shared:
                continue
            state = ledger.tournament(id_)
            if (
                state is None
                or state.fact is None
                or not set(state.fact.pools) & set(reported.pools)
            ):
                continue
            share = result_similarity(results, results_of(state.games, ledger.one_person))
            namesake = _is_namesake(state.fact, reported)
            if namesake or share >= MIN_RESULT_SIMILARITY:
                found.append(SimilarTournament(id_, state.fact.ended_on, share, namesake))
        return max(found, key=lambda each: (each.share, each.namesake), default=None)

    def _ended_around(
        self, ended_on: date, ledger: LedgerState
    ) -> Iterator[tuple[str, TournamentSummary]]:
        """Those that ended about then; where nobody was entered, with those who played."""
        for days in range(-DAYS_APART, DAYS_APART + 1):
            try:
                day = ended_on + timedelta(days=days)
            except OverflowError:  # at either end of the calendar
                continue
            summaries = self._by_day.get(day.isoformat(), {})
            for id_, summary in summaries.items():
                state = None if summary.players else ledger.tournament(id_)
                if state is not None:
                    players = tuple(sorted(map(sys.intern, state.players)))
                    summaries[id_] = attrs.evolve(summary, players=players)
                yield id_, summaries[id_]

    def last_played(self, players: Collection[str], pool: str) -> dict[str, str]:
        """The last tournament in a pool that each of the players was entered for."""
        wanted, found = set(players), dict[str, str]()
        for day in sorted(self._by_day, reverse=True):
            if not wanted:
                break
            for id_, summary in self._by_day[day].items():
                if pool in summary.pools:
                    found |= dict.fromkeys(wanted.intersection(summary.players), id_)
            wanted -= found.keys()
        return found


def _is_namesake(one: TournamentSubmitted, other: TournamentSubmitted) -> bool:
    """Whether two tournaments have the same name and days, as far as both say them."""
    begun = {one.starts_on, other.starts_on} - {None}
    same_name = one.name.casefold().split() == other.name.casefold().split()
    return same_name and one.ended_on == other.ended_on and len(begun) < 2


def results_of(games: Iterable[GameSubmitted], person: Person) -> Counter[Result]:
    """The results between persons, regardless of colours, without byes."""
    results = Counter[Result]()
    for game in games:
        if game.black is not None:
            one = person(game.white), game.white_points
            other = person(game.black), game.black_points
            (first, points), (second, others) = sorted((one, other))
            results[first, second, points, others, game.played] += 1
    return results


def result_similarity(some: Counter[Result], others: Counter[Result]) -> float:
    """The share of the results that are the same, of those of the longer tournament."""
    most = max(some.total(), others.total())
    return (some & others).total() / most if most else 0.0


def _submitted(connection: Connection, after: int) -> Iterator[Mapping[str, Any]]:
    """The data of tournaments as submitted and as corrected."""
    rows = connection.execute(
        select(*COLUMNS).where(
            event.c.position > after,
            NOT_A_GAME,
            event.c.type.in_([TournamentSubmitted.type, CorrectionSubmitted.type]),
            event.c.stream.startswith("tournament/"),
        )
    )
    for row in rows:
        data = innermost(Recorded(*row).data)
        if "pools" in data:
            yield data
