"""Pages of HTML from templates: everything that is put in is escaped, nothing may be missing.

Names, clubs and tournaments stand in ``<bdi>`` and go through ``unseen_shown``, or through
``isolated``, which does both: no text may turn the direction in which another one is read.
"""

import html
import re
from base64 import b64decode
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ledger.events.characters import runs_right_to_left, visible_on_pages
from ledger.events.problems import refusal
from projections.files.charts.link_picture import qr_code
from projections.files.documents.document import (
    Cell,
    Document,
    FieldList,
    Step,
    StepList,
    Table,
    Text,
)
from projections.i18n.languages import Language
from projections.queries.extras import install_commands

# --- escaping texts for HTML, and isolating right-to-left text -----------------------------------


def escape(text: str) -> str:
    """A text inside an element, isolated where it is read from the right."""
    escaped = plain(text)
    return f"<bdi>{escaped}</bdi>" if runs_right_to_left(text) else escaped


def plain(text: str) -> str:
    """A text where no element may stand, as in the title."""
    return html.escape(visible_on_pages(text))


def page(template: str, spoken: Language | None = None, /, **values: Any) -> str:
    """A template of this package filled in, such as ``rating_list.html``."""
    code = "en" if spoken is None else spoken.code
    return _environment(spoken).get_template(template).render({"lang": code, **values})


def _safe_json(data: str) -> str:
    """JSON in which no browser can find the end of the element or anything else of its own."""
    return data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def _environment(spoken: Language | None) -> Environment:
    environment = Environment(
        loader=PackageLoader("projections.files.documents"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    if spoken is not None:
        environment.install_gettext_translations(spoken.catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.globals["qr_code"] = qr_code
    environment.filters["unseen_shown"] = visible_on_pages
    environment.filters["isolated"] = lambda text: Markup(escape(text))  # noqa: S704 - escaped there
    environment.filters["inert"] = lambda data: Markup(_safe_json(data))  # noqa: S704 - no sign is left
    return environment


# --- writing a document as one self-contained HTML page ------------------------------------------


def html_page(document: Document) -> str:
    """The whole page."""
    return page("audit.html", document=document, lang=document.language)


# --- writing a document as Markdown, with the data in a fenced block at the end ------------------


_HELD = re.compile(r"data:(image/[a-z+]+);base64,([A-Za-z0-9+/=]*)")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def markdown_page(document: Document) -> str:
    """The whole document."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield f"# {_plain(document.title)}"
    yield ""
    yield f"**{_plain(document.player)}**: {_plain(document.occasion)}"
    yield ""
    if document.of_list:
        yield from (_plain(document.of_list), "")
    yield f"**{_plain(document.before)} → {_plain(document.after)}**"
    for part in document.parts:
        yield from ("", f"## {_plain(part.heading)}")
        for block in part.blocks:
            yield ""
            yield from _block(block)
    yield from ("", "## Data", "", "```json", document.data, "```")


def _block(block: Text | FieldList | Table | StepList) -> Iterator[str]:
    match block:
        case Text():
            yield _plain(block.text)
        case FieldList():
            yield from _table(Table(("", ""), block.fields, frozenset()))
        case Table():
            yield from _table(block)
        case StepList():
            for number, step in enumerate(block.steps, start=1):
                yield from _step(number, step)


def _step(number: int, step: Step) -> Iterator[str]:
    yield f"{number}. **{_plain(step.rule)}** {_plain(step.text)}"
    given = ", ".join(f"{_plain(name)} = {_cell(value)}" for name, value in step.given)
    yield f"   {given} → **{_cell(step.result)}**".replace("    →", "   →")
    for table in step.tables:
        yield ""
        yield from (f"   {row}" for row in _table(table))
        yield ""


def _table(table: Table) -> Iterator[str]:
    yield _row(table.headings)
    rules = ("---:" if place in table.numbers else "---" for place, _ in enumerate(table.headings))
    yield f"| {' | '.join(rules)} |"
    yield from map(_row, table.rows)


def _row(cells: tuple[Cell, ...]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(cell: Cell) -> str:
    """Nothing can be looked at more closely here: all digits."""
    return _plain(cell if isinstance(cell, str) else cell.full)


def _plain(text: str) -> str:
    """Text that Markdown takes as it is: nothing in it is a sign, and it stays in its line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


# --- converting an HTML page to PDF if WeasyPrint is installed (extra ``pdf``) -------------------


def as_pdf(html: str) -> bytes:
    """The page laid out as its print style says.  Nothing is fetched: it has all it needs.

    Raises :class:`~ledger.events.problems.Refused` if WeasyPrint, or what it draws with, is
    not installed.
    """
    try:
        weasyprint = import_module("weasyprint")
    except (ImportError, OSError):
        message = (
            "PDF needs WeasyPrint and the Pango library: "
            f"{install_commands('pdf')}, or write html and print it"
        )
        raise refusal("no-weasyprint", message, "form") from None
    sheet = weasyprint.HTML(string=html, url_fetcher=_nothing)
    return cast("bytes", sheet.write_pdf(pdf_tags=True))


def _nothing(url: str) -> dict[str, Any]:
    """Return the document's own content only."""
    if (held := _HELD.fullmatch(url)) is not None:
        return {"string": b64decode(held[2]), "mime_type": held[1]}
    raise ValueError(f"a document needs nothing from elsewhere, and not {url!r}")
