"""Behind a reverse proxy: its word about who asks is taken, and nobody else's."""

from functools import partial
from typing import Any

from sqlalchemy import text
from starlette.testclient import TestClient

from projections.interfaces.http.accounts.access import FIELD, FORM_COOKIE, form_token
from projections.interfaces.http.accounts.sessions import MOST_FAILURES_OF_AN_ADDRESS
from projections.interfaces.server.serve import configuration
from tests.web_api.conftest import Served

PROXY = "10.0.0.2"
READER = "203.0.113.9"
PUBLIC = "https://ratings.example"


def asking(served: Served, comes_from: str) -> TestClient:
    """A client of the server as uvicorn runs it, headers of proxies and all."""
    app: Any = served.client.app
    config = configuration(lambda: app, app.state.settings)
    config.load()
    return TestClient(config.loaded_app, base_url=PUBLIC, client=(comes_from, 50_000))


def failed(client: TestClient, name: str, forwarded_for: str) -> int:
    """The status after a log-in with a wrong password."""
    client.cookies.set(FORM_COOKIE, "x")
    given = {FIELD: form_token("x"), "name": name, "password": "wrong"}
    headers = {"X-Forwarded-For": forwarded_for}
    return client.post("/login", data=given, headers=headers).status_code


def addresses_that_failed(served: Served) -> int:
    """Return the number of addresses for which failures of one account are counted.

    A failure is counted for the account, for the address, and for the account at the address.
    """
    with served.ledger.engine.connect() as connection:
        keys = connection.execute(text("SELECT DISTINCT key FROM failed_login")).all()
    return (len(keys) - 1) // 2


class TestForwardedHeaders:
    def test_of_a_trusted_proxy_say_whose_failures_are_counted(self, season_in_file, serve):
        served = serve(season_in_file, trust_proxy=(PROXY,), public_url=PUBLIC)
        fail = partial(failed, asking(served, PROXY), "nobody")
        assert fail(READER) == 401
        assert fail("203.0.113.10") == 401
        assert addresses_that_failed(served) == 2

    def test_what_a_reader_put_in_front_of_them_is_not_believed(self, season_in_file, serve):
        served = serve(season_in_file, trust_proxy=(PROXY,), public_url=PUBLIC)
        fail = partial(failed, asking(served, PROXY), "nobody")
        for made_up in ("198.51.100.1", "198.51.100.2", PROXY):
            assert fail(f"{made_up}, {READER}") == 401
        assert addresses_that_failed(served) == 1

    def test_of_anybody_else_are_ignored(self, season_in_file, serve):
        served = serve(season_in_file, trust_proxy=(PROXY,), public_url=PUBLIC)
        fail = partial(failed, asking(served, READER), "nobody")
        assert fail("198.51.100.1") == 401
        assert fail("198.51.100.2") == 401
        assert addresses_that_failed(served) == 1

    def test_are_ignored_where_no_proxy_is_trusted(self, season_in_file, serve):
        served = serve(season_in_file)
        client = asking(served, "127.0.0.1")
        tries = range(MOST_FAILURES_OF_AN_ADDRESS + 1)
        statuses = [failed(client, f"nobody {it}", f"198.51.100.{it}") for it in tries]
        assert statuses[-1] == 429
        assert statuses.count(401) == MOST_FAILURES_OF_AN_ADDRESS


def test_a_host_that_somebody_made_up_is_in_no_link(season_in_file, serve):
    served = serve(season_in_file, trust_proxy=(PROXY,), public_url=PUBLIC)
    client = asking(served, PROXY)
    said = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    for address in ("/", "/dwz", "/dwz/feed.atom", "/api/v1/pools/dwz/ratings?limit=1"):
        answer = client.get(address, headers=said)
        assert answer.status_code == 200
        assert "evil.example" not in answer.text + str(answer.headers)
    assert client.get("/dwz").headers["strict-transport-security"].startswith("max-age=")


def test_who_asks_for_a_whole_address_is_answered_as_for_its_path(in_file: Served):
    """A proxy is asked so, and every server has to understand it."""

    async def whole(scope: Any, receive: Any, send: Any) -> None:
        before = "HTTP://x:8000"
        said = {"path": before + scope["path"], "raw_path": before.encode() + scope["raw_path"]}
        await in_file.client.app({**scope, **said}, receive, send)

    client = TestClient(whole)
    for path in ("/dwz", "/api/v1/pools", "/dwz/players/agnes?on=1996-06-01", "/nothing/here"):
        answer, known = client.get(path), in_file.get(path)
        assert (answer.status_code, answer.text) == (known.status_code, known.text), path
        assert answer.headers.get("etag") == known.headers.get("etag")
    assert in_file.get("/http:%2F%2Fx/players/agnes").status_code == 404  # a pool called so
