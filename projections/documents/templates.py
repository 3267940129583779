"""Pages of HTML from templates: everything that is put in is escaped, nothing may be missing.

Names, clubs and tournaments stand in ``<bdi>`` and go through ``directions_shown``: no text may
turn the direction in which another one is read.
"""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.events.characters import visible_directions


def page(template: str, **values: Any) -> str:
    """A template of this package filled in, such as ``rating_list.html``."""
    return _environment().get_template(template).render(values)


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
    return environment
