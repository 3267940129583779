"""The canonical JSON Lines: one object per line, each with its ``kind``.

``{"kind": "tournament", …}`` first, then ``team``, ``player`` and ``game``; the fields are
those of the CSV, except that a computer player has ``computer``, since ``kind`` is the kind of the
line.  Half points are written as the text "0.5" or the number 0.5, flags as a text or a list.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ledger.events.messages import Message
from ledger.events.values import Fault
from ledger.importing.formats import kit
from ledger.importing.formats.canonical.cells import Row, columns_of
from ledger.importing.formats.canonical.columns import FIELDS, LISTS, unknown_fields
from ledger.importing.formats.canonical.rows import report_of
from ledger.importing.formats.text import tidy_all

_INDENTED = Message(
    "this is one JSON document over many lines, not canonical lines: write every "
    "tournament, player and game as one object on its own line, or export the tournament "
    "as TRF"
)


def read_jsonl(file: kit.File) -> kit.TournamentReport:
    """The report of the canonical JSON Lines."""
    lines = list(file.written_lines())
    first = next((line.strip() for _, line in lines), "")
    if first.startswith(("{", "[")) and not first.endswith(("}", "]")):  # it is incomplete
        raise file.refusal(_INDENTED)
    found = _rows(lines, file)
    if (count := len(found["tournament"])) != 1:
        message = Message(
            "there are %(count)s lines of the kind tournament: one is needed", count=count
        )
        raise file.refusal(message)
    return report_of(found["tournament"][0], found, file)


def _rows(lines: Sequence[tuple[int, str]], findings: kit.Findings) -> Mapping[str, Sequence[Row]]:
    rows: dict[str, list[Row]] = {kind: [] for kind in FIELDS}
    for number, line in lines:
        document = _object(line, number, findings)
        if document is None:
            continue
        kind = document.pop("kind", None)
        if not isinstance(kind, str) or kind not in rows:
            findings.error(Message("kind must be one of %(kinds)s", kinds=", ".join(rows)), number)
            continue
        values = _values(document, number, findings)
        for message in unknown_fields(kind, list(values)):
            findings.error(message, number)
        row = Row(
            line=number,
            columns=columns_of(tuple(values)),
            texts=tidy_all([*values.values()]),
            findings=findings,
            written=values,
        )
        rows[kind].append(row)
    return rows


def _values(document: Mapping[str, Any], number: int, findings: kit.Findings) -> dict[str, str]:
    values = {}
    for name, value in document.items():
        cell = _list_text(value) if name in LISTS else _cell_text(value)
        if cell is None:
            findings.error(Message("%(name)r must be a text or a number", name=name[:40]), number)
        values[name] = cell or ""
    return values


def _object(line: str, number: int, findings: kit.Findings) -> dict[str, Any] | None:
    try:
        document = json.loads(line, parse_constant=_refuse, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        findings.error(Message("this is not JSON: %(why)s", why=error.msg), number, error.colno)
        return None
    except Fault as fault:
        findings.error(_unreadable(str(fault)), number)
        return None
    except (ValueError, RecursionError) as error:
        findings.error(_unreadable(str(error)[:80]), number)
        return None
    if not isinstance(document, dict):
        findings.error(Message("a line must be one JSON object"), number)
        return None
    return document


def _unreadable(why: str) -> Message:
    return Message("this cannot be read: %(why)s", why=why)


def _refuse(name: str) -> Any:
    raise Fault("not-a-number", Message("%(name)s is not a number", name=name))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise Fault("duplicate-key", Message("a field is there twice"))
    return document


def _list_text(value: object) -> str | None:
    """Return a list of words as a table writes it: separated by blanks."""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return " ".join(value)
    return _cell_text(value)


def _cell_text(value: object) -> str | None:
    """Return a value as the tables write it; None if it is not a single value."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value:.10g}" if isinstance(value, float) else str(value)
    return value if isinstance(value, str) else None
