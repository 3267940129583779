"""Values of options and arguments: days, moments, readings, names; and the opened ledger."""

import getpass
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from typing import Any

import click

from ledger.events.problems import Refused
from ledger.importing.formats.dates import unambiguous_date
from ledger.validation.submitter import submitter_name
from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext, progress
from projections.operations.pool_view import PoolView
from projections.queries.arguments import day_of, must_be_reached, position_or_moment
from projections.queries.language_codes import DEFAULT, LANGUAGES

language_option = click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default=DEFAULT,
    show_default=True,
    help="The language of a file for people.",
)

# A day as an option: as 2026-07-12, or in any spelling that can mean one day only.


class Day(click.DateTime):
    """The type of an option that is a day; its value is midnight of that day."""

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """Return the placeholder of the value in the help."""
        return "YYYY-MM-DD"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """The day that is written."""
        if isinstance(value, datetime):
            return value
        day = unambiguous_date(str(value))
        if day is None or len(str(value)) < len("1.1.1970"):
            self.fail(f"{value!r} is no certain day: write it as 2026-12-31.", param, ctx)
        return datetime.combine(day, time())


DAY = Day()


def opened(context: CommandContext) -> Ledger:
    """The ledger that is meant, refused if there is none; left when the command ends."""
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
    for name, find in (
        ("beside", ledger.find_player),
        ("tournaments", ledger.find_tournament),
    ):
        if found.get(name):
            found[name] = [meant(find, each) for each in found[name]]
    return found


def meant(find: Callable[..., str], text: str, **how: bool) -> str:
    """The id that is meant; what nobody is called is left as it is, for the question to refuse."""
    try:
        return find(text, **how)
    except Refused as refused:
        if all(problem.code.startswith("unknown-") for problem in refused.problems):
            return text
        raise


def caught_up(view: PoolView) -> None:
    """The command line may write: the read model follows the log before a question is asked."""
    with progress(f"replaying {view.name}") as advance:
        view.catch_up(advance)


def day(text: str | None, option: str = "--on") -> Any:
    """A day as it is written on the command line; wrong usage where it is none."""
    with _usage(option):
        return day_of(text)


def moment(ledger: Ledger, text: str | None, option: str = "--known-at") -> Any:
    """A position of the log, given as such or as a time; wrong usage where it is neither.

    Raises `Refused` for a position that the log has not reached.
    """
    with _usage(option):
        said = position_or_moment(text)
    if isinstance(said, int):
        must_be_reached(said, ledger.positions()["head"], option)
    return said


@contextmanager
def _usage(option: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def assignment(text: str, option: str = "--set") -> tuple[str, Any]:
    """A ``NAME=VALUE`` of the command line; the value is read as JSON where it is JSON."""
    name, separator, value = text.partition("=")
    if not separator:
        message = f"{text!r} is not of the form NAME=VALUE"
        raise click.BadParameter(message, param_hint=option)
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
