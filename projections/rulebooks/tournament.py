"""The input of a rulebook: current tournaments and games, with corrections applied.

The history supplies what a rulebook asks for, so a rulebook never sees a raw event.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Literal, TypeVar

import attrs
import msgspec

Discipline = Literal["chess", "go"]
Format = Literal["round-robin", "swiss", "knockout", "match", "team", "games", "pairs"]
YOUNGEST = 4
"""The least age of a player, in calendar years."""


@attrs.frozen(kw_only=True)
class Membership:
    """A player's club from a day on; ``club`` None: no club."""

    from_day: date
    club: str | None


@attrs.frozen(kw_only=True)
class Player:
    """A player as the rules need him, without personal data.

    ``memberships`` are in the order of their days; the first holds from the beginning.
    """

    id: str
    birth_year: int | None = None
    federation: str | None = None
    computer: bool = False
    memberships: tuple[Membership, ...] = ()

    def club_on(self, day: date) -> str | None:
        """The club the player belongs to on ``day``."""
        club = None
        for membership in self.memberships:
            if membership.from_day > day:
                break
            club = membership.club
        return club


def age_in(year: int, birth_year: int | None) -> int | None:
    """Return an age; None if it is not known, or so low that the year of birth is a mistake."""
    return None if birth_year is None or year - birth_year < YOUNGEST else year - birth_year


class Game(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game with corrections applied.

    Points are 1.0, 0.5 or 0.0; ``black`` is None for a bye; ``played`` False: forfeit, bye or
    the referee's decision, with ``reason``; ``rated_for`` the side the result counts for.

    A struct (CONTRIBUTING, Style): a replay decodes millions, four times as fast as attrs classes.
    ``msgspec.structs.replace`` makes one with other fields.
    """

    game: str
    white: str
    black: str | None = None
    white_points: float
    black_points: float
    round: int | None = None
    board: int | None = None
    played_on: date | None = None
    finished_on: date | None = None
    played: bool = True
    reason: str | None = None
    rated_for: Literal["both", "white", "black", "none"] = "both"
    stones: int = 0
    receiver: Literal["black", "white"] = "black"
    minutes_per_move: float | None = None


SideT = TypeVar("SideT")


def sides_of(
    games: Iterable[Game], side: Callable[[str, str, int, float], SideT]
) -> dict[str, list[SideT]]:
    """Every counted game from the side of each player it counts for, in the games' order.

    ``side`` makes it of the game, the opponent, the stones received and the points.
    """
    found: dict[str, list[SideT]] = {}
    for game in games:
        if game.black is None:
            continue
        to_white = game.stones if game.receiver == "white" else -game.stones
        if game.rated_for in {"both", "white"}:
            own = side(game.game, game.black, to_white, game.white_points)
            found.setdefault(game.white, []).append(own)
        if game.rated_for in {"both", "black"}:
            own = side(game.game, game.white, -to_white, game.black_points)
            found.setdefault(game.black, []).append(own)
    return found


@attrs.frozen(kw_only=True)
class ThinkingTime:
    """Time per player and game; the optional fields are those of go overtime."""

    minutes: float
    increment_seconds: float = 0
    minutes_per_move: float | None = None
    overtime: Literal["none", "japanese", "canadian", "fischer"] | None = None
    seconds: float | None = None
    stones: int | None = None
    overtime_minutes: float | None = None


@attrs.frozen(kw_only=True)
class Entrant:
    """A registered participant, even one who did not play."""

    player: str
    junior: bool = False
    entry_grade: str | None = None
    status: Literal["registered", "newcomer", "guest"] = "registered"


@attrs.frozen(kw_only=True)
class Decision:
    """A decision on record: the paragraph that requires it, its subject, and its value.

    ``about`` holds any of tournament, player, club, game, season; ``event`` is its event id.
    """

    event: str
    rule: str
    about: Mapping[str, Any]
    value: Any
    by: str
    reason: str


def values_decided(
    decisions: Iterable[Decision], rule: str, by: str, field: str = "", **about: Any
) -> dict[Any, Any]:
    """Return the values decided under a rule, by the subject that ``by`` names.

    Of several decisions about one subject the last in the order of the log holds.  ``field``: of
    the value only this field; ``about``: only decisions about these, such as one season.
    """
    return {
        one.about.get(by): one.value[field] if field else one.value
        for one in decisions
        if one.rule == rule and all(one.about[name] == it for name, it in about.items())
    }


@attrs.frozen(kw_only=True)
class Tournament:
    """A tournament with corrections applied, its games in the order of their ids.

    ``participants`` is the number reported; ``players`` holds entrants and everyone named in a
    game; ``decisions`` those about it, its games or no single tournament, in log order.
    """

    id: str
    name: str
    discipline: Discipline
    format: Format
    ended_on: date
    starts_on: date | None = None
    rounds: int | None = None
    participants: int | None = None
    country: str | None = None
    thinking_time: ThinkingTime | None = None
    youth_class: str | None = None
    board: int | None = None
    flags: frozenset[str] = frozenset()
    class_: str | None = None
    entrants: tuple[Entrant, ...] = ()
    games: tuple[Game, ...] = ()
    players: Mapping[str, Player] = attrs.field(factory=dict)
    decisions: tuple[Decision, ...] = ()

    def decided(self, rule: str) -> list[Decision]:
        """The decisions under a rule about this tournament, in the order of the log."""
        return [
            decision
            for decision in self.decisions
            if decision.rule == rule and decision.about.get("tournament") == self.id
        ]

    def last_decided(self, rule: str) -> Decision | None:
        """The decision under a rule about this tournament that holds: the last in the log."""
        return next(reversed(self.decided(rule)), None)

    def day_of(self, game: Game) -> date:
        """Return the day of a game that is dated singly: finished, else played, else end."""
        return game.finished_on or game.played_on or self.ended_on


# --- inputs for a proposed first rating ----------------------------------------------------------


@attrs.frozen(kw_only=True)
class TypicalResult:
    """A result that shows a player's strength: points out of games against a class.

    ``day`` and ``decisions`` give the decisions about the class in force then.
    """

    points: float
    games: int
    class_: str | None
    day: date
    decisions: tuple[Decision, ...] = ()
