"""Texts of rulebooks that keep what they are made of: a rulebook knows no language.

A text that never changes needs no more than itself, for a catalogue knows it as a whole.  One with
values in it is a :class:`Wording`, so that whoever speaks another language finds its template.
"""

from collections.abc import Mapping
from typing import Any, Self


class Wording(str):
    """An English text made of ``template``, with a place ``%(name)s`` for each of ``values``.

    A value may be a wording itself.  Without values the template is the text, whatever signs it
    has in it.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any]) -> Self:
        """The text with its values put in."""
        made = super().__new__(cls, template % values if values else template)
        made.template, made.values = template, values
        return made

    def __str__(self) -> str:
        """Itself, which still knows what it is made of."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For whatever goes to another process."""
        return Wording, (self.template, self.values)


def worded(template: str, /, **values: Any) -> Wording:
    """A text, or part of one, with a place ``%(name)s`` for each value."""
    return Wording(template, values)
