"""Part of a rating list: by name, club, sex, birth year or federation, and the first of them."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple, Self

import attrs

from ledger.events.messages import Message
from ledger.importing.matching.names import TypedName, folded
from projections.queries.arguments import UnknownChoice, parameter

_AGE = re.compile(r"[Uu]([1-9][0-9]?)|([1-9][0-9]?)\+", re.ASCII)
SEXES = ("m", "f")


class Person(NamedTuple):
    """A player by what lists are filtered and sorted by; None: unknown, or not shown.

    ``sorted_name``: the name as it is sorted; empty without one.
    """

    player: str
    name: str | None
    sorted_name: str
    club: str | None
    birth_year: int | None
    federation: str | None
    sex: str | None


@attrs.frozen(kw_only=True, slots=False)  # interfaces combine it with further fields
class ListFilter:
    """The filter of a list; players whose names are not shown never match.

    Players without a birth year fail the filter by birth years, and likewise for the rest.
    """

    q: str = parameter(
        "Words of the name, in any order, spelling or part; or the id.",
        "",
        wire="q",
        option="--query",
    )
    club: str = parameter("A part of the club's name.", "")
    sex: str = parameter("m or f.", "", one_of=("", *SEXES), metavar="m|f")
    born_from: int | None = parameter("Born in this year or later.", maximum=9999)
    born_to: int | None = parameter("Born in this year or earlier.", maximum=9999)
    age: str = parameter("The age group: U18, or 50+, by the year of the list.", "")
    federation: str = parameter("The federation, in three letters.", "")
    letter: str = parameter("The letter or letters that the name begins with.", "")
    top: int | None = parameter("At most this number of players, strongest first.", minimum=1)

    def __bool__(self) -> bool:
        """True if the filter excludes anyone."""
        return any(getattr(self, each.name) not in ("", None) for each in attrs.fields(ListFilter))

    def in_year(self, year: int) -> Self:
        """Return the filter with the birth years of its age group in a list's year.

        U18 are those who turn 18 in that year at the latest, 50+ those who turn 50 in it.

        Raises ValueError for what is not an age group.
        """
        if not self.age:
            return self
        found = _AGE.fullmatch(self.age)
        if found is None:
            message = Message("%(age)s is not an age group: write U18 or 50+", age=repr(self.age))
            raise UnknownChoice(message, "age")
        if (under := found[1]) is not None:
            return attrs.evolve(self, born_from=max(self.born_from or 0, year - int(under)))
        return attrs.evolve(self, born_to=min(self.born_to or 9999, year - int(found[2])))

    def matches(self, person: Person) -> bool:
        """True if a player matches, by name, id, club, birth year, federation and sex."""
        return (
            self.fits_birth_year(person.birth_year)
            and self.federation.upper() in ("", person.federation)
            and self.sex in ("", person.sex)
            and (not self.letter or person.sorted_name.startswith(folded(self.letter)))
            and (not self.club or folded(self.club) in folded(person.club or ""))
            and (self.q in ("", person.player) or _typed(self.q).fits(person.name or ""))
        )

    def fits_birth_year(self, year: int | None) -> bool:
        """True if a birth year is in the range, or if there is none."""
        if self.born_from is None and self.born_to is None:
            return True
        return year is not None and (self.born_from or 0) <= year <= (self.born_to or 9999)


@lru_cache(maxsize=16)
def _typed(text: str) -> TypedName:
    return TypedName(text)


EVERYBODY = ListFilter()


def columns_in(named: Collection[str] | str) -> Collection[str]:
    """The columns that are named, one by one or in a text, separated by commas."""
    if not isinstance(named, str):
        return named
    return [each.strip() for each in named.split(",") if each.strip()]
