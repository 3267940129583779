"""The state of the server: its health for monitoring, its metrics for Prometheus."""

import os
from collections.abc import Iterator
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ledger.diagnostics import Diagnostics
from projections.api import Ledger, as_json
from projections.interfaces.http.api.documents import Health
from projections.interfaces.http.edge.problems import SECONDS_TO_RETRY
from projections.queries.answer_types import Positions

NOT_FOUND = "(none)"
FOLDER_OF_FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # read by the library on its import
FULL = "the disk of the database is full: nothing can be written until there is room again"
_log = Diagnostics(__name__)


def health(request: Request) -> Response:
    """Report if the database answers and can be written; 503 if it cannot."""
    try:
        at = request.app.state.ledger.positions()
        remain = request.app.state.ledger.erased_data_remain()
        is_full = request.app.state.ledger.disk_is_full()
    except Exception as error:
        _log.info("not_healthy", why=f"{type(error).__name__}: {error}")
        away: Health = {"ok": False, "head": None, "read_model": None}
        return _json(away, 503, {"Retry-After": str(SECONDS_TO_RETRY)})
    found: Health = {"ok": not is_full, "head": at["head"], "read_model": reflected(at)}
    if remain:
        found["erased_data_remain"] = True
    if is_full:
        found["problem"] = FULL
        return _json(found, 503, {"Retry-After": str(SECONDS_TO_RETRY)})
    return _json(found)


def reflected(at: Positions) -> int:
    """Return the position of the read model that is furthest behind."""
    return min((position or 0 for position in at["pools"].values()), default=at["head"])


def _json(document: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    said = {"Cache-Control": "no-store", **(headers or {})}
    return Response(as_json(document) + "\n", status, said, media_type="application/json")


class Metrics:
    """The counters of the requests of one server, across its processes."""

    def __init__(self, ledger: Ledger) -> None:
        self._registry = CollectorRegistry()
        self._positions = _Positions(ledger)
        labels = ("method", "route", "status")
        self._requests = Counter(
            "rating_ledger_requests", "Requests answered.", labels, registry=self._registry
        )
        self._seconds = Histogram(
            "rating_ledger_request_seconds",
            "How long they took.",
            ("method", "route"),
            registry=self._registry,
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it: the sums, where workers share a folder of figures."""
        counted = self._registry
        if FOLDER_OF_FIGURES in os.environ:
            counted = CollectorRegistry()
            MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
        positions = CollectorRegistry()
        positions.register(self._positions)
        return generate_latest(positions) + generate_latest(counted)


class _Positions:
    """Head of the log, lag of the read model, erased data: asked for when they are read."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def collect(self) -> Iterator[Metric]:
        """The three figures; none if the database is away."""
        try:
            at, remain = self._ledger.positions(), self._ledger.erased_data_remain()
        except Exception as error:
            _log.info("not_measured", why=f"{type(error).__name__}: {error}")
            return
        yield GaugeMetricFamily("rating_ledger_head", "Position of the log.", at["head"])
        lag = at["head"] - reflected(at)
        yield GaugeMetricFamily("rating_ledger_read_model_lag", "Events not yet replayed.", lag)
        said = "1 while erased data can be read in the database's files."
        yield GaugeMetricFamily("rating_ledger_erased_data_remain", said, int(remain))


def metrics(request: Request) -> Response:
    """The figures of this server."""
    found: Metrics = request.app.state.metrics
    media_type = "text/plain; version=0.0.4; charset=utf-8"
    return Response(found.text(), headers={"Cache-Control": "no-store"}, media_type=media_type)


class CountedRequests:
    """An application whose answers are counted and logged, by route and never by address.

    An address may name a person, in its path or in what is searched for; a route does not.
    An answer is counted before its end is sent: whoever has it finds it in the metrics.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, count it, and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began, is_counted = 500, perf_counter(), False

        async def sending(message: Message) -> None:
            nonlocal status, is_counted
            status = int(message.get("status", status))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                is_counted = True
                _count(scope, status, perf_counter() - began)
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if not is_counted:
                _count(scope, status, perf_counter() - began)


def _count(scope: Scope, status: int, seconds: float) -> None:
    counted: Metrics = scope["app"].state.metrics
    # Others are counted as one method, however many are made up.
    method = (
        scope["method"] if scope["method"] in {"GET", "HEAD", "POST", "OPTIONS"} else "(other)"
    )
    route = getattr(scope.get("route"), "path", NOT_FOUND)
    counted.count(method, route, status, seconds)
    _log.info("answered", method=method, route=route, status=status, seconds=round(seconds, 4))
