"""Why something does not count: a paragraph, and a sentence that keeps what it is made of."""

from collections.abc import Mapping
from typing import Any, Self


class Reason(str):
    """An English text, ``DWZ 4.1: only games of chess are evaluated, not go``.

    ``rule``: the paragraph as it is cited; ``template``: what is said after it, with a place
    ``%(name)s`` for each of ``values``, so that it can be said in other languages.
    """

    __slots__ = ("rule", "template", "values")
    rule: str
    template: str
    values: Mapping[str, Any]

    def __new__(cls, rule: str, template: str, values: Mapping[str, Any]) -> Self:
        """The reason with its values put in."""
        made = super().__new__(cls, f"{rule}: {template % values}")
        made.rule, made.template, made.values = rule, template, values
        return made

    def __str__(self) -> str:
        """Itself, which still knows what it is made of."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For whatever goes to another process."""
        return Reason, (self.rule, self.template, self.values)
