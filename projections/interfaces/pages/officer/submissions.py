"""Arbiters submit files, an officer previews each and accepts it or sends it back."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
import orjson
from starlette.responses import Response

from ledger.events.messages import Message, marked
from ledger.events.problems import Problem, Refused
from ledger.importing.import_files import LIST_OF_MEMBERS
from ledger.importing.outcome import verdict
from ledger.importing.ports import PoolEffect
from ledger.importing.request import AUTO
from ledger.log.after_commit import after_commit
from ledger.log.source_files import NAMELESS
from projections.api import Ledger
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.http.at_once import accepted_at_once
from projections.interfaces.http.edge.problems import clock_leap_of, objected
from projections.interfaces.pages.officer import waiting_request
from projections.interfaces.pages.officer.dashboard import needs_of
from projections.interfaces.pages.officer.file_table import standings_of
from projections.interfaces.pages.officer.import_details import (
    DETAILS,
    OF_FILE,
    asked_about,
    details_form,
    states_ratings,
    typed_details,
)
from projections.interfaces.pages.officer.officer_request import (
    OfficerRequest,
    redirect_after_write,
)
from projections.interfaces.pages.officer.open_players import (
    ALL,
    ANSWERED,
    BY_NAME,
    LINK,
    OWN,
    answers_in,
    asks_about_open_player,
    players_of_file,
    problems_of_new,
    with_group_answer,
)
from projections.interfaces.pages.officer.operation_form import answered_by_labels, request_of
from projections.interfaces.pages.officer.outcome import acceptance_of
from projections.interfaces.pages.public.tournaments import rounds_of
from projections.operations.catalogue import operation
from projections.operations.operation import AnyRequest
from projections.operations.rights import require_lists
from projections.operations.submissions import condition_of
from projections.queries.arguments import Upload
from projections.submissions.store import WAITING, Submission

# --- the tournament a file is about, if it looks like one that is known --------------------------


FIELD = "identity"
SAME, ANOTHER = "same:", "another"


@attrs.frozen
class IdentityQuestion:
    """A question to an officer: the tournament that it may be, if any, and the choice."""

    tournament: str | None
    name: str | None
    chosen: str


def identity_chosen(request: OfficerRequest) -> dict[str, Any]:
    """Return an officer's choice, as the import takes it; nobody else chooses."""
    chosen = request.texts.get(FIELD, "") if request.is_officer else ""
    if chosen.startswith(SAME):
        return {"same_as": chosen.removeprefix(SAME)}
    return {"another": True} if chosen == ANOTHER else {}


def identity_question(
    request: OfficerRequest, preview: Mapping[str, Any], pool: str
) -> IdentityQuestion | None:
    """Return the choice to make, or made; None if there is none, or not for this account."""
    chosen, taken = request.texts.get(FIELD, ""), identity_chosen(request)
    answers = [each for question in preview["questions"] for each in question["answers"]]
    tournament = next((it["value"] for it in answers if it["field"] == "same_as"), None)
    asks = any(it["field"] in {"same_as", ANOTHER} for it in answers)
    if not (asks or taken):
        return None
    if (tournament := tournament or taken.get("same_as")) is None:
        return IdentityQuestion(None, None, chosen)
    with request.ledger.pool(pool) as view:
        name = view.tournament_names([tournament]).get(tournament, tournament)
    return IdentityQuestion(tournament, name, chosen)


DIGEST = "shown"
READ_DIFFERENTLY = marked("The file is now read differently: check it again.")
KEPT = (LINK, BY_NAME, OWN, ANSWERED, "message", "pool", FIELD, OF_FILE, *DETAILS)


def overview(request: OfficerRequest, message: str = "", status: int = 200) -> Response:
    """Show pending submissions, or the outcome of one's own; ``message``: why none was taken."""
    store = request.submissions
    rows = store.of(request.by)
    if request.is_officer:
        rows = [each for each in store.waiting() if not request.account.lacks(each.lists)]
    return request.page(
        "overview.html",
        status,
        rows=rows,
        headings=waiting_request.HEADINGS,
        needs=needs_of(request, len(rows)),
        pools=request.pools,
        chosen=request.pool_chosen,
        erased_data_remain=request.is_officer and request.ledger.erased_data_remain(),
        message=message,
    )


