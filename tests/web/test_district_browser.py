"""The pages of a realistic ledger in a browser: long names, a Swiss of 220, three lists."""

import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from scripts.demo_pages import OFFICER, PASSWORD, log_in
from scripts.serving import served
from tests.web.conftest import NOON, WESTFALEN
from tests.web.fitness import must_be_fit
from tests.web.layout_faults import FAULTS_OF_LAYOUT

NAMESAKES = "Dornberger, Dieter"
LEAGUE = "/district/tournaments/league-2026"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
PAGES = (
    "/",
    "/district",
    "/fide",
    "/juniors",
    "/district/players/d0154",
    "/district/players/d0154/audit/westfalen-2026",
    "/fide/players/d0154/audit/westfalen-2026",
    "/district/tournaments",
    WESTFALEN,
    f"{WESTFALEN}?open=d0133",
    f"{WESTFALEN}?part=crosstable",
    f"{WESTFALEN}?part=rounds",
    f"{WESTFALEN}?part=ratings",
    LEAGUE,
    f"{LEAGUE}?part=standings",
    f"{LEAGUE}?part=rounds",
    "/district/tournaments/club-3-2026",
    "/district/changes",
    "/district/published",
    "/district/review",
    "/search?q=turm",
    "/district?club=SC+Falkensee",
    "/district/careers?player=d0154&player=d0100",
    "/district/players/d0154/review",
    "/log",
)


ROUND_ROBIN = "/district/tournaments/club-1-2026"
OF_TOURNAMENTS = (
    "/district/tournaments",
    WESTFALEN,
    f"{WESTFALEN}?part=crosstable",
    ROUND_ROBIN,
    LEAGUE,
    f"{LEAGUE}?part=standings",
    "/district/live",
    "/district/live?list=whole",
    "/district/changes",
)
MOVED = """window.moved = 0; new PerformanceObserver((seen) => {
  for (const each of seen.getEntries()) window.moved += each.hadRecentInput ? 0 : each.value;
}).observe({type: "layout-shift", buffered: true});"""
SLOW_LINE = {"offline": False, "latency": 40, "downloadThroughput": 60_000, "uploadThroughput": -1}
TOO_SMALL = """() => [...document.querySelectorAll(
  "button, input, select, main summary, .quick a, .pages a, .list tbody tr, .places tbody tr")]
  .filter((it) => it.checkVisibility() && it.type !== "checkbox" && it.offsetWidth > 1)
  .filter((it) => it.getBoundingClientRect().height < 44).map((it) => it.outerHTML.slice(0, 80))
  .slice(0, 5)"""


@pytest.fixture(scope="module")
def address(district: str) -> Iterator[str]:
    settings = ServeSettings(database=district, clock=lambda: NOON, follow=False, patience=None)
    with served(settings) as found:
        yield found


@pytest.mark.parametrize("width", [1280, 1000, 900, 700, 360])
def test_nothing_moves_while_a_page_comes_in(browser: Browser, address: str, width: int) -> None:
    """On a slow line, as the browser counts it; below a thousandth nobody sees anything."""
    whole = ("/", *PAGES[4:6]) if width in (1280, 360) else ()
    with browser.new_context(
        base_url=address, viewport={"width": width, "height": 900}
    ) as context:
        context.add_init_script(MOVED)
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        for at in (*whole, "/district", "/district?sex=f", *OF_TOURNAMENTS):
            page.goto(at, wait_until="networkidle")
            assert page.evaluate("window.moved") < 0.001, at


@pytest.mark.parametrize("width", [1280, 768, 640, 390])
def test_no_word_is_broken_and_nothing_lies_over_another(
    browser: Browser, address: str, width: int
) -> None:
    """640 pixels are a screen of 1280 at 200 per cent."""
    with browser.new_context(
        base_url=address, viewport={"width": width, "height": 800}
    ) as context:
        page = context.new_page()
        assert {at: faults for at in PAGES if (faults := _faults(page, at))} == {}


