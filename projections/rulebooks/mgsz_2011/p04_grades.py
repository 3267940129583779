"""MGSZ 4.§, 5.§ and table 1: the grades, their limits, and the winning of a grade."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.figures import printed_table
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.objection import Objection, Objections, whole_between

# --- 4.§ and table 1: the Elo at which each grade begins -----------------------------------------
# A band runs from the limit of its grade up to, but not including, the limit of the next one.
# Grades are written `3k` and `2d`; the table is read once, weakest grade first.

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


# --- 5.§: how a grade is won; counted once per tournament, with the new Elo E --------------------

Attained = tuple[tuple[str, int], ...]
_FIRST_NEEDED_TWICE = rank_of("3k")
_FIRST_BY_CALCULATION_ONLY = rank_of("4k")


@mgsz("5 (1)")
def attainments(E: int, grade: str, attained: Attained) -> Attained:
    """Every better grade whose limit the new Elo has reached is attained once more."""
    reached = GRADES[rank_of(grade) + 1 : rank_of(grade_of(E)) + 1]
    if not reached:
        return attained
    times = dict(attained)
    times.update((better, times.get(better, 0) + 1) for better in reached)
    return tuple(sorted(times.items(), key=lambda counted: rank_of(counted[0])))


@mgsz.within("5 (2)")
@mgsz.within("5 (4)")
def needed(grade: str) -> int:
    """The times a limit must be reached: once up to 4 kyu, in two tournaments from 3 kyu."""
    return 2 if rank_of(grade) >= _FIRST_NEEDED_TWICE else 1


@mgsz.within("4 (2)")
@mgsz.within("5 (2)")
@mgsz.within("5 (4)")
def grade_won(grade: str, attained: Attained) -> str:
    """Return the best grade attained as often as needed; a grade once held never falls."""
    won = [better for better, times in attained if times >= needed(better)]
    best = max([grade, *won], key=rank_of)
    mgsz.note(
        "5 (4)" if needed(best) == 2 else "5 (2)",
        "The grade: up to 4 kyu attained once, from 3 kyu up attained twice; it never falls.",
        {"grade": grade, "attained": attained},
        best,
    )
    return best


def remaining_attainments(grade: str, attained: Attained) -> Attained:
    """Return the attainments of grades better than the one held; the others are used up."""
    return tuple((better, times) for better, times in attained if rank_of(better) > rank_of(grade))


def grade_after_series(grade: str, attained: Attained, Es: Sequence[int]) -> tuple[str, Attained]:
    """Return grade and attainments after checking a series of Elo values in turn."""
    for E in Es:
        attained = attainments(E, grade, attained)
        grade = grade_won(grade, attained)
        attained = remaining_attainments(grade, attained)
    return grade, attained


@mgsz.within("5 (1)")
def moments(start: int, by_part: Sequence[int | None], C: int, readings: Readings) -> list[int]:
    """Return the Elo values at which a tournament counts for the grade: the final one.

    ``by_part`` holds the Elo after each part, None if the player had no counted game; such a
    part never counts, a whole tournament without a game once if read so.  The readings are M8
    and M9.
    """
    if C == 0 and not readings.confirm_with_zero_multiplier:
        return []
    Es = [E for E in by_part if E is not None]
    if not Es and not readings.confirm_needs_played_game:
        Es = [start]
    return Es if readings.confirm_per_part else Es[-1:]


@mgsz.within("5 (3)")
def for_calculation_only(grade: str) -> bool:
    """From 4 kyu up a grade is won by calculation; a newcomer starts with 5 kyu at most."""
    return rank_of(grade) >= _FIRST_BY_CALCULATION_ONLY


# --- 5.§ (3) and (4): figures that the committee may not simply set ------------------------------


@mgsz.within("5 (3)")
def objections_to_newcomer(elo: int | None, grade: str | None, highest: int) -> Objections:
    """Return objections to a newcomer's figures: above 5 kyu the committee decides."""
    rule = mgsz.cite("5 (3)")
    if elo is not None and elo > highest:
        message = Message(
            "a newcomer starts with an Elo of at most %(most)s (%(rule)s); above that the "
            "committee decides, with kind initial",
            {"most": highest, "rule": rule},
        )
        yield Objection("card.elo", message)
    if grade is not None and for_calculation_only(grade):
        message = Message(
            "a newcomer starts with 5k at most (%(rule)s); above that the committee decides, "
            "with kind initial",
            rule=rule,
        )
        yield Objection("card.grade", message)


@mgsz.within("5 (4)")
def objections_to_attained(attained: Mapping[str, Any], held: str | None) -> Objections:
    """Return objections to attainments: fewer than the two tournaments needed from 3 kyu on."""
    for grade, times in attained.items():
        if grade not in GRADES_OF_TABLE:
            yield Objection(
                f"card.attained.{grade}", Message("name a grade of table 1: 35k … 1k, 1d … 7d")
            )
        elif not whole_between(0)(times):
            yield Objection(f"card.attained.{grade}", Message("give the number of tournaments"))
        elif held and rank_of(grade) > rank_of(held) and times >= needed(grade):
            yield Objection(
                f"card.attained.{grade}",
                Message(
                    "these attainments already give the grade (%(rule)s): set it as grade",
                    rule=mgsz.cite("5 (4)"),
                ),
            )
