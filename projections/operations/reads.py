"""The reads: every question that all interfaces answer, a row each.

The parts of its path and the fields of its query are the arguments of a method of the façade, the
parameters of an HTTP request, and the arguments and options of a command.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import refusal
from projections.accounts.roles import EVERYBODY, HANDING_IN, OVERSEERS
from projections.operations.operation import Field, fields_of
from projections.queries.arguments import STANDINGS_METHODS, parameter
from projections.queries.calculator_request import CalculatorRequest
from projections.queries.columns import RATING_LIST
from projections.queries.language_codes import DEFAULT, LANGUAGES
from projections.queries.list_filter import ListFilter

if TYPE_CHECKING:
    from projections.operations.pool_view import PoolView

KnownAt = int | datetime
Readings = dict[str, Any]
"""``NAME=VALUE``, as often as is wanted; the value is read as JSON where it is JSON."""
PARTS = re.compile(r"{(\w+)}")


# --- queries -------------------------------------------------------------------------------------


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

    def arguments(self) -> dict[str, Any]:
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

    def arguments(self) -> dict[str, Any]:
        """Return the arguments for the Python API."""
        return {**super().arguments(), "rulebook": self.rulebook, "set": self.set}


SHARED = frozenset(each.name for each in attrs.fields(WhatIf))
"""The fields that say when, and under which rules."""


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
        "Words of the name, in any spelling, or a part of the id.",
        "",
        wire="q",
        option="--query",
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
    """Two states to compare: as asked for both, but for what is said of each."""

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
                said = ("from_known", "from_on", "rulebook", "set")
                message = Message(
                    "say what to compare: %(from_known)s, %(from_on)s, %(rulebook)s or %(set)s",
                    **{name: RequestField(name) for name in said},
                )
                raise refusal("nothing-to-compare", message)
            yield before, after


@attrs.frozen(kw_only=True)
class DiffQuery(TwoStates):
    """Two states, and the player who is compared."""

    player: str | None = parameter("Only this player, with the reasons.", named_by="player")


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


def _first(said: KnownAt | None, otherwise: KnownAt | None) -> KnownAt | None:
    return otherwise if said is None else said


# --- the table -----------------------------------------------------------------------------------


class Read(NamedTuple):
    """A row of the table: a question, and the interfaces that answer it.

    ``name`` is that of the request in OpenAPI and of the façade's ``method`` unless that is
    another one; it is a method of a view where it is asked ``of_view``.  ``answer`` is the type of
    the document.  ``roles`` may ask; ``names``: people may be named in it.  A list that is given
    page by page has the id of a row under ``key``.  The method takes the fields of the query's
    class ``whole`` as one argument, ``as_one``.  ``details`` are added to the command's help.
    """

    name: str
    summary: str
    path: str
    answer: str
    command: str = ""
    query: type[Any] = NoQuery
    method: str = ""
    of_view: bool = False
    roles: frozenset[str] = EVERYBODY
    names: bool = True
    key: str = ""
    whole: type[Any] | None = None
    as_one: str = ""
    details: str = ""

    @property
    def method_name(self) -> str:
        """The façade's method."""
        return self.method or self.name

    @property
    def parts(self) -> Sequence[str]:
        """The parts of its path."""
        return PARTS.findall(self.path)

    @property
    def subjects(self) -> Sequence[str]:
        """The parts of its path that the method takes; a view knows its pool."""
        return [each for each in self.parts if not (self.of_view and each == "pool")]

    @property
    def own_fields(self) -> Sequence[Field]:
        """The fields of its query that say neither when nor under which rules."""
        return [each for each in fields_of(self.query) if each.name not in SHARED]

    @property
    def usage(self) -> str:
        """Its command with the arguments."""
        optional = [f"[{each.option}]" for each in self.own_fields if each.doc.argument]
        return " ".join([self.command, *map(str.upper, self.parts), *optional])

    @property
    def answer_type(self) -> Any:
        """The type of its document."""
        from projections.queries import answer_types

        kind: Any = getattr(answer_types, self.answer.removeprefix("list[").removesuffix("]"))
        return list[kind] if self.answer.startswith("list[") else kind

    def arguments(self, query: Any) -> dict[str, Any]:
        """The arguments of the method but for the subjects; of the ledger's own the clocks too."""
        within = {each.name for each in attrs.fields(self.whole)} if self.whole else set()
        names = [each.name for each in self.own_fields if each.name not in within]
        found = {name: getattr(query, name) for name in names}
        if self.whole is not None:
            found[self.as_one] = self.whole(**{name: getattr(query, name) for name in within})
        if isinstance(query, Clocks) and not self.of_view:
            found |= query.arguments()
        return found