@pytest.mark.parametrize("code", ["de", "hu"])
def test_on_the_smallest_phone_no_table_goes_beyond_the_page(
    browser: Browser, address: str, code: str
) -> None:
    """The words of German and Hungarian are the longest; nothing of the forecasts is cut."""
    phone: Any = {"viewport": {"width": 360, "height": 740}, "locale": code}
    with browser.new_context(base_url=address, **phone) as context:
        page = context.new_page()
        assert {at: faults for at in PAGES if (faults := _faults(page, at))} == {}
        assert _faults(page, "/district/predict?rulebook=dwz-2014") == []
        beyond = "() => [...document.querySelectorAll('.wide')].filter("
        beyond += "(it) => it.scrollWidth > it.clientWidth).length"
        assert page.evaluate(beyond) == 0


def _faults(page: Page, at: str) -> list[str]:
    answer = page.goto(at)
    assert answer is not None
    assert answer.ok, at
    found: list[str] = page.evaluate(FAULTS_OF_LAYOUT)
    return found


@pytest.mark.parametrize("part", ["", "?part=rounds", "?part=crosstable", "?part=ratings"])
def test_a_swiss_of_220_is_read_on_a_phone_without_scrolling_sideways(
    browser: Browser, address: str, part: str
) -> None:
    with browser.new_context(base_url=address, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{WESTFALEN}{part}")
        scrolling = "document.querySelectorAll('main *')"
        wide = f"[...{scrolling}].filter((it) => it.scrollWidth > innerWidth).length"
        assert page.evaluate(wide) == 0


def test_a_swiss_of_220_prints_with_all_rounds_within_the_paper(
    browser: Browser, address: str
) -> None:
    """A turned sheet of A4 has 269 mm for its table, 1016 pixels; the first has its beginning."""
    with browser.new_context(base_url=address, viewport={"width": 1016, "height": 700}) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(f"{WESTFALEN}?part=all")
        assert page.evaluate(FAULTS_OF_LAYOUT) == []
        right = "it => it.getBoundingClientRect().right"
        assert page.locator("table.cross").evaluate(right) <= 1016
        expect(page.locator("table.cross thead th").last).to_have_text("9")
        for control in page.locator("button, input, select, nav, .quick").all():
            expect(control).not_to_be_visible()
        sheets = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert all(sheet.mediabox.width > sheet.mediabox.height for sheet in sheets)
    assert "Ackerhofer, Uwe" in sheets[0].extract_text()


def test_a_league_prints_each_match_in_one_column_and_every_name_whole(
    browser: Browser, address: str
) -> None:
    """A match has a heading and eight boards; 6 x 11 of them fill 9 sheets of 3 columns."""
    with browser.new_context(base_url=address, viewport={"width": 1016, "height": 700}) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(f"{LEAGUE}?part=all")
        assert page.evaluate(FAULTS_OF_LAYOUT) == []
        lefts = "(all) => all.map((it) => new Set([...it.children].map("
        lefts += "(each) => Math.round(each.getBoundingClientRect().left))).size)"
        assert page.locator(".match").evaluate_all(lefts) == [1] * 66
        assert len(PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages) < 25
        page.goto(LEAGUE)
        first = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages[0]
        assert "SC Falkensee" in first.extract_text(), "the last of the twelve teams"
        assert "BP: board points" in first.extract_text(), "the legend is below their table"


def test_a_league_is_read_on_the_smallest_phone_with_every_name_whole(
    browser: Browser, address: str
) -> None:
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        assert _faults(page, f"{LEAGUE}?part=standings") == []
        assert _faults(page, LEAGUE) == []
        wide = "() => [...document.querySelectorAll('.wide')].map((it) => it.scrollWidth)"
        assert page.evaluate(wide) == [328]
        page.goto(f"{LEAGUE}?part=rounds")
        teams = page.locator(".match li:first-child > span:visible")
        sides = teams.evaluate_all("(all) => all.map((it) => getComputedStyle(it).textAlign)")
        assert {*sides} == {"left"}, "both teams begin at one edge"
        page.set_viewport_size({"width": 768, "height": 900})
        assert _faults(page, f"{LEAGUE}?part=standings&lang=de") == []


LETTERS = """(all) => all.map((it) => it.getBoundingClientRect().height /
  it.getBBox().height * parseFloat(getComputedStyle(it).fontSize))"""


@pytest.mark.parametrize("width", [360, 540, 700, 1280])
def test_charts_are_high_enough_and_their_letters_neither_small_nor_large(
    browser: Browser, address: str, width: int
) -> None:
    """11 to 14 pixels a letter, 170 a chart; the season's numbers are beside it, not within."""
    with browser.new_context(
        base_url=address, viewport={"width": width, "height": 740}
    ) as context:
        page = context.new_page()
        for at in (
            *("/district/players/d0154", "/fide/players/d0154", "/district/review"),
            *("/district/players/d0133/review", "/district/careers?player=d0154&player=d0100"),
        ):
            page.goto(at)
            chart = page.locator("svg.chart:visible")
            expect(chart).to_have_count(1)
            assert (chart.bounding_box() or {"height": 0})["height"] >= 170, at
            letters = chart.locator("text:visible").evaluate_all(LETTERS)
            assert 11 <= min(letters) <= max(letters) <= 14.1, at
            boxes = [it.bounding_box() or {} for it in chart.locator("text:visible").all()]
            for number, one in enumerate(boxes):
                for other in boxes[:number]:
                    assert not _overlap(one, other), (at, one, other)


def test_two_lists_in_one_chart_are_read_on_a_phone(browser: Browser, address: str) -> None:
    """A chart of its own for narrow screens: five labels below it, where a wide one has nine."""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto("/district/compare?rulebook=dwz-2026")
        chart = page.locator("svg.chart:has(.spread):visible")
        assert (chart.bounding_box() or {"height": 0})["height"] >= 170
        labels = chart.locator("text").all_text_contents()
        assert [it for it in labels if "%" not in it] == ["500", "1000", "1500", "2000", "2500"]
        places = page.get_by_text(re.compile(r"^Place \d+ → \d+$"))
        heights = [(it.bounding_box() or {"height": 0})["height"] for it in places.all()]
        assert 15 < min(heights) <= max(heights) < 25, "on one line"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_letters_of_a_histogram_are_as_large(
    browser: Browser, address: str, width: int
) -> None:
    viewport: Any = {"width": width, "height": 740}
    with browser.new_context(base_url=address, viewport=viewport) as context:
        page = context.new_page()
        for at in ("/district/changes", "/district/compare?rulebook=dwz-2026"):
            page.goto(at)
            letters = page.locator("svg.chart text:visible").evaluate_all(LETTERS)
            assert 10 <= min(letters) <= max(letters) <= 14.1, at


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """True if two boxes share more than the room above and below their letters."""
    shared = {
        at: min(one[at] + one[size], other[at] + other[size]) - max(one[at], other[at])
        for at, size in (("x", "width"), ("y", "height"))
    }
    return shared["x"] > 2 and shared["y"] > min(one["height"], other["height"]) / 2


CELLS = """(rows) => rows.map((row) => [...row.cells].slice(-COUNT).map((it) =>
  Math.round((it.querySelector("span") || it).getBoundingClientRect().right)))"""


@pytest.mark.parametrize(("at", "players"), [(ROUND_ROBIN, 11), (LEAGUE, 12)])
def test_the_results_of_a_crosstable_are_under_each_other_on_the_smallest_phone(
    browser: Browser, address: str, at: str, players: int
) -> None:
    """Six of a line: on the first those against the first six, so that no result is cut."""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        assert _faults(page, at) == []
        assert page.locator(".wide").first.evaluate("(it) => it.scrollWidth <= it.clientWidth")
        rows = page.locator("table.final").first.locator("tbody tr")
        found = rows.evaluate_all(CELLS.replace("COUNT", str(players)))
        assert len(found) == players
        for own, edges in enumerate(found):
            assert max(edges) <= 344
            for column, edge in enumerate(edges):
                other = found[(own + 1) % players if column != (own + 1) % players else own - 1]
                assert column == own or abs(edge - other[column]) <= 1
                assert abs(edge - edges[column % 6]) <= 1 or own in (column, column % 6)
        first = page.locator("table.final").first.locator("tbody tr").first.locator("[data-at]")
        assert [it.get_attribute("data-at") for it in first.all()] == [
            str(number) for number in range(2, players + 1)
        ]


def test_a_round_has_the_ratings_of_its_players_on_a_phone(browser: Browser, address: str) -> None:
    """Both of all but a few of the 110 games had one; none beside whom there is no room."""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        assert _faults(page, f"{WESTFALEN}?part=rounds&round=1") == []
        ratings = page.locator(".games .rating:visible")
        assert ratings.count() > 200
        assert re.fullmatch(r"\(\d{4}\)", ratings.first.inner_text())


def test_a_game_is_two_lines_on_a_phone_each_with_the_result_of_its_player(
    browser: Browser, address: str
) -> None:
    """Unless a name is long itself: then its rating is not alone in the last line."""
    lines = """all => all.map(it => { const [one, other] = it.querySelectorAll("span[id]");
        const top = each => each.getBoundingClientRect().top;
        const [own, their] = it.querySelectorAll("b > span:not(.not-small)");
        return [Math.abs(top(own) - top(one)) < 3 && Math.abs(top(their) - top(other)) < 3,
            it.innerText.split("\\n").every(line => line.length < 34), it.offsetHeight]; })"""
    alone = """all => all.filter(it => { const name = it.parentElement.querySelector("a");
        const last = [...name.getClientRects()].at(-1);
        return it.getBoundingClientRect().top > last.bottom; }).length"""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto(f"{WESTFALEN}?part=rounds")
        games = page.locator(".games li:has(> [id] ~ [id])").evaluate_all(lines)
        assert len(games) == 110
        assert all(beside for beside, _, _ in games)
        assert max(height for _, is_short, height in games if is_short) < 60
        assert page.locator(".games .rating").evaluate_all(alone) == 0


def test_a_phone_has_the_round_before_each_result_of_a_progress_table(
    browser: Browser, address: str
) -> None:
    """The winner of nine rounds, five in a line; each number is that of its heading at a desk."""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto(f"{WESTFALEN}?part=crosstable")
        before = "all => all.map(it => getComputedStyle(it, '::before').content)"
        cells = page.locator("#p1 [data-at]")
        assert cells.evaluate_all(before) == [f'"{round_}. "' for round_ in range(1, 10)]
        tops = cells.evaluate_all("all => all.map(it => it.getBoundingClientRect().top)")
        assert [tops.count(it) for it in sorted({*tops})] == [5, 4]
        expect(page.get_by_text("Small grey numbers: the rounds.")).to_be_visible()


def test_what_is_folded_on_the_screen_is_printed(browser: Browser, address: str) -> None:
    """Line-ups, the games of a round robin, last results; no other standings that nobody chose."""
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        for at, folded in (
            (LEAGUE, ".folds table >> text=Birkenfeld, Felix"),
            (ROUND_ROBIN, ".folds .games >> nth=0"),
            ("/district/live", "#results-1-4"),
            ("/district/players/d0154", ".of-row li >> text=Hirschhauer, Felix"),
            ("/district/players/d0154/audit/westfalen-2026", ".steps >> text=DWZ 2014 2.2.4"),
        ):
            page.goto(at)
            expect(page.locator(folded)).not_to_be_visible()
            page.emulate_media(media="print")
            expect(page.locator(folded)).to_be_visible()
            expect(page.get_by_text("Standings by other methods")).not_to_be_visible()
            expect(page.get_by_text("45 opponents")).not_to_be_visible()
            expect(page.get_by_text("For checkers")).not_to_be_visible()
            page.emulate_media(media="screen")


def test_changes_and_the_first_page_print_without_words_for_a_mouse(
    browser: Browser, address: str
) -> None:
    """The 11 players of a league evaluated again are folded on the screen."""
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        for at, dead in (
            ("/district/changes", ("Other states", "All changes", "All of the tournament")),
            ("/district/changes", ("For a newsletter", "These changes as a text", "Why?")),
            ("/", ("The whole list", "All changes", "The whole log")),
        ):
            page.goto(at)
            for word in dead:
                expect(page.get_by_text(word).first).not_to_be_visible()
        page.goto("/district/changes")
        expect(page.get_by_text("1 Jul 2026 → 9 Oct 2026")).to_be_visible()
        expect(page.get_by_role("columnheader", name="Then").first).to_be_visible()


@pytest.mark.parametrize(
    "at",
    [
        f"{WESTFALEN}?part=crosstable",
        f"{ROUND_ROBIN}?part=crosstable",
        f"{LEAGUE}?part=rounds",
        "/district/careers?player=d0154&player=d0100",
    ],
)
@pytest.mark.parametrize("media", ["screen", "print"])
def test_a_legend_shows_black_as_the_results_do(
    browser: Browser, address: str, at: str, media: Literal["screen", "print"]
) -> None:
    """Dark on the screen, framed on paper, where backgrounds are left out."""
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.emulate_media(media=media)
        page.goto(at)
        expect(page.get_by_text(re.compile("[Dd]ark"))).to_have_count(0)
        look = "(it) => ['color', 'backgroundColor', 'boxShadow'].map("
        look += "(name) => getComputedStyle(it)[name])"
        legend = page.locator(".note .black")
        expect(legend).to_have_text("Black")
        result = page.locator("main .black:not(.note *)").first
        assert legend.evaluate(look) == result.evaluate(look)
        for own in page.locator(".self").all()[:1]:
            expect(own).to_have_css(
                "print-color-adjust", "exact" if media == "print" else "economy"
            )


@pytest.mark.parametrize(
    ("tabs", "addresses"),
    [
        (
            ".quick > span > *",
            (WESTFALEN, f"{WESTFALEN}?part=rounds", f"{WESTFALEN}?part=ratings"),
        ),
        (".menu nav > *", ("/district", "/district/changes", "/district/careers")),
    ],
)
def test_tabs_stay_where_they_are_when_one_is_chosen(
    browser: Browser, address: str, tabs: str, addresses: tuple[str, ...]
) -> None:
    """Letters of another weight have other widths, in most fonts."""
    with browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        looks = set()
        for at in addresses:
            page.goto(at)
            look = "(all) => all.map((it) => `${getComputedStyle(it).fontWeight} "
            look += "${Math.round(it.getBoundingClientRect().left)}`)"
            looks.add(tuple(page.locator(tabs).evaluate_all(look)[:5]))
        assert len(looks) == 1


def test_results_stand_in_the_middle_of_their_fields(browser: Browser, address: str) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        for at in (
            "/district/careers?player=d0154&player=d0100",
            "/district/players/d0154/audit/westfalen-2026",
            f"{WESTFALEN}?open=d0133",
        ):
            page.goto(at)
            expect(page.locator("td .black, .opened .black").first).to_have_css(
                "text-align", "center"
            )


def test_a_printed_table_has_one_line_a_player_and_no_word_about_links(
    browser: Browser, address: str
) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto(WESTFALEN)
        sheets = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
        text = "\n".join(each.extract_text() for each in sheets)
        assert text.count("Schachfreunde Lindental-Hofstetten 1952") > 5
        assert "34 Hirschfeld, Maximilian" in sheets[0].extract_text()
        assert "Points open the games" not in text
        assert "Expected: from the games that count." in text


def test_every_further_sheet_says_what_it_belongs_to(browser: Browser, address: str) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto("/district")
        first, second, *_ = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
        assert "1 / 3" in first.extract_text()
        called = "Bezirksliste der Schachvereinigung Ackerburg-Lindental: Ratings as of 9 Oct 2026"
        assert called not in first.extract_text(), "it has the headings"
        assert {called, "2 / 3"} <= {*second.extract_text().splitlines()}
        page.goto(f"{WESTFALEN}?part=crosstable")
        second = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages[1]
        assert "Westfalen Open 2026" in second.extract_text()
        assert "· 9 Oct 2026" in second.extract_text()


def test_the_last_results_open_from_the_head_of_a_running_tournament(
    browser: Browser, address: str
) -> None:
    """They are folded below the pairings of the next round."""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto("/district/live")
        assert page.evaluate("document.documentElement.scrollHeight") < 6_500
        page.get_by_role("link", name="Round 4: results").click()
        expect(page.locator("#results-1-4")).to_be_in_viewport()


@pytest.mark.parametrize("lang", ["en", "de", "hu", "sv"])
def test_on_the_smallest_phone_headings_and_results_are_apart(
    browser: Browser, address: str, lang: str
) -> None:
    """The headings of standings, names from the points beside them; a field has its button."""
    phone: Any = {"viewport": {"width": 360, "height": 740}, "locale": lang}
    with browser.new_context(base_url=address, **phone) as context:
        page = context.new_page()
        boxes = """all => all.map(it => { const found = document.createRange();
            found.selectNodeContents(it.querySelector(".only-small") ?? it);
            const box = found.getBoundingClientRect(); return [box.left, box.right]; })"""
        for at in (WESTFALEN, f"{LEAGUE}?part=standings"):
            page.goto(at)
            heads = page.locator(".places thead th:visible").evaluate_all(boxes)
            assert all(one[1] + 3 < other[0] for one, other in pairwise(heads[1:])), at
        page.goto(f"{WESTFALEN}?part=rounds&round=5")
        names = page.locator(".games span:has(> .scored):has(> .rating)")
        ends = names.locator("> .rating").evaluate_all(boxes)
        beside = names.locator("> .scored").evaluate_all(boxes)
        assert len(ends) == len(beside) > 200
        assert all(end[1] < at[0] for end, at in zip(ends, beside, strict=True))
        parts = page.locator("form:has([name=find])").locator("input:visible, button")
        assert len({round(box["y"]) for it in parts.all() if (box := it.bounding_box())}) == 1


def test_boards_are_in_one_line_and_phones_show_whole_clubs_and_first_places(
    browser: Browser, address: str
) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"{WESTFALEN}?part=rounds&round=5")
            edge = """all => all.map(it => { const text = document.createRange();
                text.selectNodeContents(it); return text.getBoundingClientRect().right; })"""
            edges = page.locator(".games .at").evaluate_all(edge)
            assert len(edges) == 110
            assert max(edges) - min(edges) < 1
        for at in (WESTFALEN, f"{LEAGUE}?part=standings", "/district"):
            page.goto(at)
            cut = "all => all.filter(it => it.scrollWidth > it.clientWidth).length"
            assert page.locator("tbody .only-small").evaluate_all(cut) == 0, at
        page.goto(WESTFALEN)
        assert page.locator("#p37 td").first.inner_text() == "37"  # as is 38
        assert page.locator("#p38 td").first.inner_text() == "37"


