"""The chapters of an edition of the Wertungsordnung, and the values that they exchange.

:class:`Chapters` has one entry for each subject that an edition may rule in its own way.  A
chapter that needs another one asks the edition for it.  A later edition that changes one paragraph
therefore gives one function: ``attrs.evolve(DWZ_1995, next_rating=…)``.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Literal

import attrs
import msgspec

from projections.rulebooks.conversion import Figures
from projections.rulebooks.dwz.card import Adopted, DwzCard, Figure, Held, Residual, Undated
from projections.rulebooks.dwz.readings import Expectancy, Readings1995
from projections.rulebooks.evaluation import Report
from projections.rulebooks.occasion import RatingAdopted, RatingDecided, RulebookBegan
from projections.rulebooks.strengths import NOBODY, Strengths
from projections.rulebooks.tournament import Game, Tournament

Stages = Mapping[str, Literal[1, 2]]
"""By player: the stage in which he gets a first DWZ (4.7.3)."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """A ratable game from one side of the board."""

    game: str
    opponent: str
    points: float


class Games(msgspec.Struct, frozen=True, gc=False):
    """A player's ratable games, one list per field: sums over them run without a loop."""

    ids: list[str] = msgspec.field(default_factory=list)
    opponents: list[str] = msgspec.field(default_factory=list)
    points: list[float] = msgspec.field(default_factory=list)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.ids)

    def __iter__(self) -> Iterator[Played]:
        """Yield the games one by one."""
        return map(Played, self.ids, self.opponents, self.points)

    def against(self, known: Container[str]) -> "Games":
        """Return the games against opponents who are ``known``."""
        kept = [game for game in self if game.opponent in known]
        return Games(
            [game.game for game in kept],
            [game.opponent for game in kept],
            [game.points for game in kept],
        )


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The games that count for a rated player, with his opponents' ratings, his points and We."""

    games: Games
    opponents: Sequence[int]
    W: float
    We: float

    @property
    def n(self) -> int:
        """The number of games that count."""
        return len(self.games)

    @property
    def result(self) -> "Result":
        """Return the values that his next DWZ depends on."""
        return Result(self.W, self.We, self.n)


class Result(msgspec.Struct, frozen=True, gc=False):
    """Points, expected points and the number of games."""

    W: float
    We: float
    n: int


@attrs.frozen(kw_only=True)
class Score:
    """A newcomer's score: W points against fixed ratings and against values still in iteration."""

    fixed: Sequence[int]
    moving: Sequence[str] = ()
    W: float

    @property
    def n(self) -> int:
        """The number of games."""
        return len(self.fixed) + len(self.moving)

    def opponents(self, values: Mapping[str, float]) -> list[float]:
        """Return the opponents' ratings, with those in iteration taken from ``values``."""
        return [*self.fixed, *(values[opponent] for opponent in self.moving)]

    def exact_opponents(self, values: Mapping[str, float]) -> list[float]:
        """Return the same unrounded, as the exact root needs them."""
        return self.opponents(values)

    def shares_in_iteration(self, per_opponent: Sequence[float]) -> list[tuple[str, float]]:
        """Return the share of each opponent in iteration in a sum over opponents."""
        return list(zip(self.moving, per_opponent[len(self.fixed) :], strict=True))


@attrs.frozen(kw_only=True)
class Iteration:
    """The values pass by pass, and the reason that the iteration ended (R6).

    ``constant``: no value changed any more; ``root``: the exact joint root was taken;
    ``no root``: there is none, and the passes went on (R8).
    """

    passes: Sequence[Mapping[str, int]]
    end: Literal["constant", "root", "no root"]

    @property
    def values(self) -> Mapping[str, int]:
        """Return the final values."""
        return self.passes[-1]


class NextRating(msgspec.Struct, frozen=True, gc=False):
    """A rated player's outcome: the coefficient used, Rn and its index.

    ``E`` is a whole number if the edition rounds it.
    """

    E: float
    Rn: int
    index: int


