"""The changes of a file in plain words: a line for each game, for each field of the tournament."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ledger.events.wording import POINT_SIGNS, field_name, result, why_unplayed
from ledger.imports.changes import Change


def change_lines(changes: Sequence[Change]) -> Iterator[str]:
    """A line for each game, entrant, player and field of the tournament that a file changes."""
    for (what, event), some in groupby(changes, key=lambda each: (each.what, each.event)):
        if what == "game":
            yield _game_line(event, list(some))
        else:
            yield from map(_other_line, some)


def _other_line(change: Change) -> str:
    if change.what == "player":
        return f"new player {change.event}: {change.after.get('name')}"
    if change.what == "entrant":
        before, after = _entrant_text(change.before), _entrant_text(change.after)
        return f"entrant {change.field}: {before} becomes {after}"
    return f"tournament: {_field_text(change)}"


def _entrant_text(entrant: Mapping[str, Any] | None) -> str:
    if entrant is None:
        return "not entered"
    more = [f"{name} {_value_text(value)}" for name, value in entrant.items() if name != "player"]
    return ", ".join(["entered", *more])


def _game_line(event: str, changes: Sequence[Change]) -> str:
    only = changes[0]
    if only.field is None and only.after is None:
        return f"game {event}, {_game_text(only.before)}: struck, the file no longer has it"
    if only.field is None:
        return f"new game {event}: {_game_text(only.after)}"
    return f"game {event}: {', '.join(map(_field_text, changes))}"


def _game_text(game: Mapping[str, Any]) -> str:
    round_ = f"round {game['round']}, " if "round" in game else ""
    reason = why_unplayed(game)
    unplayed = "" if reason is None else f", {reason}"
    return f"{round_}{game['white']} – {game.get('black') or 'bye'} {result(game, ':')}{unplayed}"


def _field_text(change: Change) -> str:
    name = field_name(str(change.field))
    return f"{name} {_value_text(change.before)} becomes {_value_text(change.after)}"


def _value_text(value: Any) -> str:
    if value is None:
        return "(not said)"
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_value_text(each)}" for name, each in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    if isinstance(value, (int, float)):
        return POINT_SIGNS.get(value, f"{value:g}") if isinstance(value, float) else str(value)
    return str(value)
