"""The scalar values of facts, each with the reader that validates it.

A reader takes a decoded JSON value and returns the value or raises :class:`Fault` with a
message that names the remedy.  The fields of facts are declared with the annotated types
below; the codec takes the reader from the annotation.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Any

import attrs
import msgspec

from ledger.events.characters import inadmissible
from ledger.events.messages import Message, marked

LARGEST_INTEGER = 2**53 - 1
LARGEST_DECIMAL = 1_000_000
LARGEST_COEFFICIENT = 100_000
DEEPEST_JSON = 6

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Fault(ValueError):
    """A value that a field cannot hold: a short code and a message with the remedy."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


@attrs.frozen
class Reader:
    """The annotation that carries a field's reader."""

    read: Callable[[object], Any]


def display(value: object) -> str:
    """Return a value as quoted in messages, shortened."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "…"


def kind_of(value: object) -> str:
    """Return JSON's name for the kind of a value."""
    number = Message("a number")
    names: dict[type, str] = {int: number, float: number, str: Message("a text")}
    names |= {list: Message("a list"), dict: Message("an object")}
    names |= {bool: "true/false", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def text_of(limit: int) -> Callable[[object], str]:
    """A reader of free text of 1 to ``limit`` characters on one line, all of them assigned."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise Fault(
                "wrong-type", Message("must be a text, not %(value)s", value=kind_of(value))
            )
        if not value.strip():
            raise Fault(
                "empty", Message("is empty: fill it in, or leave the field out if it is optional")
            )
        if len(value) > limit:
            raise Fault(
                "too-long",
                Message(
                    "has %(count)s characters; shorten it to %(limit)s",
                    {"count": len(value), "limit": limit},
                ),
            )
        if (bad := inadmissible(value)) is not None:
            raise Fault("unprintable", Message("has %(bad)s: take it out", bad=bad))
        return value

    return read


def id_of(limit: int) -> Callable[[object], str]:
    """A reader of ids: 1 to ``limit`` printable characters, no blanks at either end."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise Fault(
                "wrong-type", Message("must be a text, not %(value)s", value=kind_of(value))
            )
        if not value:
            raise Fault("empty", Message("is empty: give an id"))
        if len(value) > limit:
            raise Fault(
                "too-long",
                Message(
                    "has %(count)s characters; an id has at most %(limit)s",
                    {"count": len(value), "limit": limit},
                ),
            )
        if not value.isprintable():
            raise Fault(
                "unprintable",
                Message("%(value)s has characters that cannot be printed", value=display(value)),
            )
        if value != value.strip():
            raise Fault(
                "blanks",
                Message(
                    "%(value)s begins or ends with a blank: take it out", value=display(value)
                ),
            )
        return value

    return read


def read_day(value: object) -> date:
    """A day, written YYYY-MM-DD."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise Fault(
            "not-a-day",
            Message("%(value)s is not a day: write it as YYYY-MM-DD", value=display(value)),
        )
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise Fault(
            "no-such-day", Message("%(value)s does not exist in the calendar", value=value)
        ) from None


def read_points(value: object) -> float:
    """Points of one game: the numbers 1, 0.5 and 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Fault(
            "wrong-type",
            Message("must be one of the numbers 1, 0.5, 0, not %(value)s", value=kind_of(value)),
        )
    if value not in (0, 0.5, 1):
        raise Fault(
            "not-points",
            Message(
                "%(value)s are not the points of a game: use 1, 0.5 or 0", value=display(value)
            ),
        )
    return float(value)


def read_decimal(value: object) -> float:
    """A number with at most three decimals."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Fault("wrong-type", Message("must be a number, not %(value)s", value=kind_of(value)))
    if not abs(value) <= LARGEST_DECIMAL:
        raise Fault(
            "out-of-range",
            Message("%(value)s is beyond ±%(limit)s", value=display(value), limit=LARGEST_DECIMAL),
        )
    if round(value, 3) != value:
        raise Fault(
            "too-precise", Message("%(value)s has more than three decimals: round it", value=value)
        )
    return float(value) + 0.0  # −0.0 becomes 0.0


def read_coefficient(value: object) -> float:
    """A coefficient above 0, whole as it was written or with one decimal."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Fault("wrong-type", Message("must be a number, not %(value)s", value=display(value)))
    if not 0 < value <= LARGEST_COEFFICIENT:
        raise Fault(
            "out-of-range",
            Message(
                "%(value)s is not within 0.1 … %(limit)s",
                {"value": display(value), "limit": LARGEST_COEFFICIENT},
            ),
        )
    if round(value, 1) != value:
        raise Fault(
            "too-precise", Message("%(value)s has more than one decimal: round it", value=value)
        )
    return int(value) if value == int(value) else value


