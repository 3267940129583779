"""Code shared by all commands: database and output format, tables, progress, refusals.

Results go to standard output, everything else to standard error; a refusal ends with exit
status 1 and its reasons.  A command after which erased data remain in the database's files ends
with 3.
"""

import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, NoReturn, get_args

import attrs
import click

from ledger.events.problems import Problem, Refused, refusal
from ledger.gc_tuning import SELDOM
from ledger.log.clock import Clock, now, vouched_now
from projections.interfaces.cli.logging import LogFormat, configure_logging, say
from projections.interfaces.cli.startup import INTERRUPTED, end_at_once

if TYPE_CHECKING:
    from rich.console import Console
    from sqlalchemy import Engine


# --- flattening answers for spreadsheets: one value in a cell, no JSON ---------------------------


def flat(row: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """A row in which a group of fields stands in columns of its own: ``card_rating``.

    A list of single values is one text, with semicolons; a list of rows is left out: it is a table
    of its own.
    """
    found: dict[str, object] = {}
    for field, value in row.items():
        name = f"{prefix}{field}"
        if isinstance(value, Mapping):
            found |= flat(value, f"{name}_")
        elif not isinstance(value, (list, tuple)):
            found[name] = value
        elif not any(isinstance(each, (Mapping, list, tuple)) for each in value):
            found[name] = "; ".join(map(str, value))
    return found


def flat_table(rows: Sequence[Mapping[str, object]]) -> tuple[list[str], list[dict[str, object]]]:
    """The columns of some rows, in the order in which they first come, and the rows themselves.

    A group of fields that one row has and another one lacks has the columns of the one.
    """
    grouped = {field for row in rows for field, value in row.items() if isinstance(value, Mapping)}
    table = [
        flat({k: v for k, v in row.items() if v is not None or k not in grouped}) for row in rows
    ]
    return list(dict.fromkeys(field for row in table for field in row)), table


def in_words(value: object) -> object:
    """Return the text of one cell for any value: ``minutes 90, increment_seconds 30``."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return "; ".join(str(in_words(each)) for each in value)
    return value


# --- handling Ctrl-C -----------------------------------------------------------------------------


@contextmanager
def working() -> Iterator[None]:
    """In here an interrupt is a KeyboardInterrupt, and after it nothing any more.

    Where somebody else's program runs a command, it sees to its own signals.
    """
    if signal.getsignal(signal.SIGINT) is not end_at_once:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


DEFAULT_DATABASE = "sqlite:///rating-ledger.db"
Format = Literal["table", "json", "csv"]
FORMATS: tuple[Format, ...] = ("table", "json", "csv")
ERASED_DATA_REMAIN = 3


@attrs.define
class CommandContext:
    """The database and the output format of one call of the command line.

    ``read_database`` is asked in its place by questions, whose answers know the log up to the
    position ``at_least``.

    To whoever ends it early, ``done`` says what has been done for certain, and
    ``when_interrupted`` what may have been where nothing is certain.  ``finished``: all that was
    asked for is written, so that no later failure is a refusal.  ``ids``: tables have the ids
    beside the names.
    """

    database: str = DEFAULT_DATABASE
    format: Format = "table"
    read_database: str | None = None
    at_least: int = 0
    done: str = ""
    when_interrupted: str = "nothing was written"
    clock: Clock = now
    ids: bool = False
    finished: bool = False

    def finish(self, done: str) -> None:
        """Mark the request as written: later failures are warnings."""
        self.done, self.finished = done, True

    def engine(self) -> "Engine":
        """The ledger's database, refused if there is no up-to-date ledger in it."""
        from ledger.log.revisions import must_be_current  # noqa: PLC0415 - help asks no database

        engine = self.connected()
        must_be_current(engine)
        return engine

    def connected(self, *, create: bool = False) -> "Engine":
        """The database, whatever is in it; left when the command has been answered."""
        from ledger.log.database import connect  # noqa: PLC0415 - help asks no database

        engine = connect(self.database, create=create)
        click.get_current_context().call_on_close(engine.dispose)
        return engine

    def damage(self) -> Refused | None:
        """Return the damage of the ledger after a failed command; None: there is none."""
        if "sqlalchemy" not in sys.modules:  # no database was opened
            return None
        from ledger.events.problems import damaged_event, damaged_ledger  # noqa: PLC0415
        from ledger.log.verification import verify  # noqa: PLC0415

        try:
            finding = verify(self.engine()).finding
        except Refused as refused:
            return refused
        if finding is None:
            return None
        if finding.position is None:
            return damaged_ledger(finding.message)
        return damaged_event(finding.position, finding.message)

    def answer(
        self,
        document: Any,
        show: "Callable[[Console], None]",
        rows: Sequence[Mapping[str, object]] | None = None,
    ) -> None:
        """Print a result: as one JSON document, or as ``show`` lays it out for people.

        As CSV: the ``rows`` of its table, where it has one, else the document in a row.
        """
        if self.format == "json":
            write_json(document)
        elif self.format == "csv" and document is not None:
            write_csv([document] if rows is None else rows)
        else:
            show(console(ids=self.ids))

    def answer_list(
        self, rows: Sequence[Mapping[str, object]], show: "Callable[[Console], None]"
    ) -> None:
        """Print a list: as JSON or CSV with all fields, or as ``show`` lays it out for people."""
        self.answer(list(rows), show, rows)


def console(*, ids: bool = False) -> "Console":
    """Return the console for results; it is wide enough not to break lines in a file.

    ``ids``: tables have the columns of ids that are there to be asked for.
    """
    from projections.interfaces.cli.legible import LegibleConsole  # noqa: PLC0415 - programs read JSON and need not wait

    terminal = sys.stdout.isatty()
    width = None if terminal else 200
    drawn = LegibleConsole(width=width, highlight=False, emoji=False, soft_wrap=not terminal)
    drawn.ids = ids
    return drawn


def terminal_width() -> int | None:
    """Return the columns of the terminal that results go to; None: they go elsewhere."""
    return console().width if sys.stdout.isatty() else None


def write_json(document: object) -> None:
    """One JSON document on standard output."""
    import orjson  # noqa: PLC0415 - help writes none

    text = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS)
    click.echo(text.decode())


