"""The principal journeys of readers in a real browser; without one they are skipped."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.cli.demo.demo_command import make_demo
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.site import SiteContents, write_site
from scripts.demo_pages import (
    OFFICER,
    OFFICERS_PAGES,
    PAGES,
    PASSWORD,
    demo_with_officer,
    log_in,
    open_officers_page,
)
from scripts.serving import served
from tests.audit.signed_season import COSIGNER, LOG, published
from tests.console.shell import run
from tests.imports.tournament_files import swi, swi_player
from tests.members.club import MEMBERS
from tests.members.spreadsheets import csv
from tests.projections.submissions import (
    Event,
    adoption,
    decided,
    event,
    games,
    player,
    tournament,
)
from tests.web.conftest import DAY
from tests.web.fitness import must_be_fit
from tests.web.large_open import PEOPLE, crosstable, open_tournament, register

APRIL_1997 = datetime(1997, 4, 1, 12, tzinfo=UTC)
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def address(demo: str) -> Iterator[str]:
    with served(ServeSettings(database=demo, clock=lambda: DAY, follow=False)) as found:
        yield found


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a ledger of its own, in which an officer has an account."""
    url = demo_with_officer(tmp_path_factory.mktemp("office"))
    settings = ServeSettings(database=url, clock=lambda: DAY, follow=False, patience=None)
    with served(settings) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A reader at a desk; a message of the console or a request elsewhere fails the test."""
    context = browser.new_context(viewport=DESK, base_url=address, locale="en-GB")
    found = context.new_page()
    complaints: list[str] = []
    found.on("console", lambda message: complaints.append(message.text))
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on(
        "request",
        lambda asked: asked.url.startswith(address) or complaints.append(f"asks {asked.url}"),
    )
    yield found
    context.close()
    assert [each for each in complaints if "404" not in each] == []


def test_a_player_follows_a_link_to_the_reason_of_his_number(page: Page) -> None:
    """Rosa's 1536 after the autumn: Rn = Ro + 800 (W − We) / (E + n), DWZ 4.9.1."""
    page.goto("/club/players/rosa")
    page.get_by_role("row", name="Autumn tournament").get_by_role("link", name="1536-2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Remis, Rosa")
    expect(page.locator(".formula")).to_contain_text("= 1536")
    page.get_by_text("How this is worked out").click()
    step = page.get_by_role("listitem").filter(has_text="DWZ 4.9.1")
    expect(step).to_contain_text("1536")
    expect(page.get_by_text("Recomputed independently: agrees.")).to_be_visible()


