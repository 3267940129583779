"""Whatever a text holds, markup, quotes, signs nobody sees, it stays a text on every page."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.http.accounts.access import FIELD
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.projections.submissions import (
    adoption,
    decided,
    exception,
    game,
    merge,
    player,
    tournament,
    withheld,
)
from tests.web.conftest import DAY

pytestmark = pytest.mark.hostile

PASSWORD = "correct horse battery staple"  # noqa: S105
PIECES = (
    "<script>alert(1)</script>",
    "<x-evil onclick=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus=alert(1) x='",
    "</textarea></title></bdi><x-evil>",
    "{{ 7 * 7 }}{% raw %}",
    "\u202etxt\u200b.exe\u2066",
    "\u05e9\u05dc\u05d5\u05dd",
    "%(name)s %s &lt;x-evil&gt; &",
    "javascript:alert(1)//",
    "W" * 120,
)
HOSTILE = " ".join(PIECES[:10])[:190]
LONG = f"{PIECES[1]} {'W' * 150}"
NAMES = (f"{PIECES[0]}{PIECES[2]}", f"{PIECES[6]}{PIECES[7]}", PIECES[4])


class Markup(HTMLParser):
    """A browser's view of a page: its elements, their attributes, its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.complaints: list[str] = []
        self._typed_into = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self._typed_into = tag == "textarea"
        ours = said.get("src") == "/static/comfort.js"
        if tag in {"x-evil", "img", "iframe", "object", "style"} or (tag == "script" and not ours):
            self.complaints.append(f"an element {tag} {said}")
        for name, value in attrs:
            if name.startswith("on") or (
                name in {"href", "action", "src"}
                and not re.match(r"[/?#]|https?://|$", value or "")
            ):
                self.complaints.append(f"{tag} has {name}={value!r}")

    def handle_data(self, data: str) -> None:
        if not self._typed_into and re.search("[\u200b\u202a-\u202e\u2066-\u2069]", data):
            self.complaints.append(f"is not seen, or turns what stands around it: {data!r}")


def must_be_text_alone(page: str, where: str) -> None:
    assert Markup(page).complaints == [], where


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A ledger with such texts in every field that takes one, and its officer logged in."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'ledger.db'}"
    engine = connect(database, create=True)
    upgrade(engine)
    engine.dispose()
    events = [
        adoption("1994-01-01", reason=HOSTILE),
        *(player(f"p{at}", name=name, club=PIECES[2]) for at, name in enumerate(NAMES)),
        player("twin", name=NAMES[0], ids={"fide": "1"}),
        player("hidden", name=HOSTILE),
        withheld("hidden", "1995-01-01") | {"id": "withheld"},
        decided("p0", "1500-10", "1995-01-01", by=HOSTILE, reason=HOSTILE),
        decided("p1", "1600-10", "1995-01-01", by=LONG, reason=HOSTILE),
        tournament("open", "1995-05-01", name=HOSTILE, place=HOSTILE, class_=LONG),
        tournament("empty", "1995-06-01", name=LONG, place=PIECES[4], country="AUT"),
        game("open", "p0", "1-0", "p1"),
        game("open", "p2", "1-0", "p1"),
        exception("empty", "exception", granted=True),
    ]
    for event in events:
        if event["type"] == "tournament.submitted":
            event["data"]["class"] = event["data"].pop("class_", None) or "A"
    with Ledger.open(database, clock=lambda: DAY) as ledger:
        ledger.append(events, by=HOSTILE[:100], source=LONG)
        ledger.correct(
            "open:p0-p1", set={"white_points": 0, "black_points": 1}, reason=HOSTILE, by="x"
        )
        ledger.append(
            [{**merge("p2", "twin"), "data": {**merge("p2", "twin")["data"], "reason": LONG}}],
            by="x",
        )
        ledger.publish("dwz", on="1995-12-31", reason=HOSTILE, by="x")
        ledger.catch_up()
        AccountStore(ledger.engine, lambda: DAY).add("olga", "officer", PASSWORD)
    given_ = ServeSettings(database=database, clock=lambda: DAY, follow=False, patience=None)
    with TestClient(application(given_), follow_redirects=False) as client:
        form = {FIELD: token_of(client, "/login"), "name": "olga", "password": PASSWORD}
        assert client.post("/login", data=form).status_code == 303
        yield client


