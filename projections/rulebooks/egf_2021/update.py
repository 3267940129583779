"""EGF, System description: con, bonus, the expected result Se, and the change of a game."""

from math import exp, log1p

import msgspec

from projections.rulebooks.document import is_recorded
from projections.rulebooks.egf_2021 import egf

END_OF_SCALE = 3300.0
"""Where con has come down to 0, and beyond which nobody can be beaten."""


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """A counted game as one of its players sees it.

    ``received``: stones, negative where given; ``Sa``: 1 for a win, 0.5 for jigo, 0 for a loss.
    """

    game: str
    opponent: str
    received: int
    Sa: float


class Change(msgspec.Struct, frozen=True, gc=False):
    """What a game does to one of its players; ``change`` is unrounded."""

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
    """The change of a game, both ratings being those before the tournament.

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
    """Se where ``H`` stones are received, or given if negative."""
    own = adjusted(r, H) if H > 0 else r
    theirs = adjusted(opponent_r, -H) if H < 0 else opponent_r
    return expected(own, theirs)


@egf("handicap")
def adjusted(r: float, H: int) -> float:
    """Whoever receives H stones is reckoned at r + 100 (H − 0.5), in Se alone."""
    return r + 100 * H - 50


@egf("Se")
def expected(r: float, opponent_r: float) -> float:
    """Se = 1 / (1 + ((3300 − r) / (3300 − opponent's r))^7); from 3300 on the limit."""
    if r >= END_OF_SCALE or opponent_r >= END_OF_SCALE:
        return (1.0 + (r >= END_OF_SCALE) - (opponent_r >= END_OF_SCALE)) / 2
    q = (END_OF_SCALE - r) / (END_OF_SCALE - opponent_r)
    return 1 / (1 + q**7)
