"""The log: events in their order, and one of them with its hashes and corrections."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.facts import (
    VOCABULARY,
    CorrectionSubmitted,
)
from ledger.events.messages import Message, marked
from projections.api import Ledger
from projections.files.documents.document import value_text
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.http.edge.problems import objected
from projections.interfaces.pages.public.page_request import PageRequest
from projections.queries.arguments import must_be_reached, parameter
from projections.submissions.store import Submission, SubmissionStore

# --- showing an event for people: its fields, with links to the pages about them -----------------


def fields_of(data: Mapping[str, object]) -> list[tuple[str, str]]:
    """Names and values; what is inside of something stands under both names: ``about.game``."""
    return list(_flat(data, ""))


def _flat(data: Mapping[str, object], within: str) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        label = f"{within}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{label}.")
        elif value is not None:
            yield label, value_text(value)


_PLAYERS = ("player", "white", "black", "keep", "drop", "about.player")
_TOURNAMENTS = ("tournament", "about.tournament")


def named_fields(ledger: Ledger, data: Mapping[str, object]) -> list[tuple[str, str, str | None]]:
    """The fields of an event or a request, with the names of the players and tournaments."""
    fields = fields_of(data)
    labels = ledger.labels(
        [value for name, value in fields if _ends_with(name, _PLAYERS)],
        [value for name, value in fields if _ends_with(name, _TOURNAMENTS)],
    )
    names = {**labels.tournaments, **labels.players}
    of_ids = (*_PLAYERS, *_TOURNAMENTS)
    return [
        (name, value, names.get(value) if _ends_with(name, of_ids) else None)
        for name, value in fields
    ]


def _ends_with(name: str, fields: Sequence[str]) -> bool:
    return name.removeprefix("replacement.").removeprefix("set.") in fields


def subject_links(page: PageRequest, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The pages about what an event names, each with what it is called."""
    data = entry["data"]
    pools = data.get("pools") or ([data["pool"]] if "pool" in data else [])
    known = [pool for pool in pools if pool in page.positions["pools"]]
    links = [(page.site.title_of(pool), page.link(pool)) for pool in known]
    if "tournament" in data and isinstance(data["tournament"], str):
        about = data["tournament"]
        name = page.ledger.labels((), [about]).tournament(about)
        links.extend((name, page.link(pool, "tournaments", about)) for pool in known)
    return links


TYPES: Mapping[str, str] = {
    "correction.submitted": marked("Correction"),
    "decision.recorded": marked("Decision"),
    "evaluation.recorded": marked("Known evaluation"),
    "game.submitted": marked("Game"),
    "list.published": marked("Published list"),
    "membership.declared": marked("Club membership"),
    "player.forgotten": marked("Erasure of a person"),
    "player.registered": marked("Registration"),
    "player.withheld": marked("Withheld name"),
    "players.merged": marked("Merger of two players"),
    "rating.adopted": marked("Adopted rating"),
    "rating.decided": marked("Decided rating"),
    "rulebook.adopted": marked("Adopted rulebook"),
    "tournament.submitted": marked("Tournament"),
}
MOST_NAMED = 50
ROWS_OF_A_PAGE = 50
AFTER = 5_000  # number of later events searched for corrections of an event


@attrs.frozen
class LogQuery:
    """The events that are wanted."""

    before: int | None = parameter("Those before this position.")
    type: str = parameter("Of this type.", "")
    q: str = parameter("A player or tournament by name or id, or an account.", "")
    ids: str = parameter("Not empty: the ids of the events too.", "")


def log(page: PageRequest) -> Response:
    """The events, newest first."""
    query = query_of(page.request, LogQuery, strict=False)
    last = page.end if query.before is None else min(page.end, query.before - 1)
    named = page.ledger.named(query.q) if query.q else ()
    about = (query.q, *named) if len(named) <= MOST_NAMED else (query.q,)
    found = page.ledger.log_page(last, ROWS_OF_A_PAGE, query.type, about if query.q else ())
    lines = found.lines
    folded = {str(it.oldest["data"]["tournament"]) for it in lines if it.events > 1}
    told = page.ledger.descriptions([it.oldest for it in lines])
    abouts = (
        _in_words(page, it.oldest["data"], about) for it, about in zip(lines, told, strict=True)
    )
    return page.render(
        "log.html",
        query=query,
        lines=list(zip(lines, abouts, strict=True)),
        labels=page.ledger.labels((), folded),
        before=found.before,
        types={type_: page.translate_text(TYPES[type_]) for type_ in sorted(VOCABULARY)},
    )


def _in_words(page: PageRequest, data: Mapping[str, Any], about: str) -> str:
    """A description with the title of its list; of a corrected result without an arrow."""
    values = about.values if isinstance(about, Message) else {}
    if {"event", "points"} <= values.keys():
        return Message("Correction: %(event)s, now %(points)s", values)
    if not isinstance(data.get("pool"), str):
        return about
    of_list = page.site.title_of(data["pool"])
    if values.keys() == {"pool", "day"}:
        return Message("%(pool)s of %(day)s published", {**values, "pool": of_list})
    titled = {name: of_list for name, value in values.items() if value == data["pool"]}
    if titled and isinstance(about, Message):
        return Message.of(about.template, {**values, **titled})
    return Message("%(event)s · %(pool)s", event=about, pool=of_list)


def event(page: PageRequest) -> Response:
    """One event: what it says, its place in the chain, and what corrected it."""
    position = _position(page.id("position"))
    end = page.end
    must_be_reached(position, end, "position")
    (entry,) = page.ledger.log(position - 1, position)
    return page.render(
        "event.html",
        entry=entry,
        about=_in_words(page, entry["data"], page.ledger.descriptions([entry])[0]),
        type=page.translate_text(TYPES.get(entry["type"], entry["type"])),
        fields=named_fields(page.ledger, entry["data"]),
        links=subject_links(page, entry),
        corrects=_corrects(page, entry),
        corrected_by=_corrected_by(page, entry, end),
        approved=_approved(page, position),
        end=end,
    )


def _approved(page: PageRequest, position: int) -> Submission | None:
    """The submission that brought an event, for officers who may open its page."""
    if page.account is None or not page.account.is_officer:
        return None
    found = SubmissionStore(page.ledger.engine, page.settings.clock).that_brought(position)
    return None if found is None or page.account.lacks(found.lists) else found


def _position(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 19 and int(text) > 0:
        return int(text)
    message = f"there is no position {text!r}: count the events from 1"
    raise objected(404, "unknown-position", message, "position")


def _corrects(page: PageRequest, entry: Mapping[str, Any]) -> str | None:
    """The address of the event that a correction corrects; None for any other event."""
    position = None
    if entry["type"] == CorrectionSubmitted.type:
        position = page.ledger.position_of_event(entry["data"]["corrects"])
    return None if position is None else page.log_link(position)


def _corrected_by(page: PageRequest, entry: Mapping[str, Any], end: int) -> list[object]:
    after = entry["position"]
    found = page.ledger.log(after, min(end, after + AFTER), ["correction.submitted"])
    return [each for each in found if each["data"]["corrects"] == entry["id"]]
