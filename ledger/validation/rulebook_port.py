"""The port through which the ledger consults rulebooks without knowing them.

Parameters, cards and decisions belong to a rulebook, which alone judges their form.
The projections implement this protocol; the ledger only reports the objections (decision 0001).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, Protocol

Objections = Sequence[tuple[str, str]]
"""Pairs of a field, as a path inside the event's data, and a message with the remedy."""


class RulebookPort(Protocol):
    """The rulebooks, as far as submissions need them."""

    def names(self) -> Collection[str]:
        """The names that a pool can adopt."""
        ...

    def objections_to_parameters(self, rulebook: str, parameters: Mapping[str, Any]) -> Objections:
        """Return the faults in the named readings of a rulebook."""
        ...

    def objections_to_card(
        self,
        rulebook: str,
        parameters: Mapping[str, Any],
        kind: str,
        card: Mapping[str, Any],
        day: date | None = None,
    ) -> Objections:
        """Return the faults in the card that a body sets, from ``day`` on if it is known."""
        ...

    def objections_to_decision(
        self,
        rulebook: str,
        rule: str,
        about: Mapping[str, Any],
        value: Any,
        ended_on: date | None = None,
    ) -> Objections:
        """Return the faults in a recorded decision under a rulebook; unknown rules included.

        ``ended_on``: the end of the tournament concerned, if it is known.
        """
        ...
