"""Passwords are guessed, many at once: few are tried, and known users can still log in."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from ledger.log.clock import vouched_now
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.http.accounts.access import DEVICE_COOKIE
from projections.interfaces.http.accounts.sessions import MOST_FAILURES
from scripts.lab.attacking import Finding
from scripts.lab.attacking.browser import Browser
from scripts.lab.attacking.target import Target

GUESSERS = 30
GUESSES = 90
PASSWORD = "the officer's own sentence"  # noqa: S105


def guesses(target: Target) -> Iterator[Finding]:
    """Let thirty strangers guess at once, while an officer logs in from a known device."""
    with Ledger.open(target.database, clock=vouched_now) as ledger:
        AccountStore(ledger.engine, vouched_now).add("officer", "officer", PASSWORD)
    known = Browser(target)
    first = known.log_in("officer", PASSWORD).status
    with ThreadPoolExecutor(GUESSERS) as pool:
        statuses = Counter(pool.map(partial(_guess, target), range(GUESSES)))
    held = statuses[401] <= MOST_FAILURES and statuses.total() == statuses[401] + statuses[429]
    yield Finding(f"{GUESSES} passwords, {GUESSERS} at once", str(dict(statuses)), held)
    device = {DEVICE_COOKIE: known.cookies[DEVICE_COOKIE]}
    again = Browser(target, device).log_in("officer", PASSWORD).status
    found = f"{first}, then {again}; a stranger with the right password {_stranger(target)}"
    yield Finding("the officer meanwhile", found, (first, again) == (303, 303))


def _guess(target: Target, number: int) -> int:
    return Browser(target).log_in("officer", f"guess number {number}").status


def _stranger(target: Target) -> int:
    return Browser(target).log_in("officer", PASSWORD).status
