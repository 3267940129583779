"""What MGSZ keeps of a registered player: Elo, grade and the grades he is on his way to."""

from datetime import date

import attrs
import orjson


@attrs.frozen(kw_only=True)
class MgszCard:
    """A registered player's two figures (MGSZ 4 (1)).

    ``elo``: Élő-pont, a whole number without floor or ceiling.  ``grade``: ``35k`` … ``1k``,
    ``1d`` … ``9d``.  ``attained``: the better grades whose limit has been reached too seldom to
    hold them, each with the number of times, weakest first.  ``on``, ``source``: the day and
    the tournament, decision or adoption that gave the figures.
    """

    elo: int
    grade: str
    attained: tuple[tuple[str, int], ...] = ()
    on: date
    source: str


def pack(card: MgszCard) -> str:
    """The card as JSON text; equal cards give equal text."""
    return orjson.dumps(attrs.asdict(card, recurse=False), option=orjson.OPT_SORT_KEYS).decode()


def unpack(text: str) -> MgszCard:
    """The card that :func:`pack` wrote."""
    written = orjson.loads(text)
    attained = tuple((grade, times) for grade, times in written.pop("attained"))
    on = date.fromisoformat(written.pop("on"))
    return MgszCard(attained=attained, on=on, **written)
