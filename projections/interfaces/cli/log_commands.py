"""The commands of the log: create it, append events, read, verify and restore it, replay it."""

import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import attrs
import click
import orjson
from rich.console import Console
from sqlalchemy import ColumnElement, Connection, Engine

from ledger.events.characters import visible
from ledger.events.facts import VOCABULARY
from ledger.events.json_lines import Line, lines_of
from ledger.events.problems import Problem, Refused, refusal
from ledger.log import erasure, export
from ledger.log.clock import Clock
from ledger.log.connections import without_password
from ledger.log.event_log import Receipt, head_of, moment
from ledger.log.pace import SLACK
from ledger.log.paging import pages
from ledger.log.restore import restore, verify_export
from ledger.log.revisions import NEWEST_REVISION, revision_of, steps_after, upgrade
from ledger.log.side_data import erasures
from ledger.log.verification import Note, Verdict
from ledger.validation.ledger_state import LedgerState
from ledger.validation.submission import append
from projections.api import BACKUPS_VARIABLE, Ledger
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    end_with_erased_data,
    exit_refused,
    ledger_command,
    progress,
    stream_csv,
    terminal_width,
)
from projections.interfaces.cli.fitting import GAP, width_of, wrapped
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.options import opened, scheduler_option, submitter, with_ids
from projections.interfaces.cli.output_file import new_file, overwrite_option

# --- printing the log for people -----------------------------------------------------------------


INDENT = 4
_TYPE_WIDTH = max(map(len, VOCABULARY))
_MORE = "…"
_FOR_MACHINES = ("commitment",)


Described = tuple[Mapping[str, Any], str]
"""An event and its description."""


def log_lines(
    events: Iterable[Described], last: int, width: int | None, *, ids: bool = False
) -> Iterator[str]:
    """The lines of a log whose last position is ``last``; ``width``: that of a terminal.

    ``ids``: the id and the data as recorded in place of what it is about.  An id that has no room
    beside its type stands in full on a line of its own.
    """
    digits = len(str(last))
    for event, about in events:
        minute = event["recorded_at"][:16].replace("T", " ")
        place = f"{event['position']:>{digits}}  {minute}"
        if ids:
            head = f"{place}  {event['type']:<{_TYPE_WIDTH}}"
            yield from _table_lines(head, visible(event["id"]), _facts(event), width)
        else:
            yield from _table_lines(place, visible(about), [_by(event)], width)


def _described(
    connection: Connection, events: Iterable[Mapping[str, object]], today: date
) -> Iterator[Described]:
    from projections.queries.event_descriptions import descriptions  # noqa: PLC0415 - `append` describes nothing

    for page in pages(events, EVENTS_A_STEP):
        yield from zip(page, descriptions(connection, page, today), strict=True)


def _by(event: Mapping[str, object]) -> str:
    return visible(f"by {event['recorded_by']}")


def _facts(event: Mapping[str, Any]) -> list[str]:
    facts = [
        f"{key} {value if isinstance(value, (str, int, float)) else orjson.dumps(value).decode()}"
        for key, value in event["data"].items()
        if key not in _FOR_MACHINES
    ]
    return [_by(event), *map(visible, facts)]


def _table_lines(head: str, id_: str, facts: list[str], width: int | None) -> Iterator[str]:
    if width is None:
        yield f"{head}  {id_}  {', '.join(facts)}"
        return
    line = f"{head}  {id_}"
    if width_of(line) > width:
        yield from wrapped(head.rstrip(), width)
        *whole, last = wrapped(id_, max(1, width - INDENT))
        yield from (" " * INDENT + each for each in whole)
        line = " " * INDENT + last
    yield f"{line}{_as_many(facts, width - width_of(line))}".rstrip()


def _as_many(facts: list[str], room: int) -> str:
    """Return the facts that fit the room, and a sign if there are more."""
    text = ""
    for number, each in enumerate(facts):
        joined = f"{text}, {each}" if text else " " * GAP + each
        is_last = number == len(facts) - 1
        if width_of(joined) + (0 if is_last else len(f", {_MORE}")) > room:
            more = f"{text}, {_MORE}" if text else " " * GAP + _MORE
            return more if width_of(more) <= room else text
        text = joined
    return text


workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Processes that share the work.",
)