def test_a_page_prints_without_what_only_a_screen_needs(browser: Browser, address: str) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto("/juniors")
        page.evaluate("window.print = () => { window.printed = true; }")
        page.get_by_role("button", name="Print").click()
        assert page.evaluate("window.printed")
        page.emulate_media(media="print")
        for control in page.locator("button, input, select, nav, .quick, .files").all():
            expect(control).not_to_be_visible()
        expect(page.get_by_text("Log in")).not_to_be_visible()
        expect(page.get_by_text("Ratings as of 16 Jun 2026")).to_be_visible()
        page.goto("/district")
        expect(page.get_by_text("page 1 of 4")).to_be_visible()
        expect(page.get_by_role("link", name="next")).not_to_be_visible()
        page.goto(f"{WESTFALEN}?part=rounds&round=3")
        for of_screens in (".scored", "text=Beside the result"):  # a sheet has names and results
            expect(page.locator(of_screens).first).not_to_be_visible()


@pytest.mark.parametrize("at", ["/", "/district"])
@pytest.mark.parametrize("width", [1280, 390])
def test_suggestions_lie_below_the_field_and_tell_namesakes_apart(
    browser: Browser, address: str, at: str, width: int
) -> None:
    """A father and a son of one name and club: the years of birth differ."""
    with browser.new_context(
        base_url=address, viewport={"width": width, "height": 800}
    ) as context:
        page = context.new_page()
        page.goto(at)
        field = page.locator("input[data-suggest]")
        field.press_sequentially(NAMESAKES)
        options = page.get_by_role("option")
        expect(options.filter(has_text=NAMESAKES).nth(1)).to_be_visible()
        texts = [text for text in options.all_inner_texts() if NAMESAKES in text]
        assert len(texts) == len(set(texts)) >= 2
        assert all("Bezirksliste" in text or "Jugend" in text or "FIDE" in text for text in texts)
        box = (
            "it => { const found = it.getBoundingClientRect(); return [found.top, found.bottom]; }"
        )
        above, below = (it.evaluate(box) for it in (field, page.get_by_role("listbox")))
        assert below[0] >= above[1]
        assert page.evaluate(FAULTS_OF_LAYOUT) == []


