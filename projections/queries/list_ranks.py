"""The place of a player in the rating list, in the list of the club and in that of the age class.

Players whose names are not shown have a place in the whole list only, and count in no other.
"""

from collections.abc import Iterator, Mapping

from projections.queries.answer_types import Rank
from projections.queries.whole_list import WholeList
from projections.rulebooks.tournament import age_in

JUNIORS = (8, 10, 12, 14, 16, 18, 20)
SENIORS = (65, 50)


def age_classes(birth_year: int | None, year: int) -> Iterator[str]:
    """The age classes that a player is in, the closest first.

    ``U16``: not yet 16 on 1 January of the year; ``50+``: 50 by its end, as FIDE has it.
    """
    age = age_in(year, birth_year)
    if age is not None:
        yield from (f"U{limit}" for limit in JUNIORS if age <= limit)
        yield from (f"{limit}+" for limit in SENIORS if age >= limit)


def ranks_in(whole: WholeList, player: str) -> list[Rank]:
    """A player's ranks in a list, in that of the club and of the age class; empty if not on it."""
    place = whole.place(player)
    if place is None:
        return []
    ranked, person, year = whole.ranked, whole.persons[player], whole.ranked.day.year
    found: list[Rank] = [{"group": "list", "name": None, "place": place, "of": ranked.placed}]
    if person.club is not None:
        members = [it for it in ranked.holding if whole.persons[it].club == person.club]
        found.append(_rank("club", person.club, player, ranked.places_among(members)))
    class_ = next(age_classes(person.birth_year, year), None)
    if class_ is not None:
        born = {it.birth_year for it in whole.persons.values()}
        years = {it for it in born if class_ in age_classes(it, year)}
        alike = [it for it in ranked.holding if whole.persons[it].birth_year in years]
        found.append(_rank("age", class_, player, ranked.places_among(alike)))
    return found


def _rank(kind: str, name: str, player: str, places: Mapping[str, int]) -> Rank:
    return {"group": kind, "name": name, "place": places[player], "of": len(places)}
