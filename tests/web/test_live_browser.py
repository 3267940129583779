"""The live page in a browser, on a phone and on a desk, and when the next round comes in."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, expect

from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.queries.arguments import Upload
from scripts.federation.district.calendar import District
from scripts.federation.district.files import Files
from scripts.serving import served
from tests.web.conftest import NOON
from tests.web.layout_faults import FAULTS_OF_LAYOUT

LIVE = "/district/live"


@pytest.fixture
def address(own_district: str) -> Iterator[str]:
    settings = ServeSettings(
        database=own_district, clock=lambda: NOON, follow=False, patience=None
    )
    with served(settings) as found:
        yield found


@pytest.mark.parametrize("width", [360, 1280])
def test_standings_and_pairings_fit_a_phone_and_a_desk(
    browser: Browser, address: str, width: int
) -> None:
    """46 players after round 4 of 7, 23 boards in round 5, and every player in one list only."""
    size = {"width": width, "height": 800}
    with browser.new_context(base_url=address, viewport=size) as context:
        page = context.new_page()
        page.goto(LIVE)
        assert page.evaluate(FAULTS_OF_LAYOUT) == []
        expect(page.get_by_text("After round 4 of 7")).to_be_visible()
        rows = page.locator(".standings tbody tr")
        expect(rows).to_have_count(46)
        expect(page.locator(".pairings tbody")).to_have_count(23)
        names = rows.locator("th").all_inner_texts()
        assert len(names) == 46
        cells = rows.first.locator("td:visible").all_inner_texts()
        assert cells[0] == "1"
        assert cells[-1 if width == 360 else 5] == "4"  # points: all four games
        expect(page.locator("main table")).to_have_count(2)


def test_the_next_round_shows_without_a_reload(
    browser: Browser, address: str, own_district: str
) -> None:
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.clock.install(time=NOON)
        page.goto(LIVE)
        expect(page.locator(".pairings tbody")).to_have_count(23)
        file = Files(District(1)).running
        with Ledger.open(own_district, clock=lambda: NOON + timedelta(1)) as ledger:
            upload = Upload(file.name, file.content)
            ledger.submit_running("district", upload, links=file.links, by="root", as_officer=True)
        page.clock.fast_forward(61_000)
        expect(page.locator(".pairings tbody")).to_have_count(0)
        expect(page.locator(".standings tbody tr")).to_have_count(46)
