"""Arguments of external callers, parsed as values: days, positions and times.

Raises ValueError with a message on the correct form, which command line and web both show.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time
from operator import index
from pathlib import Path
from typing import Any, Literal, NamedTuple, SupportsIndex, TypedDict

from ledger.events.messages import Message
from ledger.events.suggestions import with_suggestion

LAST_POSITION = 2**63 - 1
_RESULTS: Mapping[str, tuple[float, float, bool, str | None]] = {
    "10": (1, 0, True, None),
    "01": (0, 1, True, None),
    "½½": (0.5, 0.5, True, None),
    "00": (0, 0, True, None),
    "½0": (0.5, 0, True, None),
    "0½": (0, 0.5, True, None),
    "+-": (1, 0, False, "forfeit"),
    "-+": (0, 1, False, "forfeit"),
    "--": (0, 0, False, "double-loss"),
}
STANDINGS_METHODS = (
    "waldstein",
    "gelbfuss",
    "sonneborn-berger",
    "buchholz",
    "points",
    "buchholz-fide",
    "sonneborn-berger-fide",
)
"""The methods of ``standings`` by name, to offer them without loading them."""
BASELINES = ("even", "last-list", "elo", "glicko-2", "trueskill")
"""The baseline forecasts of ``predict`` by name, available without loading them."""
DayLike = date | str
Figures = Literal["convert", "keep", "anew"]
"""The treatment of the figures of the rulebook before, on adoption of another one."""
Moment = SupportsIndex | datetime | str
"""A position of the log, or a time: a datetime, or ISO text; without a zone it is UTC."""


class ClockArguments(TypedDict, total=False):
    """The two clocks of a question, as a Python program gives them."""

    on: DayLike | None
    known_at: Moment | None


class SpanArguments(ClockArguments, total=False):
    """The two clocks, and the first and last day of the games."""

    first: DayLike | None
    last: DayLike | None


class WhatIfArguments(ClockArguments, total=False):
    """The two clocks, and another rulebook or other readings."""

    rulebook: str | None
    set: Mapping[str, Any] | None


class TournamentFileArguments(WhatIfArguments, total=False):
    """The clocks and readings, and the arbiters to name in a tournament file."""

    chief_arbiter: str | None
    deputies: Sequence[str]


class UnknownChoice(ValueError):
    """A word that is not among the choices; ``argument``: the argument it was given for."""

    def __init__(self, message: str, argument: str) -> None:
        super().__init__(message)
        self.argument = argument


def day_of(given: DayLike | None) -> date | None:
    """A day, as a date or as people write it: ``2012-12-31``, ``31.12.2012``."""
    if given is None:
        return None
    if isinstance(given, date):
        return given.date() if isinstance(given, datetime) else given
    if isinstance(given, str):
        from ledger.importing.formats.dates import written_day

        return written_day(given)
    raise ValueError(Message("%(given)s is not a day: write it as YYYY-MM-DD", given=repr(given)))


def position_or_moment(given: Moment | None) -> int | datetime | None:
    """A position of the log as a number, a moment as a datetime with its zone."""
    if isinstance(given, str):
        if given.isdecimal() and given.isascii() and len(given) < 19:
            return int(given)
        given = _moment(given)
    if isinstance(given, datetime):
        return given if given.tzinfo else given.replace(tzinfo=UTC)
    try:
        return None if given is None else position_of(given)
    except ValueError:
        raise _no_moment(given) from None


def _moment(given: str) -> datetime:
    """A time in ISO's spelling, or the beginning of a day that is written as people write it."""
    from ledger.importing.formats.dates import written_day

    try:
        return datetime.fromisoformat(given)
    except ValueError:
        with suppress(ValueError):
            return datetime.combine(written_day(given), time())
    raise _no_moment(given)


