"""What Ingo keeps of a player: his number F, how often it was worked out, and its mark."""

from datetime import date
from typing import Any, Literal, cast

import attrs
import orjson

from projections.rulebooks.ingo_1960.degrees import shown

Mark = Literal["or better", "or worse"]
MARKS: tuple[Mark, ...] = ("or better", "or worse")


@attrs.frozen(kw_only=True)
class IngoCard:
    """A player's Ingo number, printed ``128 /5``: number 128 out of 5 evaluations.

    ``number`` (F, degrees, lower is stronger; never lapses) is whole unless ``f_decimals``
    says otherwise.  ``mark`` (C II): the number is only a bound, and nobody else's level may
    be built on it.  ``on``, ``source``: the day and the tournament, decision or adoption that
    gave the number.  ``drift``: how often in a row it has moved the same way, up (weaker) above
    0, down below (Vorwort 6).
    """

    number: float = attrs.field(converter=shown)
    count: int = attrs.field(validator=attrs.validators.ge(1))
    mark: Mark | None = attrs.field(default=None, validator=attrs.validators.in_((None, *MARKS)))
    on: date
    source: str
    drift: int = 0

    @property
    def figure(self) -> int:
        """The number for other rulebooks, whose figures are declared whole; decimals are kept."""
        return cast("int", self.number)

    @property
    def contents(self) -> dict[str, Any]:
        """The card in the contract's shape."""
        return {"number": self.number, "count": self.count, "mark": self.mark}


def pack(card: IngoCard) -> str:
    """The card as JSON text; equal cards give equal text."""
    written = card.contents | {"on": card.on, "source": card.source}
    if card.drift:
        written["drift"] = card.drift
    return orjson.dumps(written, option=orjson.OPT_SORT_KEYS).decode()


def unpack(text: str) -> IngoCard:
    """The card that :func:`pack` wrote."""
    written = orjson.loads(text)
    return IngoCard(on=date.fromisoformat(written.pop("on")), **written)
