"""Forty simultaneous replays: pages stay fast, and memory stays bounded.

Strangers request lists under other rules, for early positions and for studies, different each
time, so that no cached answer can serve.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from itertools import chain, count, cycle
from json import loads

import attrs

from scripts.lab.attacking import Finding
from scripts.lab.attacking.target import Target

GAMES = 20_000
POOL = "federation"
STRANGERS = 40
SLOWEST_PAGE = 2.0
MOST_GROWTH = 400.0  # caches of at most 124 MB, and the memory for three replays of this ledger
LONGEST_WAIT = 120
EXPECTED = frozenset({200, 202, 503})
API = f"/api/v1/pools/{POOL}"
COSTS_A_REPLAY = (
    f"{API}/ratings?set=special_threshold={{}}",
    f"{API}/ratings?known_at={{}}",
    f"{API}/diff?from_known={{}}",
    f"/{POOL}/compare?rulebook=dwz-2014&set.special_threshold={{}}",
    f"/{POOL}/predict?rulebook=dwz-1995&known_at={{}}",
)


@attrs.define
class _Asked:
    """The answers to strangers, by status, and the failures."""

    statuses: Counter[int] = attrs.field(factory=Counter)
    wrong: list[str] = attrs.field(factory=list)


def replays(target: Target, seconds: float) -> Iterator[Finding]:
    """Request replays as strangers without a pause, while one reader goes through the pages."""
    target.grow(GAMES, POOL)
    addresses = _pages(target)
    quiet = max(map(target.seconds_to_answer, addresses[: len(addresses) // 2]))
    asked, ended, numbers, before = _Asked(), threading.Event(), count(1_000), target.memory()
    strangers = [
        threading.Thread(target=_ask, args=(target, numbers, asked, ended))
        for _ in range(STRANGERS)
    ]
    for stranger in strangers:
        stranger.start()
    slowest = _slowest(target, addresses, seconds)
    peak = target.memory(peak=True)
    ended.set()
    for stranger in strangers:
        stranger.join()
    found = f"slowest page {slowest:.2f} s, without them {quiet:.2f} s"
    yield Finding(f"{STRANGERS} replays at once: pages", found, slowest < SLOWEST_PAGE)
    statuses = dict(sorted(asked.statuses.items()))
    held = not asked.wrong and EXPECTED.issuperset(statuses) and 200 in statuses
    said = f"{statuses} {asked.wrong[:3] or ''}"
    yield Finding(f"{STRANGERS} replays at once: strangers", said, held)
    grown = f"memory {before:.0f} MB, at most {peak:.0f} MB"
    yield Finding(f"{STRANGERS} replays at once: memory", grown, peak - before < MOST_GROWTH)


def _pages(target: Target) -> list[str]:
    """Return lists, and cards that were never requested."""
    rows = loads(target.get(f"{API}/ratings?limit=400")[1])
    cards = [f"/{POOL}/players/{row['player']}" for row in rows]
    lists = ("/", f"/{POOL}", f"/{POOL}/tournaments", "/club", f"{API}/ratings?limit=100")
    return list(chain.from_iterable(zip(cards, cycle(lists), strict=False)))


def _slowest(target: Target, addresses: list[str], seconds: float) -> float:
    """Return the seconds of the slowest page; the last ones were never requested before."""
    until, slowest, asked = time.monotonic() + seconds, 0.0, cycle(reversed(addresses))
    while time.monotonic() < until:
        slowest = max(slowest, target.seconds_to_answer(next(asked)))
    return slowest


def _ask(target: Target, numbers: "count[int]", asked: _Asked, ended: threading.Event) -> None:
    connection = HTTPConnection(target.host, target.port, timeout=LONGEST_WAIT)
    while not ended.is_set():
        number = next(numbers)
        address = COSTS_A_REPLAY[number % len(COSTS_A_REPLAY)].format(number)
        try:
            connection.request("GET", address)
            response = connection.getresponse()
            response.read()
        except (OSError, HTTPException) as error:
            asked.wrong.append(f"{address}: {type(error).__name__} {error}")
            connection.close()
            continue
        asked.statuses[response.status] += 1
    connection.close()
