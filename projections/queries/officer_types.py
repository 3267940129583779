"""The shapes of what a rating officer asks, beside :mod:`~projections.queries.answer_types`."""

from typing import Any, TypedDict

from projections.queries.answer_types import KnownPlayerRow


class EventAsItStands(TypedDict):
    """An event of the log as corrections have left it.

    ``data``: what it says now, None where it was ``struck``; a correction says what it said.
    """

    event: str
    position: int
    type: str
    struck: bool
    data: dict[str, Any] | None


class Oddity(TypedDict):
    """A tournament to be looked at: ``reason`` says why it is not rated, None where it is.

    ``missing``: how many pairs of a round robin have no game.
    """

    tournament: str
    name: str
    ended_on: str
    reason: str | None
    players: int
    games: int
    missing: int


class PossibleDouble(TypedDict):
    """Two registrations that may be one person's, with what speaks for it."""

    players: tuple[KnownPlayerRow, KnownPlayerRow]
    reasons: list[str]