def position_of(given: object) -> int:
    """A position of the log, as any whole number, NumPy's too; 0 is before the first event."""
    if isinstance(given, SupportsIndex) and not isinstance(given, bool):
        position = index(given)
        if 0 <= position <= LAST_POSITION:
            return position
    raise ValueError(
        Message(
            "%(given)s is not a position: count the events of the log from 1", given=repr(given)
        )
    )


def limit_of(given: int | None) -> int | None:
    """Return the number of rows wanted, at least one; None for all."""
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, SupportsIndex) or index(given) < 1:
        raise ValueError(
            Message("%(given)s is not a valid limit: ask for one row or more", given=repr(given))
        )
    return min(index(given), LAST_POSITION)


def id_of(given: str) -> str:
    """Return an id of a form that may be in a log and that both databases can look up."""
    if not isinstance(given, str) or "\0" in given or not _is_utf_8(given):
        raise ValueError(
            Message(
                "%(given)s is not an id: an id is a text that can be printed", given=ascii(given)
            )
        )
    return given


def ids_of(given: Sequence[str]) -> tuple[str, ...]:
    """Return several ids, each of such a form."""
    if isinstance(given, str):
        raise TypeError(Message("must be a list, not %(value)s", value=repr(given)))
    return tuple(map(id_of, given))


def parameter(meaning: str, default: Any = None, **extra: Any) -> Any:
    """Return a field of a query: its meaning, and a number's ``minimum`` and ``maximum``.

    ``default``: ``attrs.NOTHING`` if it is required, ``dict`` or ``list`` for an empty one.
    ``extra``: attributes of a :class:`~projections.operations.operation.Doc`.
    """
    import attrs

    limits = {name: extra.pop(name) for name in ("minimum", "maximum") if name in extra}
    metadata = {"meaning": meaning, "limits": limits, **extra}
    if default in (dict, list):
        return attrs.field(factory=default, metadata=metadata)
    return attrs.field(default=default, metadata=metadata)


class Upload(NamedTuple):
    """An uploaded file: its name, and its bytes."""

    name: str
    content: bytes


def upload_of(given: Upload | str | Path) -> Upload:
    """Return a file, given as such or by its path."""
    if isinstance(given, Upload):
        return given
    path = Path(given)
    return Upload(path.name, path.read_bytes())


def result_of(given: str) -> dict[str, Any]:
    """A result as people write it, ``1-0``, ``½:½``, ``+:-``, as the fields of a game."""
    text = given
    for spelling in ("1/2", "0.5", "0,5", "="):
        text = text.replace(spelling, "½")
    text = "".join(text.split())
    if len(text) == 3 and text[1] in "-:–" and (found := _RESULTS.get(text[0] + text[2])):
        return dict(zip(("white_points", "black_points", "played", "reason"), found, strict=True))
    known = "1-0, 0-1, ½-½, 0-0, ½-0, 0-½, or +:-, -:+, -:- where it was not played"
    raise ValueError(
        Message("%(given)s is not a result: write %(known)s", given=repr(given), known=known)
    )


def one_of(given: str, choices: Collection[str], what: str, argument: str = "") -> str:
    """Return one of several words; ``argument`` defaults to ``what``."""
    if given not in choices:
        message = Message(
            "%(given)s is not a valid %(what)s: choose one of %(choices)s",
            given=repr(given),
            what=what,
            choices=", ".join(choices),
        )
        raise UnknownChoice(with_suggestion(message, given, choices), argument or what)
    return given


def _is_utf_8(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _no_moment(given: object) -> ValueError:
    return ValueError(
        Message(
            "%(given)s is neither a position nor a time like 2026-01-31T12:00:00Z",
            given=repr(given),
        )
    )


def must_be_reached(position: object, head: int, field: str = "known_at") -> None:
    """Refuse a position that the log has not reached; a time is left alone.

    Raises :class:`~ledger.events.problems.Refused`.
    """
    from ledger.events.problems import refusal

    if isinstance(position, int) and position > head:
        message = f"there is no position {position} yet: the log ends at {head}"
        raise refusal("unknown-position", message, field)
