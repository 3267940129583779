"""Arbiters hand files in, an officer looks at each and accepts it or sends it back."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import orjson
from starlette.responses import Response

from ledger.events.messages import Message
from ledger.events.problems import Refused
from ledger.importing.effect import PoolEffect
from ledger.importing.outcome import verdict
from projections.api import Ledger
from projections.interfaces.http.accounts.hand_ins import WAITING, HandIn
from projections.interfaces.http.edge.problems import objected
from projections.interfaces.pages.officer.account_request import (
    AccountRequest,
    leading_to,
    leading_to_what_was_written,
)
from projections.interfaces.pages.officer.remedies import clock_leap_of, for_a_page
from projections.interfaces.pages.public.tournaments import crosstable_of, rounds_of

# Which tournament a file is about, where it looks like one that is known: an officer decides.


FIELD = "identity"
SAME, ANOTHER = "same:", "another"
_ASKS_FOR_BOTH, _ASKS_FOR_ANOTHER = "say --same-as %(tournament)s if", "or say --another"


@attrs.frozen
class IdentityQuestion:
    """What an officer is asked: the tournament that it may be, if any, and what was chosen."""

    tournament: str | None
    chosen: str


def identity_chosen(asked: AccountRequest) -> dict[str, Any]:
    """What an officer has chosen, as the import takes it; nobody else chooses."""
    chosen = asked.texts.get(FIELD, "") if asked.is_officer else ""
    if chosen.startswith(SAME):
        return {"same_as": chosen.removeprefix(SAME)}
    return {"another": True} if chosen == ANOTHER else {}


def identity_question(
    asked: AccountRequest, preview: Mapping[str, Any]
) -> IdentityQuestion | None:
    """What is to be chosen, or was; None where nobody asks, or it is not for him to say."""
    if not asked.is_officer:
        return None
    chosen, taken = asked.texts.get(FIELD, ""), identity_chosen(asked)
    tournament, asks = taken.get("same_as"), bool(taken)
    for message in _messages(preview):
        if _ASKS_FOR_BOTH in message.template:
            tournament, asks = str(message.values["tournament"]), True
        asks = asks or _ASKS_FOR_ANOTHER in message.template
    return IdentityQuestion(tournament, chosen) if asks else None


def answered_below(asked: AccountRequest, message: str) -> str:
    """A question about the tournament as an officer's page asks it; any other as it is."""
    if not (asked.is_officer and isinstance(message, Message)):
        return message
    if _ASKS_FOR_BOTH in message.template:
        return Message(
            "this looks like %(tournament)s (%(share)s of the results are the same, ended "
            "%(day)s): choose below whether it is that one",
            **message.values,
        )
    if _ASKS_FOR_ANOTHER in message.template:
        return Message(
            "the tournament was struck %(how)s: strike that correction of %(event)s to restore it "
            "first, or choose below that it is another one",
            **message.values,
        )
    return message


def _messages(preview: Mapping[str, Any]) -> Sequence[Message]:
    said = (issue["message"] for issue in preview["issues"])
    return [message for message in said if isinstance(message, Message)]


LINK, BY_ID = "link.", "id."
DIGEST = "shown"
KEPT = (LINK, BY_ID, "register_new", "word", FIELD)


def overview(asked: AccountRequest) -> Response:
    """What waits, or what became of one's own."""
    return _overview(asked)


def _overview(asked: AccountRequest, message: str = "", status: int = 200) -> Response:
    store = asked.hand_ins
    last = _position(asked.text("written"))
    first = _position(asked.text("first")) or last
    return asked.page(
        "overview.html",
        status,
        rows=store.waiting() if asked.is_officer else store.of(asked.by),
        pools=asked.pools,
        chosen=asked.text("pool"),
        written=(min(first, last), last) if last else None,
        written_in=_written_in(asked),
        message=message,
    )


