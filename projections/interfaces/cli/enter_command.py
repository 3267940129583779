"""The command ``enter``: a tournament typed in, kept as a file, shown, and then appended."""

import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sized
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
import click
from rich.console import Console

from ledger.events.characters import visible
from ledger.events.facts import ThinkingTime
from ledger.events.problems import PERHAPS_WRITTEN, Problem, Refused, refusal
from ledger.importing.formats.rounds import player_rounds, result_cell, result_sign
from ledger.importing.formats.tournament_report import GameReport
from ledger.importing.manual_entry.lines import (
    UnreadableLine,
    read_day,
    read_decimal,
    read_first_day,
    read_name,
    read_pairing,
    read_row,
    read_system,
)
from ledger.importing.manual_entry.tournament import (
    Participant,
    TypedTournament,
    born,
    read_participant,
)
from ledger.importing.outcome import verdict
from ledger.importing.ports import PoolEffect
from ledger.validation.persons import is_implausible_age
from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext, clock_option, ledger_command
from projections.interfaces.cli.layout import Listing, listing
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.only_pool import the_pool
from projections.interfaces.cli.operation_commands import done
from projections.interfaces.cli.options import opened, submitter
from projections.interfaces.cli.output_file import (
    overwrite_option,
    refuse_existing_file,
    write_file,
)
from projections.operations.import_file import ImportFile
from projections.queries.arguments import Upload
from projections.queries.columns import POINTS, PROSE, Column, Columns
from projections.queries.presentation import display_name

if TYPE_CHECKING:
    from rich.console import RenderableType


# --- asking on standard error, reading answers from standard input -------------------------------


T = TypeVar("T")
_PIPED_WIDTH = 80
_ROOM = 20  # for an answer on the line of its question


class EndOfInput(Exception):
    """The input ended before the answer to a question."""


def ask(question: str, read: Callable[[str], T]) -> T:
    """Return the answer as ``read`` parses it; repeat the question after an error.

    Raises :class:`EndOfInput`, and KeyboardInterrupt for Ctrl-C.
    """
    while True:
        try:
            return read(_legible(_answer(question)))
        except UnreadableLine as slip:
            remark(f"  {slip}")
        except UnicodeDecodeError:
            remark("  that is not UTF-8: type it again")


def remark(text: str) -> None:
    """A line or several for whoever types, broken between words where the terminal is narrow."""
    for line in map(visible, text.split("\n")):
        for part in _broken(line) or [""]:
            click.echo(part, err=True)


def _broken(line: str, room: int = 0) -> list[str]:
    """A line in pieces as wide as the terminal, less the room that the last one is to leave."""
    if not sys.stderr.isatty():
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line,
        max(1, shutil.get_terminal_size().columns - room),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def show(thing: "RenderableType") -> None:
    """A table for whoever types, as wide as the terminal."""
    from projections.interfaces.cli.legible import LegibleConsole  # noqa: PLC0415 - help shows no table

    width = None if sys.stderr.isatty() else _PIPED_WIDTH
    LegibleConsole(stderr=True, width=width, highlight=False, emoji=False).print(thing)


def _answer(question: str) -> str:
    pieces = _broken(question, _ROOM)
    for piece in pieces[:-1]:
        click.echo(piece, err=True)
    question = pieces[-1]
    if sys.stdin and sys.stdin.isatty():
        return _typed(question)
    click.echo(f"{question} ", nl=False, err=True)
    line = sys.stdin.buffer.readline() if sys.stdin else b""
    if not line:
        click.echo(err=True)
        raise EndOfInput
    text = str(line, "utf-8")
    remark(text.strip())  # as a terminal echoes the typed text
    return text


