"""The results of a grid follow its players where the list of players is put in another order."""

import re
from collections.abc import Mapping, Sequence

from projections.hand_entry.tournament import Participant
from projections.hand_entry.tournament_form import cell_name

MIRRORED = {"1": "0", "0": "1", "+": "-", "-": "+"}
"""A sign as the other side of the game has it; a draw is the same from both."""
_CELL = re.compile(r"cell\.([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})")


def keys_of(players: Sequence[Participant]) -> list[str]:
    """By what each player of a list is known again in another list: no two have the same."""
    return [each.player or f"new {each.name}, born {each.birth_year}" for each in players]


def moved_results(
    texts: Mapping[str, str], before: Sequence[str], now: Sequence[str]
) -> dict[str, str]:
    """The fields of a form whose cells were typed for one list of players, for another one.

    The results of somebody who is no longer listed go; but who alone is new in the place of one
    who is gone, or stands in his very line, was mistaken for him and has his results.
    """
    places = _places(before, now)
    moved: dict[str, str] = {}
    for name, text in texts.items():
        cell = _CELL.fullmatch(name)
        if cell is None:
            moved[name] = text
            continue
        row, column = (places.get(int(number)) for number in cell.groups())
        if row is not None and column is not None and row < column:
            moved[cell_name(row, column)] = text
        elif row is not None and column is not None:
            sign = text.strip()
            moved[cell_name(column, row)] = MIRRORED.get(sign, sign)
    return moved


def _places(before: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """The new place of each old one, both counted from 1."""
    places = {at: now.index(key) + 1 for at, key in enumerate(before, start=1) if key in now}
    gone = [at for at in range(1, len(before) + 1) if at not in places]
    come = [at for at, key in enumerate(now, start=1) if key not in before]
    if len(gone) == len(come) == 1:
        return places | {gone[0]: come[0]}
    return places | {at: at for at in gone if at in come}
