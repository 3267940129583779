"""Studies as flat tables: rows without nested values, for spreadsheets and data frames."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from projections.study.answer_types import Comparison, Losses, Prediction, SweepAnswer


def flat_rows(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of an answer of ``compare``, ``predict`` or ``sweep``.

    A comparison has one row for each player on both lists.  A prediction has one for each
    forecaster and group of games (``by`` names the kind of group, ``all`` and ``common`` with
    intervals).  A
    sweep has one for each setting and season.
    """
    if "forecasters" in document:
        return list(_predicted(cast("Prediction", document)))
    if "trials" in document:
        return list(_tried(cast("SweepAnswer", document)))
    return list(_compared(cast("Comparison", document)))


def _compared(document: Comparison) -> Iterator[dict[str, Any]]:
    for row in document["rows"]:
        yield {
            "pool": document["pool"],
            "on": document["on"],
            "known_at": document["known_at"],
            **row,
        }


def _predicted(document: Prediction) -> Iterator[dict[str, Any]]:
    for row in document["forecasters"]:
        heading = {"pool": document["pool"], "forecaster": row["forecaster"]}
        games = {"games": row["games"], "without_figure": row["without_figure"]}
        yield {**heading, "by": "all", "group": "all", **games, **_bounds(row)}
        if common := row["common"]:
            counted = {"games": document["common_games"], "without_figure": 0}
            yield {**heading, "by": "common", "group": "all", **counted, **_bounds(common)}
        for kind, groups in row["groups"].items():
            for group in groups:
                yield {**heading, "by": kind, **group}
        for band in row["calibration"]:
            favourites = f"{band['from']:.2f} to {band['to']:.2f}"
            yield {
                **heading,
                "by": "calibration",
                "group": favourites,
                "games": band["games"],
                "expected": band["expected"],
                "scored": band["scored"],
            }


def _bounds(row: Losses) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    scores = {"log_loss": row["log_loss"], "brier": row["brier"], "accuracy": row["accuracy"]}
    for name, interval in scores.items():
        found[name] = interval and interval["value"]
        found[f"{name}_low"] = interval and interval["low"]
        found[f"{name}_high"] = interval and interval["high"]
    return found


def _tried(document: SweepAnswer) -> Iterator[dict[str, Any]]:
    for row in document["trials"]:
        yield {
            "pool": document["pool"],
            "rulebook": document["rulebook"],
            "known_at": document["known_at"],
            **{name: each for name, each in row.items() if name != "setting"},
            **{f"set_{name}": value for name, value in row["setting"].items()},
        }