def test_a_suggestion_is_chosen_by_arrow_and_enter_while_the_field_keeps_the_focus(
    browser: Browser, address: str
) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto("/")
        field = page.locator("input[data-suggest]")
        field.press_sequentially("zwingenb")
        expect(page.get_by_role("option").first).to_be_visible()
        expect(field).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        chosen = page.get_by_role("option", selected=True)
        expect(chosen).to_have_count(1)
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-activedescendant", str(chosen.get_attribute("id")))
        name = str(chosen.locator("bdi").text_content())
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_two_players_to_compare_are_chosen_among_those_of_the_list(
    browser: Browser, address: str
) -> None:
    """Each suggestion leads on with the player added; those of other lists are left out."""
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto("/district/careers")
        for typed, label in (
            ("ackerbauer, britta", "Player"),
            ("yıldız, oskar", "Another player"),
        ):
            page.get_by_role("combobox", name=label, exact=True).press_sequentially(typed)
            expect(page.get_by_role("option")).to_have_count(1)
            page.get_by_role("option").click()
        expect(page.get_by_text("Yıldız, Oskar are level, 1½ : 1½.")).to_be_visible()


DASHES = """(all) => all.map((it) => {
    const range = document.createRange(), text = it.firstChild;
    range.setStart(text, text.data.search(/[-/]/));
    range.collapse(true);
    return range.getBoundingClientRect().left;
})"""


