"""The commands of operations, made from their requests: arguments, options, refusals.

A command is derived from the fields of its operation's request.  Odd ones bring their own way
from the arguments to the request, and share the options.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import attrs
import click

from ledger.events.characters import visible
from ledger.events.problems import PERHAPS_WRITTEN, Problem, refusal
from projections.api import Ledger, rulebooks
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    exit_refused,
    ledger_command,
    write_json,
)
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.options import Word, meant, opened, submitter, value_in
from projections.operations.catalogue import Operation, operation
from projections.operations.operation import (
    COMMON,
    AnswerT,
    AnyRequest,
    Field,
    Request,
    Spelling,
    fields_of,
    own_fields_of,
)
from projections.queries.arguments import Upload
from projections.queries.field_values import is_mapping, is_sequence

if TYPE_CHECKING:
    from rich.console import Console

Show = Callable[["Console", Any], None] | str
"""Lays an answer out; or the sentence that does, with the answer's members in braces."""
Texts = Mapping[str, Any]
MadeFrom = Callable[[Ledger, Operation, Texts], AnyRequest]
"""Builds a request from the ledger, the operation and the command's arguments."""


PLAIN: Mapping[object, dict[str, object]] = {bool: {"is_flag": True}, date: {"metavar": "DAY"}}
FROM_STDIN = "Read the password from standard input, one line."


class ReadingsOption(click.Option):
    """An option for readings that names all of them in its help, and only there loads them."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help, the readings of every rulebook after it."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        named = (
            f"{each['rulebook']}: {', '.join(row['parameter'] for row in each['parameters'])}"
            for each in rulebooks()
        )
        return record[0], ". ".join([record[1].rstrip("."), *named])


def parameters_of(declared: Operation, *, confirmed: bool = False) -> list[click.Parameter]:
    """The arguments and options of an operation's own fields, then those of every write.

    ``confirmed``: it is done only with ``--yes``.
    """
    own = own_fields_of(declared.request_class)
    found = [each for field in own for each in _parameters(field)]
    if confirmed:
        found.append(click.Option(["--yes"], is_flag=True, help="Confirm: it cannot be undone."))
    return [*found, *_common(declared.request_class)]


def _parameters(field: Field) -> Iterator[click.Parameter]:
    if field.doc.argument:
        yield click.Argument([field.name], required=field.required, metavar=field.option)
        return
    if field.doc.flags:
        for value, (option, meaning) in field.doc.flags.items():
            yield click.Option([option, field.name], flag_value=value, help=meaning)
        return
    options, settings = [field.option, field.name], how(field)
    if field.doc.secret:
        yield click.Option(options, is_flag=True, help=FROM_STDIN)
        return
    kind: Any = click.Option
    if field.name == "set" and field.recorded == ("data.parameters",):
        kind = ReadingsOption
    is_required = field.required and not is_mapping(field.kind)
    yield kind(options, required=is_required, help=field.doc.meaning, **settings)


def how(field: Field) -> dict[str, object]:
    """The kind of an option's value, as click takes it."""
    metavar = {"metavar": field.doc.metavar} if field.doc.metavar else {}
    if field.kind in PLAIN:
        return PLAIN[field.kind]
    if field.kind is int:
        limits = field.doc.limits
        return {"type": click.IntRange(limits.get("minimum", 0), limits.get("maximum"))}
    if get_origin(field.kind) is Literal:
        return {"type": Word(get_args(field.kind))}
    if is_mapping(field.kind):
        return {"multiple": True, "metavar": field.doc.metavar or "NAME=VALUE"}
    if is_sequence(field.kind):
        (kind,) = get_args(field.kind)
        return {"multiple": True, "type": kind, **metavar}
    default = {} if field.default is None else {"default": field.default, "show_default": True}
    return {**metavar, **default}


def _common(request: type[object]) -> list[click.Parameter]:
    """The options of the fields that every write has, or of those that the request has."""
    common = {each.name: each for each in fields_of(request) if each.name in COMMON}
    dry_run = _parameters(common["dry_run"])
    if "by" not in common:
        return [*dry_run]

    def decorated(_: object) -> None:
        """Carry the option that counts as confirming the clock."""

    clock_option(decorated)
    (clock,) = decorated.__click_params__  # type: ignore[attr-defined]
    of_writes = [common[name] for name in ("expect", "effects") if name in common]
    return [
        click.Option(["--by"], default=None, help="The recorded name (default: the user's)."),
        clock,
        *dry_run,
        *(it for each in of_writes if each.default is not True for it in _parameters(each)),
    ]


# --- from arguments to the request --------------------------------------------------------------


def request_of(ledger: Ledger, declared: Operation, texts: Texts) -> AnyRequest:
    """The request that the arguments of a command make, players by their ids."""
    given: dict[str, object] = {}
    for field in own_fields_of(declared.request_class):
        value = texts.get(field.name)
        if value is None or (value == () and not field.required):
            continue
        if field.doc.named_by == "player":
            given[field.name] = meant(ledger.find_player, value, whole=True)
        else:
            given[field.name] = value if field.kind is Upload else value_in(field, value)
    common = _common_fields(declared.request_class, texts)
    request: AnyRequest = declared.request_class(**given, **common)
    return request


def request_with_file(ledger: Ledger, declared: Operation, texts: Texts) -> AnyRequest:
    """Build the request of a command with a file argument.

    Raises :class:`~ledger.events.problems.Refused` for a file that cannot be read.
    """
    try:
        return request_of(ledger, declared, texts)
    except OSError as error:
        message = f"the file {texts['file']!r} cannot be read: {error.strerror}"
        raise refusal("unreadable", message, "FILE") from None


