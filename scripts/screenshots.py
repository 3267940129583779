"""A picture of every page, on a phone and at a desk, light and dark, of the demo's ledger.

    python -m scripts.screenshots FOLDER
    python -m scripts.screenshots FOLDER --database sqlite:///club.db --page /club/players/anna

Needs Chromium and playwright; the pictures are to be looked at, not kept.
"""

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ledger.log.clock import now
from projections.demo import make_demo
from projections.web.settings import ServeSettings
from scripts.serving import served

PAGES = (
    "/",
    "/club",
    "/club/players/konrad",
    "/club/players/rosa",
    "/club/players/rosa/audit/autumn-1995",
    "/club/tournaments",
    "/club/tournaments/spring-1995",
    "/dortmund/tournaments/dortmund-1995",
    "/club/changes?from_known=100",
    "/club/published",
    "/club/compare?rulebook=dwz-2014",
    "/log",
    "/log/137",
    "/search?q=ro",
    "/club?on=1995-11-25&known_at=100",
    "/nothing/here",
)
SIZES = {"360": (360, 740), "1280": (1280, 900)}
SCHEMES = ("light", "dark")


@click.command
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--database", default=None, help="Of another ledger than the demo's.")
@click.option("--page", "pages", multiple=True, help="Only this page (may be given again).")
def main(folder: Path, database: str | None, pages: tuple[str, ...]) -> None:
    """Make the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        url = database or make_demo(Path(scratch) / "ledger.db")
        with served(ServeSettings(database=url, clock=now)) as address:
            for name in _pictures(address, pages or PAGES, folder):
                print(name)


def _pictures(address: str, pages: tuple[str, ...], folder: Path) -> Iterator[str]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a tool of developers

    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, (width, height) in SIZES.items():
            for scheme in SCHEMES:
                options: dict[str, Any] = {"color_scheme": scheme, "base_url": address}
                context = browser.new_context(
                    viewport={"width": width, "height": height}, **options
                )
                page = context.new_page()
                for at in pages:
                    page.goto(at)
                    name = f"{_named(at)}-{size}-{scheme}.png"
                    page.screenshot(path=folder / name, full_page=True)
                    yield name
                context.close()
        browser.close()


def _named(address: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", address.lower()).strip("-") or "first-page"


if __name__ == "__main__":
    main()
