"""Two rulebooks on one history: their lists side by side, and the development of the figures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import sqrt
from typing import Any

import attrs
import numpy as np
from sqlalchemy import Connection

from projections.engine.history.history import History
from projections.engine.history.names import names_of
from projections.engine.read_model.generations import must_have_pool
from projections.engine.replay.permission import announce_replay
from projections.engine.replay.replay import Evaluated, Replay
from projections.engine.replay.schedule import WhatIf, period_on
from projections.queries.answers import Answers, Question
from projections.queries.explanations import compared
from projections.queries.spreads import Spread, spreads
from projections.study.answer_types import ComparedRow, MeanOfGroup, ReasonRow, YearEndRow

# --- the ratings of a pool under a rulebook: the last list, the years, the changes ---------------


@attrs.frozen(kw_only=True)
class RulebookRun:
    """A pool's history under a rulebook.

    ``book``: the rulebook of the last day; ``figures``: those valid then, by player; ``years``:
    the ends of the years; ``spread``: the figures at the end of the first year
    on the last day's scale, and on that day;
    ``changes``: the number of changes of a figure; ``mean_change``: their mean
    size; ``reversals``: the share of a player's changes opposite to the one before, from 0 to 1.
    """

    book: Any
    figures: Mapping[str, float]
    years: tuple[YearEndRow, ...]
    spread: tuple[Spread, ...]
    changes: int
    mean_change: float | None
    reversals: float | None


def course(replay: Replay, day: date) -> RulebookRun:
    """Return the course of a replay up to ``day``, in one run."""
    running = _Running(replay)
    for evaluated in replay.run():
        running.years_before(evaluated.item.day)
        running.take_evaluation(evaluated)
    running.years_before(day)
    return running.at(day)


class _Running:
    """A course in progress: the current cards, and the counts."""

    def __init__(self, replay: Replay) -> None:
        self._spans = replay.spans
        self._cards: dict[str, Any] = {}
        self._last_change: dict[str, float] = {}
        self._years: list[YearEndRow] = []
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

    def take_evaluation(self, evaluated: Evaluated) -> None:
        """Take the cards after an occasion, and count the changes of figures."""
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

    def at(self, day: date) -> RulebookRun:
        """Return the course up to a day."""
        period, figures = period_on(day, self._spans), self._figures(day)
        now = (day, tuple(figures.values()))
        same = period is not None and period.book.scale == self._scale
        then = [self._first] if self._first is not None and same else []
        return RulebookRun(
            book=None if period is None else period.book,
            figures=figures,
            years=tuple(self._years),
            spread=tuple(spreads(*then, now)),
            changes=self._changes,
            mean_change=self._sum / self._changes if self._changes else None,
            reversals=self._reversed / self._followed if self._followed else None,
        )


def _year_end(year: int, rulebook: str, figures: Sequence[float]) -> YearEndRow:
    lower, upper = np.quantile(figures, [0.25, 0.75])
    return {
        "year": year,
        "rulebook": rulebook,
        "players": len(figures),
        "mean": sum(figures) / len(figures),
        "lower": float(lower),
        "upper": float(upper),
    }


# --- rank correlation of two orders: Kendall's τ-b and Spearman's ρ, ties allowed ----------------

CurrentCards = Sequence[float]


def spearman(first: CurrentCards, second: CurrentCards) -> float | None:
    """Return the correlation of the ranks, ties sharing their mean rank; None: no order."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(figures: CurrentCards) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    _, group, sizes = np.unique(figures, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(sizes) - (sizes - 1) / 2)[group], dtype=np.float64)


def kendall(first: CurrentCards, second: CurrentCards) -> float | None:
    """Pairs in the same order less pairs in opposite order, of those that tie in neither (τ-b).

    By Knight's method: the inversions of the second order with people sorted by the first.
    None: no order.
    """
    pairs = _pairs([len(first)])
    tied_first, tied_second = _ties(first), _ties(second)
    apart = sqrt((pairs - tied_first) * (pairs - tied_second))
    if not apart:
        return None
    together = list(zip(first, second, strict=True))
    opposite = _inversions([theirs for _, theirs in sorted(together)])
    return (pairs - tied_first - tied_second + _ties(together) - 2 * opposite) / apart


def _ties(values: Iterable[object]) -> int:
    return _pairs(Counter(values).values())


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _inversions(figures: CurrentCards) -> int:
    """Return the number of inverted pairs, counted in a Fenwick tree."""
    places = {figure: place for place, figure in enumerate(sorted(set(figures)), start=1)}
    tree = [0] * (len(places) + 1)
    wrong = 0
    for seen, figure in enumerate(figures):
        place = places[figure]
        wrong += seen - _seen_up_to(tree, place)
        while place < len(tree):
            tree[place] += 1
            place += place & -place
    return wrong


def _seen_up_to(tree: Sequence[int], place: int) -> int:
    seen = 0
    while place:
        seen += tree[place]
        place -= place & -place
    return seen


# --- explaining the largest gains and losses under another rulebook, in sentences ----------------


def movers(rows: Sequence[ComparedRow], most: int) -> list[str]:
    """Return up to ``most`` players who are better under the second, and as many who are worse."""
    ordered = sorted(rows, key=lambda row: (-row["difference"], row["player"]))
    better = [row["player"] for row in ordered[:most] if row["difference"] > 0]
    worse = [row["player"] for row in reversed(ordered[-most:]) if row["difference"] < 0]
    return better + worse


