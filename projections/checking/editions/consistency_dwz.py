"""Consistency of a DWZ audit beyond its formulas: games, first ratings, age, cards.

The checkers of the editions are at the end; their formulas are in
:mod:`projections.checking.editions.dwz`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from projections.checking.checker import POOLED_BEFORE, Checker, Stated, stated_reason
from projections.checking.document import Document, Row, differing, same
from projections.checking.editions.dwz import chance, is_undated

_EXPECTATION = ("DWZ 4.6", "DWZ 2014 3.3", "DWZ 2026 3.3")
_START = ("DWZ 4.7.2.1.1", "DWZ 2014 3.4.4", "DWZ 2026 3.4.4")
_PERFORMANCE = ("DWZ 4.8", "DWZ 2014 3.6", "DWZ 2026 3.6")
_STAGES = ("DWZ 4.7.3.1", "DWZ 4.7.3.2", "DWZ 2014 3.4.1", "DWZ 2026 3.4.1")
_RESIDUAL = ("DWZ 4.4", "DWZ 4.7.7", "DWZ 2014 3.4.2", "DWZ 2026 3.4.2")
_OTHER_FIGURE = ("DWZ 6.1.2", "DWZ 2014 4.1.2", "DWZ 2026 4.1.2")
COMPUTER = "a game against a computer"
_DRAW = "DWZ 2026 3.6.2"
OTHERS = stated_reason("other players with a first DWZ: their audits show it")
WAITING = stated_reason(
    "the values of residual games before the Umstufung: an earlier audit shows them"
)
UNDATED = stated_reason(
    "first evaluations in unknown order all start from the state before the earliest"
)


def stated(document: Document) -> Iterator[Stated]:
    """Yield what cannot be recomputed: the other newcomers in a stage, and their passes."""
    stages = [number for number, step in enumerate(document["steps"]) if step["rule"] in _STAGES]
    for number in stages[1:]:
        yield ("steps", number, "given"), OTHERS
    for number, step in enumerate(document["steps"]):
        if "newcomers" in step["given"]:
            yield ("steps", number, "given", "newcomers", "*", "passes"), OTHERS
    for number in stages[:1] if is_undated(document) else ():
        yield ("steps", number, "given"), UNDATED
    yield from _stated_of_newcomers(document)
    yield from _stated_of_residual_games(document)


def _stated_of_newcomers(document: Document) -> Iterator[Stated]:
    """Yield the numbers of newcomers before special ratings."""
    newcomers = _newcomers(document)
    for number, _ in _over(document, _EXPECTATION)[:-1]:
        for place, game in enumerate(document.row["games_used"]):
            if game["opponent"] in newcomers:
                yield ("steps", number, "given", "opponents", place), OTHERS


def _stated_of_residual_games(document: Document) -> Iterator[Stated]:
    """Yield the ratings of residual games that no step uses."""
    for kind in ("lapsed",) if document.row else ("lapsed", "kept"):
        yield ("residual_games", kind, "*", "opponent_rating"), POOLED_BEFORE
    of_games = len(_conversions(document)) - _is_own_converted(document)
    for number in range(of_games):
        symbol = "x" if document["rulebook"] == "dwz-2026" else "figure"
        yield ("steps", number, "given", symbol), WAITING


def _starts(document: Document) -> list[Row]:
    """The first approximations; the passes, in later editions of the same paragraph, apart."""
    return [document["steps"][number] for number, _ in _over(document, _START)]


def consistency(document: Document) -> Iterator[str]:
    """Yield, in words, each contradiction."""
    row = document.get("row")
    if row is not None:
        yield from _expectations(document, row)
        yield from _performances(document, row)
        yield from _first_rating(document, row)
        yield from _means(document, row)
        yield from _stage_and_card(document, row)
    else:
        yield from _given_card(document)
    yield from _stages(document)
    yield from _figure_before(document)
    yield from _residual_games(document)
    yield from _age(document)
    yield from _conversion(document)


def _expectations(document: Document, row: Row) -> Iterator[str]:
    """Check each game's expectation, and that the steps show the games of the row.

    Before special ratings replace them, opponents count at the figures of their cards.
    """
    games, expectancy = row["games_used"], document["parameters"]["expectancy"]
    iterated = [step["result"] for step in document.given("passes")]
    own = row["rating_before"] if row["status"] == "rated" else [None, *iterated][-1]
    for game in games:
        if game["expected"] is not None:
            found = chance(own - game["opponent_rating"], expectancy)
            yield from differing((f"expected in {game['game']}", found, game["expected"]))
    steps = [step for step in document.given("games") if step["rule"] in _EXPECTATION]
    if steps and not same(steps[-1]["given"]["games"], games):
        yield "the steps show other games than the row"
    *before, last = [given["opponents"] for _, given in _over(document, _EXPECTATION)] or [None]
    if last and not same(last, [game["opponent_rating"] for game in games], "opponents"):
        yield "the sum of the expectations is over others than the games"
    newcomers = _newcomers(document)
    for shown in before:
        for game, figure in zip(games, shown, strict=True):
            if game["opponent"] not in newcomers:
                known = document.figures.get(game["opponent"])
                yield from differing((f"figure of {game['opponent']} before", known, figure))


def _over(document: Document, rules: Sequence[str]) -> list[tuple[int, Row]]:
    """The places and values of the steps under some paragraphs that are given opponents."""
    return [
        (number, step["given"])
        for number, step in enumerate(document["steps"])
        if step["rule"] in rules and "opponents" in step["given"] and "passes" not in step["given"]
    ]


def _newcomers(document: Document) -> set[str]:
    """Return the opponents not rated before; in an unknown order any of them may be."""
    undated = is_undated(document)
    return {
        each["player"] for each in document["opponents"] if undated or each["status"] != "valid"
    }


def _performances(document: Document, row: Row) -> Iterator[str]:
    """Check that each performance begins with its own games, and the last covers the row's.

    A fictitious draw is against the mean of the opponents of a start value.
    """
    starts = [_played(document, step["given"]) for step in _starts(document)]
    shown = [(given["opponents"], given["W"]) for _, given in _over(document, _PERFORMANCE)]
    begun = starts if row["status"] == "rated" else starts[len(starts) - len(shown) :]
    yield from differing(("games that the performances begin with", begun, shown))
    used = [game["opponent_rating"] for game in row["games_used"]]
    if shown and row["status"] == "rated" and not same(shown[-1][0], used, "opponents"):
        yield "the performance is against others than the games"
    over = [step["given"]["opponents"] for step in _starts(document)]
    for step in document.steps(_DRAW):
        if [*step["given"]["opponents"], step["result"]] not in over:
            yield "a fictitious draw is against the mean of others than the start value has"


def _played(document: Document, start: Row) -> tuple[Any, float]:
    """Return opponents and points of a start value without an added fictitious draw."""
    opponents, points = start["opponents"], start["W"]
    drawn = [[*step["given"]["opponents"], step["result"]] for step in document.steps(_DRAW)]
    return (opponents[:-1], points - 0.5) if opponents in drawn else (opponents, points)


def _first_rating(document: Document, row: Row) -> Iterator[str]:
    """Check that the passes lead from the start, over the games of the row."""
    iterations = document.given("passes")
    for start, step in zip(_starts(document), iterations, strict=False):
        given = step["given"]
        yield from differing(("first of the passes", start["result"], given["passes"][0]))
        if "newcomers" in given:
            yield from _begun(document, start["given"], given)
    for step in iterations[-1:]:
        others = [each["passes"][-1] for each in step["given"].get("newcomers", [])]
        over = sorted([*step["given"].get("opponents", []), *others])
        used = sorted(game["opponent_rating"] for game in row["games_used"])
        yield from differing(("opponents of the passes", used, over or used))


def _begun(document: Document, start: Row, given: Row) -> Iterator[str]:
    """Check that a start uses opponents known by then."""
    firsts = Counter(each["passes"][0] for each in given["newcomers"])
    begun: Counter[int] = Counter(_played(document, start)[0])
    fixed: Counter[int] = Counter(given["opponents"])
    if fixed - begun or begun - fixed - firsts:
        yield "the first approximation is against others than the passes"


def _stages(document: Document) -> Iterator[str]:
    """Check that the first stage counts games against those rated before, and residual games."""
    steps = document.steps(*_STAGES)
    if not steps or not document.get("inputs") or is_undated(document):
        return
    given = steps[0]["given"]
    here, waiting = _counted(document)
    numbers = len(here), len(waiting)
    persons = document["parameters"]["five_opponents"] == "persons"
    if persons and document["rulebook"] == "dwz-1995":
        met, before = ({each["opponent"] for each in some} for some in (here, waiting))
        numbers = len(met), len(before - met)
    yield from differing(
        ("games of stage 1", numbers[0], given["games"]),
        ("residual games of stage 1", numbers[1], given["residual_games"]),
    )
    if "W" in given:
        W = sum(game["points"] for game in (*here, *waiting))  # noqa: N806 - its own
        yield from differing(("points of stage 1", W, given["W"]))


def _counted(document: Document) -> tuple[list[Any], list[Any]]:
    """His games here against those rated before, and his residual games from before."""
    rated = {each["player"] for each in document["opponents"] if each["status"] == "valid"}
    left_out = document["not_counted"]
    computers = {each["game"] for each in left_out if each["reason"].endswith(COMPUTER)}
    here = []
    for game in document.events("game"):
        side, opponent = document.side_of(game), document.opponent_of(game)
        counts = game.get("played", True) and game.get("rated_for", "both") in {"both", side}
        counts = counts and game["game"] not in computers
        if game["tournament"] == document["tournament"] and counts and opponent in rated:
            here.append({"opponent": opponent, "points": game[f"{side}_points"]})
    residual = document["residual_games"]
    kept = [game for game in residual["kept"] if game["tournament"] != document["tournament"]]
    return here, [*residual["used"], *kept]


def _means(document: Document, row: Row) -> Iterator[str]:
    """Check the mean of the opponents, and the first rating among those of unknown order."""
    ratings = [game["opponent_rating"] for game in row["games_used"]]
    mean = fsum(ratings) / len(ratings) if ratings else document.results.get("Rc")
    yield from differing(("mean of the opponents", mean, row["opponents_mean"]))
    shown = [step["given"]["evaluations"] for step in document.steps("DWZ 4.10.1.3")]
    if len(shown) == 2:
        this = [document.results["Rn"], row["games"]]
        yield from differing(("evaluations of unknown order", [*shown[0], this], shown[1]))


def _residual_games(document: Document) -> Iterator[str]:
    """Check that the steps and the document show the same residual games.

    Those of a player who was never in a club are not kept, but counted as they would be.
    """
    residual = document["residual_games"]
    listed = {game["game"]: game for kind in ("used", "kept") for game in residual[kind]}
    if not document.row.get("kept", True):
        here = {it: document[it] for it in ("tournament", "ended_on")}
        listed |= {game["game"]: {**game, **here} for game in document.row["games_used"]}
    for step in document.steps(*_RESIDUAL):
        for game in step["given"].get("games", []):
            same_game = listed.get(game["game"], {})
            if not same({key: same_game.get(key) for key in game}, game):
                yield f"the residual game {game['game']} is not as the document lists it"


def _age(document: Document) -> Iterator[str]:
    """Check that J is that of the player's age at the end of the tournament (DWZ 4.9.2)."""
    age = document.age_in(int(document["ended_on"][:4]))
    J = 15 if age is None or age > 25 else 10 if age > 20 else 5  # noqa: N806 - the document's own
    for symbol, found in (("J", J), ("A", age)) if document.events("registration") else ():
        for step in document.given(symbol):
            yield from differing((f"{symbol} by the year of birth", found, step["given"][symbol]))


