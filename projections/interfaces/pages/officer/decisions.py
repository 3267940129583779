"""Decisions of bodies: players' ratings, matters that a rule leaves open, and rulebooks."""

from collections.abc import Sequence

from starlette.responses import Response

from ledger.events.facts import DecisionSubject
from ledger.events.messages import marked
from projections.api import rulebooks
from projections.interfaces.pages.officer import confirmation
from projections.interfaces.pages.officer.fields import FormField, Option, choices, folded
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.operation_form import fields_of_form, work_of
from projections.interfaces.pages.officer.players import rulebook_of
from projections.operations.catalogue import operation
from projections.operations.rights import require_lists

ADOPT, PUBLISH = operation("adopt"), operation("publish")
DECIDE_RATING, DECIDE_RULE = operation("decide_rating"), operation("decide_rule")
CARD = "card."
ABOUT = "about."
PROPOSE = "propose"


def decisions(request: OfficerRequest) -> Response:
    """Show the possible decisions."""
    return request.page("decisions.html", pools=request.pools)


# --- ratings -----------------------------------------------------------------------------------


def figure(request: OfficerRequest) -> Response:
    """A body sets the figure of a player; the rulebook may propose it."""
    pool = request.id("pool")
    require_lists(request.account, [pool])
    rulebook = rulebook_of(request.ledger, pool)
    card = () if rulebook is None else rulebooks(rulebook)[0]["card"]
    if request.texts.get(confirmation.ACTION) == PROPOSE:
        return _proposed(request, pool, rulebook, card)
    work = work_of(request, DECIDE_RATING, pool=pool)
    fields = _figure_fields(request, card)
    return confirmation.act(
        request, "figure.html", fields, work, pool=pool, rulebook=rulebook or ""
    )


def _proposed(
    request: OfficerRequest, pool: str, rulebook: str | None, card: Sequence[str]
) -> Response:
    """The form with the figure that the rulebook proposes for a result in a tournament."""
    step: confirmation.Step = confirmation.NOT_ASKED
    texts = dict(request.texts)
    try:
        player = request.ledger.find_player(request.text("player"), whole=True)
        tournament = request.ledger.find_tournament(request.text("tournament"))
        with request.ledger.pool(pool) as view:
            event = view.propose_rating(
                player, tournament, by=request.text("decided_by") or request.by
            )
        data = event["data"]
        texts |= {name: str(data[name]) for name in ("from_day", "kind", "reason")}
        texts["decided_by"] = str(data["by"])
        texts |= {CARD + name: str(data["card"].get(name, "")) for name in card}
    except Exception as error:
        step = confirmation.refused_step(error)
    request.texts = texts
    fields = _figure_fields(request, card)
    return confirmation.shown(
        request, "figure.html", fields, step, pool=pool, rulebook=rulebook or ""
    )


def _figure_fields(request: OfficerRequest, card: Sequence[str]) -> list[FormField]:
    values = {"player": request.text("player")}
    player, day, *rest = fields_of_form(DECIDE_RATING, values=values, without={"pool", "card"})
    tournament = FormField(
        name="tournament",
        label=marked("Tournament"),
        hint=marked("Only for a proposal: the source of the result."),
        says=("tournament",),
    )
    parts = [
        FormField(name=CARD + each, label=each.replace("_", " ").capitalize(), kind="number")
        for each in card
    ]
    return [player, tournament, day, *parts, *rest]


# --- cases that a rule leaves open -------------------------------------------------------------


def ruling(request: OfficerRequest) -> Response:
    """A decision that a paragraph calls for, about a tournament, a player, a club, a game."""
    subjects = [field.name for field in DecisionSubject.__attrs_attrs__]
    pool, rule, *rest = fields_of_form(
        DECIDE_RULE, options={"pool": request.pool_options}, without={"about"}
    )
    about = [
        FormField(
            name=ABOUT + name,
            label=name.capitalize(),
            value=request.text(ABOUT + name),
            hint=marked("The id, if the decision is about one."),
            says=["about"] if name == subjects[0] else [],
        )
        for name in subjects
    ]
    fields = folded([pool, rule, *about, *rest], [each.name for each in about[1:]])
    return confirmation.act(request, "ruling.html", fields, work_of(request, DECIDE_RULE))


# --- rulebooks ---------------------------------------------------------------------------------


def adoption(request: OfficerRequest) -> Response:
    """A rulebook is adopted for a rating list, which it makes if there is none."""
    names = [row["rulebook"] for row in rulebooks()]
    options: dict[str, Sequence[Option]] = {"rulebook": choices(names)}
    if request.account.lists is not None:  # it begins no new list
        options["pool"] = request.pool_options
    fields = fields_of_form(ADOPT, values={"pool": request.pool_chosen}, options=options)
    return confirmation.act(request, "adoption.html", fields, work_of(request, ADOPT))


# --- publishing a list: a preview first, then the log keeps its digest ---------------------------


def publishing(request: OfficerRequest) -> Response:
    """The list of a day as it would be published, and the publication."""

    work = work_of(request, PUBLISH, effects=False)
    step = confirmation.next_step(request, work)
    listed: dict[str, object] = {}
    if step.foreseen is not None and step.done is None:
        at = {"on": step.foreseen["day"], "known_at": step.foreseen["position"]}
        with request.ledger.pool(step.foreseen["pool"], **at) as view:
            players = view.ratings(columns="place,before,change,entry")
            changed = [row for row in players if row["change"]]
            changed.sort(key=lambda row: abs(row["change"] or 0), reverse=True)
            listed = {"since": view.compared_with, "players": players, "changed": changed}
    fields = fields_of_form(
        PUBLISH,
        values={"pool": request.pool_chosen, "on": request.today.isoformat()},
        options={"pool": request.pool_options},
    )
    return confirmation.shown(request, "publishing.html", fields, step, listed=listed)
