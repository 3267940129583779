"""A calculation as people type it: a player, opponents with results, and the conditions."""

import re
from collections.abc import Mapping, Sequence

import attrs

from ledger.events.messages import Message
from projections.queries.arguments import parameter

UNRATED = "unrated"
SYSTEMS = ("swiss", "round-robin", "knockout", "match", "team", "games")
MOST_GAMES = 60
LONGEST_RATING = 40
Typed = int | float | str

_RATING = re.compile(r"(?P<figure>-?\d{1,4}(?:[.,]\d{1,3})?)(?P<rest>(?:\s*[-/,(]\s*|\s+).*)?")
_SEPARATORS = re.compile(r"[-/,()\s]+")
_GAME = re.compile(
    r"(?P<opponent>.+?)(?:\s*=\s*(?P<result>1/2|0[.,]5|[10½=r+\-?]?))?"
    r"(?:\s*/\s*(?P<colour>[bw])(?P<stones>\d?))?",
    re.IGNORECASE,
)
_POINTS: Mapping[str, float | None] = {
    "1": 1.0,
    "0": 0.0,
    "+": 1.0,
    "-": 0.0,
    "": None,
    "?": None,
    **dict.fromkeys(("½", "1/2", "0.5", "0,5", "=", "r"), 0.5),
}


@attrs.frozen(kw_only=True, slots=False)  # interfaces combine it with further fields
class CalculatorRequest:
    """A player and his games, which are evaluated but not recorded."""

    player: str = parameter(
        "The player: an id or name of the pool, a rating such as 1700-12, or unrated.",
        UNRATED,
        argument=True,
    )
    born: int | None = parameter("The birth year, for a rating or an unrated player.")
    game: list[str] = parameter(
        "An opponent and the result, such as 1850=1; without a result the game is still open.",
        list,
        argument=True,
        metavar="OPPONENT=RESULT...",
    )
    system: str = parameter("The system of the tournament.", "swiss")
    minutes: str = parameter("The minutes for each player and game.", "")
    increment: str = parameter("The seconds added for each move.", "")
    country: str = parameter("The country in which it is played, in three letters.", "")
    class_: str = parameter("The class of the tournament.", "")
    flag: list[str] = parameter("A flag of the tournament, such as no-handicap.", list)
    grade: str = parameter("The entry grade of an unrated go player.", "")


@attrs.frozen(kw_only=True)
class TypedGame:
    """A game as it was typed: points of the player, None while it is open.

    ``is_black``: he has Black; ``stones`` is the handicap of the one who has.
    """

    opponent: str
    points: float | None
    played: bool = True
    stones: int = 0
    is_black: bool = False


def game_of(text: str) -> TypedGame:
    """A game such as ``1850=1``, ``Adler, Anna=½`` or ``2100=0/b3``, Black with three stones.

    Raises ValueError for a text that is none.
    """
    found = _GAME.fullmatch(text.strip())
    if found is None or "=" in found["opponent"]:
        raise ValueError(
            Message(
                "%(given)s is not a game: write opponent=result, such as 1850=1, 1850=½ or 1850=0",
                given=repr(text),
            )
        )
    result = (found["result"] or "").lower()
    return TypedGame(
        opponent=found["opponent"].strip(),
        points=_POINTS[result],
        played=result not in {"+", "-"},
        stones=int(found["stones"] or 0),
        is_black=(found["colour"] or "").lower() == "b",
    )


def rating_of(text: str) -> Sequence[Typed] | None:
    """A rating as typed, ``1700-12``, ``128 /5``, ``2055 1d``; None for a text that is none.

    The figure has at most four digits, so that longer numbers are ids of players.
    """
    found = _RATING.fullmatch(text.strip())
    if found is None or len(text) > LONGEST_RATING:
        return None
    rest = _SEPARATORS.split(found["rest"] or "")
    return [_number(found["figure"]), *(_number(each) for each in rest if each)]


def _number(text: str) -> Typed:
    text = text.replace(",", ".")
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def shown_points(points: float) -> str:
    """Points as people write them: ``3``, ``½``, ``2½``; of a tie-break also ``12.25``."""
    whole, half = divmod(points, 1)
    if half not in (0, 0.5):
        return f"{points:g}"
    return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"