@pytest.mark.parametrize("lang", ["en", "de", "hu", "sv"])
def test_a_list_has_one_line_a_player_at_a_desk_and_two_on_the_smallest_phone(
    browser: Browser, address: str, lang: str
) -> None:
    """Unless a name or the club is long itself.  No heading touches the next."""
    heights = """() => [...document.querySelectorAll(".list tbody tr")].map((it) => [
        it.querySelector("bdi").textContent.length <= 18
        && !(it.querySelector(".only-small")?.textContent.length > 40), it.offsetHeight])"""
    headings = """() => {
        const shown = [...document.querySelectorAll(".list thead th:not(.climbed)")];
        return shown.filter((it) => it.checkVisibility()).map((it) => {
            const range = document.createRange();
            range.selectNodeContents(it);
            return range.getBoundingClientRect();
        }).map((it) => [it.left, it.right]);
    }"""
    for width, lines in ((1280, 1), (360, 2)):
        viewport: Any = {"width": width, "height": 740}
        with browser.new_context(base_url=address, viewport=viewport, locale=lang) as context:
            page = context.new_page()
            for at in ("/district", "/juniors", "/district?sex=f"):
                page.goto(at)
                short = [height for is_short, height in page.evaluate(heights) if is_short]
                assert len(short) >= 3
                assert max(short) <= 16 + 24 * lines
                indexed = page.locator(".list td.n > a[href$=audit]")
                dashes = indexed.evaluate_all(DASHES)
                assert max(dashes) - min(dashes) < 1, "2264-6 has its dash below that of 2265-48"
                edges = [edge for each in page.evaluate(headings) for edge in each]
                assert edges == sorted(edges), at
                assert edges[-1] <= width - 15, "within the margin"


