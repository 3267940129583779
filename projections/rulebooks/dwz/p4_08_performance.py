"""DWZ 4.8; 2014, 2026: 3.6: Rh, the performance in one tournament."""

from collections.abc import Sequence

from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026
from projections.rulebooks.dwz.chapters import Chapters, Outcome, Score
from projections.rulebooks.dwz.p4_07_first_ratings import counted_games

# --- 1995, 4.8: whatever the rating before it was ------------------------------------------------


@dwz.within("4.8")
def performance_1995(opponents: Sequence[int], W: float, rules: Chapters) -> int:
    """Rh is the rating at which exactly these points were expected, as in a first DWZ."""
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
def first_performance_1995(outcome: Outcome, player: str) -> int:
    """Return the performance of a player without a DWZ: his value from the iteration."""
    Rh = outcome.iterated[player]
    dwz.note("4.8", "The performance of a player without a DWZ is his first DWZ.", {"Rn": Rh}, Rh)
    return Rh


# --- 2014, 3.6: shown from five games on ---------------------------------------------------------

LEAST_GAMES_2014 = 5


@dwz_2014.within("3.6")
def performance_2014(opponents: Sequence[int], W: float, rules: Chapters) -> int | None:
    """Of five games or more, the value of a first DWZ over them; Rc ∓ 677 for 0 % and 100 %."""
    if len(opponents) < LEAST_GAMES_2014:
        return None
    return performance_1995(opponents, W, rules)


@dwz_2014.within("3.6")
def first_performance_2014(outcome: Outcome, player: str) -> int | None:
    """The value of the iteration; with residual games that of the tournament's games alone."""
    field = outcome.field
    if field.residual_games[player]:
        games = counted_games(field, outcome.stages, player)
        opponents = [outcome.strengths[game.opponent] for game in games]
        W = sum(game.points for game in games)
        return field.rules.performance(opponents, W, field.rules)
    Ri = outcome.iterated[player]
    dwz_2014.note(
        "3.6",
        "The performance of a player without a DWZ and without residual games is his Ri.",
        {"Ri": Ri},
        Ri,
    )
    return Ri


# --- 2026, 3.6: no performance without a point ---------------------------------------------------


@dwz_2026.within("3.6")
def performance_2026(opponents: Sequence[int], W: float, rules: Chapters) -> int | None:
    """The performance of the edition before for five games or more, but none without a point."""
    return None if W == 0 else performance_2014(opponents, W, rules)
