"""Bodies of requests, with limits of size and time while they are read."""

import json
import re
from collections.abc import Mapping, Sequence

import anyio
import orjson
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from projections.interfaces.http.edge.problems import HttpError, objected, response_of

LARGEST_BODY = 64 * 2**20
PATIENCE_SECONDS = 60
LEAST_BYTES_A_SECOND = 4_096  # on average, against clients that send single bytes
MOST_FIELDS = 100
TWO_LENGTHS = objected(
    400,
    "two-lengths",
    "there is a Transfer-Encoding too: send one of the two",
    "Content-Length",
    {"Connection": "close"},
).objection
Form = tuple[Sequence[tuple[str, str]], Mapping[str, tuple[str, bytes]]]
"""The texts of a form with their names, and its files by theirs, each as name and bytes."""


class OneLength:
    """An application that refuses a request whose body has two lengths, and closes the connection.

    A proxy may go by the other one and take the rest for the next request (RFC 9112, 6.1).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on."""
        names = {name.lower() for name, _ in scope.get("headers", ())}
        if names >= {b"content-length", b"transfer-encoding"}:
            await response_of(TWO_LENGTHS)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


async def body_within(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """The whole body.

    Raises `HttpError`: 413 for one that is larger, 408 for
    one that does not come.
    """
    return await _bounded(request, largest).body()


async def form_within(
    request: Request, largest: int = LARGEST_BODY, most_fields: int = MOST_FIELDS
) -> Form:
    """The texts of a form with their names, and its files by theirs.

    Raises `HttpError`: 400 for a form that cannot be read or
    has two files in one field, 413 and 408 as above.
    """
    texts: list[tuple[str, str]] = []
    files: dict[str, tuple[str, bytes]] = {}
    bounded = _bounded(request, largest)
    try:
        async with bounded.form(
            max_files=MOST_FIELDS, max_fields=most_fields, max_part_size=largest
        ) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    if name in files:
                        message = f"{name} is given twice: send each file by itself"
                        raise objected(400, "given-twice", message, name)
                    files[name] = (value.filename or "", await value.read())
                else:
                    texts.append((name, value))
    except HTTPException as error:  # the framework's exception for an unreadable form
        raise objected(400, "not-a-form", f"the form cannot be read: {error.detail}") from None
    except UnicodeDecodeError:
        raise objected(400, "not-utf-8", "the form is not UTF-8") from None
    return texts, files


def must_be_of_type(request: Request, *types: str) -> str:
    """The media type of the body, in lower case, without its parameters.

    Raises `HttpError` (415) for any other, and for a body
    that was packed.
    """
    packed = request.headers.get("content-encoding", "").strip()
    if packed.lower() not in ("", "identity"):
        message = f"a body packed as {packed} is not taken here: send it unpacked"
        headers = {"Accept-Encoding": "identity"}  # in an answer it describes requests
        raise objected(415, "packed", message, "Content-Encoding", headers)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in types:
        message = (
            f"{media_type or 'a body of no type'} is not taken here: send {' or '.join(types)}"
        )
        headers = {"Accept-Post": ", ".join(types)}
        raise objected(415, "media-type", message, "Content-Type", headers)
    return media_type


def _bounded(request: Request, largest: int) -> Request:
    """The same request, whose body ends with an objection where it is too large or too slow."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > largest:
        raise _too_large(largest)
    return Request(request.scope, _counted(request.receive, largest))


def _counted(receive: Receive, largest: int) -> Receive:
    read, begun = 0, anyio.current_time()

    async def counted() -> Message:
        nonlocal read
        due = begun + PATIENCE_SECONDS + read / LEAST_BYTES_A_SECOND
        try:
            with anyio.fail_after(due - anyio.current_time()):
                message = await receive()
        except TimeoutError:
            why = f"after {PATIENCE_SECONDS} seconds only {read} bytes had come: send it again"
            raise objected(408, "too-slow", why, headers={"Connection": "close"}) from None
        read += len(message.get("body", b""))
        if read > largest:
            raise _too_large(largest)
        return message

    return counted


def _too_large(largest: int) -> HttpError:
    message = f"the body is larger than {largest} bytes: send it in parts"
    return objected(413, "too-large", message, headers={"Connection": "close"})


# --- reading JSON bodies as strictly as a line of a submission: no duplicate keys ----------------


_BLANKS = re.compile(r"[ \t\n\r]*")


def object_in(content: bytes) -> dict[str, object]:
    """A body that is one JSON object.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) if it is none.
    """
    text = _text_of(content)
    try:
        found: object = orjson.loads(text)  # rejects values that JSON cannot represent
        json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise _no_json(error) from None
    if not isinstance(found, dict):
        raise objected(400, "wrong-type", "the body must be one JSON object")
    return found


def items_in(content: bytes) -> list[bytes]:
    """The items of a body that is one JSON array, each as it was written.

    So each can be read as if it were a line: what is wrong with it is said in the same words.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) if it is none.
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


def _no_json(error: Exception) -> HttpError:
    return objected(400, "not-json", f"the body is not JSON: {error}")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise objected(400, "duplicate-key", f"{twice!r} is given twice in one object", twice)
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")


_item = json.JSONDecoder(parse_int=str, parse_constant=_no_number)  # for numbers of any length
