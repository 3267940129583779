"""What the EGF keeps of a player: GoR, the grade he declared last, the best one so far."""

from datetime import date

import msgspec


class EgfCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the list.

    ``gor``: a decimal of three places, −900 or more.  ``grade``: declared at the last tournament
    or decided; ``highest``: the best ever declared or decided; ``35k`` … ``1k``, ``1d`` … ``9d``,
    ``1p`` … ``9p``, both None where a rulebook without grades brought the figure and none has been
    declared since.  ``on``, ``source``: the day and the tournament, decision or adoption that
    gave the figures.
    """

    gor: float
    grade: str | None
    highest: str | None
    on: date
    source: str
