"""The calculation of a rating in one look: the score, one line of arithmetic, and the games."""

from collections.abc import Callable, Iterable, Mapping, Sequence

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
    (row,) = rows
    before, points, games = row["rating_before"], row["points"], row["games"]
    expected, factor = row["expected"], row["coefficient"]
    text = (
        f"{spoken.number(before)} + 800 · ({spoken.points(points)} − {spoken.fixed(expected)})"
        f" / ({factor} + {games})"
    )
    return text, before + 800 * (points - expected) / (factor + games)


def _fide(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    before, factor = rows[0]["rating_before"], rows[0]["k"]
    delta = sum(row["delta"] for row in rows)
    return _added(before, f"{factor} · {spoken.fixed(abs(delta))}", factor * delta, spoken)


def _mgsz(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    (row,) = rows
    points, factor = row["game_points"], row["multiplier"]
    text = f"{factor} · {spoken.fixed(abs(points), 3)}"
    return _added(row["elo_before"], text, factor * points, spoken)


def _egf(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    (row,) = rows
    change = row["change"]
    return _added(row["gor_before"], spoken.fixed(abs(change), 3), change, spoken)


def _lask(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    (row,) = rows
    return _added(row["base"], spoken.number(abs(row["change"])), row["change"], spoken)


def _ingo(rows: Sequence[EvaluationRow], spoken: Language) -> tuple[str, float]:
    (row,) = rows
    level, off, held = row["level"], row["percent_difference"], row["performance"]
    sign = "−" if off < 0 else "+"
    performance = f"H = {spoken.number(level)} {sign} {spoken.number(abs(off))}"
    moved = f"F = {spoken.number(row['number_before'])}"
    return f"{performance} = {spoken.number(held)}; {moved} → F", row["number_after"]


def _added(before: float, text: str, change: float, spoken: Language) -> tuple[str, float]:
    return f"{spoken.number(before)} {'−' if change < 0 else '+'} {text}", before + change


_WORKED: Mapping[str, Callable[[Sequence[EvaluationRow], Language], tuple[str, float]]] = {
    "coefficient": _dwz,
    "k": _fide,
    "multiplier": _mgsz,
    "con": _egf,
    "base": _lask,
    "level": _ingo,
}
"""By a field that only the rows of this rulebook have."""
