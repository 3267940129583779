"""The tables of one tournament after Waldstein's paper, at a given cut.

They concern the tournament alone: no pool, no rating, no rulebook of the day.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from math import inf
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection

from ledger.events.problems import Problem, Refused, refusal
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.history.names import names_of
from projections.engine.replay.schedule import WhatIf
from projections.queries.answer_types import QualityRow, QualitySeries, QualityTournament
from projections.queries.answer_types import Standings as Answer
from projections.queries.answers import Question

if TYPE_CHECKING:
    from projections.rulebooks.waldstein.readings import Readings
    from projections.rulebooks.waldstein.standings import Row, Standings

NAME = "waldstein"


def standings(connection: Connection, question: Question, tournament: str, method: str) -> Answer:
    """Return the contract's document of a tournament's standings under one of the methods.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament, or readings
    that the paper does not have.
    """
    _must_be_known(method, "method")
    readings = _readings(question.what_if)
    _, found = _worked_out(connection, question.as_of, tournament, method, readings)
    document = found.as_json()
    players = [row.player for row in found.players]
    names = names_of(connection, players, question.as_of, question.today)
    rows = [
        {"player": row["player"], "name": names.get(row["player"]), **row}
        for row in document["players"]
    ]
    return cast("Answer", {**document, "players": rows})


def quality_series(
    connection: Connection, question: Question, tournaments: Sequence[str]
) -> QualitySeries:
    """Return T of every player over successive tournaments (Waldstein, section 5).

    ``same_group``: the same players played in all; T of different groups cannot be compared.
    T is None for a player without one; ``status`` gives the reason, ``no_games`` if he did not
    play.
    """
    as_of, readings = question.as_of, _readings(question.what_if)
    worked = [
        (*_worked_out(connection, as_of, tournament, NAME, readings), tournament)
        for tournament in dict.fromkeys(tournaments)
    ]
    worked.sort(key=lambda each: (each[0], each[2]))
    tables = [
        {row.player: row for row in found.players if row.place is not None}
        for _, found, _ in worked
    ]
    players = sorted({player for table in tables for player in table})
    names = names_of(connection, players, as_of, question.today)
    return {
        "tournaments": [_heading(*each) for each in worked],
        "same_group": all(table.keys() == tables[0].keys() for table in tables),
        "players": [
            {
                "player": player,
                "name": names.get(player),
                "series": [
                    _quality(tournament, table.get(player))
                    for (_, _, tournament), table in zip(worked, tables, strict=True)
                ],
            }
            for player in players
        ],
    }


def method_values(
    connection: Connection, as_of: AsOf, tournament: str, methods: Sequence[str], option: str
) -> Mapping[str, Sequence[float]]:
    """Return every player's numbers under some methods, in order; minus infinity for none.

    Raises :class:`~ledger.events.problems.Refused` for an unknown method or tournament.
    """
    numbers: dict[str, list[float]] = {}
    for method in methods:
        _must_be_known(method, option)
        _, found = _worked_out(connection, as_of, tournament, method, _readings(WhatIf()))
        for row in found.players:
            numbers.setdefault(row.player, []).append(-inf if row.value is None else row.value)
    return numbers


def _must_be_known(method: str, option: str) -> None:
    from projections.rulebooks.waldstein.methods import METHODS  # noqa: PLC0415

    if method not in METHODS:
        message = f"{method!r} is not a method: choose one of {', '.join(METHODS)}"
        raise refusal("unknown-method", message, option)


def _heading(ended: date, found: "Standings", tournament: str) -> QualityTournament:
    return {
        "tournament": tournament,
        "ended_on": ended.isoformat(),
        "structure": found.structure,
        "homogeneity": found.homogeneity,
    }


def _quality(tournament: str, row: "Row | None") -> QualityRow:
    if row is None:
        return {"tournament": tournament, "T": None, "status": "no_games"}
    return {"tournament": tournament, "T": row.T, "status": row.status}


def _readings(what_if: WhatIf) -> "Readings":
    # Imported at first use: NumPy loads slower than most queries run.
    from projections.rulebooks.readings import chosen  # noqa: PLC0415
    from projections.rulebooks.waldstein.readings import Readings  # noqa: PLC0415

    if what_if.rulebook not in (None, NAME):
        raise refusal("unknown-rulebook", f"standings follow {NAME} only", "rulebook")
    readings = chosen(Readings, NAME, what_if.parameters)
    if isinstance(readings, Sequence):
        named = [(it.field.replace("parameters.", "set."), it.message) for it in readings]
        raise Refused([Problem(None, field, "bad-parameter", message) for field, message in named])
    return readings


def _worked_out(
    connection: Connection, as_of: AsOf, tournament: str, method: str, readings: "Readings"
) -> tuple[date, "Standings"]:
    """The day a tournament ended, and its standings."""
    from projections.rulebooks.waldstein.procedure import standings as worked_out  # noqa: PLC0415

    history = History.about(connection, as_of, "", [tournament])
    if not history.has_tournament(tournament):
        message = f"there is no tournament {tournament!r}"
        raise refusal("unknown-tournament", message, "tournament")
    if not as_of.covers(history.ended_on(tournament)):
        message = f"{tournament} had not ended by {as_of.day}: ask for a later day"
        raise refusal("not-ended", message, "on")
    (given,) = history.tournaments("", [tournament])
    return given.ended_on, worked_out(given, method, readings)
