"""The common beginning of every page: its clocks, its language, and its source of answers."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime, timedelta
from functools import cached_property, partial
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

import attrs
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ledger import __version__
from projections.accounts.roles import Account
from projections.i18n.languages import Language
from projections.interfaces.http.accounts.access import account_of_browser
from projections.interfaces.http.accounts.verification_store import VerificationStore
from projections.interfaces.http.edge.conditional import State, Validity, validity
from projections.interfaces.http.edge.parameters import is_known, query_of
from projections.interfaces.http.edge.paths import path_of, pool_path
from projections.interfaces.http.served_request import ServedRequest
from projections.interfaces.pages.reader_language import language_of
from projections.interfaces.pages.rendering import rendered
from projections.interfaces.pages.site import site_of
from projections.operations.catalogue import operation
from projections.operations.read_queries import Clocks
from projections.operations.rights import may, missing_for_correction
from projections.pool_view import PoolView
from projections.queries.answer_types import PoolRow, RunningHead
from projections.queries.arguments import must_be_reached
from projections.queries.language_codes import LANGUAGES
from projections.queries.people import titles_of
from projections.queries.site_settings import SiteSettings

# --- the state that a page shows: pool, day, position and rulebook, from one view ----------------


@attrs.frozen
class PoolState:
    """The data in the head of a pool's page."""

    pool: str
    day: str
    position: int
    rulebook: str | None


def state_of(view: PoolView) -> PoolState:
    """The state that a view answers from."""
    return PoolState(view.name, view.day.isoformat(), view.position, view.rulebook)


@attrs.frozen
class Answer:
    """An answer with the state that it is from."""

    state: PoolState
    rows: Any


WAITS_OF_A_PAGE = 3
"""A page has several answers: it waits for all of them so many times as long as for one."""
AnswerT = TypeVar("AnswerT")
WhatIf = tuple[str | None, tuple[tuple[str, object], ...]]
AS_ADOPTED: WhatIf = (None, ())


