"""Typed lines, each a value or a slip, said so that it can be typed again.

Players are called by their numbers, from 1 on in the order in which they were typed.
"""

import re
from collections.abc import Collection
from datetime import date

import attrs

from ledger.events.messages import Message, as_message, counted
from ledger.importing.formats.canonical.columns import RESULTS
from ledger.importing.formats.dates import written_day
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
    bye,
    combine_results,
)
from ledger.importing.formats.tournament_report import GameReport, System

NOT_PLAYED = "."
_IN_A_ROW = {"1": WIN, "0": LOSS, "=": DRAW, "½": DRAW, "+": FORFEIT_WIN, "-": FORFEIT_LOSS}
_SPELLINGS = {
    **dict.fromkeys(("0.5", "0,5", ".5", ",5", "1/2", "r", "R"), "="),
    **dict.fromkeys(("1.0", "1,0"), "1"),
    **dict.fromkeys(("0.0", "0,0"), "0"),
}
"""Other spellings of a sign, as scoresheets and spreadsheets have them; ``r`` is remis."""
_AGAINST = {WIN: LOSS, LOSS: WIN, DRAW: DRAW, FORFEIT_WIN: FORFEIT_LOSS, FORFEIT_LOSS: FORFEIT_WIN}
_FOR_WHITE = {
    "1-0": WIN,
    "1": WIN,
    "0-1": LOSS,
    "0": LOSS,
    **dict.fromkeys(("=", "½", "½-½", "1/2", "1/2-1/2", "0.5-0.5"), DRAW),
    **dict.fromkeys(("+", "+-", "+:-", "+--"), FORFEIT_WIN),
    **dict.fromkeys(("-", "-+", "-:+", "--+"), FORFEIT_LOSS),
}
_SYSTEMS: tuple[System, ...] = ("round-robin", "swiss")
_NEWCOMER = re.compile(
    r"(?:new|(?:neu|új|ny)(?=[^,]*[^,\s],))\s+(?P<name>.*?)"
    r"(?:[\s,]+(?:born|geboren|geb\.|született|szül\.|född|f\.)\s+(?P<year>\S+))?",
    re.IGNORECASE,
)
"""In English, or in a language of the pages with a comma in the name: Neu is a surname too."""
_YEAR = re.compile("(18|19|20)[0-9]{2}")
_DECIMAL = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?")
_LONGEST_NAME = 200


