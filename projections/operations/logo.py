"""Logos: the images that a site may show, in every browser and without a reader's risk.

A static site has no server to forbid scripts, so a drawing must not have any, nor load anything
from elsewhere.
"""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from xml.parsers.expat import ExpatError, ParserCreate

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal

_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_DRAWING = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg[\s>]", re.DOTALL
)
_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ACTIVE = frozenset(
    ("script", "foreignobject", "handler", "listener", "iframe", "object", "embed", "audio")
)
_OWN = re.compile(r"#|data:image/(?:png|jpeg)[;,]", re.IGNORECASE)
_LOADS = re.compile(r"@import|\\|url\(\s*+[\"']?+(?!#|data:image/(?:png|jpeg)[;,])", re.IGNORECASE)
LONGEST_SIDE = 10_000
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""The bits of a sample by the type of colour (PNG, table 11.1)."""


def kind_of(content: bytes) -> str:
    """Return the ending of a logo's name: ``png``, ``jpg`` or ``svg``.

    Raises :class:`~ledger.events.problems.Refused` for any other file, and for a drawing or image
    that a site must not show.
    """
    if content.startswith(_PNG):
        if (why := _fault_of_png(content)) is not None:
            raise _refused(Message("the logo is a damaged PNG file: %(why)s", why=why))
        return "png"
    if content.startswith(_JPEG):
        return "jpg"
    if not _DRAWING.match(content) or _DECLARES.search(content):
        raise _refused(Message("the logo is not a PNG, JPEG or SVG file without a document type"))
    if (what := next(_active_parts(content), None)) is not None:
        raise _refused(
            Message(
                "the logo can run a program or load something from elsewhere (%(what)s): save it "
                "as a plain SVG or PNG file",
                what=what,
            )
        )
    return "svg"


def _refused(message: Message) -> Refused:
    return refusal("bad-logo", message, "logo")


def _active_parts(content: bytes) -> Iterator[str]:
    """Yield the parts of a drawing that run or load something; in the words of the file."""
    found: list[str] = []
    styles: list[str] = []
    parser = ParserCreate()
    parser.buffer_text = True

    def begin(name: str, attributes: Mapping[str, str]) -> None:
        element = _local(name)
        styles.append(element)
        if element in _ACTIVE:
            found.append(f"<{name}>")
        found.extend(
            f'{it}="{value[:40]}"' for it, value in attributes.items() if _runs(it, value)
        )

    def text(data: str) -> None:
        if "style" in styles and (loads := _LOADS.search(data)):
            found.append(data[loads.start() :][:40])

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: styles.pop()
    parser.CharacterDataHandler = text
    parser.ProcessingInstructionHandler = lambda target, _: found.append(f"<?{target}?>")
    try:
        parser.Parse(content, True)  # noqa: FBT003 - it is the last part
    except (ExpatError, ValueError, LookupError) as error:
        raise _refused(
            Message("the logo is not a well-formed SVG file: %(why)s", why=str(error))
        ) from None
    yield from found


def _local(name: str) -> str:
    return name.rpartition(":")[2].casefold()


def _runs(name: str, value: str) -> bool:
    """True if an attribute runs a program, or names anything outside the drawing."""
    local = _local(name)
    if local in {"href", "src"}:
        return not _OWN.match(value.strip())
    is_animated = local == "attributename" and _local(value.strip()) in {"href", "src"}
    return is_animated or local.startswith("on") or bool(_LOADS.search(value))


def _fault_of_png(content: bytes) -> str | None:
    """Return the first fault of a PNG file in its own terms; None if there is none."""
    kinds: list[bytes] = []
    place = len(_PNG)
    while place < len(content) and kinds[-1:] != [b"IEND"]:
        length, kind = struct.unpack_from(">I4s", content.ljust(place + 8, b"\0"), place)
        end = place + 12 + length
        if end > len(content):
            return "it is cut off"
        data = content[place + 8 : end - 4]
        if zlib.crc32(kind + data) != int.from_bytes(content[end - 4 : end]):
            return f"the checksum of {kind!a} is wrong"
        if not kinds and (kind != b"IHDR" or not _is_possible(data)):
            return "its size is impossible"
        kinds.append(kind)
        place = end
    if kinds[-1:] != [b"IEND"] or b"IDAT" not in kinds or kinds.count(b"IHDR") != 1:
        return "it is cut off"
    return "there is something after its end" if place < len(content) else None


def _is_possible(header: bytes) -> bool:
    if len(header) != 13:
        return False
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", header)
    sides = 0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE
    return sides and depth in _DEPTHS.get(colour, ()) and rest in ([0, 0, 0], [0, 0, 1])
