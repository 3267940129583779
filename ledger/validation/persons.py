"""Is it a plausible person? The same doubts wherever somebody is registered.

They are raised about a submission, never about the log: what is recorded stays readable.  Every
interface asks, and an explicit answer of the submitter settles a doubt.
"""

import re
from collections.abc import Iterator
from datetime import date

import attrs

from ledger.events.facts import PlayerRegistered
from ledger.events.messages import Message

_LETTERS = re.compile(r"[^\W_]+")
_NOBODY = (
    "bye free nobody none null unknown empty vacant dummy exempt tba tbd n nn xx xxx no player "
    "noplayer walkover spielfrei freilos leer unbesetzt unbekannt niemand frei los spieler kein "
    "szabad szabadnapos erőnyerő üres senki játékos frirond vakant ingen spelare descansa libre "
    "vrij pauza wolny riposo"
)
_WORDS = frozenset(_NOBODY.split())
"""The words of names that stand for a missing opponent."""
UNLIKELY = "unlikely"
"""The code of a problem that is a doubt."""
OLDEST, YOUNGEST = 120, 4
"""The greatest and the least age of a player, in calendar years."""
EARLIEST_BIRTH = 1850
"""The first plausible year of birth of anyone whose games are rated."""


@attrs.frozen
class Doubt:
    """A value of a person that is readable and hardly right: its field, the value, the reason."""

    field: str
    value: str | int
    why: Message


def is_nobody(name: str) -> bool:
    """True if a name stands for nobody: ``BYE``, ``spielfrei``, ``N.N.``, a dash."""
    return _WORDS.issuperset(_LETTERS.findall(name.casefold()))


def doubts(
    name: str | None, birth_year: int | None, *, earliest: int, latest: int
) -> Iterator[Doubt]:
    """Yield what is hardly right about a person who is to be registered."""
    if name and is_nobody(name):
        yield Doubt("name", name, Message("stands for nobody in most files"))
    if birth_year is None or earliest <= birth_year <= latest:
        return
    if birth_year > latest:
        why = Message("is after %(year)s", year=latest)
    else:
        why = Message("is before %(year)s", year=earliest)
    yield Doubt("birth_year", birth_year, why)


def doubts_about(fact: PlayerRegistered, today: date) -> Iterator[Doubt]:
    """Yield the doubts about a registration that belongs to no tournament."""
    return doubts(fact.name, fact.birth_year, earliest=EARLIEST_BIRTH, latest=today.year)


def is_implausible_age(birth_year: int | None, day: date) -> bool:
    """True if hardly anyone born in a year can have played on a day."""
    return birth_year is not None and not YOUNGEST <= day.year - birth_year <= OLDEST
