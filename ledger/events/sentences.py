"""Sentences that keep what they are made of, so that they can be said in other languages.

A sentence is its English text, wherever a text is wanted; whoever speaks another language finds
the template, with its places for values, and the values.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self


class Sentence(str):
    """An English text made of a template and values, which may be sentences themselves.

    ``template``: with a place ``%(name)s`` for each of ``values``.  ``plural`` and ``number``: of
    a sentence about several, its other form and how many there are (None: it has one form).
    ``capital``: it begins with a capital letter, whatever the template begins with.
    """

    __slots__ = ("capital", "number", "plural", "template", "values")
    template: str
    values: Mapping[str, Any]
    plural: str
    number: int | None
    capital: bool

    def __new__(
        cls,
        template: str,
        values: Mapping[str, Any],
        plural: str = "",
        number: int | None = None,
        *,
        capital: bool = False,
    ) -> Self:
        """The sentence with its values put in."""
        form = template if number in (None, 1) else plural
        made = super().__new__(cls, _begun(_filled(form, values), capital=capital))
        made.template, made.values = template, values
        made.plural, made.number, made.capital = plural, number, capital
        return made

    def __str__(self) -> str:
        """Itself, so that an exception about it still knows what it is made of."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For whatever goes to another process."""
        return _again, (self.template, self.values, self.plural, self.number, self.capital)

    def with_capital(self) -> "Sentence":
        """The same with a capital letter at its beginning."""
        return Sentence(self.template, self.values, self.plural, self.number, capital=True)

    def in_words_of(
        self,
        one: Callable[[str], str],
        several: Callable[[str, str, int], str],
        value: Callable[[Any], Any],
    ) -> str:
        """The sentence in another language: its templates, and how values are written there."""
        if self.number is None:
            form = one(self.template)
        else:
            form = several(self.template, self.plural, self.number)
        values = {name: value(each) for name, each in self.values.items()}
        return _begun(_filled(form, values), capital=self.capital)


class HowMany(int):
    """A large number among the values of a sentence, whose digits are grouped in threes."""

    def __str__(self) -> str:
        """As English groups them: 300,000."""
        return f"{int(self):,}"


def sentence(template: str, /, **values: Any) -> Sentence:
    """A sentence, or part of one, with a place ``%(name)s`` for each value."""
    return Sentence(template, values)


def counted(one: str, several: str, count: int, /, **values: Any) -> Sentence:
    """A sentence about ``count`` of something, which is its value ``count`` too."""
    return Sentence(one, {"count": count, **values}, several, count)


def as_sentence(text: str) -> Sentence:
    """A text that is the same in every language, such as what only commands show.

    A sentence stays what it is.
    """
    return text if isinstance(text, Sentence) else Sentence(text, {})


def joined(between: str, parts: Sequence[Any]) -> Sentence:
    """Parts in one text; what each is made of stays known."""
    template = between.join(f"%(part{number})s" for number in range(len(parts)))
    return Sentence(template, {f"part{number}": part for number, part in enumerate(parts)})


def and_joined(parts: Sequence[Any]) -> Sentence:
    """One or several parts with an *and* between each and the next."""
    said = joined("", parts[:1])
    for part in parts[1:]:
        said = sentence("%(one)s and %(other)s", one=said, other=part)
    return said


def or_joined(parts: Sequence[Any]) -> Sentence:
    """One or several parts with an *or* between each and the next."""
    said = joined("", parts[:1])
    for part in parts[1:]:
        said = sentence("%(one)s or %(other)s", one=said, other=part)
    return said


def _filled(form: str, values: Mapping[str, Any]) -> str:
    """A template with its values; one without any may have per cent signs in it."""
    return form % values if values else form


def _begun(text: str, *, capital: bool) -> str:
    return text[:1].upper() + text[1:] if capital else text


def _again(
    template: str, values: Mapping[str, Any], plural: str, number: int | None, capital: bool
) -> Sentence:
    return Sentence(template, values, plural, number, capital=capital)
