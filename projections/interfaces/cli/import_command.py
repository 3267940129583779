"""The command ``import``: tournament files into the ledger, with a preview."""

import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import attrs
import click
from rich.console import Console
from rich.markup import escape

from ledger.events.problems import Refused, refusal
from ledger.importing import link_table
from ledger.importing.changes import change_lines
from ledger.importing.formats.rounds import last_round, player_rounds, result_cell
from ledger.importing.formats.tournament_report import PlayerReport, TournamentReport
from ledger.importing.import_files import import_all
from ledger.importing.matching.player_links import NEW, YES, Link
from ledger.importing.outcome import (
    FileOutcome,
    Known,
    common_effect_lines,
    document_of,
    effect_lines,
)
from ledger.importing.report_events import tournament_id
from ledger.importing.request import ImportRequest, files_in, read_file
from ledger.log.after_commit import after_commit
from ledger.log.event_log import expecting
from projections.api import Ledger
from projections.interfaces.cli import output_file
from projections.interfaces.cli.console import (
    CommandContext,
    exit_refused,
    ledger_command,
    progress,
)
from projections.interfaces.cli.layout import Listing, listing
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.only_pool import the_pool
from projections.interfaces.cli.operation_commands import option_spelling, parameters_of
from projections.interfaces.cli.options import DAY, Word, meant, opened, submitter, value_in
from projections.interfaces.cli.tables import differences
from projections.operations.catalogue import operation
from projections.operations.import_file import FORMATS, ImportFile, import_request
from projections.operations.operation import fields_of
from projections.queries.answer_types import DifferenceRow
from projections.queries.arguments import Upload
from projections.queries.calculator_request import shown_points
from projections.queries.columns import KEY, ORDINAL, PROSE, Column, Columns
from projections.queries.presentation import as_known, display_name
from projections.submissions.running import drop_recorded

if TYPE_CHECKING:
    from sqlalchemy import Engine

# --- printing the outcome of an import as a page for people --------------------------------------


MOST_ROUNDS_SHOWN = 24
MOST_CHANGES_SHOWN = 200


def show(console: Console, outcome: FileOutcome, known: Known) -> None:
    """The file on a page: tournament, crosstable with links, questions, and what was done.

    What refuses it is not on the page: that goes to standard error.
    """
    console.print(f"[bold]{escape(outcome.file)}[/bold]")
    report = outcome.report
    if report is not None:
        days = f"{report.starts_on or '?'} to {report.ended_on or '?'}"
        place = f", {report.place}" if report.place else ""
        title = f"{report.name or '(no name)'}{place}, {days}, {report.system}"
        console.print(escape(f"{title} [{tournament_id(report)}]"))
        if declared := ", ".join(_declared(report)):
            console.print(escape(declared))
        console.print(_crosstable(report, outcome.links))
        for line in link_table.open_player_lines(report, outcome.open_players, known):
            console.print(line, markup=False)
    changes = list(change_lines(outcome.changes))
    for line in changes[:MOST_CHANGES_SHOWN]:
        console.print(escape(line))
    if len(changes) > MOST_CHANGES_SHOWN:
        console.print(f"… and {len(changes) - MOST_CHANGES_SHOWN} more changes")
    for issue in outcome.issues:
        if issue.kind != "error":
            console.print(escape(str(issue)))
    console.print(outcome_text(outcome))
    _show_effect(console, outcome)


def _show_effect(console: Console, outcome: FileOutcome) -> None:
    for line in effect_lines(outcome):
        console.print(line, markup=False)
    for each in outcome.effect:
        for row in each.left_out:
            console.print(_left_out(row), markup=False)
        for row in each.signals:
            names = "; ".join(display_name(name) for name in row["names"])
            said = ": ".join(filter(None, (names, row["sentence"])))
            console.print(f"  look at: {said}", markup=False)
        if each.changes:
            rows = cast("Sequence[DifferenceRow]", each.changes)
            differences(console, [{"pool": each.pool, **row} for row in rows])


