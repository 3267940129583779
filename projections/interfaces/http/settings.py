"""The settings of the web server, given at its start."""

from collections.abc import Sequence

import attrs

from ledger.log.clock import Clock

LARGEST_BODY = 64 * 1024 * 1024


@attrs.frozen(kw_only=True)
class ServeSettings:
    """The ledger to serve, the address, and the readers.

    ``database``: URL of the ledger; ``clock`` dates appended events and decides whose name is
    withheld.  ``public_url``: the readers' address, if it differs from the server's own, without a
    path.  ``trust_proxy``: addresses of proxies whose forwarded headers are believed.  ``closed``:
    only those with an account see anything.  ``largest_body``: of a request, in bytes.
    ``indexed``: search engines may list pages about people.  ``follow``: the read model is kept up
    to date.  ``patience``: the seconds that a reader waits for an answer before a page says that
    it takes longer; None: as long as it takes.  ``append_at_once``: the pools in which an
    arbiter's file does not wait for an officer, if nothing is open about it.  ``workers``: the
    number of answering processes.  ``read_database``: a copy for pages and answers; no answer is
    older than what was written or answered before.
    """

    database: str
    clock: Clock
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    trust_proxy: Sequence[str] = ()
    closed: bool = False
    largest_body: int = LARGEST_BODY
    indexed: bool = False
    follow: bool = True
    patience: float | None = 2.0
    append_at_once: Sequence[str] = ()
    workers: int = 1
    read_database: str | None = None

    @property
    def address(self) -> str:
        """Return the readers' address of the first page, without a slash at the end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (self.public_url or f"http://{host}:{self.port}").rstrip("/")

    @property
    def is_secure(self) -> bool:
        """True if readers use https."""
        return self.address.startswith("https://")
