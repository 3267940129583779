"""DWZ 4.3: how many ratable games an evaluation needs."""

from projections.rulebooks.dwz_1995 import dwz


@dwz.within("4.3.1")
def enough_to_go_on(n: int) -> bool:
    """One opponent with a DWZ is enough for a player who has one."""
    return n >= 1


@dwz.within("4.3.2")
def enough_to_begin(n: int) -> bool:
    """A first DWZ needs five games, residual games included (R5: games, not opponents)."""
    return n >= 5
