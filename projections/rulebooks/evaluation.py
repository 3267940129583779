"""The results of a rulebook: changed cards, and the report of a tournament."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Generic, Literal, TypeVar

import attrs

from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Game

Card = TypeVar("Card")
Status = Literal["valid", "lapsed", "unrated", "pending"]


@attrs.frozen(kw_only=True)
class RatingStatus:
    """The value of a card on a day.

    ``figure`` is the first number of ``card``, which has the contract's shape; both are None for a
    player without a figure.  ``valid_until`` is the last valid day, None if it never lapses;
    ``last_event`` the tournament, decision or adoption that gave it; ``proposal`` the grade to
    which the list proposes a promotion or demotion, if any.
    """

    status: Status
    figure: int | None = None
    card: Mapping[str, Any] | None = None
    valid_until: date | None = None
    last_event: str | None = None
    proposal: str | None = None


@attrs.frozen(kw_only=True)
class GameNotRated:
    """A game that was left out, with the paragraph that says so."""

    game: str
    reason: str


def sorted_out(
    games: Iterable[Game], why_not_counted: Callable[[Game], str | None]
) -> tuple[list[Game], tuple[GameNotRated, ...]]:
    """Return the games that count, and the others with the reason, both in their order."""
    reasons = [(game, why_not_counted(game)) for game in games]
    left_out = (GameNotRated(game=it.game, reason=why) for it, why in reasons if why is not None)
    return [game for game, why in reasons if why is None], tuple(left_out)


@attrs.frozen(kw_only=True)
class Report:
    """A tournament's evaluation in the shape of the contract.

    ``excluded``: the reason that the whole tournament is not rated, with its paragraph; then no
    rows.
    ``rows``: one JSON-ready mapping per player (or part), each with ``player``.
    """

    excluded: str | None = None
    rows: tuple[Mapping[str, Any], ...] = ()
    games_not_rated: tuple[GameNotRated, ...] = ()


Row = Mapping[str, Any]


def joined(reports: Sequence[Report], row_of: Callable[[Sequence[Row]], Row]) -> Report:
    """Join several reports of a tournament into one, with one row per player."""
    rows: dict[str, list[Row]] = {}
    for report in reports:
        for row in report.rows:
            rows.setdefault(row["player"], []).append(row)
    left_out = {game.game: game for report in reports for game in report.games_not_rated}
    return Report(
        excluded=next((report.excluded for report in reports if report.excluded), None),
        rows=tuple(row_of(rows[player]) for player in sorted(rows)),
        games_not_rated=tuple(left_out[game] for game in sorted(left_out)),
    )


@attrs.frozen
class PrintedColumn:
    """A column of a printed evaluation: its heading, and the field of the table's row in it.

    Fractions are shown with ``decimals``.
    """

    heading: str
    field: str
    decimals: int


def printed(columns: str) -> Sequence[PrintedColumn]:
    """The columns of a text: ``heading: field``, perhaps with ``/decimals``."""
    found = []
    for column in columns.split(", "):
        heading, _, rest = column.partition(": ")
        field, _, decimals = rest.partition("/")
        found.append(PrintedColumn(heading, field, int(decimals or 3)))
    return found


def blank(fields: str) -> dict[str, Any]:
    """Return a row of a report with empty fields, in their order."""
    return dict.fromkeys(fields.split())


def picked(value: object, fields: str) -> dict[str, Any]:
    """Some fields of a value under their own names, for a row of a report."""
    return {field: getattr(value, field) for field in fields.split()}


@attrs.frozen(kw_only=True)
class Evaluation(Generic[Card]):
    """The outcome of one occasion.

    ``cards``: the new cards of the players whose card changed.  ``report`` makes the
    tournament's report; it is a function because a replay of decades needs only the cards.
    Of occasions other than tournaments only a known summary reports a row.  ``strengths``:
    everyone's strength, if the rulebook can evaluate a part of a tournament by itself.
    """

    cards: Mapping[str, Card]
    report: Callable[[], Report] = Report
    strengths: Strengths | None = None
