"""The Ingo card of a player."""

from datetime import date
from typing import Any, Literal, cast

import attrs

from projections.rulebooks.ingo_1960.a_general import shown

Mark = Literal["or better", "or worse"]
MARKS: tuple[Mark, ...] = ("or better", "or worse")


@attrs.frozen(kw_only=True)
class IngoCard:
    """A player's Ingo number, printed ``128 /5``: number 128 out of 5 evaluations.

    ``number`` (F, degrees, lower is stronger; never lapses) is whole unless ``f_decimals`` says
    otherwise.  ``mark`` (C II): the number is only a bound, and no other player's level may be
    built on it.  ``on``, ``source``: the day and the tournament, decision or adoption that gave
    the number.  ``drift``: the number of successive moves in one direction, above 0 up (weaker),
    below 0 down (Vorwort 6).
    """

    number: float = attrs.field(converter=shown)
    count: int = attrs.field(validator=attrs.validators.ge(1))
    mark: Mark | None = attrs.field(default=None, validator=attrs.validators.in_((None, *MARKS)))
    on: date
    source: str
    drift: int = 0

    @property
    def figure(self) -> int:
        """The number for other rulebooks, which declare whole figures; decimals are kept."""
        return cast("int", self.number)

    @property
    def contents(self) -> dict[str, Any]:
        """The card in the contract's shape."""
        return {"number": self.number, "count": self.count, "mark": self.mark}
