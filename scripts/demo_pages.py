"""Every page of the demo's ledger, listed once for the pictures and the browser tests."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.cli.demo.demo_command import make_demo

DAY = datetime(1996, 1, 10, 12, tzinfo=UTC)
"""A time after the last event of the demo: later events are then no leap of the clock."""
OFFICER = "officer"
PASSWORD = "of the demo's pages alone"  # noqa: S105 - of an account in a ledger that is thrown away
PAGES = (
    "/",
    "/club",
    "/club/players/konrad",
    "/club/players/rosa",
    "/club/players/rosa/audit/autumn-1995",
    "/club/tournaments",
    "/club/tournaments/spring-1995",
    "/dortmund/tournaments/dortmund-1995",
    "/club/review?from=1995-01-01",
    "/club/players/rosa/review?from=1995-01-01",
    "/club/changes?from_known=100",
    "/club/published",
    "/club/live",
    "/club/calculate",
    "/club/careers?player=konrad&player=rosa&player=ro",
    "/club/compare?rulebook=dwz-2014",
    "/club/predict",
    "/log",
    "/log/137",
    "/search?q=ro",
    "/club?on=1995-11-25&known_at=100",
    "/nothing/here",
    "/login",
)
_REASON = {"reason": "the score sheet was read again"}
OFFICERS_PAGES: Mapping[str, Mapping[str, str] | None] = {
    "/desk": None,
    "/desk/tournaments/new": {
        "name": "Blitz on Epiphany",
        "pool": "club",
        "ended_on": "1996-01-06",
        "minutes": "5",
        "players": "König, Konrad\nDame, Dorothea\nRemis, Rosa\nnew Adler, Anna, born 1970",
    },
    "/desk/corrections/spring-1995%2F1%2Fkonrad-svenja": {"set.result": "0-1", **_REASON},
    "/desk/corrections/spring-1995": None,
    "/desk/calculation": None,
    "/desk/members": None,
    "/desk/live": None,
    "/desk/site": None,
    "/desk/players?q=ro": None,
    "/desk/players/new": {"name": "König, Konrad", "birth_date": "long ago"},
    "/desk/players/konrad": None,
    "/desk/players/konrad/rename": {"name": "König-Dame, Konrad", **_REASON},
    "/desk/players/konrad/withhold": {"reason": "asked for it"},
    "/desk/players/konrad/forget": {"reason": "asked for it"},
    "/desk/players/konrad/merge": {"drop": "rosa", "reason": "one person"},
    "/desk/decisions": None,
    "/desk/decisions/rule": {
        "rule": "DWZ 9.9",
        "value": "?",
        "decided_by": "the board",
        **_REASON,
    },
    "/desk/decisions/figure/club": None,
    "/desk/decisions/rulebook": None,
    "/desk/publishing": {"pool": "club", "on": "1995-12-31"},
    "/desk/oddities": None,
    "/desk/accounts": None,
    "/desk/accounts/new": None,
    "/desk/accounts/officer/edit": None,
}
"""The input on each page before its preview; None: nothing."""


def demo_with_officer(folder: Path) -> str:
    """The URL of a demo's ledger with the account of an officer who manages accounts, too."""
    url = make_demo(folder / "ledger.db")
    with Ledger.open(url) as ledger:
        AccountStore(ledger.engine, lambda: DAY).add(OFFICER, "admin", PASSWORD)
    return url


def log_in(page: Any) -> None:
    """Log in as the officer, in a browser."""
    page.goto("/login?next=/desk")
    page.fill("form.entry [name=name]", OFFICER)
    page.fill("form.entry [name=password]", PASSWORD)
    page.click("form.entry button")
    page.wait_for_url("**/desk")


def open_officers_page(page: Any, address: str) -> None:
    """Open a page, fill in its input, and request the preview."""
    page.goto(address)
    typed = OFFICERS_PAGES[address]
    for name, text in (typed or {}).items():
        field = page.locator(f'main [name="{name}"]')
        if field.evaluate("it => it.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.fill(text)
    if typed is not None:
        grid = "/tournaments/" in address
        with page.expect_navigation():
            page.click(f"main button[value={'players' if grid else 'show'}]")
