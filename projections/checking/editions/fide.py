"""FIDE 2024 for the checker: first ratings, changes, K, the rounding of a period, lists and cards.

A list rates all reports of a player together, so the steps of an audit also name games of other
tournaments.  A report that waits for its list leaves steps, too.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from projections.checking.checker import EARLIER, POOLED_BEFORE, Checker, Stated, stated_reason
from projections.checking.document import Document, Row, differing, same
from projections.checking.formula import WHOLE, Given, exact, formula, half_up

# Table 8.1.2: the first difference of every band from .50 on; each is a hundredth more.
_FROM = [0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146]
_FROM += [154, 163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316]
_FROM += [329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736]
# Table 8.1.1 from .50 up; below .50 the sign is reversed.
_DP = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149]
_DP += [158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322]
_DP += [336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800]


_CARD_FOR_K = "peak|height|games|age|k_order"


@formula("FIDE 8.3.1", "own|opponent|exempt_from", "D", free="own|opponent|exempt_from")
def _difference(g: Given) -> int:
    apart: int = g["own"] - g["opponent"]
    if g["exempt_from"] is not None and g["own"] >= g["exempt_from"]:
        return apart
    return sorted((-400, apart, 400))[1]


@formula("FIDE 8.3.2", "points|D", free="points")
def _change_of_a_game(g: Given) -> Fraction:
    step = bisect_right(_FROM, abs(g["D"])) - 1
    expected = 50 + step if g["D"] >= 0 else 50 - step
    return 100 * exact(g["points"]) - expected


@formula("FIDE 8.3.3", _CARD_FOR_K, "K", free=_CARD_FOR_K)
def _base_k(g: Given) -> int:
    """K before the limit of 700."""
    young = g["age"] is not None and g["age"] < 19 and g["height"] < 2300
    ten = g["peak"] >= 2400
    if ten and (g["k_order"] == "peak_first" or not (young or g["games"] < 30)):
        return 10
    return 40 if young or g["games"] < 30 else 20


formula("FIDE 8.3.3", "games|n", free="games|n")(lambda g: g["games"] + g["n"])
formula("FIDE 8.3.3", "peak|rating", free="peak|rating")(lambda g: max(g["peak"], g["rating"]))
formula("FIDE 8.3.3", "K|n", "K", free="n")(
    lambda g: int(min(g["K"], 700 // g["n"]) if g["n"] else g["K"])
)


@formula("FIDE 8.3.4", "K|deltas|rounding_unit", "change", free="deltas|rounding_unit")
def _change_of_the_period(g: Given) -> int:
    units = [g["deltas"]] if g["rounding_unit"] == "period" else [[one] for one in g["deltas"]]
    total = 0
    for unit in units:
        points = Fraction(g["K"] * sum(unit), 100)
        total += half_up(points) if points > 0 else -half_up(-points)
    return total


formula("FIDE 7.1", "base|change", "rating", free="base")(lambda g: g["base"] + g["change"])
formula("FIDE 7.2.1", "rating|the_list", free="rating|the_list")(
    lambda g: bool(g["rating"] < _floor_on(g["the_list"]))
)


def _floor_on(day: str) -> int:
    """The lowest rating that is published."""
    return 1400 if day >= "2024-03-01" else 1000


formula("FIDE 8.2.1", "points|first_event", free="points|first_event")(
    lambda g: bool(g["first_event"]) and g["points"] == 0
)
formula("FIDE 8.2.2", "opponents", "Ra", free="opponents")(
    lambda g: str(Fraction(sum([*g["opponents"], 1800, 1800]), len(g["opponents"]) + 2))
)
formula("FIDE 8.2.2", "W|n", "p", free="W|n")(
    lambda g: half_up(100 * (exact(g["W"]) + 1) / (g["n"] + 2))
)


def _performance(mean: int, points: float, games: int) -> int:
    """The mean of the opponents and dp for the share of the points."""
    return mean + _dp(half_up(100 * exact(points) / games))


def _dp(p: int) -> int:
    return _DP[abs(p - 50)] * (1 if p >= 50 else -1)


@formula("FIDE 8.2.3", "Ra|p")
def _first_rating(g: Given) -> int:
    return min(2200, half_up(Fraction(g["Ra"]) + _dp(g["p"])))


@formula("FIDE 7.1.4", "results|the_list|pool_months", free="results|the_list|pool_months")
def _pool(g: Given) -> list[object]:
    year, month = int(g["the_list"][:4]), int(g["the_list"][5:7])
    now = 12 * year + month
    return [
        result
        for result in g["results"]
        if now - 12 * int(result["listed_on"][:4]) - int(result["listed_on"][5:7])
        < g["pool_months"]
    ]


formula("FIDE 0", "kind|by|reason")(lambda g: g[WHOLE].given_by["card"]["rating"])
formula("FIDE 0", "list|verified")(lambda g: g[WHOLE].given_by["figure"])
formula("FIDE 0", "before|figure|factor|plus", free="figure|factor|plus")(
    lambda g: half_up(exact(g["factor"]) * exact(g["figure"]) + exact(g["plus"]))
)


# --- lists ---------------------------------------------------------------------------------------

_OPENING = {"FIDE 8.3.1", "FIDE 8.2.1"}
_BETWEEN_REPORTS = {"FIDE 8.3.2", "FIDE 8.2.1"}
_FLOOR = ("FIDE 7.2.1", "rating|the_list")
_POOL = ("FIDE 7.1.4", "results|the_list|pool_months")
_K = ("FIDE 8.3.3", "K|n")


@dataclass(frozen=True)
class _List:
    """The steps of one list; the first of them is at the place ``first`` in the document."""

    first: int
    steps: Sequence[Row]

    def numbered(self, rule: str, symbols: str) -> list[tuple[int, Row]]:
        """The steps under a paragraph that are given exactly these symbols, with their places."""
        names = set(symbols.split("|"))
        return [
            (self.first + at, each)
            for at, each in enumerate(self.steps)
            if each["rule"] == rule and each["given"].keys() == names
        ]

    def given(self, rule: str, symbols: str) -> Row:
        """Return the values given to the last of them; empty if there is none."""
        steps = self.numbered(rule, symbols)
        return steps[-1][1]["given"] if steps else {}

    def result(self, rule: str, symbols: str) -> Any:
        """Return the result of the last of them; None if there is none."""
        steps = self.numbered(rule, symbols)
        return steps[-1][1]["result"] if steps else None

    @property
    def games(self) -> list[tuple[int, Row, Row]]:
        """The games of a rated player: the places and the two steps of each."""
        return [
            (self.first + at, step, self.steps[at + 1])
            for at, step in enumerate(self.steps[:-1])
            if step["rule"] == "FIDE 8.3.1" and "points" in self.steps[at + 1]["given"]
        ]

    @property
    def is_of_rated(self) -> bool:
        """True if the player was rated before the list."""
        return bool(self.given("FIDE 7.1", "base|change"))

    @property
    def day(self) -> object:
        """Return the day of the list; None if no step gives it."""
        return self.given(*_FLOOR).get("the_list") or self.given(*_POOL).get("the_list")

    @property
    def rating(self) -> object:
        """Return the resulting rating, published or not; None: too few games for a first one."""
        symbols = ("FIDE 7.1", "base|change") if self.is_of_rated else ("FIDE 8.2.3", "Ra|p")
        return self.result(*symbols)

    @property
    def published_rating(self) -> Any:
        """The rating in force from the list on; None: unrated, or the list is not published."""
        return self.rating if self.result(*_FLOOR) is False else None


def _lists(document: Document) -> list[_List]:
    """The lists in the order of their steps; games after the end of one begin another."""
    found: list[_List] = []
    steps, begun = document["steps"], 0
    for number in range(1, len(steps) + 1):
        if number < len(steps) and (
            steps[number]["rule"] not in _OPENING or steps[number - 1]["rule"] in _BETWEEN_REPORTS
        ):
            continue
        if steps[begun]["rule"] in _OPENING:
            found.append(_List(begun, steps[begun:number]))
        begun = number
    return found


def _last(document: Document) -> _List | None:
    """Return the list that rates the row or the document; None if it is not published."""
    day = document.row.get("list", document["ended_on"])
    lists = [each for each in _lists(document) if each.day in {None, day}]
    return lists[-1] if lists else None


def _day_of(document: Document, the_list: _List) -> str:
    """Return the day of a list, or the one on which a report waits for it."""
    return str(the_list.day or document.row.get("list") or document["ended_on"])


def _readings(document: Document, the_list: _List) -> Row:
    """Return the readings of a list, those of the day before; a report may have earlier ones."""
    day = _day_of(document, the_list)
    day_before = date.fromisoformat(day) - timedelta(days=1)
    return {**_readings_on(document, day_before.isoformat()), "year": int(day[:4])}


def _readings_on(document: Document, day: str) -> Row:
    """Return the readings in force on a day, if several adoptions are shown, and its year."""
    asked, year = document.get("what_if") or {}, {"year": int(day[:4])}
    own = [each for each in document.events("rulebook") if each["rulebook"] == CHECKER.rulebook]
    begun = [each for each in own if each["from_day"] <= day]
    if len(own) < 2 or asked.get("rulebook") or not begun:
        return {**document["parameters"], **year}
    adopted = max(begun, key=lambda each: str(each["from_day"]))
    return {**_as_adopted(adopted), **asked.get("parameters", {}), **year}


def _as_adopted(adoption: Row) -> Row:
    """Return the readings of an adoption, the others by default."""
    return {**CHECKER.defaults, **(adoption.get("parameters") or {})}


def _list_consistency(document: Document, the_list: _List) -> Iterator[str]:
    """Yield, in words, each contradiction in the steps of one list."""
    readings = _readings(document, the_list)
    for step in the_list.steps:
        for name in ("k_order", "rounding_unit", "pool_months"):
            if name in step["given"]:
                yield from differing((name, readings.get(name), step["given"][name]))
    if the_list.is_of_rated:
        yield from _period(document, the_list)
    else:
        yield from _first_rating_consistency(document, the_list)
    held = [step for _, step in the_list.numbered(*_FLOOR)]
    held += [step for _, step in the_list.numbered("FIDE 8.3.3", "peak|rating")]
    for step in held:
        yield from differing(("rating of the list", the_list.rating, step["given"]["rating"]))


def _period(document: Document, the_list: _List) -> Iterator[str]:
    """Check that the games' changes add up by report, and that K is that of the card before."""
    given = the_list.given("FIDE 8.3.3", _CARD_FOR_K)
    base = the_list.given("FIDE 7.1", "base|change")["base"]
    ever = _readings(document, the_list)["junior_2300"] == "ever"
    changes = [change["result"] for _, _, change in the_list.games]
    deltas = the_list.given("FIDE 8.3.4", "K|deltas|rounding_unit")["deltas"]
    limit, counted = (the_list.given("FIDE 8.3.3", each) for each in ("K|n", "games|n"))
    peak = the_list.given("FIDE 8.3.3", "peak|rating")
    yield from differing(
        ("changes of the games", sum(changes), sum(deltas)),
        ("games of the period", len(changes), limit["n"]),
        ("height of a junior", given["peak"] if ever else base, given["height"]),
        ("games before", given["games"], counted.get("games", given["games"])),
        ("games of the list", limit["n"], counted.get("n", limit["n"])),
        ("peak before", given["peak"], peak.get("peak", given["peak"])),
    )
    if document.get("inputs"):
        day = _day_of(document, the_list)
        year = int(day[:4]) - day.endswith("-01-01")
        yield from differing(("age", document.age_in(year), given["age"]))


