"""How predictions and comparisons look to people: tables of 80 columns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console

from ledger.console.tables import table
from projections.presentation import shown

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


MOST = 10


def comparison(console: Console, document: Row, *, details: bool) -> None:
    """How alike two lists are, what became of the figures under each, who differs most.

    With ``details`` also the means at the ends of the years.
    """
    first, second = document["sides"]
    columns = {"what": "", "first": _named(first), "second": _named(second)}
    title = f"{document['pool']} on {document['on']}, as known at {document['known_at']}"
    console.print(table(_side_by_side(first, second), columns, title))
    console.print(_likeness(document))
    if not document["rows"]:
        return
    unit = document["difference_of"]
    if details:
        columns = {"year": "End of", "first": _named(first), "second": _named(second)}
        console.print(table(_years(first, second), columns, "Mean figure (players)"))
    for group, heading in (("by_strength", "first list's quarters"), ("by_age", "age")):
        columns = {"group": "", "players": "Players", "mean": f"Mean difference of {unit}"}
        rows = [{**row, "mean": f"{row['mean']:+.1f}"} for row in document[group]]
        if rows:
            console.print(table(rows, columns, f"By {heading}"))
    by_difference = sorted(document["rows"], key=lambda row: -row["difference"])
    gain = [row for row in by_difference[:MOST] if row["difference"] > 0]
    lose = [row for row in reversed(by_difference[-MOST:]) if row["difference"] < 0]
    for title, rows in (("Better under the second", gain), ("Worse under the second", lose)):
        if rows:
            console.print(table(map(_compared, rows), COMPARED, title))
    for row in document["why"]:
        console.print(f"Why {shown(row['name'])} ({row['player']}) differs:")
        for sentence in row["told"]:
            console.print(f"  {sentence}")


COMPARED = {
    "who": "Player",
    "first": "First",
    "second": "Second",
    "places": "Places",
    "difference": "Difference",
}


def _named(side: Row) -> str:
    chosen = ", ".join(f"{name}={value}" for name, value in side["parameters"].items())
    return f"{side['rulebook']} ({chosen})" if chosen else str(side["rulebook"])


def _side_by_side(first: Row, second: Row) -> Iterator[Row]:
    for what, field, form in (
        ("Players with a figure", "players", "d"),
        ("Mean figure", "mean", ".1f"),
        ("Changes of a figure", "changes", "d"),
        ("Mean change", "mean_change", ".1f"),
        ("Changes against the last", "reversals", ".1%"),
    ):
        found = {"first": first[field], "second": second[field]}
        yield {"what": what} | {
            side: "" if value is None else format(value, form) for side, value in found.items()
        }


def _years(first: Row, second: Row) -> Iterator[Row]:
    sides = {
        name: {row["year"]: f"{row['mean']:.1f} ({row['players']})" for row in side["years"]}
        for name, side in (("first", first), ("second", second))
    }
    for year in sorted(set().union(*sides.values())):
        yield {"year": str(year)} | {name: means.get(year, "") for name, means in sides.items()}


def _likeness(document: Row) -> str:
    on_both = f"{document['players']} players are on both lists"
    only = f"{document['only_first']} on the first only, {document['only_second']} on the second"
    if document["kendall"] is None:
        return f"{on_both}, {only}.\n"
    likeness = (
        f"Kendall's tau {document['kendall']:.3f}, Spearman's rho {document['spearman']:.3f}"
    )
    spread = document["differences"]
    middle = f"Half of the differences lie from {spread['lower']:+.1f} to {spread['upper']:+.1f}"
    return f"{on_both}, {only}.\n{likeness}.\n{middle}.\n"


def _compared(row: Row) -> Row:
    return {
        "who": row["name"] or row["player"],
        "first": f"{row['first']:g}",
        "second": f"{row['second']:g}",
        "places": f"{row['first_place']} → {row['second_place']}",
        "difference": f"{row['difference']:+g}",
    }


SEASONS = {
    "season": "Season",
    "chosen": "Chosen on what was before",
    "games": "Games",
    "log_loss": "Log loss",
    "own_log_loss": "Own",
}


def sweep(console: Console, document: Row) -> None:
    """Season by season what was chosen and what it was worth, then all seasons together."""
    title = f"{document['settings']} settings of {document['rulebook']}"
    rows = [
        {
            **row,
            "season": str(row["season"]),
            "chosen": _spelt(row["chosen"]),
            "log_loss": f"{row['log_loss']:.4f}",
            "own_log_loss": f"{row['own_log_loss']:.4f}",
        }
        for row in document["seasons"]
    ]
    if not rows:
        console.print(f"{title}: fewer than three seasons, so nothing to choose on and score.")
        return
    console.print(table(rows, SEASONS, title))
    difference = document["log_loss"]["difference"]
    console.print(
        f"Over {document['games']} games the chosen ones cost {difference['value']:+.4f} against\n"
        f"the rulebook's own ({difference['low']:+.4f} to {difference['high']:+.4f}, 95 %)."
    )


def _spelt(chosen: Row) -> str:
    return ", ".join(f"{name}={value}" for name, value in chosen.items()) or "as it is"
