"""A crowd that reads at random while events are appended and a list is rebuilt."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from statistics import quantiles

import attrs

from ledger.log.clock import vouched_now
from projections.api import Ledger
from scripts.lab.attacking import Finding, Size
from scripts.lab.attacking.target import Target
from tests.projections.submissions import game, tournament

QUOTED = "/api/v1/pools/club/ratings?on=1995-12-31&known_at=100"
HEALTH = "/health"
ADDRESSES: Sequence[str] = (
    QUOTED,
    HEALTH,
    "/",
    "/club",
    "/club.csv",
    "/club/players/konrad",
    "/club/players/rosa/audit/autumn-1995",
    "/club/tournaments",
    "/club/tournaments/spring-1995",
    "/club/changes?from_known=100",
    "/club?on=1995-11-25&known_at=100",
    "/log",
    "/search?q=ro",
    "/nothing/here",
    "/metrics",
    "/api/v1/pools",
    "/api/v1/pools/club/ratings",
    "/api/v1/pools/club/players/konrad",
    "/api/v1/pools/club/players/konrad/audit",
    "/api/v1/pools/club/tournaments",
    "/api/v1/log?from=100",
    "/api/v1/log?after=100000&wait=2",
)
POOL = "federation"
OF_A_FEDERATION = (
    f"/{POOL}",
    f"/{POOL}?q=an",
    f"/{POOL}/tournaments",
    f"/api/v1/pools/{POOL}/ratings?limit=100",
    f"/api/v1/pools/{POOL}/players?q=an",
)
EXPECTED = frozenset({200, 202, 404, 503})
MOST_MEMORY = 300.0
MOST_MEMORY_OF_A_FEDERATION = 1_200.0
"""In MB: 64 clients brought 409 with 200,000 games, and 1,033 with a million after ten minutes."""
LONGEST_WAIT = 60
MOST_KEPT = 2**20
SECONDS_BETWEEN_TOURNAMENTS = 1.0
TOURNAMENTS_TO_A_REBUILD = 10


@attrs.define
class Seen:
    """The answers that all clients have seen."""

    statuses: Counter[int] = attrs.field(factory=Counter)
    seconds: list[tuple[float, str]] = attrs.field(factory=list)
    quoted: set[bytes] = attrs.field(factory=set)
    wrong: list[str] = attrs.field(factory=list)


def crowd(target: Target, size: Size) -> Iterator[Finding]:
    """Check that nothing fails, positions never go back and quoted figures never change."""
    seen, ended, addresses = Seen(), threading.Event(), ADDRESSES
    if size.games:
        target.grow(size.games, POOL)
        addresses = (*ADDRESSES, *OF_A_FEDERATION)
    readers = [
        threading.Thread(
            target=_read, args=(target, addresses, random.Random(size.seed + each), seen, ended)
        )
        for each in range(size.clients)
    ]
    for reader in readers:
        reader.start()
    written = _write(target, size.seconds)
    ended.set()
    for reader in readers:
        reader.join()
    cuts = quantiles([seconds for seconds, _ in seen.seconds], n=100)
    slowest, where = max(seen.seconds)
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(seen.statuses.items()))
    tried = f"{size.clients} clients for {size.seconds:.0f} s, {written}"
    times = f"median {cuts[49]:.3f} s, p99 {cuts[98]:.3f} s, slowest {slowest:.1f} s ({where})"
    found = f"{answers}; {times}"
    yield Finding(tried, found, EXPECTED.issuperset(seen.statuses) and 200 in seen.statuses)
    failures = target.failures()
    yield Finding("the server's own failures", f"{failures[:3]}", not failures)
    yield Finding(
        "positions go on, a quoted address never changes",
        "; ".join(seen.wrong[:3]) or f"{len(seen.quoted)} version of the quoted list",
        not seen.wrong and len(seen.quoted) == 1,
    )
    memory = f"{target.memory():.0f} MB, at most {target.memory(peak=True):.0f}"
    most = MOST_MEMORY_OF_A_FEDERATION if size.games else MOST_MEMORY
    yield Finding("memory at the end", memory, target.memory() < most)
    with Ledger.open(target.database, clock=vouched_now) as ledger:
        verified, same = ledger.verify()["ok"], ledger.rebuild(check=True)
    yield Finding("the ledger afterwards", f"verified: {verified}; {same}", bool(verified))


def _read(
    target: Target,
    addresses: Sequence[str],
    dice: random.Random,
    seen: Seen,
    ended: threading.Event,
) -> None:
    connection = HTTPConnection(target.host, target.port, timeout=LONGEST_WAIT)
    reached = 0
    while not ended.is_set():
        address, begun = dice.choice(addresses), time.monotonic()
        try:
            connection.request("GET", address)
            response = connection.getresponse()
            body = _body(response, ended)
        except (OSError, HTTPException) as error:
            if ended.is_set():
                break
            seen.wrong.append(f"{address}: {type(error).__name__} {error}")
            connection.close()
            continue
        seen.seconds.append((time.monotonic() - begun, address))
        seen.statuses[response.status] += 1
        if response.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            seen.wrong.append(f"{address}: 500")
        if address == QUOTED and response.status == HTTPStatus.OK:
            seen.quoted.add(body)
        if address == HEALTH:
            head = json.loads(body)["head"] or 0
            if head < reached:
                seen.wrong.append(f"the head went back from {reached} to {head}")
            reached = head
    connection.close()


def _body(response: HTTPResponse, ended: threading.Event) -> bytes:
    """Return the first part of a body, and take the rest of a long one until the crowd ends."""
    body = part = response.read(MOST_KEPT)
    while part and not ended.is_set():
        part = response.read(MOST_KEPT)
    if part:
        raise HTTPException("the crowd has ended")
    return body


def _write(target: Target, seconds: float) -> str:
    """Append tournaments of one game and sometimes rebuild the list; return a summary."""
    until, count, rebuilt = time.monotonic() + seconds, 0, 0
    with Ledger.open(target.database, clock=vouched_now) as ledger:
        day = (vouched_now() - timedelta(days=1)).date().isoformat()
        while time.monotonic() < until:
            count += 1
            name = f"attack-{count}"
            events = [
                tournament(name, day, pools=["club"]),
                game(name, "konrad", "1-0", "rosa"),
            ]
            ledger.append(events, by="attacker")
            if count % TOURNAMENTS_TO_A_REBUILD == 0:
                ledger.rebuild("club")
                rebuilt += 1
            time.sleep(SECONDS_BETWEEN_TOURNAMENTS)
    return f"{count} tournaments appended, {rebuilt} rebuilds"
