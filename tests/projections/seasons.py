"""Generated seasons of a small federation, as Hypothesis draws them.

A season is a list of events that the ledger admits in this order: a pool with one or more
rulebooks, a dozen people with and without a first rating, tournaments of every format on few
days, so that many share one, with gaps in which ratings lapse and residual games are thrown
away.  It is the truth; :mod:`tests.projections.mistakes` makes of it what offices hand in.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from tests.projections.submissions import (
    RESULTS,
    TWO_HOURS,
    Event,
    adopted,
    adoption,
    decided,
    exception,
    forgotten,
    game,
    membership,
    merge,
    player,
    summary,
    tournament,
    withheld,
)

FIRST_DAY = "1995-01-01"
LATER_DAY = "2001-07-01"
LAST_DAY = "2002-07-01"
DAYS = (
    "1994-12-30",
    "1995-01-01",
    "1996-02-29",
    "1996-05-01",
    "1997-07-01",
    "1998-02-28",
    "1998-05-02",
    "1999-12-31",
    "2001-02-28",
    "2001-07-01",
    "2002-03-01",
    "2009-03-01",
)
LISTS = ("1993-01-01", "1994-01-01", *DAYS)
PEOPLE = ("anna", "bela", "cleo", "dora", "emil", "fritz", "gerd")
TWINS = ("anna", "anna2", "anna3")
SUBSTITUTES = ("xaver", "yves")
TOURNAMENTS = ("open", "Cup", "t10", "t2", "äpfel")
GO_ON = (
    {"parameters": {"expectancy": "table", "validity_years": 2}},
    {"conversion": {"pieces": [{"factor": 0.5, "plus": 800}]}},
    {
        "conversion": {
            "pieces": [{"below": 1000, "factor": 0, "plus": 1000}, {"factor": 0.5, "plus": 500}],
            "count_plus": 2,
            "residual_games": "keep",
        }
    },
    {"rulebook": "dwz-2014", "parameters": {"special_threshold": 100}},
    {
        "rulebook": "dwz-2026",
        "parameters": {"k_max": 70},
        "conversion": {
            "pieces": [
                {"below": 1000, "factor": 1, "plus": 400},
                {"below": 2110, "factor": 0.64, "plus": 760},
            ],
            "count_plus": 1,
        },
    },
)
TO_INGO = {
    "rulebook": "ingo-1960",
    "conversion": {"pieces": [{"factor": -0.125, "plus": 355}]},
}
FROM_INGO = {"conversion": {"pieces": [{"factor": -8, "plus": 2840}]}}

Draw = Any


@st.composite
def seasons(draw: Draw, *, summaries: bool = True) -> list[Event]:
    """A season without a mistake."""
    events = [*_rulebooks(draw), *_people(draw), *_figures(draw)]
    ids = draw(st.permutations(TOURNAMENTS))[: draw(st.integers(1, 5))]
    for id_ in ids:
        events += _tournament(draw, id_)
    if summaries:
        events += _summaries(draw, ids)
    events += _register(draw)
    return events


def _rulebooks(draw: Draw) -> Iterator[Event]:
    yield adoption(FIRST_DAY)
    choice = draw(st.sampled_from(["one", "goes on", "same day", "ingo"]))
    if choice == "goes on":
        yield adoption(LATER_DAY, **draw(st.sampled_from(GO_ON)))
    elif choice == "same day":
        yield {**adoption(FIRST_DAY, parameters={"residual_years": 5}), "id": "adopted again"}
    elif choice == "ingo":
        yield adoption(LATER_DAY, **TO_INGO)
        yield adoption(LAST_DAY, **FROM_INGO)


def _people(draw: Draw) -> Iterator[Event]:
    for name in PEOPLE:
        kind = "computer" if name == "gerd" and draw(st.booleans()) else "human"
        birth_year = draw(st.sampled_from([1950, 1978, 1988, None]))
        yield player(name, birth_year=birth_year, kind=kind)
    for name in (*TWINS[1:], *SUBSTITUTES):
        yield player(name)


def _figures(draw: Draw) -> Iterator[Event]:
    for name in PEOPLE[: draw(st.integers(3, 6))]:
        card = f"{draw(st.integers(600, 2400))}-{draw(st.integers(1, 12))}"
        yield decided(name, card, FIRST_DAY)
    for name in PEOPLE[4:]:
        for day in draw(st.lists(st.sampled_from(LISTS), max_size=2, unique=True)):
            figure = draw(st.integers(800, 2300))
            yield adopted(name, figure, day, verified=draw(st.integers(0, 3)) > 0)
    if draw(st.booleans()):  # two decisions of one day: the later in the log holds
        again = decided(PEOPLE[0], "1500-5", FIRST_DAY, kind="correction")
        yield {**again, "id": "decided again"}


# --- tournaments -----------------------------------------------------------------------------


FORMATS = ["swiss", "round-robin", "team", "knockout", "games"] * 3 + ["match", "match", "pairs"]


def _tournament(draw: Draw, id_: str) -> list[Event]:
    facts: dict[str, Any] = {
        "format": draw(st.sampled_from(FORMATS)),
        "thinking_time": draw(st.sampled_from([TWO_HOURS] * 9 + [None, {"minutes": 30}])),
        "country": draw(st.sampled_from([None, None, "GER", "AUT"])),
        "flags": draw(st.sampled_from([[], [], ["undated"], ["official-delegation"]])),
    }
    submitted = tournament(id_, draw(st.sampled_from(DAYS)), **facts)
    field = _field(draw, 2 if facts["format"] == "match" else draw(st.integers(4, 7)))
    return [submitted, *_games(draw, id_, field), *_exceptions(draw, id_, facts["country"])]


def _field(draw: Draw, size: int) -> list[str]:
    """Some of the people, Anna under one of her registrations."""
    names = draw(st.permutations(PEOPLE))[:size]
    return [draw(st.sampled_from(TWINS)) if name == TWINS[0] else name for name in names]


OUTCOMES: tuple[dict[str, Any] | None, ...] = (
    *[{"result": result} for result in RESULTS] * 3,
    *[{"result": result} for result in ("1-0", "½-½", "0-1")] * 6,
    {"result": "1-0", "played": False, "reason": "forfeit"},
    {"result": "1-0", "black": None, "played": False, "reason": "bye"},
    {"result": "½-½", "rated_for": "white"},
    {"result": "0-1", "rated_for": "black"},
    {"result": "1-0", "rated_for": "none"},
    None,
)


def _games(draw: Draw, tournament: str, field: Sequence[str]) -> Iterator[Event]:
    """Everybody meets everybody once, in a small field twice, if nothing comes between."""
    pairings = list(rounds(field))
    if len(field) < 6:
        last = pairings[-1][0]
        pairings += [(last + number, black, white) for number, white, black in pairings]
    outcomes = st.lists(st.sampled_from(OUTCOMES), min_size=len(pairings), max_size=len(pairings))
    for (number, white, black), outcome in zip(pairings, draw(outcomes), strict=True):
        if outcome is not None:
            result, opponent = outcome["result"], outcome.get("black", black)
            facts = {key: outcome[key] for key in outcome if key not in ("result", "black")}
            id_ = f"{tournament}-{number}-{white}"
            yield game(tournament, white, result, opponent, game=id_, round=number, **facts)


def rounds(field: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Round, white and black of a round robin, by the circle that turns around the first."""
    ring: list[str | None] = [*field, *([None] if len(field) % 2 else [])]
    for number in range(1, len(ring)):
        for one, other in zip(ring[: len(ring) // 2], reversed(ring), strict=False):
            if one is not None and other is not None:
                yield (number, one, other) if number % 2 else (number, other, one)
        ring[1:] = [ring[-1], *ring[1:-1]]


def _exceptions(draw: Draw, tournament: str, country: str | None) -> Iterator[Event]:
    said = draw(st.lists(st.booleans(), max_size=2)) if country == "AUT" else []
    for number, granted in enumerate(said):
        yield exception(tournament, f"exception {tournament} {number}", granted=granted)


# --- the rest --------------------------------------------------------------------------------


def _summaries(draw: Draw, tournaments: Sequence[str]) -> Iterator[Event]:
    """Old evaluations, one of them perhaps of a tournament whose games are known as well."""
    for name in draw(st.lists(st.sampled_from(PEOPLE[:4]), max_size=2, unique=True)):
        about = draw(st.sampled_from(["old club cup", tournaments[0]]))
        figures = {"rating_before": draw(st.integers(1000, 2200)), "rating_after": 1900}
        yield summary(name, about, draw(st.sampled_from(DAYS[1:])), **figures)


def _register(draw: Draw) -> Iterator[Event]:
    """Yield changes of registrations: merged, forgotten, withheld, in another club."""
    if draw(st.booleans()):
        yield merge("anna2", "anna3")
    if draw(st.booleans()):
        yield merge("anna", "anna2")
    if draw(st.booleans()):
        yield forgotten("bela")
    if draw(st.booleans()):
        yield withheld("cleo", "1996-03-01", draw(st.sampled_from([None, "2001-01-01"])))
    if draw(st.booleans()):
        yield membership("dora", "Bamberg", "1996-01-01")