def _position(text: str) -> int:
    """A position of the log that the address says, 0 where it says none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _written_in(asked: AccountRequest) -> Sequence[str]:
    """The rating lists that what was written is about, all of them where that is not said."""
    said = asked.request.query_params.getlist("in")
    return [pool for pool in asked.pools if pool in said] or asked.pools


def hand_in(asked: AccountRequest) -> Response:
    """Let a file wait; the page of its preview follows."""
    name, content = asked.files.get("file", ("", b""))
    if not name or not asked.text("pool"):
        return _overview(asked, "choose", 400)
    options = {"pool": asked.text("pool"), "format": asked.texts.get("format") or "auto"}
    try:
        return leading_to(f"/desk/{waiting_or_at_once(asked, name, content, options)}")
    except Refused as refused:
        if (leap := clock_leap_of(refused)) is None:
            raise
        return _overview(asked, leap.message, 503)


def waiting_or_at_once(
    asked: AccountRequest, name: str, content: bytes, options: Mapping[str, Any]
) -> str:
    """The id of a file that waits; that of an arbiter is appended at once where its pool's
    setting says so, nothing is open about it, and it changes nothing that stands.

    Raises :class:`~ledger.events.problems.Refused` for a file that cannot be read at all.
    """
    details: dict[str, Any] = {
        "pools": [options["pool"]],
        "format": options["format"],
        "links": options.get("links"),
        "by": asked.by,
    }
    head = asked.ledger.positions()["head"]
    preview = asked.ledger.import_file(name, content, **details, dry_run=True)
    id_ = asked.hand_ins.add(asked.by, name, content, options)
    at_once = options["pool"] in asked.request.app.state.settings.append_at_once
    if at_once and not asked.is_officer and not preview.get("problems") and not preview["changes"]:
        appended = _appended(asked.ledger, head, name, content, details)
        if appended is not None:
            asked.hand_ins.decide(id_, "accepted", by=asked.by, word="", position=appended[1])
            asked.ledger.catch_up()
    return id_


def _appended(
    ledger: Ledger, head: int, name: str, content: bytes, details: Mapping[str, Any]
) -> tuple[int, int] | None:
    """Append a file while the log ends at ``head``: its first and last event; None: it was not."""
    try:
        done = ledger.unless_grown(head).import_file(name, content, **details)
    except Refused as refused:
        if refused.problems[0].code == "written-meanwhile":
            return None
        raise
    if "problems" in done:
        return None
    return done["effect"]["first"] or head, done["effect"]["last"] or head


def show(asked: AccountRequest) -> Response:
    """What is understood of a file, or what became of it."""
    found = _one(asked)
    return _unless_halted(asked, found, lambda: _shown(asked, found))


def _one(asked: AccountRequest) -> HandIn:
    """The hand-in of the address; an arbiter sees his own.

    Raises :class:`~projections.interfaces.http.edge.problems.Objected` (404) for any other.
    """
    found = asked.hand_ins.one(asked.id("id"))
    if not asked.is_officer and found.account != asked.by:
        raise objected(404, "unknown-hand-in", f"there is no hand-in {found.id!r}")
    return found


def decide(asked: AccountRequest) -> Response:
    """Look again with other links, accept, or send back."""
    found = _one(asked)
    return _unless_halted(asked, found, lambda: _decided(asked, found))


def _unless_halted(
    asked: AccountRequest, found: HandIn, answer: Callable[[], Response]
) -> Response:
    """An answer; where the server's clock is doubted, just why, and what was chosen so far."""
    try:
        return answer()
    except Refused as refused:
        if (leap := clock_leap_of(refused)) is None:
            raise
        kept = {name: text for name, text in asked.texts.items() if name.startswith(KEPT) and text}
        return asked.page("halted_hand_in.html", 503, hand_in=found, leap=leap, kept=kept)


def _decided(asked: AccountRequest, found: HandIn) -> Response:
    action = asked.texts.get("action", "")
    if found.state == WAITING and asked.is_officer:
        if action == "send-back":
            return _sent_back(asked, found)
        if action == "accept":
            return _accepted(asked, found)
    return _shown(asked, found)


def _sent_back(asked: AccountRequest, found: HandIn) -> Response:
    word = asked.text("word")
    if not word:
        return _shown(asked, found, "say-why", 400)
    asked.hand_ins.decide(found.id, "sent-back", by=asked.by, word=word)
    return leading_to("/desk")


def _accepted(asked: AccountRequest, found: HandIn) -> Response:
    """Append what was shown; where it would be something else by now, show that instead."""
    head = asked.ledger.positions()["head"]
    preview = _preview(asked, found)
    as_shown = _digest(preview) == asked.texts.get(DIGEST)
    details = _details(asked, found)
    content = found.content or b""
    appended = None
    if as_shown and "problems" not in preview:
        appended = _appended(asked.ledger, head, found.file, content, details)
    if appended is None:
        return _shown(asked, found, "otherwise", 409)
    first, last = appended
    asked.hand_ins.decide(
        found.id, "accepted", by=asked.by, word=asked.text("word"), position=last
    )
    asked.ledger.catch_up()
    return leading_to_what_was_written(last, first=first, pools=[found.pool])


