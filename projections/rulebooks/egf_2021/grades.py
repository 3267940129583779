"""EGF scale and proposals: grades, their order and nominal GoR, and the proposals of a list."""

from collections.abc import Mapping

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.figures import printed_table

# --- General information: the grades, their order and their nominal GoR --------------------------

LOWEST = -900
_WEAKEST = 35
_KYU = tuple(f"{number}k" for number in range(_WEAKEST, 0, -1))
_DAN = tuple(f"{number}d" for number in range(1, 10))
PROFESSIONAL = tuple(f"{number}p" for number in range(1, 10))
GRADES = (*_KYU, *_DAN, *PROFESSIONAL)
"""Weakest first, one step each."""
_RANK = {grade: rank for rank, grade in enumerate(GRADES)}
NOMINAL: Mapping[str, int] = {
    row["grade"]: int(row["GoR"]) for row in printed_table(__package__, "grades.csv")
}


@egf.within("scale")
def nominal(grade: str) -> int:
    """N: n kyu 2100 − 100 n, n dan 2000 + 100 n, professional 2670 + 30 n; 31 to 35 kyu −900."""
    return NOMINAL.get(grade, LOWEST)


@egf.within("scale")
def rank_of(grade: str) -> int:
    """The place of a grade among all grades: the stronger, the higher."""
    return _RANK[grade]


def best_of(one: str | None, other: str | None) -> str | None:
    """Return the better of two grades; either may be missing."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=rank_of)


# --- proposals: the promotions and demotions (P&D) that the list proposes ------------------------

STEP = 100
BEST_PROPOSED = "7d"
_AMATEURS = tuple(
    (grade, NOMINAL[grade]) for grade in GRADES if grade in NOMINAL and grade not in PROFESSIONAL
)


@egf.within("proposals")
def proposal(gor: float, grade: str | None) -> str | None:
    """Return the grade that the list proposes, None if the declared one fits.

    From 100 above the nominal GoR on: the best grade that the GoR reaches.  More than 100 below
    it: the weakest grade above the GoR.  At most 7 dan.
    """
    if grade is None or grade in PROFESSIONAL:
        return None
    if gor >= nominal(grade) + STEP:
        best = _capped([name for name, value in _AMATEURS if value <= gor][-1])
        return best if rank_of(best) > rank_of(grade) else None
    if gor < nominal(grade) - STEP:
        return _capped(next(name for name, value in _AMATEURS if value > gor))
    return None


@egf.within("scale")
def grade_at(gor: float) -> str:
    """The amateur grade whose nominal GoR is nearest: 1 dan from 2050 to below 2150."""
    reached = [grade for grade, value in _AMATEURS if value - STEP / 2 <= gor]
    return reached[-1] if reached else _AMATEURS[0][0]


def _capped(grade: str) -> str:
    return min(grade, BEST_PROPOSED, key=rank_of)
