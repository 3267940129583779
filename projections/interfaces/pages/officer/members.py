"""A list of members comes in: a preview of every row, the open questions, then the entering."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.messages import Message, marked
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
LINK, ACCEPT, COLUMN = "link.", "accept.", "column."
COLUMNS: Mapping[str, str] = {
    "name": marked("Name"),
    "surname": marked("Surname"),
    "forename": marked("Forename"),
    "birth_year": marked("Year of birth"),
    "birth_date": marked("Date of birth"),
    "sex": marked("Sex"),
    "federation": marked("Federation"),
    "club": marked("Club"),
    "rating": marked("Rating"),
    "index": marked("Index"),
    "fide": marked("FIDE number"),
    "dsb": marked("DSB number"),
    "egd": marked("EGD number"),
    "joined": marked("Joined"),
    "left": marked("Left"),
    "deceased": marked("Deceased"),
    "passive": marked("Status"),
}
"""The fields of a list, each chosen from the headings of the file once it has been read."""


def members(request: OfficerRequest) -> Response:
    """The form of a list, what it would bring row by row, and its entering."""
    found: dict[str, Any] = {}
    keep_file(request, (LINK, ACCEPT, COLUMN))
    request = _with_columns(request)

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
    columns = _columns(read, request.texts)
    of_rows = [each for each in step.problems if each.line is not None]
    rest = [_in_words(each, columns) for each in step.problems if each.line is None]
    return shown(
        request,
        "members.html",
        [*_fields(request, has_columns=bool(columns)), *columns],
        attrs.evolve(step, problems=rest),
        read=read,
        memberships=_memberships(read),
        rows=_rows(read, of_rows),
        questions=len({each.line for each in of_rows}),
        kept=request.text(KEPT),
        kept_name=request.text(NAME),
        chosen=_starting(request.texts, (LINK, ACCEPT)),
    )


def _starting(texts: Mapping[str, str], names: str | tuple[str, ...]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if name.startswith(names)}


def _memberships(read: Mapping[str, Any]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """The changes of memberships below their headings."""
    rows = read.get("memberships", ())
    found = [
        (text, [it for it in rows if it["kind"] == kind]) for kind, text in MEMBERSHIPS.items()
    ]
    return [each for each in found if each[1]]


def _with_columns(request: OfficerRequest) -> OfficerRequest:
    """The request with every column both chosen and typed, however the form has it."""
    texts = request.texts
    lines = (line.partition("=") for line in request.text("columns").splitlines())
    chosen = {field.strip(): heading.strip() for field, _, heading in lines}
    own = _starting(texts, COLUMN)
    chosen |= {name.removeprefix(COLUMN): text for name, text in own.items()}
    typed = "\n".join(f"{field}={heading}" for field, heading in chosen.items() if heading)
    columns = {f"{COLUMN}{field}": heading for field, heading in chosen.items()}
    return attrs.evolve(request, texts={**texts, **columns, "columns": typed})


def _columns(read: Mapping[str, Any], texts: Mapping[str, str]) -> list[FormField]:
    """A choice of a heading for each field; empty while no headings are known."""
    recognised: Mapping[str, str] = read.get("columns", {})
    chosen = filter(None, _starting(texts, COLUMN).values())
    headings = dict.fromkeys([*recognised.values(), *read.get("unused", ()), *chosen])
    return [
        FormField(
            name=f"{COLUMN}{field}",
            label=label,
            kind="choice",
            options=[("", recognised.get(field, "–")), *((it, it) for it in headings)],
            ours=False,
            says=("columns",) if field == "name" else (),
        )
        for field, label in COLUMNS.items()
        if headings
    ]


def _in_words(problem: Problem, columns: Sequence[FormField]) -> Problem:
    """Ask for a choice, in place of typing, where headings are offered."""
    if problem.field != "columns" or not columns:
        return problem
    return attrs.evolve(problem, message=Message("choose the columns, at least that of the names"))


def _fields(request: OfficerRequest, *, has_columns: bool) -> list[FormField]:
    values = {"pool": request.pool_chosen}
    options = {"pool": request.pool_options}
    found = operation_form.fields_of_form(
        ADD_PLAYERS,
        values=values,
        options=options,
        without={"file", "links", "accept", *(["columns"] if has_columns else [])},
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
