"""Bodies of requests, bounded while they are read: nobody fills the memory or holds a line."""

import anyio
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Receive

from projections.interfaces.http.edge.problems import Objected, objected

LARGEST_BODY = 64 * 2**20
PATIENCE_SECONDS = 60
LEAST_BYTES_A_SECOND = 4_096  # on the whole; a byte now and then would hold a line for ever
MOST_FIELDS = 100


async def body_within(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """The whole body.

    Raises `Objected`: 413 for one that is larger, 408 for
    one that does not come.
    """
    return await _bounded(request, largest).body()


async def form_within(
    request: Request, largest: int = LARGEST_BODY, most_fields: int = MOST_FIELDS
) -> tuple[dict[str, str], dict[str, tuple[str, bytes]]]:
    """The texts of a form by their names, and its files by theirs, each as name and bytes.

    Of a text that is there twice the last one counts: a page may show the same row twice.

    Raises `Objected`: 400 for a form that cannot be read or
    has two files in one field, 413 and 408 as above.
    """
    texts: dict[str, str] = {}
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
                    texts[name] = value
    except HTTPException as error:  # the framework's word for a form that cannot be read
        raise objected(400, "not-a-form", f"the form cannot be read: {error.detail}") from None
    except UnicodeDecodeError:
        raise objected(400, "not-utf-8", "the form is not UTF-8") from None
    return texts, files


def must_be_of_type(request: Request, *types: str) -> str:
    """The media type of the body, in lower case, without its parameters.

    Raises `Objected` (415) for any other, and for a body
    that was packed.
    """
    packed = request.headers.get("content-encoding", "").strip()
    if packed.lower() not in ("", "identity"):
        message = f"a body packed as {packed} is not taken here: send it unpacked"
        headers = {"Accept-Encoding": "identity"}  # which, in an answer, is said of requests
        raise objected(415, "packed", message, "Content-Encoding", headers)
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said not in types:
        message = f"{said or 'a body of no type'} is not taken here: send {' or '.join(types)}"
        headers = {"Accept-Post": ", ".join(types)}
        raise objected(415, "media-type", message, "Content-Type", headers)
    return said


def _bounded(request: Request, largest: int) -> Request:
    """The same request, whose body ends with an objection where it is too large or too slow."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > largest:
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


def _too_large(largest: int) -> Objected:
    message = f"the body is larger than {largest} bytes: send it in parts"
    return objected(413, "too-large", message, headers={"Connection": "close"})
