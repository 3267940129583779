"""What a file says of the players themselves: only of those whose names may be shown.

A withheld or forgotten player has no number of another register, no birthday and no sex in a
file either: each of them would say who he is.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection

from ledger.formats.tournament_report import Sex
from projections.history.cut import Cut
from projections.history.names import personal_data_shown
from projections.presentation import WITHHELD


@attrs.frozen(kw_only=True)
class Person:
    """The personal data of a player, as far as they may be shown."""

    name: str = WITHHELD
    sex: Sex | None = None
    birth_date: date | None = None
    ids: Mapping[str, str] = attrs.field(factory=dict)


def persons_of(
    connection: Connection, players: Collection[str], cut: Cut, today: date
) -> Mapping[str, Person]:
    """Everybody as a file of ``today`` shows him; see :mod:`projections.history.names`."""
    shown = personal_data_shown(connection, players, cut, today)
    return {player: _person(shown[player]) if player in shown else Person() for player in players}


def _person(personal: Mapping[str, Any]) -> Person:
    born = personal.get("birth_date")
    return Person(
        name=personal["name"],
        sex=personal.get("sex"),
        birth_date=None if born is None else date.fromisoformat(born),
        ids={space: id_ for space, id_ in personal.get("ids", {}).items() if id_ is not None},
    )
