"""An event spelt out for people: its fields, and the pages about what it names.

The names of fields are the contract's own, in every language: they are what was hashed, and what
a correction sets.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.interfaces.files.documents.document import value_text
from projections.interfaces.pages.public.page_request import PageRequest


def fields_of(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Names and values; what is inside of something stands under both names: ``about.game``."""
    return list(_flat(data, ""))


def _flat(data: Mapping[str, Any], within: str) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        label = f"{within}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{label}.")
        elif value is not None:
            yield label, value_text(value)


def subject_links(page: PageRequest, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The pages about what an event names, each with what it is called."""
    data = entry["data"]
    pools = data.get("pools") or ([data["pool"]] if "pool" in data else [])
    known = [pool for pool in pools if pool in page.positions["pools"]]
    links = [(pool, page.link(pool)) for pool in known]
    if "tournament" in data and isinstance(data["tournament"], str):
        about = data["tournament"]
        links.extend((about, page.link(pool, "tournaments", about)) for pool in known)
    return links
