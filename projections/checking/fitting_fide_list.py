"""Whether the steps of one FIDE list fit together: its reports, K, the pool, and the floor."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.fide_lists import (
    FLOOR,
    ListSteps,
    day_before,
    is_first_report_known,
    list_in,
    months_of,
)
from projections.checking.question import events
from projections.checking.values import differing, same, value_of

Document = Mapping[str, Any]
EARLIER = stated_because("the outcome of earlier events: the audit of each recomputes it")
DROPPED = stated_because("a result that is too old to be used any more")
MONTHS_END = stated_because(
    "on which day of the month a report ended that others played in longer"
)
LEAST_GAMES = 5
WHOLE_EVENT = stated_because("points of games that do not count")


def age_on(document: Document, the_list: str) -> int | None:
    """The player's age for K: the year of the list before, less that of his birth."""
    own = [
        each for each in events(document, "registration") if each["player"] == document["player"]
    ]
    born = value_of(own[0], "birth_year", None) if own else None
    return None if born is None else int(day_before(the_list)[:4]) - int(born)


def day_of_list(document: Document, the_list: ListSteps) -> str:
    """Its day, as its steps say it; of a list that has not come as the row says it."""
    row = value_of(document, "row", {})
    return str(the_list.the_list or row.get("list") or document["ended_on"])


def is_last(document: Document, the_list: ListSteps) -> bool:
    """Whether it is the one that the row or the whole document is about."""
    row = document.get("row")
    last = document["ended_on"] if row is None else row["list"]
    return bool(the_list.the_list in {None, last})


def fitting_list(document: Document, the_list: ListSteps) -> Iterator[str]:
    """What does not fit, in words."""
    yield from _day(document, the_list)
    if the_list.is_of_rated:
        yield from _period(the_list)
        yield from _coefficient(document, the_list)
    else:
        yield from _first_event(document, the_list)
        yield from _pool(the_list)
    yield from _published(the_list)


def _day(document: Document, the_list: ListSteps) -> Iterator[str]:
    """All steps name one day, the first of a month, later than that of the list before."""
    days = [
        step["given"]["the_list"]
        for symbols in ("rating|the_list", "results|the_list|pool_months")
        for rule in ("FIDE 7.2.1", "FIDE 7.1.4")
        for _, step in the_list.numbered(rule, symbols)
    ]
    if any(day != days[0] for day in days):
        yield "the steps of a list name several days"
    day = the_list.the_list
    if day is not None and day != list_in(months_of(day)):
        yield f"{day} is not the day of a list"
    if document["tournament"] is None:
        yield from differing([("the list", document["ended_on"], day or document["ended_on"])])


def _period(the_list: ListSteps) -> Iterator[str]:
    """What is added up are the changes of the games, report by report, and K counts them."""
    (_, step), (_, limit) = (
        the_list.numbered("FIDE 8.3.4", "K|deltas|rounding_unit")[-1],
        the_list.numbered("FIDE 8.3.3", "K|n")[-1],
    )
    changes = [game.change["result"] for game in the_list.games]
    yield from differing(
        [
            ("changes of the games", sum(changes), sum(step["given"]["deltas"])),
            ("games of the period", len(changes), limit["given"]["n"]),
        ]
    )
    left = list(changes)
    for delta in step["given"]["deltas"]:
        taken = 1
        while taken < len(left) and not same(sum(left[:taken]), delta):
            taken += 1
        if not same(sum(left[:taken]), delta):
            yield f"no report has the change {delta}"
            return
        left = left[taken:]


def _coefficient(document: Document, the_list: ListSteps) -> Iterator[str]:
    """K is that of the card before the list and of the year of the list before."""
    ((_, step),) = the_list.numbered("FIDE 8.3.3", "peak|height|games|age|k_order")
    new = the_list.one("FIDE 7.1", "base|change")
    given, base = step["given"], None if new is None else new["given"]["base"]
    ever = document["parameters"]["junior_2300"] == "ever"
    height = given["peak"] if ever else base
    yield from differing([("height of a junior", height, given["height"])])
    if document.get("inputs"):
        age = age_on(document, day_of_list(document, the_list))
        yield from differing([("age", age, given["age"])])
    for symbols, name in (("games|n", "games"), ("peak|rating", "peak")):
        for _, counted in the_list.numbered("FIDE 8.3.3", symbols):
            yield from differing([(f"{name} before", given[name], counted["given"][name])])


