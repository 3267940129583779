"""Pictures of links: the PNG that messengers show with one, and the code that paper has of it.

Messengers show few other forms.  The PNG is drawn with Pillow, which WeasyPrint brings along, in
a font of the system; without both, links have no picture of their own.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import BytesIO
from typing import Any

import segno
from markupsafe import Markup

WIDTH, HEIGHT, MARGIN = 1200, 630, 72
FONTS = ("DejaVuSans", "NotoSans-Regular", "LiberationSans-Regular", "Arial", "arial")
INK, SOFT, PAPER, ACCENT = "#1c2329", "#56616b", "#ffffff", "#0b5394"
TITLE, LONG_TITLE, LEADING, LINE = 68, 48, 92, 40
"""The sizes of the text, in pixels."""
FLOOR = HEIGHT - 90
"""Above it lies everything but the name of the site."""


def is_drawn() -> bool:
    """Return True if pictures can be drawn here."""
    return _font(LINE) is not None


def link_picture(title: str, texts: Sequence[str], site: str, accent: str = "") -> bytes:
    """Draw a title, texts below it, the first of them large if it is a number, and the site."""
    picture = import_module("PIL.Image").new("RGB", (WIDTH, HEIGHT), PAPER)
    draw, colour = import_module("PIL.ImageDraw").Draw(picture), accent or ACCENT
    draw.rectangle((0, 0, WIDTH, 18), fill=colour)
    size = TITLE if len([*_lines(title, TITLE)]) < 3 else LONG_TITLE
    down = _text(draw, title, MARGIN, size, INK)
    for place, text in enumerate(texts):
        is_large = place == 0 and text[:1].isdigit()
        down = _text(draw, text, down, LEADING if is_large else LINE, colour if is_large else SOFT)
    draw.text((MARGIN, FLOOR + 12), site, font=_font(LINE), fill=colour)
    content = BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()


@cache
def _font(size: int) -> Any:
    """Return a font of the system; None without Pillow or any of these fonts."""
    with suppress(ImportError):
        fonts = import_module("PIL.ImageFont")
        for name in FONTS:
            with suppress(OSError):
                return fonts.truetype(f"{name}.ttf", size)
    return None


def _text(draw: Any, text: str, down: int, size: int, colour: str) -> int:
    """Write a text in lines within the margins, as far as there is room; return where it ends."""
    for line in _lines(text, size):
        if down + 1.25 * size <= FLOOR:
            draw.text((MARGIN, down), line, font=_font(size), fill=colour)
            down += round(1.25 * size)
    return down + size // 4


def _lines(text: str, size: int) -> Iterator[str]:
    line, font = "", _font(size)
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font and font.getlength(longer) > WIDTH - 2 * MARGIN:
            yield line
            longer = word
        line = longer
    yield line


def qr_code(address: str) -> Markup:
    """Return an address as a picture that a telephone reads from paper: SVG."""
    return Markup(segno.make(address, micro=False).svg_inline(scale=2, border=2))  # noqa: S704