def test_a_name_is_found_while_it_is_typed_and_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.get_by_role("combobox", name="Find a player").press_sequentially("dame")
    expect(page.get_by_role("option", name="Dame, Dorothea")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dame, Dorothea")


@pytest.fixture(scope="module")
def static_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site of files, on a server that knows nothing else."""
    folder = tmp_path_factory.mktemp("files")
    database = f"sqlite:///{folder / 'ledger.db'}"
    upgrade(connect(database, create=True))
    with Ledger(database, clock=lambda: DAY) as ledger:
        names = {
            "k1": "König, Konrad",
            "k2": "Kónya, Péter",
            "l1": "Lindström, Åsa",
            "o1": "O'Brien, Seán",
        }
        ledger.append([adoption("1995-01-01")], by="anna")
        for id_, name in names.items():
            ledger.append([player(id_, name=name), decided(id_, "1500-10")], by="anna")
    settings = ServeSettings(database=database, clock=lambda: DAY)
    with ThreadPoolExecutor() as pool:  # for the thread of the browser has an event loop
        pool.submit(write_site, settings, folder / "site", SiteContents(pools=["dwz"])).result()
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder / "site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


FOUND_IN_A_SITE_OF_FILES = {
    "konrad koenig": ["König, Konrad"],
    "Konig": ["König, Konrad"],
    "könya peter": ["Kónya, Péter"],
    "lindstroem": ["Lindström, Åsa"],
    "aasa": ["Lindström, Åsa"],
    "obrien": ["O'Brien, Seán"],
    "Schmidt": [],
    "Konard": ["König, Konrad"],
    "Lindsrtom": ["Lindström, Åsa"],
    "k2": ["Kónya, Péter"],
    "ko": ["König, Konrad", "Kónya, Péter"],
}


def test_a_site_of_files_finds_a_name_in_any_form(browser: Browser, static_site: str) -> None:
    """Any order of the words, without accents, oe for ö, and with a typing error."""
    page = browser.new_page(viewport=DESK)
    page.goto(f"{static_site}/index.html")
    names = page.locator(".suggestions a bdi")
    for typed, found in FOUND_IN_A_SITE_OF_FILES.items():
        page.get_by_role("combobox", name="Find a player").fill(typed)
        expect(names).to_have_text(found)
    page.close()


def test_the_first_tab_leads_to_the_content(page: Page) -> None:
    page.goto("/club")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()


def test_the_marks_of_the_chart_say_what_they_are_about(page: Page) -> None:
    page.goto("/club/players/konrad")
    mark = page.locator("svg.chart a:visible").last
    mark.focus()
    expect(page.locator(".tip")).to_contain_text("Autumn tournament")
    page.keyboard.press("Enter")
    expect(page.get_by_text("How the rating came about")).to_be_visible()


def test_a_line_of_the_table_leads_to_that_of_the_opponent(page: Page) -> None:
    """Dorothea, who won, met Marta, the eighth, with Black in the first round."""
    page.goto("/club/tournaments/spring-1995")
    page.get_by_role("row", name="Dame, Dorothea").first.get_by_role("link", name="8").click()
    expect(page.locator("tr:target")).to_contain_text("Matt, Marta")


def test_the_clocks_are_set_and_set_back(page: Page) -> None:
    """The summer open came in after 1 December: without it Svenja has fewer points."""
    page.goto("/club")
    now = page.locator("main").inner_text()
    page.locator("details.clocks summary").click()
    page.get_by_label("As known at (event or time)").fill("1995-12-01")
    page.locator("details.clocks").get_by_role("button", name="Show").click()
    expect(page.get_by_text("This page shows the past")).to_be_visible()
    assert page.locator("main").inner_text() != now
    page.locator(".pastbar").get_by_role("link", name="Back to the current state").click()
    assert page.locator("main").inner_text() == now


LIKE_THE_DISTRICTS = {
    "/",
    "/club",
    "/club/players/konrad",
    "/club/players/rosa/audit/autumn-1995",
    "/club/tournaments",
    "/club/tournaments/spring-1995",
    "/dortmund/tournaments/dortmund-1995",
    "/club/review?from=1995-01-01",
    "/club/players/rosa/review?from=1995-01-01",
    "/club/published",
    "/club/careers?player=konrad&player=rosa&player=ro",
    "/log",
    "/search?q=ro",
}
"""Pages whose like tests/web/test_district_browser.py opens, with more on them."""


@pytest.mark.parametrize("at", [each for each in PAGES if each not in LIKE_THE_DISTRICTS])
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_a_page_is_fit_for_everybody(
    browser: Browser, address: str, at: str, size: dict[str, int], scheme: str
) -> None:
    """WCAG 2.2 AA as far as axe can tell, and no scrolling sideways on a phone."""
    context = browser.new_context(
        viewport=size, base_url=address, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    page.goto(at)
    must_be_fit(page, size)
    context.close()


def test_the_longest_name_is_broken_and_widens_no_page(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = make_demo(tmp_path_factory.mktemp("long") / "ledger.db")
    with Ledger.open(database, clock=lambda: DAY) as ledger:
        name = {"player": "long", "name": "W" * 100, "birth_year": 1950}
        ledger.append([event("player.registered", "long", name)], by="anna")
        ledger.append([decided("long", "1500-10", "1995-12-01", pool="club")], by="anna")
        cup = tournament("cup", "1995-12-20", pools=["club"])
        ledger.append([cup, *games("cup", "long 1-0 rosa")], by="anna")
        ledger.catch_up()
    pages = ("", "/players/long", "/tournaments/cup", "/changes", "/careers?player=long")
    with served(ServeSettings(database=database, clock=lambda: DAY, follow=False)) as address:
        context = browser.new_context(viewport=PHONE, base_url=address)
        page = context.new_page()
        for at in pages:
            page.goto(f"/club{at}")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert (at, wide) == (at, PHONE["width"])
        context.close()


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_every_page_of_an_officer_is_fit_for_everybody(
    browser: Browser, office: str, size: dict[str, int], scheme: str
) -> None:
    """The same of the forms, filled in and refused or with what would follow."""
    context = browser.new_context(
        viewport=size, base_url=office, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    log_in(page)
    for at in OFFICERS_PAGES:
        open_officers_page(page, at)
        must_be_fit(page, size)
    context.close()


def test_an_officer_corrects_a_result_and_sees_the_differences_that_diff_tells(
    browser: Browser, office: str
) -> None:
    """From the tournament, without JavaScript: what is told before and after is the same."""
    context = browser.new_context(java_script_enabled=False, base_url=office, locale="en-GB")
    page = context.new_page()
    log_in(page)
    page.goto("/club/tournaments/spring-1995")
    games = page.locator("details", has=page.locator("a.correct")).first
    if games.get_attribute("open") is None:
        games.locator("summary").first.click()
    games.locator("a.correct").first.click()
    result = page.get_by_label("Result", exact=True)
    result.select_option("½-½" if result.input_value() != "½-½" else "1-0")
    page.get_by_label("Reason").fill("the score sheet")
    page.get_by_role("button", name="Preview the effect").click()
    rows = [row.locator("td") for row in page.locator(".effects tbody tr").all()]
    cells = [row.all_inner_texts() for row in rows]
    sentences = page.locator(".consequences .differences p").all_text_contents()
    assert cells
    page.get_by_role("button", name="Apply the correction").click()
    expect(page.get_by_text("Written.")).to_be_visible()
    page.get_by_role("link", name="changes in club").click()
    moved = [row.locator("td").all_inner_texts() for row in page.locator(".differences tr").all()]
    assert sorted(filter(None, moved)) == sorted(cells)
    told = page.locator(".differences p, .cause > p:not(.note)").all_text_contents()
    assert {*told} == {*sentences}
    context.close()


@pytest.fixture
def federation(sqlite_database: str) -> Iterator[str]:
    """The address of a register that knows most players of an open, with an officer."""
    with _served_to_officer(sqlite_database, register()) as found:
        yield found


@contextmanager
def _served_to_officer(database: str, events: Sequence[Event]) -> Iterator[str]:
    with Ledger.open(database, clock=lambda: APRIL_1997) as ledger:
        ledger.append(events, by="office", source="register")
        AccountStore(ledger.engine, lambda: APRIL_1997).add(OFFICER, "officer", PASSWORD)
    settings = ServeSettings(
        database=database, clock=lambda: APRIL_1997, follow=False, patience=None
    )
    with served(settings) as found:
        yield found


@pytest.mark.parametrize(
    ("width", "javascript"), [(1280, True), (390, True), (1280, False)], ids=str
)
def test_an_open_of_220_players_is_accepted_in_at_most_12_clicks(
    browser: Browser, federation: str, width: int, *, javascript: bool
) -> None:
    """143 have one player's name, 30 are spelt otherwise, 44 are new, three have namesakes."""
    with browser.new_context(
        base_url=federation,
        locale="en-GB",
        viewport={"width": width, "height": 900},
        java_script_enabled=javascript,
    ) as context:
        page, clicks = context.new_page(), count(1)
        log_in(page)
        clicked = partial(_clicked, clicks)
        page.set_input_files(
            "[name=file]",
            {"name": "n.xml", "mimeType": "text/xml", "buffer": open_tournament()},
        )
        clicked(page.get_by_role("button", name="Submit"))
        expect(page.get_by_text("220 of 220 players are not identified.")).to_be_visible()
        assert page.locator("select option").count() < 20
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if javascript:
            assert Axe().run(page).response["violations"] == []
        clicked(page.get_by_role("button", name="Accept all 143 with the same name"))
        clicked(page.get_by_role("button", name="Accept all 30 with another spelling of the name"))
        clicked(page.get_by_role("button", name="Register all 44 without a similar player"))
        for born in ("1950", "1951", "1952"):
            clicked(page.locator("label").filter(has_text=f"{born}, SK").get_by_role("radio"))
        clicked(page.get_by_role("button", name="Preview again"))
        expect(page.get_by_text("0 of 220 players are not identified.")).to_be_visible()
        clicked(page.get_by_role("button", name="Accept", exact=True))
        expect(page.get_by_text("Written.")).to_be_visible()
        assert next(clicks) - 1 <= 12


def test_a_crosstable_of_220_newcomers_gives_a_list_with_ratings_in_at_most_6_clicks(
    browser: Browser, sqlite_database: str
) -> None:
    """The list is FIDE's, which takes the ratings under ``Rtg``; the day is asked for."""
    events = [adoption("1996-01-01", rulebook="fide-2024")]
    with (
        _served_to_officer(sqlite_database, events) as address,
        browser.new_context(base_url=address, locale="en-GB") as context,
    ):
        page, clicks = context.new_page(), count(1)
        log_in(page)
        clicked = partial(_clicked, clicks)
        file = {"name": "open.csv", "mimeType": "text/csv", "buffer": crosstable()}
        page.set_input_files("[name=file]", file)
        clicked(page.get_by_role("button", name="Submit"))
        page.get_by_label("Last day").fill("1997-03-03")
        clicked(page.get_by_role("button", name="… with the ratings of the file"))
        expect(page.get_by_text("0 of 220 players are not identified.")).to_be_visible()
        clicked(page.get_by_role("button", name="Accept", exact=True))
        expect(page.get_by_text("Written.")).to_be_visible()
        assert next(clicks) - 1 <= 6
        page.goto("/dwz")
        expect(page.get_by_text("220 players")).to_be_visible()
        expect(page.get_by_role("row", name="1 Ginök Anna 2395")).to_be_visible()


TWELVE = (
    *PEOPLE[15:22],
    "Koenig, Anna",
    "Gross, Anna",
    "Zander, Zoe",
    "Zeisig, Zita",
    "Zobel, Zeno",
)
"""Seven as the register has them, two spelt otherwise, three who are not in it."""


def club_tournament() -> bytes:
    """The SWI of a club: in each round player n meets 13 - n, and the first six win."""
    wins = [[f"1W {13 - at:>2}"] for at in range(1, 7)]
    losses = [[f"0B {13 - at:>2}"] for at in range(7, 13)]
    players = [
        swi_player(at, name, cells)
        for at, (name, cells) in enumerate(zip(TWELVE, wins + losses, strict=True), 1)
    ]
    return swi(players, dates=("1.3.1997", "3.3.1997"))


@pytest.mark.parametrize("width", [1280, 390])
def test_twelve_players_of_an_swi_are_accepted_in_at_most_6_clicks(
    browser: Browser, federation: str, width: int
) -> None:
    with browser.new_context(
        base_url=federation, locale="en-GB", viewport={"width": width, "height": 900}
    ) as context:
        page, clicks = context.new_page(), count(1)
        log_in(page)
        clicked = partial(_clicked, clicks)
        file = {"name": "club.swi", "mimeType": "text/plain", "buffer": club_tournament()}
        page.set_input_files("[name=file]", file)
        clicked(page.get_by_role("button", name="Submit"))
        expect(page.get_by_text("12 of 12 players are not identified.")).to_be_visible()
        clicked(page.get_by_role("button", name="Accept all 7 with the same name"))
        clicked(page.get_by_role("button", name="Accept all 2 with another spelling of the name"))
        clicked(page.get_by_role("button", name="Register all 3 without a similar player"))
        expect(page.get_by_text("0 of 12 players are not identified.")).to_be_visible()
        must_be_fit(page, {"width": width, "height": 900})
        clicked(page.get_by_role("button", name="Accept", exact=True))
        expect(page.get_by_text("Written.")).to_be_visible()
        assert next(clicks) - 1 <= 6


def _clicked(clicks: Iterator[int], button: Locator) -> None:
    next(clicks)
    button.click()


def test_a_crosstable_is_typed_with_the_keyboard_alone(browser: Browser, office: str) -> None:
    context = browser.new_context(base_url=office, locale="en-GB")
    page = context.new_page()
    log_in(page)
    open_officers_page(page, "/desk/tournaments/new")
    page.locator("table.typed input").first.focus()
    page.keyboard.type("1=0+1-")
    page.get_by_role("button", name="Preview the effect").click()
    typed = [field.input_value() for field in page.locator("table.typed input").all()]
    assert typed == ["1", "=", "0", "+", "1", "-"]
    context.close()


def test_on_a_phone_the_head_is_one_line_and_its_menu_opens_without_javascript(
    browser: Browser, address: str
) -> None:
    phone = {"width": 360, "height": 740}
    with browser.new_context(
        base_url=address, java_script_enabled=False, viewport=phone
    ) as context:
        page = context.new_page()
        page.goto("/club")
        head = page.locator("header.top")
        tournaments = head.get_by_role("link", name="Tournaments")
        assert (head.bounding_box() or {"height": 0})["height"] < 60
        expect(tournaments).not_to_be_visible()
        head.locator("summary").press("Enter")
        tournaments.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Tournaments")


@pytest.mark.parametrize("language", ["en", "de", "hu", "sv"])
def test_the_menu_is_one_line_on_a_desk_in_every_language(
    browser: Browser, office: str, language: str
) -> None:
    with browser.new_context(base_url=office, viewport=DESK) as context:
        page = context.new_page()
        log_in(page)
        for at in ("/", "/club", "/desk"):
            page.goto(f"{at}?lang={language}")
            links = page.locator("header.top nav a").all()
            tops = {round((each.bounding_box() or {"y": -1})["y"]) for each in links}
            assert (at, len(tops)) == (at, 1)
            whole = "it => it.scrollWidth <= it.clientWidth"
            assert all(each.evaluate(whole) for each in links), at


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_wrong_result_is_corrected_in_four_clicks(
    browser: Browser, office: str, size: dict[str, int]
) -> None:
    """Correct, the result, the preview, the confirmation; the reason is typed after a Tab."""
    context = browser.new_context(base_url=office, locale="en-GB", viewport=size)
    page = context.new_page()
    log_in(page)
    page.goto("/club/tournaments/autumn-1995")
    clicks = 0
    page.locator("a.correct").first.click()
    clicks += 1
    result = page.get_by_label("Result", exact=True)
    result.select_option("½-½" if result.input_value() != "½-½" else "1-0")
    clicks += 1
    result.press("Tab")
    page.keyboard.type("the score sheet")
    page.get_by_role("button", name="Preview the effect").click()
    clicks += 1
    page.get_by_role("button", name="Apply the correction").click()
    clicks += 1
    expect(page.get_by_text("Written.")).to_be_visible()
    assert page.url.startswith(f"{office}/club/tournaments/autumn-1995?written=")
    assert clicks == 4
    context.close()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_list_of_members_becomes_the_first_list_without_a_terminal(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    """From an empty ledger: a rulebook is adopted, the members come in, the list is there."""
    url = f"sqlite:///{tmp_path / 'club.db'}"
    assert run("--database", url, "init").status == 0
    with Ledger.open(url) as ledger:
        ledger.add_account(OFFICER, role="admin", password=PASSWORD)
    content = csv([*MEMBERS, ("Summe", "", "", 3350, "", "", "")])
    settings = ServeSettings(database=url, clock=lambda: DAY, follow=False, patience=None)
    with served(settings) as address:
        context = browser.new_context(base_url=address, locale="en-GB", viewport=size)
        page = context.new_page()
        log_in(page)
        page.get_by_role("link", name="No rating list yet").click()
        page.get_by_label("Rating list").fill("club")
        page.get_by_label("Rulebook").select_option("dwz-1995")
        page.get_by_label("From", exact=True).fill("1996-01-01")
        page.get_by_role("button", name="Preview the effect").click()
        page.get_by_role("button", name="Adopt").click()
        page.get_by_role("link", name="Enter a list of members").click()
        file = {"name": "members.csv", "mimeType": "text/csv", "buffer": content}
        page.set_input_files("[name=file]", file)
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_text("3 new players · 0 known · 2 starting ratings")).to_be_visible()
        expect(page.get_by_text("Row 5 is left out: Summe 3350")).to_be_visible()
        must_be_fit(page, size)
        page.get_by_role("button", name="Enter the members").click()
        expect(page.get_by_text("Written.")).to_be_visible()
        page.goto("/club")
        expect(page.get_by_role("row", name="Adler, Anna")).to_contain_text("1700-20")
        context.close()


def test_names_are_suggested_and_draws_typed_as_on_a_score_sheet(
    browser: Browser, office: str
) -> None:
    """Half a point is typed as 0.5, ½, r or =; two signs in a row stay two signs."""
    context = browser.new_context(base_url=office, locale="en-GB")
    page = context.new_page()
    log_in(page)
    page.goto("/desk/tournaments/new")
    page.get_by_label("Name of the tournament").fill("Blitz")
    page.get_by_label("Rating list").select_option("club")
    page.get_by_label("Last day").fill("1996-01-06")
    players = page.get_by_label("Players, one a line")
    players.press_sequentially("dame")
    page.get_by_role("button", name="Dame, Dorothea").click()
    players.press_sequentially("remis, r")
    expect(page.get_by_role("button", name="Remis, Rosa")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    players.press_sequentially("König, Konrad\nnew Adler, Anna")
    page.get_by_role("button", name="Continue to the results").click()
    page.locator("table.typed input").first.focus()
    page.keyboard.type("0.5r+10=")
    typed = [field.input_value() for field in page.locator("table.typed input").all()]
    assert typed == ["½", "r", "+", "1", "0", "="]
    page.locator("table.typed input").first.select_text()
    page.keyboard.type("0.1")
    typed = [field.input_value() for field in page.locator("table.typed input").all()]
    assert typed == ["0", "", "1", "1", "0", "="]
    page.get_by_role("button", name="Preview the effect").click()
    expect(page.locator("#follows")).to_be_visible()
    context.close()


def test_all_is_there_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=address)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Find a player").fill("remis")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Remis, Rosa")
    context.close()


