"""EGF scope and class: the tournaments that the system rates, and the weight of each class."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.figures import printed_table
from projections.rulebooks.tournament import ThinkingTime, Tournament

# --- scope ---------------------------------------------------------------------------------------

CLASS = egf.cite("class")
FIRST_YEAR = 1996
BOARD = 19


@attrs.frozen
class Excluded:
    """The reason that a whole tournament is not rated, with the rule."""

    reason: str


@egf.within("scope")
def out_of_scope(tournament: Tournament) -> Excluded | None:
    """Return the reason unless it is go on 19×19, one against one, ended in 1996 or later.

    No decision brings in others.
    """
    if tournament.discipline != "go":
        return Excluded(egf.because("scope", "only go tournaments are rated"))
    if tournament.ended_on.year < FIRST_YEAR:
        return Excluded(egf.because("scope", "the database begins with %(year)s", year=FIRST_YEAR))
    if tournament.board not in {None, BOARD}:
        return Excluded(egf.because("scope", "only 19×19 boards are rated"))
    if tournament.format == "pairs":
        return Excluded(egf.because("scope", "pair tournaments are not rated"))
    return None


# --- class: by thinking time, or as submitted ----------------------------------------------------

_ROWS = {row["class"]: row for row in printed_table(__package__, "classes.csv")}
FACTOR: Mapping[str, float] = {name: float(row["factor"]) for name, row in _ROWS.items()}
"""The factor of the change of a game, heaviest class first."""
OVER_THE_BOARD = ("A", "B", "C")
INTERNET = ("D",)
JAPANESE_MOVES = 45
CANADIAN_MOVES = 60
FISCHER_MOVES = 120


@egf.within("class")
def class_of(tournament: Tournament, readings: Readings) -> str | Excluded:
    """The class as decided, else as submitted, else the best that the thinking time allows."""
    decision = tournament.last_decided(CLASS)
    submitted = tournament.class_ if tournament.class_ in FACTOR else None
    by_time = class_by_time(tournament.thinking_time, _open_to(tournament))
    found: str | Excluded
    if decision is not None:
        found = decision.value["class"] or Excluded(
            egf.because("class", "not included, by decision of %(by)s", by=decision.by)
        )
    elif submitted is None:
        found = by_time or Excluded(_no_class_because(tournament))
    elif readings.class_source == "submitted" or tournament.thinking_time is None:
        found = submitted
    else:
        found = max(submitted, by_time) if by_time else Excluded(_no_class_because(tournament))
    if isinstance(found, str):
        given = {
            "decided": decision and decision.value["class"],
            "submitted": submitted,
            "by time": by_time,
        }
        egf.note("class", "The class: decided, else submitted, else by the time.", given, found)
    return found


@egf.within("class")
def class_by_time(time: ThinkingTime | None, classes: Sequence[str]) -> str | None:
    """Return the best class whose least basic and adjusted time are both met, or None.

    Nothing is rounded.
    """
    if time is None:
        return None
    basic, adjusted = _exact(time.minutes), adjusted_minutes(time)
    least_basic = "basic with Fischer" if time.overtime == "fischer" else "basic"
    for name in classes:
        row = _ROWS[name]
        if basic >= int(row[least_basic]) and adjusted >= int(row["adjusted"]):
            given = {"basic": float(basic), "adjusted": float(adjusted), "overtime": time.overtime}
            egf.note("class", "The best class that the thinking time allows.", given, name)
            return name
    return None


@egf.within("class")
def adjusted_minutes(time: ThinkingTime) -> Fraction:
    """Return the basic time plus that of 45 Japanese, 60 Canadian or 120 Fischer moves.

    The number of Japanese periods is irrelevant; if a part is not stated, it is the basic time.
    """
    basic = _exact(time.minutes)
    match time.overtime:
        case "japanese" if time.seconds is not None:
            return basic + JAPANESE_MOVES * _exact(time.seconds) / 60
        case "canadian" if time.stones and time.overtime_minutes is not None:
            return basic + Fraction(CANADIAN_MOVES, time.stones) * _exact(time.overtime_minutes)
        case "fischer" if time.seconds is not None:
            return basic + FISCHER_MOVES * _exact(time.seconds) / 60
        case _:
            return basic


@egf.within("class")
def _open_to(tournament: Tournament) -> Sequence[str]:
    """Return the classes open to a thinking time: D over the internet, else A to C."""
    return INTERNET if "online" in tournament.flags else OVER_THE_BOARD


def _no_class_because(tournament: Tournament) -> str:
    if tournament.thinking_time is None:
        return egf.because("class", "neither a class nor the thinking time is stated")
    lowest = _open_to(tournament)[-1]
    return egf.because("class", "the thinking time is below class %(lowest)s", lowest=lowest)


def _exact(minutes: float) -> Fraction:
    return Fraction(str(minutes))
