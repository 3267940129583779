"""How code cites the documents it obeys, and how the working is written down.

A rule is a function that carries its paragraph, ``@dwz("4.9.1")``, called as people cite it.
The citation leaves the result alone.  While :func:`working` is open every cited call is
recorded as a :class:`Step`; that is the audit, so no rule carries code for showing its work.
"""

import functools
import inspect
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from importlib import resources
from typing import ParamSpec, TypeVar

import attrs

P = ParamSpec("P")
R = TypeVar("R")


@attrs.frozen(kw_only=True)
class Step:
    """One line of the working: a rule applied to given values.

    ``rule`` is the citation (``DWZ 4.9.1``), ``text`` the rule in one sentence, ``given`` the
    values by the document's symbols, ``result`` what came out, ``player`` whose figure it is
    about (None: the whole occasion).
    """

    rule: str
    text: str
    given: Mapping[str, object]
    result: object
    player: str | None = None


@attrs.define
class _Working:
    steps: list[Step] = attrs.field(factory=list)
    player: str | None = None


_open_working: ContextVar[_Working | None] = ContextVar("working", default=None)
_NOBODY: AbstractContextManager[None] = nullcontext()


@contextmanager
def working() -> Iterator[list[Step]]:
    """Record every cited call made inside the block; yields the growing list of steps."""
    record = _Working()
    token = _open_working.set(record)
    try:
        yield record.steps
    finally:
        _open_working.reset(token)


def concerning(player: str) -> AbstractContextManager[None]:
    """Mark the steps recorded inside the block as being about ``player``."""
    record = _open_working.get()
    return _NOBODY if record is None else _concerning(record, player)


@contextmanager
def _concerning(record: _Working, player: str) -> Iterator[None]:
    outer, record.player = record.player, player
    try:
        yield
    finally:
        record.player = outer


@attrs.frozen
class Document:
    """A rulebook's document: the name it is cited by, and its register of paragraphs.

    Calling it with a paragraph gives the decorator that cites it.
    """

    short: str
    title: str
    package: str

    def cite(self, paragraph: str) -> str:
        """The citation as printed in audits and reasons: ``DWZ 4.9.1``."""
        return f"{self.short} {paragraph}"

    def __call__(self, paragraph: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Cite ``paragraph`` on a rule whose calls belong in the working."""
        rule = self.cite(paragraph)

        def cited(function: Callable[P, R]) -> Callable[P, R]:
            text = (inspect.getdoc(function) or "").partition("\n")[0]
            signature = inspect.signature(function)

            @functools.wraps(function)
            def call(*args: P.args, **kwargs: P.kwargs) -> R:
                result = function(*args, **kwargs)
                record = _open_working.get()
                if record is not None:
                    given = dict(signature.bind(*args, **kwargs).arguments)
                    record.steps.append(
                        Step(
                            rule=rule, text=text, given=given, result=result, player=record.player
                        )
                    )
                return result

            return call

        return cited

    def within(self, paragraph: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Cite ``paragraph`` on a rule that works inside another one and leaves no step."""
        del paragraph  # read by people, by grep and by the architecture test

        def cited(function: Callable[P, R]) -> Callable[P, R]:
            return function

        return cited

    def note(self, paragraph: str, text: str, given: Mapping[str, object], result: object) -> None:
        """Write one line of the working by hand, where a rule is not a call of its own."""
        record = _open_working.get()
        if record is not None:
            record.steps.append(
                Step(
                    rule=self.cite(paragraph),
                    text=text,
                    given=given,
                    result=result,
                    player=record.player,
                )
            )

    def paragraphs(self) -> Mapping[str, Mapping[str, str]]:
        """The register: every paragraph once, in order, as rule, text, office or open."""
        register = resources.files(self.package).joinpath("paragraphs.toml")
        paragraphs: dict[str, dict[str, str]] = tomllib.loads(register.read_text("utf-8"))
        return paragraphs
