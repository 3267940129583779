"""The command ``enter``: a tournament typed in, kept as a file, shown, and then appended."""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ledger.console.commands import submitter
from ledger.console.console import CommandContext, clock_option, ledger_command
from ledger.console.logging import say
from ledger.console.output_file import overwrite_option, refuse_what_is_there, write_file
from ledger.events.problems import PERHAPS_WRITTEN, Problem, Refused, refusal
from ledger.imports.effect_port import PoolEffect
from ledger.imports.effect_text import verdict
from projections.api import Ledger
from projections.console.dialogue import EndOfInput, ask, remark
from projections.console.entry_dialogue import EntryDialogue
from projections.console.options import opened
from projections.hand_entry.tournament import TypedTournament

_NEW_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("enter")
@click.option("--pool", required=True, help="For which rating list.")
@click.option(
    "--output", type=_NEW_FILE, help="Where to keep what is typed (default: named after it)."
)
@overwrite_option
@click.option("--by", help="Who enters it (default: the user's name).")
@clock_option
@ledger_command
def enter_command(
    context: CommandContext, *, pool: str, output: Path | None, overwrite: bool, by: str | None
) -> None:
    """Enter a tournament by hand: players and results are asked for, line by line.

    A round robin is typed as the rows of its crosstable, a Swiss round by round. Nothing is
    appended before the end, when it has been shown what it means; what was typed is kept in a
    file that `import csv` reads, whatever becomes of it.
    """
    by, ledger = submitter(by), opened(context)
    ledger.catch_up(pool)
    _refuse_no_place(output, overwrite=overwrite)
    context.when_interrupted = "nothing was appended"
    dialogue = EntryDialogue(ledger)
    draft = Draft(dialogue, output, overwrite=overwrite)
    try:
        dialogue.run()
        document = _handed_in(context, ledger, draft, pool, by)
    except KeyboardInterrupt:
        context.when_interrupted += f"; {draft.where()}"
        raise
    except EndOfInput:
        message = f"the input ended before the entry did: nothing was appended; {draft.where()}"
        raise refusal("unfinished-entry", message) from None
    context.answer(document, lambda console: _say_what_was_done(console, document, pool))


def _refuse_no_place(output: Path | None, *, overwrite: bool) -> None:
    """Refuse a file that could not be written, before anything is typed for it."""
    folder = Path() if output is None else output.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        message = f"no file can be written in {folder.absolute()}: name another with --output"
        raise refusal("no-place", message, "--output")
    if output is not None:
        refuse_what_is_there(output, "--output", overwrite=overwrite)


class Draft:
    """What has been typed, and the file that keeps it, written once."""

    def __init__(self, dialogue: EntryDialogue, output: Path | None, *, overwrite: bool) -> None:
        self._dialogue = dialogue
        self._output = output
        self._overwrite = overwrite
        self._file: Path | None = None

    def typed(self) -> TypedTournament | None:
        """The tournament, where there is something of it to be kept: a player."""
        typed = self._dialogue.typed
        return typed if typed is not None and typed.players else None

    def file(self) -> Path | None:
        """The file, written now if it is not there yet; None where nothing is to be kept."""
        typed = self.typed()
        if self._file is None and typed is not None:
            file = self._output or _free_name(typed)
            write_file(file, typed.content(), "--output", overwrite=self._overwrite)
            self._file = file
        return self._file

    def where(self) -> str:
        """Where what was typed is, in words."""
        file = self.file()
        return "nobody was typed yet" if file is None else f"what was typed is in {file}"


def _free_name(typed: TypedTournament) -> Path:
    """A name that no file here has: that of the tournament, its last day, a number if need be."""
    words = re.sub(r"\W+", "-", typed.name.casefold())[:40].strip("-_")
    stem = f"{words or 'tournament'}-{typed.ended_on}"
    names = (Path(f"{stem}{'' if each == 1 else f'-{each}'}.csv") for each in count(1))
    return next(name for name in names if not name.exists())


def _handed_in(
    context: CommandContext, ledger: Ledger, draft: Draft, pool: str, by: str
) -> Mapping[str, Any]:
    """Keep it, show what it would mean, and append it if that is wanted."""
    typed, file = draft.typed(), draft.file()
    if typed is None or file is None:
        raise refusal("nothing-entered", "no player was entered: nothing was appended")
    remark(f"Kept in {file}.")
    details: dict[str, Any] = {
        "name": file.name,
        "content": typed.content(),
        "pools": [pool],
        "format": "csv",
        "links": typed.links(),
        "by": by,
    }
    again = _command(file, typed, pool)
    foreseen = _not_refused(ledger.import_file(**details, dry_run=True), again)
    for line in _meaning(foreseen, dry_run=True):
        remark(line)
    if not ask("Append? [y/N]", lambda text: text.casefold() in {"y", "yes"}):
        say("note", "nothing was appended; later, from the file:")
        remark(f"  {again}")
        return foreseen
    context.when_interrupted = PERHAPS_WRITTEN
    return _not_refused(ledger.import_file(**details), again)


def _not_refused(document: Mapping[str, Any], again: str) -> Mapping[str, Any]:
    """The document of an import that was not refused."""
    if problems := document.get("problems"):
        said = [Problem(None, None, "file", each["message"]) for each in problems]
        raise Refused(
            [
                *said,
                Problem(None, None, "file", f"nothing was appended; mend the file, then: {again}"),
            ]
        )
    return document


def _command(file: Path, typed: TypedTournament, pool: str) -> str:
    """The command by which the file is imported, saying who the players are."""
    links = (f"--link {shlex.quote(f'{each}={who}')}" for each, who in typed.links().items())
    return " ".join(
        ("rating-ledger import csv", shlex.quote(str(file)), "--pool", shlex.quote(pool), *links)
    )


def _meaning(document: Mapping[str, Any], *, dry_run: bool) -> Iterator[str]:
    """What is to be looked at, and what the pool makes of it."""
    for issue in document["issues"]:
        yield f"{issue['kind']}: {issue['message']}"
    for each in document["effect"]["pools"]:
        effect = PoolEffect(**each)
        yield f"{effect.pool}: {verdict(effect, dry_run=dry_run)}"
        if effect.add is not None:
            yield f"  It would count with {effect.add}: say no, and add it to the import."


def _say_what_was_done(console: Console, document: Mapping[str, Any], pool: str) -> None:
    first = document["effect"]["first"]
    if first is None:
        console.print("Nothing was appended.")
        return
    appended = document["appended"]
    console.print(f"{appended} event{'' if appended == 1 else 's'} appended.")
    for row in document["effect"]["pools"]:
        effect = PoolEffect(**row)
        console.print(f"{pool}: {verdict(effect, dry_run=False)}", markup=False)
        if effect.changed:
            console.print(f"  rating-ledger diff {pool} --from-known {first - 1}", markup=False)
