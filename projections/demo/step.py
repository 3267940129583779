"""A chapter of the demo: what is told, and what is shown with it."""

import textwrap
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import attrs
from rich.console import Console

WIDTH = 96


@attrs.frozen
class Exhibit:
    """Something shown: the answer as a document for programs, and how it looks to people."""

    document: Any
    show: Callable[[Console], None]


@attrs.frozen(kw_only=True)
class Chapter:
    """One step of the story: what was handed in on a day, and what it changed.

    ``appended`` counts the events handed in; a chapter that only asks has none.
    """

    title: str
    told: str
    handed_in_on: date | None = None
    appended: int = 0
    exhibits: Sequence[Exhibit]

    def document(self) -> dict[str, Any]:
        """The chapter for programs; what it shows has the shapes of the other commands."""
        day = self.handed_in_on
        return {
            "title": self.title,
            "told": self.told,
            "handed_in_on": None if day is None else day.isoformat(),
            "appended": self.appended,
            "shown": [exhibit.document for exhibit in self.exhibits],
        }

    def show(self, console: Console, number: int) -> None:
        """The chapter for people."""
        console.print(f"\n[bold]{number}. {self.title}[/bold]")
        paragraph(console, self.told)
        if self.handed_in_on is not None:
            events = "1 event" if self.appended == 1 else f"{self.appended} events"
            console.print(f"[dim]Handed in on {self.handed_in_on}: {events}.[/dim]")
        for exhibit in self.exhibits:
            console.print()
            exhibit.show(console)


def paragraph(console: Console, text: str) -> None:
    """A paragraph in lines of a length that reads well."""
    console.print(textwrap.fill(text, min(WIDTH, console.width)))
