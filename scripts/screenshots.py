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
from projections.api import Ledger
from projections.demo import make_demo
from projections.web.accounts.store import AccountStore
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
    "/login",
)
OFFICER = "officer"
PASSWORD = "of the pictures alone"  # noqa: S105 - of an account in the demo's ledger
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
        url = database or _demo(Path(scratch))
        with served(ServeSettings(database=url, clock=now)) as address:
            with_desk = not (database or pages)
            for name in _pictures(address, pages or PAGES, folder, with_desk=with_desk):
                print(name)


def _demo(folder: Path) -> str:
    """The demo's ledger with the account of an officer."""
    url = make_demo(folder / "ledger.db")
    with Ledger.open(url) as ledger:
        AccountStore(ledger.engine, now).add(OFFICER, "officer", PASSWORD)
    return url


def _pictures(
    address: str, pages: tuple[str, ...], folder: Path, *, with_desk: bool
) -> Iterator[str]:
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
                for at in _visited(page, pages, with_desk=with_desk):
                    name = f"{at}-{size}-{scheme}.png"
                    page.screenshot(path=folder / name, full_page=True)
                    yield name
                context.close()
        browser.close()


def _visited(page: Any, pages: tuple[str, ...], *, with_desk: bool) -> Iterator[str]:
    """The name of each page in turn, once the browser is there; the desk's last."""
    for at in pages:
        page.goto(at)
        yield _named(at)
    if with_desk:
        page.goto("/login?next=/desk")
        page.fill("form.entry [name=name]", OFFICER)
        page.fill("form.entry [name=password]", PASSWORD)
        page.click("form.entry button")
        page.goto("/desk")
        yield "desk"
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
