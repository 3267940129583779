"""The records of TRF about the tournament: their codes, and the systems that two of them name."""

from collections.abc import Mapping, Sequence

from ledger.importing.formats.tournament_report import System

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
THINKING_TIME = "122"
"""The thinking time in words."""
ROUND_DATES = "132"
ROUNDS = "142"
SCORING = "162"
"""Points of wins, draws, losses and allocated byes (TRF26)."""
CODED_SYSTEM = "192"
"""The system as a code of TRF26."""
CODED_THINKING_TIME = "222"
"""The thinking time in seconds (TRF26)."""
ABNORMAL_POINTS = "299"
TEAM_OF_TRF26 = "310"
ROUNDS_OF_JAVAFO = "XXR"
SCORING_OF_JAVAFO = "XXS"

KNOWN = frozenset(
    [
        "001",
        "012",
        "013",
        "022",
        "032",
        "042",
        "052",
        "062",
        "072",
        "082",
        "092",
        "102",
        "112",
        "122",
        "132",
        "142",
        "152",
        "162",
        "172",
        "182",
        "192",
        "202",
        "212",
        "222",
        "240",
        "250",
        "260",
        "299",
        "300",
        "310",
        "320",
        "330",
        "352",
        "362",
        "801",
        "802",
        "XXR",
        "XXZ",
        "XXC",
        "XXS",
        "XXA",
        "XXP",
        "BBW",
        "BBD",
        "BBL",
        "BBZ",
        "BBF",
        "BBU",
        "DAT",
    ]
)
"""Every record of TRF06, TRF16, TRF26 and JaVaFo, read or knowingly passed over."""

SYSTEM_WORDS: Sequence[tuple[str, System]] = (
    ("team", "team"),
    ("mannschaft", "team"),
    ("équipe", "team"),
    ("league", "team"),
    ("swiss", "swiss"),
    ("schweiz", "swiss"),
    ("suiss", "swiss"),
    ("suizo", "swiss"),
    ("dutch", "swiss"),
    ("dubov", "swiss"),
    ("burstein", "swiss"),
    ("round robin", "round-robin"),
    ("round-robin", "round-robin"),
    ("roundrobin", "round-robin"),
    ("berger", "round-robin"),
    ("rundenturnier", "round-robin"),
    ("knock", "knockout"),
    ("match", "match"),
)
"""Words by which a system is recognised in records 192 and 092; the first that is found counts."""

SYSTEM_TEXTS: Mapping[System | None, str] = {
    "swiss": "Individual: Swiss system",
    "round-robin": "Individual: Round robin",
    "knockout": "Individual: Knock-out",
    "match": "Individual: Match",
    "team": "Team tournament",
}
"""How a system is written in record 092."""

SYSTEM_CODES: Mapping[System | None, str] = {
    "swiss": "CUSTOM_SWISS",
    "round-robin": "CUSTOM_ROUNDROBIN",
    "knockout": "CUSTOM_KNOCKOUT",
    "match": "CUSTOM_MATCH",
    "team": "CUSTOM_TEAM",
}
"""How a system is written in record 192."""

NATIONAL_REGISTERS: Mapping[str, str] = {"GER": "dsb"}
"""The register whose numbers stand in a federation's national records (TRF26)."""