T = TypeVar("T")
EVENTS_A_STEP = 1_000
_NEW_FILE = click.Path(dir_okay=False, path_type=Path)
POSITION = click.IntRange(1, 2**63 - 1)


@click.command("init")
@ledger_command
def init_command(context: CommandContext) -> None:
    """Create the ledger in the database, or upgrade it."""
    context.when_interrupted = "the ledger is as it was, or upgraded: `rating-ledger init` says"
    engine = context.connected(create=True)
    before = revision_of(engine)
    created = upgrade(engine)
    is_wiped = erasure.wipe_where_due(engine)
    steps = [] if before is None else steps_after(before)
    done = "created" if created else "upgraded" if steps else "up to date"

    def show(console: Console) -> None:
        place = without_password(str(engine.url))
        console.print(f"The ledger in {place} is {done} (revision {NEWEST_REVISION}).")
        for step in steps:
            console.print(f"  {step}", markup=False)

    document = {"revision": NEWEST_REVISION, "created": created, "before": before, "steps": steps}
    context.answer(document, show)
    if not is_wiped:
        say("note", erasure.REMAIN)


@click.command("append")
@click.argument("files", nargs=-1, required=True, metavar="FILE…|-")
@click.option("--by", default=None, help="The submitter's name (default: the user's).")
@click.option(
    "--accept",
    type=int,
    multiple=True,
    metavar="LINE",
    help="An implausible person's line that is right as it is.",
)
@clock_option
@ledger_command
def append_command(
    context: CommandContext, files: tuple[str, ...], by: str | None, accept: tuple[int, ...]
) -> None:
    """Append events from JSON Lines, all or nothing; - reads standard input."""
    from projections.engine.registry import RegisteredRulebooks  # noqa: PLC0415 - most commands here need none

    engine = context.engine()
    with progress("appending") as advance:
        receipt = append(
            engine,
            _lines(files),
            by=submitter(by),
            rulebooks=RegisteredRulebooks(),
            clock=context.clock,
            progress=advance,
            accept=accept,
        )

    context.finish(_done(receipt))
    context.answer(attrs.asdict(receipt), lambda console: console.print(f"{_done(receipt)}."))
    remain = print_warnings_after_write(engine, context.clock)
    if remain and _has_erased(engine, receipt):
        end_with_erased_data()


def _has_erased(engine: Engine, receipt: Receipt) -> bool:
    """True if the appended events erase a player's data."""
    first = receipt.first
    if first is None:
        return False
    with engine.connect() as connection:
        return any(each.position >= first for each in erasures(connection))


def print_warnings_after_write(engine: Engine, clock: Clock) -> bool:
    """Say after an append if erased data can still be read, or the time of the log is wrong.

    True if erased data can still be read.
    """
    with engine.connect() as connection:
        recorded_at = moment(head_of(connection).recorded_at)
        remain = erasure.is_due(connection)
    if remain:
        say("note", erasure.REMAIN)
    if recorded_at > clock() + SLACK:
        message = (
            f"the time of the log is {recorded_at:%Y-%m-%d %H:%M} UTC, ahead of this machine's "
            "clock, and stays there until then: `rating-ledger verify` says where it leapt"
        )
        say("note", message)
    return remain


def _done(receipt: Receipt) -> str:
    known = f", {receipt.duplicates} were known already" if receipt.duplicates else ""
    events = "event" if receipt.appended == 1 else "events"
    return f"{receipt.appended} {events} appended{_where(receipt)}{known}"


def _where(receipt: Receipt) -> str:
    if receipt.appended == 1:
        return f" at position {receipt.first}"
    return f" at positions {receipt.first} to {receipt.last}" if receipt.appended else ""


def _lines(files: tuple[str, ...]) -> Iterator[Line]:
    for name in files:
        with _opened(name) as stream:
            yield from lines_of(stream)


def _opened(name: str) -> BinaryIO:
    if name == "-":
        return io.BytesIO(sys.stdin.buffer.read()) if sys.stdin.isatty() else sys.stdin.buffer
    if "\0" in name:
        raise refusal("file", f"{name!r} is not a file name")
    path = Path(name)
    if path.is_dir():
        raise refusal("file", f"{name} is a folder: name the files in it")
    return path.open("rb")


