"""The questions about pools: each asks the door, and answers what the command prints."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import islice
from typing import Any

import attrs

from projections.api import rulebooks
from projections.interfaces.http.api.endpoint import Call, Paged, WhatIf, paged
from projections.interfaces.http.edge.parameters import (
    Clocks,
    KnownAt,
    Page,
)
from projections.interfaces.http.edge.problems import objected
from projections.interfaces.i18n.languages import DEFAULT, LANGUAGES
from projections.operations.pool_view import PoolView
from projections.queries.arguments import STANDINGS_METHODS, one_of, parameter
from projections.queries.calculator_request import CalculatorRequest
from projections.queries.frames import Rows
from projections.queries.list_filter import COLUMNS, ListFilter, columns_in


@attrs.frozen(kw_only=True)
class RatingsQuery(WhatIf, Page, ListFilter):
    """The rating list that is wanted."""

    lapsed: bool = parameter("Include lapsed ratings.", default=False)
    all_: bool = parameter("Include players without a rating.", default=False)
    with_: str = parameter(f"Further columns, separated by commas: {', '.join(COLUMNS)}.", "")
    live: bool = parameter("Count running tournaments provisionally.", default=False)


@attrs.frozen(kw_only=True)
class CalculationQuery(WhatIf, CalculatorRequest):
    """The games that are to be evaluated."""


SEARCHED_BY = (
    "Words of the name, in any order, spelling or part, a number in a register, or a part of the "
    "id."
)


@attrs.frozen(kw_only=True)
class PlayersQuery(Clocks, Page):
    """The players who are wanted."""

    q: str = parameter(SEARCHED_BY, "")


@attrs.frozen(kw_only=True)
class TournamentsQuery(Clocks, Page):
    """The tournaments that are wanted."""

    q: str = parameter("Words of the name, in any spelling, or a part of the id.", "")
    from_: date | None = parameter("Ended on this day or later.")
    to: date | None = parameter("Ended on this day or before.")


@attrs.frozen(kw_only=True)
class StandingsQuery(WhatIf):
    """The method by which a table is made."""

    method: str = parameter(f"One of {', '.join(STANDINGS_METHODS)}.", "waldstein")


@attrs.frozen(kw_only=True)
class TwoStates(WhatIf):
    """Two states to compare: as asked for both, but for what is said of each."""

    from_known: KnownAt | None = parameter("The log as of then …")
    to_known: KnownAt | None = parameter("… and as of then.")
    from_on: date | None = parameter("As of this day …")
    to_on: date | None = parameter("… and as of this day.")

    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The two clocks of either state."""
        return (
            {"on": self.from_on or self.on, "known_at": _first(self.from_known, self.known_at)},
            {"on": self.to_on or self.on, "known_at": _first(self.to_known, self.known_at)},
        )


@attrs.frozen(kw_only=True)
class DiffQuery(TwoStates):
    """Two states, and the player who is compared."""

    player: str | None = parameter("Only this player, with the reasons.")


@attrs.frozen(kw_only=True)
class NewsQuery(TwoStates):
    """Two states, and the language of the paragraph."""

    lang: str = parameter(f"One of {', '.join(LANGUAGES)}.", DEFAULT)


@attrs.frozen(kw_only=True)
class ReviewQuery(Clocks):
    """The season that is reviewed, and the player."""

    player: str | None = parameter("Of this player alone.")
    from_: date | None = parameter("Tournaments from this day on.")
    to: date | None = parameter("Tournaments up to this day.")


def _first(said: KnownAt | None, otherwise: KnownAt | None) -> KnownAt | None:
    return otherwise if said is None else said


def pools(call: Call) -> Any:
    """The pools."""
    return call.ledger.pools()


def site(call: Call) -> Any:
    """The settings of the site."""
    return call.ledger.site()


def settings_of_site(call: Call) -> str:
    """The revision of those settings, which change without the log."""
    return call.ledger.site_settings().revision


def ratings(call: Call) -> Any:
    """The rating list; all of it, where no limit is named."""
    limit, after = call.query.rows(None), call.query.last_seen()
    with call.view() as view:
        asked = call.query
        rows = view.ratings(
            lapsed=asked.lapsed,
            everyone=asked.all_,
            only=asked,
            columns=columns_in(asked.with_),
            live=asked.live,
        )
    players = [row["player"] for row in rows]
    if after is not None and after not in players:
        raise objected(400, "bad-parameter", "the list has changed: begin it again", "after")
    first = 0 if after is None else players.index(after) + 1
    last = None if limit is None else first + limit
    return paged(Rows(islice(rows, first, last)), limit, "player")


