"""The pages of a realistic ledger: how much they weigh, and what they have."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.web.conftest import NOON, PATIENCE, WESTFALEN

MOST_BYTES = 60_000


@pytest.fixture(scope="module")
def visitor(district: str) -> Iterator[TestClient]:
    """Somebody with a browser, the day after the last tournament was recorded."""
    settings = ServeSettings(
        database=district, clock=lambda: NOON, follow=False, patience=PATIENCE
    )
    with TestClient(application(settings), follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("at", ["/", "/district", WESTFALEN, "/static/style.css"])
def test_a_page_is_sent_compressed(visitor: TestClient, at: str) -> None:
    plain = visitor.get(at, headers={"Accept-Encoding": "identity"})
    packed = visitor.get(at, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) < len(plain.content) / 2
    assert packed.content == plain.content


@pytest.mark.parametrize(
    ("at", "cookie"),
    [("/login", None), ("/district", "rating_ledger_session"), ("/api/v1/pools", None)],
)
def test_what_holds_a_secret_is_not_compressed(
    visitor: TestClient, at: str, cookie: str | None
) -> None:
    """The length of a compressed page tells of the secret in it (BREACH)."""
    headers = {"Accept-Encoding": "gzip"} | ({"Cookie": f"{cookie}=x"} if cookie else {})
    assert "Content-Encoding" not in visitor.get(at, headers=headers).headers
