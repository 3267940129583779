"""Forecasts for comparison: one without any knowledge, and three other rating systems.

Elo, Glicko-2 and TrueSkill come from the library `elote` (extra ``baselines``), with its defaults.
They know every game of the days before, while a rulebook waits for the end of a tournament.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from importlib import import_module
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from ledger.events.problems import Problem, Refused, refusal
from projections.queries.arguments import BASELINES as NAMES
from projections.queries.extras import install_commands
from projections.study.forecasts import Encounter, Forecast

Competitor = Any
"""The library's record of a player."""


def even(games: Sequence[Encounter]) -> Iterator[Forecast]:
    """Yield half a point for every game."""
    for game in games:
        yield Forecast.of(game, 0.5)


def elo(games: Sequence[Encounter]) -> Iterator[Forecast]:
    """Yield forecasts by plain Elo with K = 20 and a first rating of 1500."""
    library = _library()
    return _with_library(games, lambda _: library.EloCompetitor(initial_rating=1500, k_factor=20))


def glicko_2(games: Sequence[Encounter]) -> Iterator[Forecast]:
    """Glicko-2, a game at a time."""
    library = _library()
    return _with_library(games, lambda day: library.Glicko2Competitor(initial_time=_moment(day)))


def trueskill(games: Sequence[Encounter]) -> Iterator[Forecast]:
    """Yield forecasts by TrueSkill of two players, a draw scored as half a win."""
    library = _library()
    return _with_library(games, lambda _: library.TrueSkillCompetitor())


BASELINES: dict[str, Callable[[Sequence[Encounter]], Iterator[Forecast]]] = {
    "even": even,
    "elo": elo,
    "glicko-2": glicko_2,
    "trueskill": trueskill,
}


def forecast_by(name: str, games: Sequence[Encounter]) -> Iterator[Forecast]:
    """The forecasts of a baseline, in the order of the games.

    Raises :class:`~ledger.events.problems.Refused` for an unknown name, or without its
    library.
    """
    if name not in BASELINES:
        known = ", ".join(NAMES)
        raise refusal("unknown-baseline", f"there is no baseline {name}: use one of {known}")
    return BASELINES[name](games)


def _library() -> Any:
    try:
        return import_module("elote")
    except ModuleNotFoundError:
        message = f"this baseline needs elote: {install_commands('baselines')}"
        raise refusal("missing-extra", message) from None


def _with_library(
    games: Sequence[Encounter], newcomer: Callable[[date], Competitor]
) -> Iterator[Forecast]:
    """Forecast every day's games, then book them; a newcomer has no figure."""
    players: dict[str, Competitor] = {}
    for day, of_the_day in groupby(games, key=attrgetter("day")):
        together = list(of_the_day)
        for game in together:
            yield _forecast(game, players.get(game.game.white), players.get(game.black))
        _book(together, day, players, newcomer)


def _forecast(game: Encounter, white: Competitor | None, black: Competitor | None) -> Forecast:
    if white is None or black is None:
        return Forecast.of(game, None)
    expected = float(white.expected_score(black))
    return Forecast.of(game, expected, float(white.rating), float(black.rating))


def _book(
    games: Sequence[Encounter],
    day: date,
    players: dict[str, Competitor],
    newcomer: Callable[[date], Competitor],
) -> None:
    for game in games:
        for player in (game.game.white, game.black):
            if player not in players:
                players[player] = newcomer(day)
    results = [
        (players[game.game.white], players[game.black], game.game.white_points, None)
        for game in games
    ]
    if results:
        type(results[0][0]).apply_rating_period(results, period_end=_moment(day))


def _moment(day: date) -> datetime:
    return datetime.combine(day, time())


# --- reading external forecasts from a table: another system's, or the true chances --------------

Shares = Mapping[str, float]
"""White's expected score, from 0 to 1, by the game's id."""


def read_forecasts(path: Path) -> Shares:
    """Read the columns ``game`` and ``expected`` of a CSV; a game not in it is not forecast.

    Raises :class:`~ledger.events.problems.Refused`, naming every wrong line, and OSError
    if the file cannot be read.
    """
    found: dict[str, float] = {}
    problems = []
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        for line, row in _rows(path, csv.DictReader(lines)):
            share = _share(row["expected"])
            if share is None:
                message = f"{row['expected']!r} is not a share from 0 to 1"
                problems.append(_problem(path, line, message))
            else:
                found[row["game"]] = share
    if problems:
        raise Refused(problems)
    return found


def _rows(path: Path, rows: "csv.DictReader[str]") -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the lines with their numbers; refuse a file that is not CSV or has other columns."""
    try:
        if not {"game", "expected"} <= set(rows.fieldnames or ()):
            raise Refused([_problem(path, 1, "the columns are to be called game and expected")])
        yield from ((rows.line_num, row) for row in rows)
    except csv.Error as error:
        raise Refused([_problem(path, rows.line_num, f"this is not CSV: {error}")]) from None


def _share(text: str | None) -> float | None:
    try:
        share = float(text or "")
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _problem(path: Path, line: int, message: str) -> Problem:
    return Problem(line, "expected", "bad-forecast", f"{path}: {message}")


def forecasts_given(shares: Shares, games: Sequence[Encounter]) -> Iterator[Forecast]:
    """Yield the games with their given expectations."""
    for game in games:
        yield Forecast.of(game, shares.get(game.game.game))
