"""What is wrong with a line that is no JSON, and what to write instead."""

import json
from collections.abc import Mapping

_NO_EVENT = (
    'an event is an object on one line, {"type": …}; a tournament file is read by '
    "`rating-ledger import auto FILE`"
)
_ENDS = "the line ends before the event does: an event stands whole on one line"
_REMEDIES: Mapping[str, str] = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before this place",
    "Expecting ':' delimiter": 'a colon is missing between a field and its value: "round": 1',
    "Expecting property name enclosed in double quotes": (
        'a field is missing or stands without double quotes: write "round", and no comma before }'
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
    "Extra data": "something stands behind the event: write each event on a line of its own",
}


def json_remedy(error: json.JSONDecodeError) -> str:
    """Where a line is no JSON and what to do about it: ``at column 14: a colon is missing …``."""
    text = error.doc.rstrip()
    if text.startswith("\ufeff"):
        return "at column 1: a byte order mark: save the file as UTF-8 without one"
    if not text.lstrip().startswith("{"):
        return f"at column 1: {_NO_EVENT}"
    if error.pos >= len(text):
        return f"at column {len(text) + 1}: {_ENDS}"
    remedy = next(
        (said for msg, said in _REMEDIES.items() if error.msg.startswith(msg)), error.msg
    )
    return f"at column {error.pos + 1}: {remedy}"
