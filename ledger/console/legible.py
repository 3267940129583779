"""The console that people read: nothing in it is unseen, and nothing is an order to a terminal."""

from typing import Any

from rich.console import Console

from ledger.events.characters import visible


class LegibleConsole(Console):
    """Shows what is in a text and would not be seen.

    Tables are drawn by :mod:`ledger.console.tables`, which does so cell by cell.
    """

    def print(self, *objects: Any, **options: Any) -> None:
        """Print; texts line by line."""
        super().print(*map(_legible, objects), **options)


def _legible(thing: Any) -> Any:
    if not isinstance(thing, str):
        return thing
    return "\n".join(map(visible, thing.split("\n")))
