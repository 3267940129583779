"""The place of everybody in the rating list, in the list of the club and in that of the age class.

Players whose names are not shown have a place in the whole list only, and count in no other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

import attrs

from projections.queries.answer_types import Rank
from projections.queries.answers import Answers
from projections.queries.people import people

JUNIORS = (8, 10, 12, 14, 16, 18, 20)
SENIORS = (65, 50)
Group = tuple[str, str]
"""A kind of group, ``club`` or ``age``, and its name."""


def age_classes(birth_year: int | None, year: int) -> Iterator[str]:
    """The age classes that a player is in, the closest first.

    ``U16``: not yet 16 on 1 January of the year; ``50+``: 50 by its end, as FIDE has it.
    """
    if birth_year is not None:
        age = year - birth_year
        yield from (f"U{limit}" for limit in JUNIORS if age <= limit)
        yield from (f"{limit}+" for limit in SENIORS if age >= limit)


@attrs.frozen(eq=False)
class ListRanks:
    """The places in a list; of the list, the club and the age class of each player."""

    places: Mapping[str, tuple[int, int, int]]
    sizes: Mapping[Group, int]
    year: int

    def of(self, player: str, club: str | None, birth_year: int | None) -> list[Rank]:
        """The ranks of a player of the list; none for anyone who is not in it."""
        if player not in self.places:
            return []
        place, in_club, in_class = self.places[player]
        found = [_rank("list", None, place, len(self.places))]
        if in_club and club is not None:
            found.append(_rank("club", club, in_club, self.sizes["club", club]))
        class_ = next(age_classes(birth_year, self.year), None)
        if in_class and class_ is not None:
            found.append(_rank("age", class_, in_class, self.sizes["age", class_]))
        return found


def _rank(group: str, name: str | None, place: int, of: int) -> Rank:
    return {"group": group, "name": name, "place": place, "of": of}


def list_ranks(answers: Answers) -> ListRanks:
    """The ranks of everybody in the list of the day, strongest first."""
    in_order = [player for player, _ in answers.in_order()]
    known = people(answers, in_order)
    year = answers.day.year
    sizes: Counter[Group] = Counter()
    places = {}
    for place, player in enumerate(in_order, start=1):
        club, born = known[player]["club"], known[player]["birth_year"]
        classes = list(age_classes(born, year))
        sizes.update(("age", each) for each in classes)
        if club is not None:
            sizes["club", club] += 1
        in_club = 0 if club is None else sizes["club", club]
        places[player] = place, in_club, sizes["age", classes[0]] if classes else 0
    return ListRanks(places, sizes, year)
