"""Works out what readers will ask before anybody asks for it, so that no reader waits for it.

The pages that readers begin with are made before a server answers.  The search index follows the
log.

The list of today, whose rows, filters and places are on most pages, takes seconds when it is first
read, and a record of six hundred evaluations a quarter of a second of the processor.
"""

from collections.abc import Iterator
from functools import partial
from time import monotonic

import attrs
from starlette.applications import Starlette
from starlette.requests import Request

from ledger.diagnostics import Diagnostics
from projections.api import Ledger
from projections.interfaces.http.edge.paths import pool_part, pool_path
from projections.interfaces.pages.public.endpoints import page
from projections.interfaces.pages.public.first_page import first_page
from projections.interfaces.pages.public.rating_list import ListQuery, rating_list
from projections.pool_view import PoolView
from projections.queries.answer_types import Positions
from projections.queries.player_record import long_records
from projections.queries.row_cache import RowCache

SECONDS_TO_OPEN = 10.0
STILL_WORKING = 202
SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BEFORE = 3.0
SECONDS_BETWEEN_ROUNDS = 600.0
REST = 2.0
"""The pause after a record as a multiple of its time, so that readers are not held up."""
log = Diagnostics(__name__)


def opened(app: Starlette) -> Starlette:
    """Return an application that has made its first page and that of each list.

    Nothing is asked for any more after :data:`SECONDS_TO_OPEN`: the first reader of a ledger whose
    lists take longer is told that they are in progress.  A list without a read model is left out.
    """
    until, request = monotonic() + SECONDS_TO_OPEN, partial(_request, app)
    show_first, show_list = page(first_page), page(rating_list, ListQuery)
    ledger: Ledger = app.state.ledger
    try:
        pools = [pool for pool, position in ledger.positions()["pools"].items() if position]
    except Exception as error:  # the database may be unreachable: every answer says so
        log.info("not_opened", why=repr(error))
        return app
    for pool in pools:
        asked = request(pool_path(pool), pool=pool_part(pool))
        while monotonic() < until and show_list(asked).status_code == STILL_WORKING:
            pass
    while monotonic() < until and show_first(request("/")).status_code == STILL_WORKING:
        pass
    return app


def _request(app: Starlette, path: str, **parts: str) -> Request:
    """Return the request for a page by a reader without an account or a preferred language."""
    scope = {"type": "http", "method": "GET", "path": path, "path_params": parts, "app": app}
    server = {"scheme": "http", "server": ("localhost", 80), "query_string": b"", "headers": []}
    return Request({**scope, **server})


@attrs.define(kw_only=True)
class WarmCache:
    """Reads the lists wherever the log has come to rest, and the long records in rounds.

    A round begins some seconds after the start, and later where the log has grown: a record that
    has a few rows more than were kept takes little longer than one that has not.
    """

    ledger: Ledger
    rows: RowCache
    _seen: Positions | None = None
    _warm: Positions | None = None
    _done: object = None
    _due: float = attrs.field(factory=lambda: monotonic() + SECONDS_BEFORE)
    _records: Iterator[object] = attrs.field(factory=lambda: iter(()))

    def step(self) -> float:
        """Read the lists if that is due, and the next record; returns how long to rest."""
        begun, before = monotonic(), self._seen
        self._seen = seen = self.ledger.positions()
        if before != seen:
            self.ledger.read_search_index()
        if before == seen != self._warm:
            self._warm = seen
            self.lists(seen)
        if begun >= self._due and seen["pools"] != self._done:
            self._done, self._due = seen["pools"], begun + SECONDS_BETWEEN_ROUNDS
            self._records = self.records()
        worked_out = next(self._records, None)
        return SECONDS_BETWEEN_LOOKS if worked_out is None else REST * (monotonic() - begun)

    def lists(self, at: Positions) -> None:
        """Read each list, as pages see it."""
        for pool, position in at["pools"].items():
            if position is not None:
                with self.ledger.pool(pool, known_at=position) as view:
                    view.whole_list()

    def records(self) -> Iterator[tuple[str, str]]:
        """Pools and players with long records, each computed when it is come to.

        The longest first, as many as can be kept together; one that cannot be computed is left.
        """
        long: list[tuple[int, str, str]] = []
        for pool in self.ledger.positions()["pools"]:
            with self._view(pool) as view, view.answers() as answers:
                found = long_records(answers, self.rows.least)
                long += [(-count, pool, player) for player, count in found]
        room = self.rows.most
        for minus_count, pool, player in sorted(long):
            room += minus_count
            if room < 0:
                return
            try:
                with self._view(pool) as view:
                    view.player_to_read(player, self.rows)
            except Exception as error:  # rows may be damaged, or the database unreachable
                log.info("record_not_prepared", pool=pool, player=player, why=repr(error))
            yield pool, player

    def _view(self, pool: str) -> PoolView:
        """The pool where its read model stands, as pages see it; without one, empty."""
        return self.ledger.pool(pool, known_at=self.ledger.positions()["pools"][pool] or 0)