def _left_out(row: Mapping[str, Any]) -> str:
    """A game that does not count, and why."""
    players = " – ".join(row[side] or "bye" for side in ("white_name", "black_name"))
    round_ = "" if row["round"] is None else f"round {row['round']}, "
    return f"  not rated: {round_}{players}: {row['reason']}"


def _declared(report: TournamentReport) -> Iterator[str]:
    """Yield the file's statements about the tournament that a rulebook uses."""
    if report.class_ is not None:
        yield f"class {report.class_}"
    if report.participants is not None:
        yield f"{report.participants} participants reported"
    yield from report.flags


def outcome_text(outcome: FileOutcome) -> str:
    """Return the outcome of a file, in a sentence."""
    if outcome.refused:
        return "Refused: nothing was appended."
    if outcome.is_known and not outcome.changes:
        return "Nothing differs from the recorded tournament: nothing was appended."
    were = "was" if outcome.duplicates == 1 else "were"
    known = f", {outcome.duplicates} {were} known already" if outcome.duplicates else ""
    events = "event" if outcome.events == 1 else "events"
    done = "would be appended" if outcome.dry_run else "appended"
    return f"{outcome.events} {events} {done}{known}."


def outcome_in_the_table(outcome: FileOutcome) -> str:
    """Return the outcome of a file, with the reason if it was refused."""
    if outcome.refused:
        return f"Refused: {_why_refused(outcome)}."
    not_rated = [each.pool for each in outcome.effect if not each.rated]
    also = f" Not rated in {', '.join(not_rated)}." if not_rated else ""
    return outcome_text(outcome) + also


def _why_refused(outcome: FileOutcome) -> str:
    open_players = outcome.open_players
    questions = {link.question for link in open_players}
    others = [issue.message for issue in outcome.errors if issue.message not in questions]
    if not others:
        number = len(open_players)
        return f"{number} {'player is' if number == 1 else 'players are'} not identified"
    more = len(outcome.errors) - 1
    what, _, _ = others[0].partition(": ")  # the remedy follows it
    return what + (f" (and {more} more)" if more else "")


def _crosstable(report: TournamentReport, links: Sequence[Link]) -> Listing:
    """The crosstable round by round, with the players' ratings and grades in the file."""
    rounds = range(1, min(last_round(report), MOST_ROUNDS_SHOWN) + 1)
    cells, points = _cells(report)
    found = {link.number: link for link in links}

    def register(player: PlayerReport) -> str | None:
        link = found.get(player.number)
        return None if link is None else link.player or link.how

    def in_round(round_: int) -> Column[PlayerReport]:
        name = str(round_)
        return Column(name, name, lambda player: cells.get((player.number, round_)), folds=1)

    columns = Columns[PlayerReport](
        Column("number", "No.", lambda player: player.number),
        Column("name", "Player", lambda player: player.name, PROSE),
        Column("register", "Register", register, KEY),
        Column("quoted", "In the file", link_table.figure_in_the_file, KEY, optional=True),
        *map(in_round, rounds),
        Column("points", "Pts", lambda player: shown_points(points.get(player.number, 0.0))),
    )
    is_quoted = any(map(link_table.figure_in_the_file, report.players))
    return listing(columns.with_optional(["quoted"] if is_quoted else []), report.players)


def _cells(report: TournamentReport) -> tuple[dict[tuple[str, int], str], dict[str, float]]:
    """The cells of the crosstable, as ``12w1``: opponent, colour, result; ``h2``: handicap."""
    cells: dict[tuple[str, int], str] = {}
    points: dict[str, float] = {}
    for game in report.games:
        for own, side in player_rounds(game):
            points[own] = points.get(own, 0.0) + side.result.points
            text = result_cell(side) + (f" h{game.stones}" if game.stones else "")
            key = own, game.round or 0
            cells[key] = f"{cells[key]} {text}" if key in cells else text
    return cells, points


