"""The federation's rating office, where reports come in and their mistakes are noticed later."""

import heapq
from collections.abc import Iterator
from datetime import date

from scripts.federation.events import event
from scripts.federation.games import Hall
from scripts.federation.members import Membership
from scripts.federation.randomness import Dice
from scripts.federation.season import Season
from scripts.federation.settings import Charter
from scripts.federation.tournaments import Tournament

SLOWEST_COMPLAINT = 50  # reports that come in between a mistake and its correction


class Office:
    """Writes down what comes in, season by season, in the order in which it comes."""

    def __init__(self, charter: Charter) -> None:
        self._charter = charter
        self._dice = Dice(charter.seed)
        self._membership = Membership(charter, self._dice)
        self._hall = Hall(charter, self._dice, self._complain)
        self._games = 0
        self._tournaments = 0
        self._in_the_post: list[Tournament] = []
        self._reports = 0
        self._complaints: list[tuple[int, bytes]] = []

    def lines(self) -> Iterator[bytes]:
        """The whole file."""
        first = self._charter.from_year
        yield self._adoption()
        for season in range(self._charter.years):
            yield from self._membership.begin_season(first + season)
            self._hold_tournaments(season)
            yield from self._reports_before(date(first + season + 1, 1, 1))
        yield from self._reports_before(date.max)
        yield from self._corrections(until=self._reports + SLOWEST_COMPLAINT)

    def _adoption(self) -> bytes:
        charter = self._charter
        data = {
            "pool": charter.pool,
            "rulebook": charter.rulebook,
            "from_day": f"{charter.from_year:04}-01-01",
            "reason": "founding assembly",
        }
        return event("rulebook.adopted", f"{charter.pool}-adopted", data)

    def _hold_tournaments(self, season: int) -> None:
        charter = self._charter
        members = self._membership.active
        calendar = Season(charter, self._dice, charter.from_year + season, members)
        games = charter.games_until(season) - self._games
        last = season == charter.years - 1
        for tournament in calendar.tournaments(games, self._tournaments + 1, last=last):
            self._tournaments += 1
            self._games += tournament.plan.games
            self._in_the_post.append(tournament)

    def _reports_before(self, day: date) -> Iterator[bytes]:
        """Tournaments whose reports arrive before the day, with the corrections in between."""
        self._in_the_post.sort(key=lambda report: (report.arrives, report.id), reverse=True)
        while self._in_the_post and self._in_the_post[-1].arrives < day.toordinal():
            tournament = self._in_the_post.pop()
            self._reports += 1
            yield tournament.submission(self._charter)
            yield from self._hall.play(tournament)
            yield from self._corrections(until=self._reports)

    def _complain(self, correction: bytes) -> None:
        """Keep a correction until its mistake is noticed."""
        noticed = self._reports + self._dice.between(1, SLOWEST_COMPLAINT)
        heapq.heappush(self._complaints, (noticed, correction))

    def _corrections(self, *, until: int) -> Iterator[bytes]:
        """The corrections of the mistakes noticed by then, counted in reports."""
        while self._complaints and self._complaints[0][0] <= until:
            yield heapq.heappop(self._complaints)[1]
