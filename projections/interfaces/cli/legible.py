"""The console for people: invisible characters are shown, control sequences have no effect."""

import re
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.text import Text

from ledger.events.characters import visible

_INDENT = re.compile(r" +(?:[0-9]+\. )?|[0-9]+\. ")


class LegibleConsole(Console):
    """Console that shows invisible characters.

    Tables are drawn by :mod:`projections.interfaces.cli.layout`, which does so cell by cell.
    ``ids``: with the columns of ids that are there to be asked for.
    """

    ids: bool = False

    def print(self, *objects: object, **options: Any) -> None:
        """Print; texts line by line, what is indented or numbered goes on below its beginning."""
        things: Iterable[Any] = map(_legible, objects)
        if not (self.soft_wrap or options.get("soft_wrap")):
            things = (self._hanging(each, options.get("markup")) for each in things)
        super().print(*things, **options)

    def _hanging(self, thing: object, markup: bool | None) -> object:
        """A line that is too long for its indent, broken so that the indent holds."""
        if not isinstance(thing, str) or "\n" in thing:
            return thing
        indented = _INDENT.match(thing)
        at = 0 if indented is None else indented.end()
        if not at or at > self.width // 2:
            return thing
        text = self.render_str(thing, markup=markup, highlight=False)
        if text.cell_len <= self.width:
            return thing
        indent, rest = text.divide([at])
        lines = rest.wrap(self, self.width - at)
        for line in lines:
            line.rstrip()
        return indent + Text("\n" + " " * at).join(lines)


def _legible(thing: object) -> object:
    if not isinstance(thing, str):
        return thing
    return "\n".join(map(visible, thing.split("\n")))
