"""The register: players are found, entered, renamed, withheld, forgotten and merged."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import JSONResponse, Response

from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from ledger.importing.ports import KnownPlayer
from projections.api import Ledger
from projections.interfaces.pages.officer.confirmation import act, next_step, shown
from projections.interfaces.pages.officer.fields import FormField, folded
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.operation_form import (
    answer_form,
    fields_of_form,
    request_of,
    work_of,
)
from projections.operations.catalogue import operation
from projections.operations.rights import missing_for_correction
from projections.queries.answer_types import KnownPlayerRow, RegisterEntry
from projections.queries.presentation import as_known

ADD_PLAYER, RENAME, MERGE = operation("add_player"), operation("rename"), operation("merge")
WITHHOLD, FORGET = operation("withhold"), operation("forget")
MOST_FOUND, MOST_SUGGESTED = 100, 12
_NEW = "new"


def players(request: OfficerRequest) -> Response:
    """Show the players found by a part of the name."""
    query, pools = request.text("q"), request.pools
    rows: Sequence[Any] = ()
    if query and pools:
        with request.ledger.pool(pools[0]) as view:  # the register is the same in every pool
            rows = view.players(query, limit=MOST_FOUND)
    if request.text("format") == "json":
        return JSONResponse(suggestions(request, [row["player"] for row in rows[:MOST_SUGGESTED]]))
    known = as_known(request.ledger.known_players([row["player"] for row in rows], pools))
    return request.page("players.html", q=query, rows=rows, known=known, most=MOST_FOUND)


def suggestions(request: OfficerRequest, players: Sequence[str]) -> list[dict[str, object]]:
    """Return some players as a field suggests them: what is written into it, and who that is."""
    known = as_known(request.ledger.known_players(players, request.pools))
    found = [(player, known[player]) for player in players if player in known]
    return [
        {
            "value": player if it.name is None else f"{it.name} ({player})",
            "label": ", ".join(map(str, about(it))),
        }
        for player, it in found
    ]


def about(known: KnownPlayer) -> list[object]:
    """Return the year of birth, the club and the rating of a player, as far as they are known."""
    return [it for it in (known.birth_year, known.club, known.figure) if it]


def player(request: OfficerRequest) -> Response:
    """Show a player's entry in the register, and the actions on it."""
    person = _person(request)
    event = request.ledger.event_as_it_stands(person["player"])["event"]
    missing = missing_for_correction(request.account, request.ledger.engine, event)
    return request.page("player.html", person=person, event=event, missing=missing)


def _person(request: OfficerRequest) -> RegisterEntry:
    return request.ledger.register_entry(request.id("player"))


def rename(request: OfficerRequest) -> Response:
    """Correct a name."""
    person = _person(request)
    fields = fields_of_form(RENAME, values={"name": person["name"] or ""}, without={"player"})
    fields[-1] = attrs.evolve(fields[-1], value="", required=True)
    work = work_of(request, RENAME, player=person["player"])
    return act(request, "rename.html", fields, work, person=person)


def withhold(request: OfficerRequest) -> Response:
    """Withhold a name from all that is shown."""
    person = _person(request)
    today = request.today.isoformat()
    fields = fields_of_form(WITHHOLD, values={"from_day": today}, without={"player"})
    work = work_of(request, WITHHOLD, player=person["player"])
    return act(request, "withhold.html", fields, work, person=person)


def forget(request: OfficerRequest) -> Response:
    """Erase somebody's personal data for good."""
    person = _person(request)
    fields = fields_of_form(FORGET, without={"player"})
    work = work_of(request, FORGET, player=person["player"])
    return act(request, "forget.html", fields, work, needs_sure=True, person=person)


def merge(request: OfficerRequest) -> Response:
    """Join two registrations of one person."""
    person = _person(request)

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
        asked = request_of(request, MERGE, ledger, dry_run=dry_run, keep=person["player"])
        if asked.drop in {person["player"], *person["registrations"]}:
            message = Message(
                "%(player)s is the same registration: name the other one", player=asked.drop
            )
            raise refusal("one-person", message, "drop")
        return {**answer_form(ledger, asked), "other": ledger.register_entry(asked.drop)}

    fields = fields_of_form(MERGE, values={"drop": request.text("drop")}, without={"keep"})
    fields[0] = attrs.evolve(fields[0], says=("player", "keep"))
    return act(request, "merge.html", fields, work, needs_sure=True, person=person)


# --- registering -------------------------------------------------------------------------------


def register(request: OfficerRequest) -> Response:
    """Enter somebody, with the figure that is carried over if there is one."""
    links = {1: _NEW} if "another" in request.texts else {}
    accept = [1] if "accept" in request.texts else []
    work = work_of(request, ADD_PLAYER, links=links, accept=accept)
    step = next_step(request, work)
    namesakes: Sequence[KnownPlayerRow] = ()
    if any(problem.code == "who" for problem in step.problems):
        namesakes = request.ledger.namesakes(request.text("name"))
    rest = [each for each in step.problems if each.code != "who"]
    pool = request.pool_chosen
    return shown(
        request,
        "register.html",
        _register_fields(
            request,
            another=bool(links or namesakes),
            accepts=bool(accept) or any(it.code == "unlikely" for it in step.problems),
        ),
        attrs.evolve(step, problems=rest),
        namesakes=namesakes,
        rulebook=rulebook_of(request.ledger, pool),
    )


def _register_fields(request: OfficerRequest, *, another: bool, accepts: bool) -> list[FormField]:
    """The fields of the form; with a tick for each question that was asked."""
    name, *rest = fields_of_form(
        ADD_PLAYER,
        values={"pool": request.pool_chosen},
        options={"pool": request.pool_options},
        without={"links", "accept", "reason"},
    )
    if accepts:
        label = marked("It is correct")
        rest.append(FormField(name="accept", label=label, kind="tick"))
    if another:
        label = marked("Another person than those of this name")
        rest.insert(0, FormField(name="another", label=label, kind="tick"))
    return folded([name, *rest], ("sex", "federation", "club", "fide", "from_day"))


def rulebook_of(ledger: Ledger, pool: str) -> str | None:
    """The rulebook that governs a pool on its last day; None: none, or there is no pool."""
    if not pool:
        return None
    with ledger.pool(pool) as view:
        return view.rulebook
