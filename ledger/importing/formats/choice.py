"""The choice of one of several tournaments in a file, by the name that the submitter gives."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from ledger.events.messages import Message, RequestField
from ledger.events.wording import named
from ledger.importing.formats.text import tidy
from ledger.importing.formats.tournament_report import Findings, SuppliedDetails

Tournament = TypeVar("Tournament")


def choose_tournament(
    tournaments: Sequence[tuple[Collection[str | None], Tournament]],
    supplied: SuppliedDetails,
    findings: Findings,
) -> Tournament | None:
    """Return the only tournament, or the one that has the name given; else None, and an error.

    Each comes with its names, of which the first is the one to be given.
    """
    chosen = [each for names, each in tournaments if supplied.name and supplied.name in names]
    if len(tournaments) == 1 or len(chosen) == 1:
        return (chosen or [each for _, each in tournaments])[0]
    if not tournaments:
        findings.error(Message("there are no games in the file: export it after the last round"))
        return None
    names = [tidy(next(iter(names), "") or "")[:100] or "?" for names, _ in tournaments]
    message = Message(
        "there are %(count)s tournaments in the file: give one as %(name)s (%(names)s)",
        name=RequestField("name"),
        count=len(names),
        names=named(names),
    )
    findings.error(message)
    return None