def write_csv(rows: Sequence[Mapping[str, object]]) -> None:
    """Print a list as flat CSV; missing fields are empty."""

    fields, table = flat_table(rows)
    if fields:
        stream_csv(table, fields)


def stream_csv(rows: Iterable[Mapping[str, object]], fields: Sequence[str]) -> None:
    """Print rows with known fields as CSV; nested values are written as text."""
    from ledger.importing.formats.csv_cells import CsvWriter  # noqa: PLC0415 - few ask for CSV

    writer = CsvWriter(sys.stdout)
    writer.row(fields)
    writer.rows([in_words(row.get(field)) for field in fields] for row in rows)


SECONDS_A_VIEW = 0.1


@contextmanager
def progress(
    what: str, total: int | None = None, *, ticking: bool = True
) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, shown on a terminal only.

    ``ticking``: a thread shows the time; without it the bar moves with the steps alone.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich import progress as bars  # noqa: PLC0415 - nobody waits for a bar that is not shown
    from rich.console import Console  # noqa: PLC0415

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
    )
    err = Console(stderr=True)
    with bars.Progress(*columns, console=err, transient=True, auto_refresh=ticking) as bar:
        task, due = bar.add_task(what, total=total), 0.0

        def advance(steps: int) -> None:
            nonlocal due
            bar.advance(task, steps)
            if not ticking and bar.get_time() >= due:
                bar.refresh()
                due = bar.get_time() + SECONDS_A_VIEW

        yield advance


