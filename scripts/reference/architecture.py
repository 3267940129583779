"""The drawing of the architecture: the layers of the import contracts, as SVG."""

import ast
import tomllib
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from textwrap import wrap

import attrs

ROOT = Path(__file__).parents[2]
WIDTH, GAP, LEFT, TOP, COLUMN = 400, 10, 20, 64, 440
LINE, CHARACTERS = 17, 54
ARROWHEAD = """<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"
markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>"""
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1c2733; }
  .name { font-weight: 600; font-family: ui-monospace, monospace; }
  .head { font-size: 17px; font-weight: 600; }
  .box { fill: #f4f7fa; stroke: #8ba0b5; }
  .side { fill: none; stroke: #c9d3dd; }
  .arrow { stroke: #35618e; stroke-width: 2; fill: none; marker-end: url(#end); }
  #end path { fill: #35618e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4eaf0; }
    .box { fill: #1d2833; stroke: #5d7488; }
    .side { stroke: #3a4a59; }
    .arrow { stroke: #8fb8e0; }
    #end path { fill: #8fb8e0; }
  }
"""


@attrs.frozen
class Box:
    """A package and what it is for, in lines."""

    name: str
    lines: Sequence[str]

    @property
    def height(self) -> int:
        """Return the height in pixels."""
        return 14 + LINE * (1 + len(self.lines))


def drawing() -> str:
    """Return the picture: interfaces above, the read side below them, the write side beside it."""
    ledger, projections = _layers("The ledger's layers"), _layers("The projections' layers")
    interfaces = [name for name in projections if name.startswith("projections.interfaces")]
    read = [name for name in projections if name not in interfaces]
    upper = _column("Interfaces", LEFT, interfaces)
    lower = _column("Read side: what it means", LEFT + COLUMN, [*read, "projections.checking"])
    write = _column("Write side: what happened", LEFT + 2 * COLUMN, ledger)
    height = max(bottom for _, bottom in (upper, lower, write)) + 20
    width = LEFT * 2 + 3 * COLUMN - (COLUMN - WIDTH)
    body = [*upper[0], *lower[0], *write[0], *_arrows()]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            "<title>Interfaces import the read side, the read side imports the write side</title>",
            f"<style>{STYLE}</style>",
            ARROWHEAD,
            *body,
            "</svg>\n",
        )
    )


def _layers(contract: str) -> list[str]:
    """Return the packages of a contract, from the uppermost to the lowest."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for each in settings["tool"]["importlinter"]["contracts"]:
        if each["name"].startswith(contract):
            return [name for layer in each["layers"] for name in layer.split(" | ")]
    raise LookupError(contract)


def _column(heading: str, left: int, names: Sequence[str]) -> tuple[list[str], int]:
    """Return the drawing of a column, and where it ends."""
    top, drawn = TOP, [f'<text class="head" x="{left}" y="{TOP - 20}">{heading}</text>']
    for box in map(_box, names):
        size = f'width="{WIDTH}" height="{box.height}"'
        drawn.append(f'<rect class="box" x="{left}" y="{top}" {size} rx="6"/>')
        drawn.append(f'<text class="name" x="{left + 12}" y="{top + 20}">{box.name}</text>')
        for number, line in enumerate(box.lines, start=1):
            y = top + 20 + LINE * number
            drawn.append(f'<text x="{left + 12}" y="{y}">{escape(line)}</text>')
        top += box.height + GAP
    return drawn, top


def _arrows() -> Iterator[str]:
    """Yield the two directions in which the columns import each other."""
    for column in (0, 1):
        start = LEFT + column * COLUMN + WIDTH + 3
        yield f'<path class="arrow" d="M{start} {TOP + 24}h{COLUMN - WIDTH - 8}"/>'


def _box(name: str) -> Box:
    path = ROOT.joinpath(*name.split("."))
    module = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    sentence = " ".join(text.partition("\n\n")[0].replace("``", "").split())
    return Box(name.removeprefix("projections."), wrap(sentence, CHARACTERS))
