"""Studies as flat tables: rows without nested values, for spreadsheets and data frames."""

from collections.abc import Iterator, Mapping
from typing import Any

Row = Mapping[str, Any]
INTERVALS = ("log_loss", "brier", "accuracy")


def flat_rows(document: Row) -> list[dict[str, Any]]:
    """Return the rows of an answer of ``compare``, ``predict`` or ``sweep``.

    A comparison has one row for each player on both lists.  A prediction has one for each
    forecaster and group of games (``by`` names the kind of group, ``all`` with intervals).  A
    sweep has one for each setting and season.
    """
    if "forecasters" in document:
        return list(_predicted(document))
    if "trials" in document:
        return list(_tried(document))
    heading = {name: document[name] for name in ("pool", "on", "known_at")}
    return [{**heading, **row} for row in document["rows"]]


def _predicted(document: Row) -> Iterator[dict[str, Any]]:
    for row in document["forecasters"]:
        heading = {"pool": document["pool"], "forecaster": row["forecaster"]}
        games = {"games": row["games"], "without_figure": row["without_figure"]}
        yield {**heading, "by": "all", "group": "all", **games, **_bounds(row)}
        for kind, groups in row["groups"].items():
            for group in groups:
                yield {**heading, "by": kind, **group}
        for band in row["calibration"]:
            group = f"{band['from']:.2f} to {band['to']:.2f}"
            share = {name: band[name] for name in ("games", "expected", "scored")}
            yield {**heading, "by": "calibration", "group": group, **share}


def _bounds(row: Row) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for name in INTERVALS:
        interval = row[name] or {"value": None, "low": None, "high": None}
        found |= {
            name: interval["value"],
            f"{name}_low": interval["low"],
            f"{name}_high": interval["high"],
        }
    return found


def _tried(document: Row) -> Iterator[dict[str, Any]]:
    heading = {name: document[name] for name in ("pool", "rulebook", "known_at")}
    for row in document["trials"]:
        setting = {f"set_{name}": value for name, value in row["setting"].items()}
        yield {
            **heading,
            **{name: each for name, each in row.items() if name != "setting"},
            **setting,
        }
