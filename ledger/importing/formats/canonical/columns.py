"""The fields of the canonical tables and lines, by their names."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.fields import REGISTERS
from ledger.importing.formats.tournament_report import RatedFor

# The codes of the canonical tables: every spelling that is read, and the one written.


UNSTATED = "unstated"
"""The reason of a game that was not played, if none is given."""

RESULTS: Mapping[str, kit.SideResult] = {
    "1": kit.WIN,
    "1.0": kit.WIN,
    "0.5": kit.DRAW,
    "0,5": kit.DRAW,
    ".5": kit.DRAW,
    "½": kit.DRAW,
    "1/2": kit.DRAW,
    "=": kit.DRAW,
    "0": kit.LOSS,
    "0.0": kit.LOSS,
    "+": kit.FORFEIT_WIN,
    "+=": kit.FORFEIT_DRAW,
    "-": kit.FORFEIT_LOSS,
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
RESULT_CODES: Mapping[kit.SideResult, str] = {
    result: code for code, result in reversed(list(RESULTS.items()))
}
"""The spellings of a result, the preferred one first."""

RATED_CODES: Mapping[RatedFor, str] = {
    rated: code for code, rated in reversed(list(RATED.items()))
}
"""The spellings of the sides that a game is rated for, the preferred one first; empty for both."""


TOURNAMENT = (
    *("key", "name", "discipline", "system", "starts_on", "ended_on", "rounds", "participants"),
    *("country", "place", "minutes", "increment_seconds", "minutes_per_move"),
    *("overtime", "seconds", "stones", "overtime_minutes"),
    *("flags", "class", "youth_class", "board", "komi", "pairing_rules", "tie_breaks"),
    *("pairing_program", "chief_arbiter", "deputy_arbiters", "handicap"),
)
PLAYERS = (
    *("number", "name", "surname", "forename", "sex", "birth_date", "birth_year"),
    *("federation", "club", "title", "grade", "entered", "junior", "status", "kind", "computer"),
    *REGISTERS,
    *("rating", "rating_system"),
)
GAMES = (
    *("round", "board", "white", "black", "result_white", "result_black", "rated", "reason"),
    *("handicap", "receiver", "komi", "minutes_per_move", "date", "finished", "note"),
)
FIELDS: Mapping[str, Sequence[str]] = {"tournament": TOURNAMENT, "player": PLAYERS, "game": GAMES}
LISTS = frozenset({"flags"})
"""Fields that take several words."""


def unknown_fields(kind: str, names: Sequence[str]) -> Iterator[Message]:
    """Yield messages about unknown fields of a kind of row."""
    known: Sequence[str] = FIELDS[kind]
    for name in names:
        if name and name not in known:
            yield Message(
                "%(name)r is not a field of a %(kind)s; the fields are %(known)s",
                name=name[:40],
                kind=kind,
                known=", ".join(known),
            )
