"""The queries of the reads: classes whose fields are parameters, options and arguments."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import refusal
from projections.queries.arguments import STANDINGS_METHODS, parameter
from projections.queries.calculator_request import CalculatorRequest
from projections.queries.columns import RATING_LIST
from projections.queries.language_codes import DEFAULT, LANGUAGES
from projections.queries.list_filter import ListFilter
from projections.watch.scope import Scope

if TYPE_CHECKING:
    from projections.pool_view import PoolView

KnownAt = int | datetime
Readings = dict[str, Any]
"""``NAME=VALUE``, as often as is wanted; the value is read as JSON where it is JSON."""


@attrs.frozen(kw_only=True)
class NoQuery:
    """A request without parameters."""


@attrs.frozen(kw_only=True, slots=False)  # it goes together with filters in one query
class Clocks:
    """As of which day, and as known at which position or moment; None is everything."""

    on: date | None = parameter("As of which day (YYYY-MM-DD); without it, everything.")
    known_at: KnownAt | None = parameter(
        "As known at which position of the log, or at which moment; without it, now."
    )

    def arguments(self) -> dict[str, object]:
        """Return the arguments for the Python API."""
        return {"on": self.on, "known_at": self.known_at}

    def in_address(self) -> dict[str, str]:
        """Return the query of a link that leads to the same numbers."""
        values = {name: getattr(self, name) for name in ("on", "known_at")}
        return {
            name: str(value) if isinstance(value, int) else value.isoformat()
            for name, value in values.items()
            if value is not None
        }

    def is_fixed(self, head: int) -> bool:
        """True if no later event can change a figure of the answer.

        A time is not fixed: an event may still be recorded at it.
        """
        return self.on is not None and isinstance(self.known_at, int) and self.known_at <= head


@attrs.frozen(kw_only=True, slots=False)
class WhatIf(Clocks):
    """The two clocks, and the same question under another rulebook or reading."""

    rulebook: str | None = parameter("Use another rulebook; nothing is written.")
    set: Readings = parameter("Another reading, NAME=VALUE, as `rulebooks` lists them.", dict)

    def arguments(self) -> dict[str, object]:
        """Return the arguments for the Python API."""
        return {**super().arguments(), "rulebook": self.rulebook, "set": self.set}


SHARED = frozenset(each.name for each in attrs.fields(WhatIf))
"""The fields for days, positions and rules."""


@attrs.frozen(kw_only=True)
class RatingsQuery(WhatIf, ListFilter):
    """The rating list that is wanted."""

    lapsed: bool = parameter("Include lapsed ratings.", default=False)
    everyone: bool = parameter("Include players without a rating.", default=False, wire="all")
    columns: str = parameter(
        f"Further columns, separated by commas: {', '.join(RATING_LIST.optional)}.",
        "",
        wire="with",
    )
    live: bool = parameter("Count running tournaments provisionally.", default=False)


@attrs.frozen(kw_only=True)
class CalculationQuery(WhatIf, CalculatorRequest):
    """The games that are to be evaluated."""


@attrs.frozen(kw_only=True)
class PlayersQuery(WhatIf):
    """The players who are wanted."""

    query: str = parameter(
        "Words of the name, in any order, spelling or part, a number in a register, or a part of "
        "the id.",
        "",
        wire="q",
        option="--query",
    )


@attrs.frozen(kw_only=True)
class TournamentsQuery(WhatIf):
    """The tournaments that are wanted."""

    query: str = parameter(
        "Words of the name, in any spelling, or a part of the id.", "", wire="q", option="--query"
    )
    first: date | None = parameter("Ended on this day or later.", wire="from")
    last: date | None = parameter("Ended on this day or before.", wire="to")


@attrs.frozen(kw_only=True)
class StandingsQuery(WhatIf):
    """The method by which a table is made."""

    method: str = parameter(
        f"One of {', '.join(STANDINGS_METHODS)}.",
        "waldstein",
        one_of=STANDINGS_METHODS,
        metavar="NAME",
    )


@attrs.frozen(kw_only=True, slots=False)
class TwoStates(WhatIf):
    """Two states to compare: common fields, overridden by those of each state."""

    from_known: KnownAt | None = parameter("The log as of then …")
    to_known: KnownAt | None = parameter("… and as of then.")
    from_on: date | None = parameter("As of this day …")
    to_on: date | None = parameter("… and as of this day.")

    @contextmanager
    def views(self, view: "Callable[..., PoolView]") -> "Iterator[tuple[PoolView, PoolView]]":
        """Yield the two states; ``view`` makes one of clocks and a what-if.

        Raises :class:`~ledger.events.problems.Refused` if nothing says in what they differ.
        """
        first = {"on": self.from_on or self.on, "known_at": _first(self.from_known, self.known_at)}
        second = {"on": self.to_on or self.on, "known_at": _first(self.to_known, self.known_at)}
        what_if = {"rulebook": self.rulebook, "set": self.set}
        with view(**first, rulebook=None, set={}) as before, view(**second, **what_if) as after:
            if before.as_of == after.as_of and not after.what_if:
                fields = ("from_known", "from_on", "rulebook", "set")
                message = Message(
                    "say what to compare: %(from_known)s, %(from_on)s, %(rulebook)s or %(set)s",
                    **{name: RequestField(name) for name in fields},
                )
                raise refusal("nothing-to-compare", message)
            yield before, after


@attrs.frozen(kw_only=True)
class DiffQuery(TwoStates):
    """Two states, and the player who is compared."""

    player: str | None = parameter("Only this player, with the reasons.", named_by="player")


@attrs.frozen(kw_only=True)
class ProofQuery:
    """The published list that is wanted."""

    day: date | None = parameter(
        "The list published for this day; without it, the newest.", wire="list", option="--list"
    )


@attrs.frozen(kw_only=True)
class NewsQuery(TwoStates):
    """Two states, and the language of the paragraph."""

    lang: str = parameter(
        f"One of {', '.join(LANGUAGES)}.", DEFAULT, one_of=LANGUAGES, label="Language"
    )


@attrs.frozen(kw_only=True)
class ReviewQuery(WhatIf):
    """The season that is reviewed, and the player."""

    player: str | None = parameter("Of this player alone.", named_by="player", argument=True)
    first: date | None = parameter("Tournaments from this day on.", wire="from")
    last: date | None = parameter("Tournaments up to this day.", wire="to")


@attrs.frozen(kw_only=True)
class WatchQuery(WhatIf, Scope):
    """The tournaments that are watched."""


def _first(given: KnownAt | None, otherwise: KnownAt | None) -> KnownAt | None:
    return otherwise if given is None else given