def _first_rating_consistency(document: Document, the_list: _List) -> Iterator[str]:
    """Check that the first rating rests on the pooled results, including the new ones."""
    results = the_list.result(*_POOL) or []
    opponents = the_list.given("FIDE 8.2.2", "opponents").get("opponents", [])
    share, points = the_list.given("FIDE 8.2.2", "W|n"), sum(each["points"] for each in results)
    counted = the_list.given("FIDE 8.3.3", "games|n")
    if opponents or share:
        yield from differing(
            ("opponents of the pool", [each["opponent_rating"] for each in results], opponents),
            ("points of the pool", points, share.get("W")),
            ("games of the pool", len(results), share.get("n")),
            ("games of the list", len(results), counted.get("n", len(results))),
        )
    reports = [step for _, step in the_list.numbered("FIDE 8.2.1", "points|first_event")]
    if _readings(document, the_list)["zero_first_event"] == "against_rated":
        reported = sum(step["given"]["points"] for step in reports if not step["result"])
        given = the_list.given(*_POOL).get("results", [])
        new = sum(each["points"] for each in given if each["listed_on"] == the_list.day)
        yield from differing(("points of the reports", new, reported))


# --- the row -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Shown:
    """A game of the row with its list, the place of its first step and the rating used there."""

    game: Row
    the_list: _List
    place: int | None
    own: int | None