def reasons(
    connection: Connection,
    first: Question,
    second: Question,
    rows: Sequence[ComparedRow],
    most: int,
) -> list[ReasonRow]:
    """For each of the :func:`movers` the occasions at which the figures part, as in ``diff``.

    In the order of the movers; players without a difference that a list shows are left out.
    """
    chosen = movers(rows, most)
    if not chosen:
        return []
    states = (Answers(connection, first), Answers(connection, second))
    found = {row["player"]: row for row in compared(connection, *states, chosen)}
    return [
        {"player": player, "name": row["name"], "told": row["told"]}
        for player in chosen
        if (row := found.get(player)) is not None
    ]


AGES = ((0, "under 20"), (20, "20 to 39"), (40, "40 to 59"), (60, "60 and more"))
QUANTILES = {"least": 0.0, "lower": 0.25, "median": 0.5, "upper": 0.75, "most": 1.0}


@attrs.frozen(kw_only=True)
class Side:
    """A rulebook to compare; None: the pool's adoption."""

    rulebook: str | None
    parameters: Mapping[str, Any] = attrs.field(factory=dict)

    @property
    def what_if(self) -> WhatIf:
        """Return the what-if for the replay."""
        return WhatIf(self.rulebook, self.parameters)


def comparison(
    connection: Connection, question: Question, sides: tuple[Side, Side], explained: int = 0
) -> dict[str, Any]:
    """Return both lists of a day, their similarity, the largest differences, and both courses.

    Differences are those of figures if both are on one scale, else of places; positive: better
    under the second.  ``explained``: the number of explained players on either side.
    """
    pool, as_of = question.pool, question.as_of
    must_have_pool(connection, pool)
    announce_replay()
    history = History(connection, as_of)
    replays = [Replay.of(history, pool, as_of, side.what_if) for side in sides]
    day = as_of.day or max(replay.schedule.horizon for replay in replays)
    first, second = courses = [course(replay, day) for replay in replays]
    shared = sorted(first.figures.keys() & second.figures.keys())
    names = names_of(connection, shared, as_of, question.today)
    rows = _rows(first, second, shared, names)
    before, after = (attrs.evolve(question, what_if=side.what_if) for side in sides)
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


def _strengths(
    first: RulebookRun, second: RulebookRun, shared: Sequence[str]
) -> tuple[list[float], ...]:
    """Return the figures of both lists, negated if the strongest has the lowest."""
    return tuple(
        [
            -one.figures[player] if one.book.lower_is_stronger else one.figures[player]
            for player in shared
        ]
        for one in (first, second)
    )


def _on_one_scale(first: RulebookRun, second: RulebookRun) -> bool:
    books = (first.book, second.book)
    return None not in books and first.book.scale == second.book.scale


def _rows(
    first: RulebookRun, second: RulebookRun, shared: Sequence[str], names: Mapping[str, str]
) -> list[ComparedRow]:
    """Return both lists side by side, in the order of the first; ties share the better place."""
    strengths = _strengths(first, second, shared)
    places = [dict(zip(shared, _places(each), strict=True)) for each in strengths]
    on_one_scale = _on_one_scale(first, second)
    turned = -1 if on_one_scale and first.book.lower_is_stronger else 1
    rows: list[ComparedRow] = []
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


def _side(side: Side, one: RulebookRun) -> dict[str, Any]:
    return {
        "rulebook": side.rulebook or (None if one.book is None else one.book.name),
        "parameters": dict(side.parameters),
        "players": len(one.figures),
        "mean": float(np.mean(list(one.figures.values()))) if one.figures else None,
        "changes": one.changes,
        "mean_change": one.mean_change,
        "reversals": one.reversals,
        "years": [*one.years],
        "spread": [each.document() for each in one.spread],
    }


def _distribution(rows: Sequence[Mapping[str, Any]]) -> dict[str, float] | None:
    if not rows:
        return None
    found = np.array([row["difference"] for row in rows], dtype=float)
    named = {name: float(np.quantile(found, share)) for name, share in QUANTILES.items()}
    return {"mean": float(found.mean()), **named}


def _by_age(rows: Sequence[ComparedRow], history: History, day: date) -> list[MeanOfGroup]:
    """Return mean differences by age in the year of the list, if it is known."""
    groups: dict[str, list[float]] = {name: [] for _, name in AGES}
    for row in rows:
        born = history.players[row["player"]].birth_year
        if born is not None:
            name = next(name for first, name in reversed(AGES) if day.year - born >= first)
            groups[name].append(row["difference"])
    return _means(groups)


def _by_quarter(rows: Sequence[ComparedRow]) -> list[MeanOfGroup]:
    """Mean differences by the quarters of the first list, its strongest first."""
    names = ("first quarter", "second quarter", "third quarter", "last quarter")
    groups: dict[str, list[float]] = {name: [] for name in names}
    for number, row in enumerate(rows):
        groups[names[4 * number // len(rows)]].append(row["difference"])
    return _means(groups)


def _means(groups: Mapping[str, Sequence[float]]) -> list[MeanOfGroup]:
    return [
        {"group": name, "players": len(found), "mean": sum(found) / len(found)}
        for name, found in groups.items()
        if found
    ]
