"""The questions of ``enter``: the tournament, its players, its results."""

from collections.abc import Callable, Sized
from functools import partial
from typing import TypeVar

import attrs

from ledger.events.facts import ThinkingTime
from ledger.formats.tournament_report import GameReport
from projections.api import Ledger
from projections.console.dialogue import ask, remark, show
from projections.console.entry_table import crosstable
from projections.hand_entry.lines import (
    Slip,
    read_day,
    read_decimal,
    read_first_day,
    read_name,
    read_pairing,
    read_row,
    read_system,
)
from projections.hand_entry.participants import born, read_participant
from projections.hand_entry.tournament import Participant, TypedTournament

T = TypeVar("T")
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
            line = ask(question, _or_back(players, partial(self._line, typed=typed)))
            if line is None:
                return typed
            players = players[:-1] if isinstance(line, Back) else (*players, line)
            self.typed = typed = attrs.evolve(typed, players=players)
            if isinstance(line, Participant) and line.player is not None:
                remark(f"   {line.name}{born(line.birth_year)}, {line.player}")

    def _line(self, text: str, typed: TypedTournament) -> Participant | None:
        """The player of a line; None where it is empty."""
        if not text:
            if len(typed.players) < _FEWEST:
                raise Slip("a tournament has at least two players")
            return None
        found = read_participant(self._ledger, text)
        for number, each in typed.numbered():
            if each == found:
                raise Slip(f"{each.name} is player {number} already")
        return found

    def _rows(self, typed: TypedTournament) -> None:
        """The rows of the crosstable of a round robin."""
        remark(_ROWS)
        size = len(typed.players)
        rows: list[tuple[GameReport, ...]] = []
        while len(rows) < size - 1:
            row = len(rows) + 1
            against = f"{size}" if row + 1 == size else f"{row + 1} to {size}"
            question = f"{row} {typed.players[row - 1].name}, against {against}:"
            line = ask(question, _or_back(rows, partial(read_row, row=row, players=size)))
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
            line = ask("  game:", _or_back(games, partial(_game, round_=round_, typed=typed)))
            if line is None:
                return typed
            games = games[:-1] if isinstance(line, Back) else (*games, line)


def _game(text: str, round_: int, typed: TypedTournament) -> GameReport | None:
    """The game of a line; None where it is empty."""
    if not text:
        return None
    return read_pairing(text, round_, len(typed.players), typed.paired(round_))


def _or_back(lines: Sized, read: Callable[[str], T]) -> Callable[[str], T | Back]:
    """Read a line, or take the last one back."""

    def read_or_back(text: str) -> T | Back:
        if text.casefold() != "back":
            return read(text)
        if not lines:
            raise Slip("there is no line to take back")
        return Back()

    return read_or_back


def _asked_tournament() -> TypedTournament:
    """All that is known before there are players."""
    name = ask("Name of the tournament:", read_name)
    last = ask("Last day (YYYY-MM-DD):", read_day)
    first = ask("First day (Enter: not said):", lambda text: read_first_day(text, last))
    system = ask("System, [r]ound-robin or [s]wiss:", read_system)
    minutes = ask(
        "Minutes for each player and game (Enter: not said):", partial(read_decimal, zero=False)
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
