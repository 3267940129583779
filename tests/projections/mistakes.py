"""A season with an office's mistakes, and the corrections that undo every one of them.

Whatever is drawn, the ledger must end like the season without mistakes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tests.projections.seasons import DAYS, SUBSTITUTES, Draw
from tests.projections.submissions import (
    Event,
    correction,
    decided,
    game,
    games,
    merge,
    replacement,
    strike,
    tournament,
)

WRONG: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "rulebook.adopted": [
        {"parameters": None},
        {"conversion": None},
        {"conversion": {"pieces": [{"factor": 1, "plus": -7}]}},
    ],
    "player.registered": [{"birth_year": 1990}, {"kind": "computer"}, {"name": "Wrong, Name"}],
    "player.withheld": [{"from_day": "1990-01-01", "until": None}],
    "membership.declared": [{"club": None}],
    "tournament.submitted": [
        *({"ended_on": day} for day in DAYS),
        {"thinking_time": None},
        {"country": "AUT", "flags": []},
        {"flags": ["undated"]},
    ],
    "game.submitted": [
        {"white_points": 0, "black_points": 0},
        {"white_points": 0, "black_points": 1},
        {"played": False, "reason": "referee"},
        {"rated_for": "none"},
        {"white": SUBSTITUTES[0], "round": None},
        {"white": SUBSTITUTES[1], "round": None},
    ],
    "rating.adopted": [{"figure": 900}, {"verified": False}, {"list_date": "1997-07-01"}],
    "rating.decided": [
        {"card": {"rating": 2222, "index": 22}},
        {"from_day": "1996-03-01"},
    ],
    "decision.recorded": [{"value": {"evaluate": True}}, {"value": {"evaluate": False}}],
    "evaluation.recorded": [{"points": 1}, {"ended_on": "2000-01-01"}, {"rating_before": 1700}],
}
FIRST_ADOPTION = 0
NEVER_STRUCK = ("player.registered", "rulebook.adopted")


@st.composite
def handed_in(draw: Draw, season: Sequence[Event]) -> list[Event]:
    """The season as it was submitted, with mistakes and their corrections."""
    wrong_ones = [
        number
        for number, each in enumerate(season)
        if number != FIRST_ADOPTION and _can_be_wrong(each, season)
    ]
    chosen = draw(st.lists(st.sampled_from(wrong_ones), max_size=6, unique=True))
    recorded, corrections = list(season), []
    for number in chosen:
        recorded[number], chain = _mistaken(draw, season[number], season)
        corrections += chain
    for superfluous in draw(st.sets(st.sampled_from([_game_too_many, _tournament_too_many]))):
        corrections += superfluous(draw, season)
    if draw(st.booleans()):
        corrections += _decision_too_many()
    if draw(st.booleans()) and not _of_type(season, "players.merged"):
        never = merge("anna3", "anna")
        corrections += [never, strike(never, "two people after all")]
    return recorded + corrections


def _can_be_wrong(event: Event, season: Sequence[Event]) -> bool:
    if event["type"] == "game.submitted":
        return event["data"]["black"] is not None and not _in_match(event, season)
    return event["type"] in WRONG


def _in_match(event: Event, season: Sequence[Event]) -> bool:
    """A third player cannot even by mistake be submitted for a match."""
    matches = {
        each["data"]["tournament"]
        for each in _of_type(season, "tournament.submitted")
        if each["data"]["format"] == "match"
    }
    return event["data"]["tournament"] in matches


def _of_type(season: Sequence[Event], type_: str) -> list[Event]:
    return [each for each in season if each["type"] == type_]


# --- one mistake and what undoes it ----------------------------------------------------------


def _mistaken(draw: Draw, right: Event, season: Sequence[Event]) -> tuple[Event, list[Event]]:
    """Return the mistaken submission, and the corrections after which the event is right."""
    one, other = (
        {**right, "data": {**right["data"], **draw(st.sampled_from(WRONG[right["type"]]))}}
        for _ in range(2)
    )
    return draw(st.sampled_from(_chains(right, one, other, season)))


def _chains(
    right: Event, one: Event, other: Event, season: Sequence[Event]
) -> list[tuple[Event, list[Event]]]:
    name = right["id"]
    to_other = correction(other, f"{name} corrected")
    to_right = correction(right, f"{name} set right")
    rewritten = {**to_other["data"], "replacement": right["data"]}
    chains = [
        (one, [to_right]),
        (one, [to_other, to_right]),
        (right, [to_other, strike(to_other, f"{name} was right")]),
        (one, [to_other, replacement(to_other["id"], rewritten, f"{name} correction corrected")]),
    ]
    if _can_be_struck(right, season):
        gone = strike(right, f"{name} struck")
        chains += [(right, [gone, strike(gone, f"{name} restored")]), (one, [gone, to_right])]
    return chains


def _can_be_struck(event: Event, season: Sequence[Event]) -> bool:
    """Nothing may rely on it: a registration, or a tournament about which there are decisions."""
    if event["type"] == "tournament.submitted":
        about = {"tournament": event["data"]["tournament"]}
        return all(
            each["data"]["about"] != about for each in _of_type(season, "decision.recorded")
        )
    return event["type"] not in NEVER_STRUCK


# --- what should never have been handed in ---------------------------------------------------


def _game_too_many(_: Draw, season: Sequence[Event]) -> Iterator[Event]:
    for each in _of_type(season, "tournament.submitted"):
        if each["data"]["format"] != "match":
            id_ = each["data"]["tournament"]
            ghost = game(id_, "dora", "1-0", "emil", game=f"{id_} ghost")
            yield from [ghost, strike(ghost, f"{id_} ghost struck")]


def _tournament_too_many(draw: Draw, _: Sequence[Event]) -> Iterator[Event]:
    ghost = tournament("ghost", draw(st.sampled_from(DAYS)))
    yield ghost
    yield from games("ghost", "anna 1-0 bela", "cleo 0-1 anna2", "dora ½-½ bela")
    yield strike(ghost, "ghost struck")


def _decision_too_many() -> list[Event]:
    too_many = {**decided("emil", "1900-3", "1996-05-01"), "id": "never decided"}
    return [too_many, strike(too_many, "never decided: struck")]
