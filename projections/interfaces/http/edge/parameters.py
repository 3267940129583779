"""Parameters of a request beside its path, read into an attrs class; all problems at once.

The query of a request is texts, a body is JSON; each is read into a class whose fields are the
known parameters.  A field called ``from_`` or ``set_`` is the parameter ``from`` or ``set``.
"""

import base64
import binascii
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Any, Literal, TypeVar, get_args, get_origin
from urllib.parse import parse_qsl, urlencode

import attrs
import cattrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
)
from cattrs.gen import make_dict_structure_fn, override
from starlette.requests import Request

from ledger.events.problems import Problem
from projections.interfaces.http.edge.problems import HttpError
from projections.operations.reads import Clocks, KnownAt, Readings
from projections.queries.arguments import (
    day_of,
    id_of,
    one_of,
    parameter,
    position_or_moment,
)

MOST_PARAMETERS = 100
LARGEST_NUMBER = 2**63 - 1
ShapeT = TypeVar("ShapeT")


def wire_name(field: Any) -> str:
    """Return the name of a parameter in a request, by the field of its class."""
    said: str = field.metadata.get("wire", "") or field.name.removesuffix("_")
    return said


def known_parameters(*parameters: str | type) -> frozenset[str]:
    """The names of parameters, each said by itself or all as those of a class.

    A name that ends with a dot stands for all that begin so.
    """
    names = {each for each in parameters if isinstance(each, str)}
    classes: list[Any] = [each for each in parameters if not isinstance(each, str)]
    return frozenset(names.union(wire_name(it) for each in classes for it in attrs.fields(each)))


def is_known(name: str, known: AbstractSet[str]) -> bool:
    """True if a parameter is one of those."""
    return name in known or f"{name.partition('.')[0]}." in known


