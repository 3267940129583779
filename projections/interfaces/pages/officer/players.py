"""The register: players are found, entered, renamed, withheld, forgotten and merged."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.facts import PlayerForgotten, PlayerWithheld
from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from projections.api import Ledger
from projections.interfaces.pages.officer.confirmation import (
    act,
    next_step,
    pool_field,
    reason_field,
    shown,
)
from projections.interfaces.pages.officer.fields import FormField
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.queries.answer_types import KnownPlayerRow, RegisterEntry
from projections.queries.arguments import day_of

MOST_FOUND = 100
_NEW = "new"


def players(request: OfficerRequest) -> Response:
    """Whoever is found by a part of the name."""
    query, pools = request.text("q"), request.pools
    rows: Sequence[Any] = ()
    if query and pools:
        with request.ledger.pool(pools[0]) as view:  # the register is the same in each of them
            rows = view.players(query, limit=MOST_FOUND)
    return request.page("players.html", q=query, rows=rows, most=MOST_FOUND)


def player(request: OfficerRequest) -> Response:
    """What the register has of somebody, and what can be done about it."""
    person = _person(request)
    event = request.ledger.event_as_it_stands(person["player"])["event"]
    return request.page("player.html", person=person, event=event)


def _person(request: OfficerRequest) -> RegisterEntry:
    return request.ledger.register_entry(request.id("player"))


def rename(request: OfficerRequest) -> Response:
    """Correct a name."""
    person = _person(request)

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        if request.text("name") == person["name"]:
            message = Message("that is the name already: nothing would change")
            raise refusal("nothing-changes", message, "name")
        return ledger.correct(
            person["player"],
            set={"name": request.text("name")},
            reason=request.text("reason"),
            by=request.by,
            dry_run=dry_run,
        )

    name = FormField(
        name="name",
        label=marked("Name"),
        value=person["name"] or "",
        hint=marked("Surname, Forename"),
        says=("data.replacement.name",),
        required=True,
    )
    return act(request, "rename.html", [name, reason_field()], work, person=person)


def withhold(request: OfficerRequest) -> Response:
    """Withhold a name from all that is shown."""
    person = _person(request)

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        data = {
            "player": person["player"],
            "from_day": request.text("from_day"),
            "until": request.text("until") or None,
            "reason": request.text("reason") or None,
        }
        return ledger.record(PlayerWithheld.type, data, by=request.by, dry_run=dry_run)

    today = request.today.isoformat()
    fields = [
        _day("from_day", marked("From"), today, required=True),
        _day("until", marked("Until"), hint=marked("Empty: for good.")),
        reason_field(required=False),
    ]
    return act(request, "withhold.html", fields, work, person=person)


def forget(request: OfficerRequest) -> Response:
    """Erase somebody's personal data for good."""
    person = _person(request)

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        data = {"player": person["player"], "reason": request.text("reason")}
        return ledger.record(PlayerForgotten.type, data, by=request.by, dry_run=dry_run)

    fields = [reason_field()]
    return act(request, "forget.html", fields, work, needs_sure=True, person=person)


def merge(request: OfficerRequest) -> Response:
    """Join two registrations of one person."""
    person = _person(request)

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        drop = ledger.find_player(request.text("drop"), whole=True)
        if drop in {person["player"], *person["registrations"]}:
            message = Message("%(player)s is this very person: name the other one", player=drop)
            raise refusal("one-person", message, "drop")
        answer = ledger.merge(
            person["player"], drop, reason=request.text("reason"), by=request.by, dry_run=dry_run
        )
        return {**answer, "other": ledger.register_entry(drop)}

    drop = FormField(
        name="drop",
        label=marked("The other registration"),
        value=request.text("drop"),
        hint=marked("The id, or the whole name."),
        says=("player", "data.drop", "data.keep"),
        required=True,
    )
    fields = [drop, reason_field()]
    return act(request, "merge.html", fields, work, needs_sure=True, person=person)


# --- registering -------------------------------------------------------------------------------

_FACTS = ("birth_date", "sex", "federation", "club", "fide", "rating")


def register(request: OfficerRequest) -> Response:
    """Enter somebody, with the figure that is carried over if there is one."""

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        facts: Any = {name: request.text(name) for name in _FACTS if request.text(name)}
        return ledger.add_player(
            request.text("name"),
            **facts,
            pool=request.text("pool") or None,
            from_day=day_of(request.text("from_day") or None),
            links={1: _NEW} if "another" in request.texts else {},
            by=request.by,
            dry_run=dry_run,
        )

    step = next_step(request, work)
    namesakes: Sequence[KnownPlayerRow] = ()
    if any(problem.code == "who" for problem in step.problems):
        namesakes = request.ledger.namesakes(request.text("name"))
    rest = [each for each in step.problems if each.code != "who"]
    pool = request.text("pool") or next(iter(request.pools), "")
    return shown(
        request,
        "register.html",
        _register_fields(request),
        attrs.evolve(step, problems=rest),
        namesakes=namesakes,
        rulebook=rulebook_of(request.ledger, pool),
    )


def _register_fields(request: OfficerRequest) -> list[FormField]:
    name_hint = marked("Surname, Forename")
    return [
        FormField(name="name", label=marked("Name"), hint=name_hint, required=True),
        FormField(
            name="another", label=marked("Another person than those of this name"), kind="tick"
        ),
        FormField(
            name="birth_date", label=marked("Born"), hint=marked("Year or day"), says=("--born",)
        ),
        FormField(name="sex", label=marked("Sex"), hint=marked("m or f"), says=("--sex",)),
        FormField(
            name="federation",
            label=marked("Federation"),
            hint=marked("Three letters"),
            says=("--federation",),
        ),
        FormField(name="club", label=marked("Club"), says=("--club",)),
        FormField(name="fide", label=marked("FIDE number"), says=("--fide",)),
        FormField(
            name="rating",
            label=marked("Figure that is carried over"),
            hint=marked("Such as 1700-20; empty: none."),
            says=("--rating",),
        ),
        pool_field(request.pools),
        _day("from_day", marked("From"), hint=marked("The day from which the figure holds.")),
    ]


def rulebook_of(ledger: Ledger, pool: str) -> str | None:
    """The rulebook that governs a pool on its last day; None: none, or there is no pool."""
    if not pool:
        return None
    with ledger.pool(pool) as view:
        return view.rulebook


def _day(
    name: str, label: str, value: str = "", *, hint: str = "", required: bool = False
) -> FormField:
    return FormField(
        name=name,
        label=label,
        value=value,
        kind="date",
        hint=hint,
        required=required,
        says=(f"data.{name}",),
    )
