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
from projections.read_model.generations import must_have_pool
from projections.replay.replay import Replay
from projections.replay.schedule import WhatIf
from projections.study.course import Course, course
from projections.study.rank_correlation import kendall, spearman

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


def comparison(
    connection: Connection, cut: Cut, today: date, pool: str, sides: tuple[Side, Side]
) -> dict[str, Any]:
    """Both lists of a day, how alike they are, who differs most, and both courses of figures.

    Differences are those of the figures where both rulebooks are on one scale, else of places;
    positive: better under the second.
    """
    must_have_pool(connection, pool)
    history = History(connection, cut)
    replays = [Replay.of(history, pool, cut, side.what_if) for side in sides]
    day = cut.as_of or max(replay.schedule.horizon for replay in replays)
    courses = [course(replay, day) for replay in replays]
    first, second = courses
    shared = sorted(first.figures.keys() & second.figures.keys())
    names = names_of(connection, shared, cut.as_of or today)
    rows = _rows(first, second, shared, names)
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
    }
