"""The ledger's tournaments as a file asks for them: which is it perhaps, who played where last.

A file whose tournament is not known by its key may still be one of them in another version: in
one of the same pools, ended at most a week apart, with four fifths of the results the same.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, func, select

from ledger.admission.ledger_state import LedgerState
from ledger.events.codec import innermost
from ledger.events.facts import CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.imports.matching.player_index import NOT_A_GAME
from ledger.log.schema import event

DAYS_APART = 7
RESULTS_ALIKE = 0.8
PLAYERS_ALIKE = 0.5

Result = tuple[str, str, float, float, bool]
Person = Callable[[str], str]


@attrs.frozen
class Outline:
    """As much of a tournament as tells whether to look at it: its pools and who was entered."""

    pools: frozenset[str]
    players: tuple[str, ...]


@attrs.frozen
class Likeness:
    """A tournament that a file looks like, and the share of the results that are the same."""

    tournament: str
    ended_on: date
    share: float


class Tournaments:
    """The outlines of all tournaments by their last days, read once for many files.

    What was corrected is listed as it was, too: whoever asks looks at what stands.
    """

    def __init__(self) -> None:
        self._read_up_to = 0
        self._by_day: defaultdict[str, dict[str, Outline]] = defaultdict(dict)

    def look_again(self, connection: Connection) -> None:
        """See the ledger as it is now."""
        for data in _submitted(connection, self._read_up_to):
            players = tuple(sys.intern(each["player"]) for each in data.get("entrants", ()))
            outline = Outline(frozenset(data["pools"]), players)
            self._by_day[data["ended_on"]][data["tournament"]] = outline
        self._read_up_to = connection.execute(select(func.max(event.c.position))).scalar() or 0

    def most_alike(
        self,
        said: TournamentSubmitted,
        games: Collection[GameSubmitted],
        ledger: LedgerState,
    ) -> Likeness | None:
        """The tournament that a file may be another version of, None where there is none."""
        results = results_of(games, ledger.one_person)
        players = {side for result in results for side in result[:2]}
        enough = max(2, len(players) * PLAYERS_ALIKE)
        found = []
        for id_, outline in self._near(said.ended_on, ledger):
            if len(players.intersection(outline.players)) < enough:
                continue
            state = ledger.tournament(id_)
            if state is None or state.fact is None or not set(state.fact.pools) & set(said.pools):
                continue
            share = alike(results, results_of(state.games.values(), ledger.one_person))
            if share >= RESULTS_ALIKE:
                found.append(Likeness(id_, state.fact.ended_on, share))
        return max(found, key=lambda each: each.share, default=None)

    def _near(self, ended_on: date, ledger: LedgerState) -> Iterator[tuple[str, Outline]]:
        """Those that ended about then; where nobody was entered, with those who played."""
        for days in range(-DAYS_APART, DAYS_APART + 1):
            try:
                day = ended_on + timedelta(days=days)
            except OverflowError:  # at either end of the calendar
                continue
            outlines = self._by_day.get(day.isoformat(), {})
            for id_, outline in outlines.items():
                state = None if outline.players else ledger.tournament(id_)
                if state is not None:
                    players = tuple(sorted(map(sys.intern, state.players)))
                    outlines[id_] = attrs.evolve(outline, players=players)
                yield id_, outlines[id_]

    def last_played(self, players: Collection[str], pool: str) -> dict[str, str]:
        """The last tournament in a pool that each of the players was entered for."""
        wanted, found = set(players), dict[str, str]()
        for day in sorted(self._by_day, reverse=True):
            if not wanted:
                break
            for id_, outline in self._by_day[day].items():
                if pool in outline.pools:
                    found |= dict.fromkeys(wanted.intersection(outline.players), id_)
            wanted -= found.keys()
        return found


def results_of(games: Iterable[GameSubmitted], person: Person) -> Counter[Result]:
    """The results between persons, whoever had which colour; byes are none."""
    results = Counter[Result]()
    for game in games:
        if game.black is not None:
            one = person(game.white), game.white_points
            other = person(game.black), game.black_points
            (first, points), (second, others) = sorted((one, other))
            results[first, second, points, others, game.played] += 1
    return results


def alike(some: Counter[Result], others: Counter[Result]) -> float:
    """The share of the results that are the same, of those of the longer tournament."""
    most = max(some.total(), others.total())
    return (some & others).total() / most if most else 0.0


def _submitted(connection: Connection, after: int) -> Iterator[Mapping[str, Any]]:
    """The data of tournaments as handed in and as corrected."""
    rows = connection.execute(
        select(event.c.payload).where(
            event.c.position > after,
            NOT_A_GAME,
            event.c.type.in_([TournamentSubmitted.type, CorrectionSubmitted.type]),
            event.c.stream.startswith("tournament/"),
        )
    )
    for payload in rows.scalars():
        data = innermost(orjson.loads(payload))
        if "pools" in data:
            yield data
