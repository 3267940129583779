"""A picture of every page of the demo's ledger, on a phone and a desktop, light and dark.

    python -m scripts.screenshots FOLDER
    python -m scripts.screenshots FOLDER --database sqlite:///club.db --page /club/players/anna

Needs Chromium and playwright; look at the pictures, do not keep them.
"""

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ledger.log.clock import now
from projections.interfaces.http.settings import ServeSettings
from projections.queries.language_codes import LANGUAGES
from scripts.demo_pages import (
    DAY,
    OFFICERS_PAGES,
    PAGES,
    demo_with_officer,
    log_in,
    open_officers_page,
)
from scripts.serving import served

SIZES = {"360": (360, 740), "1280": (1280, 900)}
SCHEMES = ("light", "dark")


@click.command
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--database", default=None, help="Of another ledger than the demo's.")
@click.option("--page", "pages", multiple=True, help="Only this page (may be given again).")
@click.option("--lang", default="en", type=click.Choice(list(LANGUAGES)), show_default=True)
def main(folder: Path, database: str | None, pages: tuple[str, ...], lang: str) -> None:
    """Make the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        url = database or demo_with_officer(Path(scratch))
        clock = now if database else lambda: DAY
        with served(ServeSettings(database=url, clock=clock, patience=None)) as address:
            with_officer = not (database or pages)
            browsing = {"base_url": address, "extra_http_headers": {"Accept-Language": lang}}
            for name in _pictures(browsing, pages or PAGES, folder, with_officer=with_officer):
                print(name)


def _pictures(
    browsing: dict[str, Any], pages: tuple[str, ...], folder: Path, *, with_officer: bool
) -> Iterator[str]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a tool of developers

    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, (width, height) in SIZES.items():
            for scheme in SCHEMES:
                options: dict[str, Any] = {**browsing, "color_scheme": scheme}
                context = browser.new_context(
                    viewport={"width": width, "height": height}, **options
                )
                page = context.new_page()
                for at in _visited(page, pages, with_officer=with_officer):
                    name = f"{at}-{size}-{scheme}.png"
                    page.screenshot(path=folder / name, full_page=True)
                    yield name
                context.close()
        browser.close()


def _visited(page: Any, pages: tuple[str, ...], *, with_officer: bool) -> Iterator[str]:
    """Yield the name of each page in turn, after opening it; the officer's last."""
    for at in pages:
        page.goto(at)
        yield _named(at)
    if with_officer:
        log_in(page)
        for at in OFFICERS_PAGES:
            open_officers_page(page, at)
            yield _named(at)
        page.goto("/desk")
        content = page.request.get("/club/tournaments/spring-1995/trf16").body()
        file = {"name": "spring.trf", "mimeType": "text/plain", "buffer": content}
        page.set_input_files("form.entry [name=file]", file)
        page.select_option("form.entry [name=pool]", "club")
        page.click("form.entry button")
        page.wait_for_url("**/desk/*")
        yield "desk-hand-in"


def _named(address: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", address.lower()).strip("-") or "first-page"


if __name__ == "__main__":
    main()
