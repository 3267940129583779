"""The result codes of TRF, one by one.

With an opponent a code is one side of a game or of a forfeit; without one it gives the reason for
no game.  Codes are read in either case.
"""

from collections.abc import Mapping

from ledger.importing.formats import kit

WITH_OPPONENT = kit.results_of(
    win="1",
    draw="=",
    loss="0",
    unrated_win="W",  # fewer than one move each, or not to be rated
    unrated_draw="D",
    unrated_loss="L",
    forfeit_win="+",
    forfeit_loss="-",
)

RESULT_CODES: Mapping[kit.SideResult, str] = {
    result: code for code, result in WITH_OPPONENT.items()
}
"""The codes of one side's result against an opponent."""

BYES: Mapping[str, float] = {
    "F": 1.0,  # full-point bye
    "U": 1.0,  # allocated by the pairing; record 162 may differ
    "H": 0.5,  # half-point bye
    "Z": 0.0,  # zero-point bye: announced absence
    "+": 1.0,  # TRF06
    "=": 0.5,  # TRF06
}

GRANTED_BYE = "F"
"""The code of a full-point bye that was not allocated by the pairing."""

BYE_CODES: Mapping[float, str] = {1.0: "U", 0.5: "H", 0.0: "Z"}
"""The codes of a bye, by its points."""

NO_PAIRING = ("", "-", "*")
"""Without an opponent: not paired, not fielded, or the round is still to come."""

NO_RESULT = ("", "*")
"""With an opponent: the result is still to come."""

MISPLACED_BYES = ("H", "F", "U", "Z")
"""Byes that some programs write beside the number of an opponent."""

FORFEITS: Mapping[str, kit.SideResult] = {"=": kit.FORFEIT_DRAW}
"""The meaning of a code if the other side states that the game was not played."""
