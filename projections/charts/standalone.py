"""Charts as a file of their own: one SVG with its colours inside, by day, whoever opens it."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from projections.charts.panel import LEFT, WIDTH

MARGIN, HEADING = 12, 26
_VIEW = re.compile(r'<svg class="chart" viewBox="0 0 \S+ (?P<height>[\d.]+)"')
_COLOUR = re.compile(r"(--[\w-]+):\s*(#\w+)")
_USED = re.compile(r"var\((--[\w-]+)\)")
_PAGES_ONLY = re.compile(r"^\.chart \{.*?\}\n|/\*.*?\*/\n", re.MULTILINE)


def standalone(charts: Sequence[tuple[str, str]]) -> bytes:
    """Charts with their titles, one below the other; those that are empty are left out.

    Programs that draw SVG without knowing CSS variables get the colours themselves.
    """
    parts, place = [], float(MARGIN)
    for title, drawn in charts:
        if not drawn:
            continue
        height = _height(drawn)
        placed = (
            f'<svg class="chart" x="0" y="{place + HEADING:g}" width="{WIDTH}" height="{height:g}"'
        )
        parts.append(
            f'<g class="chart"><text class="title" x="{LEFT:g}" y="{place + 16:g}">'
            f"{escape(title, quote=False)}</text></g>"
        )
        parts.append(str.replace(drawn, '<svg class="chart"', placed, 1))
        place += HEADING + height + MARGIN
    whole = f"{WIDTH + MARGIN} {place:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole}" width="{WIDTH + MARGIN}" '
        f'height="{place:g}" font-family="system-ui,Verdana,sans-serif">'
        f'<style>{_style()}</style><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}</svg>\n"
    ).encode()


def _height(drawn: str) -> float:
    found = _VIEW.search(drawn)
    if found is None:
        raise ValueError("this is no chart of ours")
    return float(found["height"])


def _style() -> str:
    """The charts' stylesheet with the colours of the day in place of their names."""
    folder = files("projections.charts") / "static"
    by_day = (folder / "palette.css").read_text("utf-8").partition("@media")[0]
    colours = dict(_COLOUR.findall(by_day))
    rules = _PAGES_ONLY.sub("", (folder / "chart.css").read_text("utf-8"))
    return _USED.sub(lambda used: colours[used[1]], rules)