@pytest.mark.parametrize("lang", ["en", "de", "hu", "sv"])
def test_a_card_on_paper_breaks_no_name_number_or_day(
    browser: Browser, district: str, lang: str
) -> None:
    """On A4, 182 mm wide, the status and the performance have no room."""
    with ThreadPoolExecutor() as pool:  # for the thread of the browser has an event loop
        card = pool.submit(_card, district, lang).result()
    with browser.new_context(viewport={"width": 688, "height": 900}) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.set_content(card)
        assert page.evaluate(FAULTS_OF_LAYOUT) == []
        assert page.locator("table.wide").first.evaluate("it => it.offsetWidth") <= 688
        for cell in page.locator("td.n, td.t").all()[:60]:
            assert cell.evaluate("it => it.offsetHeight") < 60
            expect(cell).to_have_css("white-space", "nowrap")


def _card(district: str, lang: str) -> str:
    with Ledger(district, clock=lambda: NOON) as ledger:
        return ledger.pool("district").export_player("d0154", "html", lang=lang).content.decode()


@pytest.mark.parametrize("width", [1280, 390])
def test_an_officer_accepts_a_file_and_reads_what_it_brought(
    browser: Browser, district: str, own_district: str, width: int
) -> None:
    """A town's championship of 20 who all have a DWZ: it is in the list, and so is who changed."""
    with ThreadPoolExecutor() as pool:
        pool.submit(_with_officer, own_district).result()
    settings = ServeSettings(
        database=own_district, clock=lambda: NOON, follow=False, patience=None
    )
    with (
        served(settings) as address,
        browser.new_context(
            base_url=address, locale="en-GB", viewport={"width": width, "height": 800}
        ) as context,
    ):
        context.add_init_script(MOVED)
        page = context.new_page()
        log_in(page)
        expect(page.get_by_text("submitted twice")).to_have_count(2)
        page.get_by_role("link", name="Stadtmeisterschaft Lindental 2026").click()
        bar = page.locator(".bar")
        expect(bar).to_be_in_viewport()
        expect(bar).to_contain_text("11 players open")
        assert page.evaluate("window.moved") < 0.001
        _answer_by_keys(page)
        page.get_by_role("button", name="Accept all 10 with the same name").click()
        cells = page.locator(".effects td:last-child").all_inner_texts()
        sizes = [abs(int(it.split()[-1].replace("−", "-"))) for it in cells if "=" not in it]
        assert sizes == sorted(sizes, reverse=True)
        bar.get_by_role("button", name="Accept", exact=True).click()
        outcome = page.get_by_role("status").first
        expect(outcome).to_contain_text("Stadtmeisterschaft Lindental 2026 is in the list:")
        with ThreadPoolExecutor() as pool:
            before, after = pool.map(_ratings, (district, own_district))
        changed = sum(figure != before[player] for player, figure in after.items())
        expect(outcome).to_contain_text(f"· {changed} ratings changed")
        assert 15 < changed <= 20
        outcome.get_by_role("link", name="Stadtmeisterschaft").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "Stadtmeisterschaft Lindental 2026"
        )


