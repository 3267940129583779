"""A tournament's evaluation as it is shown: one row per person, in the contract's shape."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import attrs

from ledger.events.messages import marked
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.card import Figure, Residual
from projections.rulebooks.dwz.chapters import Outcome, Played
from projections.rulebooks.dwz.field import is_kept
from projections.rulebooks.dwz.games_left_out import games_left_out
from projections.rulebooks.dwz.p4_05_expectation import chance, expected_points
from projections.rulebooks.dwz.p4_07_4_iteration import mean
from projections.rulebooks.dwz.p4_07_first_ratings import counted_games
from projections.rulebooks.dwz.p4_09_next_rating import age, age_class
from projections.rulebooks.dwz.p4_10_order import Resumed
from projections.rulebooks.dwz.p6_01_validity import valid_figure
from projections.rulebooks.evaluation import Report, blank, picked
from projections.rulebooks.occasion import SummaryKnown
from projections.rulebooks.tournament import Player

Row = dict[str, Any]
_ROW = blank(
    "player status rating_before index_before age_class points games expected coefficient "
    "rating_after index_after performance opponents_mean special stage games_used"
)


def report_1995(outcome: Outcome, figures: Mapping[str, Figure]) -> Report:
    """The rows of everyone but computers, by id, and the games left out.

    ``figures``: the new figure of everyone who was evaluated.
    """
    rows = []
    for player in sorted(outcome.field.games):
        with concerning(player):
            rows.append(_row(outcome, figures.get(player), player))
    return Report(rows=tuple(rows), games_not_rated=games_left_out(outcome))


def _row(outcome: Outcome, figure: Figure | None, player: str) -> Row:
    if figure is None:
        return _kept_row(outcome, player) if player in outcome.kept else _idle_row(outcome, player)
    if player in outcome.first:
        return _first_row(outcome, figure, player)
    return _rated_row(outcome, figure, player)


def _rated_row(outcome: Outcome, figure: Figure, player: str) -> Row:
    rules = outcome.field.rules
    expectancy = rules.readings.expectancy
    held, sheet = outcome.field.held[player], outcome.sheets[player]
    games = zip(sheet.games, sheet.opponents, strict=True)
    lines = _lines(games, lambda rating: chance(held.rating - rating, expectancy))
    _note_lines(lines, sheet.We)
    return _row_of(outcome, player, "rated", lines) | {
        "rating_before": held.rating,
        "index_before": held.index,
        "expected": sheet.We,
        "coefficient": outcome.next_ratings[player].E,
        "rating_after": figure.rating,
        "index_after": figure.index,
        "performance": rules.performance(sheet.opponents, sheet.W, rules),
        "special": outcome.special.get(player),
    }


def _first_row(outcome: Outcome, figure: Figure, player: str) -> Row:
    field, strengths = outcome.field, {**outcome.strengths, **outcome.iterated}
    expectancy = field.readings.expectancy
    R = outcome.iterated[player]
    counted = counted_games(field, outcome.stages, player)
    games: list[tuple[Played | Residual, int]] = [
        *((game, game.opponent_rating) for game in field.residual_games[player]),
        *((game, strengths[game.opponent]) for game in counted),
    ]
    lines = _lines(games, lambda rating: chance(R - rating, expectancy))
    We = expected_points(R, [rating for _, rating in games], expectancy)
    _note_lines(lines, We)
    return _row_of(outcome, player, marked("first"), lines) | {
        "expected": We,
        "rating_after": figure.rating,
        "index_after": figure.index,
        "performance": field.rules.first_performance(outcome, player),
        "stage": outcome.stages[player],
    }


def _kept_row(outcome: Outcome, player: str) -> Row:
    games = [(game, game.opponent_rating) for game in outcome.kept[player]]
    return _row_of(outcome, player, marked("residual"), _lines(games, lambda _: None))


def _idle_row(outcome: Outcome, player: str) -> Row:
    field = outcome.field
    row = _row_of(outcome, player, "none", [])
    figure = valid_figure(field.cards.get(player), field.tournament.ended_on, field.rules)
    if figure is None:
        return row
    held = {"rating": figure.rating, "index": figure.index}
    return row | {f"{name}_{when}": held[name] for when in ("before", "after") for name in held}


def _lines(
    games: Iterable[tuple[Played | Residual, int]], expected: Callable[[int], float | None]
) -> list[Row]:
    """The games with the opponents' figures and what is ``expected`` against each, by id."""
    lines = [
        picked(game, "game opponent")
        | {"opponent_rating": rating, "points": game.points, "expected": expected(rating)}
        for game, rating in games
    ]
    return sorted(lines, key=itemgetter("game"))


def _note_lines(lines: Sequence[Row], We: float) -> None:
    dwz.note("4.6", "The games one by one, with the expectation of each.", {"games": lines}, We)


def summary_row(summary: SummaryKnown, result: Resumed) -> Row:
    """The row of an evaluation known by its summary; ``approximate`` where it was corrected."""
    row = _blank(summary.player, summary.day.year, "rated") | {
        "rating_before": result.Ro,
        "index_before": result.index,
        "points": summary.points,
        "games": summary.games,
        "expected": result.We,
        "coefficient": result.E,
        "rating_after": result.Rn,
        "index_after": result.index_after,
        "opponents_mean": result.Rc,
    }
    return row if result.Rc is None else row | {"approximate": True}


def _row_of(outcome: Outcome, player: str, status: str, lines: Sequence[Row]) -> Row:
    tournament = outcome.field.tournament
    opponents = [line["opponent_rating"] for line in lines]
    return _blank(tournament.players[player], tournament.ended_on.year, status) | {
        "points": sum((line["points"] for line in lines), 0.0),
        "games": len(lines),
        "opponents_mean": mean(opponents) if opponents else None,
        "games_used": lines,
    }


def _blank(person: Player, year: int, status: str) -> Row:
    return _ROW | {
        "player": person.id,
        "status": status,
        "age_class": age_class(age(person.birth_year, year)),
        "points": 0.0,
        "games": 0,
        "games_used": [],
    }


def report_2014(outcome: Outcome, figures: Mapping[str, Figure]) -> Report:
    """The rows as in 1995, each with ``kept``."""
    shown = report_1995(outcome, figures)
    rows = tuple({**row, "kept": is_kept(outcome, row["player"])} for row in shown.rows)
    return attrs.evolve(shown, rows=rows)


# --- as the federation prints it -----------------------------------------------------------------

PrintedRow = Mapping[str, Any]
PRINTED = (
    "Age: age_class, Ro: before, W: points/1, n: games, We: expected, {}: coefficient/1, "
    "Rc: opponents_mean/1, Rh: performance, Rn: after, +/−: change, Remark: remark"
)
"""The columns in the symbols of the document, with a place for the coefficient's."""

_KINDS = {"first": "first DWZ", "residual": "residual games", "none": "not evaluated"}


def change(row: PrintedRow) -> str:
    """Return the change of the rating with its sign."""
    before, after = row.get("rating_before"), row.get("rating_after")
    return "" if before is None or after is None else f"{after - before:+}"


def remark(row: PrintedRow) -> str:
    """Remarks on the kind of evaluation, comma-separated."""
    return ", ".join(_remarks(row))


def _remarks(row: PrintedRow) -> Iterator[str]:
    if row.get("status") in _KINDS:
        yield _KINDS[row["status"]]
    if row.get("special") is not None:
        yield f"opponents evaluated against {row['special']}"
