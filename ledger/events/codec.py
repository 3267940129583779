"""Submitted JSON to facts and back, under the contract's names.

Reading is strict and reports everything that is wrong with a line at once.  :func:`read_line`
tries the common case first, a well-formed game, and otherwise takes the thorough way; both give
the same facts.  Writing leaves defaults out, so a fact has one spelling.

Old events stay readable for ever: :data:`UPCASTERS` lifts the data of an old schema version to
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
from ledger.events.field_names import json_name, not_a_field
from ledger.events.json_mistakes import json_remedy
from ledger.events.problems import Problem
from ledger.events.values import Fault, id_of, kind_of, shown, text_of

LONGEST_LINE = 1_000_000
ENVELOPE_FIELDS = ("type", "id", "data", "source")

CURRENT_SCHEMA: Mapping[str, int] = dict.fromkeys(VOCABULARY, 1)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}


@attrs.frozen
class Submission:
    """One line of a submission, read.

    ``id`` is None where the ledger is to assign one; ``text`` is the fact's data as canonical
    JSON where reading it has yielded that already (a game with nothing unusual about it).
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
    # What it needs takes longer to load than most questions take, and they read no submissions.
    from ledger.events.thorough_reading import read_fact  # noqa: PLC0415

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
        message = f"{shown(type_)} is no event type; use one of {known}"
        return [*problems, Problem(line, "type", "unknown-type", message)]
    if "data" not in document:
        return [*problems, Problem(line, "data", "missing", "is missing: give the facts")]
    fact = read_data(type_, document["data"], "data")
    if isinstance(fact, list):
        problems += [Problem(line, path, fault.code, str(fault)) for path, fault in fact]
    return problems or Submission(line, id_, source, fact)  # type: ignore[arg-type]


def _optional(
    value: object,
    field: str,
    line: int,
    reader: Callable[[object], str],
    problems: list[Problem],
) -> str | None:
    if value is None:
        return None
    try:
        return reader(value)
    except Fault as fault:
        problems.append(Problem(line, field, fault.code, str(fault)))
        return None


def _parsed(raw: bytes) -> object:
    """The JSON document of a line; refuses what two readers could understand differently."""
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
    except ValueError:  # more digits than Python reads into an integer
        raise Fault("out-of-range", "has a number of thousands of digits: correct it") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Fault("duplicate-key", f"has the field {shown(twice)} twice: keep one of them")
    return document


def _no_constant(name: str) -> object:
    raise Fault("not-a-number", f"has {name}, which is no number: give the number or null")


# The common case: a well-formed game with nothing unusual about it, read by msgspec.


class _GameLine(msgspec.Struct):
    type: Literal["game.submitted"]
    data: GameSubmitted
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None


_decode_game_line = msgspec.json.Decoder(_GameLine).decode
_SPELT_POINTS = {0.0: "0", 0.5: "0.5", 1.0: "1"}


def _read_plain_game(line: int, raw: bytes) -> Submission | None:
    """A game whose line leaves no doubt; None for everything else."""
    # An escape could spell a colon, and so hide a field from the count below.
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
    text = _spelt(game)
    # As many colons as fields that were read: nothing was written twice, left out or hidden.
    if text is None or raw.count(b":") != text.count(":") + (2 if id_ is None else 3):
        return None
    return Submission(line, id_, None, game, text)


def _spelt(game: GameSubmitted) -> str | None:
    """A plain game's data as canonical JSON; None where its points are not those of a game.

    Its names need no escaping; a field that is not spelt here makes the count of colons fail.
    """
    white_points = _SPELT_POINTS.get(game.white_points)
    black_points = _SPELT_POINTS.get(game.black_points)
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
    """Data of any schema version the log may hold, as the current version would spell it."""
    while schema < CURRENT_SCHEMA[type_]:
        data = UPCASTERS[type_, schema](data)
        schema += 1
    return data


def innermost(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an event states in the end: its data, or those with which a correction replaces others.

    Of a correction that strikes, its own data.
    """
    while data.get("replacement") is not None:
        data = data["replacement"]
    return data


def fact_of(type_: str, data: Mapping[str, Any]) -> Fact:
    """The fact that the log holds as ``data`` (already admitted, of the current schema)."""
    if "class" in data:  # a word of Python's
        data = {**data, "class_": data["class"]}
    fact: Fact = msgspec.convert(data, VOCABULARY[type_])
    return fact