class UnreadableLine(Exception):
    """An unreadable line; the message names the remedy, in the reader's language.

    Text to be typed literally is between backticks, in every language.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = as_message(message)


@attrs.frozen
class Newcomer:
    """A person to be registered."""

    name: str
    birth_year: int | None


def read_name(text: str) -> str:
    """The name of a tournament."""
    if not text:
        raise UnreadableLine(Message("a tournament needs a name"))
    if len(text) > _LONGEST_NAME:
        raise UnreadableLine(Message("a name has up to %(most)s characters", most=_LONGEST_NAME))
    return text


def read_day(text: str) -> date:
    """A day, as 2012-12-31 or in any spelling that can mean one day only."""
    try:
        return written_day(text)
    except ValueError as error:
        raise UnreadableLine(error.args[0]) from None


def read_first_day(text: str, last: date) -> date | None:
    """The first day, not after the last one; None if nothing is typed."""
    first = read_day(text) if text else None
    if first is not None and first > last:
        raise UnreadableLine(
            Message("%(first)s is after the last day, %(last)s", first=first, last=last)
        )
    return first


def read_system(text: str) -> System:
    """``round-robin`` or ``swiss``, or the beginning of one of them."""
    found = [system for system in _SYSTEMS if text and system.startswith(text.casefold())]
    if not found:
        raise UnreadableLine(Message("type r for round-robin, s for swiss"))
    return found[0]


def read_decimal(text: str, *, zero: bool) -> float | None:
    """Minutes or seconds; None if nothing is typed."""
    if not text:
        return None
    number = text.replace(",", ".")
    if not _DECIMAL.fullmatch(number) or (float(number) == 0 and not zero):
        raise UnreadableLine(
            Message(
                "%(typed)s is not a number of this kind: type one such as 30, or nothing",
                typed=repr(text),
            )
        )
    return float(number)


def read_newcomer(text: str) -> Newcomer | None:
    """``new NAME, born YEAR``, the year if it is known; None for a line that says nothing new.

    Likewise in the languages of the pages: ``neu NAME, geb. YEAR``.
    """
    found = _NEWCOMER.fullmatch(text)
    if found is None:
        return None
    name, year = found["name"].strip(" ,"), found["year"]
    if not name or len(name) > _LONGEST_NAME:
        raise UnreadableLine(Message("type the name after `new`: `new Adler, Anna, born 1970`"))
    if year is not None and not _YEAR.fullmatch(year):
        raise UnreadableLine(
            Message(
                "%(year)s is not a year of birth: type four digits, or leave `born` out",
                year=repr(year),
            )
        )
    return Newcomer(name, None if year is None else int(year))


def read_row(text: str, row: int, players: int) -> tuple[GameReport, ...]:
    """The results of a player of a round robin against all later ones, a sign for each.

    Who had White is not known: the player of the row is only named first.
    """
    signs = re.sub(r"\s", "", text)
    if len(signs) != players - row:
        raise UnreadableLine(
            counted(
                "%(typed)s typed, %(count)s sign wanted: one for each of %(first)s to %(last)s",
                "%(typed)s typed, %(count)s signs wanted: one for each of %(first)s to %(last)s",
                players - row,
                typed=len(signs),
                first=row + 1,
                last=players,
            )
        )
    signs = "".join(map(read_sign, signs))
    return tuple(
        _game(None, str(row), str(other), _IN_A_ROW[sign])
        for other, sign in enumerate(signs, start=row + 1)
        if sign != NOT_PLAYED
    )


def read_sign(text: str) -> str:
    """Return the sign of a game between two players, or that of a game that was not played."""
    text = _SPELLINGS.get(text, text)
    if text != NOT_PLAYED and text not in _IN_A_ROW:
        raise UnreadableLine(
            Message(
                "%(sign)s is not a result: type 1, 0, ½ (or =, r, 0.5), +, - or %(not_played)s",
                {"sign": repr(text), "not_played": NOT_PLAYED},
            )
        )
    return text


def read_pairing(text: str, round_: int, players: int, paired: Collection[str]) -> GameReport:
    """A game of a round, ``3 1-0 5`` with White first, or ``7 bye`` with its points if not 1.

    ``paired``: who has a game or a bye in the round already.
    """
    words = text.split()
    if len(words) in {2, 3} and words[1].casefold() == "bye":
        player = _number(words[0], players, paired)
        return _bye(round_, player, words[2] if len(words) == 3 else "1")
    if len(words) != 3:
        raise UnreadableLine(
            Message("type White, the result and Black: `3 1-0 5`, `4 = 2`; or `7 bye`")
        )
    white, result, black = words
    if result not in _FOR_WHITE:
        raise UnreadableLine(
            Message(
                "%(result)s is not a result: type 1-0, 0-1, =, + or - (not played)",
                result=repr(result),
            )
        )
    first, second = _number(white, players, paired), _number(black, players, paired)
    if first == second:
        raise UnreadableLine(Message("%(player)s cannot play against himself", player=first))
    return _game(round_, first, second, _FOR_WHITE[result])


def _number(text: str, players: int, paired: Collection[str]) -> str:
    number = text.lstrip("0")
    if not (text.isascii() and text.isdecimal() and len(number) < 6 and number):
        raise UnreadableLine(
            Message(
                "%(typed)s is not a player number: type 1 to %(last)s",
                {"typed": repr(text), "last": players},
            )
        )
    if int(number) > players:
        raise UnreadableLine(
            Message(
                "there is no player %(number)s: type 1 to %(last)s", number=number, last=players
            )
        )
    if number in paired:
        raise UnreadableLine(
            Message("player %(number)s has played in this round already", number=number)
        )
    return number


def _bye(round_: int, player: str, points: str) -> GameReport:
    result = RESULTS.get(points)
    if result not in {WIN, DRAW, LOSS}:
        raise UnreadableLine(
            Message(
                "%(points)s are not the points of a bye: type 1, ½ or 0, or nothing for 1",
                points=repr(points),
            )
        )
    return bye(round_, player, result.points)


def _game(round_: int | None, white: str, black: str, result: SideResult) -> GameReport:
    combined = combine_results(result, _AGAINST[result])
    if combined is None:
        raise AssertionError(result)  # the two results add up to one point
    return GameReport(
        round=round_, white=white, black=black, sides_known=round_ is not None, **combined.fields()
    )
