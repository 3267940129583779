"""Pages that were drawn for a state are not drawn again for it."""

from collections import OrderedDict
from threading import Lock

import attrs
from starlette.requests import Request
from starlette.responses import Response

MOST_BYTES = 24_000_000
LARGEST_BYTES = 2_000_000
"""Of one page: a file of the whole list would take the place of all the others."""


@attrs.frozen
class _KeptPage:
    body: bytes
    headers: tuple[tuple[str, str], ...]


class KeptPages:
    """The pages last asked for, each under its address and its tag; shared by threads.

    A tag says of what a page is drawn and in which language, and for whom: under the same one a
    reader keeps his copy as well.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._pages: OrderedDict[tuple[str, str], _KeptPage] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def find(self, request: Request, tag: str) -> Response | None:
        """The page as it was drawn before; None where it was not."""
        with self._lock:
            found = self._pages.get((str(request.url), tag))
            if found is None:
                return None
            self._pages.move_to_end((str(request.url), tag))
        return Response(found.body, headers=dict(found.headers))

    def keep(self, request: Request, tag: str, page: Response) -> None:
        """Keep a page, unless it is none or too large; the ones asked for longest ago go."""
        body = bytes(page.body)
        if page.status_code != 200 or len(body) > LARGEST_BYTES:
            return
        key = str(request.url), tag
        with self._lock:
            if key in self._pages:
                return
            self._pages[key] = _KeptPage(body, tuple(page.headers.items()))
            self._bytes += len(body)
            while self._bytes > self._most:
                _, old = self._pages.popitem(last=False)
                self._bytes -= len(old.body)