@click.command("log")
@click.option("--from", "first", type=POSITION, default=1, help="First position.")
@click.option("--to", "last", type=POSITION, default=None, help="Last position.")
@click.option(
    "--type",
    "types",
    type=click.Choice(list(VOCABULARY)),
    multiple=True,
    metavar="TYPE",
    help=f"Only events of this type: {', '.join(VOCABULARY)}.",
)
@click.option("--tournament", default=None, help="Only events about this tournament.")
@click.option("--player", default=None, help="Only events about this player.")
@click.option("--by", default=None, metavar="TEXT", help="Only events of this submitter.")
@ledger_command
def log_command(
    context: CommandContext,
    first: int,
    last: int | None,
    types: tuple[str, ...],
    **about: str | None,
) -> None:
    """Show the events of the log."""
    about = with_ids(opened(context), about)
    with context.engine().connect() as connection:
        only = list(_only(connection, **about))
        read = export.events(connection, first=first, last=last, types=types, only=only)
        selected = types or only
        events = _watched(read, None if selected else _count(connection, first, last))
        if context.format == "json":
            _write_array(events)
        elif context.format == "csv":
            stream_csv(events, export.FIELDS)
        else:
            last = head_of(connection).size
            described = _described(connection, events, context.clock().date())
            for each_line in log_lines(described, last, terminal_width(), ids=context.ids):
                click.echo(each_line)


def _only(
    connection: Connection, *, tournament: str | None, player: str | None, by: str | None
) -> Iterator[ColumnElement[bool]]:
    if tournament is not None:
        yield export.about_tournament(connection, tournament)
    if player is not None:
        registrations = LedgerState(connection).registrations_of(player)
        yield export.about_player(connection, registrations)
    if by is not None:
        yield export.submitted_by(by)


def _write_array(documents: Iterator[dict[str, object]]) -> None:
    """Print a JSON array of any length while it is read."""
    click.echo("[", nl=False)
    for number, document in enumerate(documents):
        click.echo(("," if number else "") + "\n" + orjson.dumps(document).decode(), nl=False)
    click.echo("\n]")


@click.group("export")
def export_group() -> None:
    """Export the log, lists, players and tournaments as files."""


@export_group.command("log")
@click.option("--with-persons", is_flag=True, help="Include personal data and their salts.")
@click.option("--output", metavar="FILE", type=_NEW_FILE, help="Write it to a file.")
@overwrite_option
@ledger_command
def export_log(
    context: CommandContext, *, with_persons: bool, output: Path | None, overwrite: bool
) -> None:
    """Write the whole log as JSON Lines; it verifies even without persons."""
    with context.engine().connect() as connection:
        reader = export.events_with_persons if with_persons else export.events
        documents = _watched(reader(connection), _count(connection))
        if output is None:
            for document in documents:
                click.echo(orjson.dumps(document).decode())
            return
        with new_file(output, "--output", overwrite=overwrite) as file:
            file.writelines(orjson.dumps(document) + b"\n" for document in documents)


def _count(connection: Connection, first: int = 1, last: int | None = None) -> int:
    size = head_of(connection).size
    return max(0, (size if last is None else min(last, size)) - first + 1)


def _watched(events: Iterator[T], count: int | None) -> Iterator[T]:
    """Yield the events; show progress if it does not disturb the output."""
    if sys.stdout.isatty():
        yield from events
        return
    with progress("reading the log", count) as advance:
        for number, each in enumerate(events, 1):
            yield each
            if number % EVENTS_A_STEP == 0:
                advance(EVENTS_A_STEP)


@click.command("verify")
@click.option("--file", "export", default=None, help="Verify an exported log instead.")
@click.option("--against", default=None, metavar="POSITION:HASH", help="A head noted earlier.")
@workers_option
@scheduler_option
@ledger_command
def verify_command(
    context: CommandContext, export: str | None, against: str | None, **workers: Any
) -> None:
    """Verify the hash chain and every stored event."""
    note = noted_head(against)
    if export is None:
        verdict = _verified_database(context, note, **workers)
    else:
        verdict = verify_export(_lines((export,)), note)
    _print_verdict(context, verdict)


_EXCLUDED = """\
Chain: an event that was changed, removed or inserted by itself would be found.
Tree: its roots and proofs are about these events.
Checkpoints: the {} kept here are of this log. Anyone who kept one finds a log that its owner has
rewritten; nobody else can.
Publications: `published` recalculates each list; `check-proof` proves a row without the ledger."""


