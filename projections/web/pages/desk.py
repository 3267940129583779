"""The desk: arbiters hand files in, an officer looks at each and accepts it or sends it back."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode

import attrs
import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from projections.api import Ledger
from projections.web.accounts.access import COOKIE, account_of_browser, must_be_allowed
from projections.web.accounts.forms import FIELD, must_be_ours
from projections.web.accounts.hand_ins import WAITING, HandIn, HandInStore
from projections.web.accounts.roles import HANDING_IN, Account
from projections.web.accounts.sessions import form_token
from projections.web.edge.bodies import form_within, must_be_of_type
from projections.web.edge.paths import id_in_path
from projections.web.edge.problems import objected, objection_of
from projections.web.languages import language_of
from projections.web.pages.problem_pages import problem_page
from projections.web.rendering import rendered

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
LINK = "link."
DIGEST = "shown"


@attrs.define
class Visit:
    """A request to the desk: who is there, and what was sent."""

    request: Request
    account: Account
    texts: Mapping[str, str]
    files: Mapping[str, tuple[str, bytes]]

    @property
    def ledger(self) -> Ledger:
        """The ledger that is served."""
        found: Ledger = self.request.app.state.ledger
        return found

    @property
    def hand_ins(self) -> HandInStore:
        """What waits."""
        return HandInStore(self.ledger.engine, self.request.app.state.settings.clock)

    @property
    def is_officer(self) -> bool:
        """Whether he decides."""
        return self.account.role == "officer"

    def one(self) -> HandIn:
        """The hand-in of the address; an arbiter sees his own.

        Raises :class:`~projections.web.edge.problems.Objected` (404) for any other.
        """
        found = self.hand_ins.one(id_in_path(self.request, "id"))
        if not self.is_officer and found.account != self.account.name:
            raise objected(404, "unknown-hand-in", f"there is no hand-in {found.id!r}")
        return found

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page of the desk."""
        spoken = language_of(self.request)
        session = self.request.cookies.get(COOKIE, "")
        common = {
            "language": spoken,
            "account": self.account,
            "is_officer": self.is_officer,
            "field": FIELD,
            "token": form_token(session),
        }
        text = rendered(template, spoken, {**common, **values})
        return HTMLResponse(text, status, {"Cache-Control": "no-store"})


Answer = Callable[[Visit], Response]


def at_the_desk(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """A page of the desk: for arbiters and officers; whoever is nobody is led to the log-in."""

    @wraps(answer)
    async def endpoint(request: Request) -> Response:
        try:
            account = await run_in_threadpool(account_of_browser, request)
            if account is None:
                following = urlencode({"next": request.scope["path"]})
                return RedirectResponse(f"/login?{following}", 303, {"Cache-Control": "no-store"})
            must_be_allowed(account, HANDING_IN, closed=True)
            texts, files = await _sent(request)
            return await run_in_threadpool(answer, Visit(request, account, texts, files))
        except Exception as error:
            objection = objection_of(error, writing=request.method == "POST")
            if objection is None:
                raise
            return problem_page(request, objection)

    return endpoint


async def _sent(
    request: Request,
) -> tuple[Mapping[str, str], Mapping[str, tuple[str, bytes]]]:
    if request.method != "POST":
        return {}, {}
    must_be_of_type(request, *FORM_TYPES)
    texts, files = await form_within(request, request.app.state.settings.largest_body)
    must_be_ours(request, texts)
    return texts, files


def desk(visit: Visit) -> Response:
    """What waits, or what became of one's own."""
    return _desk(visit)


def _desk(visit: Visit, message: str = "", status: int = 200) -> Response:
    store = visit.hand_ins
    return visit.page(
        "desk.html",
        status,
        rows=store.waiting() if visit.is_officer else store.of(visit.account.name),
        pools=[row["pool"] for row in visit.ledger.pools()],
        chosen=visit.texts.get("pool", ""),
        message=message,
    )


def hand_in(visit: Visit) -> Response:
    """Let a file wait; the page of its preview follows."""
    name, content = visit.files.get("file", ("", b""))
    if not name or not visit.texts.get("pool"):
        return _desk(visit, "choose", 400)
    options = {"pool": visit.texts["pool"], "format": visit.texts.get("format") or "auto"}
    visit.ledger.import_file(
        name,
        content,
        pools=[options["pool"]],
        format=options["format"],
        by=visit.account.name,
        dry_run=True,
    )  # what cannot be read at all is refused before it waits
    id_ = visit.hand_ins.add(visit.account.name, name, content, options)
    return _leading_to(f"/desk/{id_}")


def show(visit: Visit) -> Response:
    """What is understood of a file, or what became of it."""
    return _shown(visit, visit.one())


def decide(visit: Visit) -> Response:
    """Look again with other links, accept, or send back."""
    found, action = visit.one(), visit.texts.get("action", "")
    if found.state == WAITING and visit.is_officer:
        if action == "send-back":
            return _sent_back(visit, found)
        if action == "accept":
            return _accepted(visit, found)
    return _shown(visit, found)


def _sent_back(visit: Visit, found: HandIn) -> Response:
    word = visit.texts.get("word", "").strip()
    if not word:
        return _shown(visit, found, "say-why", 400)
    visit.hand_ins.decide(found.id, "sent-back", by=visit.account.name, word=word)
    return _leading_to("/desk")


def _accepted(visit: Visit, found: HandIn) -> Response:
    """Append what was shown; where it would be something else by now, show that instead."""
    preview = _imported(visit, found, dry_run=True)
    as_shown = _digest(preview) == visit.texts.get(DIGEST)
    if not as_shown or "problems" in preview or "problems" in _imported(visit, found):
        return _shown(visit, found, "otherwise", 409)
    at = visit.ledger.positions()["head"]
    word = visit.texts.get("word", "").strip()
    visit.hand_ins.decide(found.id, "accepted", by=visit.account.name, word=word, position=at)
    visit.ledger.catch_up()
    return _leading_to("/desk")


def _shown(visit: Visit, found: HandIn, message: str = "", status: int = 200) -> Response:
    preview = None if found.content is None else _imported(visit, found, dry_run=True)
    return visit.page(
        "hand_in.html",
        status,
        hand_in=found,
        preview=preview,
        links=_links(visit.texts),
        registers="register_new" in visit.texts,
        word=visit.texts.get("word", ""),
        digest="" if preview is None else _digest(preview),
        message=message,
    )


def _imported(visit: Visit, found: HandIn, *, dry_run: bool = False) -> Mapping[str, Any]:
    """The file with the links that were chosen, by whoever handed it in."""
    return visit.ledger.import_file(
        found.file,
        found.content or b"",
        pools=[found.pool],
        format=found.format,
        links=_links(visit.texts),
        register_new="register_new" in visit.texts,
        by=found.account,
        dry_run=dry_run,
    )


def _links(texts: Mapping[str, str]) -> dict[str, str]:
    return {
        name.removeprefix(LINK): chosen
        for name, chosen in texts.items()
        if name.startswith(LINK) and chosen
    }


def _digest(preview: Mapping[str, Any]) -> str:
    """By what it is known that accepting appends what was shown."""
    text = orjson.dumps(preview, option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()


def _leading_to(path: str) -> Response:
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})


ROUTES: list[BaseRoute] = [
    Route("/desk", at_the_desk(desk), methods=["GET"]),
    Route("/desk", at_the_desk(hand_in), methods=["POST"]),
    Route("/desk/{id}", at_the_desk(show), methods=["GET"]),
    Route("/desk/{id}", at_the_desk(decide), methods=["POST"]),
]
