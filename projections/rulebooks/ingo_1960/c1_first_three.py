"""INGO C I: the first, second and third Ingo number, and B I 4: every later one."""

from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.degrees import exact, plain, rounded, weighted


@ingo("C I")
def first_number(H: float, places: int) -> float:
    """F/1 = H."""
    return plain(rounded(exact(H), places))


@ingo("C I")
def second_number(F: float, H: float, places: int) -> float:
    """F/2 = (F + H) / 2."""
    return weighted(F, 1, H, 1, places)


@ingo("C I")
def third_number(F: float, H: float, places: int) -> float:
    """F/3 = (2 F + H) / 3."""
    return weighted(F, 2, H, 1, places)


@ingo("B I 4")
def later_number(F: float, H: float, places: int) -> float:
    """From the fourth evaluation on F = (3 F + H) / 4 (R1)."""
    return weighted(F, 3, H, 1, places)
