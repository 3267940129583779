"""The commands of reads, made from their rows: arguments, options, and the question itself.

A command gets the question as ``request``, shows its answer, and may have options of its own.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any

import attrs
import click

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.interfaces.cli import options
from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.operation_commands import how
from projections.operations.operation import Field, fields_of
from projections.operations.read_queries import SHARED, KnownAt, WhatIf
from projections.operations.reads import READS, Read, read
from projections.pool_view import PoolView
from projections.queries.arguments import UnknownChoice, must_be_reached

Decorated = Callable[..., None]
Show = Callable[[Any, Any, PoolView], None]


@attrs.frozen
class ReadRequest:
    """A question as the command line puts it: its subjects, such as the pool, and its query."""

    ledger: Ledger
    query: Any
    subjects: Mapping[str, Any]
    closing: ExitStack
    read: Read | None = None

    def view_of(self, **clocks: Any) -> PoolView:
        """A view of the pool under other clocks or rules."""
        return self.ledger.pool(self.subjects["pool"], **clocks)

    def view(self) -> PoolView:
        """Return the pool's view, caught up if necessary."""
        view = self.closing.enter_context(self.view_of(**self.query.arguments()))
        options.caught_up(view)
        return view

    def answer(self, view: PoolView | None = None, **more: object) -> Any:
        """Return the answer of the façade; of a question about a pool that of its view."""
        if self.read is None:
            raise TypeError("only a read of the table has an answer")
        subjects = [self.subjects[each] for each in self.read.subjects]
        given = self.read.arguments(self.query) | more
        return getattr(view or self.ledger, self.read.method)(*subjects, **given)


class QuestionCommand(OfPool):
    """A command that takes a negative number, such as a GoR of -151, as an argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; with a negative number among them an unknown option is one, too."""
        ctx.ignore_unknown_options = any(_NEGATIVE.match(each) for each in args)
        return super().parse_args(ctx, args)


_NEGATIVE = re.compile(r"-\d")


def asks(name: str, *, optional: Collection[str] = ()) -> Callable[[Decorated], click.Command]:
    """Return a decorator that makes the command of a read; ``optional`` parts may be left out.

    Of two reads with one command the first one is described.
    """
    row = read(name)

    def decorate(function: Decorated) -> click.Command:
        first = next(each for each in READS if each.command == row.command)
        text = "\n\n".join(filter(None, (first.summary, first.details)))
        made = asking(row.query_class, *row.parts, row=row, optional=optional)(function)
        return click.command(row.command.split()[-1], QuestionCommand, help=text)(made)

    return decorate


def shows(name: str, show: Show, rows: Callable[[Any], Any]) -> click.Command:
    """The command of a question about a pool whose answer is shown in one way.

    ``show`` gets the console, the answer and its view; ``rows`` are the answer as a table.
    """

    @asks(name)
    def command(context: CommandContext, request: ReadRequest) -> None:
        view = request.view()
        answer = request.answer(view)
        context.answer(answer, lambda console: show(console, answer, view), rows=rows(answer))

    return command


def asking(
    query: type[object] = WhatIf,
    *subjects: str,
    row: Read | None = None,
    optional: Collection[str] = (),
) -> Callable[[Decorated], Decorated]:
    """Return a decorator for a command that asks about some subjects, with the query's options."""
    fields = sorted(fields_of(query), key=lambda each: each.name in SHARED)
    places = [click.argument(each, required=each not in optional) for each in subjects]

    def decorate(function: Decorated) -> Decorated:
        @options.with_options([*places, *map(_parameter, fields)])
        @ledger_command
        @wraps(function)
        def command(context: CommandContext, **given: object) -> None:
            ledger = options.opened(context)
            values = {each.name: _value(ledger, each, given.pop(each.name)) for each in fields}
            wanted = query(**{name: it for name, it in values.items() if it is not None})
            about = options.with_ids(ledger, {each: given.pop(each) for each in subjects})
            with ExitStack() as closing, _as_usage():
                request = ReadRequest(ledger, wanted, about, closing, row)
                function(context, request, **options.with_ids(ledger, given))

        return command

    return decorate


def _parameter(field: Field) -> object:
    if field.doc.argument:
        several = -1 if field.kind == list[str] else 1
        metavar = field.doc.metavar or None
        return click.argument(field.name, nargs=several, metavar=metavar, required=False)
    return click.option(field.option, field.name, help=field.doc.meaning, **_how(field))


def _how(field: Field) -> dict[str, Any]:
    """The kind of an option's value; a number has limits, and a word may be one of a few."""
    default = (
        {} if field.default in (None, "") else {"default": field.default, "show_default": True}
    )
    metavar = {"metavar": field.doc.metavar} if field.doc.metavar else {}
    if field.doc.one_of:
        return {"type": options.Word(field.doc.one_of), **metavar, **default}
    if field.kind == KnownAt:
        return {"metavar": "POSITION|TIMESTAMP"}
    if field.kind is str:
        return {"metavar": "TEXT", **metavar, **default}
    return how(field)


def _value(ledger: Ledger, field: Field, given: object) -> object:
    """The value of an option or argument; None if it is not given."""
    if given in (None, ()) or (field.doc.argument and given == ""):
        return None
    if field.doc.named_by:
        return options.with_ids(ledger, {field.doc.named_by: given})[field.doc.named_by]
    value = options.value_in(field, given)
    if field.kind == KnownAt:
        must_be_reached(value, ledger.positions()["head"], field.option)
    return value


@contextmanager
def _as_usage() -> Iterator[None]:
    """Report two identical states, and a word that is none of the choices, as wrong usage."""
    try:
        yield
    except UnknownChoice as error:
        raise click.BadParameter(str(error), param_hint=f"--{error.argument}") from None
    except Refused as refused:
        if any(each.code == "nothing-to-compare" for each in refused.problems):
            raise click.UsageError(str(refused.problems[0].message)) from None
        raise