def integer_within(low: int, high: int) -> Callable[[object], int]:
    """A reader of whole numbers from ``low`` to ``high``."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise Fault(
                "wrong-type",
                Message("must be a whole number, not %(value)s", value=display(value)),
            )
        if not low <= value <= high:
            raise Fault(
                "out-of-range",
                Message(
                    "%(value)s is not within %(low)s … %(high)s",
                    {"value": display(value), "low": low, "high": high},
                ),
            )
        return value

    return read


def read_flag(value: object) -> bool:
    """True or false, as JSON writes them."""
    if not isinstance(value, bool):
        raise Fault(
            "wrong-type", Message("must be true or false, not %(value)s", value=display(value))
        )
    return value


def read_json(value: object, depth: int = 0) -> Any:
    """Return any JSON value that the log can hold: bounded, printable, at most three decimals."""
    if depth > DEEPEST_JSON:
        raise Fault(
            "too-deep",
            Message("is nested more than %(levels)s levels deep: flatten it", levels=DEEPEST_JSON),
        )
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return integer_within(-LARGEST_INTEGER, LARGEST_INTEGER)(value)
    if isinstance(value, float):
        return read_decimal(value)
    if isinstance(value, str):
        return value if value == "" else text_of(10_000)(value)
    if isinstance(value, list):
        return [read_json(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {_read_name(key): read_json(item, depth + 1) for key, item in value.items()}
    raise Fault("wrong-type", Message("%(value)s cannot be kept in the log", value=kind_of(value)))


def _read_name(value: object) -> str:
    """The name of a field; beyond U+D7FF, RFC 8785 and code points sort names differently."""
    name = text_of(200)(value)
    if max(name) > "\ud7ff":
        raise Fault(
            "not-a-name",
            Message(
                "%(name)s is not a name for a field: use letters and digits", name=display(name)
            ),
        )
    return name


def read_object(value: object) -> dict[str, Any]:
    """Return a JSON object that the log can hold."""
    if not isinstance(value, dict):
        raise Fault(
            "wrong-type", Message("must be an object, not %(value)s", value=kind_of(value))
        )
    kept: dict[str, Any] = read_json(value)
    return kept


def _written_as(pattern: str, code: str, template: str) -> Callable[[object], str]:
    """Return a reader of texts that a pattern describes; ``template``: the fault of others."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise Fault(code, Message(template, value=display(value)))
        return value

    return read


read_digest = _written_as(
    "[0-9a-f]{64}", "not-a-digest", marked("%(value)s is not a SHA-256 of 64 hexadecimal digits")
)
"""A SHA-256 in hexadecimal, small letters."""
read_federation = _written_as(
    "[A-Z]{3}", "not-a-federation", marked("%(value)s is not three capital letters like GER")
)
"""Three capital letters, as FIDE and the IOC write federations."""
read_youth_class = _written_as(
    "U[1-9][0-9]?", "not-a-class", marked("%(value)s is not a youth class: write it like U15")
)
"""A youth class such as U15."""
read_grade = _written_as(
    "([1-9]|[12][0-9]|3[0-5])k|[1-9][dp]",
    "not-a-grade",
    marked("%(value)s is not a grade: 35k … 1k, 1d … 9d or 1p … 9p"),
)
"""A go grade as the contract writes it: 35k … 1k, 1d … 9d, 1p … 9p of professionals."""


Id = Annotated[str, msgspec.Meta(min_length=1, max_length=100), Reader(id_of(100))]
EventId = Annotated[str, Reader(id_of(200))]
Name = Annotated[str, Reader(text_of(200))]
Reason = Annotated[str, Reader(text_of(2_000))]
Day = Annotated[date, Reader(read_day)]
Points = Annotated[float, Reader(read_points)]
Decimal = Annotated[float, Reader(read_decimal)]
Coefficient = Annotated[int | float, Reader(read_coefficient)]
Flag = Annotated[bool, Reader(read_flag)]
Figure = Annotated[int, Reader(integer_within(-9_999, 9_999))]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000), Reader(integer_within(0, 100_000))]
Ordinal = Annotated[int, msgspec.Meta(ge=1, le=100_000), Reader(integer_within(1, 100_000))]
Stones = Annotated[int, msgspec.Meta(ge=0, le=50), Reader(integer_within(0, 50))]
Position = Annotated[int, Reader(integer_within(0, LARGEST_INTEGER))]
Digest = Annotated[str, Reader(read_digest)]
Year = Annotated[int, Reader(integer_within(1_800, 2_200))]
Federation = Annotated[str, Reader(read_federation)]
Title = Annotated[str, Reader(text_of(10))]
YouthClass = Annotated[str, Reader(read_youth_class)]
Grade = Annotated[str, Reader(read_grade)]
JsonObject = Annotated[dict[str, Any], Reader(read_object)]
JsonValue = Annotated[Any, Reader(read_json)]


# --- the field names of the contract -------------------------------------------------------------


def json_name(name: str) -> str:
    """The contract's name of a field (``class_`` → ``class``)."""
    return name.rstrip("_")


def not_a_field(key: str, known: Sequence[str]) -> str:
    """Return the complaint about an unknown key."""
    return f"{display(key)} is not a field here (misspelt?); the fields are {', '.join(known)}"
