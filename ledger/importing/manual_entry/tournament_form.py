"""A tournament typed into the fields of a form, read as it is line by line: all slips at once.

The fields are those of a page (contract/http.md): ``players`` has a line for each player,
``cell.ROW.COLUMN`` the sign of a game of a round robin, ``rounds`` the games of a Swiss, an empty
line between two rounds.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import TypeVar

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message, as_message
from ledger.events.problems import Problem
from ledger.importing.formats.tournament_report import GameReport
from ledger.importing.manual_entry.lines import (
    NOT_PLAYED,
    UnreadableLine,
    read_day,
    read_decimal,
    read_first_day,
    read_name,
    read_pairing,
    read_row,
    read_sign,
    read_system,
)
from ledger.importing.manual_entry.tournament import (
    Participant,
    Register,
    TypedTournament,
    read_participant,
)

FEWEST, MOST_PLAYERS = 2, 60
MOST_IN_A_GRID = 30
T = TypeVar("T")


@attrs.frozen
class ReadForm:
    """A form as read: its players, none where a line is wrong; the tournament if nothing is."""

    players: Sequence[Participant]
    tournament: TypedTournament | None
    problems: Sequence[Problem]


def cell_name(row: int, column: int) -> str:
    """The field of the game between two players of a round robin, the first having the row."""
    return f"cell.{row}.{column}"


def read_form(texts: Mapping[str, str], register: Register) -> ReadForm:
    """The tournament of a form, or every slip with its field."""
    reader = _Reader(texts)
    name = reader.read("name", read_name)
    last = reader.read("ended_on", read_day)
    first = reader.read("starts_on", partial(read_first_day, last=last or date.max))
    system = reader.read("system", read_system)
    time = _thinking_time(reader)
    players = _players(reader, register)
    if not reader.problems_of("players") and len(players) < FEWEST:
        reader.slip("players", Message("a tournament has at least two players"))
    games: Sequence[GameReport] = ()
    if len(players) >= FEWEST:
        games = list(_rounds(reader, players) if system == "swiss" else _rows(reader, players))
    if reader.problems or name is None or last is None or system is None:
        return ReadForm(players, None, reader.problems)
    typed = TypedTournament(
        name=name,
        ended_on=last,
        starts_on=first,
        system=system,
        thinking_time=time,
        players=tuple(players),
        games=tuple(games),
    )
    return ReadForm(players, typed, ())


class _Reader:
    """The texts of a form, and the slips in them so far."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.problems: list[Problem] = []

    def text(self, field: str) -> str:
        return self._texts.get(field, "").strip()

    def read(self, field: str, reading: Callable[[str], T], text: str | None = None) -> T | None:
        """The value of a field; None after a slip, which is noted."""
        try:
            return reading(self.text(field) if text is None else text)
        except UnreadableLine as slip:
            self.slip(field, slip.message)
            return None

    def slip(self, field: str, message: Message) -> None:
        self.problems.append(Problem(None, field, "slip", message))

    def problems_of(self, field: str) -> bool:
        return any(problem.field == field for problem in self.problems)


def _thinking_time(reader: _Reader) -> ThinkingTime | None:
    minutes = reader.read("minutes", partial(read_decimal, zero=False))
    increment = reader.read("increment", partial(read_decimal, zero=True))
    if minutes is None:
        return None
    return ThinkingTime(minutes=minutes, increment_seconds=increment)


def _players(reader: _Reader, register: Register) -> Sequence[Participant]:
    """The players of the lines, nobody twice; none where one of them is wrong."""
    lines = [line.strip() for line in reader.text("players").splitlines() if line.strip()]
    if len(lines) > MOST_PLAYERS:
        message = Message(
            "%(count)s players: submit more than %(most)s as a file",
            {"count": len(lines), "most": MOST_PLAYERS},
        )
        reader.slip("players", message)
        return ()
    found: list[Participant] = []
    for number, line in enumerate(lines, start=1):
        try:
            player = read_participant(register, line)
        except UnreadableLine as slip:
            reader.slip("players", _on_line(number, slip.message))
            continue
        except ValueError as error:
            reader.slip("players", _on_line(number, as_message(str(error))))
            continue
        if player in found:
            message = Message(
                "%(name)s is player %(number)s already",
                {"name": player.name, "number": found.index(player) + 1},
            )
            reader.slip("players", _on_line(number, message))
        found.append(player)
    return () if reader.problems_of("players") else found


