"""The whole web application over a season, with accounts of every role."""

from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import attrs
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from projections.accounts import store as passwords
from projections.accounts.roles import ROLES
from projections.accounts.store import AccountStore, digest_of, id_of_token
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.api.season import SEASON
from tests.console.shell import Shell
from tests.databases.fresh import AfterSeason
from tests.web.conftest import PATIENCE

PASSWORD = "correct horse battery staple"  # noqa: S105

NOON = datetime.combine(datetime.now(UTC), time(12), UTC)
"""Today at noon; the same for a run of the tests that goes on after midnight."""


@attrs.define
class Watch:
    """A clock that the tests set; it begins today, as that of the command line, at noon.

    To the microsecond: a ledger made by an earlier one is no younger.
    """

    time: datetime = NOON

    def __call__(self) -> datetime:
        return self.time

    def go_on(self, **by: float) -> None:
        self.time += timedelta(**by)


@attrs.frozen
class Served:
    """A server, the ledger that it serves, and tokens of the accounts ``anna`` and so on."""

    client: TestClient
    ledger: Ledger
    accounts: AccountStore
    watch: Watch
    tokens: dict[str, str]

    def as_(self, role: str) -> dict[str, str]:
        """The headers of somebody of a role; none for a reader."""
        return {} if role == "reader" else {"Authorization": f"Bearer {self.tokens[role]}"}

    def get(self, path: str, role: str = "reader", **headers: str) -> Any:
        return self.client.get(path, headers={**self.as_(role), **headers})

    def post(self, path: str, role: str = "officer", **rest: Any) -> Any:
        headers = {**self.as_(role), **rest.pop("headers", {})}
        return self.client.post(path, headers=headers, **rest)


Serve = Callable[..., Served]


@pytest.fixture
def hasher() -> PasswordHasher:
    """Argon2id as cheap as it can be; test_account_commands has the program's own."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(autouse=True)
def _hashed_by(monkeypatch: pytest.MonkeyPatch, hasher: PasswordHasher) -> None:
    monkeypatch.setattr(passwords, "_hasher", hasher)
    passwords._unknown_account.cache_clear()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """One event loop for all requests: a client without one starts a thread for each of them."""
    with start_blocking_portal() as running:
        yield running


@pytest.fixture
def serve(watch: Watch, portal: BlockingPortal) -> Iterator[Serve]:
    """Serves a database, with events if need be; the ledgers are closed with the test."""
    opened: list[Served] = []

    def start(database: str, events: Any = (), **settings: Any) -> Served:
        settings = {"patience": PATIENCE, **settings}
        given = ServeSettings(database=database, clock=watch, follow=False, **settings)
        app = application(given)
        ledger: Ledger = app.state.ledger
        if events:
            ledger.append(events, by="anna")
            ledger.catch_up()
        accounts = AccountStore(ledger.engine, watch)
        if not accounts.all():
            opened_in(accounts)
        client = TestClient(app, base_url="http://testserver", follow_redirects=False)
        client.portal = portal
        found = Served(client, ledger, accounts, watch, tokens_of(accounts))
        opened.append(found)
        return found

    yield start
    for each in opened:
        each.client.close()
        each.ledger.close()


TOKENS: dict[str, str] = {}
"""The tokens that were made here, by id: the copies of a season have those of its accounts."""


def season(database: str) -> None:
    """The season of a club, submitted today at noon, and an account of each role."""
    with Ledger.open(database, clock=Watch()) as ledger:
        ledger.append(SEASON, by="anna")
        ledger.catch_up()
        opened_in(AccountStore(ledger.engine, Watch()))


def opened_in(accounts: AccountStore) -> None:
    """Open an account of each role."""
    for role in ROLES:
        employ(accounts, f"{role} Anna", role, None)


def employ(
    accounts: AccountStore, name: str, role: str, password: str | None, lists: Collection[str] = ()
) -> None:
    """Open an account, with a token."""
    accounts.add(name, role, password, lists)
    token = accounts.add_token(name)
    TOKENS[id_of_token(digest_of(token))] = token


def tokens_of(accounts: AccountStore) -> dict[str, str]:
    """The tokens of the accounts; ``officer Anna`` is called by her role."""
    return {
        each["account"].removesuffix(" Anna"): TOKENS[each["id"]] for each in accounts.tokens()
    }


@pytest.fixture
def season_in_file(sqlite_after: AfterSeason) -> str:
    """The URL of the season of a club in a file."""
    return sqlite_after(season)


@pytest.fixture
def served(database_after: AfterSeason, serve: Serve) -> Served:
    """The season of a club, on both engines."""
    return serve(database_after(season))


@pytest.fixture
def in_file(season_in_file: str, serve: Serve) -> Served:
    """The season of a club in a file."""
    return serve(season_in_file)


@pytest.fixture
def shell(served: Served, tmp_path: Path) -> Shell:
    """The commands on the same ledger."""
    return Shell(served.ledger.database, tmp_path)