def _shown_games(document: Document) -> list[_Shown]:
    """Return the games of the row with their steps, list by list; games without are left out.

    Of two equal games on two lists each may be shown the steps of the other.
    """
    found: list[_Shown] = []
    for game in document.row.get("games_used", []):
        taken = {each.place for each in found}
        for the_list, place in _places(document, game):
            if place is None or place not in taken:
                own = None if place is None else document["steps"][place]["given"]["own"]
                found.append(_Shown(game, the_list, place, own))
                break
    return sorted(found, key=lambda each: _day_of(document, each.the_list))


def _places(document: Document, game: Row) -> Iterator[tuple[_List, int | None]]:
    """The steps that a game of the row may have, with their list, the last list first."""
    is_rated = any(game[it] is not None for it in ("difference", "expected", "change"))
    for each in reversed(_lists(document)):
        if not is_rated and not each.is_of_rated and _is_pooled(document, each, game):
            yield each, None
        for place, difference, change in each.games if is_rated else ():
            delta, K = change["result"], each.result(*_K)  # noqa: N806 - the document's own
            compared = (
                (difference["given"]["opponent"], game["opponent_rating"]),
                (difference["result"], game["difference"]),
                (change["given"]["points"], game["points"]),
                (exact(game["points"]) - Fraction(delta, 100), game["expected"]),
                (Fraction(K * delta, 100), game["change"]),
            )
            if all(same(one, two) for one, two in compared):
                yield each, place