def submit(request: OfficerRequest) -> Response:
    """Let a file wait; the page of its preview follows."""
    name, content = request.files.get("file", ("", b""))
    if not name or not request.text("pool"):
        return overview(request, "choose", 400)
    file_format = request.texts.get("format") or AUTO
    try:
        id_ = waiting_or_at_once(request, Upload(name, content), file_format=file_format)
    except Refused as refused:
        if (leap := clock_leap_of(refused)) is None:
            raise
        return overview(request, leap.message, 503)
    return redirect_to(f"/desk/{id_}")


def waiting_or_at_once(request: OfficerRequest, file: Upload, **details: object) -> str:
    """Return the id of a file that is submitted to the chosen rating list.

    That of an arbiter is accepted at once if the list's setting says so.

    Raises :class:`~ledger.events.problems.Refused` for a file that cannot be read at all.
    """
    pool, ledger = request.text("pool"), request.ledger
    asked = operation("submit").request_class(file, pool=pool, by=request.by, **details)
    submitted = request.previewed(partial(answered_by_labels, ledger, asked))
    at_once = pool in request.settings.append_at_once
    if at_once and not request.is_officer and accepted_at_once(ledger, submitted, request.by):
        with after_commit():
            ledger.catch_up()
    id_: str = submitted["submission"]
    return id_


def imported(ledger: Ledger, file: Upload, **details: object) -> Mapping[str, Any]:
    """Return the answer of an import, with the fields it mentions spelt as labels."""
    asked = operation("import_file").request_class(file, **details)
    return answered_by_labels(ledger, asked)


def _appended(ledger: Ledger, head: int, asked: AnyRequest) -> tuple[int, int] | None:
    """Accept a file while the log ends at ``head``: its first and last event; None: it was not."""
    try:
        done = answered_by_labels(ledger.expecting_head(head), asked)
    except Refused as refused:
        if refused.problems[0].code == "written-meanwhile":
            return None
        raise
    if "problems" in done:
        return None
    return done["effect"]["first"] or head, done["effect"]["last"] or head


def show(request: OfficerRequest) -> Response:
    """Show the reading of a file, or its outcome."""
    found = _one(request)
    if found.request is not None:
        return waiting_request.show(request, found, found.request)
    return _or_clock_in_doubt(request, found, lambda: _shown(request, found))


def _one(request: OfficerRequest) -> Submission:
    """The submission of the address; an arbiter sees his own, an officer those of his lists.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (404) for any other, and
    :class:`~ledger.events.problems.Refused` (403) for one of another list.
    """
    found = request.submissions.one(request.id("id"))
    if not request.is_officer and found.account != request.by:
        raise objected(404, "unknown-submission", f"there is no submission {found.id!r}")
    require_lists(request.account, found.lists)
    return found


def decide(request: OfficerRequest) -> Response:
    """Look again with other links, accept, send back, or discard."""
    found = _one(request)
    if found.request is not None:
        return waiting_request.decide(request, found, found.request)
    return _or_clock_in_doubt(request, found, lambda: _decided(request, found))


def _or_clock_in_doubt(
    request: OfficerRequest, found: Submission, answer: Callable[[], Response]
) -> Response:
    """An answer; where the server's clock is doubted, just why, and what was chosen so far."""
    try:
        return answer()
    except Refused as refused:
        if (leap := clock_leap_of(refused)) is None:
            raise
        kept = {
            name: text for name, text in request.texts.items() if name.startswith(KEPT) and text
        }
        return request.page("halted_submission.html", 503, submission=found, leap=leap, kept=kept)


