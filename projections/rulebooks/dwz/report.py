"""A tournament's evaluation as it is shown: one row per person, in the contract's shape."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz import dwz, dwz_2014
from projections.rulebooks.dwz.card import DwzCard, Figure, Residual
from projections.rulebooks.dwz.chapters import Outcome, Played
from projections.rulebooks.dwz.field import cards_after_1995
from projections.rulebooks.dwz.p4_05_expectation import chance, expected_points
from projections.rulebooks.dwz.p4_07_4_iteration import mean
from projections.rulebooks.dwz.p4_07_first_ratings import counted_games
from projections.rulebooks.dwz.p4_09_next_rating import age, age_class
from projections.rulebooks.dwz.p4_10_order import Resumed
from projections.rulebooks.dwz.p6_01_validity import valid_figure
from projections.rulebooks.dwz.readings import chosen_in_2014
from projections.rulebooks.evaluation import GameNotRated, PrintedColumn, Report
from projections.rulebooks.occasion import SummaryKnown
from projections.rulebooks.tournament import Game, Player

# --- the games that served nobody, each with the paragraph that says so --------------------------


def games_left_out(outcome: Outcome) -> tuple[GameNotRated, ...]:
    """Every game that no player was rated by and none keeps, in the order of the ids."""
    served = _games_that_served(outcome)
    return tuple(
        GameNotRated(game=game.game, reason=_reason(outcome, game))
        for game in outcome.field.tournament.games
        if game.game not in served
    )


def _games_that_served(outcome: Outcome) -> Collection[str]:
    field, stages = outcome.field, outcome.stages
    served = {game.game for sheet in outcome.sheets.values() for game in sheet.games}
    served |= {game.game for player in stages for game in counted_games(field, stages, player)}
    served |= {game.game for games in outcome.kept.values() for game in games}
    return served


def _reason(outcome: Outcome, game: Game) -> str:
    if game.black is None or not game.played:
        why = game.reason or ("bye" if game.black is None else marked("no game"))
        return dwz.because("4.2", "not played (%(why)s)", why=Message(why))
    if not {game.white, game.black} <= outcome.field.games.keys():
        return dwz.because("6.1.4", "a game against a computer")
    if game.rated_for == "none":
        return dwz.because("4.2", "the result counts for neither player")
    return outcome.field.rules.why_unused(outcome, game)


def why_unused(outcome: Outcome, game: Game) -> str:
    """Why a game between two people served neither: one of them lacks a DWZ that counts."""
    rated, stages, apart = outcome.field.ratings, outcome.stages, outcome.field.apart
    without = [side for side in _sides(game) if side not in rated and side not in stages]
    second = [side for side in _sides(game) if stages.get(side) == 2]
    if len(second) == 2:
        return dwz.because("4.7.3.2", "first ratings of the second stage do not serve each other")
    if len(without) == 2:
        return dwz.because("4.7.7", "neither player had a DWZ or obtained one")
    if second:
        return dwz.because("4.7.7", "a first DWZ of the second stage gives no residual game")
    if without[0] in apart:
        return dwz.because("4.10.1.3", "no further first DWZ for %(player)s", player=without[0])
    side = Message(game.rated_for)
    return dwz.because("4.3.1", "counts for %(side)s only, whose opponent has no DWZ", side=side)


def _sides(game: Game) -> list[str]:
    return [side for side in (game.white, game.black) if side is not None]


# --- the rows ------------------------------------------------------------------------------------


Row = dict[str, Any]


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
    rating, index = figure.rating, figure.index
    return row | {
        "rating_before": rating,
        "index_before": index,
        "rating_after": rating,
        "index_after": index,
    }


def _lines(
    games: Iterable[tuple[Played | Residual, int]], expected: Callable[[int], float | None]
) -> list[Row]:
    """The games with the opponents' figures and what is ``expected`` against each, by id."""
    lines = [
        {
            "game": game.game,
            "opponent": game.opponent,
            "opponent_rating": rating,
            "points": game.points,
            "expected": expected(rating),
        }
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
    return {
        "player": person.id,
        "status": status,
        "rating_before": None,
        "index_before": None,
        "age_class": age_class(age(person.birth_year, year)),
        "points": 0.0,
        "games": 0,
        "expected": None,
        "coefficient": None,
        "rating_after": None,
        "index_after": None,
        "performance": None,
        "opponents_mean": None,
        "special": None,
        "stage": None,
        "games_used": [],
    }


# --- 2014, 3.4.3: of players who were never in a club nothing is kept ----------------------------


def cards_after_2014(outcome: Outcome, figures: Mapping[str, Figure]) -> dict[str, DwzCard]:
    """The cards that changed, of those whose evaluation is kept."""
    changed = cards_after_1995(outcome, figures)
    if not chosen_in_2014(outcome.field.readings).members_only:
        return changed
    return {player: card for player, card in changed.items() if is_kept(outcome, player)}


def report_2014(outcome: Outcome, figures: Mapping[str, Figure]) -> Report:
    """The rows as in 1995, each with whether it is ``kept``."""
    shown = report_1995(outcome, figures)
    rows = tuple({**row, "kept": is_kept(outcome, row["player"])} for row in shown.rows)
    return attrs.evolve(shown, rows=rows)


@dwz_2014.within("3.4.3")
def is_kept(outcome: Outcome, player: str) -> bool:
    """True if an evaluation is kept: with ``members_only`` only of those once in a club."""
    field = outcome.field
    if not chosen_in_2014(field.readings).members_only:
        return True
    tournament = field.tournament
    return any(
        membership.club is not None and membership.from_day <= tournament.ended_on
        for membership in tournament.players[player].memberships
    )


# --- as the federation prints it -----------------------------------------------------------------


PrintedRow = Mapping[str, Any]

_KINDS = {"first": "first DWZ", "residual": "residual games", "none": "not evaluated"}


def printed_columns(coefficient: str) -> Sequence[PrintedColumn]:
    """The columns in the symbols of the document; ``coefficient``: that of development."""
    return (
        PrintedColumn("Age", "age_class", is_number=False),
        PrintedColumn("Ro", "before"),
        PrintedColumn("W", "points", 1),
        PrintedColumn("n", "games"),
        PrintedColumn("We", "expected"),
        PrintedColumn(coefficient, "coefficient", 1),
        PrintedColumn("Rc", "opponents_mean", 1),
        PrintedColumn("Rh", "performance"),
        PrintedColumn("Rn", "after"),
        PrintedColumn("+/−", "change"),
        PrintedColumn("Remark", "remark", is_number=False),
    )


def change(row: PrintedRow) -> str:
    """By how much the figure changed, with its sign."""
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
