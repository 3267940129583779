"""What a rulebook's checker is, and how the one for a document is found.

Every module of :mod:`projections.checking.editions` has a ``CHECKER``; an installed package names
its own under the entry point group ``rating_ledger.checkers``, by the name of its rulebook.  So a
new one needs no module changed.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from projections.checking import editions

Document = Mapping[str, Any]
Place = tuple[str | int, ...]
Stated = tuple[Place, str]
"""What a document states and nobody recomputes: its place, ``*`` for any key, and why."""
GROUP = "rating_ledger.checkers"


def stated_because(why: str) -> str:
    """Why something is only stated, marked so that it is found by who says it otherwise."""
    return why


def _nothing(document: Document) -> Iterator[Any]:
    """For a part that a checker does without."""
    del document
    return iter(())


def _no_symbols(document: Document) -> Mapping[str, Any]:
    del document
    return {}


def _no_day(day: str) -> bool:
    del day
    return False


@dataclass(frozen=True, kw_only=True)
class Checker:
    """What is known of one rulebook, beside the formulas of its paragraphs.

    ``defaults``: its parameters.  ``readings``: symbols of the steps by the parameters that they
    are; ``known``: the symbols that a document gives before its first step; ``led_to``: fields of
    the row by the symbols that lead to them; ``own``: what fits or does not fit together beyond
    the formulas, in words; ``stated``: what it cannot recompute; ``is_own_day``: whether a day
    belongs to the rulebook's own calendar.
    """

    rulebook: str
    defaults: Mapping[str, Any]
    readings: Mapping[str, str]
    led_to: Mapping[str, str]
    known: Callable[[Document], Mapping[str, Any]] = _no_symbols
    own: Callable[[Document], Iterator[str]] = _nothing
    stated: Callable[[Document], Iterator[Stated]] = _nothing
    is_own_day: Callable[[str], bool] = _no_day


def checker_of(document: Document) -> Checker | None:
    """The checker for the rulebook of a document; None where there is none."""
    name = document.get("rulebook")
    if not isinstance(name, str):
        return None
    return _built_in().get(name) or _of_a_package(name)


@cache
def _built_in() -> Mapping[str, Checker]:
    names = [module.name for module in pkgutil.iter_modules(editions.__path__)]
    found = [import_module(f"{editions.__name__}.{name}").CHECKER for name in names]
    return {checker.rulebook: checker for checker in found}


def _of_a_package(name: str) -> Checker | None:
    """The checker that a package brings; one that cannot be loaded is as good as none."""
    for entry in entry_points(group=GROUP, name=name):
        try:
            found = entry.load()
        except Exception:  # whatever is wrong in somebody else's package
            return None
        if isinstance(found, Checker) and found.rulebook == name:
            return found
    return None


def unchecked(document: Document) -> str | None:
    """What is said of an audit whose rulebook has no checker, None where it has one."""
    name = document.get("rulebook")
    if name is None or checker_of(document) is not None:
        return None
    return f"no independent checker for {name}: its steps are stated, not recomputed"
