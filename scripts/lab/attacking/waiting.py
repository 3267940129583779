"""Hundreds of clients wait for the log at once: they share a query, and pages stay fast."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from scripts.lab.attacking import Finding
from scripts.lab.attacking.target import Target

WAITING = 300
SECONDS = 10
SLOWEST_PAGE = 2.0
PAGES = ("/", "/club", "/club/players/rosa")


def waiting(target: Target) -> Iterator[Finding]:
    """Let all wait ten seconds for an event that does not come, while a reader goes on."""
    quiet = median(map(target.seconds_to_answer, PAGES))
    with ThreadPoolExecutor(WAITING) as pool:
        address = f"/api/v1/log?after=1000000&wait={SECONDS}"
        answers = [pool.submit(target.get, address) for _ in range(WAITING)]
        time.sleep(1)
        meanwhile = list(map(target.seconds_to_answer, PAGES * 5))
        statuses = Counter(answer.result()[0] for answer in answers)
    found = f"median page {median(meanwhile):.3f} s, slowest {max(meanwhile):.3f} s"
    tried = f"{WAITING} long polls: pages (before: {quiet:.3f} s)"
    yield Finding(tried, found, max(meanwhile) < SLOWEST_PAGE)
    yield Finding(f"{WAITING} long polls", str(dict(statuses)), set(statuses) == {200})