MOST_PAGES = 10
MOST_QUESTIONS = 3
SUMMARY = Columns[tuple[str, FileOutcome]](
    Column("file", "File", lambda row: row[0], PROSE),
    Column(
        "tournament", "Tournament", lambda row: row[1].report and tournament_id(row[1].report), KEY
    ),
    Column(
        "players", "Players", lambda row: row[1].report and len(row[1].report.players), ORDINAL
    ),
    Column("games", "Games", lambda row: row[1].report and len(row[1].report.games), ORDINAL),
    Column("appended", "Appended", lambda row: row[1].appended, ORDINAL),
    Column("outcome", "Outcome", lambda row: outcome_in_the_table(row[1]), PROSE),
)
"""A file by its name, and what came of it."""


def answer(context: CommandContext, outcomes: Sequence[FileOutcome], known: Known) -> None:
    """One document for one file, a list of them for several; exit status 1 if one was refused.

    ``known`` is what may be shown of the players proposed.
    """
    spelling = option_spelling(ImportFile)
    documents = [spelling.answer(document_of(each, known)) for each in outcomes]

    def pages(console: Console) -> None:
        if len(outcomes) <= MOST_PAGES:
            for each in outcomes:
                show(console, each, known)
        if len(outcomes) > 1:
            names = _short_names([each.file for each in outcomes])
            rows = [*zip(names, outcomes, strict=True)]
            console.print(listing(SUMMARY, rows, f"{len(outcomes)} files"))
        for line in common_effect_lines(outcomes):
            console.print(line, markup=False)

    context.answer(
        documents[0] if len(documents) == 1 else documents,
        pages,
        rows=[SUMMARY.record((each.file, each)) for each in outcomes],
    )
    if any(each.refused for each in outcomes):
        exit_refused(*(f"{it.file}: {line}" for it in outcomes for line in _refusals(it)))


def _refusals(outcome: FileOutcome) -> Iterator[str]:
    """Yield the reasons to refuse a file; many unidentified players share one line."""
    questions = {link.question for link in outcome.open_players}
    many = len(questions) > MOST_QUESTIONS
    for issue in outcome.errors:
        if not (many and issue.message in questions):
            yield f"{issue.place()}{issue.message}"
    if many:
        remedy = "give --link NUMBER=PLAYER for each, or --proposals FILE for a table to fill in"
        new = "--register-new registers all without a similar player"
        if any(link.evidence == "good" for link in outcome.open_players):
            new += ", --accept names links all whose name only one player has"
        yield f"{len(questions)} players are not identified: {remedy}; {new}"


def _short_names(files: Sequence[str]) -> list[str]:
    """Return the file names without folders, if they differ."""
    names = [Path(file).name for file in files]
    return names if len(set(names)) == len(names) else list(files)


# --- asking in a terminal what a file leaves open, one question after another --------------------


ASKED = ("name", "starts_on", "ended_on", "system", "minutes", "increment", "country", "class_")


def can_prompt() -> bool:
    """True if questions can be answered: there is a terminal, not a pipe or a script."""
    return bool(sys.stdin) and sys.stdin.isatty()


def answers_to(outcome: FileOutcome, command: click.Command) -> dict[str, object]:
    """Return the answers to the open questions of a file, by the names of the parameters.

    Each question stands above its answer; an answer that cannot be is asked for again.
    """
    options = {each.opts[0]: each for each in command.params if each.name in ASKED}
    found: dict[str, object] = {}
    for issue in outcome.issues:
        for field in issue.answers[:1]:
            option = options.get(str(field._replace(value="")))
            if option is None or option.name is None or option.name in found:
                continue
            click.echo(f"{issue.place()}{issue.message}", err=True)
            known = field.value if field.value.islower() else None
            found[option.name] = click.prompt(
                f"  {option.opts[0]}", default=known, type=option.type, err=True
            )
    return found


