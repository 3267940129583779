"""The codes of EGD's tournament table: read by the readers, written by the writer."""

import re
from collections.abc import Mapping

TOURNAMENT_CODE = re.compile(r"[A-Z][0-9]{6}[A-Z0-9]{0,3}")
"""EGD's own code of a tournament (header ``TC``), such as ``T230723B``."""

CLASSES = ("A", "B", "C", "D")
"""The classes of tournaments (header ``CL``)."""

KEY_PREFIX = "egd-"
"""What stands before the code in a report's key."""

RANK = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
"""A grade: kyu, dan, or professional dan."""

POINTS: Mapping[str, float] = {"+": 1.0, "=": 0.5, "-": 0.0}
"""The points of a result sign."""

SIGNS: Mapping[float, str] = {points: sign for sign, points in POINTS.items()}
"""The result sign of a player's points."""
