"""The fields of the canonical tables and lines, by their names."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.fields import REGISTERS

UNSTATED = "unstated"
"""The reason of a game that was not played, if none is given."""

RESULTS = kit.results_of(
    win="1 1.0",
    draw="0.5 0,5 .5 ½ 1/2 =",
    loss="0 0.0",
    forfeit_win="+",
    forfeit_draw="+=",
    forfeit_loss="-",
)
RATED: Mapping[str, kit.RatedFor] = {
    **dict.fromkeys(("", "yes", "true", "1", "both"), "both"),
    **dict.fromkeys(("no", "false", "0", "none"), "none"),
    "white": "white",
    "black": "black",
}
RESULT_CODES: Mapping[kit.SideResult, str] = {
    result: code for code, result in reversed(list(RESULTS.items()))
}
"""The spellings of a result, the preferred one first."""

RATED_CODES: Mapping[kit.RatedFor, str] = {
    rated: code for code, rated in reversed(list(RATED.items()))
}
"""The spellings of the sides that a game is rated for, the preferred one first; empty for both."""


TOURNAMENT = (
    *("key", "name", "discipline", "system", "starts_on", "ended_on", "rounds", "participants"),
    *("country", "place", "minutes", "increment_seconds", "minutes_per_move"),
    *("overtime", "seconds", "stones", "overtime_minutes"),
    *("flags", "class", "youth_class", "board", "komi", "pairing_rules", "tie_breaks"),
    *("boards", "rounds_planned", "round_days"),
    *("pairing_program", "chief_arbiter", "deputy_arbiters", "handicap"),
)
PLAYERS = (
    *("number", "name", "surname", "forename", "sex", "birth_date", "birth_year"),
    *("federation", "club", "title", "grade", "entered", "junior", "status", "kind", "computer"),
    *REGISTERS,
    *("rating", "rating_system"),
    *("start_number", "place", "points", "tie_breaks", "team", "withdrawn"),
)
TEAMS = ("number", "name", "club", "place", "match_points", "board_points")
GAMES = (
    *("round", "board", "white", "black", "result_white", "result_black", "rated", "reason"),
    *("handicap", "receiver", "komi", "minutes_per_move", "date", "finished", "note"),
)
FIELDS: Mapping[str, Sequence[str]] = {
    "tournament": TOURNAMENT,
    "team": TEAMS,
    "player": PLAYERS,
    "game": GAMES,
}
LISTS = frozenset({"flags"})
"""Fields that take several words."""


def unknown_fields(kind: str, names: Sequence[str]) -> Iterator[Message]:
    """Yield messages about unknown fields of a kind of row."""
    known: Sequence[str] = FIELDS[kind]
    for name in names:
        if name and name not in known:
            yield Message(
                "%(name)r is not a field of a %(kind)s; the fields are %(known)s",
                {"name": name[:40], "kind": kind, "known": ", ".join(known)},
            )
