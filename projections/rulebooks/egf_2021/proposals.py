"""EGF proposals: the promotions and demotions (P&D) that the list proposes."""

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.scale import GRADES, NOMINAL, PROFESSIONAL, nominal, rank_of

STEP = 100
BEST_PROPOSED = "7d"
_AMATEURS = tuple(
    (grade, NOMINAL[grade]) for grade in GRADES if grade in NOMINAL and grade not in PROFESSIONAL
)


@egf.within("proposals")
def proposal(gor: float, grade: str | None) -> str | None:
    """The grade that the list proposes, None where the one declared fits.

    From 100 above the nominal GoR on the best grade that the GoR reaches; more than 100 below it
    the weakest grade that is above the GoR; 7 dan at most.
    """
    if grade is None or grade in PROFESSIONAL:
        return None
    if gor >= nominal(grade) + STEP:
        best = _capped([name for name, value in _AMATEURS if value <= gor][-1])
        return best if rank_of(best) > rank_of(grade) else None
    if gor < nominal(grade) - STEP:
        return _capped(next(name for name, value in _AMATEURS if value > gor))
    return None


def _capped(grade: str) -> str:
    return min(grade, BEST_PROPOSED, key=rank_of)