def test_a_card_is_printed_as_a_pdf(page: Page) -> None:
    page.goto("/club/players/konrad")
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_a_table_is_printed_with_all_rounds_and_colours(page: Page) -> None:
    """A printer shrinks what is too wide, but not what scrolls, and drops backgrounds."""
    page.goto("/club/tournaments/spring-1995")
    page.emulate_media(media="print")
    table = page.locator("table.cross")
    style = "(it, name) => getComputedStyle(it)[name]"
    around = table.locator("xpath=..")
    assert around.evaluate(style, "overflowX") == "visible"
    assert table.locator(".black").first.evaluate(style, "color") == "rgb(0, 0, 0)"


WITHOUT_DAYS = (
    b'[Event "Night"]\n[Site "Bern"]\n[Date "1996.??.??"]\n[Round "1"]\n'
    b'[White "Berg, Berta"]\n[Black "Tal, Timo"]\n[Result "1-0"]\n\n1. e4 1-0\n'
)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_file_without_its_last_day_is_accepted_on_its_page(
    browser: Browser, office: str, size: dict[str, int]
) -> None:
    """Without JavaScript: the day is filled in where the cursor stands, the effect is read."""
    context = browser.new_context(
        viewport=size, java_script_enabled=False, base_url=office, locale="en-GB"
    )
    page = context.new_page()
    log_in(page)
    page.goto("/desk")
    event = WITHOUT_DAYS.replace(b"Night", f"Night {size['width']}".encode())
    file = {"name": "night.pgn", "mimeType": "text/plain", "buffer": event}
    page.locator("input[type=file]").set_input_files([file])
    page.get_by_label("Rating list").select_option("club")
    page.get_by_role("button", name="Submit").click()
    day = page.get_by_label("Last day")
    expect(day).to_be_focused()
    day.fill("1996-12-01" if size == PHONE else "1996-12-08")
    page.get_by_label("Minutes for each player and game").fill("120")
    for choice in page.get_by_label("a new player").all():
        choice.check()
    page.get_by_role("button", name="Preview again").click()
    expect(page.get_by_role("heading", name="Effect")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Written.")).to_be_visible()
    context.close()


def test_a_proof_is_checked_by_the_browser_alone(
    page: Page, address: str, sqlite_database: str, tmp_path: Path
) -> None:
    published(sqlite_database)
    with Ledger.open(sqlite_database) as ledger:
        proof = ledger.proof("dwz", "agnes")
    true, forged = tmp_path / "agnes.proof", tmp_path / "forged.proof"
    true.write_text(json.dumps(proof), "utf-8")
    forged.write_text(json.dumps({**proof, "row": {**proof["row"], "figure": 2400}}), "utf-8")
    page.goto(f"{address}/static/proof.html")
    page.get_by_label("The public keys").fill(f"{LOG}\n{COSIGNER}")
    page.context.set_offline(True)
    held = "✓ The proof holds: agnes was on the list of dwz of 1996-12-31 with"
    caught = "✗ The proof does not hold: the row is not in the list that was published."
    for file, said in ((true, held), (forged, caught)):
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_role("button", name="Check").click()
        expect(page.locator("output")).to_contain_text(said)
    page.context.set_offline(False)
    assert Axe().run(page).violations_count == 0
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading")).to_have_text("Einen Beleg prüfen")
    page.get_by_label("Die öffentlichen Schlüssel").fill(f"{LOG}\n{COSIGNER}")
    page.locator("input[type=file]").set_input_files(forged)
    page.get_by_role("button", name="Prüfen").click()
    said = "✗ Der Beleg hält nicht: die Zeile ist nicht in der veröffentlichten Liste."
    expect(page.locator("output")).to_have_text(said)
    page.get_by_role("link", name="Wertungsbuch").click()
    expect(page).to_have_url(f"{address}/")
