"""Messages that keep their template and values, so that they can be translated.

A message is its English text, wherever a text is expected.  A translation uses the template, with
its placeholders, and the values.  Everything may import this module: it depends on nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self


class RequestField(NamedTuple):
    """A field of a request among the values of a message; each interface spells it its own way.

    ``name`` is the field's name in the request or in HTTP; ``value`` is what to give, as a
    placeholder or a proposal.  As a text it is spelt as an option.
    """

    name: str
    value: str = ""

    def __str__(self) -> str:
        """Return the option: ``--ended-on YYYY-MM-DD``."""
        option = f"--{self.name.replace('_', '-')}"
        return f"{option} {self.value}" if self.value else option


class Numeral(str):
    """A number as English writes it: other languages may write its decimals otherwise."""

    __slots__ = ()

    def __str__(self) -> str:
        """Itself, which is still a number."""
        return self


class Absent(str):
    """That there is no value, in English; in other languages a sign says it."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return itself: it still is not a value."""
        return self


class Message(str):
    """An English text made of a template and values, which may be messages themselves.

    ``template``: with a placeholder ``%(name)s`` for each of ``values``; one without values may
    have per cent signs in it.  ``plural`` and ``number``: for a message about several, its other
    form and the number (None: it has one form).  ``capital``: it begins with a capital letter,
    whatever the template begins with.
    """

    __slots__ = ("capital", "number", "plural", "template", "values")
    template: str
    values: Mapping[str, Any]
    plural: str
    number: int | None
    capital: bool

    def __new__(
        cls, template: str, values: Mapping[str, Any] | None = None, /, **few: Any
    ) -> Self:
        """Return the message, or part of one, with its values put in: a mapping, or keywords."""
        return cls.of(template, values or few)

    @classmethod
    def of(
        cls,
        template: str,
        values: Mapping[str, Any],
        plural: str = "",
        number: int | None = None,
        *,
        capital: bool = False,
    ) -> Self:
        """Return the message made of these parts."""
        form = template if number in (None, 1) else plural
        made = str.__new__(cls, _filled(form, values, capital=capital))
        made.template, made.values = template, values
        made.plural, made.number, made.capital = plural, number, capital
        return made

    def __str__(self) -> str:
        """Return the message itself, so that an exception keeps template and values."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the parts from which another process makes the same message."""
        return _again, (self.template, self.values, self.plural, self.number, self.capital)

    def with_capital(self) -> "Message":
        """Return the same message with a capital letter at its beginning."""
        return Message.of(self.template, self.values, self.plural, self.number, capital=True)

    def fields(self) -> Iterator[RequestField]:
        """Yield the request fields among its values, in their order."""
        for value in self.values.values():
            if isinstance(value, RequestField):
                yield value
            elif isinstance(value, Message):
                yield from value.fields()

    def with_fields(self, spell: Callable[[RequestField], str]) -> "Message":
        """Return the message with the request fields among its values spelt by ``spell``."""
        values = {
            name: spell(value)
            if isinstance(value, RequestField)
            else value.with_fields(spell)
            if isinstance(value, Message)
            else value
            for name, value in self.values.items()
        }
        return Message.of(self.template, values, self.plural, self.number, capital=self.capital)

    def translated(
        self,
        one: Callable[[str], str],
        several: Callable[[str, str, int], str],
        value: Callable[[Any], Any],
    ) -> str:
        """Return the text in another language, from its templates and its form of values."""
        if self.number is None:
            form = one(self.template)
        else:
            form = several(self.template, self.plural, self.number)
        values = {name: value(each) for name, each in self.values.items()}
        return _filled(form, values, capital=self.capital)


class LargeNumber(int):
    """A number among the values of a message whose digits are grouped in threes."""

    def __str__(self) -> str:
        """Return it as English groups it: 300,000."""
        return f"{int(self):,}"


def counted(one: str, several: str, count: int, /, **values: Any) -> Message:
    """Return a message about ``count`` things, which is also its value ``count``."""
    return Message.of(one, {"count": count, **values}, several, count)


def marked(text: str, context: str = "") -> str:
    """Return the text, marked for the catalogues, if necessary with a context."""
    del context  # read by tools that extract texts for translation
    return text


def as_message(text: str) -> Message:
    """Return a text as a message of that template; a message stays as it is."""
    return text if isinstance(text, Message) else Message.of(text, {})


def joined(between: str, parts: Sequence[Any]) -> Message:
    """Return the parts in one text."""
    template = between.join(f"%(part{number})s" for number in range(len(parts)))
    return Message.of(template, {f"part{number}": part for number, part in enumerate(parts)})


def joined_with_and(parts: Sequence[Any]) -> Message:
    """Return one or several parts with an *and* between each and the next."""
    text = joined("", parts[:1])
    for part in parts[1:]:
        text = Message("%(one)s and %(other)s", one=text, other=part)
    return text


def joined_with_or(parts: Sequence[Any]) -> Message:
    """Return one or several parts with an *or* between each and the next."""
    text = joined("", parts[:1])
    for part in parts[1:]:
        text = Message("%(one)s or %(other)s", one=text, other=part)
    return text


def _filled(form: str, values: Mapping[str, Any], *, capital: bool) -> str:
    text = form % values if values else form
    return text[:1].upper() + text[1:] if capital else text


def _again(
    template: str, values: Mapping[str, Any], plural: str, number: int | None, capital: bool
) -> Message:
    return Message.of(template, values, plural, number, capital=capital)
