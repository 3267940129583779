"""The demo's ledger behind the web application, as a reader meets it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape

import pytest
from playwright.sync_api import Browser, sync_playwright
from starlette.testclient import TestClient

from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.web.layout_faults import CHROMIUM

DAY = datetime(1996, 1, 10, 12, tzinfo=UTC)
NOON = datetime(2026, 10, 12, 12, tzinfo=UTC)
"""The day after the last tournament of the district was recorded."""
WESTFALEN = "/district/tournaments/westfalen-2026"
PATIENCE = 60.0
"""So that a slow machine draws every page before it says that it takes longer."""


@pytest.fixture(scope="session")
def demo(demo_database: str) -> str:
    """The URL of the demo's ledger; nobody writes into it."""
    return demo_database


@pytest.fixture(scope="session")
def reader(demo: str) -> Iterator[TestClient]:
    """Somebody with a browser."""
    settings = ServeSettings(database=demo, clock=lambda: DAY, follow=False, patience=PATIENCE)
    with TestClient(application(settings), follow_redirects=False) as client:
        yield client


@pytest.fixture(autouse=True)
def _of_no_language(request: pytest.FixtureRequest) -> None:
    """A language that a test before has chosen is not remembered."""
    for browsing in {"reader", "visitor"}.intersection(request.fixturenames):
        request.getfixturevalue(browsing).cookies.clear()


def text_of(page: str) -> str:
    """Return the text of a page, without its markup."""
    body = page[page.index("<main") :]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", body)))


def links_of(page: str) -> list[str]:
    """The addresses that a page leads to."""
    return [unescape(found) for found in re.findall(r'<a [^>]*href="([^"]*)"', page)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()
