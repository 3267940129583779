"""The canonical fields: a tournament, its players, its games, as rows of named values.

The CSV tables and the JSON Lines share them; here the rows become a report.  An empty value
means that there is none; a field nobody knows is refused by name.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import attrs

from ledger.formats.canonical.cells import Bad, Row
from ledger.formats.canonical.game_row import game_of
from ledger.formats.canonical.player_row import player_of
from ledger.formats.canonical.tournament_row import about, span_of
from ledger.formats.tournament_report import Findings, Said, TournamentReport

T = TypeVar("T")


@attrs.frozen
class Rows:
    """Everything a canonical file holds."""

    tournament: Row
    players: Sequence[Row]
    games: Sequence[Row]


def report_of(
    rows: Rows, blank: TournamentReport, said: Said, findings: Findings
) -> TournamentReport:
    """The report that the rows make; ``blank`` brings format, encoding and digest."""
    first, last = span_of(rows.tournament, said, findings)
    return attrs.evolve(
        blank,
        canonical=True,
        starts_on=first,
        ended_on=last,
        players=tuple(_kept(rows.players, player_of)),
        games=tuple(_kept(rows.games, game_of)),
        **about(rows.tournament),
    )


def _kept(rows: Sequence[Row], read: Callable[[Row], T]) -> Iterator[T]:
    """What the rows are read as; one that lacks what it is about becomes an error."""
    for row in rows:
        try:
            yield read(row)
        except Bad as bad:
            row.findings.error(f"{row.place}{bad}", row.line)
