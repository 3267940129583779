"""The canonical fields: a tournament, its players, its games, as rows of named values.

The CSV tables and the JSON Lines share them; here the rows become a report.  An empty value
means that there is none; a field nobody knows is refused by name.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import attrs

from ledger.formats.canonical.cells import InvalidRow, Row, placed
from ledger.formats.canonical.game_row import game_of
from ledger.formats.canonical.player_row import player_of
from ledger.formats.canonical.tournament_row import span_of, tournament_fields
from ledger.formats.tournament_report import Findings, SuppliedDetails, TournamentReport

T = TypeVar("T")


@attrs.frozen
class Rows:
    """Everything a canonical file holds."""

    tournament: Row
    players: Sequence[Row]
    games: Sequence[Row]


def report_of(
    rows: Rows, base: TournamentReport, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport:
    """The report that the rows make; ``base`` brings format, encoding and digest."""
    first, last = span_of(rows.tournament, supplied, findings)
    return attrs.evolve(
        base,
        canonical=True,
        starts_on=first,
        ended_on=last,
        players=tuple(_converted(rows.players, player_of)),
        games=tuple(_converted(rows.games, game_of)),
        **tournament_fields(rows.tournament),
    )


def _converted(rows: Sequence[Row], read: Callable[[Row], T]) -> Iterator[T]:
    """What the rows are read as; one that lacks what it is about becomes an error."""
    for row in rows:
        try:
            yield read(row)
        except InvalidRow as invalid:
            row.findings.error(placed(row.place, invalid.why), row.line)
