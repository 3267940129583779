"""An evaluation as one page of HTML: to be read, printed and heard, with nothing to load."""

from collections.abc import Iterator

from projections.documents.document import Table
from projections.documents.evaluation import Evaluation
from projections.documents.html_text import escape, plain

_STYLE = """
@page { size: A4 landscape; margin: 14mm; }
body { margin: 2rem auto; padding: 0 1.5rem; max-width: 68rem; color: #1d2329;
  background: #fff; font: 15px/1.5 Georgia, "Times New Roman", serif; }
h1 { font-size: 1.6rem; margin: 0; line-height: 1.2; }
header { border-bottom: 3px double #1d2329; padding-bottom: .8rem; margin-bottom: 1.2rem; }
dl { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; margin: .6rem 0 0; }
dl div { display: flex; gap: .4rem; }
dt { color: #4b5763; }
dt::after { content: ":"; }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; line-height: 1.35;
  margin-bottom: 1.6rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-size: 1.1rem; padding-bottom: .4rem; }
thead th { color: #4b5763; font-weight: normal; border-bottom: 1px solid #1d2329; }
tbody th { font-weight: bold; }
th, td { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; }
tbody th, tbody td { border-bottom: 1px solid #dfe4e8; }
th.n, td.n { text-align: right; white-space: nowrap; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10pt; }
  .scroll { overflow: visible; } thead { display: table-header-group; }
  tr { break-inside: avoid; } }
"""


def evaluation_as_html(evaluation: Evaluation) -> bytes:
    """The whole page, in UTF-8."""
    return ("\n".join(_page(evaluation)) + "\n").encode()


def _page(evaluation: Evaluation) -> Iterator[str]:
    name = escape(evaluation.name)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{plain(evaluation.name)}: evaluation</title>"
    yield f"<style>{_STYLE}</style>\n</head>\n<body>"
    yield f"<header>\n<h1>{name}</h1>\n<dl>"
    for key, value in evaluation.head.items():
        yield f"<div><dt>{escape(key.capitalize())}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl>\n</header>\n<main>"
    if evaluation.excluded is not None:
        yield f"<p>This tournament is not rated: {escape(evaluation.excluded)}</p>"
    if evaluation.players.rows:
        yield from _table(evaluation.players, "Evaluation", heading_of_row=1)
        if evaluation.legend:
            yield f"<p>{escape(evaluation.legend)}</p>"
    if evaluation.not_rated.rows:
        yield from _table(evaluation.not_rated, "Games not rated", heading_of_row=0)
    yield "</main>\n</body>\n</html>"


def _table(table: Table, caption: str, heading_of_row: int) -> Iterator[str]:
    """A table with its caption; the cell at index ``heading_of_row`` is the row's heading."""
    yield f'<div class="scroll">\n<table>\n<caption>{escape(caption)}</caption>\n<thead>\n<tr>'
    for place, heading in enumerate(table.headings):
        yield f'<th scope="col"{_class(table, place)}>{escape(heading)}</th>'
    yield "</tr>\n</thead>\n<tbody>"
    for row in table.rows:
        cells = [
            f'<th scope="row">{escape(text)}</th>'
            if place == heading_of_row
            else f"<td{_class(table, place)}>{escape(text)}</td>"
            for place, text in enumerate(row)
        ]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table>\n</div>"


def _class(table: Table, place: int) -> str:
    return ' class="n"' if place in table.numbers else ""
