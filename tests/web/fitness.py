"""The fitness of a page for everybody, as far as a program can tell."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


def must_be_fit(page: Page, size: dict[str, int]) -> None:
    """Assert that axe finds nothing under WCAG 2.2 AA, and that nothing scrolls sideways."""
    found = Axe().run(page, options={"runOnly": [*TAGS], "resultTypes": ["violations"]})
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], page.url