def _is_pooled(document: Document, the_list: _List, game: Row) -> bool:
    """True if a list pools a game of an unrated player, or disregards it (FIDE 8.2.1)."""
    for each in the_list.given(*_POOL).get("results", []):
        if each["game"] == game["game"] and each["listed_on"] == the_list.day:
            return all(same(each[it], game[it]) for it in ("opponent_rating", "points"))
    figure = document.figures[game["opponent"]]
    known = not _in_one_month(document) or game["opponent_rating"] == figure
    reports = the_list.numbered("FIDE 8.2.1", "points|first_event")
    return known and any(step["result"] for _, step in reports)


def _row_consistency(document: Document, row: Row) -> Iterator[str]:
    """Check the row's figures: sums over its games, and otherwise values of the last report."""
    shown = _shown_games(document)
    if len(shown) < len(row["games_used"]):
        yield "the steps show other games than the row"
        return
    games = [each.game for each in shown if each.place is not None]
    for name in ("expected", "change"):
        total = sum(exact(game[name]) for game in games) if games else None
        yield from differing((name, total, row[name]))
    deltas = [exact(game["points"]) - exact(game["expected"]) for game in games]
    yield from differing(("delta", sum(deltas) if games else None, row["delta"]))
    yield from _as_reported(document, row, _last_report(document, row, shown))


def _last_report(document: Document, row: Row, shown: list[_Shown]) -> list[_Shown]:
    """Return all games, or those of the last months, which may have had a report of their own."""
    ways = [shown[at:] for at in range(len(shown))]
    return min(ways, key=lambda report: len(_as_reported(document, row, report)), default=[])


def _as_reported(document: Document, row: Row, report: list[_Shown]) -> list[str]:
    """Return the contradictions if these games were the last report."""
    if not report:
        return []
    ratings = [each.game["opponent_rating"] for each in report]
    the_list, is_rated = report[-1].the_list, report[-1].place is not None
    mean = half_up(Fraction(sum(ratings), len(ratings)))
    points = sum(each.game["points"] for each in report)
    base = the_list.given("FIDE 7.1", "base|change")
    before = row["rating_before"] if is_rated else None
    expected = {
        "rating_before": before,
        "k": the_list.result(*_K) if is_rated else None,
        "rating_after": the_list.published_rating,
        "opponents_mean": mean,
        "performance": _performance(mean, points, len(ratings)),
    }
    found = differing(*((field, value, row[field]) for field, value in expected.items()))
    own = [each.own for each in report if each.place is not None]
    if base and document.standing("before").get("status") == "unrated":  # 8.2.4
        own.append(base["base"])
    return found + differing(*(("rating used", before, each) for each in own))


