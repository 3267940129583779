"""Submissions: a file waits beside the log until an officer accepts it or sends it back."""

from collections.abc import Mapping
from typing import Annotated, Any

import attrs
from attrs.converters import optional
from sqlalchemy import Connection

from ledger.events.messages import Message, marked
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.outcome import FileOutcome
from ledger.importing.request import AUTO
from ledger.log.event_log import permitting
from projections.accounts.store import may_be_another
from projections.operations.import_file import (
    FileFormat,
    ImportDetails,
    ImportFile,
    TournamentFile,
    format_of,
    import_file,
)
from projections.operations.operation import Doc, OperationContext, SignedRequest, fields_of
from projections.operations.rights import AccountPermit
from projections.queries.answer_types import NewSubmission, SubmissionRow
from projections.queries.arguments import Upload, id_of, upload_of
from projections.queries.pending import pending_row
from projections.submissions.store import WAITING, Condition, Decision, Submission, SubmissionStore

SubmissionId = Annotated[str, Doc("The submission.", label=marked("Submission"), argument=True)]
ToArbiter = Doc(
    "A message to the arbiter who submitted the file.", label=marked("Message to the arbiter")
)


@attrs.frozen
class SubmitFile(SignedRequest[NewSubmission]):
    """Submit a tournament file, which waits for an officer.

    The answer tells how it was understood, and how many questions are open.
    """

    file: TournamentFile = attrs.field(converter=upload_of)
    pool: Annotated[str, Doc("The rating list.", label=marked("Rating list"), option="--pool")] = (
        attrs.field(converter=id_of, kw_only=True)
    )
    file_format: FileFormat = attrs.field(default=AUTO, converter=format_of, kw_only=True)
    links: Annotated[
        Mapping[str, str],
        Doc(
            "The registered player of a file's number, or new.",
            label=marked("Player"),
            option="--link",
            metavar="NUMBER=PLAYER|new",
        ),
    ] = attrs.field(factory=dict, kw_only=True)


@attrs.frozen
class AcceptSubmission(ImportDetails):
    """Accept a submission: import its file, as submitted by its account.

    Links and details that are not given are those with which it was submitted. The answer has
    `problems` if the file is refused; then it is still pending.
    """

    submission: SubmissionId = attrs.field(converter=id_of)
    pool: Annotated[
        str | None,
        Doc(
            "The rating list, if it was submitted to another.",
            label=marked("Rating list"),
            option="--pool",
        ),
    ] = attrs.field(default=None, converter=optional(id_of), kw_only=True)
    message: Annotated[str | None, ToArbiter] = attrs.field(default=None, kw_only=True)


@attrs.frozen
class SendBack(SignedRequest[SubmissionRow]):
    """Send a submission back to its arbiter with a message; its file is deleted."""

    submission: SubmissionId = attrs.field(converter=id_of)
    message: Annotated[str, ToArbiter] = attrs.field(kw_only=True)


@attrs.frozen
class Discard(SignedRequest[SubmissionRow]):
    """Delete a pending submission; only its account and officers may."""

    submission: SubmissionId = attrs.field(converter=id_of)


LONGEST_COMMENT = 1_000


@attrs.frozen
class Comment(SignedRequest[SubmissionRow]):
    """Comment on a pending submission; only its account and officers may.

    They read it until the submission is decided about; then comments are deleted.
    """

    submission: SubmissionId = attrs.field(converter=id_of)
    text: Annotated[str, Doc("The comment.", label=marked("Comment"))] = attrs.field(kw_only=True)


def submit(request: SubmitFile, context: OperationContext) -> dict[str, object]:
    """Let a file wait, or only read it.

    Raises :class:`~ledger.events.problems.Refused` if the pool is unknown, or too much waits.
    """
    preview = import_file(
        ImportFile(
            request.file,
            pools=[request.pool],
            format=request.file_format,
            links=request.links,
            by=request.by,
            dry_run=True,
        ),
        context,
    )
    options = {"pool": request.pool, "format": request.file_format, "links": dict(request.links)}
    options |= condition_of(preview)
    store = SubmissionStore(context.engine, context.clock)
    name, content = id_of(request.file.name), request.file.content
    waiting = store.new(request.by, name, content, options)
    if not request.dry_run:
        store.add(waiting)
    row = pending_row(waiting)
    return {**row, "submission": None if request.dry_run else row["submission"]}


