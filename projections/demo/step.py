"""One step of the demo: its text, and the tables shown with it."""

import textwrap
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import attrs
from rich.console import Console

WIDTH = 96


@attrs.frozen
class View:
    """An answer: as a JSON document for programs, and as printed for people."""

    document: Any
    show: Callable[[Console], None]


@attrs.frozen(kw_only=True)
class DemoStep:
    """What was submitted on a day, and what it changed.

    ``appended`` is the number of events submitted, 0 for a step that only queries.
    """

    title: str
    text: str
    handed_in_on: date | None = None
    appended: int = 0
    views: Sequence[View]

    def document(self) -> dict[str, Any]:
        """The step as JSON; its views have the shapes of the other commands' documents."""
        day = self.handed_in_on
        return {
            "title": self.title,
            "told": self.text,
            "handed_in_on": None if day is None else day.isoformat(),
            "appended": self.appended,
            "shown": [view.document for view in self.views],
        }

    def show(self, console: Console, number: int) -> None:
        """Print the step for people."""
        console.print(f"\n[bold]{number}. {self.title}[/bold]")
        paragraph(console, self.text)
        if self.handed_in_on is not None:
            events = "1 event" if self.appended == 1 else f"{self.appended} events"
            console.print(f"[dim]Handed in on {self.handed_in_on}: {events}.[/dim]")
        for view in self.views:
            console.print()
            view.show(console)


def paragraph(console: Console, text: str) -> None:
    """Print a paragraph, wrapped at ``WIDTH`` columns."""
    console.print(textwrap.fill(text, min(WIDTH, console.width)))