@attrs.define(slots=False)
class PageRequest(ServedRequest):
    """A page that is asked for."""

    request: Request
    language: Language
    clocks: Clocks

    @classmethod
    def of(cls, request: Request, known: AbstractSet[str]) -> "PageRequest":
        """Parse a request; empty fields of a form and unknown parameters are ignored.

        Raises `HttpError` for an invalid day or position.
        """
        parameters = parse_qsl(request.scope["query_string"].decode("latin-1"), encoding="latin-1")
        query = [each for each in parameters if is_known(each[0], known)]
        request.scope["query_string"] = urlencode(query, encoding="latin-1").encode("ascii")
        clocks = query_of(request, Clocks, strict=False)
        return cls(Request(request.scope, request.receive), language_of(request), clocks)

    @cached_property
    def until(self) -> float | None:
        """The time by the monotonic clock at which the reader has waited for long enough."""
        patience = self.settings.patience
        return patience and monotonic() + WAITS_OF_A_PAGE * patience

    @cached_property
    def site(self) -> SiteSettings:
        """The settings of the site, read once for the whole page."""
        return site_of(self.request)

    @cached_property
    def account(self) -> Account | None:
        """The account of the reader; asked for if a browser says that somebody is logged in."""
        return account_of_browser(self.request)

    @property
    def is_officer(self) -> bool:
        """True if an officer reads, who gets links to corrections."""
        return self.account is not None and self.account.is_officer

    def may(self, name: str, *lists: str) -> bool:
        """True if the reader may ask for an operation on some lists."""
        return may(self.account, operation(name), *lists)

    def may_correct(self, name: str) -> bool:
        """True if the reader may correct an event, named as on the page of its correction."""
        if self.account is None or not self.may("correct"):
            return False
        if self.account.lists is None:
            return True
        event = self.ledger.event_as_it_stands(name)["event"]
        return missing_for_correction(self.account, self.ledger.engine, event) is None

    @cached_property
    def last_verification(self) -> Mapping[str, object] | None:
        """The last verification of the log; None if none was made, and on a page with clocks.

        What was verified since does not change what was shown at a state of the past.
        """
        return None if self.clocks.in_address() else VerificationStore(self.ledger.engine).last()

    @cached_property
    def known_at(self) -> int | None:
        """The position that the address names, by itself or by a moment; None: now."""
        if self.clocks.known_at is None:
            return None
        must_be_reached(self.clocks.known_at, self.positions["head"])
        return self.ledger.pool("", known_at=self.clocks.known_at).as_of.known_at

    @property
    def end(self) -> int:
        """The last event that the page knows of."""
        return self.positions["head"] if self.known_at is None else self.known_at

    @cached_property
    def head(self) -> Mapping[str, object] | None:
        """That event's position, time and hash; None if the log was empty."""
        if self.known_at is None:
            return {**self.positions, "position": self.end} if self.end else None
        return next(iter(self.ledger.log(self.end - 1, self.end)), None) if self.end else None

    def position(self, pool: str) -> int:
        """The position of the log that the page answers from.

        That of the read model where the address names none: nobody waits for a replay.
        """
        if self.known_at is not None:
            return self.known_at
        return self.positions["pools"].get(pool) or self.positions["head"]

    def last_day(self, state: PoolState) -> date:
        """The day up to which a page of a pool tells: asked for, of a list to come, or today."""
        return self.clocks.on or max(self.today, date.fromisoformat(state.day))

    # --- queries -----------------------------------------------------------------------------

    def parameter(self, name: str, default: str = "") -> str:
        """A parameter of the query."""
        return self.request.query_params.get(name, default)

    def view(
        self, pool: str, what_if: WhatIf = AS_ADOPTED, clocks: Mapping[str, Any] | None = None
    ) -> PoolView:
        """A view of a pool at the clocks of the page, or at others."""
        at = {"on": self.clocks.on, "known_at": self.position(pool)} if clocks is None else clocks
        return self.ledger.pool(pool, **at, rulebook=what_if[0], set=dict(what_if[1]))

    def ask(
        self,
        pool: str,
        question: Callable[..., AnswerT],
        *arguments: Hashable,
        what_if: WhatIf = AS_ADOPTED,
    ) -> AnswerT:
        """The answer of a view of a pool to a question, kept under all that it depends on.

        Raises :class:`~projections.interfaces.http.answer_cache.StillWorking` where it takes long.
        """
        view = self.view(pool, what_if)
        return self.answers.of_view(
            view, question, *arguments, today=self.today, at=self.positions, until=self.until
        )

    def translate_text(self, text: str) -> str:
        """A text in the language of the page."""
        return self.language.catalogue.gettext(text)

    # --- responses ---------------------------------------------------------------------------

    def link(self, *parts: str, **query: object) -> str:
        """The address of a page of a pool at the same clocks; without a pool, of the first."""
        return self._at_clocks(pool_path(*parts) if parts else "/", query)

    def file_link(self, pool: str, form: str, **query: object) -> str:
        """The address of a pool's list as a file at the same clocks."""
        return self._at_clocks(f"{pool_path(pool)}.{form}", query)

    def log_link(self, position: int | None = None) -> str:
        """The address of an event, or of the whole log, at the same clocks."""
        return self._at_clocks("/log" if position is None else f"/log/{position}", {})

    def _at_clocks(self, path: str, query: Mapping[str, object]) -> str:
        given = {
            **self.clocks.in_address(),
            **{k: v for k, v in query.items() if v not in (None, "", [])},
        }
        return f"{path}?{urlencode(given, doseq=True)}" if given else path

    @staticmethod
    def quoted(on: date | str, known_at: int, *parts: str) -> str:
        """The address of a page of a pool at other clocks than those of this one."""
        return f"{pool_path(*parts)}?{urlencode({'on': on, 'known_at': known_at})}"

    def clock_fields(self) -> Markup:
        """The clocks as hidden fields of a form, so that its answer is at the same ones."""
        field = Markup('<input type="hidden" name="{}" value="{}">')
        return Markup("").join(field.format(*each) for each in self.clocks.in_address().items())

    def here(self, **query: object) -> str:
        """The address of this page with other parameters; an empty one is left out."""
        others = [each for each in self.request.query_params.multi_items() if each[0] not in query]
        changed = [*others, *query.items()]
        left = [(name, value) for name, value in changed if value not in (None, "")]
        path: str = self.request.scope["path"]
        return f"{path}{'?' if left else ''}{urlencode(left)}"

    @cached_property
    def running(self) -> str:
        """Return the running tournaments as a page at no clocks depends on them beside the log."""
        return "" if self.clocks.in_address() else self.ledger.running_version()

    def upcoming(self, pool: PoolRow) -> str:
        """The day of a pool's list if it is still to come; ""."""
        day = pool["horizon"] or ""
        return day if day > (self.clocks.on or self.today).isoformat() else ""

    def is_live(self, pool: str) -> bool:
        """Return True if a tournament of a pool is running."""
        return f"({pool!r}, " in self.running

    def running_in(self, pool: str) -> Sequence[RunningHead]:
        """The running tournaments of a pool, but for those of which nothing is heard any more."""
        rows = self.ask(pool, _running, self.running) if self.is_live(pool) else []
        return [row for row in rows if not is_quiet(row["submitted_at"], self.today)]

    @property
    def validity(self) -> Validity:
        """By what the page may be kept."""
        at = self.positions
        verified = self.last_verification if self.request.scope["path"] == "/" else None
        changed = at["head"], self.today
        state = State(head=at["head"], names_changed=changed, today=self.today)
        return validity(
            state,
            self.clocks,
            names=True,
            closed=self.settings.closed,
            rest=str(
                (
                    self.language.code,
                    sorted(at["pools"].items()),
                    verified and verified["made_at"],
                    self.account,
                    self.running,
                    self.site.revision,
                )
            ),
        )

    def render(self, template: str, status: int = 200, **values: object) -> Response:
        """A template as the answer."""
        common = {
            "page": self,
            "site": self.site,
            "link": self.link,
            "file_link": self.file_link,
            "log_link": self.log_link,
            "here": self.here,
            "path": pool_path,
            "desk": partial(path_of, "desk"),
            "clock_fields": self.clock_fields,
            "language": self.language,
            "languages": LANGUAGES,
            "version": __version__,
        }
        return HTMLResponse(rendered(template, self.language, {**common, **values}), status)


def rows_of_page(rows: Sequence[object], number: int, most: int) -> dict[str, Any]:
    """The rows of a page of so many, with its number and that of the last page."""
    pages = max(1, -(-len(rows) // most))
    number = min(max(number, 1), pages)
    return {
        "page_rows": rows[(number - 1) * most : number * most],
        "number": number,
        "pages": pages,
    }


QUIET_FROM = timedelta(days=14)
"""After so long without a result, longer than from round to round of most leagues, it is said."""


def is_quiet(submitted_at: str, today: date) -> bool:
    """True if a tournament has had no result for so long that nobody knows if it goes on."""
    return today - datetime.fromisoformat(submitted_at).date() > QUIET_FROM


def titles_in(view: PoolView, players: frozenset[str]) -> Mapping[str, str]:
    """The titles of those players who have one, to be shown before their names."""
    with view.answers() as answers:
        return titles_of(answers, players)


def _running(view: PoolView, version: str) -> Sequence[RunningHead]:
    """The running tournaments of a list, which ``version`` tells from those of earlier rounds."""
    del version
    return list(view.running())
