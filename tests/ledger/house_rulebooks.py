"""Rulebooks of an imaginary house, for testing the ledger, which knows none."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from ledger.validation.rulebook_port import Objections


class HouseRulebooks:
    """Two rulebooks of an imaginary house; both know a scale, a card and a single decision."""

    def names(self) -> Collection[str]:
        return ("house-1900", "house-1950")

    def objections_to_parameters(self, rulebook: str, parameters: Mapping[str, Any]) -> Objections:
        return [
            (f"parameters.{name}", f"{rulebook} has no such reading: leave it out")
            for name in parameters
            if name != "scale"
        ]

    def objections_to_card(
        self,
        rulebook: str,
        parameters: Mapping[str, Any],
        kind: str,
        card: Mapping[str, Any],
        day: date | None = None,
    ) -> Objections:
        del day
        if set(card) == {"rating"} and isinstance(card["rating"], int):
            return []
        readings = f"{kind}, {dict(parameters)}"
        return [("card.rating", f"a card of {rulebook} is one whole number ({readings})")]

    def objections_to_decision(
        self,
        rulebook: str,
        rule: str,
        about: Mapping[str, Any],
        value: Any,
        ended_on: date | None = None,
    ) -> Objections:
        del ended_on
        if rule != "HOUSE 7":
            return [("rule", f"{rulebook} knows no decision under {rule}: use HOUSE 7")]
        if not isinstance(value, dict) or "evaluate" not in value:
            message = 'decides {"evaluate": true} or false'
            return [("value", f"{rule} {message} about {sorted(about)}"), ("rule", "…")]
        return []