def _figure_before(document: Document) -> Iterator[str]:
    """Check that the rating used is that of the card before, whose index bounds E or K."""
    card, looked_up = document.card("before"), document.given("rating", "index")
    for name in ("rating", "index"):
        for step in looked_up:
            yield from differing((f"{name} before", step["given"][name], card.get(name)))
    foreign = any(step["rule"] in _OTHER_FIGURE for step in looked_up)
    bound = (
        1 if foreign and document["rulebook"] == "dwz-2014" else document.row.get("index_before")
    )
    for step in document.given("E", "index") + document.given("index", "A"):
        yield from differing(("index of the coefficient", bound, step["given"]["index"]))


def _stage_and_card(document: Document, row: Row) -> Iterator[str]:
    """Check that the player joined the stage; without an evaluation the card must not change."""
    joined = [step["result"] for step in document.steps(*_STAGES)]
    found = joined.index(True) + 1 if True in joined else None
    yield from differing(("the stage", found, row["stage"]))
    recorded = document.known_evaluation
    if recorded is not None and document.standing("before")["status"] != "valid":
        yield from differing(("index before", recorded["index_before"], row["index_before"]))
    if row["status"] not in {"rated", "first"} or not row.get("kept", True):
        yield from document.moved_card()


def _given_card(document: Document) -> Iterator[str]:
    """Check that an adopted figure is on the card after, unless a DWZ is valid.

    The card stays after a tournament that is not rated.
    """
    after, adopted = document.card("after"), document.given("system", "list")
    if document["tournament"] is not None or (adopted and _is_own_dwz(document, "after")):
        yield from document.moved_card()
        return
    for step in adopted:
        foreign = step["given"]["system"] == "FIDE" and document["rulebook"] != "dwz-1995"
        index = 6 if foreign else document["parameters"].get("national_index", 0)
        yield from differing(("index after", index, after.get("index")))
        yield from differing(("figure after", step["result"], after.get("rating")))


