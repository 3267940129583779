"""What bodies decide: figures of players, what a rule leaves open, and which rulebook governs."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from starlette.responses import Response

from ledger.events.facts import (
    About,
    DecisionKind,
    DecisionRecorded,
    RatingDecided,
    RulebookAdopted,
)
from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from projections.api import Ledger, rulebooks
from projections.interfaces.pages.officer.confirmation import (
    ACTION,
    NOT_ASKED,
    Step,
    act,
    next_step,
    pool_field,
    reason_field,
    refused_step,
    shown,
)
from projections.interfaces.pages.officer.fields import FormField, choices
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.players import rulebook_of
from projections.queries.arguments import Figures, day_of

CARD = "card."
ABOUT = "about."
PROPOSE = "propose"


def decisions(request: OfficerRequest) -> Response:
    """What can be decided."""
    return request.page("decisions.html", pools=request.pools)


# --- a figure ----------------------------------------------------------------------------------


def figure(request: OfficerRequest) -> Response:
    """A body sets the figure of a player; the rulebook may propose it."""
    pool = request.id("pool")
    rulebook = rulebook_of(request.ledger, pool)
    card = _card_fields(rulebook)
    if request.texts.get(ACTION) == PROPOSE:
        return _proposed(request, pool, rulebook, card)

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        data = {
            "pool": pool,
            "player": ledger.find_player(request.text("player"), whole=True),
            "from_day": request.text("from_day"),
            "card": {
                name: _number(request.text(CARD + name))
                for name in card
                if request.text(CARD + name)
            },
            "kind": request.text("kind"),
            "by": request.text("by"),
            "reason": request.text("reason"),
        }
        return ledger.record(RatingDecided.type, data, by=request.by, dry_run=dry_run)

    fields = _figure_fields(request, card)
    return act(request, "figure.html", fields, work, pool=pool, rulebook=rulebook or "")


def _proposed(
    request: OfficerRequest, pool: str, rulebook: str | None, card: Sequence[str]
) -> Response:
    """The form with the figure that the rulebook proposes for a result in a tournament."""
    step: Step = NOT_ASKED
    texts = dict(request.texts)
    try:
        player = request.ledger.find_player(request.text("player"), whole=True)
        tournament = request.ledger.find_tournament(request.text("tournament"))
        with request.ledger.pool(pool) as view:
            event = view.propose_rating(player, tournament, by=request.text("by") or request.by)
        data = event["data"]
        texts |= {name: str(data[name]) for name in ("from_day", "kind", "by", "reason")}
        texts |= {CARD + name: str(data["card"].get(name, "")) for name in card}
    except Exception as error:
        step = refused_step(error)
    request.texts = texts
    fields = _figure_fields(request, card)
    return shown(request, "figure.html", fields, step, pool=pool, rulebook=rulebook or "")


def _card_fields(rulebook: str | None) -> Sequence[str]:
    return rulebooks(rulebook)[0]["card"] if rulebook is not None else ()


def _number(text: str) -> int | float | str:
    """A number where it is one; else the text, for the checks to refuse."""
    try:
        number = float(text.replace(",", "."))
        return int(number) if number == int(number) else number
    except (ValueError, OverflowError):
        return text


_BY = FormField(name="by", label=marked("Decided by"), hint=marked("The body."), says=("data.by",))


def _figure_fields(request: OfficerRequest, card: Sequence[str]) -> list[FormField]:
    return [
        FormField(
            name="player",
            label=marked("Player"),
            value=request.text("player"),
            hint=marked("The id, or the whole name."),
            says=("player", "data.player"),
            required=True,
        ),
        FormField(
            name="tournament",
            label=marked("Tournament"),
            hint=marked("Only for a proposal: where the result is from."),
            says=("tournament",),
        ),
        FormField(name="from_day", label=marked("From"), kind="date", says=("data.from_day",)),
        *(
            FormField(
                name=CARD + each,
                label=each.replace("_", " ").capitalize(),
                kind="number",
                says=(f"data.card.{each}",),
            )
            for each in card
        ),
        FormField(
            name="kind",
            label=marked("Kind"),
            kind="choice",
            options=choices(get_args(DecisionKind)),
            value="initial",
            says=("data.kind",),
        ),
        _BY,
        reason_field(),
    ]


# --- what a rule leaves open -------------------------------------------------------------------


def ruling(request: OfficerRequest) -> Response:
    """A decision that a paragraph calls for, about a tournament, a player, a club, a game."""
    subjects = [field.name for field in About.__attrs_attrs__]

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        about = {
            name: request.text(ABOUT + name) for name in subjects if request.text(ABOUT + name)
        }
        data = {
            "pool": request.text("pool"),
            "rule": request.text("rule"),
            "about": about | ({"season": _number(about["season"])} if "season" in about else {}),
            "value": _value(request.text("value")),
            "by": request.text("by"),
            "reason": request.text("reason"),
        }
        return ledger.record(DecisionRecorded.type, data, by=request.by, dry_run=dry_run)

    return act(request, "ruling.html", _ruling_fields(request, subjects), work)


def _ruling_fields(request: OfficerRequest, subjects: Sequence[str]) -> list[FormField]:
    return [
        pool_field(request.pools),
        FormField(
            name="rule",
            label=marked("Paragraph"),
            hint=marked("Such as DWZ 6.2.1"),
            says=("data.rule",),
        ),
        *(
            FormField(
                name=ABOUT + name,
                label=name.capitalize(),
                value=request.text(ABOUT + name),
                hint=marked("The id, where it is about one."),
                says=(f"data.about.{name}", *(["data.about"] if name == subjects[0] else [])),
            )
            for name in subjects
        ),
        FormField(
            name="value",
            label=marked("What is decided"),
            hint=marked('As the rule has it, such as {"evaluate": true}'),
            says=("data.value",),
        ),
        _BY,
        reason_field(),
    ]


def _value(text: str) -> Any:
    """JSON, or a text.

    Raises :class:`~ledger.events.problems.Refused` where there is nothing.
    """
    if not text:
        raise refusal("empty", Message("say what is decided"), "value")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


# --- a rulebook --------------------------------------------------------------------------------

_FATES: Mapping[str, Figures] = {"convert": "convert", "keep": "keep", "anew": "anew"}


def adoption(request: OfficerRequest) -> Response:
    """A rulebook is adopted for a rating list, which it makes if there is none."""

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        adopted = ledger.adopt(
            request.text("pool"),
            request.text("rulebook"),
            from_day=day_of(request.text("from_day") or None),
            set=_readings(request.text("readings")),
            figures=_FATES.get(request.text("figures")),
            reason=request.text("reason") or None,
            by=request.by,
            dry_run=True,
        )
        if adopted["duplicates"]:
            raise refusal(
                "adopted-before", Message("it governs from that day on already"), "from_day"
            )
        data = {name: adopted[name] for name in _OF_AN_ADOPTION}  # type: ignore[literal-required]
        return ledger.record(RulebookAdopted.type, data, by=request.by, dry_run=dry_run)

    return act(request, "adoption.html", _adoption_fields(request), work)


_OF_AN_ADOPTION = ("pool", "rulebook", "from_day", "parameters", "conversion", "reason")


_FATES_IN_WORDS = (
    ("", ""),
    ("convert", marked("are converted")),
    ("keep", marked("go on")),
    ("anew", marked("start anew")),
)


def _readings(text: str) -> dict[str, Any]:
    """A line ``NAME=VALUE`` for each.

    Raises :class:`~ledger.events.problems.Refused` for any other line.
    """
    found: dict[str, Any] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, equals, value = line.partition("=")
        if not equals:
            raise refusal(
                "no-reading",
                Message("%(line)s is not of the form NAME=VALUE", line=repr(line)),
                "readings",
            )
        try:
            found[name.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            found[name.strip()] = value.strip()
    return found


def _adoption_fields(request: OfficerRequest) -> list[FormField]:
    names = [row["rulebook"] for row in rulebooks()]
    return [
        FormField(
            name="pool",
            label=marked("Rating list"),
            value=request.text("pool"),
            says=("data.pool",),
            required=True,
        ),
        FormField(
            name="rulebook",
            label=marked("Rulebook"),
            kind="choice",
            ours=False,
            options=choices(names),
            says=("data.rulebook",),
        ),
        FormField(
            name="from_day",
            label=marked("From"),
            kind="date",
            says=("data.from_day", "--from", "from_day"),
        ),
        FormField(
            name="figures",
            label=marked("The figures before"),
            kind="choice",
            options=_FATES_IN_WORDS,
            says=("--rulebook", "--convert"),
        ),
        FormField(
            name="readings",
            label=marked("Readings"),
            kind="area",
            hint=marked("A line NAME=VALUE for each; empty: those of the document."),
            says=("data.parameters", "--set"),
        ),
        reason_field(required=False),
    ]


# A list is published: it is shown first, and the log keeps its digest.


def publishing(request: OfficerRequest) -> Response:
    """The list of a day as it would be published, and the publication."""

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        day = day_of(request.text("day")) or request.today
        reason = request.text("reason") or None
        return ledger.publish(
            request.text("pool"), on=day, reason=reason, by=request.by, dry_run=dry_run
        )

    step = next_step(request, work)
    listed: Any = None
    if step.foreseen is not None and step.done is None:
        at = {"on": step.foreseen["day"], "known_at": step.foreseen["position"]}
        with request.ledger.pool(step.foreseen["pool"], **at) as view:
            listed = view.listed()
    day = FormField(
        name="day",
        label=marked("List of the day"),
        value=request.today.isoformat(),
        kind="date",
        says=("data.day", "--on"),
        required=True,
    )
    fields = [pool_field(request.pools), day, reason_field(required=False)]
    return shown(request, "publishing.html", fields, step, listed=listed)
