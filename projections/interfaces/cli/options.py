"""Values of options and arguments: days, moments, readings, names; and the opened ledger."""

import getpass
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ledger.events.problems import Problem, Refused
from ledger.validation.submitter import submitter_name
from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext, progress
from projections.pool_view import PoolView
from projections.queries.arguments import day_of, one_of
from projections.queries.field_values import typed_value_of
from projections.queries.language_codes import DEFAULT, LANGUAGES

if TYPE_CHECKING:
    from projections.operations.operation import Field

language_option = click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default=DEFAULT,
    show_default=True,
    help="The language of a file for people.",
)


class Day(click.DateTime):
    """The type of an option that is a day."""

    def get_metavar(self, *_: object, **__: object) -> str:
        """Return the placeholder of the value in the help."""
        return "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the day."""
        try:
            return day_of(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


DAY = Day()


class Word(click.Choice):  # type: ignore[type-arg]  # generic in later versions only
    """The type of an option or argument that is one of several words."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        """Return the word; suggest a similar one if it is unknown."""
        try:
            return one_of(value, self.choices, "choice")
        except ValueError as error:
            self.fail(str(error), param, ctx)


def opened(context: CommandContext) -> Ledger:
    """Open the ledger and close it when the command ends; refuse a missing one."""
    ledger = Ledger(context.database, context.clock, read_database=context.read_database)
    click.get_current_context().call_on_close(ledger.close)
    ledger.at_least(context.at_least)
    ledger.require_ledger()
    return ledger


def submitter(by: str | None) -> str:
    """The submitter's name: as given by ``--by``, or the name of the user.

    Raises :class:`~ledger.events.problems.Refused` for a name that cannot be printed.
    """
    return submitter_name(_user() if by is None else by)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no user and no environment, as in a container
        return "unknown"


def with_options(options: Sequence[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Several options at once, shown in the order in which they are given here."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def with_ids(ledger: Ledger, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a command, players and tournaments by their ids where names were given."""
    found = dict(arguments)
    for name, find in (("player", ledger.find_player), ("tournament", ledger.find_tournament)):
        if found.get(name):
            found[name] = meant(find, found[name])
    for name, find in (("beside", ledger.find_player), ("tournaments", ledger.find_tournament)):
        if found.get(name):
            found[name] = [meant(find, each) for each in found[name]]
    return found


def meant(find: Callable[..., str], text: str, **how: bool) -> str:
    """Return the id for a name; an unknown name unchanged, which the query refuses."""
    try:
        return find(text, **how)
    except Refused as refused:
        if all(problem.code.startswith("unknown-") for problem in refused.problems):
            return text
        raise


def caught_up(view: PoolView) -> None:
    """Catch up the read model before a query, since the command line may write."""
    with progress(f"replaying {view.name}") as advance:
        view.catch_up(advance)


def named(texts: Sequence[str], option: str, form: str = "NAME=VALUE") -> dict[str, str]:
    """Return the values that an option names; else it is wrong usage."""
    try:
        return dict(typed_value_of(texts, Mapping[str, str], form))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def value_in(field: "Field", given: object) -> Any:
    """Return the value that an option or argument gives a field; else it is wrong usage."""
    value = field.read(given if isinstance(given, tuple) else (given,), typed=True)
    if isinstance(value, Problem):
        raise click.BadParameter(str(value.message), param_hint=field.option)
    return value


scheduler_option = click.option(
    "--scheduler", metavar="URL", help="Work on a Dask cluster: tcp://host:8786."
)
