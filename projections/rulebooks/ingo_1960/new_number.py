"""The paragraph that gives the new Ingo number (R8), and the unsafe numbers (Vorwort 6)."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Literal

import attrs
import msgspec
from msgspec.structs import replace

from ledger.events.messages import Message, joined
from projections.rulebooks.conversion import Figures, converted_figures
from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import plain, rounded
from projections.rulebooks.ingo_1960.b_level import Performance, Scoring
from projections.rulebooks.ingo_1960.c_special_cases import (
    SHORT_EVENTS,
    after_mark,
    consents,
    counts_as_first,
    deviates_considerably,
    doubled_performance,
    first_number,
    later_number,
    mark_kept,
    match_number,
    second_number,
    short_event_number,
    third_number,
)
from projections.rulebooks.ingo_1960.card import IngoCard, Mark
from projections.rulebooks.ingo_1960.field import Field
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.occasion import RatingDecided, RulebookBegan
from projections.rulebooks.tournament import Tournament

Rule = Literal["B I 4", "C I", "C II", "C III", "C IV", "C V"]


@attrs.frozen(kw_only=True)
class Circumstances:
    """Conditions beside the results that affect the numbers: match, juniors, consents (C III)."""

    match: bool
    played: int
    juniors: frozenset[str]
    consents: frozenset[str]


def circumstances_of(tournament: Tournament) -> Circumstances:
    """The circumstances of an event; every game played counts for the length of a match."""
    return Circumstances(
        match=tournament.format == "match",
        played=sum(game.played and game.black is not None for game in tournament.games),
        juniors=frozenset(e.player for e in tournament.entrants if e.junior),
        consents=consents(tournament),
    )


class NewNumber(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A number with its count and mark, and the paragraph that gave it."""

    rule: Rule
    number: float
    count: int
    mark: Mark | None = None


def new_number(
    player: str,
    card: IngoCard | None,
    achieved: Performance,
    circumstances: Circumstances,
    readings: Readings,
) -> NewNumber:
    """The number after an event: a first one, one after a mark, or old and new weighed."""
    if card is None:
        return _first(achieved, readings)
    if card.mark is not None:
        return _after_mark(card, card.mark, achieved, readings)
    F, H = card.number, achieved.H
    if circumstances.match:
        number = match_number(F, H, readings.f_decimals)
        return NewNumber(rule="C V", number=number, count=card.count + 1)
    doubled = _counts_double(player, F, H, circumstances, readings)
    rule, number = _weighed(card, achieved, readings, doubled=doubled)
    return NewNumber(rule=rule, number=number, count=card.count + 1)


def _first(achieved: Performance, readings: Readings) -> NewNumber:
    number = first_number(achieved.H, readings.f_decimals)
    rule: Rule = "C I" if achieved.bound is None else "C II"
    return NewNumber(rule=rule, number=number, count=1, mark=achieved.bound)


def _after_mark(
    card: IngoCard, marked: Mark, achieved: Performance, readings: Readings
) -> NewNumber:
    """A better (worse) H than the bound is a first number; else the usual second one (R16)."""
    F, H, places = card.number, achieved.H, readings.f_decimals
    if counts_as_first(F, marked, H):
        return replace(_first(achieved, readings), rule="C II")
    number = after_mark(F, H, places)
    mark = mark_kept(marked, achieved.bound, readings.keep_mark_if_still_unbounded)
    return NewNumber(rule="C II", number=number, count=card.count + 1, mark=mark)


@ingo.within("C III")
def _counts_double(
    player: str, F: float, H: float, circumstances: Circumstances, readings: Readings
) -> bool:
    """True by consent of the main evaluator, or for a junior whose H deviates considerably."""
    if player in circumstances.consents:
        return True
    junior = player in circumstances.juniors
    return junior and deviates_considerably(F, H, readings.junior_direction)


def _weighed(
    card: IngoCard, achieved: Performance, readings: Readings, *, doubled: bool
) -> tuple[Rule, float]:
    """Short events, then considerable deviations, then the ordinary weights (R8)."""
    F, H, places = card.number, achieved.H, readings.f_decimals
    short = achieved.games in SHORT_EVENTS
    if short and not (doubled and readings.junior_before_short):
        return "C IV", short_event_number(F, H, achieved.games, places)
    if doubled:
        return "C III", doubled_performance(F, H, places)
    return _ordinary(card, H, places)


