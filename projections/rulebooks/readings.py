"""Named readings: the choices that a document leaves open, checked when they are adopted.

The readings of an edition are a frozen attrs class whose fields are made by :func:`reading` or
one of the functions after it.  A later edition inherits the class and adds its own.
The docstring of the class gives the meaning of each reading, as ``name``: meaning.  Users see
these texts when they choose readings (:func:`described`).
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from ledger.events.messages import Message
from projections.rulebooks.objection import Objection

ReadingsT = TypeVar("ReadingsT")


@attrs.frozen(kw_only=True)
class Parameter:
    """A reading as users see it; ``values`` lists its values in words."""

    name: str
    meaning: str
    values: str
    default: Any


def reading(
    default: object,
    accepts: Callable[[Any], bool],
    remedy: Message,
    converter: Callable[[Any], Any] | None = None,
) -> Any:
    """A parameter with its default, the test of a value, and the remedy for one that fails.

    ``converter``: from the accepted value to the one that the rules use.
    """
    metadata = {"accepts": accepts, "remedy": remedy}
    return attrs.field(default=default, converter=converter, metadata=metadata)


def one_of(*choices: str | int) -> Any:
    """Return a parameter with these values, the first by default."""
    return reading(
        choices[0],
        lambda given: any(given == each and type(given) is type(each) for each in choices),
        Message("must be one of %(values)s", values=", ".join(map(str, choices))),
    )


def yes_or_no(*, default: bool) -> Any:
    """True or false."""
    return reading(default, lambda given: type(given) is bool, Message("must be true or false"))


def whole_from(least: int, *, default: int | None, remedy: Message | None = None) -> Any:
    """A whole number that is at least ``least``."""
    return reading(
        default,
        lambda given: type(given) is int and given >= least,
        remedy or Message("must be a whole number, %(least)s or more", least=least),
    )


def chosen(
    readings: type[ReadingsT], edition: str, parameters: Mapping[str, Any]
) -> ReadingsT | Sequence[Objection]:
    """Return the readings of an adoption (null or absent: the default), or the objections."""
    known = attrs.fields_dict(readings)  # type: ignore[arg-type]
    given = {
        name: value
        for name, value in parameters.items()
        if value is not None or (name in known and known[name].metadata["accepts"](None))
    }
    objections = [
        Objection(f"parameters.{name}", fault)
        for name, value in given.items()
        if (fault := _fault(readings, edition, name, value)) is not None
    ]
    return objections or readings(**given)


def described(readings: type[Any]) -> Sequence[Parameter]:
    """Return the readings of an edition as its class defines them, by name."""
    meanings: dict[str, str] = {}
    for each in reversed(readings.__mro__):  # a later edition may redefine a name
        meanings |= _meanings(inspect.cleandoc(each.__doc__ or ""), readings)
    return [
        Parameter(
            name=field.name,
            meaning=meanings.get(field.name, ""),
            values=_TO_SAY.sub("", str(field.metadata["remedy"])),
            default=field.default,
        )
        for field in sorted(attrs.fields(readings), key=lambda field: field.name)
    ]


_TO_SAY = re.compile("^(?:must be |give )(?:one of )?")


def _meanings(text: str, readings: type[Any]) -> Mapping[str, str]:
    """Return the meaning of each reading from the docstring; several may share one text."""
    names = "|".join(map(re.escape, attrs.fields_dict(readings)))
    if not names:
        return {}
    heading = re.compile(rf"((?:``(?:{names})``,\s+)*``(?:{names})``):\s+")
    parts = heading.split(text)[1:]
    return {
        name: " ".join(words.replace("``", "").split()).rstrip(".;")
        for headings, words in zip(parts[::2], parts[1::2], strict=True)
        for name in re.findall(r"``(\w+)``", headings)
    }


def _fault(readings: type[Any], edition: str, name: str, value: object) -> str | None:
    known = attrs.fields_dict(readings)
    if name not in known:
        if not known:
            return Message("%(edition)s has no parameters", edition=edition)
        return Message(
            "%(edition)s has no parameter of this name; it has %(names)s",
            {"edition": edition, "names": ", ".join(sorted(known))},
        )
    own = known[name].metadata
    return None if own["accepts"](value) else own["remedy"]