def players(call: Call) -> Paged:
    """The players found by name, number or id."""
    limit, after = call.query.rows(), call.query.last_seen()
    with call.view() as view:
        found = view.players(call.query.q, after=after, limit=limit)
        return paged(found, limit, "player")


def player(call: Call) -> Any:
    """A player's record."""
    with call.view() as view:
        return view.player(call.id("player"), call.request.app.state.rows)


def profile(call: Call) -> Any:
    """A player at a glance."""
    rows, is_adopted = call.request.app.state.rows, not (call.query.rulebook or call.query.set_)
    ranks = call.shared(PoolView.ranks) if is_adopted else None
    with call.view() as view:
        return view.profile(call.id("player"), ranks, rows)


def audit(call: Call) -> Any:
    """Return the calculation of the current figure."""
    with call.view() as view:
        return view.audit(call.id("player"))


def audit_of_tournament(call: Call) -> Any:
    """Return the calculation of a tournament's figure."""
    with call.view() as view:
        return view.audit(call.id("player"), call.id("tournament"))


def tournaments(call: Call) -> Paged:
    """The tournaments, newest first."""
    query, limit = call.query, call.query.rows()
    asked = {"first": query.from_, "last": query.to, "after": query.last_seen(), "limit": limit}
    with call.view() as view:
        return paged(list(view.tournaments(query.q, **asked)), limit, "tournament")


def tournament(call: Call) -> Any:
    """A tournament's evaluation."""
    with call.view() as view:
        return view.tournament(call.id("tournament"))


def crosstable(call: Call) -> Any:
    """A tournament's final table."""
    with call.view() as view:
        return view.crosstable(call.id("tournament"))


def live(call: Call) -> Any:
    """The running tournaments, and whose ratings they would move."""
    with call.view() as view:
        return view.live()


def running(call: Call) -> str:
    """Return the dependencies of an answer about running tournaments beside the log."""
    is_asked = getattr(call.query, "live", True)
    return call.ledger.running_version() if is_asked else ""


def calculation(call: Call) -> Any:
    """The evaluation of games that are not recorded."""
    with call.view() as view:
        return view.calculation(call.query)


def standings(call: Call) -> Any:
    """A tournament's table."""
    method = one_of(call.query.method, STANDINGS_METHODS, "method")
    return call.ledger.standings(call.id("tournament"), method=method, **call.query.arguments())


def games(call: Call) -> Any:
    """The games of a tournament."""
    return call.ledger.games(call.id("tournament"), **call.query.arguments())


def adoptions(call: Call) -> Any:
    """The rulebooks that govern a pool, by their days."""
    return call.ledger.adoptions(call.id("pool"))


def known_rulebooks(_: Call) -> Any:
    """The rulebooks that a pool can adopt."""
    return rulebooks()


def register_entry(call: Call) -> Any:
    """A player as the register has him."""
    return call.ledger.register_entry(call.id("player"))


def diff(call: Call) -> Any:
    """Return the players who differ between two states."""
    with _two_states(call) as (before, after):
        return before.diff(after, player=call.query.player)


def news(call: Call) -> Any:
    """Return the changes between two states, in one paragraph."""
    with _two_states(call) as (before, after):
        return before.news(after, one_of(call.query.lang, LANGUAGES, "language", "lang"))


@contextmanager
def _two_states(call: Call) -> Iterator[tuple[PoolView, PoolView]]:
    """The two states that are compared; refused if nothing says in what they differ."""
    first, second = call.query.sides()
    what_if = call.query.rulebook is not None or call.query.set_
    as_adopted: dict[str, Any] = {"rulebook": None, "set": {}}
    with call.view(**first, **as_adopted) as before, call.view(**second) as after:
        if before.as_of == after.as_of and not what_if:
            message = "say what to compare: from_known, from_on, rulebook or set"
            raise objected(400, "nothing-to-compare", message)
        yield before, after


def review(call: Call) -> Any:
    """A season in review."""
    query = call.query
    with call.view() as view:
        return view.review(query.player, first=query.from_, last=query.to)


def published(call: Call) -> Any:
    """The published lists."""
    return call.ledger.published(call.id("pool"))


def published_list(call: Call) -> Any:
    """One of them, by the id of the event that published it."""
    wanted = call.id("list")
    for row in call.ledger.published(call.id("pool")):
        if row["event"] == wanted:
            return row
    raise objected(404, "unknown-list", f"there is no published list {wanted!r}", "list")
