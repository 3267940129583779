"""Members of the federation: their joining, growth, ageing and leaving."""

import math
from collections.abc import Iterator
from datetime import date

import attrs

from scripts.federation import names
from scripts.federation.events import event
from scripts.federation.randomness import RandomSource
from scripts.federation.settings import FederationSettings

WEAKEST, STRONGEST = 600, 2600
LEAVING = 0.08
MEMBERS_OF_A_CLUB = 30
BUSIEST = 32  # tournaments a season


@attrs.define(kw_only=True, eq=False)
class Member:
    """A player with a career.

    ``strength`` is his current strength, ``talent`` his strength as an adult, both on
    the scale of the DWZ; ``activity`` is the number of tournaments he likes in a season.
    """

    id: str
    born: int
    club: int
    talent: int
    activity: float
    strength: int = 0

    def age(self, year: int) -> int:
        """Age as the rules count it: by calendar years."""
        return year - self.born

    def grow_older(self, year: int, random_source: RandomSource) -> None:
        """One season later: the young approach their talent, adults drift, the old decline."""
        age = self.age(year)
        change = (self.talent - self.strength) // 4 if age < 20 else -6 if age > 55 else 0
        self.strength = _within_reach(self.strength + change + random_source.bell(22))


def _within_reach(strength: int) -> int:
    return min(STRONGEST, max(WEAKEST, strength))


class Membership:
    """All current players; those who left are dropped."""

    def __init__(self, settings: FederationSettings, random_source: RandomSource) -> None:
        self.active: list[Member] = []
        self._settings = settings
        self._random = random_source
        self._registered = 0
        self._clubs = settings.active_members // MEMBERS_OF_A_CLUB + 1

    def begin_season(self, year: int) -> Iterator[bytes]:
        """Let some leave, age the others and fill up with new ones; yield the lines of these."""
        founding = not self.active
        self.active = [member for member in self.active if self._stays(member, year)]
        for member in self.active:
            member.grow_older(year, self._random)
        while len(self.active) < self._settings.active_members:
            yield from self._join(year, founding=founding)

    def _stays(self, member: Member, year: int) -> bool:
        return member.age(year) < 85 and not self._random.happens(LEAVING)

    def _join(self, year: int, *, founding: bool) -> Iterator[bytes]:
        random_source = self._random
        self._registered += 1
        youth = not founding and random_source.happens(0.6)
        age = random_source.between(7, 16) if youth else random_source.between(14, 65)
        member = Member(
            id=f"p{self._registered:06}",
            born=year - age,
            club=random_source.between(1, self._clubs),
            talent=_within_reach(1500 + random_source.bell(320)),
            activity=self._activity(),
        )
        member.strength = _within_reach(member.talent - 45 * max(0, 19 - age))
        self.active.append(member)
        yield self._registration(member)
        yield from self._first_card(member, year, founding=founding)

    def _activity(self) -> float:
        """A power law: one in x² likes more than x tournaments a season."""
        return min(BUSIEST, 1 / math.sqrt(1 - self._random.roll()))

    def _registration(self, member: Member) -> bytes:
        random_source = self._random
        sex = "f" if random_source.happens(0.1) else "m"
        data = {
            "player": member.id,
            "name": names.person(random_source, sex),
            "sex": sex,
            "birth_year": None if random_source.happens(0.02) else member.born,
            "federation": self._settings.home,
            "club": f"c{member.club:04}",
        }
        return event("player.registered", member.id, data)

    def _first_card(self, member: Member, year: int, *, founding: bool) -> Iterator[bytes]:
        """Yield the card decided for a founder, or for a newcomer if none is won by playing."""
        system = self._settings.system_on(date(year, 1, 1))
        make_card = system.card if founding else system.first_card
        if make_card is None:
            return
        believed = _within_reach(member.strength + self._random.bell(60))
        experience = min(20, max(0, member.age(year) - 14)) if founding else 0
        data = {
            "pool": self._settings.pool,
            "player": member.id,
            "from_day": f"{year:04}-01-01",
            "card": make_card(believed, experience),
            "kind": "initial" if founding else system.first_kind,
            "by": "rating committee",
            "reason": "founding list" if founding else "first ranking",
        }
        yield event("rating.decided", f"{member.id}-card", data)
