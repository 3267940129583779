"""LASK Metod 1, Tabell 1, Tabell 2 and Omranking: numbers that are set, not earned."""

import math
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from msgspec.structs import replace

from ledger.events.messages import Message
from projections.rulebooks.conversion import Figures, converted_figures
from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import (
    AnyCard,
    LaskCard,
    ReRanking,
    SeasonRecord,
    UnrankedCard,
)
from projections.rulebooks.lask_1970.rankingregler import is_base_date, season_of
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.occasion import RatingDecided, RulebookBegan
from projections.rulebooks.tournament import Decision, TypicalResult, values_decided

# --- Metod 1: a first number from a typical result in a class ------------------------------------

CLASS_MEANS = lask.cite("Tabell 1")
_CLASSES = printed_table(lask.package, "tabell_1_klasser.csv")
_DIFFERENCES = {
    int(row["P"].replace(".", "")): int(row["R"])
    for row in printed_table(lask.package, "tabell_2_sannolikhet.csv")
    if row["R"] not in {"", "+"}
}


@lask.within("Tabell 1")
def class_means(decisions: Iterable[Decision], season: int) -> Mapping[str, float]:
    """The class means decided for a season; empty without a decision."""
    found: Mapping[str, float] = values_decided(decisions, CLASS_MEANS, "season").get(season, {})
    return found


@lask.within("Tabell 1")
def table_1(decided: Mapping[str, float], readings: Readings) -> Mapping[str, float]:
    """The mean strength of the classes: attested, on request inferred (L16), or as decided."""
    accepted = {"attested", "inferred"} if readings.use_inferred_table1 else {"attested"}
    known = {row["klass"]: int(row["medel"]) for row in _CLASSES if row["evidence"] in accepted}
    return known | dict(decided)


@lask("Tabell 1")
def class_mean(lask_class: str, means: Mapping[str, float]) -> int | None:
    """The mean strength of a class; None if no number of it is known."""
    return whole(means[lask_class]) if lask_class in means else None


@lask("Tabell 2")
def difference(P: int, at_96: int) -> int | None:
    """R, the distance above the opponents of a player who scores P hundredths of the points.

    None for 0 and 100, which the table does not cover.  ``at_96``: the value at 0.96, negated
    at 0.04, where the print departs from Elo (L15).
    """
    disputed = {96: at_96, 4: -at_96}
    return disputed.get(P, _DIFFERENCES.get(P))


@lask("Metod 1")
def initial_rating(
    points: float, games: int, class_mean: int, rounding: str = "ceil", at_96: int = 504
) -> int | None:
    """The class mean and the difference of Tabell 2 at the share of the points (L14: rounded up).

    ``rounding`` and ``at_96`` are the readings ``initial_p_rounding`` and ``table2_096``.
    """
    share = Fraction(points) * 100 / games
    R = difference(math.ceil(share) if rounding == "ceil" else whole(share), at_96)
    return None if R is None else class_mean + R


def proposed_number(result: TypicalResult, readings: Readings) -> int | str:
    """Return the number that Metod 1 proposes, or the reason that there is none."""
    means = table_1(class_means(result.decisions, season_of(result.day)), readings)
    strength = None if result.class_ is None else class_mean(result.class_, means)
    if strength is None:
        return (
            f"no mean strength of class {result.class_} is known: name one of "
            f"{', '.join(sorted(means))}, or record a decision under Tabell 1"
        )
    number = initial_rating(
        result.points, result.games, strength, readings.initial_p_rounding, readings.table2_096
    )
    if number is None:
        return "Tabell 2 has nothing for every point or none: take another result"
    return number


# --- Omranking and its neighbours: numbers that the committee sets -------------------------------


def decided_card(decision: RatingDecided, card: AnyCard | None, readings: Readings) -> LaskCard:
    """Return the card after a decision, by the status that the decision gives the player."""
    if decision.kind == "outsider":
        return outsider_ranked(decision, card)
    if card is None or isinstance(card, UnrankedCard) or card.outsider:
        return member_ranked(decision, card)
    waits = readings.omranking_effect == "next_period" and not is_base_date(decision.day)
    if decision.kind == "re-ranking" and waits:
        return re_ranked_from_next_period(decision, card)
    return re_ranked(decision, card)


@lask.within("Utgångsrankingtal")
def member_ranked(decision: RatingDecided, card: AnyCard | None) -> LaskCard:
    """A member gets his first number: his base and running number from this day on."""
    _write_down("Utgångsrankingtal", Message("The member's first number."), decision)
    return _first_number(decision, card, outsider=False)


@lask.within("Regel 8")
def outsider_ranked(decision: RatingDecided, card: AnyCard | None) -> LaskCard:
    """The CRK ranks a player outside the federation; he stays one until decided otherwise."""
    _write_down("Regel 8", Message("The number of a player outside the federation."), decision)
    if isinstance(card, LaskCard) and card.outsider:
        return _renumbered(decision, card)
    return _first_number(decision, card, outsider=True)


@lask.within("Omranking")
def re_ranked(decision: RatingDecided, card: LaskCard) -> LaskCard:
    """Base and running number are the new number; earlier changes of the period are superseded."""
    _write_down("Omranking", Message("The new number, from this day on."), decision)
    return _renumbered(decision, card)


@lask.within("Omranking")
def re_ranked_from_next_period(decision: RatingDecided, card: LaskCard) -> LaskCard:
    """The other reading (L1): the new number waits for the base date, and then replaces all."""
    _write_down("Omranking", Message("The new number, from the next base date on."), decision)
    waiting = ReRanking(figure=decision.card["rating"], event=decision.event)
    return replace(card, re_ranking=waiting)


def season_before(card: AnyCard | None) -> SeasonRecord:
    """Return the recorded season of a player who is being ranked."""
    return SeasonRecord() if card is None else card.season


def first_card(
    figure: int,
    day: date,
    event: str,
    *,
    outsider: bool = False,
    season: SeasonRecord | None = None,
) -> LaskCard:
    """Return the card of a player ranked for the first time."""
    return LaskCard(
        base=figure,
        base_on=day,
        base_event=event,
        running=figure,
        running_event=event,
        original=figure,
        original_on=day,
        outsider=outsider,
        season=season or SeasonRecord(),
    )


def _first_number(decision: RatingDecided, card: AnyCard | None, *, outsider: bool) -> LaskCard:
    return first_card(
        decision.card["rating"],
        decision.day,
        decision.event,
        outsider=outsider,
        season=season_before(card),
    )


def _renumbered(decision: RatingDecided, card: LaskCard) -> LaskCard:
    figure = decision.card["rating"]
    return replace(
        card,
        base=figure,
        base_on=decision.day,
        base_event=decision.event,
        running=figure,
        running_event=decision.event,
        re_ranking=None,
    )


def _write_down(paragraph: str, text: str, decision: RatingDecided) -> None:
    given = {"kind": decision.kind, "by": decision.by, "reason": decision.reason}
    lask.note(paragraph, text, given, decision.card["rating"])


# --- figures carried over from the rulebook before -----------------------------------------------


def converted(began: RulebookBegan, figures: Figures) -> dict[str, LaskCard]:
    """Return each converted figure as a first number; evaluations are not counted here."""
    return {
        player: first_card(whole(number), began.day, began.event)
        for player, _, number in converted_figures(figures, began.pieces)
    }
