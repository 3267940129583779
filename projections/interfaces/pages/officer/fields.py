"""The fields of a form: what is typed into each, and what is wrong with it beside it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

import attrs

from ledger.events.problems import Problem

Kind = Literal["text", "date", "number", "choice", "area", "tick", "ticks", "password"]
Option = tuple[str, str]
"""The value of a choice, and how it is shown."""
INPUTS: Mapping[object, Kind] = {bool: "tick", date: "date", float: "number", int: "number"}
"""The kinds of field by the types of their values; of any other type it is a text."""


@attrs.frozen(kw_only=True)
class FormField:
    """A field with its label (said in the language of the page) and its value.

    ``ours``: the choices are our words, said in the language of the page as well.
    ``value`` of several ticks: those that are set, a line each.
    ``focus``: the page opens with the cursor in it.
    ``hint``: the text in small letters below; ``says``: paths of the problems about it.
    ``folded``: it stands with others behind a summary, which is open if one of them has a value.
    ``suggest``: the address that suggests a text for each of its lines.
    """

    name: str
    label: str
    value: str = ""
    kind: Kind = "text"
    options: Sequence[Option] = ()
    ours: bool = True
    required: bool = False
    hint: str = ""
    says: Sequence[str] = ()
    problems: Sequence[str] = ()
    focus: bool = False
    folded: bool = False
    suggest: str = ""


@attrs.frozen(kw_only=True)
class Form:
    """Fields in their order; ``problems`` are those that are about none of them."""

    fields: Sequence[FormField]
    problems: Sequence[str] = ()

    def named(self, name: str) -> FormField:
        """The field of a name."""
        return next(each for each in self.fields if each.name == name)


def form_of(
    fields: Iterable[FormField], texts: Mapping[str, str], problems: Sequence[Problem] = ()
) -> Form:
    """The fields with what was typed into them, if anything was sent, and what is wrong."""
    found: list[FormField] = []
    placed: set[int] = set()
    for each in fields:
        names = {*each.says, each.name}
        about = [at for at, problem in enumerate(problems) if problem.field in names]
        placed.update(about)
        value = _typed(each, texts) if texts and each.kind != "password" else each.value
        messages = [problems[at].message for at in about]
        found.append(attrs.evolve(each, value=value, problems=messages))
    rest = [it.message for at, it in enumerate(problems) if at not in placed]
    return Form(fields=found, problems=rest)


def _typed(field: FormField, texts: Mapping[str, str]) -> str:
    return (
        "\n".join(ticked(texts, field.name))
        if field.kind == "ticks"
        else texts.get(field.name, "")
    )


def ticked(texts: Mapping[str, str], name: str) -> list[str]:
    """Return the values of a field that are ticked; each has a box of its own."""
    return [each.removeprefix(f"{name}.") for each in texts if each.startswith(f"{name}.")]


def choices(values: Iterable[str], *, empty: bool = False) -> list[Option]:
    """A choice for each value, shown as itself."""
    return [*([("", "")] if empty else []), *((value, value) for value in values)]


def folded(fields: Iterable[FormField], names: Collection[str]) -> list[FormField]:
    """Fields, those of some names folded away."""
    return [attrs.evolve(each, folded=each.name in names) for each in fields]
