"""Citation of the documents that the code obeys, and the record of the working.

A rule is a function that carries its paragraph, ``@dwz("4.9.1")``, called as people cite it.
The citation leaves the result alone.  While :func:`working` is open every cited call is
recorded as a :class:`Step`.  That record is the audit, so no rule has code to show its work.

A later edition takes over the functions of an earlier one.  Inside :func:`citing_edition` their
citations use its name and its own paragraph numbers.  Its register maps the numbers.
"""

import functools
import inspect
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from importlib import resources
from typing import Any, ParamSpec, TypeVar

import attrs

from ledger.events.messages import Message, as_message

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Step:
    """One line of the working: a rule applied to given values.

    ``rule`` is the citation (``DWZ 4.9.1``), ``text`` the rule in one sentence, ``given`` the
    values by the document's symbols, ``result`` the outcome, ``player`` the player concerned
    (None: the whole occasion).
    """

    rule: str
    text: str
    given: Mapping[str, object]
    result: object
    player: str | None = None


@attrs.define
class _Working:
    only: str | None
    steps: list[Step] = attrs.field(factory=list)
    player: str | None = None

    @property
    def leaves_out(self) -> bool:
        """True while the steps are about another player than the one who is asked about."""
        return self.only is not None and self.player not in (None, self.only)


_open_working: ContextVar[_Working | None] = ContextVar("working", default=None)


class _NotRecorded(AbstractContextManager[None]):
    """A context that does nothing, at half the cost of :func:`nullcontext`."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


_NOBODY = _NotRecorded()
REASON = "%(rule)s: %(why)s"
"""Template of a reason for not counting: the citation of a paragraph, and its statement."""
Register = Mapping[str, Mapping[str, Any]]
"""By paragraph, in the document's order: its kind (``is``), content (``says``) and reason."""


@contextmanager
def working(only: str | None = None) -> Iterator[list[Step]]:
    """Record every cited call made inside the block; yields the growing list of steps.

    ``only``: of the steps about players only those about this one.
    """
    record = _Working(only)
    token = _open_working.set(record)
    try:
        yield record.steps
    finally:
        _open_working.reset(token)


@contextmanager
def unrecorded() -> Iterator[None]:
    """Record nothing inside the block: what is computed there is shown elsewhere."""
    token = _open_working.set(None)
    try:
        yield
    finally:
        _open_working.reset(token)


def is_recorded() -> bool:
    """True if the working is being recorded; otherwise code for the record may be skipped."""
    return _open_working.get() is not None


def concerning(player: str) -> AbstractContextManager[None]:
    """Mark the steps recorded inside the block as being about ``player``."""
    record = _open_working.get()
    return _NOBODY if record is None else _concerning(record, player)


def by_player(of: Mapping[str, T]) -> Iterable[tuple[str, T]]:
    """Yield players with their values; steps inside the loop concern the current player."""
    record = _open_working.get()
    return of.items() if record is None else _by_player(record, of)


def _by_player(record: _Working, of: Mapping[str, T]) -> Iterator[tuple[str, T]]:
    outer = record.player
    try:
        for record.player, value in of.items():
            yield record.player, value
    finally:
        record.player = outer


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

    ``package`` is the directory of the code; ``earlier`` the edition of which this one says what
    changes.  Where several editions share a package, the register and the tables of each lie in
    the ``folder`` of its year.  ``known_as``: what players call the rules, with the edition.
    Calling it with a paragraph gives the decorator that cites it.
    """

    short: str
    title: str
    package: str
    earlier: "Document | None" = None
    folder: str = ""
    known_as: str = ""

    @property
    def edition(self) -> str:
        """The name of the edition, which is that of its directory: ``dwz-1995``."""
        name = self.package.rpartition(".")[2].replace("_", "-")
        return f"{name}-{self.folder}" if self.folder else name

    @property
    def editions(self) -> Iterator["Document"]:
        """This edition and those it inherits from, the latest first."""
        document: Document | None = self
        while document is not None:
            yield document
            document = document.earlier

    def because(self, paragraph: str, why: str, /, **values: Any) -> Message:
        """The reason that something does not count: a paragraph, and ``why`` with its values."""
        text = Message.of(why, values) if values else as_message(why)
        return Message.of(REASON, {"rule": self.cite(paragraph), "why": text})

    def cite(self, paragraph: str) -> str:
        """The citation as printed in audits and reasons: ``DWZ 4.9.1``.

        Where a later edition is at work, it is cited instead, with its own number; a paragraph
        that it no longer has keeps the name of the edition that had it.
        """
        running = _edition_at_work.get()
        if running is not None and running is not self:
            own = _numbers_in(running).get((self.edition, paragraph))
            if own is not None:
                return f"{running.short} {own}"
        return f"{self.short} {paragraph}"

    def __call__(self, paragraph: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Cite ``paragraph`` on a rule whose calls belong in the working."""

        def cited(function: Callable[P, R]) -> Callable[P, R]:
            text = (inspect.getdoc(function) or "").partition("\n")[0]
            signature = inspect.signature(function)
            open_working = _open_working.get  # looked up once: rules are called by the million

            @functools.wraps(function)
            def call(*args: P.args, **kwargs: P.kwargs) -> R:
                result = function(*args, **kwargs)
                record = open_working()
                if record is not None and not record.leaves_out:
                    given = signature.bind(*args, **kwargs).arguments
                    self.note(paragraph, text, dict(given), result)
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
        """Record one step by hand, for a rule that is not a call of its own."""
        record = _open_working.get()
        if record is not None and not record.leaves_out:
            record.steps.append(
                Step(
                    rule=self.cite(paragraph),
                    text=text,
                    given=given,
                    result=result,
                    player=record.player,
                )
            )

    def paragraphs(self) -> Register:
        """The register: every paragraph once, in order, as rule, text, office, open or as.

        ``as``: the same as a paragraph of an earlier edition (``edition``, and ``paragraph``
        where its number was another).  A rule may say which of them it ``replaces``.
        """
        register = resources.files(self.package).joinpath(self.folder, "paragraphs.toml")
        paragraphs: dict[str, dict[str, Any]] = tomllib.loads(register.read_text("utf-8"))
        return paragraphs


_edition_at_work: ContextVar[Document | None] = ContextVar("edition at work", default=None)


@contextmanager
def citing_edition(edition: Document) -> Iterator[None]:
    """Cite everything inside the block as ``edition`` has it."""
    token = _edition_at_work.set(edition)
    try:
        yield
    finally:
        _edition_at_work.reset(token)


@functools.cache
def _numbers_in(edition: Document) -> Mapping[tuple[str, str], str]:
    """Return the paragraphs of earlier editions with their numbers in this one."""
    if edition.earlier is None:
        return {}
    before = edition.earlier
    numbers: dict[tuple[str, str], str] = {}
    for number, entry in edition.paragraphs().items():
        if entry["is"] == "as":
            numbers.setdefault((entry["edition"], entry.get("paragraph", number)), number)
        for replaced in entry.get("replaces", ()):
            numbers.setdefault((before.edition, replaced), number)
    for paragraph, its_number in _numbers_in(before).items():
        if (before.edition, its_number) in numbers:
            numbers.setdefault(paragraph, numbers[before.edition, its_number])
    return numbers
