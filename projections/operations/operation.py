"""An operation: declared once as a request and a function, offered by every interface.

A request is an attrs class whose fields say what they mean; a command, an HTTP request, a Python
method, a form and a reference entry are derived from it.  The interfaces share this module, and
nothing of an operation but its row in :mod:`projections.operations.catalogue` is loaded before it
is used.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from datetime import date
from functools import cache, reduce
from operator import or_
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    Literal,
    ParamSpec,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from ledger.events.messages import Message, RequestField, marked
from ledger.events.problems import Problem, Refused
from ledger.validation.submitter import submitter_name
from projections.queries.arguments import one_of, position_of
from projections.queries.field_values import GivenTwice, is_sequence, typed_value_of, value_of

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from ledger.log.clock import Clock
    from projections.accounts.roles import Account

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)
ParametersP = ParamSpec("ParametersP")
NamedBy = Literal["", "player", "tournament", "event"]
"""The kind of a field whose value people may give as a name: the interface looks up the id."""


@attrs.frozen
class Doc:
    """The description of a field, and its spelling where it is not its own name.

    ``label`` is that of a form, ``option`` that of the command line, ``metavar`` its value there;
    ``argument``: it has no option, its place says what it is.  ``named_by``: see
    :data:`NamedBy`.  ``recorded``: the paths of an event's fields, whose problems are about this
    one; without any, the field of the same name.  A form offers ``choices`` by their labels, and
    shows the ``hint`` below the field.  ``wire`` is its name in HTTP; ``flags``: the
    command line has an option for each value, with its help.  A ``secret`` is never shown: not
    while it is typed, and not in what is sent back.  A query takes only a value that is ``one_of``
    several, or a number within ``limits``.
    """

    meaning: str
    label: str = ""
    option: str = ""
    metavar: str = ""
    argument: bool = False
    wire: str = ""
    named_by: NamedBy = ""
    flags: Mapping[str, tuple[str, str]] = attrs.field(factory=dict)
    recorded: Sequence[str] = ()
    choices: Mapping[str, str] = attrs.field(factory=dict)
    hint: str = ""
    secret: bool = False
    one_of: Collection[str] = ()
    limits: Mapping[str, int] = attrs.field(factory=dict)


Pool = Annotated[str, Doc("The pool.", label=marked("Rating list"), argument=True)]
Player = Annotated[
    str,
    Doc(
        "The player.",
        label=marked("Player"),
        argument=True,
        named_by="player",
        hint=marked("The id, or the whole name."),
    ),
]
_REASON = Doc(
    "The reason; it stays in the log.",
    label=marked("Reason"),
    hint=marked("It stays in the log and is public."),
)
Reason = Annotated[str, _REASON]
OptionalReason = Annotated[str | None, _REASON]
Effects = Annotated[bool, Doc("List the players whose ratings change.")]


DryRun = Annotated[bool, Doc("Preview; write nothing.")]
AsOfficer = Annotated[bool, Doc("Act with the rights of an officer.")]


@attrs.frozen(kw_only=True)
class Request(Generic[AnswerT_co]):
    """A request that changes something; what every such request has besides its own fields.

    ``dry_run``: everything is checked and nothing written.  ``as_officer``: with the rights of an
    officer, which only the web's arbiters lack.
    """

    dry_run: DryRun = False
    as_officer: AsOfficer = True


@attrs.frozen(kw_only=True)
class SignedRequest(Request[AnswerT_co]):
    """A request with a submitter: ``by`` is recorded with the change."""

    by: Annotated[str, Doc("The name to record as the author.")] = attrs.field(
        converter=submitter_name
    )
    dry_run: DryRun = False


@attrs.frozen(kw_only=True)
class Write(SignedRequest[AnswerT_co]):
    """A request that appends events.

    ``effects``: the answer lists the players whose figures change, as ``changed``.  ``expect`` is
    the position up to which the caller knows the log.
    """

    effects: Effects = False
    expect: Annotated[int | None, Doc("Refuse if the log has grown beyond this position.")] = (
        attrs.field(default=None, converter=attrs.converters.optional(position_of))
    )


AnyRequest = Request[Mapping[str, Any]]
"""A request of any operation; its answer is a document, whose members depend on its class."""
COMMON = frozenset(each.name for each in attrs.fields(Write))
"""The fields of every write: the interface supplies them, each in its own way.