def _conversions(document: Document) -> list[tuple[Row, float]]:
    """The steps that convert figures, each with its figure, the player's own DWZ last."""
    steps = document.given("factor", "plus")
    return [(step, step["given"].get("x", step["given"].get("figure"))) for step in steps]


def _is_own_converted(document: Document) -> bool:
    """True if the last of these steps is that of the card before."""
    own = _own_dwz(document, "before")
    return bool(own) and document.piece(document.standing("before")["figure"]) != {}


def _conversion(document: Document) -> Iterator[str]:
    """Check that each figure is converted by its piece, and the card after by the last step."""
    steps = _conversions(document)
    if not steps:
        return
    for step, figure in steps:
        found = document.piece(figure)
        for name in ("factor", "plus", "below"):
            given = step["given"].get(name)
            yield from differing((f"{name} of the piece", found.get(name), given))
    conversion = document.events("rulebook")[-1]["conversion"]
    if conversion.get("residual_games", "convert") == "convert":
        kept = {game["opponent_rating"] for game in document["residual_games"]["kept"]}
        for rating in kept - {step["result"] for step, _ in steps}:
            if document.piece(rating):
                yield "no step gives the rating of the opponent in a residual game"
    before, after = document.standing("before"), _own_dwz(document, "after")
    if _is_own_converted(document) and after:
        count = before["card"].get("index", before["card"].get("count", 0))
        yield from differing(
            ("figure before the conversion", steps[-1][1], before["figure"]),
            ("figure after the conversion", steps[-1][0]["result"], after["rating"]),
            (
                "index after the conversion",
                count + conversion.get("count_plus", 0),
                after["index"],
            ),
        )


