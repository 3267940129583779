"""The content of a player list in one neutral form, whichever federation published it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Literal

import attrs

from ledger.events.messages import Message, as_message
from ledger.importing.formats.tournament_report import EnglishFindings, Issue, Kind, Sex

Namespace = Literal["fide", "dsb", "egd"]

MOST_OF_A_KIND = 100


@attrs.frozen(kw_only=True)
class Entry:
    """A person's entry in a list.

    ``number`` is his number in the register of the list's own federation, ``ids`` are all his
    numbers, that one included.  ``figure`` is the rating (None: unrated), ``index`` the number of
    tournaments behind it (DWZ) and ``grade`` a go player's, if the list has them.
    """

    line: int
    number: str
    name: str
    birth_year: int | None = None
    sex: Sex | None = None
    federation: str | None = None
    club: str | None = None
    figure: int | None = None
    index: int | None = None
    grade: str | None = None
    ids: Mapping[str, str]


@attrs.frozen(kw_only=True)
class PlayerList:
    """A list that is being read; ``day`` is its date if the file states it.

    ``system`` is the name of its rating; ``entries`` come as the file is read, once.
    """

    namespace: Namespace
    system: str
    day: date | None
    entries: Iterator[Entry]


class ListFindings(EnglishFindings):
    """The issues of a list, at most ``MOST_OF_A_KIND`` of each kind; the rest is only counted."""

    def __init__(self) -> None:
        super().__init__()
        self.damaged_lines = 0
        self._recorded: Counter[Kind] = Counter()
        self._suppressed: Counter[Kind] = Counter()

    def damaged(self, why: str, line: int) -> None:
        """Report a line that cannot be used; the others can."""
        self.damaged_lines += 1
        self.warn(f"the line is left out: {why}", line)

    def issues(self) -> list[Issue]:
        """Return all findings, with the number of further ones of each kind."""
        more = [
            Issue(kind, None, None, as_message(f"… and {times} more of this kind"))
            for kind, times in self._suppressed.items()
        ]
        return [*super().issues(), *more]

    def _note(self, kind: Kind, message: Message, line: int | None, column: int | None) -> None:
        if (kind, message) not in self._first:
            if self._recorded[kind] >= MOST_OF_A_KIND:
                self._suppressed[kind] += 1
                return
            self._recorded[kind] += 1
        super()._note(kind, message, line, column)
