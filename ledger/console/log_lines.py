"""The log as people read it: one line an event, as it is read, however many there are.

Position, minute and type in their places, then the event's id, who handed it in, and what it says.
On a terminal a line ends where its width ends, after a whole fact; everything is in the answer for
programs.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from ledger.console.columns import GAP, width_of, wrapped
from ledger.events.characters import visible
from ledger.events.facts import VOCABULARY

INDENT = 4
_TYPE_WIDTH = max(map(len, VOCABULARY))
_MORE = "…"
_FOR_MACHINES = ("commitment",)


def log_lines(events: Iterable[Mapping[str, Any]], last: int, width: int | None) -> Iterator[str]:
    """The lines of a log whose last position is ``last``; ``width``: that of a terminal.

    An id that has no room beside its type stands in full on a line of its own.
    """
    digits = len(str(last))
    for event in events:
        place = f"{event['position']:>{digits}}  {_minute(event['recorded_at'])}"
        head = f"{place}  {event['type']:<{_TYPE_WIDTH}}"
        yield from _lines(head, visible(event["id"]), _said(event), width)


def _minute(recorded_at: str) -> str:
    """The day and the minute, UTC, of a moment as it is recorded."""
    return recorded_at[:16].replace("T", " ")


def _said(event: Mapping[str, Any]) -> list[str]:
    facts = [
        f"{key} {value if isinstance(value, (str, int, float)) else orjson.dumps(value).decode()}"
        for key, value in event["data"].items()
        if key not in _FOR_MACHINES
    ]
    return [visible(each) for each in (f"by {event['recorded_by']}", *facts)]


def _lines(head: str, id_: str, said: list[str], width: int | None) -> Iterator[str]:
    if width is None:
        yield f"{head}  {id_}  {', '.join(said)}"
        return
    line = f"{head}  {id_}"
    if width_of(line) > width:
        yield from wrapped(head.rstrip(), width)
        *whole, last = wrapped(id_, max(1, width - INDENT))
        yield from (" " * INDENT + each for each in whole)
        line = " " * INDENT + last
    yield f"{line}{_as_many(said, width - width_of(line))}".rstrip()


def _as_many(said: list[str], room: int) -> str:
    """As many whole facts as there is room for, and a sign where there are more."""
    text = ""
    for number, each in enumerate(said):
        joined = f"{text}, {each}" if text else " " * GAP + each
        is_last = number == len(said) - 1
        if width_of(joined) + (0 if is_last else len(f", {_MORE}")) > room:
            more = f"{text}, {_MORE}" if text else " " * GAP + _MORE
            return more if width_of(more) <= room else text
        text = joined
    return text
