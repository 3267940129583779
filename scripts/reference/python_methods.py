"""The reference of the façade's methods, made of their signatures and docstrings."""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from projections import api
from projections.api import Ledger, PoolView
from projections.operations.catalogue import OPERATIONS
from projections.queries import arguments
from scripts.reference.markdown import code, table

HEAD = """# Python methods

For programs and notebooks: everything that a ledger and a view of a pool answer. [Python
API](python-api.md) shows how they are used, [Write operations](operations.md) has the operations
that write. Arguments before `*` may be given by place. `on` and `known_at` are the two clocks of a
question, `rulebook` and `set` another law for it.
"""
PARTS = (("The module", api), ("A ledger", Ledger), ("A view of a pool", PoolView))
WRITES = {operation.name for operation in OPERATIONS}


def page() -> str:
    """Return the page as Markdown."""
    lines = [HEAD]
    for title, owner in (
        ("The module", api),
        ("A ledger", Ledger),
        ("A view of a pool", PoolView),
    ):
        lines += [f"## {title}", "", *table(("method", "result"), _rows(owner)), ""]
    return "\n".join(lines).rstrip() + "\n"


def _rows(owner: Any) -> Iterator[tuple[str, str]]:
    offered = owner.__all__ if inspect.ismodule(owner) else vars(owner)
    for name in sorted(each for each in offered if not each.startswith("_")):
        found = inspect.getattr_static(owner, name)
        method = found.__func__ if isinstance(found, classmethod | staticmethod) else found
        if name in WRITES or isinstance(method, type):
            continue
        call = f"{name}({', '.join(_parameters(method))})" if callable(method) else name
        yield code(call), _meaning(method)


def _parameters(method: Callable[..., Any]) -> Iterator[str]:
    stands = True
    for each in inspect.signature(method).parameters.values():
        if each.name in ("self", "cls"):
            continue
        if each.kind is each.VAR_KEYWORD:
            yield from _unpacked(each, starred=stands)
            continue
        if each.kind is each.KEYWORD_ONLY and stands:
            stands = False
            yield "*"
        star = "*" if each.kind is each.VAR_POSITIONAL else ""
        stands = stands and not star
        yield f"{star}{each.name}{'' if each.default is each.empty or star else '='}"


def _unpacked(parameter: inspect.Parameter, *, starred: bool) -> Iterator[str]:
    """The names of the keywords that a TypedDict declares."""
    named = re.search(r"Unpack\[\"?(\w+)", str(parameter.annotation))
    declared = getattr(arguments, named[1], None) if named else None
    if declared is None:
        yield f"**{parameter.name}"
        return
    yield from ["*"] if starred else []
    yield from (f"{name}=" for name in inspect.get_annotations(declared.__mro__[0]) or ())


def _meaning(method: object) -> str:
    """The docstring's first paragraph, its references as plain code."""
    first = (inspect.getdoc(method) or "").partition("\n\n")[0]
    plain = partial(re.sub, r":\w+:`~?(?:[\w.]+\.)?(\w+)`", r"`\1`")
    return plain(first).replace("``", "`")