def _card_consistency(document: Document) -> Iterator[str]:
    """Check that the card after is that of its list, of a decision or conversion, or unchanged."""
    last, day = _last(document), document["ended_on"]
    after = document.standing("after")
    found: Any = None
    if last is not None and last.given(*_FLOOR):
        rating = last.published_rating
        if rating is None:
            yield from differing(("card after", None, after["card"]))
            return
        games, peak = (last.result("FIDE 8.3.3", it) for it in ("games|n", "peak|rating"))
        found = _card(document, _readings(document, last), rating, games, peak)
    elif last is not None and last.is_of_rated:
        given = last.given("FIDE 8.3.3", _CARD_FOR_K)
        base = last.given("FIDE 7.1", "base|change")["base"]
        found = _card(document, _readings_on(document, day), base, given["games"], given["peak"])
    elif last is None and document["tournament"] is None:
        found = _given_card(document)
    elif _stays(document):
        yield from differing(("card that stays", document.standing("before"), after))
    if found is not None and after.get("card") is not None:
        shown = {name: after["card"][name] for name in found}
        yield from differing(("card after", found, shown))


def _card(
    document: Document, readings: Row, rating: int, games: int, peak: int
) -> dict[str, object]:
    """A card with its K, by the readings and the year of the day or list that gives it."""
    given = {"peak": peak, "games": games, "k_order": readings["k_order"]}
    given["age"] = document.age_in(readings["year"])
    given["height"] = peak if readings["junior_2300"] == "ever" else rating
    return {"rating": rating, "k": _base_k(given), "games": games, "peak": peak}


def _stays(document: Document) -> bool:
    """True if nothing gave another card during the tournament, and no list may have come."""
    before, after = document.standing("before"), document.standing("after")
    unrated = before.get("status") == "unrated"
    same_origin = before.get("last_event") == after.get("last_event")
    return same_origin and (unrated or _in_one_month(document))


def _in_one_month(document: Document) -> bool:
    """True if the tournament is known to have ended in the month in which it began."""
    occasion = document.occasion or {"ended_on": "", "starts_on": "another"}
    begun = occasion.get("starts_on") or occasion["ended_on"]
    return bool(begun[:7] == occasion["ended_on"][:7])


def _given_card(document: Document) -> dict[str, object] | None:
    """Return the card that a decision, FIDE's own list or a conversion gives."""
    data = document.given_by or {}
    readings = _readings_on(document, document["ended_on"])
    assumed = readings["assumed_games"]
    if "card" in data or "figure" in data:
        decided = data.get("card", {"rating": data.get("figure")})
        rating = decided["rating"]
        peak = max(rating, decided.get("peak") or 0)
        games = assumed if decided.get("games") is None else decided["games"]
        return _card(document, readings, rating, games, peak)
    if not _conversions(document):
        return None
    before, after = document.card("before"), document.card("after")
    rating = _conversions(document)[-1]["result"]
    if not before:  # below the floor on the list of the same day
        return _card(document, readings, rating, after["games"], after["peak"]) if after else None
    if "k" not in before:  # from a card of another system only the rating is used
        return _card(document, readings, rating, assumed, rating)
    return _card(document, readings, rating, before["games"], max(before["peak"], rating))


def _conversions(document: Document) -> list[Row]:
    return [step for step in document.steps("FIDE 0") if "factor" in step["given"]]


def _conversion_consistency(document: Document) -> Iterator[str]:
    """Check that a conversion takes the figure before, and the piece that covers it."""
    for step in _conversions(document):
        given = step["given"]
        before = document.standing("before").get("figure")
        figure = given["figure"] if before is None else before
        expected = {"figure": figure, "plus": 0, "factor": 0, **document.piece(figure)}
        for name in ("figure", "factor", "plus"):
            yield from differing((f"{name} converted", expected[name], given[name]))


