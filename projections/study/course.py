"""What became of a pool's figures under a rulebook: the last list, the years, the changes."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs
import numpy as np

from projections.replay.replay import Evaluated, Replay
from projections.replay.schedule import period_on
from projections.study.spread import Spread, spreads


@attrs.frozen(kw_only=True)
class YearEnd:
    """The figures valid at the end of a year: whose rules held, how many, mean and quarters."""

    year: int
    rulebook: str
    players: int
    mean: float
    lower: float
    upper: float


@attrs.frozen(kw_only=True)
class Course:
    """A pool's history under a rulebook.

    ``book``: the rulebook of the last day; ``figures``: those valid then, by player; ``years``:
    the ends of the years; ``spread``: the figures at the end of the first year
    on the last day's scale, and on that day;
    ``changes``: how often a figure became another one; ``mean_change``: by
    how much, whichever way; ``reversals``: how many of a player's changes went against the one
    before, a share from 0 to 1.
    """

    book: Any
    figures: Mapping[str, float]
    years: tuple[YearEnd, ...]
    spread: tuple[Spread, ...]
    changes: int
    mean_change: float | None
    reversals: float | None


def course(replay: Replay, day: date) -> Course:
    """Everything that a replay up to ``day`` gives, in one run."""
    running = _Running(replay)
    for evaluated in replay.run():
        running.years_before(evaluated.item.day)
        running.carry_on(evaluated)
    running.years_before(day)
    return running.at(day)


class _Running:
    """A course under way: the cards as they stand, and what is counted."""

    def __init__(self, replay: Replay) -> None:
        self._spans = replay.spans
        self._cards: dict[str, Any] = {}
        self._last_change: dict[str, float] = {}
        self._years: list[YearEnd] = []
        self._year: int | None = None
        self._first: tuple[date, tuple[float, ...]] | None = None
        self._scale = ""
        self._changes = self._followed = self._reversed = 0
        self._sum = 0.0

    def years_before(self, day: date) -> None:
        """Close every year that ended before a day."""
        if self._year is None:
            self._year = day.year
        while self._year < day.year:
            self._close(date(self._year, 12, 31))
            self._year += 1

    def _close(self, end: date) -> None:
        period, figures = period_on(end, self._spans), tuple(self._figures(end).values())
        if period is None or not figures:
            return
        if self._first is None or self._scale != period.book.scale:
            self._first, self._scale = (end, figures), period.book.scale
        self._years.append(_year_end(end.year, period.book.name, figures))

    def carry_on(self, evaluated: Evaluated) -> None:
        """The cards after an occasion, and by how much its figures changed."""
        book, day = evaluated.item.period.book, evaluated.item.day
        if evaluated.begins_anew:
            self._cards.clear()
        for player, card in evaluated.evaluation.cards.items():
            if player in self._cards:
                before = book.figure_before_game(self._cards[player], day)
                after = book.figure_before_game(card, day)
                if before is not None and after is not None and before != after:
                    self._note(player, after - before)
            self._cards[player] = card

    def _note(self, player: str, change: float) -> None:
        self._changes += 1
        self._sum += abs(change)
        last = self._last_change.get(player)
        if last is not None:
            self._followed += 1
            self._reversed += (last > 0) != (change > 0)
        self._last_change[player] = change

    def _figures(self, day: date) -> dict[str, float]:
        period = period_on(day, self._spans)
        if period is None:
            return {}
        held = {
            player: period.book.figure_before_game(card, day)
            for player, card in self._cards.items()
        }
        return {player: figure for player, figure in held.items() if figure is not None}

    def at(self, day: date) -> Course:
        """What came out on a day."""
        period, figures = period_on(day, self._spans), self._figures(day)
        now = (day, tuple(figures.values()))
        same = period is not None and period.book.scale == self._scale
        then = [self._first] if self._first is not None and same else []
        return Course(
            book=None if period is None else period.book,
            figures=figures,
            years=tuple(self._years),
            spread=tuple(spreads(*then, now)),
            changes=self._changes,
            mean_change=self._sum / self._changes if self._changes else None,
            reversals=self._reversed / self._followed if self._followed else None,
        )


def _year_end(year: int, rulebook: str, figures: Sequence[float]) -> YearEnd:
    lower, upper = np.quantile(figures, [0.25, 0.75])
    return YearEnd(
        year=year,
        rulebook=rulebook,
        players=len(figures),
        mean=sum(figures) / len(figures),
        lower=float(lower),
        upper=float(upper),
    )
