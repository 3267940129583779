"""One tournament's effect on a player's rating, in the same terms under every rulebook."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from projections.queries.presentation import leading_field, lower_is_stronger

Row = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class RatingChange:
    """A player's rating before and after a tournament, and what was expected of the player.

    ``change``: as the rulebook states it, otherwise the difference; None without a rating
    before.  ``points`` out of ``games``: those that were counted.  A field is None if the
    rulebook does not know it.
    """

    before: float | None
    after: float | None
    change: float | None
    points: float | None
    games: int
    expected: float | None
    performance: float | None

    @classmethod
    def of(cls, rows: Sequence[Row], rulebook: str | None) -> "RatingChange":
        """The effect that the rows of a player state; several are parts of one tournament."""
        figure = leading_field(rulebook) or "rating"
        before = rows[0].get(f"{figure}_before", rows[0].get("base"))
        after = rows[-1].get(f"{figure}_after")
        return cls(
            before=before,
            after=after,
            change=None if before is None else _change(rows, before, after),
            points=_sum(rows, "points"),
            games=sum(row.get("games", len(row.get("games_used") or ())) for row in rows),
            expected=_sum(rows, "expected"),
            performance=rows[-1].get("performance"),
        )


def gain_of(change: float | None, rulebook: str | None) -> float | None:
    """A change of a figure as a gain in strength: less is more under Ingo."""
    return None if change is None else -change if lower_is_stronger(rulebook) else change


def _change(rows: Sequence[Row], before: float, after: float | None) -> float | None:
    stated = [row["change"] for row in rows if row.get("change") is not None]
    if stated:
        return float(sum(stated))
    return None if after is None else after - before


def _sum(rows: Sequence[Row], field: str) -> float | None:
    """The sum of a field of the rows, or of the games counted in them; None if one lacks it."""
    values = [value for row in rows for value in _values(row, field)]
    return None if not values or None in values else float(sum(values))


def _values(row: Row, field: str) -> Sequence[Any]:
    if field in row:
        return (row[field],)
    return [game.get(field) for game in row.get("games_used") or ()]
