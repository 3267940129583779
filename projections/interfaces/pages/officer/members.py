"""A list of members comes in: a preview of every row, the open questions, then the entering."""

from collections.abc import Mapping
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.messages import marked
from ledger.events.problems import Problem, Refused
from projections.api import Ledger
from projections.interfaces.pages.officer import operation_form
from projections.interfaces.pages.officer.confirmation import next_step, shown
from projections.interfaces.pages.officer.fields import FormField
from projections.interfaces.pages.officer.kept_file import KEPT, NAME, keep_file, kept_file
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.operations.catalogue import operation
from projections.queries.presentation import MEMBERSHIPS

ADD_PLAYERS = operation("add_players")
LINK, ACCEPT = "link.", "accept."


def members(request: OfficerRequest) -> Response:
    """The form of a list, what it would bring row by row, and its entering."""
    found: dict[str, object] = {}
    keep_file(request, (LINK, ACCEPT))

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
        try:
            asked = operation_form.request_of(
                request,
                ADD_PLAYERS,
                ledger,
                dry_run=dry_run,
                file=kept_file(request),
                links=_by_row(request, LINK),
                accept=[row for row, text in _by_row(request, ACCEPT).items() if text],
            )
            return operation_form.answer_form(ledger, asked)
        except Refused as refused:
            found.update(refused.found)
            raise

    step = next_step(request, work)
    read = step.foreseen or found
    of_rows = [each for each in step.problems if each.line is not None]
    rest = [each for each in step.problems if each.line is None]
    return shown(
        request,
        "members.html",
        _fields(request),
        attrs.evolve(step, problems=rest),
        read=read,
        memberships=_memberships(read),
        rows=_rows(read, of_rows),
        questions=len({each.line for each in of_rows}),
        kept=request.text(KEPT),
        kept_name=request.text(NAME),
        chosen={
            row: text for row, text in request.texts.items() if row.startswith((LINK, ACCEPT))
        },
    )


def _memberships(read: Mapping[str, Any]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """The changes of memberships below their headings."""
    rows = read.get("memberships", ())
    found = [
        (text, [it for it in rows if it["kind"] == kind]) for kind, text in MEMBERSHIPS.items()
    ]
    return [each for each in found if each[1]]


def _fields(request: OfficerRequest) -> list[FormField]:
    values = {"pool": request.pool_chosen}
    options = {"pool": request.pool_options}
    found = operation_form.fields_of_form(
        ADD_PLAYERS, values=values, options=options, without={"file", "links", "accept"}
    )
    hints = {
        "from_day": marked(
            "Of ratings; empty: from the beginning; once something was played, from today. "
            "Of a list of memberships: its day; empty: today."
        ),
        "columns": marked("Only if a column is not found: `rating=DWZ`, one a line."),
    }
    return [attrs.evolve(each, hint=hints.get(each.name, each.hint)) for each in found]


def _rows(read: Mapping[str, Any], problems: list[Problem]) -> list[dict[str, object]]:
    """The rows of a list, each with what is wrong with it; those that need something first."""
    wrong: dict[int, list[Problem]] = {}
    for problem in problems:
        wrong.setdefault(problem.line or 0, []).append(problem)
    rows = [{"candidates": (), **row} for row in read.get("members", ())]
    known = {row["row"] for row in rows}
    rows += [
        {"row": row, "name": "", "birth_year": None, "candidates": (), "new": False, "card": None}
        for row in wrong.keys() - known
    ]
    found = [
        {
            **row,
            "problems": wrong.get(row["row"], ()),
            "likely": _likely(row),
            "asks_who": any(it.code == "who" for it in wrong.get(row["row"], ())),
            "unlikely": any(it.code == "unlikely" for it in wrong.get(row["row"], ())),
        }
        for row in rows
    ]
    return sorted(found, key=lambda row: (not row["problems"], row["row"]))


def _likely(row: Mapping[str, Any]) -> str:
    """The only player that a member may be, if their years of birth do not differ; else nobody."""
    if len(row["candidates"]) != 1:
        return ""
    (one,) = row["candidates"]
    return str(one["player"]) if None in {one["birth_year"], row["birth_year"]} else ""


def _by_row(request: OfficerRequest, prefix: str) -> dict[int, str]:
    """The answers of the form by the numbers of rows."""
    found = {}
    for name, text in request.texts.items():
        row = name.removeprefix(prefix)
        is_row = row.isascii() and row.isdecimal() and len(row) < 10
        if name.startswith(prefix) and is_row and text.strip():
            found[int(row)] = text.strip()
    return found
