"""DWZ 4.8: Rh, the performance in one tournament, whatever the rating before it was."""

from collections.abc import Sequence

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Chapters, Outcome, Score


@dwz.within("4.8")
def performance(opponents: Sequence[int], W: float, rules: Chapters) -> int:
    """Rh is the rating at which just these points were to be expected, as in a first DWZ."""
    expectancy = rules.readings.expectancy
    start = {"Rh": rules.start_value(opponents, W, expectancy)}
    score = {"Rh": Score(fixed=opponents, W=W)}
    Rh = rules.iterate(start, score, expectancy).values["Rh"]
    dwz.note(
        "4.8",
        "Rh is the rating at which just these points were to be expected, as in a first DWZ.",
        {"opponents": opponents, "W": W, "expectancy": expectancy},
        Rh,
    )
    return Rh


@dwz.within("4.8")
def first_performance(outcome: Outcome, player: str) -> int:
    """The performance of a player without a DWZ is what the iteration gave him."""
    Rh = outcome.iterated[player]
    dwz.note("4.8", "The performance of a player without a DWZ is his first DWZ.", {"Rn": Rh}, Rh)
    return Rh