def _typed(question: str) -> str:
    try:
        text: str = click.prompt(
            question, default="", show_default=False, prompt_suffix=" ", err=True
        )
    except click.Abort as abort:
        click.echo(err=True)
        if isinstance(abort.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise EndOfInput from None
    return text


def _legible(text: str) -> str:
    """Return a stripped line; refuse invisible characters."""
    line = text.lstrip("\ufeff").replace("\t", " ").strip()
    if not line.isprintable():
        raise UnreadableLine(f"{line[:40]!a} has characters that cannot be seen: type it again")
    return line


# --- showing the tournament being typed as a crosstable with points ------------------------------


def crosstable(typed: TypedTournament) -> Listing:
    """Everybody's results with the points: by opponent, or by round in a Swiss."""
    by_round = typed.system == "swiss"
    last = typed.last_round if by_round else len(typed.players)
    cells: dict[tuple[str, str], str] = {}
    points = dict.fromkeys((number for number, _ in typed.numbered()), 0.0)
    for game in typed.games:
        for own, side in player_rounds(game):
            points[own] += side.result.points
            if by_round:
                cells[own, str(game.round)] = result_cell(side)
            elif side.opponent is not None:
                cells[own, side.opponent] = result_sign(side)

    def result(key: str) -> Column[tuple[str, Participant]]:
        return Column(key, key, lambda row: cells.get((row[0], key)), folds=1)

    columns = Columns[tuple[str, Participant]](
        Column("number", "No.", lambda row: row[0]),
        Column("name", "Player", lambda row: row[1].name, PROSE),
        *(result(str(each)) for each in range(1, last + 1)),
        Column("points", "Pts", lambda row: points[row[0]], POINTS),
    )
    return listing(columns, [*typed.numbered()])


# --- the dialogue of ``enter``: the tournament, its players, its results -------------------------


_FEWEST = 2
_PLAYERS = """
The players, one a line: a part of a name that is in the register, or an id;
`new Adler, Anna, born 1970` for a newcomer. `back` takes the last one back,
an empty line ends."""
_ROWS = """
The results, a line for each player: a sign for every later opponent.
1 won, 0 lost, = drawn, + and - without a game, . not played. `back`: the last line anew."""
_ROUNDS = """
The results, a game a line: `3 1-0 5` with White first, `4 = 2`, `6 + 1` without
a game, `7 bye`. `back` takes the last game back. An empty line ends the round, an
empty round the tournament."""


class Back:
    """The answer that takes the last line back."""


class EntryDialogue:
    """Asks for a tournament; ``typed`` is what is known of it so far, None before its players."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.typed: TypedTournament | None = None

    def run(self) -> None:
        """Ask for all of it, one after the other."""
        typed = self._players(_asked_tournament())
        if typed.system == "swiss":
            self._rounds(typed)
        else:
            self._rows(typed)

    def _players(self, typed: TypedTournament) -> TypedTournament:
        remark(_PLAYERS)
        while True:
            players = typed.players
            question = f"{len(players) + 1}:"
            line = ask(question, _read_or_undo(players, partial(self._line, typed=typed)))
            if line is None:
                return typed
            players = players[:-1] if isinstance(line, Back) else (*players, line)
            self.typed = typed = attrs.evolve(typed, players=players)
            if isinstance(line, Participant):
                self._say_who(line)

    def _say_who(self, typed: Participant) -> None:
        """Say who was found; of a newcomer, who has that name already."""
        if typed.player is not None:
            remark(f"   {typed.name}{born(typed.birth_year)}, {typed.player}")
            return
        for each in self._ledger.namesakes(typed.name):
            who = f"{display_name(each['name'])}{born(each['birth_year'])}"
            remark(f"   registered already: {who}, {each['player']}. `back`, if it is him.")

    def _line(self, text: str, typed: TypedTournament) -> Participant | None:
        """The player of a line; None if it is empty."""
        if not text:
            if len(typed.players) < _FEWEST:
                raise UnreadableLine("a tournament has at least two players")
            return None
        found = read_participant(self._ledger, text)
        if found.player is None and is_implausible_age(found.birth_year, typed.ended_on):
            message = f"somebody born in {found.birth_year} cannot have played on {typed.ended_on}"
            raise UnreadableLine(f"{message}: correct the year, or leave `born` out")
        for number, each in typed.numbered():
            if each == found:
                raise UnreadableLine(f"{each.name} is player {number} already")
        return found

    def _rows(self, typed: TypedTournament) -> None:
        remark(_ROWS)
        size = len(typed.players)
        rows: list[tuple[GameReport, ...]] = []
        while len(rows) < size - 1:
            row = len(rows) + 1
            against = f"{size}" if row + 1 == size else f"{row + 1} to {size}"
            question = f"{row} {typed.players[row - 1].name}, against {against}:"
            line = ask(question, _read_or_undo(rows, partial(read_row, row=row, players=size)))
            rows = rows[:-1] if isinstance(line, Back) else [*rows, line]
            games = tuple(game for each in rows for game in each)
            self.typed = attrs.evolve(typed, games=games)
            show(crosstable(self.typed))

    def _rounds(self, typed: TypedTournament) -> None:
        """The rounds of a Swiss, until one is empty."""
        remark(_ROUNDS)
        round_ = 1
        while (after := self._round(typed, round_)) != typed:
            typed, round_ = after, round_ + 1
            show(crosstable(typed))

    def _round(self, before: TypedTournament, round_: int) -> TypedTournament:
        """The tournament with the games of one more round."""
        remark(f"Round {round_}")
        games: tuple[GameReport, ...] = ()
        while True:
            typed = attrs.evolve(before, games=before.games + games)
            self.typed = typed
            line = ask("  game:", _read_or_undo(games, partial(_game, round_=round_, typed=typed)))
            if line is None:
                return typed
            games = games[:-1] if isinstance(line, Back) else (*games, line)


def _game(text: str, round_: int, typed: TypedTournament) -> GameReport | None:
    """The game of a line; None if it is empty."""
    if not text:
        return None
    return read_pairing(text, round_, len(typed.players), typed.paired(round_))


def _read_or_undo(lines: Sized, read: Callable[[str], T]) -> Callable[[str], T | Back]:
    """Read a line, or take the last one back."""

    def read_or_back(text: str) -> T | Back:
        if text.casefold() != "back":
            return read(text)
        if not lines:
            raise UnreadableLine("there is no line to take back")
        return Back()

    return read_or_back


def _asked_tournament() -> TypedTournament:
    """All that is known before there are players."""
    name = ask("Name of the tournament:", read_name)
    last = ask("Last day (YYYY-MM-DD):", read_day)
    first = ask("First day (Enter: unknown):", lambda text: read_first_day(text, last))
    system = ask("System, [r]ound-robin or [s]wiss:", read_system)
    minutes = ask(
        "Minutes for each player and game (Enter: unknown):", partial(read_decimal, zero=False)
    )
    time = None
    if minutes is not None:
        increment = ask(
            "Seconds added for each move (Enter: none):", partial(read_decimal, zero=True)
        )
        time = ThinkingTime(minutes=minutes, increment_seconds=increment)
    return TypedTournament(
        name=name, ended_on=last, starts_on=first, system=system, thinking_time=time
    )


_NEW_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("enter")
@click.option("--pool", help="The rating list (default: the only pool).")
@click.option(
    "--output", type=_NEW_FILE, help="The file for the input (default: the tournament's name)."
)
@overwrite_option
@click.option("--by", help="The submitter's name (default: the user's).")
@clock_option
@ledger_command
def enter_command(
    context: CommandContext,
    *,
    pool: str | None,
    output: Path | None,
    overwrite: bool,
    by: str | None,
) -> None:
    """Enter a tournament by hand, line by line.

    A round robin is typed as the rows of its crosstable, a Swiss round by round. A preview is
    shown at the end, before anything is appended. The input is also saved in a file that
    `import csv` reads.
    """
    by, ledger = submitter(by), opened(context)
    pool = the_pool(pool, context)
    ledger.catch_up(pool)
    _refuse_no_place(output, overwrite=overwrite)
    context.when_interrupted = "nothing was appended"
    dialogue = EntryDialogue(ledger)
    draft = Draft(dialogue, output, overwrite=overwrite)
    try:
        dialogue.run()
        document = _submitted(context, ledger, draft, pool, by)
    except KeyboardInterrupt:
        context.when_interrupted += f"; {draft.where()}"
        raise
    except EndOfInput:
        message = f"the input ended before the entry did: nothing was appended; {draft.where()}"
        raise refusal("unfinished-entry", message) from None
    context.answer(document, lambda console: print_what_was_done(console, document))


def _refuse_no_place(output: Path | None, *, overwrite: bool) -> None:
    """Refuse a file that could not be written, before anything is typed for it."""
    folder = Path() if output is None else output.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        message = f"no file can be written in {folder.absolute()}: name another with --output"
        raise refusal("no-place", message, "--output")
    if output is not None:
        refuse_existing_file(output, "--output", overwrite=overwrite)


class Draft:
    """The typed lines, and the file that keeps them, written once."""

    def __init__(self, dialogue: EntryDialogue, output: Path | None, *, overwrite: bool) -> None:
        self._dialogue = dialogue
        self._output = output
        self._overwrite = overwrite
        self._file: Path | None = None

    def typed(self) -> TypedTournament | None:
        """The tournament, if there is something of it to be kept: a player."""
        typed = self._dialogue.typed
        return typed if typed is not None and typed.players else None

    def file(self) -> Path | None:
        """Return the draft's file, written if it is missing; None if no draft is kept."""
        typed = self.typed()
        if self._file is None and typed is not None:
            file = self._output or _free_name(typed)
            write_file(file, typed.content(), "--output", overwrite=self._overwrite)
            self._file = file
        return self._file

    def where(self) -> str:
        """Return the place of the typed lines, in words."""
        file = self.file()
        return "no player was typed yet" if file is None else f"what was typed is in {file}"


def _free_name(typed: TypedTournament) -> Path:
    """A name that no file here has: that of the tournament, its last day, a number if need be."""
    words = re.sub(r"\W+", "-", typed.name.casefold())[:40].strip("-_")
    stem = f"{words or 'tournament'}-{typed.ended_on}"
    names = (Path(f"{stem}{'' if each == 1 else f'-{each}'}.csv") for each in count(1))
    return next(name for name in names if not name.exists())


def _submitted(
    context: CommandContext, ledger: Ledger, draft: Draft, pool: str, by: str
) -> Mapping[str, object]:
    """Save the draft, preview its effect, and append it after confirmation."""
    typed, file = draft.typed(), draft.file()
    if typed is None or file is None:
        raise refusal("nothing-entered", "no player was entered: nothing was appended")
    remark(f"Kept in {file}.")
    details: dict[str, Any] = {
        "file": Upload(file.name, typed.content()),
        "pools": [pool],
        "format": "csv",
        "links": typed.links(),
        "by": by,
    }
    again = _command(file, typed, pool)
    foreseen = _not_refused(done(ledger, ImportFile(**details, dry_run=True)), again)
    for line in _meaning(foreseen, dry_run=True):
        remark(line)
    if not ask("Append? [y/N]", lambda text: text.casefold() in {"y", "yes"}):
        say("note", "nothing was appended; later, from the file:")
        remark(f"  {again}")
        return foreseen
    context.when_interrupted = PERHAPS_WRITTEN
    document = _not_refused(done(ledger, ImportFile(**details)), again)
    context.finish(f"{document['appended']} events appended")
    return document


def _not_refused(document: Mapping[str, Any], again: str) -> Mapping[str, object]:
    """The document of an import that was not refused."""
    if problems := document.get("problems"):
        remedy = f"nothing was appended; correct the file, then: {again}"
        messages = [*(each["message"] for each in problems), remedy]
        raise Refused([Problem(None, None, "file", each) for each in messages])
    return document


def _command(file: Path, typed: TypedTournament, pool: str) -> str:
    """The command by which the file is imported, saying who the players are."""
    links = (f"--link {shlex.quote(f'{each}={who}')}" for each, who in typed.links().items())
    return " ".join(
        ("rating-ledger import csv", shlex.quote(str(file)), "--pool", shlex.quote(pool), *links)
    )


def _meaning(document: Mapping[str, Any], *, dry_run: bool) -> Iterator[str]:
    """Yield the points to check, and the effect in the pool."""
    for issue in document["issues"]:
        yield f"{issue['kind']}: {issue['message']}"
    for each in document["effect"]["pools"]:
        effect = PoolEffect(**each)
        yield f"{effect.pool}: {verdict(effect, dry_run=dry_run)}"
        if effect.add is not None:
            yield f"  It would count with {effect.add}: say no, and add it to the import."


def print_what_was_done(console: Console, document: Mapping[str, Any]) -> None:
    """Print the number of appended events and their effect in each pool."""
    first = document["effect"]["first"]
    if first is None:
        console.print("Nothing was appended.")
        return
    appended = document["appended"]
    console.print(f"{appended} event{'' if appended == 1 else 's'} appended.")
    for row in document["effect"]["pools"]:
        effect = PoolEffect(**row)
        console.print(f"{effect.pool}: {verdict(effect, dry_run=False)}", markup=False)
        if effect.changed:
            again = f"rating-ledger diff {effect.pool} --from-known {first - 1}"
            console.print(f"  {again}", markup=False)
