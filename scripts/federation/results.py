"""Results of games, by the strengths of the players."""

from itertools import accumulate, repeat
from operator import mul

import attrs

from scripts.federation.members import STRONGEST, WEAKEST

WHITE_IS_WORTH = 30
UNPLAYED = 0.01
FURTHEST = STRONGEST - WEAKEST + WHITE_IS_WORTH
TENTH_BY_400 = 0.9942600739529567  # the 400th root of 1/10


@attrs.frozen
class Result:
    """A result; ``unplayed`` is the contract's reason for a game that was not played."""

    white: float
    black: float
    unplayed: str = ""


WHITE_WON, DRAWN, BLACK_WON = Result(1, 0), Result(0.5, 0.5), Result(0, 1)
PLAYED = (WHITE_WON, DRAWN, BLACK_WON)
BYE = Result(1, 0, '"played":false,"reason":"bye",')
FORFEITS = tuple(
    Result(white, black, '"played":false,"reason":"forfeit",')
    for white, black in ((1, 0), (0, 1)) * 8 + ((0, 0),)
)


class Odds:
    """Chances by White's lead in strength, for a game with its usual share of draws.

    The logistic curve by which 400 more are ten to one; as a table, computed by multiplication
    alone, because powers differ in the last digit between machines.
    """

    def __init__(self, draws_of_equals: float) -> None:
        worse: list[float] = [
            odds / (1 + odds) for odds in accumulate(repeat(TENTH_BY_400, FURTHEST), mul)
        ]
        expected = [*reversed(worse), 0.5, *(1 - e for e in worse)]
        draws = [2 * draws_of_equals * min(e, 1 - e) for e in expected]
        self._wins = [e - d / 2 for e, d in zip(expected, draws, strict=True)]
        self._holds = [e + d / 2 for e, d in zip(expected, draws, strict=True)]

    def expected(self, lead: int) -> float:
        """Return White's average score at this lead, from 0 to 1."""
        at = lead + WHITE_IS_WORTH + FURTHEST
        return (self._wins[at] + self._holds[at]) / 2

    def result(self, lead: int, chance: float) -> Result:
        """The result that ``chance`` in [0, 1) gives at White's ``lead``."""
        at = lead + WHITE_IS_WORTH + FURTHEST
        if chance < self._wins[at]:
            return WHITE_WON
        return DRAWN if chance < self._holds[at] else BLACK_WON


ODDS = {"chess": Odds(0.36), "go": Odds(0.004)}
