"""How predictions and comparisons look to people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console

from ledger.console.tables import table

Row = Mapping[str, Any]
SCORES = {"log_loss": "Log loss", "brier": "Brier", "accuracy": "Accuracy"}
PAIRS = {
    "first": "First",
    "second": "Second",
    "games": "Games",
    "log_loss": "Log loss",
    "brier": "Brier",
}
GROUPS = {
    "year": "By year",
    "strength": "By strength (mean figure of the two)",
    "experience": "By games before (of whoever had fewer)",
    "colour": "By colour",
}


def prediction(console: Console, document: Row, *, details: bool) -> None:
    """The forecasters, the best first, then every pair; with ``details`` each in full."""
    columns = {"forecaster": "Forecaster", "games": "Games", "without_figure": "Without", **SCORES}
    found = sorted(document["forecasters"], key=_cost)
    title = f"{document['games']} games forecast before they were played; least log loss first"
    console.print(table([_with_bounds(row) for row in found], columns, title))
    console.print(
        "In brackets the 95 % interval, whole tournaments drawn again.\n"
        "Without: games of somebody who had no figure.\n"
    )
    if document["compared"]:
        rows = [_with_bounds(row) for row in document["compared"] if row["games"]]
        title = "The first less the second, over the games that both forecast"
        console.print(table(rows, PAIRS, title))
    if details:
        for row in found:
            _details(console, row)


def _cost(row: Row) -> tuple[bool, float]:
    loss = row["log_loss"]
    return loss is None, 0.0 if loss is None else loss["value"]


def _with_bounds(row: Row) -> Row:
    """The log loss with its interval, the other scores without, so that 80 columns hold them."""
    shown = {score: _shown(row[score]) for score in SCORES}
    loss = row["log_loss"]
    if loss is not None:
        shown["log_loss"] += f" ({loss['low']:.4f} to {loss['high']:.4f})"
    return {**row, **shown}


def _shown(found: Row | None) -> str:
    return "" if found is None else f"{found['value']:.4f}"


def _details(console: Console, row: Row) -> None:
    name = row["forecaster"]
    columns = {"band": "Favourites", "games": "Games", "expected": "Expected", "scored": "Scored"}
    console.print(table(_bands(row["calibration"]), columns, f"{name}: calibration"))
    for kind, heading in GROUPS.items():
        if not row["groups"][kind]:
            continue
        columns = {"group": "", "games": "Games", "expected": "Expected", "scored": "Scored"}
        title = f"{name}: {heading[0].lower()}{heading[1:]}"
        console.print(table(_rounded(row["groups"][kind]), columns | SCORES, title))


def _bands(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows:
        yield {**_shares(row), "band": f"{row['from']:.2f}-{row['to']:.2f}"}


def _rounded(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows:
        yield _shares(row) | {score: f"{row[score]:.4f}" for score in SCORES}


def _shares(row: Row) -> dict[str, Any]:
    return {**row, "expected": f"{row['expected']:.3f}", "scored": f"{row['scored']:.3f}"}
