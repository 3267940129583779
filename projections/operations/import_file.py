"""A tournament file becomes events: the file, and the answers to whatever it leaves open."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from datetime import date
from functools import partial
from typing import Annotated, get_args

import attrs
from attrs.converters import optional
from sqlalchemy import Connection

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from ledger.importing.formats import registry
from ledger.importing.formats.tournament_report import Discipline, SuppliedDetails, System
from ledger.importing.import_files import import_all
from ledger.importing.matching.evidence import ACCEPTED, Accept
from ledger.importing.matching.player_links import LinkChoice
from ledger.importing.matching.tournaments import IdentityChoice
from ledger.importing.outcome import FileOutcome, document_of
from ledger.importing.request import AUTO, ImportRequest, InputFile, Settle
from ledger.log.after_commit import after_commit
from ledger.log.clock import Clock
from ledger.log.event_log import expecting
from projections.engine.history.names import names_like_withheld
from projections.operations.import_effect import RULEBOOKS, effect_of_import
from projections.operations.operation import Doc, OperationContext, OptionalReason, Write
from projections.operations.stated_ratings import StatedRatings
from projections.queries.answer_types import ImportAnswer
from projections.queries.arguments import Upload, day_of, id_of, ids_of, one_of, upload_of
from projections.queries.field_values import number_of
from projections.queries.people import known_players
from projections.queries.presentation import as_known
from projections.submissions.running import drop_recorded

FORMATS = (*registry.FORMATS, AUTO)
SYSTEMS: Mapping[System, str] = {
    "round-robin": marked("round-robin"),
    "swiss": marked("swiss"),
    "knockout": marked("knockout"),
    "match": marked("match"),
    "team": marked("team"),
    "games": marked("single games"),
    "pairs": marked("pairs"),
}

DISCIPLINES: Mapping[Discipline, str] = {"chess": marked("chess"), "go": marked("go")}

TournamentFile = Annotated[Upload, Doc("The file.", argument=True, metavar="FILE")]
FileFormat = Annotated[str, Doc("One of the formats, or auto.")]
Minutes = Annotated[
    float | None,
    Doc("The minutes for each player and game.", label=marked("Minutes for each player and game")),
]
Increment = Annotated[
    float | None,
    Doc("The seconds added for each move.", label=marked("Seconds added for each move")),
]
Accepting = Annotated[
    Accept | None,
    Doc(
        "Link players by evidence: of the same name and year of birth, or of a name that only "
        "one player has, with no evidence against it."
    ),
]
Class = Annotated[str | None, Doc("The class of the tournament.", label=marked("Class"))]


def format_of(given: str) -> str:
    """A format's name."""
    return one_of(given, FORMATS, "format")


@attrs.frozen(kw_only=True)
class ImportDetails(Write[ImportAnswer]):
    """The answers to whatever a tournament file leaves open."""

    links: Annotated[
        Mapping[str, str],
        Doc(
            "The registered player of a file's number, yes for the proposed one, new, or nobody: "
            "then his opponents had a bye.",
            label=marked("Player"),
            option="--link",
            metavar="NUMBER=PLAYER|yes|new|nobody",
        ),
    ] = attrs.field(factory=dict)
    new_players: Annotated[
        Mapping[str, str],
        Doc(
            "The data of a player who is registered as a new one, in place of those in the file: "
            "name, birth_date (a year or a day), sex, federation, club, fide, dsb or egd.",
            label=marked("New player"),
            option="--new-player",
            metavar="NUMBER.FIELD=[VALUE]",
        ),
    ] = attrs.field(factory=dict)
    accept: Accepting = attrs.field(default=None)
    register_new: Annotated[
        bool,
        Doc(
            "Register players that are not known.",
            label=marked("Register players that are not known"),
        ),
    ] = attrs.field(default=False)
    with_ratings: Annotated[
        bool,
        Doc(
            "Carry over the ratings that the file states for players it registers.",
            label=marked("New players get the ratings of the file"),
        ),
    ] = attrs.field(default=False)
    index: Annotated[
        str | None,
        Doc(
            "The index of those whose rating is stated without one.",
            label=marked("Index of ratings without one"),
        ),
    ] = attrs.field(default=None)
    same_as: Annotated[
        str | None,
        Doc(
            "It is a changed file of this tournament.",
            label=marked("It is the same tournament, submitted again"),
            named_by="tournament",
            metavar="TOURNAMENT",
        ),
    ] = attrs.field(default=None)
    another: Annotated[
        bool,
        Doc(
            "It is another tournament, however similar.", label=marked("It is another tournament")
        ),
    ] = attrs.field(default=False)
    reason: OptionalReason = attrs.field(default=None)
    name: Annotated[
        str | None,
        Doc(
            "The name of the tournament, if the file has none.",
            label=marked("Name of the tournament"),
        ),
    ] = attrs.field(default=None)
    starts_on: Annotated[
        date | None, Doc("The first day, if the file has none.", label=marked("First day"))
    ] = attrs.field(default=None, converter=day_of)
    ended_on: Annotated[
        date | None, Doc("The last day, if the file has none.", label=marked("Last day"))
    ] = attrs.field(default=None, converter=day_of)
    system: Annotated[
        System | None,
        Doc("The system, if the file has none.", label=marked("System"), choices=SYSTEMS),
    ] = attrs.field(default=None)
    discipline: Annotated[
        Discipline | None,
        Doc(
            "The discipline, for a tournament of go in the file of a chess program.",
            label=marked("Discipline"),
            choices=DISCIPLINES,
        ),
    ] = attrs.field(default=None)
    minutes: Minutes = attrs.field(default=None, converter=optional(number_of))
    increment: Increment = attrs.field(default=None, converter=optional(number_of))
    country: Annotated[
        str | None,
        Doc(
            "The country in which it was played, in three letters.",
            label=marked("Country"),
            metavar="GER",
            hint=marked("Three letters, such as GER."),
        ),
    ] = attrs.field(default=None)
    class_: Class = attrs.field(default=None)
    columns: Annotated[
        Mapping[str, Mapping[str, str]],
        Doc(
            "The names of a CSV's columns, by table, as JSON.", option="--mapping", wire="columns"
        ),
    ] = attrs.field(factory=dict)


