"""The fields of the canonical tables and lines, by their names."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.events.messages import Message

TOURNAMENT = (
    "key",
    "name",
    "discipline",
    "system",
    "starts_on",
    "ended_on",
    "rounds",
    "participants",
    "country",
    "place",
    "minutes",
    "increment_seconds",
    "minutes_per_move",
    "overtime",
    "seconds",
    "stones",
    "overtime_minutes",
    "flags",
    "class",
    "youth_class",
    "board",
    "handicap",
    "komi",
)
PLAYERS = (
    "number",
    "name",
    "surname",
    "forename",
    "sex",
    "birth_date",
    "birth_year",
    "federation",
    "club",
    "title",
    "grade",
    "entered",
    "junior",
    "status",
    "kind",
    "computer",
    "fide",
    "dsb",
    "egd",
    "rating",
    "rating_system",
)
GAMES = (
    "round",
    "board",
    "white",
    "black",
    "result_white",
    "result_black",
    "rated",
    "reason",
    "handicap",
    "receiver",
    "komi",
    "minutes_per_move",
    "date",
    "finished",
    "note",
)
FIELDS: Mapping[str, Sequence[str]] = {
    "tournament": TOURNAMENT,
    "player": PLAYERS,
    "game": GAMES,
}
LISTS = frozenset({"flags"})
"""Fields of several words."""


def unknown_fields(kind: str, names: Sequence[str]) -> Iterator[Message]:
    """Messages about names that are no fields of a kind of row."""
    known: Sequence[str] = FIELDS[kind]
    for name in names:
        if name and name not in known:
            yield Message(
                "%(name)r is no field of a %(kind)s; the fields are %(known)s",
                name=name[:40],
                kind=kind,
                known=", ".join(known),
            )
