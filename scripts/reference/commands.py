"""The reference of the commands, made of their help."""

from collections.abc import Iterator

import click

from projections.interfaces.cli.lazy_commands import EXAMPLES, PROGRAM, in_groups
from projections.interfaces.cli.lazy_commands import main as program
from scripts.reference.markdown import code, table

HEAD = """# Commands

For everyone who works in a terminal: every command with its arguments and options, as printed by
`rating-ledger COMMAND --help`. [Write operations](operations.md) shows the same operations over
HTTP, in Python and in forms.

`--database URL` (or the variable `RATING_LEDGER_DATABASE`) names the ledger, before the command.
In a ledger with one pool, leave POOL out: `rating-ledger player bruno`. A day is written
`2012-12-31` or `31.12.2012`.
"""


def page() -> str:
    """Return the page as Markdown."""
    context = click.Context(program, info_name=PROGRAM)
    lines = [HEAD]
    for heading, names in in_groups(program.list_commands(context)):
        lines += [f"## {heading}", ""]
        for name in names:
            if (command := program.get_command(context, name)) is not None:
                lines += _section(command, (name,), context)
    return "\n".join(lines).rstrip() + "\n"


def _section(
    command: click.Command, path: tuple[str, ...], parent: click.Context
) -> Iterator[str]:
    context = click.Context(command, info_name=path[-1], parent=parent)
    yield f"### {' '.join(path)}"
    yield ""
    usage = " ".join((PROGRAM, *path, *command.collect_usage_pieces(context)))
    yield from ("```text", usage, "```", "")
    for paragraph in (command.help or "").split("\n\n"):
        yield " ".join(paragraph.replace("\b", "").split())
        yield ""
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    records = [record for each in options if (record := each.get_help_record(context))]
    own = [record for record in records if not record[0].endswith("--help")]
    if own:
        yield from table(("option", "meaning"), ((code(name), text) for name, text in own))
        yield ""
    if (example := EXAMPLES.get(" ".join(path))) is not None:
        yield from ("```sh", f"{PROGRAM} {example}", "```", "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                yield from _section(below, (*path, name), context)