_POOL = "/pools/{pool}"
_PLAYER = f"{_POOL}/players/{{player}}"
_TOURNAMENT = f"{_POOL}/tournaments/{{tournament}}"

READS: tuple[Read, ...] = (
    Read(
        name="pools",
        summary="List the pools with their rulebooks and sizes.",
        path="/pools",
        answer="list[PoolRow]",
        command="pools",
        names=False,
    ),
    Read(
        name="site",
        summary="The site's name and looks, and the titles of its lists.",
        path="/site",
        answer="SiteAnswer",
        command="describe site",
        names=False,
    ),
    Read(
        name="ratings",
        summary="Show the rating list of a day, whole or filtered.",
        path=f"{_POOL}/ratings",
        answer="list[RatingRow]",
        command="ratings",
        query=RatingsQuery,
        of_view=True,
        whole=ListFilter,
        as_one="only",
    ),
    Read(
        name="live",
        summary="Show a pool's running tournaments and the ratings they would change.",
        path=f"{_POOL}/live",
        answer="LiveDocument",
        command="live show",
        query=WhatIf,
        of_view=True,
    ),
    Read(
        name="calculation",
        summary="Calculate the ratings that games would give; nothing is written.",
        path=f"{_POOL}/calculation",
        answer="Calculation",
        command="calculate",
        query=CalculationQuery,
        of_view=True,
        whole=CalculatorRequest,
        as_one="request",
        details="PLAYER is an id or name of the pool, a rating such as 1700-12, or unrated, and "
        "so is each OPPONENT; without a result the game is still open. Nothing is written.",
    ),
    Read(
        name="players",
        summary="List registered players, with or without a rating.",
        path=f"{_POOL}/players",
        answer="list[PlayerRow]",
        command="players list",
        query=PlayersQuery,
        of_view=True,
        key="player",
    ),
    Read(
        name="player",
        summary="Show a player's history and games.",
        path=_PLAYER,
        answer="PlayerRecord",
        command="player",
        query=WhatIf,
        of_view=True,
    ),
    Read(
        name="profile",
        summary="Show a player's ranks, peak, score by colour and opponents.",
        path=f"{_PLAYER}/profile",
        answer="PlayerProfile",
        command="profile",
        query=WhatIf,
        of_view=True,
    ),
    Read(
        name="audit",
        summary="Show how a rating was calculated, step by step, with the paragraphs.",
        path=f"{_PLAYER}/audit",
        answer="AuditDocument",
        command="audit",
        query=WhatIf,
        of_view=True,
    ),
    Read(
        name="audit_of_tournament",
        summary="Show how the rating after a tournament was calculated, step by step.",
        path=f"{_PLAYER}/audit/{{tournament}}",
        answer="AuditDocument",
        command="audit",
        query=WhatIf,
        method="audit",
        of_view=True,
    ),
    Read(
        name="tournaments",
        summary="List the tournaments of a pool, newest first.",
        path=f"{_POOL}/tournaments",
        answer="list[TournamentRow]",
        command="tournaments",
        query=TournamentsQuery,
        of_view=True,
        names=False,
        key="tournament",
    ),
    Read(
        name="tournament",
        summary="Show how a tournament was rated.",
        path=_TOURNAMENT,
        answer="TournamentEvaluation",
        command="tournament",
        query=WhatIf,
        of_view=True,
    ),
    Read(
        name="crosstable",
        summary="Show a tournament's final table with tie-breaks and rating changes.",
        path=f"{_TOURNAMENT}/crosstable",
        answer="FinalTable",
        command="crosstable",
        query=WhatIf,
        of_view=True,
    ),
    Read(
        name="standings",
        summary="Show a tournament's standings by several methods.",
        path="/tournaments/{tournament}/standings",
        answer="Standings",
        command="standings",
        query=StandingsQuery,
    ),
    Read(
        name="diff",
        summary="Compare two states: whose ratings differ, by how much, and why.",
        path=f"{_POOL}/diff",
        answer="list[DifferenceRow]",
        command="diff",
        query=DiffQuery,
        of_view=True,
        details="The states are two positions of the log, two days, or two rulebooks.",
    ),
    Read(
        name="news",
        summary="Summarise the changes between two states, in one paragraph for a newsletter.",
        path=f"{_POOL}/news",
        answer="NewsOfChanges",
        command="news",
        query=NewsQuery,
        of_view=True,
    ),
    Read(
        name="review",
        summary="Review a season: gains, upsets, most games, unbeaten runs.",
        path=f"{_POOL}/review",
        answer="SeasonReview",
        command="review",
        query=ReviewQuery,
        of_view=True,
        details="For the pool or one player; without days, for the year of the last day.",
    ),
    Read(
        name="published",
        summary="List the published lists, and what has changed since.",
        path=f"{_POOL}/published",
        answer="list[PublishedList]",
        command="published",
    ),
    Read(
        name="published_list",
        summary="One published list, by the id of its event.",
        path=f"{_POOL}/published/{{list}}",
        answer="PublishedList",
    ),
    Read(
        name="games",
        summary="List the games of a tournament by round and board.",
        path="/tournaments/{tournament}/games",
        answer="list[GameRow]",
        command="games",
        query=Clocks,
    ),
    Read(
        name="adoptions",
        summary="The rulebooks that govern a pool, by their days.",
        path=f"{_POOL}/adoptions",
        answer="list[Adoption]",
        command="pool",
        names=False,
    ),
    Read(
        name="known_rulebooks",
        summary="List the rulebooks with their parameters.",
        path="/rulebooks",
        answer="list[RulebookRow]",
        command="rulebooks",
        method="rulebooks",
        names=False,
    ),
    Read(
        name="register_entry",
        summary="Show a player's entry in the register and ratings in every pool.",
        path="/players/{player}",
        answer="RegisterEntry",
        command="players show",
        roles=OVERSEERS,
    ),
    Read(
        name="accounts",
        summary="List the accounts, including closed ones.",
        path="/accounts",
        answer="list[AccountRow]",
        command="account list",
        roles=OVERSEERS,
        names=False,
    ),
    Read(
        name="tokens",
        summary="The tokens of all accounts, or of one; never their secrets.",
        path="/tokens",
        answer="list[TokenRow]",
        command="token list",
        roles=OVERSEERS,
        names=False,
    ),
    Read(
        name="tokens_of",
        summary="The tokens of an account; never their secrets.",
        path="/accounts/{account}/tokens",
        answer="list[TokenRow]",
        command="token list",
        method="tokens",
        roles=OVERSEERS,
        names=False,
    ),
    Read(
        name="pending",
        summary="List the tournament files that wait for an officer, and the state of each.",
        path="/submissions",
        answer="list[SubmissionRow]",
        command="pending",
        roles=HANDING_IN,
        names=False,
    ),
)


def read(name: str) -> Read:
    """The read of a name."""
    return next(each for each in READS if each.name == name)
