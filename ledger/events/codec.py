"""Conversion of submitted JSON to facts and back, under the contract's names.

Reading is strict and reports everything that is wrong with a line at once.  :func:`read_line`
tries the common case first, a well-formed game, and otherwise reads thoroughly; both give
the same facts.  Writing leaves defaults out, so a fact has one spelling.

Old events stay readable for ever: :data:`UPCASTERS` converts the data of an old schema version to
the next one on reading; the bytes in the log never change.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Literal

import attrs
import msgspec

from ledger.events.canonical_json import plain
from ledger.events.facts import VOCABULARY, Fact, GameSubmitted
from ledger.events.problems import Problem
from ledger.events.values import (
    Fault,
    display,
    id_of,
    json_name,
    kind_of,
    not_a_field,
    text_of,
)

# --- the message and remedy for a line that is not valid JSON ------------------------------------

_NO_EVENT = (
    'an event is an object on one line, {"type": …}; a tournament file is read by '
    "`rating-ledger import auto FILE`"
)
_ENDS = "the line ends before the event does: write a whole event on one line"
_REMEDIES: Mapping[str, str] = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before this place",
    "Expecting ':' delimiter": 'a colon is missing between a field and its value: "round": 1',
    "Expecting property name enclosed in double quotes": (
        'a field is missing or has no double quotes: write "round", and no comma before }'
    ),
    "Expecting value": (
        "a value is missing or is none: write texts in double quotes, numbers as 0.5, "
        "else true, false or null"
    ),
    "Illegal trailing comma before end of object": "leave out the comma before the bracket",
    "Illegal trailing comma before end of array": "leave out the comma before the bracket",
    "Unterminated string starting at": "this text does not end: close it with a double quote",
    "Invalid control character at": r"a tab or another unseen character: write it as \t, or not",
    r"Invalid \escape": r"a backslash in a text is written twice: \\",
    r"Invalid \uXXXX escape": r"a backslash in a text is written twice: \\",
    "Extra data": "there is text after the event: write each event on a line of its own",
}


def json_remedy(error: json.JSONDecodeError) -> str:
    """Return the place and remedy of a JSON error: ``at column 14: a colon is missing …``."""
    text = error.doc.rstrip()
    if text.startswith("\ufeff"):
        return "at column 1: a byte order mark: save the file as UTF-8 without one"
    if not text.lstrip().startswith("{"):
        return f"at column 1: {_NO_EVENT}"
    if error.pos >= len(text):
        return f"at column {len(text) + 1}: {_ENDS}"
    remedy = next(
        (remedy for msg, remedy in _REMEDIES.items() if error.msg.startswith(msg)), error.msg
    )
    return f"at column {error.pos + 1}: {remedy}"


LONGEST_LINE = 1_000_000
ENVELOPE_FIELDS = ("type", "id", "data", "source")

CURRENT_SCHEMA: Mapping[str, int] = dict.fromkeys(VOCABULARY, 1)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}


@attrs.frozen
class Submission:
    """One parsed line of a submission.

    ``id`` is None if the ledger is to assign one; ``text`` is the fact's data as canonical
    JSON if reading has already produced it (a game with nothing unusual about it).
    """

    line: int
    id: str | None
    source: str | None
    fact: Fact
    text: str | None = attrs.field(default=None, eq=False)


# --- reading ---------------------------------------------------------------------------------


def read_line(line: int, raw: bytes) -> Submission | list[Problem]:
    """One line of JSON as a submission, or everything that is wrong with it."""
    return _read_plain_game(line, raw) or _read_thoroughly(line, raw)


def read_data(type_: str, data: object, prefix: str) -> Fact | list[tuple[str, Fault]]:
    """The data of one event as a fact, or its faults with the paths of their fields."""
    # Queries read no submissions, so they do not wait for its import.
    from ledger.events.fact_reader import read_fact  # noqa: PLC0415

    return read_fact(VOCABULARY[type_], data, prefix)


def _read_thoroughly(line: int, raw: bytes) -> Submission | list[Problem]:
    try:
        document = _parsed(raw)
    except Fault as fault:
        return [Problem(line, None, fault.code, str(fault))]
    if not isinstance(document, dict):
        message = f"a line must hold one JSON object, not {kind_of(document)}"
        return [Problem(line, None, "wrong-type", message)]
    return _from_envelope(line, document)


def _from_envelope(line: int, document: dict[str, Any]) -> Submission | list[Problem]:
    problems = [
        Problem(line, key, "unknown-field", not_a_field(key, ENVELOPE_FIELDS))
        for key in document
        if key not in ENVELOPE_FIELDS
    ]
    id_, source = (
        _optional(document.get(name), name, line, reader, problems)
        for name, reader in (("id", id_of(200)), ("source", text_of(1_000)))
    )
    type_ = document.get("type")
    if not isinstance(type_, str) or type_ not in VOCABULARY:
        known = ", ".join(VOCABULARY)
        message = f"{display(type_)} is not an event type; use one of {known}"
        return [*problems, Problem(line, "type", "unknown-type", message)]
    if "data" not in document:
        return [*problems, Problem(line, "data", "missing", "is missing: give the facts")]
    fact = read_data(type_, document["data"], "data")
    if isinstance(fact, list):
        problems += [Problem(line, path, fault.code, str(fault)) for path, fault in fact]
    return problems or Submission(line, id_, source, fact)  # type: ignore[arg-type]


def _optional(
    value: object, field: str, line: int, reader: Callable[[object], str], problems: list[Problem]
) -> str | None:
    if value is None:
        return None
    try:
        return reader(value)
    except Fault as fault:
        problems.append(Problem(line, field, fault.code, str(fault)))
        return None


def _parsed(raw: bytes) -> object:
    """Return the JSON document of a line; refuse constructs that parsers read differently."""
    if len(raw) > LONGEST_LINE:
        raise Fault("too-long", f"the line has {len(raw)} bytes; one event has at most 1,000,000")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} of the line is not UTF-8: save the file as UTF-8"
        raise Fault("not-utf-8", message) from None
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Fault("not-json", f"is not JSON {json_remedy(error)}") from None
    except RecursionError:
        raise Fault("too-deep", "is nested too deep: an event is a flat object") from None
    except Fault:
        raise
    except ValueError:  # more digits than Python converts to an integer
        raise Fault("out-of-range", "has a number of thousands of digits: correct it") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Fault("duplicate-key", f"has the field {display(twice)} twice: keep one of them")
    return document


def _no_constant(name: str) -> object:
    raise Fault("not-a-number", f"has {name}, which is not a number: give the number or null")


# --- the common case: a well-formed game with nothing unusual about it, read by msgspec ----------


class _GameLine(msgspec.Struct):
    type: Literal["game.submitted"]
    data: GameSubmitted
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None


_decode_game_line = msgspec.json.Decoder(_GameLine).decode
_POINTS_TEXT = {0.0: "0", 0.5: "0.5", 1.0: "1"}


def _read_plain_game(line: int, raw: bytes) -> Submission | None:
    """Return a game from an unambiguous line; None for everything else."""
    # An escape sequence could encode a colon, and so hide a field from the count below.
    if len(raw) > LONGEST_LINE or b"\\" in raw:
        return None
    try:
        read = _decode_game_line(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    game, id_ = read.data, read.id
    names = f"{id_}{game.game}{game.tournament}{game.white}{game.black}"
    if not names.isprintable() or " " in names:
        return None
    text = _game_text(game)
    # The number of colons equals the number of fields read: none is duplicated, omitted or hidden.
    if text is None or raw.count(b":") != text.count(":") + (2 if id_ is None else 3):
        return None
    return Submission(line, id_, None, game, text)


def _game_text(game: GameSubmitted) -> str | None:
    """Return a plain game's data as canonical JSON; None if its points are not those of a game.

    Its names need no escaping.  A field that is not written here makes the count of colons fail.
    """
    white_points = _POINTS_TEXT.get(game.white_points)
    black_points = _POINTS_TEXT.get(game.black_points)
    if white_points is None or black_points is None or game.black is None:
        return None
    board = "" if game.board is None else f'"board":{game.board},'
    day = "" if game.played_on is None else f'"played_on":"{game.played_on.isoformat()}",'
    number = "" if game.round is None else f'"round":{game.round},'
    return (
        f'{{"black":"{game.black}","black_points":{black_points},{board}"game":"{game.game}",'
        f'{day}{number}"tournament":"{game.tournament}","white":"{game.white}",'
        f'"white_points":{white_points}}}'
    )


# --- writing ---------------------------------------------------------------------------------


def data_of(fact: Any) -> dict[str, Any]:
    """The data of a fact as JSON values, defaults left out."""
    data: dict[str, Any] = {}
    for field in _written_fields(type(fact)):
        value = getattr(fact, field.name)
        if value != field.default:
            data[json_name(field.name)] = _written(value)
    return data


def without_defaults(type_: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an event without the fields that say what holds if they are left out."""
    left_out = {json_name(each.name): each.default for each in _written_fields(VOCABULARY[type_])}
    return {name: each for name, each in data.items() if each != left_out.get(name)}


_FIELDS: dict[type, tuple[Any, ...]] = {}


def _written_fields(kind: type) -> tuple[Any, ...]:
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = _FIELDS[kind] = attrs.fields(kind)
    return fields


def _written(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if attrs.has(type(value)):
        return data_of(value)
    return plain(value)


# --- reading the log -------------------------------------------------------------------------


def upcast(type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return data of any schema version in the log in the form of the current version."""
    while schema < CURRENT_SCHEMA[type_]:
        data = UPCASTERS[type_, schema](data)
        schema += 1
    return data


def innermost(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the final data of an event: its own, or the replacement inside its corrections.

    For a correction that strikes, its own data.
    """
    while data.get("replacement") is not None:
        data = data["replacement"]
    return data


def fact_of(type_: str, data: Mapping[str, Any]) -> Fact:
    """The fact that the log holds as ``data`` (already admitted, of the current schema)."""
    if "class" in data:  # a Python keyword
        data = {**data, "class_": data["class"]}
    fact: Fact = msgspec.convert(data, VOCABULARY[type_])
    return fact
