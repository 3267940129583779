"""The formulas of the update in decimals of 40 digits, for results that floats cannot round."""

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.update import Pairing

DIGITS = 40
_END, _ONE, _HALF = Decimal(3300), Decimal(1), Decimal("0.5")


@egf.within("rounding")
def exact_changes(
    r: float, pairings: Sequence[Pairing], opponents: Sequence[float], f: float
) -> list[Decimal]:
    """The changes of a player's games, from the same figures as :func:`update.change`."""
    with localcontext(Context(prec=DIGITS)):
        own, factor = Decimal(str(r)), Decimal(str(f))
        con, bonus = _con(own), _bonus(own)
        return [
            factor
            * (con * (Decimal(str(pairing.Sa)) - _Se(own, Decimal(str(their)), pairing)) + bonus)
            for pairing, their in zip(pairings, opponents, strict=True)
        ]


def _con(r: Decimal) -> Decimal:
    if r >= _END:
        return Decimal()
    return (((_END - r) / 200).ln() * Decimal("1.6")).exp()


def _bonus(r: Decimal) -> Decimal:
    return (_ONE + ((2300 - r) / 80).exp()).ln() / 5


def _Se(r: Decimal, opponent: Decimal, pairing: Pairing) -> Decimal:
    H = pairing.received
    own = r + 100 * H - 50 if H > 0 else r
    theirs = opponent - 100 * H - 50 if H < 0 else opponent
    if own >= _END or theirs >= _END:
        return _HALF * (1 + (own >= _END) - (theirs >= _END))
    return _ONE / (_ONE + ((_END - own) / (_END - theirs)) ** 7)
