"""The registry of rulebooks: built-in ones, and those of installed packages.

A package declares the entry point group ``rating_ledger.rulebooks``: the name that pools adopt,
and the rulebook's class (``elo-1960 = "club_elo.rulebook:Elo1960"``).  A rulebook is imported when
it is first requested by name.  Packages are searched only for a name that is not built in, or for
the list (decision 0029).  Other commands do not wait for them, nor fail on a broken one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

import attrs

from ledger.events.problems import Problem, Refused, refusal
from ledger.validation.rulebook_port import Objections
from projections.rulebooks.objection import Objection
from projections.rulebooks.rulebook import Rulebook

AnyRulebook = Rulebook[object]

GROUP = "rating_ledger.rulebooks"
BUILT_IN: Mapping[str, str] = {
    "dwz-1995": "projections.rulebooks.dwz.rulebook:Dwz1995",
    "dwz-2014": "projections.rulebooks.dwz.rulebook:Dwz2014",
    "dwz-2026": "projections.rulebooks.dwz.rulebook:Dwz2026",
    "egf-2021": "projections.rulebooks.egf_2021.rulebook:Egf2021",
    "fide-2024": "projections.rulebooks.fide_2024.rulebook:Fide2024",
    "ingo-1960": "projections.rulebooks.ingo_1960.rulebook:Ingo1960",
    "lask-1970": "projections.rulebooks.lask_1970.rulebook:Lask1970",
    "mgsz-2011": "projections.rulebooks.mgsz_2011.rulebook:Mgsz2011",
}


# --- by name ---------------------------------------------------------------------------------


def names() -> list[str]:
    """The names that a pool can adopt."""
    return sorted({*BUILT_IN, *_brought()})


def rulebook(name: str, parameters: Mapping[str, object]) -> AnyRulebook:
    """Return the rulebook of this name under these readings.

    Raises :class:`~ledger.events.problems.Refused` for a name or readings that do not exist, and
    for a rulebook of an installed package that cannot be used.
    """
    read = registered(name).read_with(parameters)
    if isinstance(read, Sequence):
        raise Refused([Problem(None, each.field, "bad-parameter", each.message) for each in read])
    return read


@cache
def registered(name: str) -> AnyRulebook:
    """Return the rulebook of this name under its default readings.

    Raises :class:`~ledger.events.problems.Refused` if there is none or it cannot be used.
    """
    if name in BUILT_IN:
        module, _, made = BUILT_IN[name].partition(":")
        built_in: AnyRulebook = getattr(import_module(module), made)()
        return built_in
    points = _brought().get(name)
    if points is None:
        known = ", ".join(names())
        raise refusal("unknown-rulebook", f"there is no rulebook {name}: use one of {known}")
    return _loaded(name, points)


@cache
def _brought() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the rulebooks of installed packages; several if packages claim the same name."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GROUP):
        if point.name not in BUILT_IN:
            found[point.name] = (*found.get(point.name, ()), point)
    return found


def _loaded(name: str, points: Sequence[EntryPoint]) -> AnyRulebook:
    if len(points) > 1:
        packages = " and ".join(sorted(map(_package, points)))
        raise _broken(name, f"{packages} both bring one of this name: uninstall one of them")
    (point,) = points
    try:
        found = point.load()
        book = found() if isinstance(found, type) else found
    except Exception as error:  # an installed package may raise anything on import
        fault = f"{type(error).__name__}: {error}"
        message = f"{_package(point)} cannot be loaded ({fault}): repair or uninstall it"
        raise _broken(name, message) from error
    return _fitting(name, book, point)


def _fitting(name: str, book: object, point: EntryPoint) -> AnyRulebook:
    if not isinstance(book, Rulebook):
        message = f"{point.value} of {_package(point)} is not a Rulebook: name the class of one"
        raise _broken(name, message)
    if book.name != name:
        message = f"{_package(point)} has {book.name} under this name: use one name for both"
        raise _broken(name, message)
    return book


def _package(point: EntryPoint) -> str:
    return "a package" if point.dist is None else f"the package {point.dist.name}"


def _broken(name: str, message: str) -> Refused:
    return refusal("broken-rulebook", f"the rulebook {name} cannot be used: {message}")


# --- for display -----------------------------------------------------------------------------


def usable(name: str | None) -> AnyRulebook | None:
    """Return the rulebook if it exists and can be used, else None: reading needs no refusal."""
    try:
        return None if name is None else registered(name)
    except Refused:
        return None


def usable_rulebooks() -> Iterator[AnyRulebook]:
    """Every rulebook that can be used, the built-in ones first, each imported as it is reached."""
    for name in (*BUILT_IN, *_brought()):
        book = usable(name)
        if book is not None:
            yield book


# --- for the ledger --------------------------------------------------------------------------


@attrs.frozen
class RegisteredRulebooks:
    """The registry as the ledger's validation uses it."""

    def names(self) -> Collection[str]:
        """The names that a pool can adopt."""
        return names()

    def objections_to_parameters(self, name: str, parameters: Mapping[str, object]) -> Objections:
        """Return the faults in the named readings of a rulebook, or in the rulebook itself."""
        try:
            read = registered(name).read_with(parameters)
        except Refused as refused:
            return [("rulebook", problem.message) for problem in refused.problems]
        return _pairs(read) if isinstance(read, Sequence) else ()

    def objections_to_card(
        self,
        name: str,
        parameters: Mapping[str, object],
        kind: str,
        card: Mapping[str, object],
        day: date | None = None,
    ) -> Objections:
        """Return the faults in the card that a body sets, from ``day`` on if it is known."""
        try:
            book = rulebook(name, parameters)
        except Refused as refused:
            return [("card", problem.message) for problem in refused.problems]
        found = book.objections_to_card(kind, card)
        if not found and day is not None:
            found = book.objections_to_day(card, day)
        return _pairs(found)

    def objections_to_decision(
        self,
        name: str,
        rule: str,
        about: Mapping[str, object],
        value: object,
        ended_on: date | None = None,
    ) -> Objections:
        """Return the faults in a recorded decision under a rulebook; unknown rules included."""
        try:
            book = registered(name)
        except Refused as refused:
            return [("rule", problem.message) for problem in refused.problems]
        found = book.objections_to_decision(rule, about, value)
        if not found and ended_on is not None:
            found = book.objections_to_end(rule, value, ended_on)
        return _pairs(found)


def _pairs(objections: Sequence[Objection]) -> Objections:
    return [(each.field, each.message) for each in objections]
