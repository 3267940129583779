"""The tables of one tournament after Waldstein's paper, on the cut asked for.

They are about the tournament alone: no pool, no rating, no rulebook of the day.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection

from ledger.events.problems import Problem, Refused, refusal
from projections.history.cut import Cut
from projections.history.history import History
from projections.history.names import names_of
from projections.replay.schedule import WhatIf

NAME = "waldstein"


def standings(  # noqa: PLR0913, PLR0917 - a question has two clocks and a what-if
    connection: Connection, cut: Cut, today: date, tournament: str, method: str, what_if: WhatIf
) -> Mapping[str, Any]:
    """The contract's document of a tournament's standings under one of the methods.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament, or other readings
    than those of the paper.
    """
    # NumPy takes longer to load than most questions take to answer.
    from projections.rulebooks.waldstein.procedure import standings as worked_out  # noqa: PLC0415
    from projections.rulebooks.waldstein.readings import Readings  # noqa: PLC0415

    if what_if.rulebook not in (None, NAME):
        raise refusal("unknown-rulebook", f"standings follow {NAME} only", "--rulebook")
    readings = Readings.read(what_if.parameters)
    if isinstance(readings, Sequence):
        raise Refused(
            [Problem(None, f"--set {it.field}", "bad-parameter", it.message) for it in readings]
        )
    history = History.about(connection, cut, "", [tournament])
    if not history.has_tournament(tournament):
        message = f"there is no tournament {tournament!r}"
        raise refusal("unknown-tournament", message, "tournament")
    if not cut.covers(history.ended_on(tournament)):
        message = f"{tournament} had not ended by {cut.as_of}: ask for a later day"
        raise refusal("not-ended", message, "--on")
    (given,) = history.tournaments("", [tournament])
    document = worked_out(given, method, readings).as_json()
    names = names_of(connection, [row["player"] for row in document["players"]], cut, today)
    document["players"] = [
        {"player": row["player"], "name": names.get(row["player"]), **row}
        for row in document["players"]
    ]
    return document
