"""The canonical fields of the tournament itself."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ledger.events.facts import ThinkingTime, TournamentFlag
from ledger.events.sentences import Sentence, joined, sentence
from ledger.events.values import id_of, read_youth_class, text_of
from ledger.formats import fields
from ledger.formats.canonical.cells import (
    Row,
    decimal_number,
    is_written_out,
    one_of,
    ordinal,
    parsed_value,
    some_of,
    whole_number,
)
from ledger.formats.date_range import NO_LIMIT, Span, WrittenDate, resolve_dates
from ledger.formats.dates import LONGEST_TOURNAMENT
from ledger.formats.tournament_report import Discipline, Findings, SuppliedDetails, System

_BOARDS = {"": None, "9": 9, "13": 13, "19": 19}
_OVERTIMES = ("none", "japanese", "canadian", "fischer")
_OF_CHESS: Sequence[str] = ("increment_seconds", "minutes_per_move")
_OF_GO: Sequence[str] = ("overtime", "seconds", "stones", "overtime_minutes")
# What is said of a field, which stands before it.
_ONLY_FOR: Mapping[Discipline, Sentence] = {
    "chess": sentence("is for chess only: leave it out"),
    "go": sentence("is for go only: leave it out"),
}
_NEEDS_MINUTES = sentence("is a part of the thinking time: fill in minutes as well")


def span_of(row: Row, supplied: SuppliedDetails, findings: Findings) -> Span:
    """The first and the last day; ISO dates are accepted however far apart they are."""
    texts = {name: row.get(name) for name in ("starts_on", "ended_on")}
    start, end = (
        WrittenDate(text, row.lines.get(name, row.line)) if text else None
        for name, text in texts.items()
    )
    plain = all(is_written_out(text) for text in texts.values() if text)
    longest = NO_LIMIT if plain else LONGEST_TOURNAMENT
    first, last = resolve_dates(start, end, supplied, findings, longest=longest)
    if first and last and last - first > LONGEST_TOURNAMENT and row.get("system") != "games":
        message = sentence(
            "%(place)sit lasted %(days)s days: check the first and the last one",
            place=row.place,
            days=(last - first).days,
        )
        findings.warn(message, row.lines.get("starts_on", row.line))
    return first, last


def tournament_fields(row: Row) -> dict[str, Any]:
    """The fields of a report about the tournament, but for its days."""
    discipline: Discipline = one_of(row, "discipline", get_args(Discipline)) or "chess"
    country = row.get("country")
    line = row.lines.get("country", row.line)
    return {
        "key": parsed_value(row, "key", id_of(100)),
        "name": row.get("name")[:200].strip() or None,
        "discipline": discipline,
        "system": one_of(row, "system", get_args(System)),
        "rounds": whole_number(row, "rounds", 100_000) or None,
        "participants": ordinal(row, "participants"),
        "country": fields.federation(country, row.findings, line) if country else None,
        "place": row.get("place")[:200].strip() or None,
        "thinking_time": _thinking_time(row, discipline),
        "youth_class": parsed_value(row, "youth_class", read_youth_class),
        "class_": parsed_value(row, "class", text_of(200)),
        "flags": some_of(row, "flags", get_args(TournamentFlag)),
        "board": _board(row, discipline),
        "handicap_rule": row.get("handicap") or None,
        "komi": row.get("komi") or None,
    }


def _board(row: Row, discipline: Discipline) -> Any:
    if discipline == "chess":
        _refuse_all(row, ("board",), _ONLY_FOR["go"])
        return None
    return _BOARDS[one_of(row, "board", tuple(_BOARDS)) or ""]


def _thinking_time(row: Row, discipline: Discipline) -> ThinkingTime | None:
    is_chess = discipline == "chess"
    own, foreign = (_OF_CHESS, _OF_GO) if is_chess else (_OF_GO, _OF_CHESS)
    other: Discipline = "go" if is_chess else "chess"
    _refuse_all(row, foreign, _ONLY_FOR[other])
    if not row.get("minutes"):
        _refuse_all(row, own, _NEEDS_MINUTES)
        return None
    parts: Mapping[str, Any] = {
        "increment_seconds": decimal_number(row, "increment_seconds"),
        "minutes_per_move": decimal_number(row, "minutes_per_move"),
        "overtime": one_of(row, "overtime", _OVERTIMES),
        "seconds": decimal_number(row, "seconds"),
        "stones": ordinal(row, "stones"),
        "overtime_minutes": decimal_number(row, "overtime_minutes"),
    }
    return ThinkingTime(
        minutes=decimal_number(row, "minutes") or 0.0, **{name: parts[name] for name in own}
    )


def _refuse_all(row: Row, names: Sequence[str], why: Sentence) -> None:
    for name in names:
        if row.get(name):
            row.refuse(name, joined(" ", [name, why]))
