"""DWZ 4.9: the next rating, its coefficient E and its index."""

from collections.abc import Mapping

from projections.rulebooks.document import by_player
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import Held
from projections.rulebooks.dwz_1995.chapters import Field, NextRating, Result, Sheet
from projections.rulebooks.dwz_1995.p4_03_minimum_games import enough_to_go_on
from projections.rulebooks.dwz_1995.readings import Readings
from projections.rulebooks.figures import exact, near_a_half, whole


def next_ratings(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, NextRating]:
    """The next rating of every rated player with a game that counts."""
    rules, held, persons = field.rules, field.held, field.tournament.players
    year = field.tournament.ended_on.year
    after: dict[str, NextRating] = {}
    for player, sheet in by_player(sheets):
        if enough_to_go_on(sheet.n):
            years = age(persons[player].birth_year, year)
            after[player] = rules.next_rating(held[player], sheet.result, years, rules.readings)
    return after


def evaluated(own: Held, result: Result, age: int | None, readings: Readings) -> NextRating:
    """The coefficient, the next rating and its index, from what somebody holds and scored."""
    del readings  # this edition leaves no choice here
    E = development_coefficient(own.rating, own.index, age)
    Rn = next_rating(own.rating, result.W, result.We, E, result.n)
    return NextRating(E, Rn, next_index(own.index))


@dwz("4.9.1")
def next_rating(Ro: int, W: float, We: float, E: int, n: int) -> int:
    """Rn = Ro + 800 (W − We) / (E + n), rounded."""
    Rn = Ro + 800 * (W - We) / (E + n)
    return whole(Ro + 800 * (exact(W) - exact(We)) / (E + n) if near_a_half(Rn) else Rn)


@dwz.within("4.9.2")
def development_coefficient(Ro: int, index: int, age: int | None) -> int:
    """E of a player of this strength, index and age."""
    return bounded(unbounded(Ro, age_constant(age)), index)


@dwz.within("4.9.2")
def age_constant(age: int | None) -> int:
    """J = 5 up to 20 years, 10 from 21 to 25, 15 above and where the age is unknown."""
    if age is None or age > 25:
        return 15
    return 10 if age > 20 else 5


@dwz("4.9.2")
def unbounded(Ro: int, J: int) -> int:
    """E = (Ro/1000)^4 + J, rounded; a rating below zero counts as zero."""
    return whole(max(Ro, 0) ** 4 / 10**12) + J


@dwz("4.9.2")
def bounded(E: int, index: int) -> int:
    """E is at most 5 × index (index 0 counts as 1), at most 30 and at least 5."""
    return max(5, min(E, 5 * max(index, 1), 30))


@dwz("4.9.3")
def next_index(index: int) -> int:
    """Every evaluation raises the index by 1, even that of a single game."""
    return index + 1


@dwz.within("4.2")
def age(birth_year: int | None, year: int) -> int | None:
    """A = the year of the tournament's end − the year of birth."""
    return None if birth_year is None else year - birth_year


@dwz.within("4.9.2")
def age_class(age: int | None) -> str | None:
    """The age's class as the table of E prints it."""
    if age is None:
        return None
    return {5: "<=20", 10: "21-25", 15: ">25"}[age_constant(age)]
