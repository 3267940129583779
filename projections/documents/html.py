"""A document as one page of HTML that needs nothing else: style inside, no program, no link.

The data lie in a script element that no browser runs.
"""

from collections.abc import Iterator

from projections.documents.document import Document, FieldList, Part, Step, StepList, Table, Text
from projections.documents.html_text import escape, plain

_STYLE = """
@page { size: A4; margin: 16mm 15mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 3rem; max-width: 56rem; color: #1d2329;
  background: #fff; font: 15px/1.5 Georgia, "Times New Roman", serif; }
header { border-bottom: 3px double #1d2329; padding-bottom: 1rem; margin-bottom: 1.5rem; }
h1 { font-size: 1rem; font-weight: normal; letter-spacing: .08em; text-transform: uppercase;
  color: #5a6672; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; border-bottom: 1px solid #c9d1d9;
  padding-bottom: .2rem; break-after: avoid; }
header p { margin: .3rem 0 0; }
.player { font-size: 1.7rem; font-weight: bold; line-height: 1.2; }
.figures { font-size: 1.5rem; margin-top: .7rem; font-variant-numeric: tabular-nums; }
.figures span { color: #5a6672; }
.figures b { color: #0b5394; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .15rem 1rem; margin: 0; }
dt { color: #5a6672; }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .84rem; line-height: 1.35; }
th { text-align: left; font-weight: normal; color: #5a6672; border-bottom: 1px solid #1d2329; }
th, td { padding: .25rem .7rem .25rem 0; vertical-align: top; }
td { border-bottom: 1px solid #e4e8ec; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
td.hash { font: .66rem/1.3 ui-monospace, Consolas, monospace; color: #5a6672;
  word-break: break-all; min-width: 12rem; }
ol { list-style: none; counter-reset: step; margin: 0; padding: 0; }
ol > li { counter-increment: step; position: relative; padding: .45rem 0 .45rem 2.4rem;
  border-bottom: 1px solid #e4e8ec; break-inside: avoid; }
ol > li::before { content: counter(step); position: absolute; left: 0; width: 1.6rem;
  text-align: right; color: #8b96a1; font-variant-numeric: tabular-nums; }
.rule { font-weight: bold; white-space: nowrap; margin-right: .5rem; }
.given { font-variant-numeric: tabular-nums; color: #3d4752; overflow-wrap: anywhere; }
.given b { color: #0b5394; white-space: nowrap; }
li .scroll { margin: .3rem 0; }
@media print { body { padding: 0; max-width: none; font-size: 10.5pt; }
  .scroll { overflow: visible; } tr { break-inside: avoid; } }
"""


def html(document: Document) -> str:
    """The whole page."""
    return "\n".join(_page(document)) + "\n"


def _page(document: Document) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{plain(document.player)}, {plain(document.occasion)}</title>"
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<header>"
    yield f"<h1>{escape(document.title)}</h1>"
    yield f'<p class="player">{escape(document.player)}</p>'
    yield f"<p>{escape(document.occasion)}</p>"
    before, after = escape(document.before), escape(document.after)
    yield f'<p class="figures">{before} <span>→</span> <b>{after}</b></p>'
    yield "</header>\n<main>"
    for part in document.parts:
        yield from _part(part)
    yield "</main>"
    yield f'<script type="application/json" id="audit">{_inert(document.data)}</script>'
    yield "</body>\n</html>"


def _inert(data: str) -> str:
    """JSON in which no browser can find the end of the element or anything else of its own."""
    return data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _part(part: Part) -> Iterator[str]:
    yield f"<section>\n<h2>{escape(part.heading)}</h2>"
    for block in part.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Text | FieldList | Table | StepList) -> Iterator[str]:
    match block:
        case Text():
            yield f"<p>{escape(block.text)}</p>"
        case FieldList():
            yield "<dl>"
            yield from (f"<dt>{escape(n)}</dt><dd>{escape(v)}</dd>" for n, v in block.fields)
            yield "</dl>"
        case Table():
            yield from _table(block)
        case StepList():
            yield "<ol>"
            for step in block.steps:
                yield from _step(step)
            yield "</ol>"


def _step(step: Step) -> Iterator[str]:
    yield f'<li><span class="rule">{escape(step.rule)}</span>{escape(step.text)}'
    for table in step.tables:
        yield from _table(table)
    given = ", ".join(f"{escape(name)} = {escape(value)}" for name, value in step.given)
    yield f'<div class="given">{given} → <b>{escape(step.result)}</b></div></li>'


def _table(table: Table) -> Iterator[str]:
    classes = [_class(table, place) for place in range(len(table.headings))]
    yield '<div class="scroll"><table>\n<thead><tr>'
    yield from (f"<th{c}>{escape(t)}</th>" for c, t in zip(classes, table.headings, strict=True))
    yield "</tr></thead>\n<tbody>"
    for row in table.rows:
        cells = zip(classes, row, strict=True)
        yield f"<tr>{''.join(f'<td{c}>{escape(text)}</td>' for c, text in cells)}</tr>"
    yield "</tbody></table></div>"


def _class(table: Table, place: int) -> str:
    if table.headings[place] == "hash":
        return ' class="hash"'
    return ' class="n"' if place in table.numbers else ""
