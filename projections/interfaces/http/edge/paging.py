"""Lists in pages: ``limit`` rows, ``after`` an opaque mark, ``Link: <…>; rel="next"``."""

import base64
import binascii
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode

import attrs
from starlette.requests import Request

from ledger.events.problems import Problem
from projections.interfaces.http.edge.parameters import parameter
from projections.interfaces.http.edge.problems import Objected

MOST_ROWS = 1_000
ROWS = 100


@attrs.frozen(kw_only=True, slots=False)  # it goes together with the clocks in one query
class Page:
    """Which part of a list is asked for."""

    limit: int | None = parameter("At most so many rows.", minimum=1, maximum=MOST_ROWS)
    after: str | None = parameter("The mark at the end of the page before; see `Link`.")

    def rows(self, otherwise: int | None = ROWS) -> int | None:
        """How many rows are wanted.

        Raises `Objected` (400) for more than 1000 or none.
        """
        if self.limit is None:
            return otherwise
        if not 1 <= self.limit <= MOST_ROWS:
            message = f"{self.limit} is no limit: ask for 1 to {MOST_ROWS} rows"
            raise Objected(400, [Problem(None, "limit", "bad-parameter", message)])
        return self.limit

    def last_seen(self) -> str | None:
        """The id of the last row that is known already.

        Raises `Objected` (400) for what is no mark.
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
            raise Objected(400, [Problem(None, "after", "bad-parameter", message)])
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