def _own_dwz(document: Document, when: str) -> Row:
    """Return the card shown if it is the own DWZ; a valid adopted rating may hide a lapsed one."""
    return document.card(when) if _is_own_dwz(document, when) else {}


def _is_own_dwz(document: Document, when: str) -> bool:
    adopted = [each["id"] for each in document["inputs"] if each["what"] == "adopted rating"]
    return document.standing(when).get("last_event") not in adopted


_LED_TO = {
    "We": "expected",
    "Rn": "rating_after",
    "Rh": "performance",
    "Rp": "special",
    "index after": "index_after",
}
DWZ_1995 = Checker(
    rulebook="dwz-1995",
    defaults={"special_threshold": 200, "validity_years": 5, "residual_years": 2},
    readings={"expectancy": "expectancy", "threshold": "special_threshold"},
    known={
        "Ro": "rating_before",
        "index": "index_before",
        "W": "points",
        "n": "games",
        "opponents": "opponent_rating",
    },
    led_to={**_LED_TO, "E": "coefficient"},
    own=consistency,
    stated=stated,
)
DWZ_2014 = replace(
    DWZ_1995,
    rulebook="dwz-2014",
    defaults={
        **DWZ_1995.defaults,
        "special_threshold": 300,
        "validity_years": 0,
        "national_index": 6,
    },
)
DWZ_2026 = replace(
    DWZ_2014,
    rulebook="dwz-2026",
    defaults={
        **DWZ_2014.defaults,
        "first_correction": 0.08,
        "youth_divisor": 30,
        "brake_shift": 800,
        "junior_bonus": 4,
        "adult_bonus": 4,
        "k_max": 80,
        "minimum": 1100,
    },
    readings={
        **DWZ_2014.readings,
        "r": "first_correction",
        "t": "youth_divisor",
        "u": "brake_shift",
        **{name: name for name in ("k_max", "minimum", "perfect_score")},
    },
    led_to={**_LED_TO, "K": "coefficient"},
)
