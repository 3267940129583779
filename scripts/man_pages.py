"""Manual pages from the help of the commands: ``uv run python -m scripts.man_pages FOLDER``.

One page for the program and one for each command, in the folder's ``man1``; read them with
``man --manpath FOLDER rating-ledger-ratings``.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import click

from ledger import __version__
from projections.interfaces.cli.lazy_commands import EXAMPLES, PROGRAM, SUMMARIES, in_groups
from projections.interfaces.cli.lazy_commands import main as program


def pages(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The names and the texts of the pages of a command and of those under it."""
    context = click.Context(command, info_name=" ".join((PROGRAM, *path)))
    yield "-".join((PROGRAM, *path)), page(command, path, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from pages(below, (*path, name))


def page(command: click.Command, path: tuple[str, ...], context: click.Context) -> str:
    """Return a page in the macros of man: name, synopsis, description."""
    name = "-".join((PROGRAM, *path))
    paragraphs = [" ".join(each.split()) for each in (command.help or "").split("\n\n")]
    lines = [
        f'.TH "{name.upper()}" "1" "" "{PROGRAM} {__version__}" ""',
        ".SH NAME",
        f"{_escaped(name)} \\- {_escaped(paragraphs[0].rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(' '.join((PROGRAM, *path)))}",
        _escaped(" ".join(command.collect_usage_pieces(context))),
        ".SH DESCRIPTION",
    ]
    for paragraph in paragraphs:
        lines += [".PP", _escaped(paragraph)]
    lines += [*_below(command, context), *_options(command, context)]
    if (example := EXAMPLES.get(" ".join(path))) is not None:
        lines += [".SH EXAMPLE", ".nf", _escaped(f"{PROGRAM} {example}"), ".fi"]
    return "\n".join([*lines, ""])


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    options = (each for each in command.get_params(context) if isinstance(each, click.Option))
    records = [each.get_help_record(context) for each in options]
    if any(records):
        yield ".SH OPTIONS"
    for record in filter(None, records):
        yield from (".TP", f".B {_escaped(record[0])}", _escaped(record[1]))


def _below(command: click.Command, context: click.Context) -> Iterator[str]:
    """The commands of a group, those of the program under their headings."""
    if not isinstance(command, click.Group):
        return
    yield ".SH COMMANDS"
    names = command.list_commands(context)
    of_the_program = command is program
    for heading, members in in_groups(names) if of_the_program else [("", names)]:
        if heading:
            yield f".SS {heading}"
        for name in members:
            below = None if of_the_program else command.get_command(context, name)
            said = SUMMARIES[name] if below is None else below.get_short_help_str(1_000)
            yield from (".TP", f".B {_escaped(name)}", _escaped(said))


def _escaped(text: str) -> str:
    """Return a line without troff requests."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main() -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    place = parser.parse_args().folder / "man1"
    place.mkdir(parents=True, exist_ok=True)
    for name, text in pages(program):
        (place / f"{name}.1").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
