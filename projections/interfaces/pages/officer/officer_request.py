"""A request to the pages behind the log-in: who asks, what was sent, and what is answered."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial, wraps
from urllib.parse import parse_qsl, urlencode, urlsplit

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from projections.accounts.roles import ADMINS, OFFICERS, OVERSEERS, SUBMITTERS, Account
from projections.interfaces.http.accounts import access
from projections.interfaces.http.accounts.sessions import form_token
from projections.interfaces.http.answer_cache import StillWorking
from projections.interfaces.http.edge.bodies import form_within, must_be_of_type
from projections.interfaces.http.edge.paths import path_of, pool_path
from projections.interfaces.http.edge.problems import objection_of
from projections.interfaces.http.served_request import ServedRequest
from projections.interfaces.pages.officer.fields import Option
from projections.interfaces.pages.officer.outcome import outcomes
from projections.interfaces.pages.public.problem_pages import problem_page, still_working_page
from projections.interfaces.pages.reader_language import language_of, remember_language
from projections.interfaces.pages.rendering import rendered
from projections.interfaces.pages.site import last_known_site, site_of
from projections.operations.catalogue import operation
from projections.operations.rights import may
from projections.operations.second_pair import Waits
from projections.queries.language_codes import LANGUAGES
from projections.submissions.store import SubmissionStore

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
MOST_FIELDS = 20_000
"""Of a form: a cell for each pair of a round robin, four fields for each entrant of an open."""


@attrs.define(slots=False)
class OfficerRequest(ServedRequest):
    """The account, and the texts and files of the form; none if a page is only opened."""

    request: Request
    account: Account
    texts: Mapping[str, str]
    files: Mapping[str, tuple[str, bytes]]

    @property
    def submissions(self) -> SubmissionStore:
        """Return the store of pending submissions."""
        return SubmissionStore(self.ledger.engine, self.settings.clock)

    @property
    def writer(self) -> Account | None:
        """Return the account."""
        return self.account

    @property
    def by(self) -> str:
        """Return the submitter's name for recorded events."""
        return self.account.name

    @property
    def is_officer(self) -> bool:
        """True if the account decides: an officer or an administrator."""
        return self.account.is_officer

    def may(self, name: str, *lists: str) -> bool:
        """True if the account may ask for an operation on some lists."""
        return may(self.account, operation(name), *lists)

    @property
    def pools(self) -> list[str]:
        """The rating lists that the account writes in, by name."""
        known = sorted(self.ledger.positions()["pools"])
        return [pool for pool in known if not self.account.lacks([pool])]

    @property
    def pool_choices(self) -> list[Option]:
        """The rating lists to choose from, by their titles."""
        return [(pool, self.title_of(pool)) for pool in self.pools]

    @property
    def pool_options(self) -> list[Option]:
        """The rating lists to choose one from: of several none is chosen beforehand."""
        return [*([] if len(self.pools) == 1 else [("", "")]), *self.pool_choices]

    @property
    def pool_chosen(self) -> str:
        """The rating list that was chosen, or the only one; "" if neither."""
        pools = self.pools
        return self.text("pool") or (pools[0] if len(pools) == 1 else "")

    def title_of(self, pool: str) -> str:
        """The title of a rating list; its id if it has none."""
        return site_of(self.request).title_of(pool)

    def text(self, name: str, default: str = "") -> str:
        """Return the text of a field, stripped; else the value in the address."""
        given = self.texts.get(name) or self.request.query_params.get(name) or default
        return given.strip()

    @property
    def back(self) -> str:
        """The page from which a form was opened, to land there again; "" if there is none."""
        return access.local_path(self.texts.get(BACK) or _referring(self.request)).removesuffix(
            "/"
        )

    @property
    def written(self) -> tuple[int, int] | None:
        """The first and last event that a form has written, as the address says."""
        last = position_in(self.text("written"))
        first = position_in(self.text("first")) or last
        return (min(first, last), last) if last else None

    @property
    def written_in(self) -> Sequence[str]:
        """The rating lists that were written to; all of them if the address names none."""
        said = self.request.query_params.getlist("in")
        return [pool for pool in self.pools if pool in said] or self.pools

    def page(self, template: str, status: int = 200, **values: object) -> Response:
        """A page that nobody keeps."""
        spoken = language_of(self.request)
        session = self.request.cookies.get(access.COOKIE, "")
        common = {
            "language": spoken,
            "site": site_of(self.request),
            "languages": LANGUAGES,
            "account": self.account,
            "is_officer": self.is_officer,
            "is_admin": self.account.is_admin,
            "may": self.may,
            "field": access.FIELD,
            "token": form_token(session),
            "path": pool_path,
            "desk": partial(path_of, "desk"),
            "texts": self.texts,
            "back": self.back,
            "written": self.written,
            "written_in": self.written_in if self.written else (),
            "outcomes": outcomes(self.ledger, self.written, self.pools) if self.written else (),
        }
        text = rendered(f"officer/{template}", spoken, {**common, **values})
        return HTMLResponse(text, status, {"Cache-Control": "no-store"})


