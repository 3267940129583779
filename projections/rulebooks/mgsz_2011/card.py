"""The MGSZ card of a registered player: Elo, grade and the grades attained but not yet won."""

from datetime import date

import msgspec


class MgszCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A registered player's two figures (MGSZ 4 (1)).

    ``elo``: Élő-pont, a whole number without floor or ceiling.  ``grade``: ``35k`` … ``1k``,
    ``1d`` … ``9d``.  ``attained``: the better grades whose limit has been reached, but too seldom
    to hold them, each with the number of times, weakest first.  ``on``, ``source``: the day and
    the tournament, decision or adoption that gave the figures.
    """

    elo: int
    grade: str
    attained: tuple[tuple[str, int], ...] = ()
    on: date
    source: str
