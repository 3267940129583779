"""A file that a form keeps in its own fields, packed, from its preview to its confirmation."""

import zlib
from base64 import b64decode, b64encode
from binascii import Error as NotBase64

from ledger.events.messages import Message
from ledger.events.problems import refusal
from projections.interfaces.pages.officer.confirmation import ACTION
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.queries.arguments import Upload

FILE, KEPT, NAME = "file", "kept", "kept_name"
LARGEST_FILE = 4_000_000
"""In bytes: it goes to the browser and back with its preview."""


def keep_file(request: OfficerRequest, answers: tuple[str, ...]) -> None:
    """Take a file that was sent into the fields of the form, and drop ``answers`` to another."""
    name, content = request.files.get(FILE, ("", b""))
    if name and len(content) <= LARGEST_FILE:
        kept = b64encode(zlib.compress(content)).decode()
        texts = {it: text for it, text in request.texts.items() if not it.startswith(answers)}
        request.texts = {**texts, KEPT: kept, NAME: name}
    elif name:
        request.texts = {ACTION: request.texts.get(ACTION, ""), NAME: name, KEPT: ""}


def kept_file(request: OfficerRequest) -> Upload:
    """Return the file of the form.

    Raises :class:`~ledger.events.problems.Refused` if there is none, or it is too large.
    """
    name, content = request.files.get(FILE, ("", b""))
    if name and len(content) > LARGEST_FILE:
        message = Message(
            "a file of more than %(most)s MB must be submitted with the command",
            most=LARGEST_FILE // 1_000_000,
        )
        raise refusal("too-large", message, FILE)
    kept = request.text(KEPT)
    if not kept:
        raise refusal("missing", Message("choose a file"), FILE)
    try:
        packed = zlib.decompressobj()
        return Upload(request.text(NAME), packed.decompress(b64decode(kept), LARGEST_FILE + 1))
    except (zlib.error, NotBase64, ValueError):
        raise refusal("missing", Message("choose a file"), FILE) from None
