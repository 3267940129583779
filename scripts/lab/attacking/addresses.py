"""Thousands of long addresses: the server's memory must not grow with their number."""

from collections.abc import Iterator
from http.client import HTTPConnection

from scripts.lab.attacking import Finding
from scripts.lab.attacking.target import Target

ADDRESSES = 4_000
MOST_GROWTH = 100.0  # the caches of pages and answers hold at most 74 MB together
FORMS = {
    "of 60 kB": ("/club/players/rosa/card.svg?x={}", 60_000, 414),
    "of 7 kB, a parameter nobody knows": ("/club/players/rosa/card.svg?x={}", 7_000, 200),
    "of 7 kB, a search": ("/club?q={}", 7_000, 200),
}


def long_addresses(target: Target) -> Iterator[Finding]:
    """Request each kind of address as a stranger, a different one each time."""
    connection = HTTPConnection(target.host, target.port)
    for kind, (address, length, expected) in FORMS.items():
        before, statuses = target.memory(), set()
        for number in range(ADDRESSES):
            connection.request("GET", address.format(f"{number:06}" + "x" * length))
            response = connection.getresponse()
            response.read()
            statuses.add(response.status)
        after = target.memory()
        found = f"{statuses}; memory {before:.0f} → {after:.0f} MB"
        held = statuses == {expected} and after - before < MOST_GROWTH
        yield Finding(f"{ADDRESSES} addresses {kind}", found, held)
    connection.close()