def _first_event(document: Document, the_list: ListSteps) -> Iterator[str]:
    """Only the first report can be that of the first event, and the points are those pooled."""
    reports = the_list.numbered("FIDE 8.2.1", "points|first_event")
    for at, (_, step) in enumerate(reports):
        if step["given"]["first_event"] and (at or is_first_report_known(document, the_list)):
            yield "a later report is called the first"
    if document["parameters"]["zero_first_event"] == "against_rated":
        points = sum(step["given"]["points"] for _, step in reports if not step["result"])
        new = [each for each in the_list.results if each["listed_on"] == the_list.the_list]
        pooled = sum(each["points"] for each in new)
        yield from differing([("points of the reports", pooled, points)])


def _pool(the_list: ListSteps) -> Iterator[str]:
    """The first rating rests on the results that are still pooled."""
    pool = the_list.one("FIDE 7.1.4", "results|the_list|pool_months")
    if pool is None:
        return
    results = pool["result"]
    mean, share = the_list.one("FIDE 8.2.2", "opponents"), the_list.one("FIDE 8.2.2", "W|n")
    if (mean is None) is (len(results) >= LEAST_GAMES) or (share is None) is not (mean is None):
        yield "a first rating takes five games"
    if mean is not None and share is not None:
        ratings = [each["opponent_rating"] for each in results]
        points = sum(each["points"] for each in results)
        yield from differing(
            [
                ("opponents of the pool", ratings, mean["given"]["opponents"]),
                ("points of the pool", points, share["given"]["W"]),
                ("games of the pool", len(results), share["given"]["n"]),
            ]
        )
    for _, counted in the_list.numbered("FIDE 8.3.3", "games|n"):
        yield from differing([("games of the pool", len(results), counted["given"]["n"])])


def _published(the_list: ListSteps) -> Iterator[str]:
    """What is held against the floor, and goes onto the card, is the rating found."""
    rule, symbols = FLOOR
    steps = the_list.numbered(rule, symbols)
    steps += the_list.numbered("FIDE 8.3.3", "peak|rating")
    for _, step in steps:
        yield from differing([("rating of the list", the_list.rating, step["given"]["rating"])])
    if the_list.is_of_rated:
        limit, counted = (
            the_list.one("FIDE 8.3.3", "K|n"),
            the_list.one("FIDE 8.3.3", "games|n"),
        )
        if limit is not None and counted is not None:
            n = limit["given"]["n"]
            yield from differing([("games of the list", n, counted["given"]["n"])])


def stated_of_list(document: Document, the_list: ListSteps) -> Iterator[Stated]:
    """What of a list cannot be recomputed."""
    reports = [number for number, _ in the_list.numbered("FIDE 8.2.1", "points|first_event")]
    if reports and not is_first_report_known(document, the_list):
        yield ("steps", reports[0], "given", "first_event"), EARLIER
    if document["parameters"]["zero_first_event"] != "against_rated":
        yield from ((("steps", number, "given", "points"), WHOLE_EVENT) for number in reports)
    for number, step in the_list.numbered("FIDE 7.1.4", "results|the_list|pool_months"):
        for at, each in enumerate(step["given"]["results"]):
            if each not in step["result"]:
                yield ("steps", number, "given", "results", at), DROPPED
    if not the_list.is_of_rated:
        for number, _ in the_list.numbered("FIDE 8.3.3", "peak|rating"):
            yield ("steps", number, "given", "peak"), EARLIER
    if not is_last(document, the_list):
        for number, _ in the_list.numbered(*FLOOR):
            yield ("steps", number, "given", "the_list"), MONTHS_END
