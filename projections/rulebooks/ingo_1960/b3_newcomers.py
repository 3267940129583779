"""INGO B III 3: several newcomers, whose performances enter each other's levels.

The document goes round and round, inserting provisional numbers until they stand still.  What
they come to rest at is the solution of linear equations, solved here without rounding (R5).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd

import attrs

from ledger.events.messages import Message
from projections.rulebooks.document import concerning, is_recorded
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import percent_difference
from projections.rulebooks.ingo_1960.b_level import newcomers_level
from projections.rulebooks.ingo_1960.c6_fifty_degrees import Limits
from projections.rulebooks.ingo_1960.degrees import Degrees, plain
from projections.rulebooks.ingo_1960.field import Field, Side, points_of
from projections.rulebooks.ingo_1960.readings import PercentMode

Row = dict[str, int]
RIGHT = ""
"""The key of a row's right-hand side; no player's id is empty."""


@attrs.frozen(kw_only=True)
class Equation:
    """What a newcomer's scored games say of his level: k·N = Σ x + %d with H = N + %d.

    The x are the numbers ``known``, the H of the newcomers ``met``, and his own H moved by
    each of ``limited`` where C VI sets the opponent so many degrees from it.
    """

    d: Degrees
    known: tuple[Degrees, ...]
    met: tuple[str, ...]
    limited: tuple[int, ...]

    def level(self, player: str, H: Mapping[str, Degrees]) -> Fraction:
        """N, from everybody's H."""
        met = [H[newcomer] for newcomer in self.met]
        limited = [H[player] + distance for distance in self.limited]
        return newcomers_level([*self.known, *met, *limited], self.d)

    def row(self, player: str) -> Row:
        """The same for H, in whole numbers: k·H − Σ met − own = Σ known + (k + 1)·%d."""
        k = len(self.known) + len(self.met) + len(self.limited)
        right = Fraction(sum(self.known) + sum(self.limited) + (k + 1) * self.d)
        row = {player: (k - len(self.limited)) * right.denominator, RIGHT: right.numerator}
        for newcomer in self.met:
            row[newcomer] = row.get(newcomer, 0) - right.denominator
        return row


@ingo.within("B III 3")
def newcomers_levels(
    bounded: frozenset[str], field: Field, limits: Limits, mode: PercentMode
) -> dict[str, tuple[Fraction, Degrees]]:
    """N, not yet rounded, and %d of every newcomer whose level can be found.

    None can be found for newcomers who are linked to nobody with a number.
    """
    numbers = field.numbers
    joined = _joined(bounded, field, numbers, limits)
    usable = joined.union(numbers)
    equations = {}
    for player in joined:
        scored = [side for side in field.sides[player] if _is_scored(side, usable, limits)]
        equations[player] = _equation(player, scored, numbers, limits, mode)
    H = solved({player: equation.row(player) for player, equation in equations.items()})
    levels = {player: (each.level(player, H), each.d) for player, each in equations.items()}
    for player in sorted(levels) if is_recorded() else ():
        _note_level(player, equations[player], H, *levels[player])
    return levels


def _note_level(
    player: str, equation: Equation, H: Mapping[str, Degrees], N: Fraction, d: Degrees
) -> None:
    """The equation with what it was solved for: the others' H, so that it can be worked out."""
    given = {
        "known": [plain(number) for number in equation.known],
        "newcomers": [{"opponent": met, "H": plain(H[met])} for met in equation.met],
        "from_own_H": list(equation.limited),
        "%d": plain(d),
    }
    text = Message("N = (Σ numbers of the opponents + %d) / k, solved for all newcomers together.")
    with concerning(player):
        ingo.note("B III 3", text, given, plain(N))


def _joined(
    bounded: frozenset[str], field: Field, numbers: Mapping[str, Degrees], limits: Limits
) -> frozenset[str]:
    """Newcomers linked to a rated player by games scored at the opponents' own numbers."""
    met = {
        player: {side.opponent for side in field.sides[player] if side.game not in limits}
        for player in bounded
    }
    joined = frozenset(player for player in bounded if not met[player].isdisjoint(numbers))
    while further := {p for p in bounded - joined if not met[p].isdisjoint(joined)}:
        joined |= further
    return joined


def _is_scored(side: Side, usable: frozenset[str], limits: Limits) -> bool:
    limited = limits.get(side.game)
    return side.opponent in usable and (limited is None or not limited.struck)


def _equation(
    player: str,
    scored: Sequence[Side],
    numbers: Mapping[str, Degrees],
    limits: Limits,
    mode: PercentMode,
) -> Equation:
    full = [side.opponent for side in scored if side.game not in limits]
    limited = [limits[side.game] for side in scored if side.game in limits]
    return Equation(
        d=percent_difference(points_of(scored), len(scored), mode),
        known=tuple(numbers[opponent] for opponent in full if opponent in numbers),
        met=tuple(opponent for opponent in full if opponent not in numbers),
        limited=tuple(each.distance(player) for each in limited),
    )


def solved(rows: Mapping[str, Row]) -> dict[str, Fraction]:
    """Every unknown of the rows, eliminated one by one, those with the fewest others first.

    The numbers stay whole and as small as they can: each row is divided by what its numbers
    have in common.
    """
    waiting = dict(rows)
    eliminated: list[tuple[str, Row]] = []
    while waiting:
        player = min(waiting, key=lambda unknown: (len(waiting[unknown]), unknown))
        pivot = waiting.pop(player)
        eliminated.append((player, pivot))
        for other, row in waiting.items():
            if player in row:
                waiting[other] = _without(player, row, pivot)
    return _inserted_backwards(eliminated)


def _without(player: str, row: Row, pivot: Row) -> Row:
    own, his = row[player], pivot[player]
    combined = {
        key: his * row.get(key, 0) - own * pivot.get(key, 0)
        for key in row.keys() | pivot.keys()
        if key != player
    }
    common = gcd(*combined.values())
    return {key: value // common for key, value in combined.items() if value}


def _inserted_backwards(eliminated: Sequence[tuple[str, Row]]) -> dict[str, Fraction]:
    H: dict[str, Fraction] = {}
    for player, row in reversed(eliminated):
        others = sum(times * H[key] for key, times in row.items() if key in H)
        H[player] = Fraction(row.get(RIGHT, 0) - others) / row[player]
    return H
