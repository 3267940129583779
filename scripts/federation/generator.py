"""The event stream of a federation: tournament reports, and corrections some reports later."""

import heapq
from collections.abc import Iterator
from datetime import date

from scripts.federation.events import event
from scripts.federation.games import GameGenerator, Truth, untold
from scripts.federation.members import Membership
from scripts.federation.randomness import RandomSource
from scripts.federation.season import Season
from scripts.federation.settings import FederationSettings
from scripts.federation.tournaments import Tournament

LONGEST_CORRECTION_DELAY = 50  # reports that arrive between a mistake and its correction


class FederationGenerator:
    """Generates the lines of the federation's file season by season, in the order of arrival."""

    def __init__(self, settings: FederationSettings, truth: Truth = untold) -> None:
        self._settings = settings
        self._random = RandomSource(settings.seed)
        self._membership = Membership(settings, self._random)
        self._game_generator = GameGenerator(
            settings, self._random, self._schedule_correction, truth
        )
        self._games = 0
        self._tournaments = 0
        self._unreported: list[Tournament] = []
        self._reports = 0
        self._pending_corrections: list[tuple[int, bytes]] = []

    def lines(self) -> Iterator[bytes]:
        """The whole file."""
        first = self._settings.from_year
        for season in range(self._settings.years):
            yield from self._adoptions(first + season)
            yield from self._membership.begin_season(first + season)
            self._hold_tournaments(season)
            yield from self._reports_before(date(first + season + 1, 1, 1))
        yield from self._reports_before(date.max)
        yield from self._corrections(until=self._reports + LONGEST_CORRECTION_DELAY)

    def _adoptions(self, year: int) -> Iterator[bytes]:
        """The rulebooks adopted in a year, the first under the id of the founding."""
        pool = self._settings.pool
        for number, adoption in enumerate(self._settings.adoptions):
            if adoption.from_day.year == year:
                id_ = f"{pool}-adopted-{adoption.from_day}" if number else f"{pool}-adopted"
                yield event("rulebook.adopted", id_, adoption.data(pool))

    def _hold_tournaments(self, season: int) -> None:
        settings = self._settings
        members = self._membership.active
        calendar = Season(settings, self._random, settings.from_year + season, members)
        games = settings.games_until(season) - self._games
        last = season == settings.years - 1
        for tournament in calendar.tournaments(games, self._tournaments + 1, last=last):
            self._tournaments += 1
            self._games += tournament.plan.games
            self._unreported.append(tournament)

    def _reports_before(self, day: date) -> Iterator[bytes]:
        """Tournaments whose reports arrive before the day, with the corrections in between."""
        self._unreported.sort(key=lambda report: (report.arrives, report.id), reverse=True)
        while self._unreported and self._unreported[-1].arrives < day.toordinal():
            tournament = self._unreported.pop()
            self._reports += 1
            yield tournament.submission(self._settings)
            yield from self._game_generator.play(tournament)
            yield from self._corrections(until=self._reports)

    def _schedule_correction(self, correction: bytes) -> None:
        """Schedule a correction for up to ``LONGEST_CORRECTION_DELAY`` reports later."""
        noticed = self._reports + self._random.between(1, LONGEST_CORRECTION_DELAY)
        heapq.heappush(self._pending_corrections, (noticed, correction))

    def _corrections(self, *, until: int) -> Iterator[bytes]:
        """The corrections of the mistakes noticed by then, counted in reports."""
        while self._pending_corrections and self._pending_corrections[0][0] <= until:
            yield heapq.heappop(self._pending_corrections)[1]