def _shown(asked: AccountRequest, found: HandIn, message: str = "", status: int = 200) -> Response:
    waits = found.content is not None
    preview = _preview(asked, found) if waits else None
    games = [] if preview is None else _games(preview)
    return asked.page(
        "hand_in.html",
        status,
        hand_in=found,
        preview=preview,
        brought=_brought(asked, found),
        issues=[] if preview is None else _issues(asked, preview),
        identity=None if preview is None else identity_question(asked, preview),
        verdicts=[] if preview is None else verdicts(preview),
        crosstable=crosstable_of(games),
        rounds=rounds_of(games),
        chosen=_chosen(asked, _links(asked, found)),
        registers="register_new" in asked.texts,
        word=asked.text("word"),
        digest="" if preview is None else _digest(preview),
        message=message,
    )


def _brought(asked: AccountRequest, found: HandIn) -> tuple[int, str | None] | None:
    """The last event that a file brought, and its tournament; None where it brought none."""
    if found.position is None:
        return None
    for entry in asked.ledger.log(found.position - 1, found.position):
        if entry["source"] == found.file:  # where nothing was new, the last event is another's
            tournament = (entry["data"] or {}).get("tournament")
            return found.position, None if tournament is None else str(tournament)
    return None


def _issues(asked: AccountRequest, preview: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is to be looked at, by its kind: where in the file, with the remedies of the page."""
    return [(each["kind"], _placed(asked, each)) for each in preview["issues"]]


def _placed(asked: AccountRequest, issue: Mapping[str, Any]) -> str:
    message, line, column = issue["message"], issue["line"], issue["column"]
    message = for_a_page(answered_below(asked, message))
    if line is None:
        return message
    if column is None:
        return Message("line %(line)s: %(message)s", line=line, message=message)
    return Message(
        "line %(line)s, column %(column)s: %(message)s", line=line, column=column, message=message
    )


def _games(preview: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The games of the file by round, their players by number and by the names in the file."""
    names = {row["number"]: row["name"] for row in preview["players"]}
    rows = [
        {
            **game,
            "game": "",
            "white_name": names.get(game["white"]),
            "black_name": names.get(game["black"]),
        }
        for game in preview["games"]
    ]
    return sorted(rows, key=lambda row: row["round"] or 0)


def verdicts(preview: Mapping[str, Any]) -> list[str]:
    """What each rating list would make of it."""
    effects = (PoolEffect(**each) for each in preview["effect"]["pools"])
    return [
        Message("%(pool)s: %(said)s", pool=each.pool, said=verdict(each, dry_run=True))
        for each in effects
    ]


def _preview(asked: AccountRequest, found: HandIn) -> Mapping[str, Any]:
    """What the file would bring with the links that were chosen."""
    content = found.content or b""
    return asked.ledger.import_file(found.file, content, **_details(asked, found), dry_run=True)


def _details(asked: AccountRequest, found: HandIn) -> dict[str, Any]:
    """How the file is read: with the links that were chosen, by whoever handed it in."""
    return {
        "pools": [found.pool],
        "format": found.format,
        "links": _links(asked, found),
        "register_new": "register_new" in asked.texts,
        **identity_chosen(asked),
        "by": found.account,
    }


def _links(asked: AccountRequest, found: HandIn) -> dict[str, str]:
    """Who the players are: as the form says, of both fields of a player the list that opens.

    Where it has no such list for a player, as whoever handed it in said.
    """
    links = {n: who for n, who in found.links.items() if f"{LINK}{n}" not in asked.texts}
    for prefix in (BY_ID, LINK):
        for name, player in asked.texts.items():
            if name.startswith(prefix) and player.strip():
                links[name.removeprefix(prefix)] = player.strip()
    return links


def _chosen(asked: AccountRequest, links: Mapping[str, str]) -> dict[str, str]:
    """The links that the lists of the form hold, so that they are sent again.

    An id that was typed stays in its own field, where it can be typed otherwise.
    """
    texts = asked.texts
    return {
        number: player
        for number, player in links.items()
        if not asked.text(f"{BY_ID}{number}") or texts.get(f"{LINK}{number}", "").strip()
    }


def _digest(preview: Mapping[str, Any]) -> str:
    """By what it is known that accepting appends what was shown."""
    text = orjson.dumps(preview, option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()