def refuse(context: CommandContext, problems: Sequence[Problem]) -> NoReturn:
    """End with the reasons of a refusal and exit status 1; with warnings if all is written."""
    if context.finished:
        for problem in problems:
            say("warning", f"{context.done}; then this failed: {problem}")
        raise click.exceptions.Exit(0)
    if context.format == "json":
        write_json({"problems": [attrs.asdict(problem) for problem in problems]})
    exit_refused(*map(str, problems))


def _under_option(problem: Problem) -> Problem:
    """A problem about a field that an option gives, under the option; none about a file's line."""
    head, dot, rest = (problem.field or "").partition(".")
    for each in click.get_current_context().command.params:
        if problem.line is None and isinstance(each, click.Option) and each.name == head:
            field = f"{each.opts[0]} {rest}" if dot else each.opts[0]
            return attrs.evolve(problem, field=field)
    return problem


def exit_refused(*reasons: str) -> NoReturn:
    """End with the exit status of a refusal, and its reasons unless the answer has them."""
    for why in reasons:
        say("refused", why)
    raise click.exceptions.Exit(1)


def end_with_erased_data() -> NoReturn:
    """End with the exit status of a command that is done while erased data remain in the files."""
    raise click.exceptions.Exit(ERASED_DATA_REMAIN)


def _end_unprinted(why: str, context: CommandContext) -> NoReturn:
    """Exit because standard output cannot be written."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):  # buffered output must not fail again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    message = f"standard output cannot be written: {why}"
    refuse(attrs.evolve(context, format="table"), [Problem(None, None, "output", message)])


def _end_interrupted(interrupt: KeyboardInterrupt, context: CommandContext) -> NoReturn:
    """Exit with a message on what was done, from the log's note if it has one."""
    noted = getattr(interrupt, "__notes__", [])
    state = noted[-1] if noted else context.done or context.when_interrupted
    before = f"{context.done}; after that " if noted and context.done else ""
    say("interrupted", f"{before}{state}")
    raise click.exceptions.Exit(INTERRUPTED) from None


@contextmanager
def _ended_as_documented(context: CommandContext) -> Iterator[None]:
    """End a command early with one line and the documented exit status."""
    if sys.stdout is None:
        _end_unprinted("it is closed", context)
    try:
        yield
    except BrokenPipeError:
        if not context.finished:
            raise  # the reader closed the pipe, which click ends quietly
        _end_unprinted("the reader closed it", context)
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except KeyboardInterrupt as interrupt:
        _end_interrupted(interrupt, context)
    except OSError as error:
        if error.filename is None:
            _end_unprinted(str(error.strerror), context)
        refuse(context, [Problem(None, None, "file", f"{error.filename}: {error.strerror}")])
    except Exception as error:
        if not (problems := _problems_of(error, context)):
            raise
        refuse(context, problems)


def _problems_of(error: Exception, context: CommandContext) -> Sequence[Problem]:
    """Return the problems of a request or ledger; empty for a fault of the program."""
    if isinstance(error, Refused):
        return [_under_option(each) for each in error.problems]
    if "sqlalchemy" in sys.modules:  # else no database was opened
        from ledger.log.database import database_problem  # noqa: PLC0415 - help asks no database

        if (problem := database_problem(error)) is not None:
            return [problem]
    damage = context.damage()
    return () if damage is None else damage.problems