def print_answer_options(answers: Mapping[str, object], command: click.Command) -> None:
    """Say the options with which the next call need not ask."""
    options = {each.name: each.opts[0] for each in command.params}
    words = [f"{options[name]} {shlex.quote(str(value))}" for name, value in answers.items()]
    say("note", f"the same without questions: {' '.join(words)}")


# --- the command ---------------------------------------------------------------------------------


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
_PROPOSALS = "Write the open players to a table for --links: CSV or .xlsx."
_TYPES: Mapping[str, Any] = {
    **dict.fromkeys(("starts_on", "ended_on"), DAY),
    "minutes": click.FloatRange(0, 10_000, min_open=True),
    "increment": click.FloatRange(0, 10_000),
}
_OTHERWISE = {"file", "format", "columns", "as_officer"}
"""Fields that are given by arguments, and by a file; the command line is an officer's."""
_OF_EACH = {
    *(*_OTHERWISE, "pools", "accept", "register_new", "with_ratings", "index"),
    *("reason", "by", "dry_run", "effects"),
}
"""Fields that hold for each of several files."""
_OF_ONE = [each for each in fields_of(ImportFile) if each.name not in _OF_EACH]


def _options() -> list[click.Parameter]:
    """The arguments, the options of the request, and those that only the command has."""
    derived = [it for it in parameters_of(operation("import_file")) if it.name not in _OTHERWISE]
    for each in derived:
        each.type = _TYPES.get(each.name or "", each.type)
        each.metavar = None if each.type is DAY else each.metavar
        each.required = False  # there may be only one pool

    @click.argument("format_of", metavar="FORMAT", type=Word(FORMATS))
    @click.argument("names", nargs=-1, required=True, metavar="FILE…")
    @click.option("--links", "link_table", type=_FILE, help="A table that links players.")
    @click.option("--proposals", type=_NEW_FILE, help=_PROPOSALS)
    @output_file.overwrite_option
    @click.option("--mapping", type=_FILE, help="A TOML file that names the columns of the CSV.")
    @click.option("--no-questions", is_flag=True, help="Do not ask questions in the terminal.")
    def own() -> None:
        """Carry the parameters that are not fields of the request."""

    return [*derived, *reversed(own.__click_params__)]  # type: ignore[attr-defined]


@ledger_command
def _import(context: CommandContext, *, names: tuple[str, ...], **options: Any) -> None:
    """Import tournament files; a bad file does not stop the others.

    FORMAT is one of the formats, or auto. A folder stands for all files in it; its three
    tables of the format csv are one file, and so is a .trn with the .sco and .ini beside it.
    A changed file of a tournament that is in the ledger is appended as corrections.
    """
    proposals, overwrite = options["proposals"], options["overwrite"]
    if proposals is not None:
        output_file.refuse_existing_file(proposals, "--proposals", overwrite=overwrite)
    files, ledger = tuple(files_in(names)), opened(context)
    options["pools"] = options["pools"] or (the_pool(None, context),)

    def request(**answers: object) -> ImportRequest:
        return _by_ids(_request(context, {**options, **answers}, files), ledger)

    outcomes = _imported(context, files, request, options)
    known = _known(ledger, outcomes, options["pools"])
    if proposals is not None:
        table = link_table.proposals_table(proposals, outcomes, known)
        output_file.write_file(proposals, table, "--proposals", overwrite=overwrite)
    answer(context, outcomes, known)


_MADE: Any = _import
import_command = click.Command(
    "import",
    callback=_MADE,
    params=[*_options(), *reversed(_MADE.__click_params__)],
    help=_import.__doc__,
)


def _known(ledger: Ledger, outcomes: Sequence[FileOutcome], pools: Sequence[str]) -> Known:
    """Return the visible data of proposed players; empty if that fails after a commit."""
    proposed = set().union(*(outcome.proposed_players for outcome in outcomes))
    is_written = any(each.appended for each in outcomes)
    with after_commit() if is_written else nullcontext():
        for pool in pools if proposed else ():
            with suppress(Refused):  # the pool does not exist, which the import has reported
                ledger.catch_up(pool)
        return as_known(ledger.known_players(proposed, pools)) if proposed else {}
    return {}


