"""How pools and rulebooks look to people: lines that fit 80 columns."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

Row = Mapping[str, Any]
INDENT = 4


def adopted(console: Console, document: Row) -> None:
    """What governs a pool now, and since when."""
    line = f"{document['pool']} follows {document['rulebook']} from {document['from_day']} on"
    if document["appended"]:
        _say(console, f"{line}, at position {document['first']}.")
    else:
        known = "it did already" if document["duplicates"] else "nothing was written"
        _say(console, f"{line}: {known}.")
    _details(console, document)


def adoptions(console: Console, rows: Sequence[Row]) -> None:
    """The rulebooks of a pool, by their days."""
    for row in rows:
        _say(console, f"From {row['from_day']} on: {row['rulebook']}.")
        _details(console, row)


def _details(console: Console, row: Row) -> None:
    if row["parameters"]:
        chosen = ", ".join(f"{name}={_spelt(value)}" for name, value in row["parameters"].items())
        _say(console, f"Readings: {chosen}.", INDENT)
    if row["conversion"]:
        pieces = "; ".join(map(_piece, row["conversion"]["pieces"]))
        _say(console, f"The figures before become {pieces}{_count_plus(row)}.", INDENT)
    if row["reason"]:
        _say(console, f"Reason: {row['reason']}.", INDENT)


def _count_plus(row: Row) -> str:
    rises = row["conversion"].get("count_plus")
    return f"; the number of evaluations rises by {rises}" if rises else ""


def _piece(piece: Row) -> str:
    below = piece.get("below")
    sign = "−" if piece["factor"] < 0 else "+"
    formula = f"{piece['plus']:g} {sign} {abs(piece['factor']):g} · figure"
    return formula if below is None else f"{formula} below {below:g}"


def rulebooks(console: Console, rows: Sequence[Row]) -> None:
    """Rulebooks with their parameters: as ``--set`` takes them, what they mean, their values."""
    for number, row in enumerate(rows):
        if number:
            console.print()
        console.print(Text(row["rulebook"], style="bold"))
        _say(console, row["document"], INDENT)
        card = ", ".join(row["card"])
        converts = f" Converts figures of {', '.join(row['converts'])}." if row["converts"] else ""
        _say(console, f"A figure is written as {card}.{converts}", INDENT)
        for each in row["parameters"]:
            _say(console, f"{each['parameter']}={as_set(each)}", INDENT)
            _say(console, f"{_sentence(each['meaning'])}Values: {each['values']}.", 2 * INDENT)


def as_set(parameter: Row) -> str:
    """The default of a parameter as ``--set`` takes it."""
    return _spelt(parameter["default"])


def no_table(console: Console) -> None:
    """Nothing: the list goes to a program."""
    del console


def _spelt(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}. " if text else ""


def _say(console: Console, text: str, indent: int = 0) -> None:
    """A line that wraps under its own beginning."""
    console.print(Padding(Text(text), (0, 0, 0, indent), expand=False))