Of a request that appends no event it supplies those that the request has.
"""
OF_ACCOUNT = frozenset({"by", "as_officer"})
"""Those that the account of a request decides: no client gives them."""


@attrs.frozen
class OperationContext:
    """The ledger that an operation works on: its database, and the clock that dates events.

    ``key_file``: the file of the key that signs a checkpoint of every published list; "": none.
    ``account`` asks for it; None: the command line, or a program.  ``approved``: another officer
    has approved it, where a list asks for that; it notes so in the transaction that writes.
    """

    engine: "Engine"
    clock: "Clock"
    key_file: str = ""
    account: "Account | None" = None
    approved: "Callable[[Connection], None] | None" = None

    @property
    def today(self) -> date:
        """The day on which it is done."""
        return self.clock().date()


@attrs.frozen
class Field:
    """A field of a request, with its description; ``kind`` is its type without ``None``."""

    name: str
    kind: object
    doc: Doc
    required: bool
    default: object

    @property
    def wire(self) -> str:
        """Its name in HTTP and JSON: that of the command line's option, with ``_`` for ``-``."""
        option = self.doc.option.removeprefix("--").replace("-", "_")
        return self.doc.wire or option or self.name.removesuffix("_")

    @property
    def option(self) -> str:
        """Its spelling on the command line; an argument's is its name in capitals."""
        if self.doc.argument:
            return self.doc.metavar or self.wire.upper()
        return self.doc.option or f"--{self.wire.replace('_', '-')}"

    @property
    def label(self) -> str:
        """Its label in a form, in English."""
        return self.doc.label or self.wire.replace("_", " ").capitalize()

    def read(self, given: Any, *, typed: bool = False) -> Any:
        """Return the value that JSON gives, or several texts that are ``typed``; or a problem."""
        try:
            if not typed:
                value = value_of(given, self.kind)
            else:
                value = typed_value_of(given, self.kind, self.doc.metavar or "NAME=VALUE")
            self._must_be_possible(value)
        except (ValueError, TypeError) as error:
            code = "given-twice" if isinstance(error, GivenTwice) else "bad-parameter"
            return Problem(None, self.name, code, error.args[0])
        return value

    def _must_be_possible(self, value: Any) -> None:
        """Raise ValueError for a value that is none of those, or not within the limits."""
        for each in value if self.doc.one_of and is_sequence(self.kind) else [value]:
            if self.doc.one_of:
                one_of(each, self.doc.one_of, self.label.lower())
        least, most = self.doc.limits.get("minimum", 0), self.doc.limits.get("maximum")
        if self.kind is int and most is None and value < least:
            raise ValueError(Message("must be %(least)s or more", least=least))
        if self.kind is int and most is not None and not least <= value <= most:
            raise ValueError(Message("must be from %(least)s to %(most)s", least=least, most=most))

    @property
    def recorded(self) -> Collection[str]:
        """The fields of an event whose problems are about this one."""
        return self.doc.recorded or (f"data.{self.name}",)


def _fields_of(request: type[Any]) -> Sequence[Field]:
    hints = get_type_hints(request, include_extras=True)
    is_request = issubclass(request, Request)

    def place(each: Any) -> tuple[bool, bool]:
        is_common = each.name in COMMON
        return is_common, is_request and not is_common and each.inherited

    declared = sorted(attrs.fields(request), key=place)
    return [_field(each, hints[each.name]) for each in declared]


fields_of = cast("Callable[[type[object]], Sequence[Field]]", cache(_fields_of))
"""The fields of a class of requests in their order, its own first, those of every write last."""


def own_fields_of(request: type[object]) -> Sequence[Field]:
    """The fields that this request alone has."""
    return [each for each in fields_of(request) if each.name not in COMMON]


def common_to(request: type[object]) -> AbstractSet[str]:
    """The names of the fields that a request shares with every write."""
    return {each.name for each in fields_of(request)} & COMMON


def _field(attribute: Any, hint: object) -> Field:
    if get_origin(hint) is Annotated:
        kind, doc = get_args(hint)[:2]
    else:  # declared as a parameter of a query
        kind, doc = hint, Doc(**{"meaning": "", **attribute.metadata})
    if type(None) in get_args(kind):
        kind = reduce(or_, [each for each in get_args(kind) if each is not type(None)])
    default = attribute.default
    required = default is attrs.NOTHING
    is_plain = default is None or isinstance(default, (bool, int, float, str))
    return Field(attribute.name, kind, doc, required, default if is_plain else None)


