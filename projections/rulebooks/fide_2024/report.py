"""A tournament's report in the shape of the contract, completed by the list that rates it."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import attrs

from projections.rulebooks.document import concerning, unrecorded
from projections.rulebooks.evaluation import Row, blank, picked
from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import Cards, FideCard, Result, WaitingReport
from projections.rulebooks.fide_2024.p8_ratings import Period, PoolOnList, dp, share
from projections.rulebooks.fide_2024.procedure import Listed, after_list, floor_on, listed
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import ListDue
from projections.rulebooks.tournament import Player

_ROW = blank(
    "player status rating_before k games points expected delta change list rating_after "
    "opponents_mean performance"
)
_GAME = blank("game opponent opponent_rating difference points expected change")
_SUMS = ("games", "points", "expected", "delta", "change")


@attrs.frozen(kw_only=True)
class ReportSource:
    """The source of a report's rows: the cards before its list, or those of the cut.

    ``published``: True if the list is published.
    """

    cards: Cards
    published: bool
    readings: Readings


def rows_of(tournament: str, ended_on: date, source: ReportSource) -> tuple[Row, ...]:
    """One row per player with a game that counts for him, by player."""
    rows = []
    for player, card in sorted(source.cards.items()):
        for report in () if card is None else card.waiting:
            if card is not None and (report.tournament, report.ended_on) == (tournament, ended_on):
                # The working of a list shows the steps of the list itself.
                with unrecorded() if source.published else concerning(player):
                    rows.append(_row(player, card, report, source))
    return tuple(rows)


def _row(player: str, card: FideCard, report: WaitingReport, source: ReportSource) -> Row:
    the_list = report.listed_on
    outcome = listed(card, the_list, source.readings)
    row = _facts(player, report)
    if outcome.period is not None:
        row |= _rated(report, outcome, outcome.period)
    elif outcome.pool is not None:
        row |= _unrated(report, outcome.pool)
    if source.published:
        due = ListDue(day=the_list, player=Player(id=player, birth_year=card.birth_year))
        row["rating_after"] = after_list(due, card, source.readings).rating
    return row


def _facts(player: str, report: WaitingReport) -> dict[str, Any]:
    """Return the known fields of a row; the others are null until the list."""
    ratings = [result.opponent_rating for result in report.results]
    points = sum(result.points for result in report.results)
    mean = whole(Fraction(sum(ratings), len(ratings)))
    return _ROW | {
        "player": player,
        "status": "none",
        "games": len(ratings),
        "points": points,
        "list": report.listed_on.isoformat(),
        "opponents_mean": mean,
        "performance": performance(mean, points, len(ratings)),
    }


@fide.within("8.1.1")
def performance(opponents_mean: int, points: float, games: int) -> int:
    """The mean of the opponents and dp for the share of the points (Title Regulations 1.4.8)."""
    return opponents_mean + dp(share(points, games))


def _rated(report: WaitingReport, outcome: Listed, period: Period) -> dict[str, Any]:
    own = period.reports[outcome.reports.index(report)]
    return {
        "status": "rated",
        "rating_before": own.own_rating,
        "k": period.K,
        "expected": sum(game.PD for game in own.games) / 100,
        "delta": own.delta / 100,
        "change": period.K * own.delta / 100,
        "games_used": [
            _game(game.result)
            | {
                "difference": game.difference,
                "expected": game.PD / 100,
                "change": period.K * game.change / 100,
            }
            for game in own.games
        ],
    }


def _unrated(report: WaitingReport, pool: PoolOnList) -> dict[str, Any]:
    return {"status": _status(report, pool), "games_used": [*map(_game, report.results)]}


def _game(result: Result) -> dict[str, Any]:
    return _GAME | picked(result, "game opponent opponent_rating points")


def _status(report: WaitingReport, pool: PoolOnList) -> str:
    """Return the status of an unrated player's report on the list."""
    if pool.disregarded == report:
        return "none"
    rating = pool.first_rating
    is_rated = rating is not None and rating >= floor_on(report.listed_on)
    return "first" if is_rated else "pool"


# --- several months ------------------------------------------------------------------------


def joined_row(rows: Sequence[Row]) -> Row:
    """Join the months of a player into one row: sums, else the values of his last report."""
    if len(rows) == 1:
        return rows[0]
    own = {name: _sum(row[name] for row in rows) for name in _SUMS}
    return {**rows[-1], **own, "games_used": [game for row in rows for game in row["games_used"]]}


def _sum(values: Iterator[float | None]) -> float | None:
    """Return the sum of the known values, exact in hundredths; None if none is known."""
    known = [value for value in values if value is not None]
    return round(sum(known), 2) if known else None
