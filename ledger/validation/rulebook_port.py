"""What the ledger asks of the rulebooks, which it does not know.

Parameters, cards and decisions belong to a rulebook; whether they are well-formed is its word.
The projections supply an answer to this protocol; the ledger only reports the objections.
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
        """What is wrong with the named readings of a rulebook."""
        ...

    def objections_to_card(
        self,
        rulebook: str,
        parameters: Mapping[str, Any],
        kind: str,
        card: Mapping[str, Any],
        day: date | None = None,
    ) -> Objections:
        """What is wrong with the card that a body sets, from ``day`` on where it is known."""
        ...

    def objections_to_decision(
        self,
        rulebook: str,
        rule: str,
        about: Mapping[str, Any],
        value: Any,
        ended_on: date | None = None,
    ) -> Objections:
        """What is wrong with a recorded decision under a rulebook; unknown rules included.

        ``ended_on``: when the tournament that it is about ended, where that is known.
        """
        ...
