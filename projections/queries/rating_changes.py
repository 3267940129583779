"""One tournament's effect on a player's rating, in the same terms under every rulebook."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from projections.queries.answer_types import EvaluationRow, RatingEffect
from projections.queries.presentation import leading_field, lower_is_stronger


def rating_effect(rows: Sequence[EvaluationRow], rulebook: str | None) -> RatingEffect:
    """Return the effect that a player's rows state; several are parts of one tournament.

    ``change`` is as the rulebook states it, otherwise the difference.
    """
    figure = leading_field(rulebook) or "rating"
    before = rows[0].get(f"{figure}_before", rows[0].get("base"))
    after = rows[-1].get(f"{figure}_after")
    return {
        "before": before,
        "after": after,
        "change": None if before is None else _change(rows, before, after),
        "points": _sum(rows, "points"),
        "games": sum(row.get("games", len(row.get("games_used") or ())) for row in rows),
        "expected": _sum(rows, "expected"),
        "performance": rows[-1].get("performance"),
    }


def rating_effects(
    rows: Sequence[EvaluationRow], rulebook: str | None
) -> Mapping[str, RatingEffect]:
    """Return the effect on each rating that the rows of a tournament's report state."""
    found = defaultdict(list)
    for row in rows:
        found[row["player"]].append(row)
    return {player: rating_effect(each, rulebook) for player, each in found.items()}


def gain_of(change: float | None, rulebook: str | None) -> float | None:
    """A change of a figure as a gain in strength: less is more under Ingo."""
    return None if change is None else -change if lower_is_stronger(rulebook) else change


def _change(rows: Sequence[EvaluationRow], before: float, after: float | None) -> float | None:
    stated = [row["change"] for row in rows if row.get("change") is not None]
    if stated:
        return float(sum(stated))
    return None if after is None else after - before


def _sum(rows: Sequence[EvaluationRow], field: str) -> float | None:
    """The sum of a field of the rows, or of the games counted in them; None if one lacks it."""
    values = [value for row in rows for value in _values(row, field)]
    return None if not values or None in values else float(sum(values))


def _values(row: EvaluationRow, field: str) -> Sequence[Any]:
    if field in row:
        return (row[field],)
    return [game.get(field) for game in row.get("games_used") or ()]