def _decided(request: OfficerRequest, found: Submission) -> Response:
    action = request.texts.get("action", "")
    if found.state == WAITING:
        if action == "discard":
            return _done(request, found, "discard")
        if action == "send-back" and request.is_officer:
            return _done(request, found, "send_back")
        if action == "comment":
            return _done(request, found, "comment")
        if action == "accept" and request.is_officer:
            return _accepted(request, _with_typed_details(request, found))
    if found.content is None:
        return _shown(request, found)
    found = _with_typed_details(request, found)
    if action.startswith(ALL):
        request = with_group_answer(request, _previewed(request, found)[0])
    links = answers_in(request, found.links).links
    return _shown(request, _noted(request, found, {"links": links}))


def _done(request: OfficerRequest, found: Submission, name: str) -> Response:
    """Send a file back, discard it, or comment on it."""
    asked = request_of(
        request, operation(name), request.ledger, dry_run=False, submission=found.id
    )
    try:
        answered_by_labels(request.ledger, asked)
    except Refused as refused:
        if refused.problems[0].field not in {"message", "text"}:
            raise
        return _shown(request, found, refused.problems[0].message, 400)
    return redirect_to(f"/desk/{found.id}" if name == "comment" else "/desk")


def _accepted(request: OfficerRequest, found: Submission) -> Response:
    """Append what was shown; where it would be something else by now, show that instead."""
    head = request.ledger.positions()["head"]
    preview, problems = _previewed(request, found)
    as_shown = _digest(preview) == request.texts.get(DIGEST)
    appended = None
    if as_shown and not problems and "problems" not in preview:
        asked = attrs.evolve(
            _asked(request, found), dry_run=False, effects=False, message=request.text("message")
        )
        appended = _appended(request.ledger, head, asked)
    if appended is None:
        return _shown(request, found, READ_DIFFERENTLY, 409)
    with after_commit():
        request.ledger.catch_up()
    first, last = appended
    return redirect_after_write(last, first=first, pools=[found.pool])


def _with_typed_details(request: OfficerRequest, found: Submission) -> Submission:
    """Return a submission with what was filled in, which is noted with it.

    An officer may have chosen another of his rating lists.
    """
    said: dict[str, Any] = {"details": typed_details(request, found.details).given}
    if request.is_officer and (pool := request.texts.get("pool")) in request.pools:
        said["pool"] = pool
    return _noted(request, found, said)


def _shown(
    request: OfficerRequest, found: Submission, message: str = "", status: int = 200
) -> Response:
    if found.content is None:
        return request.page(
            "submission.html",
            status,
            submission=found,
            preview=None,
            brought=_brought(request, found),
            message=message,
        )
    preview, problems = _previewed(request, found)
    typed = typed_details(request, found.details)
    _noted(request, found, condition_of(preview, len(problems)))
    answers = answers_in(request, found.links)
    rates = request.is_officer and states_ratings(preview)
    return request.page(
        "submission.html",
        status,
        submission=found,
        pools=request.pools if request.is_officer else (),
        preview=preview,
        issues=_issues(preview),
        is_of_members=any(each["message"] == LIST_OF_MEMBERS for each in preview["issues"]),
        details=details_form(typed, preview, problems, is_officer=request.is_officer),
        acceptable=not problems and "problems" not in preview,
        identity=identity_question(request, preview, found.pool),
        verdicts=verdicts(request, preview),
        before=acceptance_of(request.ledger, found.content, found.pool),
        standings=standings_of(preview),
        rounds=rounds_of(sorted(preview["games"], key=lambda it: it["round"] or 0)),
        names={row["number"]: row["name"] for row in preview["players"]},
        changed=sorted(preview.get("changed", ()), key=_change, reverse=True),
        players=players_of_file(request, preview, answers, found.pool, with_ratings=rates),
        word=request.text("message"),
        digest=_digest(preview),
        message=message,
    )


def _brought(request: OfficerRequest, found: Submission) -> tuple[int, str | None] | None:
    """The last event that a file brought, and its tournament; None if it brought none."""
    if found.position is None:
        return None
    for entry in request.ledger.log(found.position - 1, found.position):
        # Version 1.0 noted the end of the log, another's event, where nothing was new.
        source = entry["source"] or ""
        if source == found.file or source.startswith(NAMELESS):
            tournament = (entry["data"] or {}).get("tournament")
            return found.position, None if tournament is None else str(tournament)
    return None


