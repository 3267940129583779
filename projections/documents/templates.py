"""Pages of HTML from templates: everything that is put in is escaped, nothing may be missing.

Names, clubs and tournaments stand in ``<bdi>`` and go through ``directions_shown``, or through
``isolated``, which does both: no text may turn the direction in which another one is read.
"""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ledger.events.characters import visible_directions
from projections.documents.html_text import escape


def page(template: str, **values: Any) -> str:
    """A template of this package filled in, such as ``rating_list.html``."""
    return _environment().get_template(template).render(values)


def _inert(data: str) -> str:
    """JSON in which no browser can find the end of the element or anything else of its own."""
    return data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("projections.documents"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["directions_shown"] = visible_directions
    environment.filters["isolated"] = lambda text: Markup(escape(text))  # noqa: S704 - escaped there
    environment.filters["inert"] = lambda data: Markup(_inert(data))  # noqa: S704 - no sign is left
    return environment