def _waiting_consistency(document: Document) -> Iterator[str]:
    """Check that the waiting results are those that the last or the next list pools."""
    kept, last = document["residual_games"]["kept"], _last(document)
    if last is None or _waits_for_earlier_list(document, last):
        return
    if last.is_of_rated or last.published_rating is not None:
        yield from differing(("what waits", [], kept))
        return
    names = ("game", "opponent_rating", "points")
    shown, pooled = (
        [{name: each[name] for name in names} for each in some]
        for some in (kept, last.result(*_POOL) or [])
    )
    readings = _readings(document, last)
    fewer = readings["below_floor_initial"] == "discard" or not last.given(*_FLOOR)
    if not (same(shown, pooled) or (fewer and all(each in pooled for each in shown))):
        yield "what waits is not what the list pooled"


def _waits_for_earlier_list(document: Document, last: _List) -> bool:
    """True if a list that has not come foresees the rating of another that comes before it."""
    unrated = document.standing("after").get("status") == "unrated"
    return unrated and last.is_of_rated and not last.given(*_FLOOR)


def _consistency(document: Document) -> Iterator[str]:
    for each in _lists(document):
        yield from _list_consistency(document, each)
    row = document.get("row")
    limits = {None, document["parameters"].get("exemption_rating")}
    limits |= {each["exemption_rating"] for each in map(_as_adopted, document.events("rulebook"))}
    for step in document.steps("FIDE 8.3.1"):
        if step["given"]["exempt_from"] not in limits:
            yield f"exempt from {step['given']['exempt_from']}"
    if row is not None:
        yield from _row_consistency(document, row)
    if document.get("inputs"):
        yield from _card_consistency(document)
        yield from _conversion_consistency(document)
        yield from _waiting_consistency(document)


ELSEWHERE = stated_reason(
    "a game of another tournament on the same list: its own audit recomputes it"
)
RATING_OF_THE_MONTH = stated_reason(
    "the rating with which the month began, given by the list before"
)
DROPPED = stated_reason("a result that is too old to be used any more")
WHOLE_EVENT = stated_reason("points of games that do not count")
LISTS_BETWEEN = stated_reason(
    "lists may have been published during the tournament: see the audit of each"
)
FALLEN = stated_reason(
    "kept by a player whom the list of the same day put below the floor: its audit shows them"
)


def _stated(document: Document) -> Iterator[Stated]:
    shown = _shown_games(document)
    places = {each.place for each in shown}
    for the_list in _lists(document):
        for place, _, _ in the_list.games:
            if place not in places:
                yield ("steps", place, "given"), ELSEWHERE
                yield ("steps", place + 1, "given"), ELSEWHERE
        yield from _stated_of_list(document, the_list)
    report = _last_report(document, document.row, shown)
    for each in shown[: len(shown) - len(report)]:
        if each.place is not None:
            yield ("steps", each.place, "given", "own"), RATING_OF_THE_MONTH
    last = _last(document)
    if last is None or _waits_for_earlier_list(document, last):
        yield ("residual_games", "kept"), POOLED_BEFORE
    if last is None:
        if document["tournament"] is not None and not _stays(document):
            yield ("card_after",), LISTS_BETWEEN
        if _conversions(document) and not document.card("before"):
            yield from ((("card_after", "card", it), FALLEN) for it in ("games", "peak"))


def _stated_of_list(document: Document, the_list: _List) -> Iterator[Stated]:
    if _readings(document, the_list)["zero_first_event"] != "against_rated":
        for number, _ in the_list.numbered("FIDE 8.2.1", "points|first_event"):
            yield ("steps", number, "given", "points"), WHOLE_EVENT
    for number, step in the_list.numbered(*_POOL):
        for at, each in enumerate(step["given"]["results"]):
            if each not in step["result"]:
                yield ("steps", number, "given", "results", at), DROPPED
    if not the_list.is_of_rated:
        for number, _ in the_list.numbered("FIDE 8.3.3", "peak|rating"):
            yield ("steps", number, "given", "peak"), EARLIER


CHECKER = Checker(
    rulebook="fide-2024",
    defaults={
        "control": "standard",
        "rounding_unit": "period",
        "k_order": "peak_first",
        "junior_2300": "ever",
        "exemption_rating": 2650,
        "exemption_from": "2025-10-01",
        "gap_from": "2024-12-01",
        "zero_first_event": "against_rated",
        "pool_months": 26,
        "closing_days": 3,
        "assumed_games": 30,
        "interim_reports": "monthly",
        "time_unknown": "refuse",
        "below_floor_initial": "keep",
    },
    own=_consistency,
    stated=_stated,
)