def query_of(request: Request, shape: type[ShapeT], *, strict: bool = True) -> ShapeT:
    """The query of a request; ``strict``: what is not a known parameter is refused.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) with every problem.
    """
    fields = {wire_name(each): each.type for each in attrs.fields(shape)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, text in _texts(request.scope["query_string"]):
        if fields.get(name) in (Readings, list[str]):
            values.setdefault(name, []).append(text)
        elif name in values:
            message = f"{name} is given twice: give it once"
            problems.append(Problem(None, name, "given-twice", message))
        elif strict or name in fields:
            values[name] = text
    return _structured(_of_texts, values, shape, problems)


def value_of(given: Any, kind: Any) -> Any:
    """A member of a JSON body as a value of a type.

    Raises ValueError or TypeError where it is none.
    """
    if kind is Any or (isinstance(kind, type) and isinstance(given, kind)):
        return id_of(given) if kind is str else given
    if get_origin(kind) is Literal:
        return one_of(given, get_args(kind), "choice")
    if isinstance(origin := get_origin(kind), type) and issubclass(origin, Mapping):
        return _mapping_of(given, get_args(kind)[1])
    return _of_json.structure(given, kind)


def _mapping_of(given: object, kind: Any) -> dict[str, Any]:
    return {name: value_of(value, kind) for name, value in _mapping(given, None).items()}


def _texts(query: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_PARAMETERS,
        )
    except UnicodeDecodeError:
        raise _malformed("not-utf-8", "the query is not percent-encoded UTF-8") from None
    except ValueError:
        message = f"the query has more than {MOST_PARAMETERS} parameters"
        raise _malformed("too-many-parameters", message) from None


def _malformed(code: str, message: str) -> HttpError:
    return HttpError(400, [Problem(None, None, code, message)])


def _structured(
    converter: cattrs.Converter,
    values: Mapping[str, Any],
    shape: type[ShapeT],
    problems: list[Problem],
) -> ShapeT:
    try:
        found = converter.structure(values, shape)
    except ClassValidationError as error:
        problems.extend(_problems_of(error, shape))
        raise HttpError(400, problems) from None
    if problems:
        raise HttpError(400, problems)
    return found


def _problems_of(error: ClassValidationError, shape: type[Any]) -> Iterator[Problem]:
    for each in error.exceptions:
        if isinstance(each, ForbiddenExtraKeysError):
            yield from _unknown(sorted(each.extra_fields), shape)
            continue
        notes = [it for it in getattr(each, "__notes__", []) if _is_of_field(it)]
        field = wire_name(attrs.fields_dict(shape)[notes[-1].name]) if notes else None
        if isinstance(each, KeyError):
            yield Problem(None, field, "missing", "is missing")
        else:
            yield Problem(None, field, "bad-parameter", str(each))


def _is_of_field(note: object) -> bool:
    return isinstance(note, AttributeValidationNote)


def _unknown(names: Iterable[str], shape: type[Any]) -> Iterator[Problem]:
    known = ", ".join(wire_name(each) for each in attrs.fields(shape)) or "none"
    for name in names:
        message = f"{name!r} is no parameter of this request: it takes {known}"
        yield Problem(None, name, "unknown-parameter", message)


# --- reading texts -----------------------------------------------------------------------------


def _text(given: object, _: object) -> str:
    if not isinstance(given, str):
        raise TypeError(f"must be a text, not {type(given).__name__}")
    return id_of(given)


def _number(given: object, _: object) -> int:
    if isinstance(given, str) and given.isascii() and given.isdecimal() and len(given) < 20:
        given = int(given)
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= LARGEST_NUMBER:
        return given
    raise ValueError(f"{given!r} is no whole number")


def _as_boolean_word(given: object, _: object) -> bool:
    known = {"true": True, "false": False}
    if isinstance(given, str) and given in known:
        return known[given]
    raise ValueError(f"{given!r} is neither true nor false")


def _as_boolean(given: object, _: object) -> bool:
    if isinstance(given, bool):
        return given
    raise ValueError(f"{given!r} is neither true nor false")


def _day(given: Any, _: object) -> date | None:
    return day_of(_text(given, _))


def _known_at(given: Any, _: object) -> KnownAt | None:
    return None if given is None else position_or_moment(_text(given, _))


def _readings(given: Iterable[str], _: object) -> Readings:
    return dict(map(_assignment, given))


def _assignment(text: str) -> tuple[str, Any]:
    name, separator, value = id_of(text).partition("=")
    if not separator:
        raise ValueError(f"{text!r} is not of the form NAME=VALUE")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _mapping(given: object, _: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise TypeError(f"must be an object, not {type(given).__name__}")
    return given


def _converter(truth: Any, readings: Any) -> cattrs.Converter:
    """A reader of texts, numbers, days and moments; ``readings`` is the one of ``set``."""
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(int, _number)
    converter.register_structure_hook(bool, truth)
    converter.register_structure_hook(date, _day)
    converter.register_structure_hook_func(lambda kind: kind == KnownAt | None, _known_at)
    converter.register_structure_hook_func(lambda kind: kind == Readings, readings)

    def by_wire_names(shape: type[Any]) -> Any:
        names = {each.name: override(rename=wire_name(each)) for each in attrs.fields(shape)}
        return make_dict_structure_fn(shape, converter, _cattrs_forbid_extra_keys=True, **names)  # type: ignore[arg-type]

    converter.register_structure_hook_factory(attrs.has, by_wire_names)
    return converter


_of_texts = _converter(_as_boolean_word, _readings)
_of_json = _converter(_as_boolean, _mapping)


def clocks_of(request: Request) -> Clocks:
    """The two clocks that the address of a page names; its other parameters are left alone.

    Raises `HttpError` (400) for what is no day or position.
    """
    return query_of(request, Clocks, strict=False)


# Lists in pages: ``limit`` rows, ``after`` an opaque mark, ``Link: <…>; rel="next"``.


MOST_ROWS = 1_000
ROWS = 100


@attrs.frozen(kw_only=True, slots=False)  # combined with the clocks in one query
class Page:
    """The requested part of a list."""

    limit: int | None = parameter("At most so many rows.", minimum=1, maximum=MOST_ROWS)
    after: str | None = parameter("The mark at the end of the page before; see `Link`.")

    def rows(self, otherwise: int | None = ROWS) -> int | None:
        """Return the number of rows wanted.

        Raises `HttpError` (400) for more than 1000 or none.
        """
        if self.limit is None:
            return otherwise
        if not 1 <= self.limit <= MOST_ROWS:
            message = f"{self.limit} is no limit: ask for 1 to {MOST_ROWS} rows"
            raise HttpError(400, [Problem(None, "limit", "bad-parameter", message)])
        return self.limit

    def last_seen(self) -> str | None:
        """The id of the last row that is known already.

        Raises `HttpError` (400) for what is no mark.
        """
        if self.after is None:
            return None
        try:
            padded = self.after.encode("ascii") + b"=" * (-len(self.after) % 4)
            found = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
        except (ValueError, binascii.Error):
            found = ""
        if not found or mark_of(found) != self.after:
            message = f"{self.after!r} is no mark: take the address in `Link: …; rel=next`"
            raise HttpError(400, [Problem(None, "after", "bad-parameter", message)])
        return found


def mark_of(id_: str) -> str:
    """The mark after the row of this id."""
    return base64.urlsafe_b64encode(id_.encode()).decode().rstrip("=")


def link_to_next(request: Request, rows: Sequence[object], limit: int | None, last: str) -> str:
    """The address of the next page, relative to the server; "" where this one is not full."""
    if limit is None or len(rows) < limit:
        return ""
    query = [
        (name, value)
        for name, value in parse_qsl(request.url.query, keep_blank_values=True)
        if name != "after"
    ]
    path = request.scope["raw_path"].decode("ascii")
    return f"{path}?{urlencode([*query, ('after', mark_of(last))])}"