def _imported(
    context: CommandContext,
    files: tuple[str, ...],
    request: Callable[..., ImportRequest],
    options: Mapping[str, Any],
) -> list[FileOutcome]:
    """Import the files; ask for missing details if there is a terminal."""
    engine = context.engine()
    if options["expect"] is not None:
        engine = expecting(engine, options["expect"])
    outcomes = _import_all(context, engine, files, request())
    if len(files) > 1 or options["no_questions"] or not can_prompt():
        return outcomes
    command = click.get_current_context().command
    given: dict[str, object] = {}
    while (answers := answers_to(outcomes[0], command)) and not answers.keys() <= given.keys():
        given |= answers
        outcomes = _import_all(context, engine, files, request(**given))
    if given:
        print_answer_options(given, command)
    return outcomes


def _import_all(
    context: CommandContext, engine: "Engine", files: tuple[str, ...], request: ImportRequest
) -> list[FileOutcome]:
    settled = count(1)
    with progress("importing", len(files)) as advance:

        def one_more() -> None:
            context.done = f"{next(settled)} of {len(files)} files were done"
            advance(1)

        sources = [partial(read_file, file) for file in files]
        outcomes = import_all(engine, sources, request, one_more)
    if any(each.appended for each in outcomes) and not any(each.refused for each in outcomes):
        context.finish(f"{sum(each.appended for each in outcomes)} events appended")
    return drop_recorded(engine, outcomes)


def _by_ids(request: ImportRequest, ledger: Ledger) -> ImportRequest:
    """The request with ids where names were given; a part of a name is not enough."""

    def ids(links: Mapping[str, str]) -> dict[str, str]:
        return {
            number: who if who in {NEW, YES} else meant(ledger.find_player, who, whole=True)
            for number, who in links.items()
        }

    same = request.identity.same_as
    if same is not None:
        same = meant(ledger.find_tournament, same, whole=True)
    return attrs.evolve(
        request,
        choice=attrs.evolve(request.choice, links=ids(request.choice.links)),
        links={file: ids(links) for file, links in request.links.items()},
        identity=attrs.evolve(request.identity, same_as=same),
    )


def _request(
    context: CommandContext, options: Mapping[str, Any], files: tuple[str, ...]
) -> ImportRequest:
    """The options as a request; raises click's usage error where they are about one file only."""
    if not files:
        raise click.UsageError("there is no file in the folder")
    if len(files) > 1 and any(options[each.name] for each in _OF_ONE):
        names = ", ".join(each.option for each in _OF_ONE)
        raise click.UsageError(f"{names} are about one file: import it by itself, as {files[0]}")
    given = {
        each.name: value_in(each, options[each.name])
        for each in fields_of(ImportFile)
        if each.name not in _OTHERWISE and options[each.name] not in (None, ())
    }
    given["by"] = submitter(options["by"])
    if options["mapping"] is not None:
        given["columns"] = _columns(options["mapping"])
    no_file = Upload("", b"")  # each is read when it is its turn
    import_ = import_request(
        ImportFile(no_file, format=options["format_of"], **given), context.clock
    )
    table = options["link_table"]
    return import_ if table is None else attrs.evolve(import_, links=link_table.read_links(table))


def _columns(path: Path) -> dict[str, dict[str, str]]:
    """The mapping of columns: a table ``players`` or ``games``, ``"their name" = "ours"``."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refusal("mapping", f"{path} is not TOML: {error}", "--mapping") from None
    columns: dict[str, dict[str, str]] = {}
    for kind, names in document.items():
        if kind not in {"players", "games"} or not isinstance(names, Mapping):
            message = f"{path} has {kind}: give the tables [players] and [games]"
            raise refusal("mapping", message, "--mapping")
        columns[kind] = {str(key): str(value) for key, value in names.items()}
    return columns