def ledger_command(function: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command: it is given the context, and its refusals are printed as documented.

    ``--database`` and ``--format`` may stand before or after the name of the command.
    """

    @click.option("--database", help="SQLAlchemy URL of the ledger.")
    @click.option("--format", "format_", type=click.Choice(FORMATS), help="Output format.")
    @click.option("--ids", is_flag=True, help="Ids beside the names in tables.")
    @click.pass_context
    @wraps(function)
    def command(
        click_context: click.Context,
        /,
        database: str | None,
        format_: Format | None,
        *,
        ids: bool,
        **arguments: object,
    ) -> None:
        context: CommandContext = click_context.ensure_object(CommandContext)
        context = attrs.evolve(
            context,
            database=database or context.database,
            format=format_ or context.format,
            ids=ids,
            read_database=_copy_of(database, context.read_database, click_context.find_root()),
        )
        with working(), _ended_as_documented(context):
            _refuse_undecodable(arguments)
            function(context, **arguments)
            sys.stdout.flush()

    return command


def _copy_of(database: str | None, copy: str | None, root: click.Context) -> str | None:
    """The copy for questions; one in the environment is a copy of the database that is there."""
    named, is_there = (
        click.core.ParameterSource.COMMANDLINE,
        click.core.ParameterSource.ENVIRONMENT,
    )
    is_another = database is not None or root.get_parameter_source("database") is named
    of_that = root.get_parameter_source("read_database") is is_there
    return None if is_another and of_that else copy


def _confirm_clock(click_context: click.Context, _: click.Parameter, is_right: bool) -> None:
    if is_right:
        click_context.ensure_object(CommandContext).clock = vouched_now


clock_option = click.option(
    "--clock-is-right",
    is_flag=True,
    expose_value=False,
    callback=_confirm_clock,
    help="Append even if the machine's clock is far ahead of the log.",
)


def _refuse_undecodable(arguments: Mapping[str, object]) -> None:
    """Refuse arguments no ledger can have: bytes that are not UTF-8 come in as surrogates."""
    for name, value in arguments.items():
        for text in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(text, str) and any(
                "\ud800" <= character <= "\udfff" for character in text
            ):
                message = f"{text!a} is not UTF-8: write it in the terminal's encoding"
                raise refusal("not-utf-8", message, name)
            if isinstance(text, str) and "\0" in text:
                raise refusal("no-text", f"{text!a} has a NUL character: leave it out", name)


def reduce_garbage_collection() -> None:
    """Run the garbage collector seldom: facts are many, live long and form no cycles."""
    gc.set_threshold(*SELDOM)


def _write_utf_8() -> None:
    """Write results as UTF-8, without characters that the terminal cannot show."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="replace")
        else:
            sys.stdout.reconfigure(encoding="utf-8")


_database_option = click.option(
    "--database",
    envvar="RATING_LEDGER_DATABASE",
    default=DEFAULT_DATABASE,
    show_default=True,
    help="SQLAlchemy URL of the ledger (or RATING_LEDGER_DATABASE).",
)
_read_database_option = click.option(
    "--read-database",
    envvar="RATING_LEDGER_READ_DATABASE",
    help="Read from a standby (or RATING_LEDGER_READ_DATABASE).",
)
_at_least_option = click.option(
    "--at-least",
    type=click.IntRange(0, 2**63 - 1),
    metavar="POSITION",
    default=0,
    help="Refuse answers older than this position.",
)
_log_format_option = click.option(
    "--log-format",
    type=click.Choice(get_args(LogFormat)),
    help="The same, for people (text) or as JSON Lines with refusals and notes (json).",
)


def root_options(function: Callable[..., None]) -> Callable[..., None]:
    """The options of the whole command line."""

    @_database_option
    @click.option(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        help="Output for people (table) or programs (json, csv).",
    )
    @_read_database_option
    @_at_least_option
    @click.option("-v", "--verbose", is_flag=True, help="Write log lines to standard error.")
    @_log_format_option
    @click.pass_context
    @wraps(function)
    def root(  # noqa: PLR0913 - the options of the whole program
        click_context: click.Context,
        /,
        database: str,
        format_: Format,
        read_database: str | None,
        at_least: int,
        *,
        verbose: bool,
        log_format: LogFormat | None,
        **rest: object,
    ) -> None:
        configure_logging(verbose=verbose, log_format=log_format)
        reduce_garbage_collection()
        _write_utf_8()
        click_context.obj = CommandContext(database, format_, read_database or None, at_least)
        function(**rest)

    return root
