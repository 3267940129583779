"""Running tournaments: a file handed in round by round, and taken away again.

Nothing is appended to the log: the file is read by a dry run of the import, and the events that
it would give are kept beside the log until the tournament is recorded.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import attrs
import orjson
from attrs.converters import optional
from sqlalchemy import Connection, Engine, select

from ledger.events.facts import PlayerRegistered
from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from ledger.importing.formats.tournament_report import Issue, Pairing, TournamentReport
from ledger.importing.import_files import import_all
from ledger.importing.matching.names import folded
from ledger.importing.matching.player_links import NEW
from ledger.importing.outcome import FileOutcome, document_of
from ledger.importing.ports import PoolEffect
from ledger.importing.report_events import tournament_id
from ledger.importing.request import AUTO, InputFile
from ledger.log.export import events
from ledger.log.schema import person
from projections.engine.read_model.generations import must_have_pool
from projections.operations.import_effect import ImportEffect, effect_of_import
from projections.operations.import_file import (
    Accepting,
    Class,
    FileFormat,
    ImportFile,
    Increment,
    Minutes,
    TournamentFile,
    format_of,
    import_request,
)
from projections.operations.operation import AnswerT_co, Doc, OperationContext, Pool, Write
from projections.queries.answer_types import FileCalculation, RunningAnswer, WithdrawnAnswer
from projections.queries.answers import Answers, Question
from projections.queries.arguments import day_of, id_of, upload_of
from projections.queries.field_values import number_of
from projections.queries.people import known_players
from projections.queries.presentation import as_known
from projections.submissions.running import (
    RunningFile,
    RunningTournament,
    held_back,
    remove,
    running_tournaments,
    state_before,
)
from projections.submissions.store import writing_files


@attrs.frozen
class UnfinishedFile(Write[AnswerT_co]):
    """The file of a tournament that may not be over, and what it leaves open."""

    pool: Pool = attrs.field(converter=id_of)
    file: TournamentFile = attrs.field(converter=upload_of)
    file_format: FileFormat = attrs.field(default=AUTO, converter=format_of, kw_only=True)
    links: Annotated[
        Mapping[str, str],
        Doc(
            "The registered player of a file's number, or new.",
            label=marked("Player"),
            hint=marked("A line NUMBER=PLAYER for each, such as 3=new."),
            option="--link",
            metavar="NUMBER=PLAYER|new",
        ),
    ] = attrs.field(factory=dict, kw_only=True)
    accept: Accepting = attrs.field(default=None, kw_only=True)
    name: Annotated[
        str | None, Doc("The tournament, if the file does not name it.", label=marked("Name"))
    ] = attrs.field(default=None, kw_only=True)
    ended_on: Annotated[
        date | None,
        Doc("The last day, if the file has none (default: today).", label=marked("Last day")),
    ] = attrs.field(default=None, converter=day_of, kw_only=True)
    rounds: Annotated[
        int | None,
        Doc(
            "The planned number of rounds, if the file has none.",
            label=marked("Rounds"),
            limits={"minimum": 1, "maximum": 999},
        ),
    ] = attrs.field(default=None, kw_only=True)
    minutes: Minutes = attrs.field(default=None, converter=optional(number_of), kw_only=True)
    increment: Increment = attrs.field(default=None, converter=optional(number_of), kw_only=True)
    country: Annotated[
        str | None,
        Doc("The country in which it is played, in three letters.", label=marked("Country")),
    ] = attrs.field(default=None, kw_only=True)
    class_: Class = attrs.field(default=None, kw_only=True)


@attrs.frozen
class SubmitRunning(UnfinishedFile[RunningAnswer]):
    """Submit a running tournament for live ratings; nothing is recorded.

    A later file replaces it, and so does the import of the finished tournament. It is of the same
    tournament if it has the same id or name; links and details of the file before hold where it
    leaves them open. Unknown players are treated as new. The answer has `problems` if the file is
    refused.
    """


@attrs.frozen
class CalculateFile(UnfinishedFile[FileCalculation]):
    """Calculate the ratings that a tournament file would give as it stands; nothing is kept.

    Players are linked to registered ones of the same name; all others are treated as new. The
    answer has `problems` if the file is refused.
    """

    accept: Accepting = attrs.field(default="names", kw_only=True)


@attrs.frozen
class WithdrawRunning(Write[WithdrawnAnswer]):
    """Remove a running tournament from the live list."""

    pool: Pool = attrs.field(converter=id_of)
    tournament: Annotated[str, Doc("The running tournament.", argument=True)] = attrs.field(
        converter=id_of
    )


def submit_running(request: SubmitRunning, context: OperationContext) -> dict[str, object]:
    """Keep the latest file of a running tournament, or only check it."""
    document, captured = _evaluated(request, context)
    answer = {**document, "running": None, "replaced": False, "evaluation": captured.evaluation}
    if captured.events:
        file = RunningFile(
            pool=request.pool,
            file=request.file.name,
            by=request.by,
            as_officer=request.as_officer,
            at=context.clock(),
            events=captured.events,
            pairings=captured.pairings,
        )
        with writing_files(context.engine, keep=not request.dry_run) as connection:
            running, replaced = file.put(connection)
            names = held_back(connection, [running], context.today).values()
        issues = [*answer["issues"], *map(_waits_for_officer, names)]
        answer |= {"running": running.id, "replaced": replaced, "issues": issues}
    return answer


def _waits_for_officer(name: str) -> Mapping[str, object]:
    message = Message(
        "the name %(name)s is like one that is withheld: it is not shown until an officer has "
        "submitted the file",
        name=name,
    )
    return attrs.asdict(Issue("warning", None, None, message))


def calculate_file(request: CalculateFile, context: OperationContext) -> dict[str, object]:
    """Evaluate a file as it stands."""
    document, captured = _evaluated(request, context)
    return {**document, "evaluation": captured.evaluation}


def withdraw_running(request: WithdrawRunning, context: OperationContext) -> dict[str, object]:
    """Take a running tournament away."""
    with writing_files(context.engine, keep=not request.dry_run) as connection:
        found = running_tournaments(connection, request.pool)
        running = next((each for each in found if each.id == request.tournament), None)
        if running is None:
            message = Message("no tournament %(id)s is running", id=repr(request.tournament))
            raise refusal("unknown-tournament", message, "tournament")
        running.require_right_to_change(request.by, as_officer=request.as_officer)
        remove(connection, running)
    return {"pool": request.pool, "tournament": request.tournament}


# --- reading the file ----------------------------------------------------------------------------


def _evaluated(
    request: UnfinishedFile[Any], context: OperationContext
) -> tuple[dict[str, Any], "_Captured"]:
    """The reading of a file, with its evaluation and the events that it would append.

    Raises :class:`~ledger.events.problems.Refused` if the log has the tournament.
    """
    outcome, captured = _read(request, context)
    if lacking := _lacking(request, outcome, context):
        request = attrs.evolve(request, **lacking)
        outcome, captured = _read(request, context)
    with context.engine.connect() as connection:
        must_have_pool(connection, request.pool)
        proposed = outcome.proposed_players, [request.pool], context.today
        known = as_known(known_players(connection, *proposed))
    if outcome.is_known:
        message = Message("the log has this tournament: import the file as a correction of it")
        raise refusal("recorded-already", message, "file")
    return document_of(outcome, known), captured


def _lacking(
    request: UnfinishedFile[Any], outcome: FileOutcome, context: OperationContext
) -> Mapping[str, Any]:
    """The details that neither the file nor the request states, of a tournament not yet over.

    Its last day is that of its file; a name is only needed to find it again.
    """
    report, found = outcome.report, dict[str, Any]()
    if report is None:
        return found
    if report.ended_on is None and request.ended_on is None:
        found["ended_on"] = context.today
    if not report.name and not request.name:
        is_kept = not isinstance(request, CalculateFile)
        found |= {} if is_kept else {"name": Path(request.file.name).stem or "?"}
    name = report.name or found.get("name", "")
    with context.engine.connect() as connection:
        before = state_before(connection, request.pool, tournament_id(report), name)
    return {**found, **_remembered(request, outcome, report, before)} if before else found


def _remembered(
    request: UnfinishedFile[Any],
    outcome: FileOutcome,
    report: TournamentReport,
    before: RunningTournament,
) -> Mapping[str, Any]:
    """The links and details of the file before that this one leaves open.

    A player is the only one proposed who was in it, or new again under the same name.
    """
    facts, names = before.tournament, {each.number: each.name for each in report.players}
    found: dict[str, Any] = {
        field: value
        for field, stated, value in (
            ("country", report.country, facts.country),
            ("class_", report.class_, facts.class_),
            ("rounds", report.rounds_planned, facts.rounds_planned),
        )
        if stated is None and value is not None
    }
    if report.thinking_time is None and (time := facts.thinking_time) is not None:
        found |= {"minutes": time.minutes, "increment": time.increment_seconds}
    entered = {each.player for each in facts.entrants}
    new, links = {folded(each.name or "") for each in before.players}, dict[str, str]()
    for link in outcome.open_players:
        likely = [each.player for each in link.proposals if each.player in entered]
        if len(likely) == 1:
            links[link.number] = likely[0]
        elif folded(names[link.number]) in new:
            links[link.number] = NEW
    times = Counter(links.values())
    sure = {number: who for number, who in links.items() if who == NEW or times[who] == 1}
    return found | ({"links": {**sure, **request.links}} if sure else {})


def _read(
    request: UnfinishedFile[Any], context: OperationContext
) -> tuple[FileOutcome, "_Captured"]:
    """The outcome of a dry run of the import, and what it would append."""
    captured = _Captured(effect_of_import(context.clock), request.pool, context.today)
    import_ = attrs.evolve(import_request(_import_of(request), context.clock), effect=captured)
    supplied = attrs.evolve(import_.supplied, running=True, rounds_planned=request.rounds)
    import_ = attrs.evolve(import_, supplied=supplied)
    file = InputFile(id_of(request.file.name), request.file.content)
    (outcome,) = import_all(context.engine, [lambda: file], import_)
    captured.pairings = outcome.pairings
    return outcome, captured


def _import_of(request: UnfinishedFile[Any]) -> ImportFile:
    return ImportFile(
        request.file,
        pools=[request.pool],
        format=request.file_format,
        links=request.links,
        register_new=True,
        accept=request.accept,
        name=request.name,
        ended_on=request.ended_on,
        minutes=request.minutes,
        increment=request.increment,
        country=request.country,
        class_=request.class_,
        by=request.by,
        dry_run=True,
    )


@attrs.define
class _Captured:
    """The effect of an import, and the events that it appended before they are taken back."""

    effect: ImportEffect
    pool: str
    today: date
    events: list[dict[str, object]] = attrs.field(factory=list)
    pairings: Sequence[Pairing] = ()
    evaluation: Mapping[str, object] | None = None

    @property
    def in_full(self) -> bool:
        """False: the evaluation already names players and games."""
        return False

    def prepare_read_models(self, engine: Engine, pools_meant: Sequence[str]) -> None:
        self.effect.prepare_read_models(engine, pools_meant)

    def effect_on(
        self,
        connection: Connection,
        pools_meant: Sequence[str],
        tournaments: Sequence[str],
        known: int,
    ) -> Mapping[str, Sequence[PoolEffect]]:
        """Rated or not, why, and how many figures differ; the events are captured."""
        own = person.c.position > known
        personal = {
            row.position: orjson.loads(row.data)
            for row in connection.execute(select(person.c.position, person.c.data).where(own))
        }
        for each in events(connection, first=known + 1):
            data = {key: value for key, value in each["data"].items() if key != "commitment"}
            if each["type"] == PlayerRegistered.type:
                data |= personal.get(each["position"], {})
            self.events.append({"type": each["type"], "data": data})
        effect = self.effect.effect_on(connection, pools_meant, tournaments, known)
        if effect[tournaments[0]]:
            answers = Answers(connection, Question(self.pool, self.today))
            self.evaluation = answers.tournament(tournaments[0])
        return effect