def _issues(preview: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the points to check, by kind, with their places, except those of open details."""
    asked = {message for each in asked_about(preview).values() for message in each}
    asked |= {
        each["message"] for each in preview["questions"] if asks_about_open_player(preview, each)
    }
    asked |= {message for each in problems_of_new(preview).values() for message in each}
    return [
        (each["kind"], _placed(each)) for each in preview["issues"] if each["message"] not in asked
    ]


def _placed(issue: Mapping[str, Any]) -> str:
    message: str = issue["message"]
    line, column = issue["line"], issue["column"]
    if line is None:
        return message
    if column is None:
        return Message("line %(line)s: %(message)s", line=line, message=message)
    return Message(
        "line %(line)s, column %(column)s: %(message)s", line=line, column=column, message=message
    )


def _change(row: Mapping[str, Any]) -> float:
    """Return the size of a change; that of somebody without a rating before or after is 0."""
    before, after = row["before"], row["after"]
    return 0 if before is None or after is None else abs(after - before)


def verdicts(request: OfficerRequest, preview: Mapping[str, Any]) -> list[str]:
    """Return what each rating list would make of it, and what would make it count."""
    said: list[str] = []
    for each in (PoolEffect(**row) for row in preview["effect"]["pools"]):
        title, effect = request.title_of(each.pool), verdict(each, dry_run=True)
        said.append(Message("%(pool)s: %(said)s", pool=title, said=effect))
        if each.add is not None:
            said.append(
                Message(
                    "It would count with %(answers)s: fill in the correct one.", answers=each.add
                )
            )
    return said


def _previewed(
    request: OfficerRequest, found: Submission
) -> tuple[Mapping[str, Any], Sequence[Problem]]:
    """Return what the file would bring with what was typed, and what is wrong with that.

    If something is wrong, the preview is that of the file without it.
    """
    try:
        asked = _asked(request, found)
        return request.previewed(partial(answered_by_labels, request.ledger, asked)), ()
    except Refused as refused:
        if clock_leap_of(refused) is not None:
            raise
        file = Upload(found.file, found.content or b"")
        read = {"pools": [found.pool], "format": found.format, "by": found.account}
        details = {**read, **_answers(request, found), "dry_run": True, "effects": True}
        foreseen = request.previewed(partial(imported, request.ledger, file, **details))
        return foreseen, refused.problems


def _asked(request: OfficerRequest, found: Submission) -> Any:
    """Return the acceptance that the form asks for, as a dry run.

    Raises :class:`~ledger.events.problems.Refused` for what cannot be read.
    """
    given = typed_details(request, found.details).given
    fixed: dict[str, object] = {
        "reason": None,
        "accept": None,
        "columns": {},
        "register_new": False,
    }
    fixed |= {"same_as": None, "another": False, **_answers(request, found)}
    return request_of(
        attrs.evolve(request, texts=given),
        operation("accept"),
        request.ledger,
        dry_run=True,
        submission=found.id,
        pool=found.pool,
        message=None,
        as_officer=True,  # it is only shown to an arbiter
        **fixed,
    )


def _noted(request: OfficerRequest, found: Submission, said: Mapping[str, Any]) -> Submission:
    """Return a submission as it is noted: what was filled in, or understood, if that is news."""
    if any(getattr(found, name) != value for name, value in said.items()):
        request.submissions.note(found.id, **said)
    return attrs.evolve(found, **said)


def _answers(request: OfficerRequest, found: Submission) -> dict[str, object]:
    """Return the answers about players, and about the tournament's identity."""
    answers = answers_in(request, found.links)
    said = {"links": answers.links, "new_players": answers.new_players}
    return {**said, **identity_chosen(request)}


def _digest(preview: Mapping[str, object]) -> str:
    """By what it is known that accepting appends what was shown."""
    text = orjson.dumps(preview, option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()
