"""The EGF card of a player."""

from datetime import date

import msgspec


class EgfCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the list.

    ``gor``: a decimal of three places, −900 or more.  ``grade``: declared at the last tournament
    or decided; ``highest``: the best ever declared or decided; ``35k`` … ``1k``, ``1d`` … ``9d``,
    ``1p`` … ``9p``.  Both are None if a rulebook without grades brought the figure and none has
    been declared since.  ``on``, ``source``: the day and the tournament, decision or adoption that
    gave the figures.
    """

    gor: float
    grade: str | None
    highest: str | None
    on: date
    source: str
