"""Pages of HTML from templates: everything that is put in is escaped, nothing may be missing."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def page(template: str, **values: Any) -> str:
    """A template of this package filled in, such as ``rating_list.html``."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("projections.documents"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
