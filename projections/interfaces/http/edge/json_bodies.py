"""Bodies that are JSON, read as strictly as a line of a submission: nothing is there twice.

Like a file, a body may begin with a byte order mark.
"""

import json
import re
from typing import Any

import orjson

from projections.interfaces.http.edge.problems import Objected, objected

_BLANKS = re.compile(r"[ \t\n\r]*")


def object_in(content: bytes) -> dict[str, Any]:
    """A body that is one JSON object.

    Raises :class:`~projections.interfaces.http.edge.problems.Objected` (400) where it is none.
    """
    text = _text_of(content)
    try:
        found: object = orjson.loads(text)  # which refuses what cannot be written again
        json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise _no_json(error) from None
    if not isinstance(found, dict):
        raise objected(400, "wrong-type", "the body must be one JSON object")
    return found


def items_in(content: bytes) -> list[bytes]:
    """The items of a body that is one JSON array, each as it was written.

    So each can be read as if it were a line: what is wrong with it is said in the same words.

    Raises :class:`~projections.interfaces.http.edge.problems.Objected` (400) where it is none.
    """
    text = _text_of(content)
    try:
        return _divided(text)
    except (ValueError, RecursionError) as error:
        raise _no_json(error) from None


def _divided(text: str) -> list[bytes]:
    at = _after_blanks(text, 0)
    if text[at : at + 1] != "[":
        json.loads(text)
        raise objected(400, "wrong-type", "the body must be a JSON array of events")
    items: list[bytes] = []
    at = _after_blanks(text, at + 1)
    while items or text[at : at + 1] != "]":
        _, end = _item.raw_decode(text, at)
        items.append(text[at:end].encode())
        at = _after_blanks(text, end)
        if text[at : at + 1] != ",":
            break
        at = _after_blanks(text, at + 1)
    if text[at : at + 1] != "]":
        raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
    if (end := _after_blanks(text, at + 1)) != len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return items


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def _text_of(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise objected(400, "not-utf-8", "the body is not UTF-8") from None


def _no_json(error: Exception) -> Objected:
    return objected(400, "not-json", f"the body is no JSON: {error}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise objected(400, "duplicate-key", f"{twice!r} is given twice in one object", twice)
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


_item = json.JSONDecoder(parse_int=str, parse_constant=_no_number)  # however long a number is