Answer = Callable[[OfficerRequest], Response]
Endpoint = Callable[[Request], Awaitable[Response]]


def redirect_after_write(
    last: int, *, first: int | None = None, pools: Sequence[str] = (), back: str = ""
) -> Response:
    """The page that an officer came from, else the dashboard; with links to the events and to
    the changes in the pools; none: in any.
    """
    began = [] if first in (None, last) else [("first", str(first))]
    said = [("written", str(last)), *began, *(("in", pool) for pool in pools)]
    page, _, query = (back or "/desk").partition("?")
    kept = [each for each in parse_qsl(query) if each[0] not in WRITTEN]
    return access.redirect_to(f"{page}?{urlencode([*kept, *said])}")


BACK = "back"
WRITTEN = ("written", "first", "in")
"""The parameters of an address that say what a form has written."""


def position_in(text: str) -> int:
    """A position of the log that an address says, 0 if it says none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _referring(request: Request) -> str:
    """The path of the page of this server that led here; "" if it was another, or the log-in."""
    referring = urlsplit(request.headers.get("referer", ""))
    is_ours = referring.netloc == request.headers.get("host")
    elsewhere = referring.path not in ("", "/login", request.scope["path"])
    if not (is_ours and elsewhere and request.method == "GET"):
        return ""
    return f"{referring.path}?{referring.query}" if referring.query else referring.path


def _for_roles(answer: Answer, roles: frozenset[str]) -> Endpoint:
    """A page for some roles; whoever is nobody is led to the log-in."""

    @wraps(answer)
    async def endpoint(request: Request) -> Response:
        try:
            account = await run_in_threadpool(access.account_of_browser, request)
            if account is None:
                return _log_in_first(request)
            access.must_be_allowed(account, roles, closed=True)
            texts, files = await _sent(request)
            officers = OfficerRequest(request, account, texts, files)
            return remember_language(request, await run_in_threadpool(answer, officers))
        except StillWorking:
            return still_working_page(request)
        except Waits as waits:
            return access.redirect_to(path_of("desk", waits.row["submission"]))
        except Exception as error:
            return problem_page(request, objection_of(error, writing=request.method == "POST"))

    return endpoint


def _log_in_first(request: Request) -> Response:
    """The log-in; where a form was sent, first how what was typed is found again.

    A browser drops the cookie of a session that has ended: whoever sends a form had one.
    """
    address = f"/login?{urlencode({'next': request.scope['path']})}"
    if request.method != "POST":
        return access.redirect_to(address)
    spoken = language_of(request)
    values = {"language": spoken, "site": last_known_site(request), "address": address}
    text = rendered("officer/session_ended.html", spoken, values)
    return HTMLResponse(text, 401, {"Cache-Control": "no-store"})


async def _sent(request: Request) -> tuple[Mapping[str, str], Mapping[str, tuple[str, bytes]]]:
    if request.method != "POST":
        return {}, {}
    must_be_of_type(request, *FORM_TYPES)
    largest = request.app.state.settings.largest_body
    pairs, files = await form_within(request, largest, MOST_FIELDS)
    texts = dict(pairs)  # the last of several counts: a page may show the same row twice
    access.require_own_form(request, texts)
    return texts, files


for_arbiters = partial(_for_roles, roles=SUBMITTERS)
"""A page for arbiters and officers."""
for_officers = partial(_for_roles, roles=OFFICERS)
"""A page for officers."""
for_overseers = partial(_for_roles, roles=OVERSEERS)
"""A page for officers and auditors."""
for_admins = partial(_for_roles, roles=ADMINS)
"""A page for administrators."""
