"""Whether a DWZ audit fits together beyond its formulas: games, first ratings, age, validity."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import fsum
from typing import Any

from projections.checking.dwz import chance, improved
from projections.checking.fitting_dwz_2026 import completed, conversion, draws, played
from projections.checking.values import differing, pairs, same, steps_of, value_of

Document = Mapping[str, Any]
Steps = list[Mapping[str, Any]]
_RULES: Mapping[str, Mapping[str, str]] = {
    "dwz-1995": {
        "expectation": "DWZ 4.6",
        "start": "DWZ 4.7.2.1.1",
        "iteration": "DWZ 4.7.4",
        "first": "DWZ 4.7.4",
        "performance": "DWZ 4.8",
        "used": "DWZ 4.4",
        "kept": "DWZ 4.7.7",
        "coefficient": "DWZ 4.9.2",
        "own figure": "DWZ 6.1.1",
        "other figure": "DWZ 6.1.2",
    },
    "dwz-2014": {
        "expectation": "DWZ 2014 3.3",
        "start": "DWZ 2014 3.4.4",
        "iteration": "DWZ 2014 3.4.4",
        "first": "DWZ 2014 3.4.4",
        "performance": "DWZ 2014 3.6",
        "used": "DWZ 2014 3.4.2",
        "kept": "DWZ 2014 3.4.2",
        "coefficient": "DWZ 2014 Anhang 1.2",
        "own figure": "DWZ 2014 4.1.1",
        "other figure": "DWZ 2014 4.1.2",
    },
    "dwz-2026": {
        "expectation": "DWZ 2026 3.3",
        "start": "DWZ 2026 3.4.4",
        "iteration": "DWZ 2026 3.4.4",
        "first": "DWZ 2026 3.4.4",
        "performance": "DWZ 2026 3.6",
        "used": "DWZ 2026 3.4.2",
        "kept": "DWZ 2026 3.4.2",
        "coefficient": "DWZ 2026 Anhang 1.2",
        "own figure": "DWZ 2026 4.1.1",
        "other figure": "DWZ 2026 4.1.2",
    },
}
"""By edition the paragraphs that what is looked at here stands under."""
_FIRST_FROM = {"dwz-1995": "passes", "dwz-2014": "Ri", "dwz-2026": "Ri"}
"""By edition the symbol of the step that ends with the first DWZ."""


def _steps(document: Document, what: str, given: str) -> Steps:
    """The steps of a paragraph that are given a symbol."""
    rules = _RULES[document["rulebook"]]
    return [step for step in steps_of(document, rules[what]) if given in step["given"]]


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    row = document.get("row")
    if row is not None and row["games_used"]:
        yield from _expectations(document, row)
        yield from _start_values(document, row)
        if row["status"] == "first":
            yield from _first_rating(document, row)
            yield from _undated(document, row)
    yield from draws(document)
    yield from conversion(document)
    yield from _figure_before(document)
    yield from _residual_games(document)
    yield from _age(document)
    yield from _validity(document)


def _expectations(document: Document, row: Document) -> Iterator[str]:
    """Each game's expectation, and that the steps show the games of the row."""
    games, expectancy = row["games_used"], document["parameters"]["expectancy"]
    own = row["rating_before"] if row["status"] == "rated" else _iterated(document)
    for game in games:
        if game["expected"] is not None:
            found = chance(own - game["opponent_rating"], expectancy)
            yield from differing([(f"expected in {game['game']}", found, game["expected"])])
    shown = [step["given"]["games"] for step in _steps(document, "expectation", "games")[-1:]]
    if shown and not same(shown[0], games):
        yield "the steps show other games than the row"
    mean = fsum(game["opponent_rating"] for game in games) / len(games)
    yield from differing([("mean of the opponents", mean, row["opponents_mean"])])


def _start_values(document: Document, row: Document) -> Iterator[str]:
    """First approximations rest on figures that the document knows (of stage 2 on others too)."""
    if row["stage"] == 2:
        return
    used = [game["opponent_rating"] for game in row["games_used"]]
    cards = {each["player"]: each["figure"] for each in document.get("opponents", [])}
    starts = _steps(document, "start", "opponents")
    if row["status"] == "rated":
        yield from _performances(document, starts, used)
    else:
        starts = starts[: len(_iterations(document))]
    # What newcomers counted with before a special evaluation is not in the document.
    newcomers = [game for game in row["games_used"] if cards.get(game["opponent"], 0) is None]
    for step in starts:
        opponents, points = played(document, step["given"])
        if len(opponents) == len(used):
            yield from differing([("points", row["points"], points)])
        unknown = [figure for figure in opponents if figure not in (*used, *cards.values())]
        if len(unknown) > (len(newcomers) if row["status"] == "rated" else 0):
            yield from (f"{figure} is nobody's figure" for figure in unknown)


