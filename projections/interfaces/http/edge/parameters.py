"""Parameters of a request beside its path, read by the fields of a class; all problems at once."""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

import attrs
from starlette.requests import Request

from ledger.events.problems import Problem
from projections.interfaces.http.edge.problems import HttpError, objected
from projections.operations.operation import Field, fields_of
from projections.operations.read_queries import Clocks
from projections.queries.arguments import parameter

MOST_PARAMETERS = 100
ShapeT = TypeVar("ShapeT")


def known_parameters(*parameters: str | type) -> frozenset[str]:
    """The names of parameters, each said by itself or all as those of a class.

    A name that ends with a dot stands for all that begin so.
    """
    names = {each for each in parameters if isinstance(each, str)}
    classes = [each for each in parameters if not isinstance(each, str)]
    return frozenset(names.union(it.wire for each in classes for it in fields_of(each)))


def is_known(name: str, known: AbstractSet[str]) -> bool:
    """True if a parameter is one of those."""
    return name in known or f"{name.partition('.')[0]}." in known


def query_of(request: Request, shape: type[ShapeT], *, strict: bool = True) -> ShapeT:
    """The query of a request; ``strict``: what is not a known parameter is refused.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) with every problem.
    """
    fields, given = fields_of(shape), texts_in_query(request)
    if not strict:
        known = {each.wire for each in fields}
        given = {name: texts for name, texts in given.items() if name in known}
    values, problems = read_values(fields, given, typed=True)
    if problems:
        raise HttpError(400, problems)
    return shape(**values)


def texts_in_query(request: Request) -> dict[str, list[str]]:
    """The texts of every parameter of a query."""
    found: dict[str, list[str]] = {}
    for name, text in _pairs(request.scope["query_string"]):
        found.setdefault(name, []).append(text)
    return found


def read_values(
    fields: Iterable[Field], given: Mapping[str, object], *, typed: bool
) -> tuple[dict[str, object], list[Problem]]:
    """The values of fields that are given by their names in HTTP, and every problem.

    ``typed``: as texts, several for each; else as JSON, where null is not given.
    """
    known = {each.wire: each for each in fields}
    found: dict[str, object] = {}
    problems = list(_unknown(sorted(given.keys() - known.keys()), known))
    for wire, field in known.items():
        if given.get(wire) is None:
            if field.required:
                problems.append(Problem(None, wire, "missing", "is missing"))
            continue
        value = field.read(given[wire], typed=typed)
        if isinstance(value, Problem):
            problems.append(attrs.evolve(value, field=wire))
        else:
            found[field.name] = value
    return found, problems


def _unknown(names: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    for name in names:
        message = (
            f"{name!r} is not a parameter of this request: it takes {', '.join(known) or 'none'}"
        )
        yield Problem(None, name, "unknown-parameter", message)


def _pairs(query: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_PARAMETERS,
        )
    except UnicodeDecodeError:
        raise objected(400, "not-utf-8", "the query is not percent-encoded UTF-8") from None
    except ValueError:
        message = f"the query has more than {MOST_PARAMETERS} parameters"
        raise objected(400, "too-many-parameters", message) from None


# --- lists in pages: ``limit``, ``after``, ``next`` ----------------------------------------------


MOST_ROWS = 1_000
ROWS = 100


@attrs.frozen(kw_only=True, slots=False)  # combined with the clocks in one query
class Page:
    """The requested part of a list."""

    limit: int | None = parameter("At most so many rows.", minimum=1, maximum=MOST_ROWS)
    after: str | None = parameter("The mark at the end of the page before; see `Link`.")

    def rows(self, otherwise: int | None = ROWS) -> int | None:
        """Return the number of rows wanted."""
        return otherwise if self.limit is None else self.limit

    def last_seen(self) -> str | None:
        """The id of the last row that is known already.

        Raises `HttpError` (400) for what is not a mark.
        """
        if self.after is None:
            return None
        try:
            padded = self.after.encode("ascii") + b"=" * (-len(self.after) % 4)
            found = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
        except (ValueError, binascii.Error):
            found = ""
        if not found or mark_of(found) != self.after:
            message = f"{self.after!r} is not a mark: take the address in `Link: …; rel=next`"
            raise objected(400, "bad-parameter", message, "after")
        return found


def mark_of(id_: str) -> str:
    """The mark after the row of this id."""
    return base64.urlsafe_b64encode(id_.encode()).decode().rstrip("=")


def link_to_next(
    request: Request, rows: Sequence[object], limit: int | None, last: str, at: Clocks
) -> str:
    """The address of the next page, relative to the server; "" where this one is not full.

    It has the clocks of this page, so that no row is left out or repeated if events are
    appended meanwhile.
    """
    if limit is None or len(rows) < limit:
        return ""
    clocks = at.in_address()
    query = [
        (name, value)
        for name, value in parse_qsl(request.url.query, keep_blank_values=True)
        if name != "after" and name not in clocks
    ]
    path = request.scope["raw_path"].decode("ascii")
    return f"{path}?{urlencode([*query, *clocks.items(), ('after', mark_of(last))])}"
