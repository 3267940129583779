"""MGSZ 4.§ and table 1: the grades, and the Elo at which each begins.

A band runs from the limit of its grade up to, but not including, the limit of the next one.
Grades are written ``3k`` and ``2d``; the table is read once, weakest grade first.
"""

from bisect import bisect_right
from itertools import pairwise

from projections.rulebooks.figures import printed_table
from projections.rulebooks.mgsz_2011 import mgsz

_ROWS = printed_table(__package__, "table_1_grades.csv")[::-1]
GRADES_OF_TABLE = tuple(
    number + word[0] for number, word in (row["Minősítés"].split() for row in _ROWS)
)
GRADES = (*GRADES_OF_TABLE, "8d", "9d")
LIMITS = tuple(int(row["Élő-pont"]) for row in _ROWS)
_WIDTHS = tuple(above - below for below, above in pairwise(LIMITS))
_RANK = {grade: rank for rank, grade in enumerate(GRADES)}
_WORDS = {"k": "kyu", "d": "dan"}


@mgsz.within("4 (3)")
@mgsz.within("table 1")
def grade_of(elo: int) -> str:
    """The grade in whose band an Elo lies; below 1000 it is 35 kyu (M12), from 2700 up 7 dan."""
    return GRADES[max(bisect_right(LIMITS, elo) - 1, 0)]


@mgsz.within("4 (3)")
def limit_of(grade: str) -> int:
    """The lower limit of a grade of the table."""
    return LIMITS[_RANK[grade]]


@mgsz.within("table 1")
def width_at(elo: int, top: int, bottom: int) -> int:
    """The width of the band an Elo lies in; ``top`` from 2700 up, ``bottom`` below 1000."""
    if elo < LIMITS[0]:
        return bottom
    if elo >= LIMITS[-1]:
        return top
    return _WIDTHS[bisect_right(LIMITS, elo) - 1]


def rank_of(grade: str) -> int:
    """The place of a grade among all grades: the stronger, the higher."""
    return _RANK[grade]


def spelled(grade: str) -> str:
    """A grade as people say it: ``3 kyu``, ``2 dan``."""
    return f"{grade[:-1]} {_WORDS[grade[-1]]}"
