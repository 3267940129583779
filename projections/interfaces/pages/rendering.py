"""The templates of the pages: everything that is put in is escaped, nothing may be missing."""

import re
from datetime import date
from functools import cache
from importlib.util import find_spec

import attrs
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ledger.events.characters import visible_on_pages
from projections.files.charts.link_picture import is_drawn as pictures_are_drawn
from projections.i18n.languages import Language, language
from projections.queries.presentation import (
    WITHHELD,
    decimals_of,
    exceptional_rule_of,
    first_rating_of,
    fold,
    format_card,
    highest_first_of,
    lower_is_stronger,
    paragraphs_of,
    pooling_of,
    reading_help,
    rulebook_in_short,
    rulebook_name,
    step_of,
    steps_of,
    symbols_of,
)
from projections.queries.rating_changes import gain_of
from projections.queries.team_table import percent_of
from projections.queries.tournament_table import points_before

DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
RESULT = re.compile(r"(?<=[\d½]) : (?=[\d½])")
LONG_WORD = re.compile(r"[^\s/-]{19}")
"""Words of more than 18 letters may be broken on a page; names and clubs are shown whole."""
WITH_INDEX = re.compile(r"(\d+)((?:-| /)\d+)", re.ASCII)
SHORT_INDEX = re.compile(r"\d+(?:-| /)\d", re.ASCII)
FUNCTIONS = (
    *(decimals_of, exceptional_rule_of, first_rating_of, fold, format_card, gain_of),
    *(
        highest_first_of,
        lower_is_stronger,
        paragraphs_of,
        percent_of,
        points_before,
        pooling_of,
        reading_help,
        rulebook_name,
        step_of,
        steps_of,
        symbols_of,
    ),
)
"""Functions of the answers that every template may call."""


@attrs.frozen
class _PageLanguage(Language):
    """A language as pages write it: each day stays on one line."""

    def day(self, given: date | str | None) -> str:
        return super().day(given).replace(" ", "\N{NO-BREAK SPACE}")


def rendered(template: str, spoken: Language, values: dict[str, object]) -> str:
    """A template filled in, in a language."""
    return _environment(spoken.code).get_template(template).render(values)


@cache
def _environment(code: str) -> Environment:
    spoken = _PageLanguage(*attrs.astuple(language(code), recurse=False))
    environment = Environment(
        loader=PackageLoader("projections.interfaces.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
    )
    environment.install_gettext_translations(spoken.catalogue, newstyle=True)  # type: ignore[attr-defined]
    for name in ("day", "moment", "number", "fixed", "count", "signed", "points"):
        environment.filters[name] = getattr(spoken, name)
    for name in ("phrase", "heading", "written", "dated"):
        environment.filters[name] = getattr(spoken, name)
    environment.filters["given"] = lambda name: spoken.given(name).replace("_", " ")
    environment.globals.update((each.__name__, each) for each in FUNCTIONS)
    environment.filters["named"] = lambda name: _named(name, spoken)
    environment.filters["plain"] = lambda name: _plain(name, spoken)
    environment.filters["text"] = lambda text: _isolated(spoken.translate(text))
    environment.filters["isolated"] = lambda text: visible_on_pages(str(spoken.translate(text)))
    environment.filters["said"] = spoken.translate_text
    environment.filters["in_column"] = _in_column
    environment.filters["large"] = _large
    environment.filters["room"] = _room
    environment.filters["cell"] = lambda value: _cell(value, spoken)
    environment.globals["has_pdf"] = find_spec("weasyprint") is not None
    environment.globals["pictures_are_drawn"] = pictures_are_drawn
    environment.filters["in_short"] = rulebook_in_short
    environment.filters["rulebook_name"] = rulebook_name
    return environment


def _cell(value: object, spoken: Language) -> str:
    """A value of a rulebook's row: days as the language writes them, minus as a sign."""
    if isinstance(value, str) and DAY.fullmatch(value):
        return spoken.day(value)
    text = visible_on_pages(spoken.cell(value))
    return f"−{text[1:]}" if isinstance(value, int | float) and text.startswith("-") else text


def _room(points: float | None, step: str) -> str:
    """The class of whole points in a column with halves: with the room of a half."""
    return " whole" if step == "half" and points is not None and points % 1 == 0 else ""


def _in_column(figure: str) -> str:
    """A figure of a column: an index of one digit has the room of two, so ratings are in line."""
    is_short = SHORT_INDEX.fullmatch(figure)
    return Markup('{}<i class="pad"></i>').format(figure) if is_short else figure


def _large(figure: str) -> str:
    """A figure at the head of a page: the index behind it is small."""
    parts = WITH_INDEX.fullmatch(figure)
    return Markup("{}<small>{}</small>").format(*parts.groups()) if parts else figure


def _plain(name: str | None, spoken: Language) -> str:
    """A name where no markup is understood."""
    return spoken.catalogue.gettext(WITHHELD) if name is None else visible_on_pages(name)


def _named(name: str | None, spoken: Language) -> Markup:
    """A name on its own, whatever direction it is read in; a withheld one as such."""
    if name is None:
        return Markup('<span class="withheld">{}</span>').format(_plain(None, spoken))
    return _isolated(name)


def _isolated(text: object) -> Markup:
    """Escape a user-supplied text and isolate its writing direction; break only long words."""
    shown = RESULT.sub("\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}", visible_on_pages(str(text)))
    tag = 'bdi class="long"' if LONG_WORD.search(shown) else "bdi"
    return Markup(f"<{tag}>{escape(shown)}</bdi>")  # noqa: S704 - escaped
