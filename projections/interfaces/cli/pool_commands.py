"""The commands ``pool`` and ``rulebooks``: what governs a rating list, and what could."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from projections.api import rulebooks
from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext, exit_refused, ledger_command
from projections.interfaces.cli.operation_commands import OperationCommand, Texts
from projections.interfaces.cli.options import caught_up, opened
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.queries.columns import PUBLISHED

if TYPE_CHECKING:
    from rich.console import Console


def _governing(context: CommandContext, texts: Texts) -> bool:
    """Without a rulebook the command lists those that govern the pool."""
    if texts["rulebook"] is not None:
        return False
    if texts["set"] or texts["figures"] or texts["from_day"]:
        raise click.UsageError("give --rulebook NAME: `rating-ledger rulebooks` lists them")
    rows = opened(context).adoptions(texts["pool"])
    context.answer_list(rows, lambda console: tables.adoptions(console, rows))
    return True


pool_command = OperationCommand(
    "adopt",
    tables.adopted,
    optional={"rulebook"},
    instead=_governing,
    more="Without --rulebook, show the rulebooks in force.",
).command()


@click.command("rulebooks")
@click.argument("name", required=False)
@ledger_command
def rulebooks_command(context: CommandContext, *, name: str | None) -> None:
    """List the rulebooks with their parameters."""
    rows = rulebooks(name)
    if context.format == "csv":
        context.answer_list(list(_flat(rows)), tables.no_table)
    else:
        context.answer_list(rows, lambda console: tables.rulebooks(console, rows))


def _flat(rows: Any) -> Iterator[Mapping[str, object]]:
    """A line for each parameter."""
    for row in rows:
        for each in row["parameters"]:
            yield {"rulebook": row["rulebook"], **each, "default": tables.as_set(each)}


# --- the commands ``publish`` and ``published`` --------------------------------------------------


publish_command = OperationCommand("publish", tables.publication).command()


@asks("published")
def published_command(context: CommandContext, request: ReadRequest) -> None:
    """List the published lists."""
    caught_up(request.view_of())
    rows = request.answer()
    tables.show_list(context, PUBLISHED, rows, "Published lists")
    if not all(row["proven"] for row in rows):
        exit_refused("a published list cannot be reproduced: the log was changed")


# --- the commands under ``describe``: the texts of the site --------------------------------------


def _described(context: CommandContext, texts: Texts) -> bool:
    """Without anything to set the settings are shown."""
    if any(texts.get(each) is not None for each in _SETTINGS):
        return False
    document = opened(context).site()
    context.answer(document, lambda console: tables.site(console, document), document["lists"])
    return True


_OF_EVENTS = ("by", "clock_is_right", "effects")
"""Options about events, of which settings are none."""
_SETTINGS = ("title", "description", "name", "accent", "imprint", "privacy", "logo")


def _asking(console: "Console", document: Any) -> None:
    asking = [row["pool"] for row in document["lists"] if row["second_pair"]]
    lists = ", ".join(asking) or "none"
    console.print(f"Lists that ask for a second pair of eyes: {lists}.", markup=False)


describe_group = click.Group(
    "describe",
    [
        OperationCommand(
            each, tables.site, rows="lists", instead=_described, without=_OF_EVENTS
        ).command()
        for each in ("describe_list", "describe_site")
    ]
    + [
        OperationCommand(
            "second_pair", _asking, rows="lists", without=("clock_is_right",)
        ).command()
    ],
)