def condition_of(preview: Mapping[str, Any], further: int = 0) -> dict[str, Any]:
    """Return the summary of a file's import (a dry run), and ``further`` questions."""
    errors = sum(issue["kind"] == "error" for issue in preview["issues"])
    questions = len(preview["questions"]) + further
    if errors > len(preview["questions"]):
        condition: Condition = "unreadable"
    else:
        condition = "questions" if questions else "ready"
    return {
        "tournament": (preview["tournament"] or {}).get("name"),
        "condition": condition,
        "questions": questions,
        "players": len(preview["players"]),
        "open_players": sum(player["linked"] == "open" for player in preview["players"]),
    }


def accept(request: AcceptSubmission, context: OperationContext) -> dict[str, object]:
    """Import the file of a submission and note the decision, in one transaction."""
    store = SubmissionStore(context.engine, context.clock)
    found = _pending(store, request.submission)
    if found.request is not None:
        message = Message("it is a request, not a file: approve it")
        raise refusal("not-a-file", message, "submission")

    def decide(connection: Connection, outcome: FileOutcome) -> None:
        decision = Decision(
            state="accepted",
            by=request.by,
            message=request.message,
            position=outcome.last,
            pool=request.pool,
        )
        store.decide(connection, found.id, decision)

    return import_file(_import_of(found, request), _approved(found, request, context), decide)


def _pending(store: SubmissionStore, id_: str) -> Submission:
    found = store.one(id_)
    if found.state != WAITING:
        raise store.decided_already()
    return found


def _approved(
    found: Submission, request: AcceptSubmission, context: OperationContext
) -> OperationContext:
    """The context to accept a file in: that of another person is seen by two pairs of eyes."""
    if (account := context.account) is None:
        return context
    with context.engine.connect() as connection:
        is_approved = may_be_another(connection, found.account, request.by)
    engine = permitting(context.engine, AccountPermit(account, is_approved=is_approved))
    return attrs.evolve(context, engine=engine)


def _import_of(found: Submission, request: AcceptSubmission) -> ImportFile:
    """The import that is accepted, by the account that submitted the file.

    Raises :class:`~ledger.events.problems.Refused` for details of the submission that cannot be
    read.
    """
    given = {each.name: getattr(request, each.name) for each in attrs.fields(ImportDetails)}
    problems: list[Problem] = []
    for field in fields_of(ImportDetails):
        text = found.details.get(field.name)
        if text and (given[field.name] is None or given[field.name] is False):
            value = True if field.kind is bool else field.read([text], typed=True)  # a tick
            if isinstance(value, Problem):
                problems.append(value)
            else:
                given[field.name] = value
    if problems:
        raise Refused(problems)
    given |= {"links": request.links or found.links, "by": found.account}
    file = Upload(found.file, found.content or b"")
    return ImportFile(file, pools=[request.pool or found.pool], format=found.format, **given)


def send_back(request: SendBack, context: OperationContext) -> dict[str, object]:
    """Note that a submission was sent back, or only look for it."""
    if not request.message.strip():
        raise refusal("missing", Message("Give the reason for returning it."), "message")
    store = SubmissionStore(context.engine, context.clock)
    found = _pending(store, request.submission)
    with store.writing(keep=not request.dry_run) as connection:
        decision = Decision(state="sent-back", by=request.by, message=request.message.strip())
        store.decide(connection, found.id, decision)
    return dict(pending_row(found))


def comment(request: Comment, context: OperationContext) -> dict[str, object]:
    """Add a comment to a submission, or only look for it."""
    text = request.text.strip()
    if not 1 <= len(text) <= LONGEST_COMMENT:
        message = Message("write 1 to %(longest)s characters", longest=LONGEST_COMMENT)
        raise refusal("bad-comment", message, "text")
    store = SubmissionStore(context.engine, context.clock)
    found = _own_or_officers(store, request)
    with store.writing(keep=not request.dry_run) as connection:
        store.comment(connection, found.id, request.by, text)
    return dict(pending_row(store.one(found.id)))


def _own_or_officers(store: SubmissionStore, request: Comment | Discard) -> Submission:
    """Return the pending submission of a request; an arbiter is told of none but his own."""
    found = _pending(store, request.submission)
    if not request.as_officer and found.account != request.by:
        raise store.unknown(found.id)
    return found


def discard(request: Discard, context: OperationContext) -> dict[str, object]:
    """Delete a submission, or only look for it."""
    store = SubmissionStore(context.engine, context.clock)
    found = _own_or_officers(store, request)
    with store.writing(keep=not request.dry_run) as connection:
        store.delete(connection, found.id)
    return dict(pending_row(found))
