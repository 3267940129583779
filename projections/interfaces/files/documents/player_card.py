"""A player's card to hand out: what he holds, how it came about, and the games that wait."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

import attrs

from projections.engine.history.history import History
from projections.interfaces.files.documents.document import Table
from projections.queries.answers import Answers, Row
from projections.queries.player_record import named_record
from projections.queries.presentation import columns_of, display_name, format_card, record_row

_WAITING = {
    "tournament": "Tournament",
    "opponent": "Opponent",
    "opponent_rating": "Opponent's figure",
    "points": "Points",
    "valid_until": "Kept until",
}


@attrs.frozen(kw_only=True)
class PlayerCard:
    """A card; ``evaluations`` are tables under their rulebooks, oldest first."""

    pool: str
    rulebook: str | None
    day: date
    known_at: int
    player: str
    name: str
    club: str
    figure: str
    status: str
    valid_until: str
    evaluations: Sequence[tuple[str, Table]]
    residual_games: Table


def player_card(answers: Answers, player: str) -> PlayerCard:
    """The card of a player at the cut and under the rulebook that are asked about.

    Raises :class:`~ledger.events.problems.Refused` if nobody is registered so.
    """
    record = named_record(answers, player)
    kept, history = record["player"], record["history"]
    played = [row["tournament"] for row in history if row["tournament"]]
    submitted = answers.history(played, [kept])
    club = submitted.players[kept].club_on(answers.day)
    return PlayerCard(
        pool=answers.question.pool,
        rulebook=answers.rulebook,
        day=answers.day,
        known_at=answers.card_history.position,
        player=kept,
        name=display_name(record["name"]),
        club=club if club is not None and record["name"] is not None else "",
        figure=format_card(record["card"], answers.rulebook),
        status=record["status"],
        valid_until=record["valid_until"] or "",
        evaluations=[
            (rulebook, _evaluations(rulebook, [_named(row, submitted) for row in rows]))
            for rulebook, rows in groupby(history, key=lambda row: row["rulebook"])
        ],
        residual_games=_table(record["residual_games"], _WAITING),
    )


def _named(row: Row, submitted: History) -> Mapping[str, Any]:
    """A row of the record with the tournament under its name."""
    shown_row = record_row(row)
    tournament = row["tournament"]
    if tournament is None or not submitted.has_tournament(tournament):
        return shown_row
    return {**shown_row, "tournament": submitted.name_of(tournament)}


def _evaluations(rulebook: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    return _table(rows, {"ended_on": "Ended", "tournament": "Tournament", **columns_of(rulebook)})


def _table(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> Table:
    """The fields that are columns; those without any value are left out."""
    fields = [field for field in columns if any(row.get(field) is not None for row in rows)]
    return Table(
        headings=tuple(columns[field] for field in fields),
        rows=tuple(tuple(_cell(row.get(field)) for field in fields) for row in rows),
        numbers=frozenset(
            place
            for place, field in enumerate(fields)
            if all(isinstance(row.get(field), (int, float, type(None))) for row in rows)
        ),
    )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}" if (2 * value).is_integer() else f"{value:.3f}"
    return str(value)
