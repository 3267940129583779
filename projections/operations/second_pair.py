"""A second pair of eyes: what one officer asks for waits until another one approves it.

A list may ask for it.  A correction, decision, publication, merger or erasure that touches the
list is then kept beside the log as the request that it was, with the submissions, and takes effect
when another officer approves it.
"""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any

import attrs
import orjson
from sqlalchemy import Connection, func, select

from ledger.events.messages import Message, marked
from ledger.events.problems import Problem, Refused, refusal
from ledger.log.event_log import expecting, head_of, permitting
from ledger.log.schema import event
from projections.accounts.roles import Account
from projections.accounts.store import AccountStore, may_be_another
from projections.operations.catalogue import Operation, operation
from projections.operations.describe import keep_setting
from projections.operations.operation import (
    Doc,
    OperationContext,
    Pool,
    SignedRequest,
    fields_of,
    own_fields_of,
)
from projections.operations.rights import (
    NEEDS_SECOND_PAIR,
    AccountPermit,
    needs_second_pair,
    require_rights,
)
from projections.operations.submissions import SubmissionId
from projections.queries.answer_types import Approval, SiteAnswer, SubmissionRow
from projections.queries.arguments import Upload, id_of
from projections.queries.pending import pending_row
from projections.queries.site_settings import SECOND_PAIR
from projections.submissions.store import (
    REQUEST,
    WAITING,
    AskedFor,
    Decision,
    Submission,
    SubmissionStore,
)

LIFETIME = timedelta(days=14)
"""After which a request can no longer be approved."""
_RECEIPT = frozenset({"appended", "duplicates", "first", "last"})


@attrs.frozen
class SecondPair(SignedRequest[SiteAnswer]):
    """Let a list ask for a second pair of eyes: another officer approves what one asks for.

    Corrections, decisions, ratings, publications, mergers and erasures that touch the list wait
    until then. To end it waits likewise.
    """

    pool: Pool = attrs.field(converter=id_of)
    end: Annotated[
        bool, Doc("One officer alone is enough again.", label=marked("One officer is enough"))
    ] = attrs.field(default=False, kw_only=True)


def second_pair(request: SecondPair, context: OperationContext) -> dict[str, object]:
    """Keep the setting, or only check it.

    Raises :class:`~ledger.events.problems.Refused` if one account alone would end it.
    """
    needs_another = request.end and context.account is not None and context.approved is None
    if needs_another and not request.dry_run:
        raise needs_second_pair([request.pool], [request.pool])
    value = "" if request.end else request.by
    return keep_setting(request, context, request.pool, SECOND_PAIR, value)


# --- asking -------------------------------------------------------------------------------------


class Waits(Exception):
    """A request that waits for another officer from now on; ``row`` is its submission."""

    def __init__(self, row: SubmissionRow) -> None:
        super().__init__(row["submission"])
        self.row = row


def perform(account: Account, asked: Operation, request: object, context: OperationContext) -> Any:
    """Return the answer to a request of an account, as far as it has the right.

    Raises `Waits` for what another officer has to approve, and
    :class:`~ledger.events.problems.Refused` like the operation.
    """
    require_rights(account, asked, request, context)
    try:
        return asked.perform(request, context)
    except Refused as refused:
        if refused.problems[0].code != NEEDS_SECOND_PAIR:
            raise
        row = _ask(asked, request, refused, context)
    raise Waits(row)


def _ask(
    asked: Operation, request: Any, refused: Refused, context: OperationContext
) -> SubmissionRow:
    """Keep a request until another officer approves it; the same one only once.

    Raises the refusal again for a request that brings a file: it can be submitted.
    """
    own = own_fields_of(asked.request_class)
    if asked.name == "accept" or any(each.kind is Upload for each in own):
        raise refused
    with context.engine.connect() as connection:
        head = head_of(connection).size
    fields = {each.name: getattr(request, each.name) for each in own}
    plain = orjson.loads(orjson.dumps(fields, default=dict, option=orjson.OPT_NON_STR_KEYS))
    known = head if getattr(request, "expect", None) is None else request.expect
    shown = _digest(asked.perform(_dry(request), context))
    wanted = AskedFor(operation=asked.name, fields=plain, known=known, shown=shown)
    store = SubmissionStore(context.engine, context.clock)
    for each in store.waiting(request.by):
        if each.request is not None and attrs.evolve(each.request, known=known) == wanted:
            return pending_row(each)
    lists = refused.found["lists"]
    options = {"pool": lists[0], "pools": lists, "format": REQUEST, "request": wanted}
    waiting = store.new(request.by, asked.command, b"", {**options, "condition": "ready"})
    store.add(waiting)
    return pending_row(waiting)


def _dry(request: Any) -> Any:
    effects = {"effects": True} if hasattr(request, "effects") else {}
    return attrs.evolve(request, dry_run=True, **effects)


