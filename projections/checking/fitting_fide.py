"""Whether a FIDE audit fits together beyond its formulas: its row, its reports and their games."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.fide import floor_on, performance
from projections.checking.fide_lists import decided_list, first_list, list_in, lists_of, months_of
from projections.checking.fide_parts import (
    Part,
    days_of_games,
    divisions,
    is_long,
    located,
    parts_of,
)
from projections.checking.fitting_fide_card import fitting_card, stated_of_card
from projections.checking.fitting_fide_list import fitting_list, stated_of_list
from projections.checking.formula import exact, half_up
from projections.checking.question import events, occasion_of
from projections.checking.values import differing, value_of

Document = Mapping[str, Any]
ELSEWHERE = stated_because(
    "a game of another tournament on the same list: its own audit recomputes it"
)
RATING_OF_THE_MONTH = stated_because(
    "the rating with which the month began, given by the list before"
)


def is_day_of_a_list(day: str) -> bool:
    """Whether a list is dated a day: the first of every month."""
    return day.endswith("-01")


def stated(document: Document) -> Iterator[Stated]:
    """What cannot be recomputed from the document."""
    parts = parts_of(document)
    shown = {step.number for part in parts for step in part.steps}
    for each in lists_of(document):
        for game in each.games:
            if game.number not in shown:
                yield ("steps", game.number, "given"), ELSEWHERE
                yield ("steps", game.number + 1, "given"), ELSEWHERE
        yield from stated_of_list(document, each)
    for part in parts[:-1]:
        for step in part.steps:
            yield ("steps", step.number, "given", "own"), RATING_OF_THE_MONTH
    yield from stated_of_card(document, parts)


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    for each in lists_of(document):
        yield from fitting_list(document, each)
    row = document.get("row")
    if row is not None:
        ways = [_as_reported(document, row, games) for games in divisions(document, row)]
        yield from min(ways, key=len)
        yield from _left_out(document, row)
    if document.get("inputs"):
        yield from fitting_card(document, parts_of(document))
    for what in ("used", "lapsed"):
        yield from differing([(f"games {what}", [], document["residual_games"][what])])


def _as_reported(
    document: Document, row: Document, division: Sequence[Sequence[Document]]
) -> list[str]:
    """What does not fit where the games were reported in these parts."""
    parts = located(document, division)
    if parts is None:
        return ["the steps show other games than the row"]
    last = parts[-1]
    found = differing([(field, value, row[field]) for field, value in _expected(parts).items()])
    found += [misfit for part in parts for misfit in _games(part)]
    found += _rating_used(document, last, row)
    found += [misfit for part in parts for misfit in _exemption(document, part, parts)]
    found += _list(document, last, row, whole=len(parts) == 1)
    return found


def _expected(parts: Sequence[Part]) -> dict[str, Any]:
    """The figures of the row: sums of all reports, and the rest from the last."""
    last, rated = parts[-1], [part for part in parts if part.at is not None]
    ratings = [game["opponent_rating"] for game in last.games]
    mean = half_up(Fraction(sum(ratings), len(ratings)))
    points = sum(game["points"] for game in last.games)
    deltas = [sum(int(step.change["result"]) for step in part.steps) for part in rated]
    changes = [_K(part) * delta for part, delta in zip(rated, deltas, strict=True)]
    expected = [exact(game["expected"]) for part in rated for game in part.games]
    return {
        "status": _status(last),
        "rating_before": None if last.at is None else last.own_rating,
        "k": None if last.at is None else _K(last),
        "expected": sum(expected) if rated else None,
        "delta": Fraction(sum(deltas), 100) if rated else None,
        "change": Fraction(sum(changes), 100) if rated else None,
        "rating_after": last.in_list.published_rating,
        "opponents_mean": mean,
        "performance": performance(mean, points, len(ratings)),
    }


def _K(part: Part) -> int:  # noqa: N802 - the document's own symbol
    step = part.in_list.one("FIDE 8.3.3", "K|n")
    return 0 if step is None else int(step["result"])


def _status(part: Part) -> str:
    if part.at is not None:
        return "rated"
    pooled = {each["game"] for each in part.in_list.results}
    if part.games[0]["game"] not in pooled:
        return "none"
    rating, the_list = part.in_list.rating, part.in_list.the_list
    is_rated = rating is not None and the_list is not None and rating >= floor_on(the_list)
    return "first" if is_rated else "pool"


def _games(part: Part) -> Iterator[str]:
    """Every game has its expectation and its change, or neither."""
    if part.at is None:
        for game in part.games:
            empty = ("difference", "expected", "change")
            yield from differing([(f"{it} of {game['game']}", None, game[it]) for it in empty])
        return
    for game, step in zip(part.games, part.steps, strict=True):
        change = int(step.change["result"])
        expected = exact(game["points"]) - Fraction(change, 100)
        yield from differing(
            [
                (f"expectation of {game['game']}", expected, game["expected"]),
                (f"change of {game['game']}", Fraction(_K(part) * change, 100), game["change"]),
            ]
        )


def _rating_used(document: Document, part: Part, row: Document) -> list[str]:
    """Who was unrated when the report began is rated with what the list found (8.2.4)."""
    before = value_of(document, "card_before", {})
    step = part.in_list.one("FIDE 7.1", "base|change")
    if part.at is None or step is None or before.get("status") != "unrated":
        return []
    return differing([("rating used", step["given"]["base"], row["rating_before"])])


def _exemption(document: Document, part: Part, parts: Sequence[Part]) -> Iterator[str]:
    """From which rating on a player was exempt when the report began."""
    occasion, readings = occasion_of(document), document["parameters"]
    if occasion is None:
        return
    begun = [min(value_of(occasion, "starts_on", occasion["ended_on"]), occasion["ended_on"])]
    if len(parts) > 1 or is_long(document):
        days = days_of_games(document)
        own = [str(days[game["game"]]) for game in part.games if days.get(game["game"])]
        begun += [min(own), list_in(months_of(min(own)))] if own else []
    since, standard = readings["exemption_from"], readings["control"] == "standard"
    held = {readings["exemption_rating"] if standard and day >= since else None for day in begun}
    for step in part.steps:
        if step.difference["given"]["exempt_from"] not in held:
            yield f"exempt from {step.difference['given']['exempt_from']} in step {step.number}"


def _left_out(document: Document, row: Document) -> Iterator[str]:
    """A game that is not said to count for nobody counts for him or for his opponent."""
    named = {each["game"] for each in (*row["games_used"], *document["not_counted"])}
    for data in events(document, "game"):
        here = data["tournament"] == document["tournament"] and data["game"] not in named
        if here and not (data.get("played", True) and data.get("black")):
            yield f"{data['game']} was not played, and is not said not to count"


def _list(document: Document, part: Part, row: Document, *, whole: bool) -> list[str]:
    """The list is that of the end of the report, or the one that was decided."""
    occasion, the_list = occasion_of(document), part.in_list.the_list
    found = [] if the_list is None else differing([("list", the_list, row["list"])])
    if occasion is None:
        return found
    official = "official-fide-event" in value_of(occasion, "flags", [])
    closing = 1 if official else document["parameters"]["closing_days"]
    last = first_list(occasion["ended_on"], closing)
    decided = decided_list(document)
    if whole and not is_long(document):
        return found + differing([("list of the end", decided or last, row["list"])])
    days = days_of_games(document)
    own = [str(days[game["game"]]) for game in part.games if days.get(game["game"])]
    first = first_list(max(own), closing) if own else last
    if row["list"] != decided and not (first <= row["list"] <= last and row["list"][8:] == "01"):
        found.append(f"list of the end: {row['list']} is not from {first} to {last}")
    return found
