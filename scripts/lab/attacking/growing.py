"""Cards, the player API and feeds are read while events are appended, by two workers.

Nothing may fail, and every record must equal a replay up to its own position.
"""

import json
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection, HTTPException

import attrs

from ledger.log.clock import vouched_now
from ledger.log.database import connect, snapshot
from projections.api import Ledger
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.replay.card_history import MemoryCardHistory
from projections.engine.replay.replay import Replay
from projections.queries.answers import Answers, Question
from projections.queries.player_record import named_record
from scripts.lab.attacking import Finding, Size
from scripts.lab.attacking.target import Target
from tests.projections.submissions import game, tournament

POOL = "club"
PLAYERS = ("konrad", "rosa", "dorothea")
READERS = 8
WRITERS = 2
SECONDS_BETWEEN_CALLS = 0.1
LONGEST_WAIT = 60
CARDS = (f"/{POOL}/players/{{}}", f"/{POOL}/players/{{}}/feed.atom")
RECORD = f"/api/v1/pools/{POOL}/players/{{}}?known_at={{}}"
NO_FAILURE = frozenset({200, 202, 503})


@attrs.define
class Seen:
    """The answers to readers: statuses, and records by player and position."""

    statuses: Counter[int] = attrs.field(factory=Counter)
    records: dict[tuple[str, int], set[str]] = attrs.field(factory=lambda: defaultdict(set))
    wrong: list[str] = attrs.field(factory=list)


def growing(target: Target, size: Size) -> Iterator[Finding]:
    """Run readers and writers for so many seconds, then a replay for each position seen."""
    seen, ended = Seen(), threading.Event()
    threads = [
        threading.Thread(target=_read, args=(target, random.Random(size.seed + each), seen, ended))
        for each in range(READERS)
    ]
    threads += [
        threading.Thread(target=_write, args=(target, each, ended)) for each in range(WRITERS)
    ]
    for thread in threads:
        thread.start()
    time.sleep(size.seconds)
    ended.set()
    for thread in threads:
        thread.join()
    statuses = dict(sorted(seen.statuses.items()))
    held = not seen.wrong and NO_FAILURE.issuperset(statuses) and 200 in statuses
    yield Finding(
        f"{READERS} readers, {WRITERS} writers for {size.seconds:.0f} s",
        f"{statuses} {'; '.join(seen.wrong[:3])}",
        held,
    )
    positions = sorted({known_at for _, known_at in seen.records})
    different = list(_different(target, seen, positions))
    yield Finding(
        f"{len(seen.records)} records at {len(positions)} positions",
        f"otherwise than a replay: {different[:5]}" if different else "as replayed",
        not different and len(positions) > 1,
    )


def _read(target: Target, dice: random.Random, seen: Seen, ended: threading.Event) -> None:
    connection = HTTPConnection(target.host, target.port, timeout=LONGEST_WAIT)
    known_at = 0
    while not ended.is_set():
        name = dice.choice(PLAYERS)
        is_record = known_at and dice.random() < 0.5
        address = RECORD.format(name, known_at) if is_record else dice.choice(CARDS).format(name)
        try:
            status, body = _asked(connection, address)
            known_at = json.loads(_asked(connection, "/health")[1])["read_model"] or known_at
        except (OSError, HTTPException) as error:
            seen.wrong.append(f"{address}: {type(error).__name__} {error}")
            connection.close()
            continue
        seen.statuses[status] += 1
        if is_record and status == 200:
            position = int(address.rpartition("=")[2])
            seen.records[name, position].add(json.dumps(json.loads(body), sort_keys=True))
    connection.close()


def _asked(connection: HTTPConnection, address: str) -> tuple[int, bytes]:
    connection.request("GET", address)
    response = connection.getresponse()
    return response.status, response.read()


def _write(target: Target, writer: int, ended: threading.Event) -> None:
    day = (vouched_now() - timedelta(days=1)).date().isoformat()
    number = 0
    with Ledger.open(target.database, clock=vouched_now) as ledger:
        while not ended.wait(SECONDS_BETWEEN_CALLS):
            number += 1
            name = f"growing-{writer}-{number}"
            white, black = PLAYERS[number % 3], PLAYERS[(number + 1 + writer) % 3]
            result = "1-0" if number % 2 else "½-½"
            events = [tournament(name, day, pools=[POOL]), game(name, white, result, black)]
            ledger.append(events if white != black else events[:1], by="attacker")


def _different(target: Target, seen: Seen, positions: list[int]) -> Iterator[tuple[str, int]]:
    engine = connect(target.database)
    today = vouched_now().date()
    with snapshot(engine) as connection:
        for known_at in positions:
            as_of = AsOf(known_at=known_at)
            replay = Replay.of(History(connection, as_of), POOL, as_of)
            answers = Answers(connection, Question(POOL, today, as_of), MemoryCardHistory(replay))
            for name in PLAYERS:
                replayed = {json.dumps(named_record(answers, name), sort_keys=True)}
                if seen.records.get((name, known_at), replayed) != replayed:
                    yield name, known_at
    engine.dispose()