def _on_line(number: int, message: Message) -> Message:
    return Message("line %(line)s: %(message)s", line=number, message=message)


def _of_a_pair(one: Participant, other: Participant, message: Message) -> Message:
    return Message(
        "%(one)s – %(other)s: %(message)s", one=one.name, other=other.name, message=message
    )


def _rows(reader: _Reader, players: Sequence[Participant]) -> Iterator[GameReport]:
    """The games of the grid, each pair once."""
    size = len(players)
    if size > MOST_IN_A_GRID:
        message = Message(
            "a round robin of more than %(most)s: submit a file", most=MOST_IN_A_GRID
        )
        reader.slip("players", message)
        return
    for row in range(1, size):
        signs = []
        for column in range(row + 1, size + 1):
            field = cell_name(row, column)
            sign = reader.text(field) or NOT_PLAYED
            try:
                sign = read_sign(sign)
            except UnreadableLine as slip:
                pair = players[row - 1], players[column - 1]
                reader.slip(field, _of_a_pair(*pair, slip.message))
                sign = NOT_PLAYED
            signs.append(sign)
        yield from read_row("".join(signs), row, size)


def _rounds(reader: _Reader, players: Sequence[Participant]) -> Iterator[GameReport]:
    """The games of a Swiss; an empty line ends a round."""
    round_, paired = 1, set[str]()
    for number, line in enumerate(reader.text("rounds").splitlines(), start=1):
        if not line.strip():
            round_, paired = (round_ + 1, set()) if paired else (round_, paired)
            continue
        try:
            game = read_pairing(line.strip(), round_, len(players), paired)
        except UnreadableLine as slip:
            reader.slip("rounds", _on_line(number, slip.message))
            continue
        paired |= {side for side in (game.white, game.black) if side is not None}
        yield game


# --- keeping the results with their players if the list of players is reordered ------------------

MIRRORED = {"1": "0", "0": "1", "+": "-", "-": "+"}
"""A sign as the other side of the game has it; a draw is the same from both."""
_CELL = re.compile(r"cell\.([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})")


def keys_of(players: Sequence[Participant]) -> list[str]:
    """By what each player of a list is known again in another list: no two have the same."""
    return [each.player or f"new {each.name}, born {each.birth_year}" for each in players]


def moved_results(
    texts: Mapping[str, str], before: Sequence[str], now: Sequence[str]
) -> dict[str, str]:
    """Return the fields of a form with cells typed for one list of players, moved to another.

    The results of a player no longer listed are dropped.  But if one new player replaces him, or
    is in his very line, he was mistaken for him and gets his results.
    """
    places = _places(before, now)
    moved: dict[str, str] = {}
    for name, text in texts.items():
        cell = _CELL.fullmatch(name)
        if cell is None:
            moved[name] = text
            continue
        row, column = (places.get(int(number)) for number in cell.groups())
        if row is not None and column is not None and row < column:
            moved[cell_name(row, column)] = text
        elif row is not None and column is not None:
            sign = text.strip()
            moved[cell_name(column, row)] = MIRRORED.get(sign, sign)
    return moved


def _places(before: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """The new place of each old one, both counted from 1."""
    places = {at: now.index(key) + 1 for at, key in enumerate(before, start=1) if key in now}
    gone = [at for at in range(1, len(before) + 1) if at not in places]
    come = [at for at, key in enumerate(now, start=1) if key not in before]
    if len(gone) == len(come) == 1:
        return places | {gone[0]: come[0]}
    return places | {at: at for at in gone if at in come}
