"""The occasions on which a rulebook has work: an event, or a day.

Occasions are taken in the order of the world: by day, on one day in the order of ``phase``
(the list of the day, its rulebook, that one's calendar, decisions and adopted ratings,
tournaments), within a phase by ``key``.  The order of arrival decides only between contradicting
decisions of one day: the later in the log holds.
"""

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Literal

import attrs

from projections.rulebooks.tournament import Decision, Game, Player, Tournament


@attrs.frozen(kw_only=True)
class RulebookBegan:
    """A rulebook begins to govern the pool, and the figures of ``before`` are converted.

    ``pieces``: figure · factor + plus, a piece with ``below`` holding below that figure;
    ``count_plus``: the amount added to the index or count of each converted figure;
    ``residual_games``: the treatment of the ratings in games that wait; ``everyone``: all
    registered players, if the new rulebook needs their personal data.
    Passed to the *new* rulebook with the cards of the old one in the form it takes
    (:meth:`~projections.rulebooks.rulebook.Rulebook.converts_from`).
    """

    phase: ClassVar[int] = 0
    day: date
    event: str
    before: str
    pieces: tuple[Mapping[str, float], ...]
    count_plus: int = 0
    residual_games: Literal["convert", "keep", "drop"] = "convert"
    everyone: Mapping[str, Player] = attrs.field(factory=dict)
    players: ClassVar[None] = None

    @property
    def key(self) -> str:
        """The event that adopted the rulebook."""
        return self.event


@attrs.frozen(kw_only=True)
class CalendarDay:
    """A day of the rulebook's own calendar, such as a base date; concerns every card.

    ``everyone`` are all registered players, ``decisions`` all that concern no tournament.
    """

    phase: ClassVar[int] = 1
    day: date
    name: str
    everyone: Mapping[str, Player] = attrs.field(factory=dict)
    decisions: tuple[Decision, ...] = ()
    players: ClassVar[None] = None

    @property
    def key(self) -> str:
        """The name the calendar gives to the day."""
        return self.name


@attrs.frozen(kw_only=True)
class _OfLog:
    """An occasion of one player that an event gives; the order of the log decides on one day."""

    phase: ClassVar[int] = 2
    day: date
    event: str
    position: int
    player: str
    birth_year: int | None = None

    @property
    def key(self) -> str:
        """The order of the log, which decides between events of one day."""
        return f"{self.position:012}"

    @property
    def players(self) -> tuple[str, ...]:
        """The one player it is about."""
        return (self.player,)


@attrs.frozen(kw_only=True)
class ListDue:
    """A list is dated this day, and a report waits for it on one player's card.

    The cards name the day (:meth:`~projections.rulebooks.rulebook.Rulebook.due_on`).  A list
    closes the time before its day.  It therefore precedes even a rulebook that begins on it, and
    belongs to the rulebook of the day before.
    """

    phase: ClassVar[int] = -1
    day: date
    player: Player

    @property
    def key(self) -> str:
        """The player's id."""
        return self.player.id

    @property
    def players(self) -> tuple[str, ...]:
        """The one player it is about."""
        return (self.player.id,)


@attrs.frozen(kw_only=True)
class RatingDecided(_OfLog):
    """A body sets a player's figure from this day on (``kind`` as in the contract)."""

    card: Mapping[str, Any]
    kind: str
    by: str
    reason: str


@attrs.frozen(kw_only=True)
class RatingAdopted(_OfLog):
    """A rating of another system is on record from its list date on.

    ``day`` is the list date, or the pool's first day if the list is older.
    """

    list_date: date
    system: str
    figure: int
    verified: bool


@attrs.frozen(kw_only=True)
class SummaryKnown:
    """An old evaluation of one player is known by its summary only (DWZ 4.10.1)."""

    phase: ClassVar[int] = 3
    day: date
    event: str
    tournament: str
    player: Player
    rating_before: int
    index_before: int
    points: float
    expected: float
    games: int
    coefficient: float | None
    rating_after: int
    index_after: int

    @property
    def key(self) -> str:
        """The id of the tournament it stands for, then of the player."""
        return f"{self.tournament}\x1f{self.player.id}"

    @property
    def players(self) -> tuple[str, ...]:
        """The one player it is about."""
        return (self.player.id,)


@attrs.frozen(kw_only=True)
class _OfTournament:
    phase: ClassVar[int] = 3
    day: date
    tournament: Tournament

    @property
    def key(self) -> str:
        """The tournament's id."""
        return self.tournament.id


@attrs.frozen(kw_only=True)
class TournamentEnded(_OfTournament):
    """A tournament ended; the whole of it is evaluated."""

    @property
    def players(self) -> tuple[str, ...]:
        """Entrants and everyone named in a game."""
        return tuple(self.tournament.players)


@attrs.frozen(kw_only=True)
class _PartOfTournament(_OfTournament):
    """An occasion on some games of a tournament that may still be in progress."""

    games: tuple[Game, ...]

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everyone named in one of the games."""
        named: dict[str, None] = {}
        for game in self.games:
            named[game.white] = None
            if game.black is not None:
                named[game.black] = None
        return tuple(named)


@attrs.frozen(kw_only=True)
class GamesPlayed(_PartOfTournament):
    """Games of one tournament that count on this day, if games are dated singly (LASK)."""


@attrs.frozen(kw_only=True)
class ReportBegan(_PartOfTournament):
    """The first day of a report (see :class:`ReportEnded`), which fixes the ratings it uses."""


@attrs.frozen(kw_only=True)
class ReportEnded(_PartOfTournament):
    """The last day of what is reported for a list: a tournament, or one of its months (FIDE).

    A report belongs to the rulebook of its own last day, whenever the tournament ends.
    """

    started_on: date


Occasion = (
    RulebookBegan
    | CalendarDay
    | ListDue
    | RatingDecided
    | RatingAdopted
    | SummaryKnown
    | TournamentEnded
    | GamesPlayed
    | ReportBegan
    | ReportEnded
)