def _performances(document: Document, starts: Steps, used: list[int]) -> Iterator[str]:
    """Each performance begins with its own games, and the last is that over the row's."""
    shown = [step["given"] for step in _steps(document, "performance", "opponents")]
    begun = [step["given"] for step in starts]
    for start, performance in pairs(begun, shown):
        opponents = played(document, start)[0] if start else None
        if not same(opponents, performance.get("opponents")):
            yield "a performance begins with other games than it is over"
    if shown and not same(shown[-1]["opponents"], used, "opponents"):
        yield "the performance is against others than the games"


def _first_rating(document: Document, row: Document) -> Iterator[str]:
    """The passes lead from the start to a value that no pass changes any more.

    Where newcomers met, the values of the others pass by pass are theirs: then only the start
    and the rest at the end can be looked at.
    """
    expectancy, points = document["parameters"]["expectancy"], row["points"]
    used = [game["opponent_rating"] for game in row["games_used"]]
    fixed = row["stage"] == 1  # in stage 2 the start also rests on values that move
    iterations = _iterations(document)
    starts = _steps(document, "start", "opponents")[: len(iterations)]
    for start, iteration in pairs(starts, iterations):
        passes, (opponents, _) = iteration["given"]["passes"], played(document, start["given"])
        yield from differing([("first of the passes", start["result"], passes[0])])
        if fixed and len(opponents) == len(used) and _at_rest(iteration):
            for before, after in pairwise(passes):
                found = improved(before, *completed(document, opponents, points), expectancy)
                yield from differing([("pass", found, after)])
    if iterations and _at_rest(iterations[-1]):
        last = iterations[-1]["result"]
        found = improved(last, *completed(document, used, points), expectancy)
        yield from differing([("pass after the last", found, last)])


def _undated(document: Document, row: Document) -> Iterator[str]:
    """To the first ratings that stood before comes this one, with its games (DWZ 4.10.1.3)."""
    shown = [step["given"]["evaluations"] for step in steps_of(document, "DWZ 4.10.1.3")]
    if len(shown) == 2:
        this = [_steps(document, "first", _FIRST_FROM[document["rulebook"]])[-1]["result"]]
        this.append(row["games"])
        yield from differing([("evaluations of unknown order", [*shown[0], this], shown[1])])


def _at_rest(iteration: Document) -> bool:
    return str(iteration["text"]).endswith("improved together until none changes any more.")


def _figure_before(document: Document) -> Iterator[str]:
    """The figure that was looked up is that of the card before."""
    card = value_of(value_of(document, "card_before", {}), "card", {})
    others = _steps(document, "other figure", "rating")
    for step in _steps(document, "own figure", "rating") + others:
        given = step["given"]
        yield from differing(
            [
                ("figure before", given["rating"], card.get("rating")),
                ("index before", given["index"], card.get("index")),
            ]
        )
    foreign = bool(others) and document["rulebook"] == "dwz-2014"
    for step in _steps(document, "coefficient", "index"):
        index = 1 if foreign else value_of(document, "row", {}).get("index_before")
        yield from differing([("index of the coefficient", index, step["given"]["index"])])


def _residual_games(document: Document) -> Iterator[str]:
    """The steps and the document show the same residual games."""
    rules = _RULES[document["rulebook"]]
    for what in ("used", "kept"):
        kinds = [kind for kind in ("used", "kept") if rules[kind] == rules[what]]
        games = [game for kind in kinds for game in document["residual_games"][kind]]
        listed = {game["game"]: game for game in games}
        for step in _steps(document, what, "games"):
            for game in step["given"]["games"]:
                same_game = listed.get(game["game"], {})
                shown = {key: same_game.get(key) for key in game}
                if not same(shown, game):
                    yield f"the residual game {game['game']} is not as the document lists it"


def _iterated(document: Document) -> Any:
    steps = _iterations(document)
    return steps[-1]["result"] if steps else None


def _iterations(document: Document) -> Steps:
    return _steps(document, "iteration", "passes")


def _age(document: Document) -> Iterator[str]:
    """J is that of the player's age at the end of the tournament (DWZ 4.9.2)."""
    registrations = [each for each in document.get("inputs", []) if each["what"] == "registration"]
    if not registrations:
        return
    own = [each for each in registrations if each["data"]["player"] == document["player"]]
    born = value_of(own[0]["data"], "birth_year", None) if own else None
    age = None if born is None else int(document["ended_on"][:4]) - born
    J = 15 if age is None or age > 25 else 10 if age > 20 else 5  # noqa: N806 - the document's own
    for step in _steps(document, "coefficient", "J"):
        yield from differing([("J by the year of birth", J, step["given"]["J"])])
    for step in _steps(document, "coefficient", "A"):
        yield from differing([("age by the year of birth", age, step["given"]["A"])])


def _validity(document: Document) -> Iterator[str]:
    """A new figure holds for the years of DWZ 6.1.1, up to and including the day."""
    after = value_of(document, "card_after", {})
    row = value_of(document, "row", {})
    years = document["parameters"].get("validity_years")
    if not years or row.get("status") not in {"rated", "first"}:
        return
    year, month_and_day = int(document["ended_on"][:4]) + years, document["ended_on"][4:]
    if month_and_day != "-02-29":
        until = f"{year:04}{month_and_day}"
        yield from differing([("valid until", until, after["valid_until"])])
