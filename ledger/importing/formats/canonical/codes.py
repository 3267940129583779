"""The codes of the canonical tables: every spelling that is read, and the one that is written."""

from collections.abc import Mapping

from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.tournament_report import RatedFor

UNSTATED = "unstated"
"""The reason of a game that was not played, where none is given."""

RESULTS: Mapping[str, SideResult] = {
    "1": WIN,
    "1.0": WIN,
    "0.5": DRAW,
    "0,5": DRAW,
    ".5": DRAW,
    "½": DRAW,
    "1/2": DRAW,
    "=": DRAW,
    "0": LOSS,
    "0.0": LOSS,
    "+": FORFEIT_WIN,
    "+=": FORFEIT_DRAW,
    "-": FORFEIT_LOSS,
}
RATED: Mapping[str, RatedFor] = {
    "": "both",
    "yes": "both",
    "true": "both",
    "1": "both",
    "both": "both",
    "no": "none",
    "false": "none",
    "0": "none",
    "none": "none",
    "white": "white",
    "black": "black",
}
RESULT_CODES: Mapping[SideResult, str] = {
    result: code for code, result in reversed(list(RESULTS.items()))
}
"""How a result is written: its first spelling."""

RATED_CODES: Mapping[RatedFor, str] = {
    rated: code for code, rated in reversed(list(RATED.items()))
}
"""How it is written for whom a game is rated: the first spelling; empty for both."""