@attrs.frozen
class ImportFile(ImportDetails):
    """Import a tournament file, all of it or nothing.

    A changed file of a tournament that is in the ledger is appended as corrections.  The answer
    has `problems` if the file is refused.
    """

    file: TournamentFile = attrs.field(converter=upload_of)
    pools: Annotated[
        Sequence[str],
        Doc("The rating list, or lists.", label=marked("Rating list"), option="--pool"),
    ] = attrs.field(converter=ids_of, kw_only=True)
    format: Annotated[str, Doc("One of the formats, or auto.", argument=True)] = attrs.field(
        default=AUTO, converter=format_of, kw_only=True
    )


def import_file(
    request: ImportFile, context: OperationContext, *settles: Settle
) -> dict[str, object]:
    """Import the file, or only preview what it would append.

    ``settles`` belong to its transaction.

    Raises :class:`~ledger.events.problems.Refused` for answers that contradict each other.
    """
    engine = context.engine
    if request.expect is not None:
        engine = expecting(engine, request.expect)
    file = InputFile(id_of(request.file.name), request.file.content)
    import_ = import_request(request, context.clock)
    import_ = attrs.evolve(import_, settles=(*import_.settles, *settles))
    (outcome,) = drop_recorded(engine, import_all(engine, [lambda: file], import_))
    with after_commit() if outcome.appended else nullcontext(), engine.connect() as connection:
        proposed = outcome.proposed_players, import_.pools, context.today
        return document_of(outcome, as_known(known_players(connection, *proposed)))
    return document_of(outcome, {})


def import_request(request: ImportFile, clock: Clock) -> ImportRequest:
    """Convert the request to the ledger's import request."""
    if request.another and request.same_as is not None:
        message = Message("it is a changed file of a tournament, or another one: not both")
        raise refusal("contradiction", message, "another")
    if request.accept is not None:
        one_of(request.accept, ACCEPTED, "accept")
    if request.with_ratings and not request.as_officer:
        message = Message("an officer decides about ratings: submit the file, and leave them out")
        raise refusal("not-this-role", message, "with_ratings")
    same_as = None if request.same_as is None else id_of(request.same_as)
    return ImportRequest(
        format=request.format,
        pools=tuple(request.pools),
        by=request.by,
        rulebooks=RULEBOOKS,
        clock=clock,
        dry_run=request.dry_run,
        supplied=_supplied(request),
        identity=IdentityChoice(same_as=same_as, another=request.another),
        choice=LinkChoice(
            links=dict(request.links),
            new_players=dict(request.new_players),
            register_new=request.register_new,
            accept=request.accept,
        ),
        reason=request.reason,
        stated_ratings=StatedRatings(request.pools, request.by, clock().date(), request.index)
        if request.with_ratings
        else None,
        effect=effect_of_import(
            clock,
            in_full=request.effects,
            dry_run=request.dry_run,
            watched=request.as_officer,
        ),
        settles=() if request.as_officer else (partial(_require_no_withheld_name, clock),),
    )


def _require_no_withheld_name(clock: Clock, connection: Connection, outcome: FileOutcome) -> None:
    """Refuse to register somebody with a name like a withheld one: an officer has to decide.

    Raises :class:`~ledger.events.problems.Refused` (``not-this-role``).
    """
    new = {link.number for link in outcome.links if link.how == "new"}
    players = () if outcome.report is None else outcome.report.players
    names = [each.name for each in players if each.number in new]
    for name in names_like_withheld(connection, names, clock().date()):
        message = Message(
            "the name %(name)s is like one that is withheld: an officer has to accept the file",
            name=name,
        )
        raise refusal("not-this-role", message, "links")


def _supplied(request: ImportFile) -> SuppliedDetails:
    if request.system is not None:
        one_of(request.system, get_args(System), "system")
    if request.discipline is not None:
        one_of(request.discipline, get_args(Discipline), "discipline")
    return SuppliedDetails(
        name=request.name,
        starts_on=request.starts_on,
        ended_on=request.ended_on,
        discipline=request.discipline,
        system=request.system,
        thinking_time=_thinking_time(request),
        country=request.country,
        class_=request.class_,
        columns=request.columns,
    )


def _thinking_time(request: ImportFile) -> ThinkingTime | None:
    if request.minutes is None:
        if request.increment is not None:
            message = Message("seconds for each move go with minutes: give both")
            raise refusal("contradiction", message, "minutes")
        return None
    if not (0 < request.minutes <= 10_000 and 0 <= (request.increment or 0) <= 10_000):
        raise refusal("out-of-range", Message("minutes and seconds are at most 10,000"), "minutes")
    return ThinkingTime(minutes=request.minutes, increment_seconds=request.increment)
