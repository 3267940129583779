"""A visitor of the pages of a realistic ledger, and what is read from a page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.databases.fresh import copied
from tests.web.conftest import NOON, PATIENCE, text_of

PASSWORD = "of these pages alone"  # noqa: S105 - of an account in a copy that is thrown away
MOST_BYTES, MOST_ELEMENTS = 60_000, 3_000


@pytest.fixture(scope="session")
def copy(district: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a copy of the district's ledger, which no other process opens and closes."""
    return copied(district, tmp_path_factory.mktemp("pages") / "district.db")


@pytest.fixture(scope="session")
def visitor(copy: str) -> Iterator[TestClient]:
    """Somebody with a browser, the day after the last tournament was recorded."""
    settings = ServeSettings(database=copy, clock=lambda: NOON, follow=False, patience=PATIENCE)
    with TestClient(application(settings), follow_redirects=False) as client:
        yield client


@contextmanager
def logged_in(copy: str, name: str, role: str) -> Iterator[TestClient]:
    """Somebody new of a role who is logged in."""
    with Ledger(copy, clock=lambda: NOON) as ledger:
        AccountStore(ledger.engine, lambda: NOON).add(name, role, PASSWORD)
    settings = ServeSettings(database=copy, clock=lambda: NOON, follow=False, patience=PATIENCE)
    with TestClient(application(settings), follow_redirects=False) as client:
        token = re.search(r'name="form_token" value="([^"]+)"', client.get("/login").text)
        assert token is not None
        texts = {"form_token": token[1], "name": name, "password": PASSWORD}
        assert client.post("/login", data=texts).status_code == 303
        yield client


@pytest.fixture(scope="session")
def arbiter(copy: str) -> Iterator[TestClient]:
    """An arbiter who is logged in."""
    with logged_in(copy, "Anna Arbiter", "arbiter") as client:
        yield client


def elements_of(page: str) -> int:
    """The number of elements of a page."""
    return len(re.findall(r"<[a-z]", page))


def row_of(page: str, name: str) -> list[str]:
    """The cells of the line of a table with a name."""
    rows = re.findall(r"<tr[ >].*?</tr>", page, re.DOTALL)
    (row,) = (each for each in rows if name in each and "<td" in each)
    cells = re.split(r"<t[dh][ >]", row)[1:]
    return [text_of(f"<main><td {each}").strip() for each in cells]


def blocks_of(page: str) -> dict[str, str]:
    """The sections of *Changes* by their headings."""
    found = re.findall(r"<h2>(.*?)</h2>(.*?)</section>", page, re.DOTALL)
    return {text_of(f"<main>{heading}").strip(): table for heading, table in found}
