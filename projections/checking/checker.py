"""The checker of a rulebook, its lookup for a document, and the numbers that none recomputes.

Every :class:`Checker` in a module of :mod:`projections.checking.editions` is found there.  An
installed package declares its own under the entry point group ``rating_ledger.checkers``, by the
name of its rulebook.  A new checker therefore changes no module here.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from projections.checking import editions
from projections.checking.document import Document, Row
from projections.checking.formula import FORM_IS_WRONG

Stated = tuple[tuple[str | int, ...], str]
"""The place of a number that is not recomputed, ``*`` for any key, and the reason."""
GROUP = "rating_ledger.checkers"


def stated_reason(why: str) -> str:
    """Return the reason for a stated number, marked for translation."""
    return why


@dataclass(frozen=True, kw_only=True)
class Checker:
    """The knowledge of one rulebook, beside the formulas of its paragraphs.

    ``defaults``: its numeric parameters.  ``readings``: symbols of the steps by the parameters
    they stand for; ``known``: symbols by the fields of the row, of all its games or of the card
    before; ``led_to``: fields of the row by the symbols that lead to them; ``own``: contradictions
    beyond the formulas, in words; ``stated``: the numbers that it cannot recompute.
    """

    rulebook: str
    defaults: Mapping[str, object]
    readings: Mapping[str, str] = field(default_factory=dict)
    led_to: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    own: Callable[[Document], Iterator[str]] = lambda _: iter(())
    stated: Callable[[Document], Iterator[Stated]] = lambda _: iter(())


def checker_of(document: Row) -> Checker | None:
    """Return the checker for the rulebook of a document; None if there is none."""
    name = document.get("rulebook")
    if not isinstance(name, str):
        return None
    return _built_in().get(name) or _checker_of_package(name)


@cache
def _built_in() -> Mapping[str, Checker]:
    names = [module.name for module in pkgutil.iter_modules(editions.__path__)]
    modules = [import_module(f"{editions.__name__}.{name}") for name in names]
    found = [value for module in modules for value in vars(module).values()]
    return {each.rulebook: each for each in found if isinstance(each, Checker)}


def _checker_of_package(name: str) -> Checker | None:
    """Return the checker of an installed package; None if it cannot be loaded."""
    for entry in entry_points(group=GROUP, name=name):
        try:
            found = entry.load()
        except Exception:  # an installed package may raise anything
            return None
        if isinstance(found, Checker) and found.rulebook == name:
            return found
    return None


def unchecked(document: Row) -> str | None:
    """Return the sentence on an audit whose rulebook has no checker, None if it has one."""
    name = document.get("rulebook")
    if name is None or checker_of(document) is not None:
        return None
    return f"no independent checker for {name}: its steps are stated, not recomputed"


EARLIER = stated_reason("the outcome of earlier events: the audit of each recomputes it")
QUESTION = stated_reason("question")
POOLED_BEFORE = stated_reason("residual games from earlier tournaments")
NO_CHECKER = stated_reason("no independent checker knows the rulebook")
_EVERYWHERE: tuple[Stated, ...] = (
    (("known_at",), QUESTION),
    (("what_if",), QUESTION),
    (("card_before",), EARLIER),
    (("opponents", "*", "card"), EARLIER),
    (("opponents", "*", "figure"), EARLIER),
)


def stated(document: Row) -> list[dict[str, object]]:
    """The numbers that are stated and not recomputed: place, ``*`` for every item, and reason."""
    return [{"place": list(place), "why": why} for place, why in _stated(Document(document))]


def _stated(document: Document) -> Iterator[Stated]:
    yield from _EVERYWHERE
    checker = checker_of(document)
    if checker is not None:
        with suppress(*FORM_IS_WRONG):  # reported elsewhere
            yield from checker.stated(document)
    elif document.get("rulebook") is not None:
        for part in ("parameters", "row", "rows", "card_after", "steps", "residual_games"):
            yield (part,), NO_CHECKER


def lacking(document: Row) -> list[str]:
    """Return the parts of current documents that an earlier one lacks, in words."""
    inputs = document.get("inputs")
    found = []
    if not inputs or not all(isinstance(each, dict) for each in inputs):
        found.append("the events that it rests on")
    elif not all("previous_hash" in each for each in inputs):
        found.append("what the hashes of its events are made of")
    if "what_if" not in document:
        found.append("whether it was asked under other rules")
    if "stated" not in document:
        found.append("what it only states")
    return found
