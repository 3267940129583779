"""The codes of TRF: those of results, one by one, and those of the records about the tournament.

With an opponent a code of a result is one side of a game or of a forfeit; without one it gives the
reason for no game.  Codes are read in either case.
"""

from collections.abc import Mapping, Sequence

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

PLAYER = "001"
NAME = "012"
TEAM = "013"
PLACE = "022"
FEDERATION = "032"
FIRST_DAY = "042"
LAST_DAY = "052"
NUMBER_OF_PLAYERS = "062"
NUMBER_OF_RATED_PLAYERS = "072"
SYSTEM = "092"
"""The system in words."""
CHIEF_ARBITER = "102"
DEPUTY_ARBITER = "112"
THINKING_TIME = "122"
"""The thinking time in words."""
ROUND_DATES = "132"
ROUNDS = "142"
SCORING = "162"
"""Points of wins, draws, losses and allocated byes (TRF26)."""
STARTING_ORDER = "172"
"""The federation of the national records and the method of the starting order (TRF26)."""
PAIRING_PROGRAM = "182"
CODED_SYSTEM = "192"
"""The pairing rules as a code of TRF26."""
TIE_BREAKS = "202"
"""The codes of the tie-breaks (TRF26); 212 has the points before them."""
STANDINGS = "212"
CODED_THINKING_TIME = "222"
"""The thinking time in seconds (TRF26)."""
ABNORMAL_POINTS = "299"
TEAM_OF_TRF26 = "310"
ROUNDS_OF_JAVAFO = "XXR"
SCORING_OF_JAVAFO = "XXS"

_KNOWN = (
    "001 012 013 022 032 042 052 062 072 082 092 102 112 122 132 142 152 162 172 182 192 202 "
    "212 222 240 250 260 299 300 310 320 330 352 362 801 802 XXR XXZ XXC XXS XXA XXP BBW BBD "
    "BBL BBZ BBF BBU DAT"
)
KNOWN = frozenset(_KNOWN.split())
"""Every record of TRF06, TRF16, TRF26 and JaVaFo, read or deliberately skipped."""

SYSTEM_WORDS: Mapping[kit.System, Sequence[str]] = {
    "team": ("team", "mannschaft", "équipe", "league"),
    "swiss": ("swiss", "schweiz", "suiss", "suizo", "dutch", "dubov", "burstein"),
    "round-robin": ("round robin", "round-robin", "roundrobin", "berger", "rundenturnier"),
    "knockout": ("knock",),
    "match": ("match",),
}
"""Words that identify a system in records 192 and 092; the first system found counts."""


def system_in(text: str) -> kit.System | None:
    """Return the system that a text of record 192 or 092 names, None if it names none."""
    text = text.casefold()
    return next(
        (it for it, words in SYSTEM_WORDS.items() if any(map(text.__contains__, words))), None
    )


SYSTEM_TEXTS: Mapping[kit.System | None, str] = {
    "swiss": "Individual: Swiss system",
    "round-robin": "Individual: Round robin",
    "knockout": "Individual: Knock-out",
    "match": "Individual: Match",
    "team": "Team tournament",
}
"""The texts of a system in record 092."""

SYSTEM_CODES: Mapping[kit.System | None, str] = {
    "swiss": "CUSTOM_SWISS",
    "round-robin": "CUSTOM_ROUNDROBIN",
    "knockout": "CUSTOM_KNOCKOUT",
}
"""The codes of a system in record 192 if its rules are not known; there are no others."""

NATIONAL_REGISTERS: Mapping[str, str] = {"GER": "dsb"}
"""The register of the numbers in a federation's national records (TRF26)."""
