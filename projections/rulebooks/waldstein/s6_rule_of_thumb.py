"""WALDSTEIN 6: working by hand — when to stop, how to check, how many decimals to state."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from math import lcm

import attrs

from projections.rulebooks.figures import whole
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable, Levels, levels
from projections.rulebooks.waldstein.s2_performance import operation, operations

PATIENCE = 60
"""Operations after which the rule of thumb is given up: some tables oscillate for ever (W2)."""
MOST_DECIMALS = 6


@attrs.frozen(kw_only=True)
class Stop:
    """The end of the rule of thumb: the Kennziffern of every operation, and their orders."""

    operations: tuple[tuple[int, ...], ...]
    orders: tuple[Levels, ...]

    @property
    def operation(self) -> int:
        """The number of the last operation; Gelbfuß's is the first."""
        return len(self.operations)

    def t(self) -> tuple[Fraction, ...]:
        """The quotients s/S the rule takes for t."""
        s = self.operations[-1]
        return tuple(Fraction(number, sum(s)) for number in s)


@waldstein.within("6")
def rule_of_thumb(table: Crosstable) -> Stop | None:
    """Stop when three successive operations gave the same order; None if they do not.

    Equal Kennziffern share a place in the order.
    """
    done: list[tuple[int, ...]] = []
    orders: list[Levels] = []
    for s in islice(operations(table), PATIENCE):
        done.append(s)
        orders.append(levels(range(len(s)), key=s.__getitem__))
        if len(done) >= 3 and orders[-3] == orders[-2] == orders[-1]:
            return Stop(operations=tuple(done), orders=tuple(orders))
    return None


@attrs.frozen(kw_only=True)
class Control:
    """The control calculation: stated t, one operation with them, and what comes out.

    ``overlaps``: pairs whose spans from t to ``t_control`` meet although their t differ.
    """

    t: tuple[Fraction, ...]
    s: tuple[Fraction, ...]
    t_control: tuple[Fraction, ...]
    overlaps: tuple[tuple[int, int], ...]


@waldstein.within("6")
def control(table: Crosstable, t: Sequence[Fraction]) -> Control:
    """One more operation with the stated t must give them back nearly enough."""
    unit = lcm(*(number.denominator for number in t))
    doubled = operation(table.points, [int(number * unit) for number in t])
    S = sum(doubled)
    t_control = tuple(Fraction(number, S) for number in doubled)
    return Control(
        t=tuple(t),
        s=tuple(Fraction(number, 2 * unit) for number in doubled),
        t_control=t_control,
        overlaps=_overlaps(t, t_control),
    )


def _overlaps(t: Sequence[Fraction], t_control: Sequence[Fraction]) -> tuple[tuple[int, int], ...]:
    """The pairs whose closed spans meet; players stated level are exempt."""
    spans = sorted(
        (min(stated, found), max(stated, found), i)
        for i, (stated, found) in enumerate(zip(t, t_control, strict=True))
    )
    meeting = []
    for position, (_, upper, i) in enumerate(spans, start=1):
        for lower, _, j in spans[position:]:
            if lower > upper:
                break
            if t[i] != t[j]:
                meeting.append((min(i, j), max(i, j)))
    return tuple(sorted(meeting))


@waldstein.within("6")
def usual_decimals(n: int) -> int:
    """Decimals of t: three do for up to 12 players; four up to 120, five above (W13)."""
    return 3 if n <= 12 else 4 if n <= 120 else 5


@waldstein.within("6")
def decimals_needed(table: Crosstable, t: Sequence[Fraction]) -> int:
    """So many decimals that different players look different and no spans meet (W10)."""
    for decimals in range(usual_decimals(len(t)), MOST_DECIMALS):
        check = control(table, column(t, decimals))
        if len(set(check.t)) == len(set(t)) and not check.overlaps:
            return decimals
    return MOST_DECIMALS


@waldstein.within("6")
def column(shares: Sequence[Fraction], decimals: int) -> tuple[Fraction, ...]:
    """Shares of 1 rounded so that the column adds up to 1: the largest remainders go up (W13).

    Equal shares stay equal; they go up together if that brings the sum nearer to 1.  Of equal
    remainders that of the share given first goes up first.
    """
    unit = 10**decimals
    whole_units = {share: int(share * unit) for share in shares}
    together = Counter(shares)
    missing = unit - sum(whole_units[share] for share in shares)
    for share in sorted(together, key=lambda share: (share * unit) % 1, reverse=True):
        if 2 * missing >= together[share]:
            whole_units[share] += 1
            missing -= together[share]
    return tuple(Fraction(whole_units[share], unit) for share in shares)


def rounded(number: Fraction, decimals: int) -> Fraction:
    """``number`` with so many decimals, half up."""
    return Fraction(whole(number * 10**decimals), 10**decimals)
