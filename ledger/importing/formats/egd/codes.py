"""The codes of EGD's tournament table: read by the readers, written by the writer."""

import re
from collections.abc import Mapping

from ledger.events.facts import ThinkingTime

TOURNAMENT_CODE = re.compile(r"[A-Z][0-9]{6}[A-Z0-9]{0,3}")
"""EGD's own code of a tournament (header ``TC``), such as ``T230723B``."""

_JAPANESE, _CANADIAN, _FISCHER = 45, 60, 120
"""The moves of overtime that count into EGD's adjusted time."""

CLASSES = ("A", "B", "C", "D")
"""The classes of tournaments (header ``CL``)."""

KEY_PREFIX = "egd-"
"""The prefix of the code in a report's key."""

RANK = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
"""A grade: kyu, dan, or professional dan."""

POINTS: Mapping[str, float] = {"+": 1.0, "=": 0.5, "-": 0.0}
"""The points of a result sign."""

SIGNS: Mapping[float, str] = {points: sign for sign, points in POINTS.items()}
"""The result sign of a player's points."""


def adjusted_minutes(time: ThinkingTime) -> float | None:
    """Return EGD's adjusted time, which includes overtime; None if that is not stated in full.

    It is the basic time and that of 45 Japanese, 60 Canadian or 120 Fischer moves.
    """
    if time.overtime in {None, "none"}:
        return time.minutes
    if time.overtime == "canadian":
        if time.stones is None or time.overtime_minutes is None:
            return None
        return round(time.minutes + _CANADIAN / time.stones * time.overtime_minutes, 3)
    if time.seconds is None:
        return None
    moves = _JAPANESE if time.overtime == "japanese" else _FISCHER
    return round(time.minutes + moves * time.seconds / 60, 3)