def _answer_by_keys(page: Page) -> None:
    """The first open player has two proposals; what is typed into a field is no key."""
    group = page.get_by_role("group", name="Ackerfeld, Felix Yusuf")
    first, second = (
        page.get_by_label(f"Ackerfeld, Felix Yusuf 2006, {club}")
        for club in ("SC Falkensee", "TuS Hirschbach")
    )
    for key in ("j", "j", "k", "2"):
        page.keyboard.press(key)
    expect(group).to_be_focused()
    expect(second).to_be_checked()
    page.keyboard.press("1")
    expect(first).to_be_checked()
    group.get_by_label("Another player").press_sequentially("2j")
    expect(group.get_by_label("Another player")).to_have_value("2j")
    expect(first).to_be_checked()
    group.get_by_label("Another player").clear()
    page.get_by_label("Keys: j").uncheck()
    group.focus()
    page.keyboard.press("2")
    expect(first).to_be_checked()


def _ratings(database: str) -> dict[str, int | None]:
    with Ledger(database, clock=lambda: NOON) as ledger:
        return {row["player"]: row["figure"] for row in ledger.pool("district").ratings()}


def _with_officer(district: str) -> None:
    with Ledger(district, clock=lambda: NOON) as ledger:
        AccountStore(ledger.engine, lambda: NOON).add(OFFICER, "officer", PASSWORD)


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_every_page_is_fit_for_everybody(
    browser: Browser, address: str, size: dict[str, int], scheme: Literal["dark", "light"]
) -> None:
    with browser.new_context(
        base_url=address, viewport=size, color_scheme=scheme, bypass_csp=True
    ) as context:
        page = context.new_page()
        for at in PAGES:
            page.goto(at)
            must_be_fit(page, size)


