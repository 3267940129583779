"""The templates of the pages: everything that is put in is escaped, nothing may be missing."""

import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ledger.events.characters import visible_on_pages
from projections.interfaces.i18n.languages import Language, language
from projections.queries.presentation import WITHHELD, format_card, rulebook_name

_DAY_AT_THE_END = re.compile(r"[12][0-9]{3}-(0[1-9]|1[0-2])-([0-2][1-9]|[123]0|31)$", re.ASCII)


def rendered(template: str, spoken: Language, values: dict[str, Any]) -> str:
    """A template filled in, in a language."""
    return _environment(spoken.code).get_template(template).render(values)


@cache
def _environment(code: str) -> Environment:
    spoken = language(code)
    environment = Environment(
        loader=PackageLoader("projections.interfaces.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(spoken.catalogue, newstyle=True)  # type: ignore[attr-defined]
    for name in ("day", "moment", "number", "fixed", "count", "signed", "points"):
        environment.filters[name] = getattr(spoken, name)
    environment.filters["named"] = lambda name: _named(name, spoken)
    environment.filters["plain"] = lambda name: _plain(name, spoken)
    environment.filters["text"] = lambda text: _isolated(spoken.translate(text))
    environment.filters["isolated"] = lambda text: visible_on_pages(str(spoken.translate(text)))
    for name in ("phrase", "heading", "given"):
        environment.filters[name] = getattr(spoken, name)
    environment.filters["said"] = spoken.translate_text
    environment.filters["written"] = lambda text: _written(text, spoken)
    environment.filters["dated"] = lambda text: _dated(text, spoken)
    environment.filters["cell"] = lambda value: _cell(value, spoken)
    environment.globals["format_card"] = format_card
    environment.globals["rulebook_name"] = rulebook_name
    return environment


def _written(text: str, spoken: Language) -> str:
    """A value of a table or step; one that is a day as the language writes it."""
    return spoken.day(text) if _DAY_AT_THE_END.fullmatch(text) else text


def _dated(text: object, spoken: Language) -> str:
    """A text that ends with a day, or is one, with the day as the language writes it."""
    translated = str(spoken.translate(text))
    return _DAY_AT_THE_END.sub(lambda found: spoken.day(found[0]), translated)


def _plain(name: str | None, spoken: Language) -> str:
    """A name where no markup is understood."""
    return spoken.catalogue.gettext(WITHHELD) if name is None else visible_on_pages(name)


def _named(name: str | None, spoken: Language) -> Markup:
    """A name on its own, whatever direction it is read in; a withheld one as such."""
    if name is None:
        return Markup('<span class="withheld">{}</span>').format(_plain(None, spoken))
    return _isolated(name)


def _isolated(text: object) -> Markup:
    """A text of somebody else's, which turns nothing around it."""
    return Markup(f"<bdi>{escape(visible_on_pages(str(text)))}</bdi>")  # noqa: S704 - escaped


def _cell(value: Any, spoken: Language) -> str:
    """A value of a rulebook's row: numbers as the language writes them."""
    if value is None:
        return ""
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, (int, float)):
        return spoken.number(value)
    return visible_on_pages(spoken.catalogue.gettext(str(value)))
