"""Ids and names may be anything: pages show them as text, and lead to them."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.projections.submissions import adopted, adoption, game, player, tournament
from tests.web.conftest import DAY, links_of

SCRIPT = "<script>alert('x')</script>"
PLAYERS = ("a/b", "100%", "Zoë & Co?#", '"><img src=x onerror=alert(1)>', "a b")


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path_factory.mktemp('strange') / 'ledger.db'}"
    engine = connect(database, create=True)
    upgrade(engine)
    engine.dispose()
    events = [
        adoption(),
        *(player(each, name=f"{SCRIPT}, {each}", club=SCRIPT) for each in PLAYERS),
        *(adopted(each, 1500, "1995-01-01") for each in PLAYERS),
        tournament("x/../y", "1995-05-01", name=SCRIPT, place=SCRIPT),
        *(game("x/../y", PLAYERS[0], "1-0", each) for each in PLAYERS[1:]),
    ]
    with Ledger.open(database, clock=lambda: DAY) as ledger:
        ledger.append(events, by="anna")
        ledger.catch_up()
    settings = ServeSettings(database=database, clock=lambda: DAY, follow=False)
    with TestClient(application(settings), follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("who", PLAYERS)
def test_everybody_has_a_card_whatever_the_id(strange: TestClient, who: str) -> None:
    page = strange.get(f"/dwz/players/{quote(who, safe='')}")
    assert page.status_code == 200


def test_the_list_leads_to_everybody_and_to_every_reason(strange: TestClient) -> None:
    for link in links_of(strange.get("/dwz").text):
        if link.startswith("/dwz/"):
            assert strange.get(link).status_code == 200, link


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/dwz",
        f"/dwz/players/{quote(PLAYERS[0], safe='')}",
        f"/dwz/players/{quote(PLAYERS[3], safe='')}/card.svg",
        f"/dwz/players/{quote(PLAYERS[0], safe='')}/feed.atom",
        "/dwz/tournaments",
        "/dwz/tournaments/x%2F..%2Fy",
        "/dwz/changes?from_known=0",
        "/log",
        "/log/2",
        "/log/12",
        f"/search?q={quote(SCRIPT)}",
        f"/{quote(SCRIPT, safe='')}",
        f"/dwz?q={quote(SCRIPT)}&club={quote(SCRIPT)}",
    ],
)
def test_no_text_becomes_a_part_of_the_page(strange: TestClient, address: str) -> None:
    page = strange.get(address).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
