"""The record of a player between two lists."""

from collections.abc import Mapping
from datetime import date

import msgspec
from msgspec.structs import replace


class Result(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A game of a player against an opponent who was rated in the list used."""

    game: str
    opponent: str
    opponent_rating: int
    points: float


class PooledResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A result of an unrated player, in his pool since the list ``listed_on`` (7.1.4)."""

    game: str
    tournament: str
    opponent: str
    opponent_rating: int
    points: float
    listed_on: date


class WaitingReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's games in one report that waits for its list.

    ``own_rating``: his rating in the list used, None if he was unrated in it; ``event_points``:
    his score in all played games of the report; ``exempt_from``: the own rating from which the
    400-point rule does not apply to him, None: it always applies.
    """

    listed_on: date
    ended_on: date
    tournament: str
    own_rating: int | None
    results: tuple[Result, ...]
    event_points: float
    exempt_from: int | None


class StartedReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The rating with which a player began a report that is still being played."""

    tournament: str
    rating: int


class Delisted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A new rating below the floor, on a list; only a conversion of that day uses it."""

    rating: int
    listed_on: date


class FideCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's card.

    ``rating``: the current rating, None for an unrated player; ``rating_event``: the tournament,
    decision or adoption that gave it.  ``games``: those counted for K; ``peak``: the highest
    published rating ever.  ``active_on``: the list of the last rated or pooled game, else the
    month of the first card.  ``had_first_event``: True if 8.2.1 is used up.
    """

    rating: int | None = None
    rating_event: str | None = None
    games: int = 0
    peak: int = 0
    active_on: date | None = None
    birth_year: int | None = None
    had_first_event: bool = False
    pool: tuple[PooledResult, ...] = ()
    waiting: tuple[WaitingReport, ...] = ()
    started: tuple[StartedReport, ...] = ()
    delisted: Delisted | None = None

    def rating_at_start(self, tournament: str) -> int | None:
        """Return the rating with which he began a report of a tournament in progress."""
        for each in self.started:
            if each.tournament == tournament:
                return each.rating
        return None

    def without_start_of(self, tournament: str) -> tuple[StartedReport, ...]:
        """Return the starts of all other reports in progress."""
        return tuple([each for each in self.started if each.tournament != tournament])

    def with_reports(
        self,
        waiting: tuple[WaitingReport, ...],
        started: tuple[StartedReport, ...],
        birth_year: int | None = None,
    ) -> "FideCard":
        """Return the card with other reports, otherwise unchanged."""
        year = self.birth_year if birth_year is None else birth_year
        return replace(self, waiting=waiting, started=started, birth_year=year)


NEW = FideCard()
Cards = Mapping[str, FideCard | None]
"""By player: his record; None if there is none."""