@pytest.mark.parametrize("at", ["/", "/district", WESTFALEN, "/district/changes", "/log"])
def test_what_is_touched_is_44_pixels_high(browser: Browser, address: str, at: str) -> None:
    with browser.new_context(
        base_url=address, viewport=PHONE, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        page.goto(at)
        small = page.evaluate(TOO_SMALL)
        assert small == []


def test_on_a_phone_the_first_name_of_a_list_is_on_the_first_screen(
    browser: Browser, address: str
) -> None:
    """The filters are behind one button, which works without JavaScript; a desk shows them."""
    with browser.new_context(
        base_url=address, viewport=PHONE, java_script_enabled=False
    ) as context:
        page = context.new_page()
        page.goto("/district")
        expect(page).to_have_title(re.compile("Bezirksliste"))
        name = page.get_by_role("link", name="Ackerbauer, Britta")
        assert (name.bounding_box() or {"y": 999})["y"] < 420
        expect(page.get_by_text("1985 · SC Rochade Acker am Stein")).to_be_visible()
        expect(page.get_by_label("Club")).not_to_be_visible()
        page.get_by_text("Filter the list").click()
        expect(page.get_by_label("Club")).to_be_visible()
        page.goto("/district?sex=f")
        expect(page.get_by_label("Club")).to_be_visible()
        page.set_viewport_size(DESK)
        page.goto("/district")
        expect(page.get_by_text("1985 · SC Rochade Acker am Stein")).not_to_be_visible()
        expect(page.get_by_label("Club")).to_be_visible()