@ingo.within("C I")
@ingo.within("B I 4")
def _ordinary(card: IngoCard, H: float, places: int) -> tuple[Rule, float]:
    """Return the second or third number by the count before it, else a later one."""
    if card.count == 1:
        return "C I", second_number(card.number, H, places)
    if card.count == 2:
        return "C I", third_number(card.number, H, places)
    return "B I 4", later_number(card.number, H, places)


@ingo.within("Vorwort 6")
def note_considerable_change(before: float, after: float) -> None:
    """A considerable change, from 15 degrees on, calls for caution; the number stands (R22)."""
    if round(abs(after - before), 3) >= 15:
        text = Message("A large change: check the numbers it is based on.")
        ingo.note("Vorwort 6", text, {"before": before, "after": after}, Message("caution"))


# --- Vorwort 6: few or old evaluations, or numbers that keep moving one way ----------------------
# A level made of them is to be looked at with care; nothing else follows (R28).

ENOUGH = 3
"""Evaluations from which the ordinary weights apply; the first three have weights of their own."""
OLD = 3
"""Full years after which an evaluation is old."""
STEADY = 3
"""Successive changes in one direction that make a drift."""
_WHY = {"few": Message("few"), "old": Message("old"), "drifting": Message("drifting")}


@ingo.within("Vorwort 6")
def unsafe(card: IngoCard, day: date) -> list[str]:
    """Return the reasons to use a number with care on ``day``; empty if it is safe."""
    years = day.year - card.on.year - ((day.month, day.day) < (card.on.month, card.on.day))
    reasons = {
        "few": card.count < ENOUGH,
        "old": years >= OLD,
        "drifting": abs(card.drift) >= STEADY,
    }
    return [reason for reason, holds in reasons.items() if holds]


@ingo.within("Vorwort 6")
def drift_after(before: IngoCard | None, number: float) -> int:
    """Return the successive moves in the present direction, this one included."""
    if before is None or number == before.number:
        return 0
    step = 1 if number > before.number else -1
    return before.drift + step if before.drift * step >= 0 else step


@ingo.within("Vorwort 6")
def note_unsafe(players: Iterable[str], cards: Mapping[str, IngoCard | None], day: date) -> None:
    """Record the unsafe numbers among those that make a level."""
    found = []
    for player in sorted(set(players)):
        card = cards.get(player)
        if card is not None and (why := unsafe(card, day)):
            found.append(_line(player, card, why))
    if found:
        text = Message("Be careful with numbers from few, old or steadily drifting evaluations.")
        ingo.note("Vorwort 6", text, {"numbers": found}, Message("caution"))


def _line(player: str, card: IngoCard, why: list[str]) -> Mapping[str, Any]:
    return {
        "player": player,
        "number": card.number,
        "count": card.count,
        "since": card.on.isoformat(),
        "drift": card.drift,
        "why": joined(", ", [_WHY[each] for each in why]),
    }


@attrs.frozen(kw_only=True)
class Line:
    """One player's line of the table: his card before, his performance, his new number.

    ``achieved`` is None without scored games, ``new`` None if the number stays.
    """

    before: IngoCard | None
    achieved: Performance | None
    new: NewNumber | None


@attrs.frozen(kw_only=True)
class Evaluated:
    """A tournament computed, with a line for every participant."""

    field: Field
    scoring: Scoring
    lines: Mapping[str, Line]


# --- numbers from outside: decided (Vorwort 6), and carried over --------------------------------


@ingo.within("Vorwort 6")
def decided(decision: RatingDecided) -> IngoCard:
    """Return the card of a decided number: a first one, or the replacement of an unsafe one."""
    card = IngoCard(
        number=decision.card["number"],
        count=decision.card["count"],
        mark=decision.card.get("mark"),
        on=decision.day,
        source=decision.event,
    )
    given = {"kind": decision.kind, "by": decision.by, "reason": decision.reason}
    with concerning(decision.player):
        ingo.note("Vorwort 6", "A number set by decision.", given, card.contents)
    return card


def converted(began: RulebookBegan, figures: Figures, places: int) -> dict[str, IngoCard]:
    """The first cards; a number carried over counts as evaluated at least once (R27)."""
    cards = {}
    found = converted_figures(dict(sorted(figures.items())), began.pieces)
    for player, (figure, count), value in found:
        cards[player] = IngoCard(
            number=plain(rounded(value, places)),
            count=max(count + began.count_plus, 1),
            on=began.day,
            source=began.event,
        )
        with concerning(player):
            ingo.note(
                "0",
                "A rating carried over from the earlier rulebook.",
                {"figure": figure, "rulebook": began.before},
                cards[player].contents,
            )
    return cards