def _digest(effect: Mapping[str, Any]) -> str:
    """A digest of an effect, without receipt and sentences, which name the day they are said."""
    follows = {name: it for name, it in effect.items() if name not in _RECEIPT}
    numbers = ("pool", "player", "before", "after")
    follows["changed"] = [[row[it] for it in numbers] for row in effect.get("changed", ())]
    text = orjson.dumps(follows, option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()


# --- approving ----------------------------------------------------------------------------------


@attrs.frozen
class Approve(SignedRequest[Approval]):
    """Approve what another officer asked for: it takes effect, recorded under that officer's name.

    A dry run shows the present effect. If it is no longer the one that was asked for, nothing is
    written until `shown` repeats the digest of the dry run.
    """

    submission: SubmissionId = attrs.field(converter=id_of)
    shown: Annotated[
        str | None,
        Doc("The digest of the effect that was looked at (default: of that asked for)."),
    ] = attrs.field(default=None, kw_only=True)


def approve(request: Approve, context: OperationContext) -> dict[str, object]:
    """Do what another officer asked for, or show its present effect.

    Raises :class:`~ledger.events.problems.Refused` for the officer who asked, if he has lost the
    right since, if it has expired, or if the effect is another one now.
    """
    store = SubmissionStore(context.engine, context.clock)
    found = store.one(request.submission)
    declared, asked, wanted = _asked_in(found, context)
    own = _on_behalf(found, declared, request, context)
    effect = declared.perform(_dry(asked), own)
    shown = _digest(effect)
    if not request.dry_run:
        if shown != (request.shown or wanted.shown):
            message = Message(
                "the effect is no longer the one that was looked at: look at it again, then "
                "approve it"
            )
            raise refusal("effect-changed", message, "shown")
        effect = declared.perform(asked, own)
        with store.writing() as connection:
            if store.one(found.id).state == WAITING:  # nothing was appended
                store.decide(connection, found.id, Decision(state="accepted", by=request.by))
    return {
        **pending_row(found),
        "fields": wanted.fields,
        "shown": shown,
        "as_asked": shown == wanted.shown,
        "effect": effect,
    }


def _asked_in(found: Submission, context: OperationContext) -> tuple[Operation, Any, AskedFor]:
    """The operation and the request that wait.

    Raises :class:`~ledger.events.problems.Refused` for a file, or if it waits no more.
    """
    if (wanted := found.request) is None:
        message = Message("it is a file, not a request: accept it")
        raise refusal("not-a-request", message, "submission")
    if found.state != WAITING:
        raise SubmissionStore.decided_already()
    if found.submitted_at + LIFETIME < context.clock():
        message = Message(
            "it has expired after %(days)s days: ask for it again", days=LIFETIME.days
        )
        raise refusal("expired", message, "submission")
    declared = operation(wanted.operation)
    fields = {each.name: each for each in fields_of(declared.request_class)}
    given = {
        name: fields[name].read(value)
        for name, value in wanted.fields.items()
        if value is not None
    }
    if problems := [each for each in given.values() if isinstance(each, Problem)]:
        raise Refused(problems)
    if declared.name in {"correct", "rename"}:  # refused if the event was corrected since
        given["expect"] = wanted.known
    effects = {"effects": True} if "effects" in fields else {}
    return declared, declared.request_class(**given, **effects, by=found.account), wanted


def _on_behalf(
    found: Submission, declared: Operation, request: Approve, context: OperationContext
) -> OperationContext:
    """The context in which it is done: both have the right, and the decision is noted with it."""
    store = SubmissionStore(context.engine, context.clock)
    with context.engine.connect() as connection:
        head = head_of(connection).size
        asker = AccountStore(context.engine, context.clock).find(connection, found.account)
        if not request.dry_run:
            require_another(connection, found.account, request.by)
    if asker is None or asker.role not in declared.roles:
        message = Message(
            "%(account)s may not ask for this any more: discard it, and ask for it yourself",
            account=found.account,
        )
        raise refusal("lost-right", message, "submission")
    permits = [AccountPermit(each, is_approved=True) for each in (asker, context.account) if each]

    def permit(connection: Connection, first: int, kept: bool) -> None:
        for each in permits:
            each(connection, first, kept)
        if kept:
            note(connection, connection.execute(select(func.max(event.c.position))).scalar_one())

    def note(connection: Connection, last: int | None = None) -> None:
        decision = Decision(state="accepted", by=request.by, position=last)
        store.decide(connection, found.id, decision)

    engine = permitting(expecting(context.engine, head), permit)
    return attrs.evolve(context, engine=engine, approved=note)


def require_another(connection: Connection, asker: str, approver: str) -> None:
    """Refuse the account that asked, and one of which either could have set the secret.

    Raises :class:`~ledger.events.problems.Refused` (``same-person``).
    """
    if may_be_another(connection, asker, approver):
        return
    message = Message("%(account)s asked for it: another officer approves it", account=asker)
    if asker != approver:
        message = Message(
            "%(one)s and %(other)s may be one person, since one has opened the other's account "
            "or set its password or token: a third account approves it",
            one=asker,
            other=approver,
        )
    raise refusal("same-person", message)
