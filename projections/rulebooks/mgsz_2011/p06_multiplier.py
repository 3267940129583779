"""MGSZ 6.§ (1), step 1, and (2): the multiplier C, from thinking time and importance."""

from fractions import Fraction

from projections.rulebooks.figures import printed_table
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.p01_scope import SMALL_BOARD, Excluded, board_of
from projections.rulebooks.mgsz_2011.p03_committee import decided
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import ThinkingTime, Tournament

_CATEGORIES = printed_table(__package__, "table_2_time.csv")
_OF_CATEGORY = {row["Kategória"]: int(row["Szorzó"]) for row in _CATEGORIES}
_SMALL_BOARD_ALWAYS = 5
_INVITED, _MANY, _TITLE, _EVEN = (
    int(row["+ Szorzó"]) for row in printed_table(__package__, "table_3_importance.csv")
)


@mgsz.within("6 (2)")
def multiplier(tournament: Tournament, readings: Readings) -> int | Excluded:
    """C: decided by the Rating Committee, or calculated; without either nothing is rated."""
    decision = decided(tournament, "6 (2)")
    if decision is None:
        by_tables = calculated(tournament, readings)
        return Excluded(_undetermined(tournament)) if by_tables is None else by_tables
    C: int = decision.value["multiplier"]
    given = {"decision": decision.event, "by": decision.by, "reason": decision.reason}
    mgsz.note("6 (2)", "The Rating Committee sets the multiplier C.", given, C)
    return C


@mgsz.within("6 (1) step 1")
def calculated(tournament: Tournament, readings: Readings) -> int | None:
    """C of the tables: always 5 on 13×13, else time category plus importance."""
    if board_of(tournament) == SMALL_BOARD:
        given: dict[str, object] = {"board": SMALL_BOARD}
        C = _SMALL_BOARD_ALWAYS
    else:
        letter = category(tournament.thinking_time, readings)
        if letter is None:
            return None
        counts = letter != "E" or readings.category_e_bonus
        bonus = importance(tournament, readings) if counts else 0
        given = {"category": letter, "time": _OF_CATEGORY[letter], "importance": bonus}
        C = _OF_CATEGORY[letter] + bonus
    mgsz.note("6 (1) step 1", "The multiplier C of the tournament.", given, C)
    return C


@mgsz.within("table 2")
def category(time: ThinkingTime | None, readings: Readings) -> str | None:
    """The best category whose least basic and extended time are both met, if there is one."""
    extended = None if time is None else extended_minutes(time, readings.fischer_moves)
    if time is None or extended is None:
        return None
    both = all if readings.time_rule == "and" else any
    basic = _exact(time.minutes)
    for row in _CATEGORIES:
        met = (basic >= int(row["Alapidő (perc)"]), extended >= int(row["Bővített idő (perc)"]))
        if both(met):
            given = {"basic": float(basic), "extended": float(extended)}
            mgsz.note("table 2", "The category of the thinking time.", given, row["Kategória"])
            return row["Kategória"]
    return None


@mgsz.within("table 2")
def extended_minutes(time: ThinkingTime, fischer_moves: int | None = None) -> Fraction | None:
    """Basic time plus that of 45 Japanese or 60 Canadian moves; None where it is not defined.

    The number of Japanese periods is irrelevant.  Fischer time needs a number of moves (M2).
    """
    basic = _exact(time.minutes)
    match time.overtime:
        case None | "none" if not time.increment_seconds:
            return basic
        case "japanese" if time.seconds is not None:
            return basic + 45 * _exact(time.seconds) / 60
        case "canadian" if time.stones and time.overtime_minutes is not None:
            return basic + Fraction(60, time.stones) * _exact(time.overtime_minutes)
        case "fischer" if time.seconds is not None and fischer_moves is not None:
            return basic + fischer_moves * _exact(time.seconds) / 60
        case _:
            return None


@mgsz.within("table 3")
def importance(tournament: Tournament, readings: Readings) -> int:
    """What the importance of a 19×19 tournament adds to C.

    An invitational or a Hungarian championship that is also a European or world championship
    counts as the latter alone (M5).
    """
    flags = tournament.flags
    invited = _INVITED if flags & {"invitational", "national-championship"} else 0
    title = _TITLE if "continental-or-world-championship" in flags else 0
    entered = len(tournament.players)
    present = entered if tournament.participants is None else tournament.participants
    many = _MANY if present > 80 else 0
    even = _EVEN if "no-handicap" in flags else 0
    event = invited + title if readings.importance_stacking else max(invited, title)
    given = {"flags": sorted(flags), "participants": present}
    mgsz.note("table 3", "What importance adds to C.", given, event + many + even)
    return event + many + even


def _undetermined(tournament: Tournament) -> str:
    if tournament.thinking_time is None:
        return mgsz.because(
            "6 (2)",
            "no thinking time is stated and the Rating Committee has set no multiplier",
        )
    return mgsz.because(
        "6 (2)",
        "the thinking time has no category in table 2 and the Rating Committee has set no "
        "multiplier",
    )


def _exact(minutes: float) -> Fraction:
    return Fraction(str(minutes))
