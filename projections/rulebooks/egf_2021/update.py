"""EGF, System description: con, bonus, the expected result Se, the change, and its rounding."""

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from math import exp, floor, log1p

import msgspec

from projections.rulebooks.document import is_recorded
from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.grades import LOWEST
from projections.rulebooks.egf_2021.readings import Readings

END_OF_SCALE = 3300.0
"""The rating at which con reaches 0; from there on a player is expected to win."""


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """A counted game from the side of one of its players.

    ``received``: stones, negative if given; ``Sa``: 1 for a win, 0.5 for jigo, 0 for a loss.
    """

    game: str
    opponent: str
    received: int
    Sa: float


class Change(msgspec.Struct, frozen=True, gc=False):
    """The effect of a game on one of its players; ``change`` is unrounded."""

    Se: float
    change: float


@egf("con")
def con(r: float) -> float:
    """con = ((3300 − r) / 200)^1.6, and 0 from 3300 on."""
    return float(((END_OF_SCALE - r) / 200) ** 1.6) if r < END_OF_SCALE else 0.0


@egf("bonus")
def bonus(r: float) -> float:
    """bonus = ln(1 + e^((2300 − r) / 80)) / 5."""
    return log1p(exp((2300 - r) / 80)) / 5


@egf.within("update")
@egf.within("simultaneous")
def change(
    pairing: Pairing, r: float, opponent_r: float, f: float, factors: tuple[float, float]
) -> Change:
    """change = f · (con · (Sa − Se) + bonus), both ratings being those before the tournament.

    ``factors``: con and bonus of the player's own rating.
    """
    Se = expected_with(pairing.received, r, opponent_r)
    own_con, own_bonus = factors
    worked = f * (own_con * (pairing.Sa - Se) + own_bonus)
    if is_recorded():
        given = {"game": pairing.game, "f": f, "con": own_con, "Sa": pairing.Sa, "Se": Se}
        given |= {"bonus": own_bonus}
        egf.note("update", "change = f · (con · (Sa − Se) + bonus).", given, worked)
    return Change(Se, worked)


@egf.within("Se")
def expected_with(H: int, r: float, opponent_r: float) -> float:
    """Return Se with ``H`` stones received, or given if negative."""
    own = adjusted(r, H) if H > 0 else r
    theirs = adjusted(opponent_r, -H) if H < 0 else opponent_r
    return expected(own, theirs)


@egf("handicap")
def adjusted(r: float, H: int) -> float:
    """A player who receives H stones counts with r + 100 (H − 0.5), in Se only."""
    return r + 100 * H - 50


@egf("Se")
def expected(r: float, opponent_r: float) -> float:
    """Se = 1 / (1 + ((3300 − r) / (3300 − opponent's r))^7); from 3300 on the limit."""
    if r >= END_OF_SCALE or opponent_r >= END_OF_SCALE:
        return (1.0 + (r >= END_OF_SCALE) - (opponent_r >= END_OF_SCALE)) / 2
    q = (END_OF_SCALE - r) / (END_OF_SCALE - opponent_r)
    return 1 / (1 + q**7)


# --- the formulas in decimals of 40 digits, for results that floats cannot round -----------------

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


# --- rounding and floor: three decimals, free of floating-point error ----------------------------

IN_DOUBT = 1e-4
"""Distance from a half, in thousandths, within which a float is not trusted: 1e-7 points."""

Recomputed = Callable[[], Sequence[Decimal]]
"""Recomputes the changes of a player's games in decimals of at least 30 digits."""


@egf.within("rounding")
def thousandths(value: float, exactly: Callable[[], Decimal]) -> int:
    """A number in whole thousandths, halves away from zero; in doubt the exact one decides."""
    scaled = value * 1000
    below = floor(scaled)
    if abs(scaled - below - 0.5) > IN_DOUBT:
        return below + (scaled - below > 0.5)
    return int(exactly().scaleb(3).to_integral_value(ROUND_HALF_UP))


@egf.within("rounding")
@egf.within("floor")
def new_gor(
    r: float, changes: Sequence[float], recomputed: Recomputed, readings: Readings
) -> float:
    """r′ = r + Σ changes, rounded once for the tournament; the other reading rounds every game."""
    if readings.rounding_point == "tournament":
        rounded = thousandths(
            r + sum(changes), lambda: Decimal(str(r)) + sum(recomputed(), Decimal())
        )
    else:
        rounded = round(r * 1000) + sum(
            thousandths(change, lambda number=number: recomputed()[number])  # type: ignore[misc]
            for number, change in enumerate(changes)
        )
    given = {"r": r, "changes": list(changes)}
    egf.note("rounding", "r′ = r + Σ changes, to three decimals.", given, rounded / 1000)
    return rounded / 1000 if rounded >= LOWEST * 1000 else floored(rounded / 1000)


@egf("floor")
def floored(r: float) -> float:
    """A rating below −900 is set to −900."""
    return max(r, float(LOWEST))
