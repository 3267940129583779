"""Why those who gain and lose most by another rulebook do, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from projections.explanations.differences import compared
from projections.queries.answers import Answers, Question

Row = Mapping[str, Any]


def movers(rows: Sequence[Row], most: int) -> list[str]:
    """Up to ``most`` players who are better under the second, and as many who are worse."""
    ordered = sorted(rows, key=lambda row: (-row["difference"], row["player"]))
    better = [row["player"] for row in ordered[:most] if row["difference"] > 0]
    worse = [row["player"] for row in reversed(ordered[-most:]) if row["difference"] < 0]
    return better + worse


def reasons(
    connection: Connection,
    first: Question,
    second: Question,
    rows: Sequence[Row],
    most: int,
) -> list[dict[str, Any]]:
    """For each of the :func:`movers` the occasions at which the figures part, as ``diff`` says it.

    In the order of the movers; who differs in nothing that a list shows is left out.
    """
    chosen = movers(rows, most)
    if not chosen:
        return []
    states = (Answers(connection, first), Answers(connection, second))
    found = {row["player"]: row for row in compared(connection, *states, chosen)}
    return [
        {name: found[player][name] for name in ("player", "name", "told")}
        for player in chosen
        if player in found
    ]
