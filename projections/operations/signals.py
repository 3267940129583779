"""Answers to signals of irregularities: looked at, and in order."""

import re
from typing import Annotated

import attrs

from ledger.events.characters import inadmissible
from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from projections.operations.operation import Doc, OperationContext, SignedRequest
from projections.queries.answer_types import AnsweredSignal, SignalAnswer
from projections.submissions.store import writing_files
from projections.watch.answered import ask_again, keep

LONGEST_REASON = 400
"""In characters."""
_ID = re.compile(r"[0-9a-f]{16}")


@attrs.frozen
class AnswerSignal(SignedRequest[AnsweredSignal]):
    """Record that a signal of irregularities was looked at and is in order.

    It is not listed again unless its games change. The answer is kept beside the log; no rating
    depends on it.
    """

    signal: Annotated[
        str, Doc("The signal, as `watch` names it.", label=marked("Signal"), argument=True)
    ]
    reason: Annotated[
        str | None,
        Doc(
            "The reason; without names of persons.",
            label=marked("Reason"),
            hint=marked("Officers see it. Without names of persons: it is not erased with them."),
        ),
    ] = attrs.field(default=None, kw_only=True)
    ask_again: Annotated[
        bool, Doc("Delete the answer: the signal is listed again.", label=marked("Ask again"))
    ] = attrs.field(default=False, kw_only=True)


def answer_signal(request: AnswerSignal, context: OperationContext) -> dict[str, object]:
    """Keep the answer, or delete it.

    Raises :class:`~ledger.events.problems.Refused` for what is no id of a signal, a reason that is
    missing or cannot be, or if there is no answer to delete.
    """
    if not _ID.fullmatch(request.signal):
        message = Message(
            "%(signal)s is not a signal: take the id from `watch`", signal=repr(request.signal)
        )
        raise refusal("unknown-signal", message, "signal")
    with writing_files(context.engine, keep=not request.dry_run) as connection:
        if not request.ask_again:
            answer: SignalAnswer = {
                "by": request.by,
                "reason": _reason(request),
                "at": context.clock().isoformat(),
            }
            keep(connection, request.signal, answer)
            return {"signal": request.signal, "answer": answer}
        if not ask_again(connection, request.signal):
            raise refusal("not-answered", Message("nobody has answered it"), "signal")
    return {"signal": request.signal, "answer": None}


def _reason(request: AnswerSignal) -> str:
    text = (request.reason or "").strip()
    if not text:
        raise refusal("missing", Message("say why it is in order"), "reason")
    if len(text) > LONGEST_REASON:
        message = Message("has more than %(most)s characters: shorten it", most=LONGEST_REASON)
        raise refusal("too-long", message, "reason")
    if (character := inadmissible(text)) is not None:
        message = Message("holds %(character)s: take it out", character=character)
        raise refusal("bad-character", message, "reason")
    return text