def _print_verdict(context: CommandContext, verdict: Verdict) -> None:
    """Print the verdict; refuse if the verification failed."""
    finding, document = verdict.finding, verdict.document()

    def show(console: Console) -> None:
        console.print(f"{verdict.events} events, every one as recorded.")
        console.print(f"Head, to be noted elsewhere: {Note(verdict.events, verdict.head_hash)}")
        for note_ in verdict.notes:
            console.print(f"Note: {note_}.", markup=False)
        if verdict.checkpoints:
            console.print(_EXCLUDED.format(verdict.checkpoints), markup=False)

    if finding is None:
        context.answer(document, show)
        if verdict.wipe_is_due:
            end_with_erased_data()
        return
    where = "" if finding.position is None else f"position {finding.position}: "
    problem = Problem(None, None, "not-verified", f"{where}{finding.message}")
    if context.format != "json":
        raise Refused([problem])
    context.answer({**document, "problems": [attrs.asdict(problem)]}, show)
    exit_refused(str(problem))


def _verified_database(
    context: CommandContext, against: Note | None, workers: int, scheduler: str | None
) -> Verdict:
    from projections.operations.verify import verify_everything  # noqa: PLC0415 - a log alone needs none
    from projections.queries.cluster import workers_of  # noqa: PLC0415

    engine = context.engine()
    with engine.connect() as connection:
        size = head_of(connection).size
    with progress("verifying", size) as advance:
        return verify_everything(engine, advance, against, workers_of(workers, scheduler))


def noted_head(text: str | None) -> Note | None:
    """The head that an option gives; anything else is wrong usage."""
    if text is None:
        return None
    try:
        return Note.read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--against") from None


@click.command("restore")
@click.argument("file", metavar="FILE|-")
@ledger_command
def restore_command(context: CommandContext, file: str) -> None:
    """Restore an exported log into an empty ledger."""
    engine = context.engine()
    with progress("restoring") as advance:
        receipt = restore(engine, _lines((file,)), advance)
    context.finish(f"{receipt.appended} events restored")
    context.answer(attrs.asdict(receipt), lambda console: console.print(f"{context.done}."))


# --- the command ``rebuild`` ---------------------------------------------------------------------


@click.command("rebuild")
@click.argument("pool", required=False)
@click.option("--check", "only_check", is_flag=True, help="Replay and compare, without changes.")
@workers_option
@scheduler_option
@ledger_command
def rebuild_command(
    context: CommandContext, pool: str | None, *, only_check: bool, **workers: Any
) -> None:
    """Recalculate all ratings from the log."""
    ledger = opened(context)
    context.when_interrupted = "the log is as it was, the lists are in service as before or whole"
    with progress("replaying", ticking=workers["workers"] == 1) as advance:
        done = ledger.rebuild(pool, check=only_check, progress=advance, **workers)
    for note in done.get("notes", ()):
        say("warning", note)

    def show(console: Console) -> None:
        console.print(
            f"{done['tournaments']} tournaments from {done['events']} events "
            f"in {done['seconds']:.1f} seconds."
        )
        if only_check:
            console.print(f"{len(done['differences'])} differences from the stored list.")

    context.answer(done, show)
    if done["differences"]:
        exit_refused("the list in service is not what a replay gives: rebuild it")


# --- the command ``doctor``: it examines a ledger, even one that no other command would open -----


@click.command("doctor")
@click.option(
    "--backups", envvar=BACKUPS_VARIABLE, help=f"The folder of backups (or {BACKUPS_VARIABLE})."
)
@click.option("--against", metavar="POSITION:HASH", help="A head noted earlier.")
@ledger_command
def doctor_command(context: CommandContext, backups: str | None, against: str | None) -> None:
    """Examine the ledger as its administrator would, with a remedy for each fault."""
    noted_head(against)
    with Ledger(context.database, context.clock) as ledger:
        rows = ledger.doctor(backups=backups, against=against)

    def show(console: Console) -> None:
        for row in rows:
            console.print(f"{row['status']:<5}  {row['check']}: {row['found']}", markup=False)
            if row["remedy"]:
                console.print(f"       {row['remedy']}", markup=False)

    context.answer_list(rows, show)
    if any(row["status"] == "fault" for row in rows):
        exit_refused()
