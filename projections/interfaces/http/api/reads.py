"""The reads of the API, made from their table.

The parts of the path and the parameters of the query are the arguments of a method of the façade.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from secrets import token_hex
from typing import Any

import attrs

from projections.accounts.roles import OFFICERS
from projections.api import rulebooks
from projections.interfaces.http.api.endpoint import Call, Endpoint, no_further_dependency, paged
from projections.interfaces.http.api.operations import wire_value
from projections.interfaces.http.edge.parameters import Page
from projections.interfaces.http.edge.problems import objected
from projections.operations.operation import Spelling
from projections.operations.reads import READS, Read
from projections.pool_view import PoolView
from projections.queries.answer_types import RatingRow, SubmissionRow
from projections.queries.frames import Rows
from projections.queries.list_filter import columns_in


def endpoints(base: str) -> tuple[Endpoint, ...]:
    """The requests of all reads, below an address."""
    return tuple(_endpoint(base, each) for each in READS)


def _endpoint(base: str, read: Read) -> Endpoint:
    query, answer = read.query_class, BY_HAND.get(read.name, _answer)
    if read.key or read.name == "ratings":
        query = attrs.make_class(query.__name__, {}, bases=(query, Page), frozen=True)
    spelling = Spelling(query, wire_value)

    def handler(call: Call) -> Any:
        with spelling.spelt():
            return answer(read, call)

    handler.__name__ = read.name
    return Endpoint(
        method="GET",
        path=base + read.path,
        summary=read.summary,
        handler=handler,
        answer=read.answer_type,
        command=read.usage if read.command else "",
        query=query,
        roles=read.roles,
        names=read.names,
        rests_on=RESTS_ON.get(read.name, no_further_dependency),
    )


def _answer(read: Read, call: Call) -> object:
    subjects = map(call.id, read.subjects)
    given = {**read.arguments(call.query), **KEPT.get(read.name, _nothing)(call)}
    if not read.of_view:
        return getattr(call.ledger, read.method)(*subjects, **given)
    if read.key:
        given |= {"limit": call.query.rows(), "after": call.query.last_seen()}
    with call.view() as view:
        found = getattr(view, read.method)(*subjects, **given)
        return paged([*found], given["limit"], read.key, view) if read.key else found


# --- what a server keeps between requests ------------------------------------------------------


def _nothing(_: Call) -> Mapping[str, object]:
    return {}


def _rows(call: Call) -> Mapping[str, Any]:
    return {"kept": call.rows}


KEPT: Mapping[str, Callable[[Call], Mapping[str, object]]] = {"player": _rows, "profile": _rows}


# --- answers that need more than one question --------------------------------------------------


def _ratings(read: Read, call: Call) -> object:
    """The rating list; all of it, where no limit is named.

    A mark in a live list has the version of the running tournaments, which have no clock.
    """
    limit, after = call.query.rows(None), call.query.last_seen()
    version = f"{_running(call)} " if call.query.live else ""
    with call.view() as view:
        players, rows_of = _listed(view, read.arguments(call.query), limit)
        marks = [f"{version}{player}" for player in players]
        if after is not None and after not in marks:
            raise objected(400, "bad-parameter", "the list has changed: begin it again", "after")
        first = 0 if after is None else marks.index(after) + 1
        last = None if limit is None else first + limit
        page = paged(rows_of(slice(first, last)), limit, "player", view)
    if not version:
        return page
    return attrs.evolve(page, last=version + page.last, at=attrs.evolve(page.at, on=None))


def _listed(
    view: PoolView, wanted: Mapping[str, Any], limit: int | None
) -> tuple[Sequence[str], Callable[[slice], Rows[RatingRow]]]:
    """The players of a list, and the way to the rows of some: a page costs what it shows."""
    if limit is None or wanted["everyone"] or wanted["live"]:
        rows = view.ratings(**wanted)
        return [row["player"] for row in rows], lambda some: Rows(rows[some])
    only, columns = wanted["only"], columns_in(wanted["columns"])
    whole = view.whole_list()
    players = whole.matching(only, lapsed=wanted["lapsed"], named=view.named(only.q))
    return players, lambda some: Rows(view.rows_of(whole, players[some], columns))


def _diff(_: Read, call: Call) -> object:
    with call.query.views(call.view) as (before, after):
        return before.diff(after, player=call.query.player)


def _news(_: Read, call: Call) -> object:
    with call.query.views(call.view) as (before, after):
        return before.news(after, call.query.lang)


def _published_list(_: Read, call: Call) -> object:
    wanted = call.id("list")
    for row in call.ledger.published(call.id("pool")):
        if row["event"] == wanted:
            return row
    raise objected(404, "unknown-list", f"there is no published list {wanted!r}", "list")


def _pending(call: Call) -> Rows[SubmissionRow]:
    """Every file that waits in the account's lists; of an arbiter the own ones."""
    account = call.account
    if account is None or account.role not in OFFICERS:
        return call.ledger.pending(call.by)
    return Rows(row for row in call.ledger.pending() if not account.lacks(row["pools"]))


BY_HAND: Mapping[str, Callable[[Read, Call], object]] = {
    "ratings": _ratings,
    "diff": _diff,
    "news": _news,
    "published_list": _published_list,
    "known_rulebooks": lambda _, __: rulebooks(),
    "doctor": lambda _, call: call.examination(),
    "pending": lambda _, call: _pending(call),
}


# --- what an answer depends on beside the log --------------------------------------------------


def _running(call: Call) -> str:
    is_asked = getattr(call.query, "live", True)
    return call.ledger.running_version() if is_asked else ""


def _accounts(call: Call) -> str:
    """A digest of all accounts and tokens: they change while the log does not."""
    said = repr([list(call.ledger.accounts()), list(call.ledger.tokens())])
    return sha256(said.encode()).hexdigest()


RESTS_ON: Mapping[str, Callable[[Call], str]] = {
    "site": lambda call: call.ledger.site_settings().revision,
    "ratings": _running,
    "live": _running,
    **dict.fromkeys(("accounts", "tokens", "tokens_of"), _accounts),
    "doctor": lambda _: token_hex(8),
    "pending": lambda call: sha256(repr([*_pending(call)]).encode()).hexdigest(),
}
