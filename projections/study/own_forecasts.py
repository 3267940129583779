"""Forecasts that somebody else made, from a table: another system, or who knows the truth."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ledger.events.problems import Problem, Refused
from projections.study.forecasts import Encounter, Forecast

Shares = Mapping[str, float]
"""What White was expected to score, from 0 to 1, by the game's id."""


def read_forecasts(path: Path) -> Shares:
    """The columns ``game`` and ``expected`` of a CSV; a game that is not in it is not forecast.

    Raises :class:`~ledger.events.problems.Refused`, naming every line that is wrong, and OSError
    where the file cannot be read.
    """
    found: dict[str, float] = {}
    problems = []
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        for line, row in _rows(path, csv.DictReader(lines)):
            share = _share(row["expected"])
            if share is None:
                message = f"{row['expected']!r} is no share from 0 to 1"
                problems.append(_problem(path, line, message))
            else:
                found[row["game"]] = share
    if problems:
        raise Refused(problems)
    return found


def _rows(path: Path, rows: "csv.DictReader[str]") -> Iterator[tuple[int, Mapping[str, str]]]:
    """The lines with their numbers; what is no CSV, or has other columns, is refused."""
    try:
        if not {"game", "expected"} <= set(rows.fieldnames or ()):
            raise Refused([_problem(path, 1, "the columns are to be called game and expected")])
        yield from ((rows.line_num, row) for row in rows)
    except csv.Error as error:
        raise Refused([_problem(path, rows.line_num, f"this is no CSV: {error}")]) from None


def _share(text: str | None) -> float | None:
    try:
        share = float(text or "")
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _problem(path: Path, line: int, message: str) -> Problem:
    return Problem(line, "expected", "bad-forecast", f"{path}: {message}")


def forecasts_given(shares: Shares, games: Sequence[Encounter]) -> Iterator[Forecast]:
    """The games with what was expected of them."""
    for game in games:
        yield Forecast.of(game, shares.get(game.game.game))
