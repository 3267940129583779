"""Whether what leads to a first DWZ fits together: games counted, stages, start and passes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.days import years_later
from projections.checking.fitting_dwz_2026 import played
from projections.checking.games import opponent_of, side_of
from projections.checking.question import events, occasion_of
from projections.checking.values import differing, steps_of, value_of

Document = Mapping[str, Any]
IN_1995 = ["DWZ 4.7.3.1", "DWZ 4.7.3.2"]
STAGES = (*IN_1995, "DWZ 2014 3.4.1", "DWZ 2026 3.4.1")
_ITERATED = ("DWZ 4.7.4", "DWZ 2014 3.4.4", "DWZ 2026 3.4.4")
_STARTED = ("DWZ 4.7.2.1.1", "DWZ 2014 3.4.4", "DWZ 2026 3.4.4")
OTHERS = stated_because("who else gets a first DWZ: their audits show it")
UNDATED = stated_because(
    "of first evaluations in unknown order each starts from before the earliest"
)


def stated(document: Document) -> Iterator[Stated]:
    """What cannot be recomputed: how many more opponents the second stage brings."""
    stages = [number for number, step in enumerate(document["steps"]) if step["rule"] in STAGES]
    for number in stages[1:]:
        yield ("steps", number, "given"), OTHERS
    for number, step in enumerate(document["steps"]):
        if "newcomers" in step["given"]:
            yield ("steps", number, "given", "newcomers", "*", "passes"), OTHERS
    if _is_undated(document):
        for number in stages[:1]:
            yield ("steps", number, "given"), UNDATED


def _is_undated(document: Document) -> bool:
    return "undated" in value_of(occasion_of(document) or {}, "flags", [])


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    yield from _stages(document)
    yield from _passes(document)
    for games in document["residual_games"].values():
        for game in games:
            years = document["parameters"]["residual_years"]
            until = years_later(game["ended_on"], years)
            if "valid_until" in game:
                name = f"how long {game['game']} waits"
                yield from differing([(name, until, game["valid_until"])])


def _stages(document: Document) -> Iterator[str]:
    """The first stage asks for games against those rated before, the second follows a no."""
    steps = steps_of(document, *STAGES)
    rules = [step["rule"] for step in steps]
    if rules != IN_1995[: len(steps)] and (len(set(rules)) > 1 or rules[0] in IN_1995):
        yield "the stages are not in their order"
    if len(steps) > 2 or (len(steps) == 2 and steps[0]["result"]):
        yield "a stage is asked for again"
    if steps and document.get("inputs") and not _is_undated(document):
        given = steps[0]["given"]
        here, waiting = _counted(document)
        residual = waiting
        if document["parameters"]["five_opponents"] == "persons":
            met = {game["opponent"] for game in here}
            residual = [{"opponent": each} for each in {w["opponent"] for w in waiting} - met]
            here = [{"opponent": each} for each in met]
        yield from differing(
            [
                ("games of stage 1", len(here), given["games"]),
                ("residual games of stage 1", len(residual), given["residual_games"]),
            ]
        )
        if "W" in given:
            W = sum(game["points"] for game in (*here, *waiting))  # noqa: N806 - its own
            yield from differing([("points of stage 1", W, given["W"])])


def _counted(document: Document) -> tuple[list[Any], list[Any]]:
    """His games here against those rated before, and his residual games from before."""
    rated = {each["player"] for each in document["opponents"] if each["status"] == "valid"}
    here = []
    for game in events(document, "game"):
        side = side_of(document, game)
        counts = game.get("played", True) and game.get("rated_for", "both") in {"both", side}
        opponent = opponent_of(document, game)
        if game["tournament"] == document["tournament"] and counts and opponent in rated:
            here.append({"opponent": opponent, "points": game[f"{side}_points"]})
    residual = document["residual_games"]
    kept = [game for game in residual["kept"] if game["tournament"] != document["tournament"]]
    return here, [*residual["used"], *kept]


def _passes(document: Document) -> Iterator[str]:
    """A start is against those known by then; the last pass is over the games of the row."""
    row = document.get("row")
    iterations = [
        step["given"] for step in steps_of(document, *_ITERATED) if "newcomers" in step["given"]
    ]
    starts = [
        step["given"]
        for step in steps_of(document, *_STARTED)
        if "W" in step["given"] and "newcomers" not in step["given"]
    ]
    for start, given in zip(starts, iterations, strict=False):
        firsts = Counter(each["passes"][0] for each in given["newcomers"])
        begun = Counter(played(document, start)[0])
        fixed = Counter(given["opponents"])
        if fixed - begun or begun - fixed - firsts:
            yield "the first approximation is against others than the passes"
    if row is None or not iterations:
        return
    met = Counter(each["opponent"] for each in iterations[-1]["newcomers"])
    for given in iterations:
        named = Counter(each["opponent"] for each in given["newcomers"])
        yield from differing(
            [
                ("newcomers of the passes", sorted(met.elements()), sorted(named.elements())),
                ("points of the passes", row["points"], given["W"]),
            ]
        )
    last = iterations[-1]
    over = [*last["opponents"], *(each["passes"][-1] for each in last["newcomers"])]
    used = [game["opponent_rating"] for game in row["games_used"]]
    yield from differing([("opponents of the passes", sorted(used), sorted(over))])
    ended = Counter((each["opponent"], each["passes"][-1]) for each in last["newcomers"])
    if ended - Counter((game["opponent"], game["opponent_rating"]) for game in row["games_used"]):
        yield "the passes are with newcomers whom he did not meet"
