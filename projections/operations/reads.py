"""The reads: every question that all interfaces answer, a row each.

The parts of its path and the fields of its query are the arguments of a method of the façade, the
parameters of an HTTP request, and the arguments and options of a command.  A row names its query
by its module, so that the overview of commands loads none.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from projections.accounts.roles import ADMINS, EVERYBODY, OVERSEERS, SUBMITTERS
from projections.operations.catalogue import loaded

if TYPE_CHECKING:
    from projections.operations.operation import Field

PARTS = re.compile(r"{(\w+)}")
_QUERIES = "projections.operations.read_queries"


@attrs.frozen(kw_only=True)
class Read:
    """A row of the table: a question, and the interfaces that answer it.

    ``name`` is that of the request in OpenAPI, and of the ``command`` and the façade's ``method``
    unless these are other ones; it is a method of a view where it is asked ``of_view``.
    ``answer`` is the type of the document.  ``roles`` may ask; ``names``: people may be named in
    it.  A list that is given page by page has the id of a row under ``key``.  The method takes
    the fields of the query's class ``whole`` as one argument, ``as_one``.  ``details`` are added
    to the command's help.
    """

    name: str
    summary: str
    path: str
    answer: str
    command: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))
    query: str = ""
    method: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))
    of_view: bool = False
    roles: frozenset[str] = EVERYBODY
    names: bool = True
    key: str = ""
    whole: str = ""
    as_one: str = ""
    details: str = ""

    @property
    def query_class(self) -> type[Any]:
        """The query class, imported on first use; "": the clocks and rules of a view, or none."""
        found: type[Any] = loaded(
            f"{_QUERIES}:{self.query or ('WhatIf' if self.of_view else 'NoQuery')}"
        )
        return found

    @property
    def parts(self) -> Sequence[str]:
        """The parts of its path."""
        return PARTS.findall(self.path)

    @property
    def subjects(self) -> Sequence[str]:
        """The parts of its path that the method takes; a view knows its pool."""
        return [each for each in self.parts if not (self.of_view and each == "pool")]

    @property
    def own_fields(self) -> "Sequence[Field]":
        """The query's own fields, without days, positions and rules."""
        from projections.operations.operation import fields_of
        from projections.operations.read_queries import SHARED

        return [each for each in fields_of(self.query_class) if each.name not in SHARED]

    @property
    def usage(self) -> str:
        """Its command with the arguments."""
        optional = [f"[{each.option}]" for each in self.own_fields if each.doc.argument]
        return " ".join([self.command, *map(str.upper, self.parts), *optional])

    @property
    def answer_type(self) -> object:
        """The type of its document."""
        from projections.queries import answer_types

        kind: Any = getattr(answer_types, self.answer.removeprefix("list[").removesuffix("]"))
        return list[kind] if self.answer.startswith("list[") else kind

    def arguments(self, query: object) -> dict[str, Any]:
        """Return the method's arguments without the subjects; with clocks for the ledger's own."""
        from projections.operations.operation import fields_of
        from projections.operations.read_queries import Clocks

        whole = loaded(self.whole) if self.whole else None
        within = {each.name for each in fields_of(whole)} if whole else set()
        names = [each.name for each in self.own_fields if each.name not in within]
        found = {name: getattr(query, name) for name in names}
        if whole is not None:
            found[self.as_one] = whole(**{name: getattr(query, name) for name in within})
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
        query="RatingsQuery",
        of_view=True,
        whole="projections.queries.list_filter:ListFilter",
        as_one="only",
    ),
    Read(
        name="live",
        summary="Show a pool's running tournaments and the ratings they would change.",
        path=f"{_POOL}/live",
        answer="LiveDocument",
        command="live show",
        of_view=True,
    ),
    Read(
        name="calculation",
        summary="Calculate the ratings that games would give; nothing is written.",
        path=f"{_POOL}/calculation",
        answer="Calculation",
        command="calculate",
        query="CalculationQuery",
        of_view=True,
        whole="projections.queries.calculator_request:CalculatorRequest",
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
        query="PlayersQuery",
        of_view=True,
        key="player",
    ),
    Read(
        name="player",
        summary="Show a player's history and games.",
        path=_PLAYER,
        answer="PlayerRecord",
        of_view=True,
    ),
    Read(
        name="profile",
        summary="Show a player's ranks, peak, score by colour and opponents.",
        path=f"{_PLAYER}/profile",
        answer="PlayerProfile",
        of_view=True,
    ),
    Read(
        name="audit",
        summary="Show how a rating was calculated, step by step, with the paragraphs.",
        path=f"{_PLAYER}/audit",
        answer="AuditDocument",
        of_view=True,
    ),
    Read(
        name="audit_of_tournament",
        summary="Show how the rating after a tournament was calculated, step by step.",
        path=f"{_PLAYER}/audit/{{tournament}}",
        answer="AuditDocument",
        command="audit",
        method="audit",
        of_view=True,
    ),
    Read(
        name="tournaments",
        summary="List the tournaments of a pool, newest first.",
        path=f"{_POOL}/tournaments",
        answer="list[TournamentRow]",
        query="TournamentsQuery",
        of_view=True,
        names=False,
        key="tournament",
    ),
    Read(
        name="tournament",
        summary="Show how a tournament was rated.",
        path=_TOURNAMENT,
        answer="TournamentEvaluation",
        of_view=True,
    ),
    Read(
        name="crosstable",
        summary="Show a tournament's final table with tie-breaks and rating changes.",
        path=f"{_TOURNAMENT}/crosstable",
        answer="FinalTable",
        of_view=True,
    ),
    Read(
        name="standings",
        summary="Show a tournament's standings by several methods.",
        path="/tournaments/{tournament}/standings",
        answer="Standings",
        query="StandingsQuery",
    ),
    Read(
        name="diff",
        summary="Compare two states: whose ratings differ, by how much, and why.",
        path=f"{_POOL}/diff",
        answer="list[DifferenceRow]",
        query="DiffQuery",
        of_view=True,
        details="The states are two positions of the log, two days, or two rulebooks.",
    ),
    Read(
        name="news",
        summary="Summarise the changes between two states, in one paragraph for a newsletter.",
        path=f"{_POOL}/news",
        answer="NewsOfChanges",
        query="NewsQuery",
        of_view=True,
    ),
    Read(
        name="review",
        summary="Review a season: gains, upsets, most games, unbeaten runs.",
        path=f"{_POOL}/review",
        answer="SeasonReview",
        query="ReviewQuery",
        of_view=True,
        details="For the pool or one player; without days, for the year of the last day.",
    ),
    Read(
        name="watch",
        summary="List irregularities for officers: improbable results, doubles, closed circles.",
        path=f"{_POOL}/irregularities",
        answer="Watch",
        query="WatchQuery",
        of_view=True,
        roles=OVERSEERS,
        whole="projections.watch.scope:Scope",
        as_one="scope",
        details="A signal is a question, not a verdict, and changes no rating. `decide signal` "
        "answers it.",
    ),
    Read(
        name="published",
        summary="List the published lists, and what has changed since.",
        path=f"{_POOL}/published",
        answer="list[PublishedList]",
    ),
    Read(
        name="published_list",
        summary="One published list, by the id of its event.",
        path=f"{_POOL}/published/{{list}}",
        answer="PublishedList",
        command="",
    ),
    Read(
        name="proof",
        summary="Prove a player's row of a published list to those who have no ledger.",
        path=f"{_PLAYER}/proof",
        answer="RowProof",
        command="prove row",
        query="ProofQuery",
        names=False,
    ),
    Read(
        name="checkpoints",
        summary="List the signed checkpoints of the log.",
        path="/checkpoints",
        answer="list[CheckpointRow]",
        command="checkpoint list",
        names=False,
    ),
    Read(
        name="games",
        summary="List the games of a tournament by round and board.",
        path="/tournaments/{tournament}/games",
        answer="list[GameRow]",
        query="Clocks",
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
        name="doctor",
        summary="Examine the ledger as its administrator would, with a remedy for each fault.",
        path="/doctor",
        answer="list[Examined]",
        roles=ADMINS,
        names=False,
    ),
    Read(
        name="pending",
        summary="List the tournament files that wait for an officer, and the state of each.",
        path="/submissions",
        answer="list[SubmissionRow]",
        roles=SUBMITTERS,
        names=False,
    ),
)


def read(name: str) -> Read:
    """The read of a name."""
    return next(each for each in READS if each.name == name)
