"""Forty clients download the whole log, without a pause: pages stay fast, and memory bounded."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle

from scripts.lab.attacking import Finding
from scripts.lab.attacking.target import Target

GAMES = 20_000
POOL = "federation"
DOWNLOADS = 40
SLOWEST_PAGE = 2.0
MOST_GROWTH = 100.0
PAGES = ("/", "/club", f"/{POOL}", "/club/players/rosa", "/api/v1/log?after=100&to=200")


def downloads(target: Target, seconds: float) -> Iterator[Finding]:
    """Download the log forty times at once, again and again, while a reader goes on."""
    target.grow(GAMES, POOL)
    quiet = max(map(target.seconds_to_answer, PAGES * 2))
    statuses: Counter[int] = Counter()
    ended, before, slowest = threading.Event(), target.memory(), 0.0
    readers = [
        threading.Thread(target=_download, args=(target, statuses, ended))
        for _ in range(DOWNLOADS)
    ]
    for reader in readers:
        reader.start()
    until, pages = time.monotonic() + seconds, cycle(PAGES)
    while time.monotonic() < until:
        slowest = max(slowest, target.seconds_to_answer(next(pages)))
    ended.set()
    for reader in readers:
        reader.join()
    found = f"slowest page {slowest:.2f} s, without them {quiet:.2f} s"
    yield Finding(f"{DOWNLOADS} downloads at once: pages", found, slowest < SLOWEST_PAGE)
    held = set(statuses) <= {200, 503} and 200 in statuses
    yield Finding(f"{DOWNLOADS} downloads at once", str(dict(sorted(statuses.items()))), held)
    peak = target.memory(peak=True)
    grown = f"memory {before:.0f} MB, at most {peak:.0f} MB"
    yield Finding(f"{DOWNLOADS} downloads at once: memory", grown, peak - before < MOST_GROWTH)


def _download(target: Target, statuses: Counter[int], ended: threading.Event) -> None:
    while not ended.is_set():
        status, _ = target.get("/api/v1/log")
        statuses[status] += 1
