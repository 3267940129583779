"""The shelf: every rulebook by its name, and the law that submissions are checked against."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from ledger.admission.rulebook_port import Objections
from ledger.events.problems import Problem, Refused, refusal
from projections.rulebooks.dwz_1995.rulebook import Dwz1995
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from projections.rulebooks.lask_1970.rulebook import Lask1970
from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011
from projections.rulebooks.objection import Objection
from projections.rulebooks.rulebook import Rulebook

AnyRulebook = Rulebook[Any]
_BOOKS: tuple[AnyRulebook, ...] = (Dwz1995(), Ingo1960(), Lask1970(), Mgsz2011())
SHELF: Mapping[str, AnyRulebook] = {book.name: book for book in _BOOKS}


def rulebook(name: str, parameters: Mapping[str, Any]) -> AnyRulebook:
    """The rulebook of this name under these readings.

    Raises :class:`~ledger.events.problems.Refused` for a name or readings that do not exist.
    """
    if name not in SHELF:
        known = ", ".join(sorted(SHELF))
        raise refusal("unknown-rulebook", f"there is no rulebook {name}: use one of {known}")
    read = SHELF[name].read_with(parameters)
    if isinstance(read, Sequence):
        raise Refused([Problem(None, each.field, "bad-parameter", each.message) for each in read])
    return read


@attrs.frozen
class RegisteredRulebooks:
    """The ledger's law, as the rulebooks on the shelf know it."""

    def names(self) -> Collection[str]:
        """The names that a pool can adopt."""
        return SHELF.keys()

    def objections_to_parameters(self, name: str, parameters: Mapping[str, Any]) -> Objections:
        """What is wrong with the named readings of a rulebook."""
        read = SHELF[name].read_with(parameters)
        return _told(read) if isinstance(read, Sequence) else ()

    def objections_to_card(
        self, name: str, parameters: Mapping[str, Any], kind: str, card: Mapping[str, Any]
    ) -> Objections:
        """What is wrong with the card that a body sets."""
        return _told(rulebook(name, parameters).objections_to_card(kind, card))

    def objections_to_decision(
        self, name: str, rule: str, about: Mapping[str, Any], value: Any
    ) -> Objections:
        """What is wrong with a recorded decision under a rulebook; unknown rules included."""
        return _told(SHELF[name].objections_to_decision(rule, about, value))


def _told(objections: Sequence[Objection]) -> Objections:
    return [(each.field, each.message) for each in objections]
