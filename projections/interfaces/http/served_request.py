"""The common part of every request to the server: the ledger that is served, and its settings."""

from collections.abc import Callable, Hashable
from datetime import date
from functools import cached_property
from typing import TypeVar

from starlette.requests import Request

from projections.accounts.roles import Account
from projections.api import Ledger
from projections.interfaces.http.answer_cache import AnswerCache
from projections.interfaces.http.edge.paths import id_in_path
from projections.interfaces.http.replay_slots import ReplaySlots
from projections.interfaces.http.settings import ServeSettings
from projections.queries.answer_types import Examined, Positions
from projections.queries.row_cache import RowCache

AnswerT = TypeVar("AnswerT")


class ServedRequest:
    """A request with what its application keeps; it lives as long as the request."""

    request: Request

    @property
    def until(self) -> float | None:
        """The time by the monotonic clock at which the reader has waited for long enough."""
        return None

    @property
    def settings(self) -> ServeSettings:
        """Return the settings of the server."""
        found: ServeSettings = self.request.app.state.settings
        return found

    @property
    def ledger(self) -> Ledger:
        """The ledger that is served, as far as the writer of the request has rights in it."""
        found: Ledger = self.request.app.state.ledger
        return found.used_by(self.writer)

    @property
    def writer(self) -> Account | None:
        """The account that writes; None: the request only reads."""
        return None

    @property
    def answers(self) -> AnswerCache:
        """Return the answers that are kept for all requests."""
        found: AnswerCache = self.request.app.state.answers
        return found

    @property
    def rows(self) -> RowCache:
        """Return the rows of long records that are kept for all requests."""
        found: RowCache = self.request.app.state.rows
        return found

    @property
    def today(self) -> date:
        """The day of the answer."""
        return self.settings.clock().date()

    @cached_property
    def positions(self) -> Positions:
        """The positions of the log and the read models, looked up once."""
        return self.ledger.positions()

    def id(self, name: str) -> str:
        """A part of the path, decoded."""
        return id_in_path(self.request, name)

    def worked_out(self, key: Hashable, work: Callable[[], AnswerT]) -> AnswerT:
        """An answer that depends on ``key``, on the log and its read models, and on today.

        ``key`` has the position that the address names, so that only the newest answer is kept.
        """
        at = self.positions
        state = self.today, at["head"], *sorted(at["pools"].items())
        return self.answers.answer(key, work, state=state, until=self.until)

    def previewed(self, work: Callable[[], AnswerT]) -> AnswerT:
        """Return the result of a dry run, which may replay; few are done at once."""
        previews: ReplaySlots = self.request.app.state.previews
        return previews.result_of(work)

    def examination(self) -> list[Examined]:
        """Examine the ledger, and whether the proxy before this server is trusted."""
        from projections.queries.doctor import examined  # noqa: PLC0415 - few ask for it

        return [*self.ledger.doctor(), examined("proxy", self._proxy)]

    def _proxy(self) -> tuple[str, str, str | None]:
        forwarded = self.request.headers.get("x-forwarded-for")
        peer = self.request.client.host if self.request.client else "an unknown address"
        if forwarded is None:
            return "ok", "this request came without one", None
        if peer in map(str.strip, forwarded.split(",")):
            return "ok", "it is trusted", None
        found = f"X-Forwarded-For from {peer} is not believed: all its readers count as one"
        return "note", found, f"if that is your proxy, `serve --trust-proxy {peer}`"
