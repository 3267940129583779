"""The place of everybody in the rating list, in the list of the club and in that of the age class.

Players whose names are not shown have a place in the whole list only, and count in no other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import attrs

from projections.queries.answer_types import PersonRow, Rank
from projections.queries.answers import Answers
from projections.queries.people import people
from projections.queries.rating_list import shared_places
from projections.rulebooks.tournament import age_in

JUNIORS = (8, 10, 12, 14, 16, 18, 20)
SENIORS = (65, 50)
Group = tuple[str, str | None]
"""A kind of group, ``list``, ``club`` or ``age``, and its name."""
THE_LIST: Group = ("list", None)


def age_classes(birth_year: int | None, year: int) -> Iterator[str]:
    """The age classes that a player is in, the closest first.

    ``U16``: not yet 16 on 1 January of the year; ``50+``: 50 by its end, as FIDE has it.
    """
    age = age_in(year, birth_year)
    if age is not None:
        yield from (f"U{limit}" for limit in JUNIORS if age <= limit)
        yield from (f"{limit}+" for limit in SENIORS if age >= limit)


@attrs.frozen(eq=False)
class ListRanks:
    """The places in a list, in those of the clubs, and in those of the age classes."""

    places: Mapping[Group, Mapping[str, int]]
    year: int

    def of(self, player: str, club: str | None, birth_year: int | None) -> list[Rank]:
        """Return a player's ranks; empty for a player who is not on the list."""
        class_ = next(age_classes(birth_year, self.year), None)
        groups: list[Group] = [THE_LIST, ("club", club), ("age", class_)]
        return [
            {"group": kind, "name": name, "place": places[player], "of": len(places)}
            for kind, name in groups
            if player in (places := self.places.get((kind, name), {}))
        ]


def list_ranks(answers: Answers) -> ListRanks:
    """The ranks of everybody in the list of the day, strongest first."""
    in_order = answers.in_order()
    known = people(answers, [player for player, _ in in_order])
    groups: defaultdict[Group, list[tuple[str, Mapping[str, object] | None]]] = defaultdict(list)
    for player, worth in in_order:
        for group in _groups(known[player], answers.day.year):
            groups[group].append((player, worth.card))
    return ListRanks({group: shared_places(it) for group, it in groups.items()}, answers.day.year)


def _groups(person: PersonRow, year: int) -> Iterator[Group]:
    yield THE_LIST
    if person["club"] is not None:
        yield "club", person["club"]
    for each in age_classes(person["birth_year"], year):
        yield "age", each
