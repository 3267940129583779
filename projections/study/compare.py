"""Two rulebooks on one history: their lists side by side, and what became of the figures."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs
import numpy as np
from sqlalchemy import Connection

from projections.history.cut import Cut
from projections.history.history import History
from projections.history.names import names_of
from projections.queries.answers import Question
from projections.read_model.generations import must_have_pool
from projections.replay.replay import Replay
from projections.replay.schedule import WhatIf
from projections.study.course import Course, course
from projections.study.rank_correlation import kendall, spearman
from projections.study.reasons import reasons

AGES = ((0, "under 20"), (20, "20 to 39"), (40, "40 to 59"), (60, "60 and more"))
QUANTILES = {"least": 0.0, "lower": 0.25, "median": 0.5, "upper": 0.75, "most": 1.0}


@attrs.frozen(kw_only=True)
class Side:
    """A rulebook that is compared; None: what the pool adopted."""

    rulebook: str | None
    parameters: Mapping[str, Any] = attrs.field(factory=dict)

    @property
    def what_if(self) -> WhatIf:
        """What the replay is asked."""
        return WhatIf(self.rulebook, self.parameters)


def comparison(  # noqa: PLR0913, PLR0917 - what is compared, at which clocks
    connection: Connection,
    cut: Cut,
    today: date,
    pool: str,
    sides: tuple[Side, Side],
    explained: int = 0,
) -> dict[str, Any]:
    """Both lists of a day, how alike they are, who differs most, and both courses of figures.

    Differences are those of the figures where both rulebooks are on one scale, else of places;
    positive: better under the second.  ``explained``: of how many on either side it is said why.
    """
    must_have_pool(connection, pool)
    history = History(connection, cut)
    replays = [Replay.of(history, pool, cut, side.what_if) for side in sides]
    day = cut.as_of or max(replay.schedule.horizon for replay in replays)
    courses = [course(replay, day) for replay in replays]
    first, second = courses
    shared = sorted(first.figures.keys() & second.figures.keys())
    names = names_of(connection, shared, cut, today)
    rows = _rows(first, second, shared, names)
    before, after = (Question(pool, today, cut, side.what_if) for side in sides)
    return {
        "pool": pool,
        "on": day.isoformat(),
        "known_at": history.position,
        "sides": [_side(side, each) for side, each in zip(sides, courses, strict=True)],
        "players": len(shared),
        "only_first": len(first.figures) - len(shared),
        "only_second": len(second.figures) - len(shared),
        "kendall": kendall(*_strengths(first, second, shared)),
        "spearman": spearman(*_strengths(first, second, shared)),
        "difference_of": "figures" if _on_one_scale(first, second) else "places",
        "differences": _distribution(rows),
        "by_age": _by_age(rows, history, day),
        "by_strength": _by_quarter(rows),
        "rows": rows,
        "why": reasons(connection, before, after, rows, explained) if explained else [],
    }


def _strengths(first: Course, second: Course, shared: Sequence[str]) -> tuple[list[float], ...]:
    """The figures of both lists, turned round where the strongest has the lowest."""
    return tuple(
        [
            -one.figures[player] if one.book.lower_is_stronger else one.figures[player]
            for player in shared
        ]
        for one in (first, second)
    )


def _on_one_scale(first: Course, second: Course) -> bool:
    books = (first.book, second.book)
    return None not in books and first.book.scale == second.book.scale


def _rows(
    first: Course, second: Course, shared: Sequence[str], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Both lists side by side, in the order of the first; who ties shares the better place."""
    strengths = _strengths(first, second, shared)
    places = [dict(zip(shared, _places(each), strict=True)) for each in strengths]
    on_one_scale = _on_one_scale(first, second)
    turned = -1 if on_one_scale and first.book.lower_is_stronger else 1
    rows = []
    for player in sorted(shared, key=lambda one: (places[0][one], one)):
        own = (first.figures[player], second.figures[player])
        by_figure, by_place = turned * (own[1] - own[0]), places[0][player] - places[1][player]
        rows.append(
            {
                "player": player,
                "name": names.get(player),
                "first": own[0],
                "second": own[1],
                "first_place": places[0][player],
                "second_place": places[1][player],
                "difference": by_figure if on_one_scale else by_place,
            }
        )
    return rows


def _places(strengths: Sequence[float]) -> list[int]:
    descending = -np.sort(-np.array(strengths))
    return [int(place) + 1 for place in np.searchsorted(-descending, -np.array(strengths))]


def _side(side: Side, one: Course) -> dict[str, Any]:
    return {
        "rulebook": side.rulebook or (None if one.book is None else one.book.name),
        "parameters": dict(side.parameters),
        "players": len(one.figures),
        "mean": float(np.mean(list(one.figures.values()))) if one.figures else None,
        "changes": one.changes,
        "mean_change": one.mean_change,
        "reversals": one.reversals,
        "years": [attrs.asdict(year) for year in one.years],
        "spread": [each.document() for each in one.spread],
    }


def _distribution(rows: Sequence[Mapping[str, Any]]) -> dict[str, float] | None:
    if not rows:
        return None
    found = np.array([row["difference"] for row in rows], dtype=float)
    named = {name: float(np.quantile(found, share)) for name, share in QUANTILES.items()}
    return {"mean": float(found.mean()), **named}


def _by_age(
    rows: Sequence[Mapping[str, Any]], history: History, day: date
) -> list[dict[str, Any]]:
    """Mean differences by the age that people reach in the year of the list, if it is known."""
    groups: dict[str, list[float]] = {name: [] for _, name in AGES}
    for row in rows:
        born = history.players[row["player"]].birth_year
        if born is not None:
            name = next(name for first, name in reversed(AGES) if day.year - born >= first)
            groups[name].append(row["difference"])
    return _means(groups)


def _by_quarter(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Mean differences by the quarters of the first list, its strongest first."""
    names = ("first quarter", "second quarter", "third quarter", "last quarter")
    groups: dict[str, list[float]] = {name: [] for name in names}
    for number, row in enumerate(rows):
        groups[names[4 * number // len(rows)]].append(row["difference"])
    return _means(groups)


def _means(groups: Mapping[str, Sequence[float]]) -> list[dict[str, Any]]:
    return [
        {"group": name, "players": len(found), "mean": sum(found) / len(found)}
        for name, found in groups.items()
        if found
    ]