@attrs.frozen(kw_only=True)
class Field:
    """The people of a tournament and the games that count.

    ``rules``: the edition that evaluates it; ``held``: the figure of everyone rated before it;
    ``residual_games``: the valid residual games of everyone else; ``apart``: of the latter,
    those evaluated apart from their undated first evaluations (4.10.1.3); ``games``: the
    ratable games of each; ``ratings``: Ro of everyone rated before.

    If only some players are evaluated, the field holds these, and ``others`` holds the strengths
    of everybody else; only ``ratings`` has all.
    """

    tournament: Tournament
    rules: "Chapters"
    cards: Mapping[str, DwzCard | None]
    held: Mapping[str, Held]
    residual_games: Mapping[str, tuple[Residual, ...]]
    apart: Mapping[str, Undated]
    games: Mapping[str, Games]
    ratings: Mapping[str, int]
    others: Strengths = NOBODY

    @property
    def readings(self) -> Readings1995:
        """The readings of the edition that are in force."""
        return self.rules.readings


@attrs.frozen(kw_only=True)
class Outcome:
    """A tournament computed.

    ``stages`` of those who got a first DWZ; ``iterated``: their values from the iteration;
    ``first``: the first ratings made of these; ``provisional``: the first ratings before any
    special evaluation; ``special``: the corrected values; ``strengths``: the final values against
    which opponents were rated; ``sheets`` and ``next_ratings`` of those rated before; ``kept``:
    the residual games of others.
    """

    field: Field
    stages: Stages
    special: Mapping[str, int]
    iterated: Mapping[str, int]
    first: Mapping[str, int]
    provisional: Mapping[str, int]
    strengths: Mapping[str, int]
    sheets: Mapping[str, Sheet]
    next_ratings: Mapping[str, NextRating]
    kept: Mapping[str, tuple[Residual, ...]]


@attrs.frozen(kw_only=True)
class Chapters:
    """An edition: its readings as chosen, and its rules by the chapters of 1995.

    ``refusal``, ``match_refusal``: the reason that a tournament, or a match, is not evaluated, or
    None; ``required_minutes``: thinking time per player and game, by youth class (6.2).
    ``stages``: the players who get a first DWZ; ``serve_each_other``: True if newcomers of two
    stages count for each other's first one; ``start_value``, ``iterate``, ``first_rating``: the
    start of the iteration, its passes, and the first DWZ made of its value; ``special_ratings``:
    the values that replace Ro after a surprise; ``residual_games``: the games kept by those
    without a DWZ (4.7). ``performance``: Rh of a rated player from his opponents and points;
    ``first_performance``: that of a first DWZ; None: not shown (4.8). ``next_rating``: of a rated
    player, from his current rating, his result and his age (4.9). ``adopted_index``: the index of
    an adopted rating of another system; ``adopt``, ``decide``, ``convert``: the cards of ratings
    that come without games (6.1); ``restated``: a DWZ converted from one edition's scale to
    another's. ``cards_after``, ``report``: the cards and the report of a tournament;
    ``why_unused``: the reason that a game between two people counted for neither.
    """

    readings: Readings1995 = attrs.field(factory=Readings1995)

    refusal: Callable[[Tournament, "Chapters"], str | None]
    match_refusal: Callable[[Field], str | None]
    required_minutes: Callable[[str | None], int]

    stages: Callable[[Field], Stages]
    serve_each_other: Callable[[int, int | None], bool]
    start_value: Callable[[Sequence[int], float, Expectancy], int]
    iterate: Callable[[Mapping[str, int], Mapping[str, Score], Expectancy], Iteration]
    first_rating: Callable[[int, Readings1995], int]
    special_ratings: Callable[[Field, Mapping[str, Sheet]], dict[str, int]]
    residual_games: Callable[
        [Field, Stages, Mapping[str, int]], Mapping[str, tuple[Residual, ...]]
    ]

    performance: Callable[[Sequence[int], float, "Chapters"], int | None]
    first_performance: Callable[[Outcome, str], int | None]
    next_rating: Callable[[Held, Result, int | None, Readings1995], NextRating]

    adopted_index: Callable[[Adopted, Readings1995], int]
    adopt: Callable[[DwzCard | None, RatingAdopted, "Chapters"], DwzCard | None]
    decide: Callable[[RatingDecided], DwzCard]
    convert: Callable[[RulebookBegan, Figures], dict[str, DwzCard]]
    restated: Callable[[int, RulebookBegan], int | None]

    cards_after: Callable[[Outcome, Mapping[str, Figure]], dict[str, DwzCard]]
    report: Callable[[Outcome, Mapping[str, Figure]], Report]
    why_unused: Callable[[Outcome, Game], str]