# --- the Python interface -----------------------------------------------------------------------


if TYPE_CHECKING:

    class Method(Generic[ParametersP, AnswerT_co]):
        """The type of a method that takes the fields of a request and returns its answer."""

        def __init__(self, request: Callable[ParametersP, Request[AnswerT_co]]) -> None: ...

        def __get__(self, instance: object, owner: type) -> Callable[ParametersP, AnswerT_co]:
            """Return the method of a ledger."""
            ...


# --- problems by field --------------------------------------------------------------------------


def about_fields(problems: Sequence[Problem], request: type[object]) -> Iterator[Problem]:
    """Problems that name fields of events, as problems of the request's fields."""
    recorded = {path: each.name for each in fields_of(request) for path in each.recorded}
    for problem in problems:
        field = problem.field and _outermost(problem.field, recorded)
        line = None if field != problem.field else problem.line
        yield attrs.evolve(problem, field=field, line=line)


def _outermost(path: str, recorded: Mapping[str, str]) -> str:
    """The request's field for a path, its end kept: ``data.card.rating`` is ``card.rating``."""
    head, rest = path, ""
    while head:
        if head in recorded:
            return recorded[head] + rest
        head, _, last = head.rpartition(".")
        rest = f".{last}{rest}"
    return path


Spell = Callable[[Field, str], str]
"""Returns the spelling of a field with a value to give, "" for the field alone."""
SPOKEN = frozenset({"issues", "questions", "problems", "effect"})
"""The members of an answer that mention fields of its request."""


@attrs.frozen
class Spelling:
    """The fields of a request as an interface spells them.

    Of a flag the value to give is ``true``; a part of a field comes after ``within``.  Only
    messages are spelt unless ``names``: then the fields that problems are about are as well.
    """

    request: type[object]
    spell: Spell
    within: str = attrs.field(default=".", kw_only=True)
    names: bool = attrs.field(default=True, kw_only=True)
    _known: Mapping[str, Field] = attrs.field(init=False)

    @_known.default
    def _fields_by_name(self) -> Mapping[str, Field]:
        fields = fields_of(self.request)
        return {each.wire: each for each in fields} | {each.name: each for each in fields}

    def problems(self, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """Return problems with their fields spelt, and those that their messages mention."""
        return tuple(
            attrs.evolve(each, field=self._named(each.field), message=self._text(each.message))
            for each in problems
        )

    @contextmanager
    def spelt(self) -> Iterator[None]:
        """Spell the fields in the problems of a refusal in here."""
        try:
            yield
        except Refused as refused:
            refused.problems = self.problems(refused.problems)
            raise

    def answered(self, work: Callable[[], AnswerT]) -> AnswerT:
        """Return the answer that some work gives; it, or its refusal, is spelt."""
        with self.spelt():
            return self.answer(work())

    def answer(self, answer: AnswerT) -> AnswerT:
        """Return the answer with request fields in its messages spelt for this interface."""
        if not isinstance(answer, dict) or not SPOKEN & answer.keys():
            return answer
        members = {name: self._member(name, answer[name]) for name in SPOKEN & answer.keys()}
        return type(answer)({**answer, **members})

    def _member(self, name: str, value: Any) -> object:
        """A member of an answer, down to its last message."""
        if name == "field":
            return self._named(value)
        if isinstance(value, Mapping):
            return {inner: self._member(inner, each) for inner, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._member("", each) for each in value]
        return self._text(value)

    def _text(self, text: object) -> Any:
        return text.with_fields(self._mentioned) if isinstance(text, Message) else text

    def _mentioned(self, field: RequestField) -> str:
        """A field that a message mentions; one of another request is an option."""
        found = self._known.get(field.name)
        if found is None:
            return str(field)
        return self.spell(found, field.value or ("true" if found.kind is bool else ""))

    def _named(self, name: str | None) -> str | None:
        """The field, or part of one, that a problem is about."""
        head, _, rest = (name or "").partition(".")
        if not self.names or head not in self._known:
            return name
        return self.within.join(filter(None, (self.spell(self._known[head], ""), rest)))
