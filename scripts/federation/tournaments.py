"""One tournament: its players, days and conditions."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import attrs

from scripts.federation.events import day_text, event
from scripts.federation.members import Member
from scripts.federation.pairings import Pairing, Round, match, round_robin, swiss
from scripts.federation.settings import FederationSettings


@attrs.frozen(kw_only=True)
class Conditions:
    """The organiser's statements; ``thinking_time`` None if he forgot it.

    ``handicap``: stones are given (go).
    """

    thinking_time: dict[str, Any] | None
    country: str
    flags: tuple[str, ...] = ()
    board: int | None = None
    handicap: bool = False


@attrs.frozen(kw_only=True)
class Series:
    """A kind of tournament; ``neighbours`` is the order in which a field is similar.

    ``days_between`` is the interval of its rounds: 1 if it is played without pauses, 7 if a
    round is played every week and every game is dated.
    """

    title: str
    format: str
    neighbours: str
    days_between: int

    @property
    def in_one_go(self) -> bool:
        """True if the rounds follow each other day by day."""
        return self.days_between == 1


@attrs.frozen(kw_only=True)
class Plan:
    """A tournament whose kind, size and first day are fixed.

    Days are counted as ``date.toordinal`` does; ``rounds`` of a match are its games.
    """

    series: Series
    size: int
    rounds: int
    starts: int

    @property
    def games(self) -> int:
        """Its games, byes included."""
        if self.series.format == "round-robin":
            return self.size * (self.size - 1) // 2
        return (self.size + 1) // 2 * self.rounds

    @property
    def ends(self) -> int:
        """The day of the last round."""
        return self.day_of_round(self.rounds)

    def day_of_round(self, number: int) -> int:
        """The day of a round, the first being 1."""
        return self.starts + (number - 1) * self.series.days_between


@attrs.frozen(kw_only=True)
class Tournament:
    """A tournament as it is held; ``arrives`` is the day its report comes in."""

    id: str
    plan: Plan
    place: str
    field: Sequence[Member]
    arrives: int
    conditions: Conditions

    def pairings(self, points: Sequence[float]) -> Iterator[Round]:
        """Yield the rounds, paired by the standings in ``points`` if the format requires it.

        Players are numbered as in ``field``.  If stones are given, the stronger has White.
        """
        rounds = self._rounds(points)
        if self.conditions.handicap:
            return (
                [self._stronger_first(*pairing) for pairing in pairings] for pairings in rounds
            )
        return rounds

    def _rounds(self, points: Sequence[float]) -> Iterator[Round]:
        if self.plan.series.format == "round-robin":
            return round_robin(self.plan.size)
        if self.plan.series.format == "match":
            return match(self.plan.rounds)
        return swiss(points, self.plan.rounds)

    def _stronger_first(self, white: int, black: int | None) -> Pairing:
        if black is not None and self.field[white].strength < self.field[black].strength:
            return black, white
        return white, black

    def day_played(self, round_number: int) -> str:
        """Return the field that dates a game of the round, empty for one played without pauses."""
        if self.plan.series.in_one_go:
            return ""
        return f'"played_on":"{day_text(self.plan.day_of_round(round_number))}",'

    def submission(self, settings: FederationSettings) -> bytes:
        """Its line of the file."""
        plan, conditions = self.plan, self.conditions
        data = {
            "tournament": self.id,
            "name": f"{plan.series.title} {self.place} {day_text(plan.starts)[:4]}",
            "pools": [settings.pool],
            "discipline": settings.discipline,
            "format": plan.series.format,
            "starts_on": day_text(plan.starts),
            "ended_on": day_text(plan.ends),
            "rounds": plan.rounds,
            "participants": plan.size,
            "country": conditions.country,
            "place": self.place,
            "thinking_time": conditions.thinking_time,
            "board": conditions.board,
            "flags": list(conditions.flags) or None,
            "entrants": self._entrants(settings),
        }
        return event("tournament.submitted", self.id, data)

    def _entrants(self, settings: FederationSettings) -> list[dict[str, Any]] | None:
        """Return the field with the declared grades, if the system has them."""
        declared = settings.system_on(date.fromordinal(self.plan.ends)).declared
        if declared is None or settings.discipline != "go":
            return None
        return [
            {"player": member.id, "entry_grade": declared(member.strength)}
            for member in self.field
        ]
