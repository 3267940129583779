"""The calculation of a rating in one look: the score, one line of arithmetic, and the games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import attrs

from ledger.events.messages import Message
from projections.i18n.languages import Language
from projections.queries.answer_types import EvaluationRow

RATINGS = ("opponent_rating", "opponent_number", "opponent_gor", "opponent_elo")


@attrs.frozen(kw_only=True)
class CountedGame:
    """A game that counted; ``opponent``: None if the rulebook's report does not name him."""

    game: str
    opponent: str | None
    rating: float | None
    difference: float | None
    points: float | None
    expected: float | None
    change: float | None


@attrs.frozen(kw_only=True)
class Summary:
    """``score``: the points and those expected; ``formula``: None if the rule is another one."""

    score: Message | None
    formula: str | None
    games: Sequence[CountedGame]


def summary_of(rows: Sequence[EvaluationRow], after: object, spoken: Language) -> Summary:
    """The summary of the evaluations of a tournament, or of all that one list rates."""
    games = [_counted(used) for row in rows for used in row.get("games_used") or ()]
    return Summary(
        score=_score(rows, games, spoken), formula=_formula(rows, after, spoken), games=games
    )


def _counted(used: Mapping[str, object]) -> CountedGame:
    def number(*names: str) -> float | None:
        found = (used.get(name) for name in names)
        return next((float(it) for it in found if isinstance(it, int | float)), None)

    opponent = used.get("opponent")
    return CountedGame(
        game=str(used["game"]),
        opponent=opponent if isinstance(opponent, str) else None,
        rating=number(*RATINGS),
        difference=number("difference", "corrected_difference"),
        points=number("points"),
        expected=number("expected", "chance"),
        change=number("change", "game_points"),
    )


def _score(
    rows: Sequence[EvaluationRow], games: Sequence[CountedGame], spoken: Language
) -> Message | None:
    points = _sum(it.points for it in games)
    if points is None:
        return None
    values = {"points": spoken.points(points), "games": spoken.number(len(games))}
    expected = _sum([row.get("expected") for row in rows]) or _sum(it.expected for it in games)
    if expected is None:
        return Message("%(points)s points from %(games)s games.", **values)
    return Message(
        "%(points)s points from %(games)s games; %(expected)s were expected.",
        expected=spoken.fixed(expected),
        **values,
    )


def _sum(numbers: Iterable[float | None]) -> float | None:
    """The sum; None if there is nothing to add, or if a number is unknown."""
    known = [*numbers]
    return sum(it or 0 for it in known) if known and None not in known else None


# --- the arithmetic of each rulebook, in its own symbols -----------------------------------------


def _formula(rows: Sequence[EvaluationRow], after: object, spoken: Language) -> str | None:
    """The line that leads to the rating ``after``; None if it does not, under another rule."""
    if not rows or not isinstance(after, int | float):
        return None
    for field, worked in _WORKED.items():
        if rows[0].get(field) is not None:
            try:
                text, result = worked(rows, spoken)
            except (TypeError, KeyError):  # a value is unknown: a first rating, a starting value
                return None
            return f"{text} = {spoken.number(after)}" if abs(result - after) < 1 else None
    return None


def _dwz(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    row = rows[0]
    before, points, games = row["rating_before"], row["points"], row["games"]
    expected, factor = row["expected"], row["coefficient"]
    difference = f"{spoken.points(points)} − {spoken.fixed(expected)}"
    text = f"{spoken.number(before)} + 800 · ({difference}) / ({factor} + {games})"
    return text, before + 800 * (points - expected) / (factor + games)


def _ingo(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    row, number = rows[0], spoken.number
    off = row["percent_difference"]
    performance = f"H = {number(row['level'])} {'−' if off < 0 else '+'} {number(abs(off))}"
    text = f"{performance} = {number(row['performance'])}; F = {number(row['number_before'])} → F"
    return text, row["number_after"]


def _added(
    rows: Sequence[EvaluationRow],
    spoken: Language,
    fields: tuple[str, str, str | None],
    decimals: int,
) -> tuple[str, float]:
    """The sum of a rating before and its change, which may be multiplied by a factor."""
    before, change, factor = fields
    moved, times = sum(row[change] for row in rows), rows[0][factor] if factor else 1
    text = spoken.fixed(abs(moved), decimals) if decimals else spoken.number(abs(moved))
    line = f"{spoken.number(rows[0][before])} {'−' if moved < 0 else '+'} "
    return f"{line}{times} · {text}" if factor else line + text, rows[0][before] + times * moved


_WORKED: Mapping[str, Callable[[Sequence[EvaluationRow], Language], tuple[str, float]]] = {
    "coefficient": _dwz,
    "k": partial(_added, fields=("rating_before", "delta", "k"), decimals=2),
    "multiplier": partial(_added, fields=("elo_before", "game_points", "multiplier"), decimals=3),
    "con": partial(_added, fields=("gor_before", "change", None), decimals=3),
    "base": partial(_added, fields=("base", "change", None), decimals=0),
    "level": _ingo,
}
"""By a field that only the rows of this rulebook have."""
