"""A season's calendar: the tournaments with their fields and days."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from scripts.federation import names
from scripts.federation.conditions import conditions
from scripts.federation.members import Member
from scripts.federation.randomness import RandomSource
from scripts.federation.settings import FederationSettings
from scripts.federation.tournaments import Plan, Series, Tournament

LATE = 0.03
ON_TIME, WEEKS_LATE = (1, 3), (21, 120)  # days
SMALLEST_FIELD, LARGEST_FIELD, LARGEST_GROUP = 8, 120, 12
FEWEST_ROUNDS = 5
FEWEST_GAMES = SMALLEST_FIELD // 2 * FEWEST_ROUNDS
MOST_ROUNDS = ((12, 5), (20, 7), (40, 9), (LARGEST_FIELD + 1, 11))
"""The most rounds of a Swiss with fewer players than the first number."""


OPEN = Series(title="Open", format="swiss", neighbours="chance", days_between=1)
CLASS = Series(title="Class", format="swiss", neighbours="strength", days_between=1)
CLUB = Series(title="Club", format="round-robin", neighbours="club", days_between=7)
GROUP = Series(title="Group", format="round-robin", neighbours="strength", days_between=1)
MATCH = Series(title="Match", format="match", neighbours="strength", days_between=7)
SERIES = ((0.45, OPEN), (0.60, CLASS), (0.84, CLUB), (0.985, GROUP), (1.0, MATCH))
"""Each with the share of tournaments up to and including it."""


class Season:
    """One calendar year of tournaments among the members of that year."""

    def __init__(
        self,
        settings: FederationSettings,
        random_source: RandomSource,
        year: int,
        members: Sequence[Member],
    ) -> None:
        self._settings = settings
        self._random = random_source
        self._first_day = date(year, 1, 1).toordinal()
        self._most_players = min(LARGEST_FIELD, len(members))
        self._entry_lists = _entry_lists(random_source, members)

    def tournaments(self, games: int, number: int, *, last: bool) -> Iterator[Tournament]:
        """Yield tournaments of ``games`` games, numbered from ``number`` by their ends.

        A remainder too small for a tournament is left over, in the last season played as a match.
        """
        plans = sorted(self._plans(games, exactly=last), key=lambda plan: plan.ends)
        for offset, plan in enumerate(plans):
            yield self._hold(plan, number + offset)

    def _plans(self, games: int, *, exactly: bool) -> Iterator[Plan]:
        left = games
        while left >= FEWEST_GAMES:
            plan = self._plan()
            if plan.games > left:
                size = min(self._most_players, left // FEWEST_ROUNDS * 2) // 2 * 2
                plan = self._dated(OPEN, size, FEWEST_ROUNDS)
            left -= plan.games
            yield plan
        if exactly and left:
            yield self._dated(MATCH, 2, left)

    def _plan(self) -> Plan:
        random_source = self._random
        chance = random_source.roll()
        series = next(series for share, series in SERIES if chance < share)
        if series.format == "match":
            return self._dated(series, 2, random_source.between(4, 10))
        if series.format == "round-robin":
            size = random_source.between(SMALLEST_FIELD, min(LARGEST_GROUP, self._most_players))
            return self._dated(series, size, size - 1 + size % 2)
        sizes = self._most_players - SMALLEST_FIELD + 1
        size = SMALLEST_FIELD + int(random_source.roll() * random_source.roll() * sizes)
        size -= size % 2 and random_source.happens(0.8)
        most_rounds = next(rounds for below, rounds in MOST_ROUNDS if size < below)
        return self._dated(series, size, random_source.between(FEWEST_ROUNDS, most_rounds))

    def _dated(self, series: Series, size: int, rounds: int) -> Plan:
        """Return the plan with a day from which it ends within the season."""
        latest = 364 - (rounds - 1) * series.days_between
        starts = self._first_day + self._random.between(0, latest)
        return Plan(series=series, size=size, rounds=rounds, starts=starts)

    def _hold(self, plan: Plan, number: int) -> Tournament:
        random_source = self._random
        delay = random_source.between(*(WEEKS_LATE if random_source.happens(LATE) else ON_TIME))
        return Tournament(
            id=f"t{number:06}",
            plan=plan,
            place=names.place(random_source),
            field=self._field(plan.series.neighbours, plan.size),
            arrives=plan.ends + delay,
            conditions=conditions(self._settings, random_source, plan),
        )

    def _field(self, neighbours: str, size: int) -> list[Member]:
        """The next ``size`` different members from somewhere in an order of wishes."""
        entries = self._entry_lists[neighbours]
        at = int(self._random.roll() * len(entries))
        field: dict[Member, None] = {}
        while len(field) < size:
            field[entries[at]] = None
            at = (at + 1) % len(entries)
        return list(field)


def _entry_lists(
    random_source: RandomSource, members: Sequence[Member]
) -> Mapping[str, list[Member]]:
    """Return each member as often as he wants to play, in three orders for the tournaments.

    A stretch of one of them makes a field: mixed, of similar strength, or of a few clubs.
    """
    entries = [m for m in members for _ in range(int(m.activity + random_source.roll()))]
    return {
        "chance": random_source.mixed(entries),
        "strength": _ring(sorted(entries, key=lambda m: m.strength + 250 * random_source.roll())),
        "club": _ring(sorted(entries, key=lambda m: m.club + 3 * random_source.roll())),
    }


def _ring(ranked: list[Member]) -> list[Member]:
    """Every second one upwards and the others downwards, so that first and last are alike too."""
    return ranked[::2] + ranked[1::2][::-1]
