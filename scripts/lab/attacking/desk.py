"""Two arbiters on the dashboard: one submits oversized workbooks, the other one spies."""

import time
from collections import Counter
from collections.abc import Iterator

from ledger.log.clock import vouched_now
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.submissions.store import MOST_BYTES_WAITING
from scripts.lab.attacking import Finding
from scripts.lab.attacking.browser import Browser, Page
from scripts.lab.attacking.target import Target
from tests.imports.hostile_workbooks import (
    far_cell,
    many_sheets,
    number,
    old_workbook,
    repeated_cells,
    row,
    understated,
    workbook,
)
from tests.imports.tournament_files import trf, trf_player
from tests.members.spreadsheets import xlsx

PASSWORD = "an arbiter's own sentence"  # noqa: S105
ROLES = {"anton": "arbiter", "berta": "arbiter", "ada": "auditor", "olga": "officer"}
MOST_SECONDS = 40.0
MOST_GROWTH = 300.0
LARGE_FILES = 50
SLOWEST_LIST = 2.0
MOST_OF_A_LIST = 50.0
FILES = {
    "far.xlsx": far_cell(),
    "understated.xlsx": understated(workbook("".join(row(number()) for _ in range(400_000)))),
    "shared.xlsx": workbook(row(number("A1")), shared="<si><t>a</t></si>" * 1_500_000),
    "sheets.xlsx": many_sheets(3_000, xlsx([("Name",), ("Anna",)])),
    "repeated.ods": repeated_cells(16_384, 1_048_576),
    "far.xls": old_workbook([(0, 0), (65_535, 255)]),
    "formulas.xlsx": xlsx([("Name", "Club"), ("=cmd|' /C calc'!A0", "@SUM(1)")]),
    "a\u202egnp.xlsx": xlsx([("Name",), ("Anna",)]),
}
SPIED = trf([trf_player(1, "Spied, On"), trf_player(2, "Known, Not")])


def desk(target: Target) -> Iterator[Finding]:
    """Submit by the form and by the API; then another arbiter looks for the submissions."""
    with Ledger.open(target.database, clock=vouched_now) as ledger:
        accounts = AccountStore(ledger.engine, vouched_now)
        for name, role in ROLES.items():
            accounts.add(name, role, PASSWORD)
    anton, berta, ada = (_at_the_desk(target, name) for name in ("anton", "berta", "ada"))
    before = target.memory(peak=True)
    for name, content in FILES.items():
        yield _handed_in(anton, name, content)
    grown = target.memory(peak=True) - before
    yield Finding("memory of the server", f"{grown:.0f} MB more", grown < MOST_GROWTH)
    place = anton.send("/desk", {"pool": "club"}, ("spied.trf", SPIED)).location
    yield Finding("a file that waits", place, "Spied, On" in anton.get(place).text)
    yield from _spied(place, {"another arbiter": berta, "an auditor": ada})
    yield from _spied(place, {"a stranger": Browser(target)})
    yield from _flooded(target, anton, _at_the_desk(target, "olga"))


def _flooded(target: Target, arbiter: Browser, officer: Browser) -> Iterator[Finding]:
    """Check that a list of many large pending files does not read their contents."""
    content = SPIED + b"### nobody reads this line of the file\n" * 200_000
    taken = [
        arbiter.send("/desk", {"pool": "club"}, (f"large-{each}.trf", content)).status
        for each in range(LARGE_FILES)
    ]
    before, begun = target.memory(peak=True), time.monotonic()
    shown = officer.get("/desk").status
    seconds, grown = time.monotonic() - begun, target.memory(peak=True) - before
    tried = f"{LARGE_FILES} files of {len(content) / 1e6:.0f} MB that wait"
    most = MOST_BYTES_WAITING // len(content)
    yield Finding(tried, f"{dict(Counter(taken))}, at most {most}", taken.count(303) == most)
    found = f"{shown}, {seconds:.1f} s, {grown:.0f} MB more"
    held = shown == 200 and seconds < SLOWEST_LIST and grown < MOST_OF_A_LIST
    yield Finding("the officer's list of them", found, held)


def _at_the_desk(target: Target, name: str) -> Browser:
    browser = Browser(target)
    browser.log_in(name, PASSWORD)
    return browser


def _handed_in(arbiter: Browser, name: str, content: bytes) -> Finding:
    begun = time.monotonic()
    answer = arbiter.send("/desk", {"pool": "club"}, (name, content))
    seconds = time.monotonic() - begun
    shown = arbiter.get(answer.location).status if answer.location else 200
    found = f"{answer.status}, its page {shown}, {seconds:.1f} s"
    held = max(answer.status, shown) < 500 and seconds < MOST_SECONDS
    return Finding(f"{name!a}, {len(content)} bytes, by the form", found, held)


def _spied(place: str, spies: dict[str, Browser]) -> Iterator[Finding]:
    """Check that only the arbiter and officers see a file, and decide about it."""
    for who, browser in spies.items():
        seen = [
            browser.get(place),
            browser.get("/desk"),
            browser.send(place, {"action": "accept"}, at="/login"),
            browser.send(place, {"action": "send-back", "message": "spied"}, at="/login"),
        ]
        held = not any(map(_says_something, seen)) and all(
            each.status != 200 for each in (seen[0], *seen[2:])
        )
        yield Finding(f"{who} at it", str([each.status for each in seen]), held)


def _says_something(page: Page) -> bool:
    return "Spied" in page.text or "spied" in page.text