def _common_fields(request: type[object], texts: Texts) -> dict[str, object]:
    found: dict[str, object] = {}
    for field in (each for each in fields_of(request) if each.name in COMMON):
        value = texts.get(field.name)
        if field.name == "by":
            found["by"] = submitter(value)
        elif value is not None and value is not False:
            found[field.name] = value is True or value_in(field, value)
    return found


# --- commands -----------------------------------------------------------------------------------


@attrs.frozen
class OperationCommand:
    """The command of an operation: ``show`` lays its answer out, ``rows`` are its table in CSV.

    ``more`` is added to its help.  ``optional`` fields need not be given; ``arguments`` are called
    otherwise, and one called by several words takes as many; fields of other requests stand
    ``also`` among the options, with ``further`` ones and ``without`` those that mean nothing.
    ``instead`` answers in its place where it returns True, ``confirm`` says what would be done
    where ``--yes`` is missing, ``after`` is done at the end.  ``about`` are the fields of the
    players shown as they were before.  ``previewed`` lays out the answer to
    a dry run, where ``show`` does not tell it from another.
    """

    name: str
    show: Show
    previewed: Show | None = attrs.field(default=None, kw_only=True)
    rows: str = attrs.field(default="", kw_only=True)
    more: str = attrs.field(default="", kw_only=True)
    made_from: MadeFrom = attrs.field(default=request_of, kw_only=True)
    optional: Collection[str] = attrs.field(default=(), kw_only=True)
    arguments: Mapping[str, str] = attrs.field(factory=dict, kw_only=True)
    also: Sequence[Field] = attrs.field(default=(), kw_only=True)
    further: Sequence[click.Parameter] = attrs.field(default=(), kw_only=True)
    without: Collection[str] = attrs.field(default=(), kw_only=True)
    instead: Callable[[CommandContext, Texts], bool] = attrs.field(
        default=lambda _, __: False, kw_only=True
    )
    confirm: Callable[[Ledger, AnyRequest], str] | None = attrs.field(default=None, kw_only=True)
    about: Sequence[str] = attrs.field(default=(), kw_only=True)
    after: Callable[[Ledger, CommandContext], None] = attrs.field(
        default=lambda _, __: None, kw_only=True
    )

    def command(self) -> click.Command:
        """The command for click."""
        declared = operation(self.name)
        run: Any = ledger_command(self._run)
        return OfPool(
            declared.command.split()[-1],
            callback=run,
            params=[*self._parameters(declared), *reversed(run.__click_params__)],
            help="\n\n".join(filter(None, (declared.summary, declared.details, self.more))),
        )

    def _parameters(self, declared: Operation) -> list[click.Parameter]:
        others = [it for each in self.also for it in _parameters(each)]
        found = [*others, *parameters_of(declared, confirmed=self.confirm is not None)]
        found = [each for each in found if each.name not in self.without]
        for each in found:
            each.required = each.required and each.name not in self.optional
            each.metavar = self.arguments.get(each.name or "", each.metavar)
            each.nargs = -1 if " " in (each.metavar or "") else each.nargs
        return [*found, *self.further]

    def _run(self, context: CommandContext, **texts: object) -> None:
        if self.instead(context, texts):
            return
        ledger = opened(context)
        request = self.made_from(ledger, operation(self.name), texts)
        if self.confirm is not None and not texts["yes"] and not request.dry_run:
            raise refusal("not-confirmed", self.confirm(ledger, request), "--yes")
        about = [getattr(request, each) for each in self.about]
        persons = [*concerned(ledger, *about)] if about and context.format == "table" else []
        context.when_interrupted = PERHAPS_WRITTEN
        answer = done(ledger, request)
        if (problems := answer.get("problems")) is not None:
            if context.format == "json":
                write_json(answer)
            exit_refused(*(str(Problem(**{**each, "field": None})) for each in problems))
        for line in persons:  # as they were before; nothing is output of a refusal
            click.echo(line)
        if not request.dry_run:
            context.finish("what was asked for is done")
        show = (request.dry_run and self.previewed) or self.show
        context.answer(
            answer,
            lambda console: (
                console.print(show.format(**answer), markup=False)
                if isinstance(show, str)
                else show(console, answer)
            ),
            answer[self.rows] if self.rows else None,
        )
        self.after(ledger, context)


def concerned(ledger: Ledger, *players: str) -> Iterator[str]:
    """Yield a line for each player concerned, and one for contradictions."""
    found = ledger.persons_concerned(players)
    for row in found["persons"]:
        born = None if row["birth_year"] is None else f"born {row['birth_year']}"
        games = "1 game" if row["games"] == 1 else f"{row['games']} games"
        about = filter(None, (row["player"], born, row["club"], games))
        yield visible(f"{row['name'] or '(withheld)'} ({', '.join(about)})")
    if found["contradictions"]:
        yield f"Perhaps two people: {', '.join(found['contradictions'])}."


def done(ledger: Ledger, request: Request[AnswerT]) -> AnswerT:
    """Return the answer to a request, with the fields it mentions spelt as options."""
    return option_spelling(type(request)).answered(partial(ledger.do, request))


def option_spelling(request: type[object]) -> Spelling:
    """Return the spelling of a request's fields on the command line."""
    return Spelling(request, as_option, within=" ")


def as_option(field: Field, value: str) -> str:
    """A field as the command line spells it, with a value."""
    if field.doc.flags:
        first = next(iter(field.doc.flags.values()))
        return field.doc.flags.get(value, first)[0]
    needs_no_value = field.doc.argument or field.kind is bool or not value
    return field.option if needs_no_value else f"{field.option} {value}"