def token_of(client: TestClient, path: str) -> str:
    found = re.search(rf'name="{FIELD}" value="([0-9a-f]+)"', client.get(path).text)
    assert found is not None
    return found[1]


READ = (
    "/",
    "/dwz",
    "/dwz?all=true",
    *(f"/dwz/players/p{at}" for at in range(3)),
    "/dwz/players/hidden",
    "/dwz/players/p0/audit/open",
    "/dwz/tournaments",
    "/dwz/tournaments/open",
    "/dwz/tournaments/empty",
    "/dwz/changes?from_known=0",
    "/dwz/published",
    "/dwz/compare?rulebook=dwz-2014",
    "/log",
    *(f"/log/{at}" for at in range(1, 18)),
    f"/search?q={quote('<x-evil')}",
)
OFFICERS = (
    "/desk",
    "/desk/oddities",
    "/desk/players?q=x",
    *(f"/desk/players/p{at}" for at in range(3)),
    *(f"/desk/players/p0/{act}" for act in ("rename", "withhold", "forget", "merge")),
    "/desk/corrections/open",
    "/desk/corrections/open:p0-p1",
    "/desk/corrections/p0",
)
FORMS = {
    "/desk/corrections/open": ("set.name", "set.place", "set.ended_on", "set.class", "reason"),
    "/desk/corrections/open:p0-p1": ("set.white", "set.round", "set.result", "reason"),
    "/desk/players/new": ("name", "club", "birth_date", "federation", "rating", "from_day"),
    "/desk/players/p0/rename": ("name", "reason"),
    "/desk/players/p0/withhold": ("from_day", "until", "reason"),
    "/desk/players/p0/forget": ("reason",),
    "/desk/players/p0/merge": ("drop", "reason"),
    "/desk/decisions/rule": ("rule", "about.tournament", "value", "decided_by", "reason"),
    "/desk/decisions/figure/dwz": ("player", "card.rating", "from_day", "decided_by", "reason"),
    "/desk/decisions/rulebook": ("pool", "rulebook", "from_day", "set", "reason"),
    "/desk/publishing": ("pool", "on", "reason"),
    "/desk/tournaments/new": ("name", "ended_on", "players", "rounds", "cell.1.2", "minutes"),
}
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)


@pytest.mark.parametrize("address", [*READ, *OFFICERS])
def test_no_text_of_an_event_becomes_a_part_of_a_page(office: TestClient, address: str) -> None:
    page = office.get(address)
    assert page.status_code in {200, 303}, address  # who alone is found is shown at once
    must_be_text_alone(page.text, address)


@pytest.mark.parametrize("address", FORMS)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_nothing_that_is_typed_becomes_a_part_of_the_page(
    office: TestClient, address: str, data: st.DataObject
) -> None:
    """Some fields are as they have to be, so that previews with such texts are seen as well."""
    plain = {"drop": "p1", "from_day": "1995-01-01", "day": "1995-12-31", "pool": "dwz"}
    plain |= {"rating": "", "birth_date": "", "federation": "", "rulebook": "dwz-2014"}
    plain |= {"ended_on": "1995-12-01", "minutes": "", "set.round": "1", "set.white": "p2"}
    plain |= {"players": f"p0\np1\nnew {PIECES[0]}", "until": "", "readings": ""}
    typed = {
        name: data.draw(st.one_of(st.just(plain[name]), TEXTS) if name in plain else TEXTS)
        for name in FORMS[address]
    }
    token = token_of(office, address)
    head = office.get("/health").json()["head"]
    page = office.post(address, data={**typed, FIELD: token, "action": "show"})
    assert page.status_code in {200, 400, 404, 409, 422}, page.text
    must_be_text_alone(page.text, address)
    assert office.get("/health").json()["head"] == head
