"""A federation's colour as an accent that can be read, by day and by night."""

from collections.abc import Iterable

LIGHTEST_GROUND, DARKEST_GROUND = (0xF5, 0xF7, 0xF9), (0x1D, 0x23, 0x29)
"""The grounds of links that are hardest to read on: ``--raised`` of the palette, day and night."""
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
READABLE = 4.5
"""The contrast that WCAG 2.2 asks of text (1.4.3)."""
STEPS = 50
Colour = tuple[int, ...]


def accent_style(accent: str) -> str:
    """The rules that make a colour like ``#0b5394`` the accent of pages and documents.

    It is darkened by day and lightened by night until a link can be read.
    """
    by_day = _until_readable(_parsed(accent), BLACK, LIGHTEST_GROUND)
    by_night = _until_readable(_parsed(accent), WHITE, DARKEST_GROUND)
    return (
        f":root {{ --accent: {_written(by_day)}; }}\n"
        "@media screen and (prefers-color-scheme: dark) "
        f"{{ :root {{ --accent: {_written(by_night)}; }} }}\n"
        "@media print { :root { --accent: #000; } }\n"
    )


def contrast(one: Iterable[int], other: Iterable[int]) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _until_readable(colour: Colour, towards: Colour, ground: Colour) -> Colour:
    for step in range(STEPS):
        mixed = tuple(
            round(own + (other - own) * step / STEPS)
            for own, other in zip(colour, towards, strict=True)
        )
        if contrast(mixed, ground) >= READABLE:
            return mixed
    return towards


def _luminance(colour: Iterable[int]) -> float:
    red, green, blue = (_linear(each / 255) for each in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _parsed(accent: str) -> Colour:
    return tuple(bytes.fromhex(accent.removeprefix("#")))


def _written(colour: Colour) -> str:
    return f"#{bytes(colour).hex()}"
