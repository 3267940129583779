"""Why something does not count: a paragraph, and a wording that says it."""

from collections.abc import Mapping
from typing import Any, Self

from projections.rulebooks.wording import Wording


class Reason(Wording):
    """An English text, ``DWZ 4.1: only games of chess are evaluated, not go``.

    ``rule``: the paragraph as it is cited; the wording is what is said after it.
    """

    __slots__ = ("rule",)
    rule: str

    def __new__(cls, rule: str, template: str, values: Mapping[str, Any]) -> Self:
        """The reason with its values put in."""
        made = str.__new__(cls, f"{rule}: {Wording(template, values)}")
        made.rule, made.template, made.values = rule, template, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """For whatever goes to another process."""
        return Reason, (self.rule, self.template, self.values)
