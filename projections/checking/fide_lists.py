"""The steps of a FIDE audit by the list that they belong to, and the calendar of the lists.

On a list all reports of a player are rated together, so its steps name games of other tournaments
too.  A report that waits for its list leaves its steps as well, before those of lists that came.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

Document = Mapping[str, Any]
Step = Mapping[str, Any]
LISTS_OF_YEAR, LISTS_TO_CHOOSE_FROM = 12, 3
_OPENING = {"FIDE 8.3.1", "FIDE 8.2.1"}
_BETWEEN_REPORTS = {"FIDE 8.3.2", "FIDE 8.2.1"}
FLOOR = ("FIDE 7.2.1", "rating|the_list")


@dataclass(frozen=True, kw_only=True)
class GameSteps:
    """The two steps of a rated game: its difference and its change, and where the first stands."""

    number: int
    difference: Step
    change: Step


@dataclass(frozen=True)
class ListSteps:
    """The steps of one list, the first of them having the place ``first`` in the document."""

    first: int
    steps: Sequence[Step]

    def numbered(self, rule: str, symbols: str) -> list[tuple[int, Step]]:
        """Those under a paragraph that are given just these symbols, with their places."""
        names = set(symbols.split("|"))
        return [
            (self.first + at, each)
            for at, each in enumerate(self.steps)
            if each["rule"] == rule and each["given"].keys() == names
        ]

    def one(self, rule: str, symbols: str) -> Step | None:
        """The last of them; None where there is none."""
        return next((step for _, step in reversed(self.numbered(rule, symbols))), None)

    @property
    def games(self) -> list[GameSteps]:
        """The games of a rated player."""
        return [
            GameSteps(number=self.first + at, difference=step, change=self.steps[at + 1])
            for at, step in enumerate(self.steps[:-1])
            if step["rule"] == "FIDE 8.3.1" and "points" in self.steps[at + 1]["given"]
        ]

    @property
    def is_of_rated(self) -> bool:
        """Whether the player was rated before the list."""
        return self.one("FIDE 7.1", "base|change") is not None

    @property
    def results(self) -> Sequence[Step]:
        """The results that an unrated player's first rating is tried with."""
        step = self.one("FIDE 7.1.4", "results|the_list|pool_months")
        return () if step is None else step["given"]["results"]

    @property
    def the_list(self) -> str | None:
        """Its day; None where no step says it."""
        step = self.one(*FLOOR) or self.one("FIDE 7.1.4", "results|the_list|pool_months")
        return None if step is None else step["given"]["the_list"]

    @property
    def rating(self) -> Any:
        """The rating that it comes to, published or not; None: too few games for a first one."""
        step = self.one("FIDE 7.1", "base|change") or self.one("FIDE 8.2.3", "Ra|p")
        return None if step is None else step["result"]

    @property
    def is_published(self) -> bool:
        """Whether its rating was held against the floor."""
        return self.one(*FLOOR) is not None

    @property
    def published_rating(self) -> Any:
        """The rating in force from it on; None: unrated, or the list has not come."""
        floor = self.one(*FLOOR)
        return None if floor is None or floor["result"] else self.rating


def lists_of(document: Document) -> list[ListSteps]:
    """The lists in the order of their steps."""
    found: list[ListSteps] = []
    begun = 0
    steps: Sequence[Step] = document["steps"]
    for number in range(1, len(steps) + 1):
        if number == len(steps) or _begins(steps[number], steps[number - 1]):
            if steps[begun]["rule"] in _OPENING:
                found.append(ListSteps(begun, steps[begun:number]))
            begun = number
    return found


def _begins(step: Step, before: Step) -> bool:
    """Whether another list begins with a step: games or reports after what ends a list."""
    return step["rule"] in _OPENING and before["rule"] not in _BETWEEN_REPORTS


# --- calendar ----------------------------------------------------------------------------------


def months_of(day: str) -> int:
    """The months of a day since the year 0."""
    return LISTS_OF_YEAR * int(day[:4]) + int(day[5:7]) - 1


def list_in(months: int) -> str:
    """The list of a month counted since the year 0."""
    year, month = divmod(months, LISTS_OF_YEAR)
    return f"{year:04}-{month + 1:02}-01"


def day_before(day: str, days: int = 1) -> str:
    """A day so many days before another."""
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


def first_list(ended_on: str, closing_days: int) -> str:
    """The first list whose closing day is not before the end of a report."""
    months = months_of(ended_on)
    closing = day_before(list_in(months + 1), closing_days)
    return list_in(months + 1 if ended_on <= closing else months + 2)


def last_day_in_pool(listed_on: str, pool_months: int) -> str:
    """The last day on which a pooled result may be used."""
    return day_before(list_in(months_of(listed_on) + pool_months))


def decided_list(document: Document) -> str | None:
    """The list that was decided for the tournament, if it is one of the three after its end."""
    decisions = sorted(_decisions(document), key=lambda each: int(each["position"]))
    if not decisions:
        return None
    said = str(decisions[-1]["data"]["value"]["list"])
    later = months_of(said) - months_of(document["ended_on"])
    return said if 1 <= later <= LISTS_TO_CHOOSE_FROM else None


def _decisions(document: Document) -> Iterator[Mapping[str, Any]]:
    for each in document.get("inputs", []):
        data = each["data"] if each["what"] == "decision" else None
        if data is None or data["rule"] != "FIDE 7.1.3":
            continue
        if data["about"].get("tournament") == document["tournament"]:
            yield each


def is_first_report_known(document: Document, the_list: ListSteps) -> bool:
    """Whether the steps show an earlier report than the first of an unrated player's list."""
    older = [each for each in the_list.results if each["listed_on"] != the_list.the_list]
    return bool(older) or lists_of(document)[0].first < the_list.first
