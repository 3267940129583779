"""Attacks on the program as a process: interrupted, on a full disk, under a wrong clock."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.lab.soaking import must_hold
from tests.ledger.hardship.writers import silently_connected
from tests.ledger.lines import Event, game, line
from tests.ledger.office import Office
from tests.ledger.program import LARGEST_FILE

ROOT = Path(__file__).parents[3]
LONGEST_COMMAND = 3.0
FUTURE = (
    "import sys; from datetime import timedelta; import ledger.log.clock as clock;"
    "days = int(sys.argv.pop(1)); real = clock.datetime;"
    "clock.datetime = type('Shown', (real,), {'now': classmethod(lambda _, tz=None:"
    " real.now(tz) + timedelta(days=days))});"
    "from tests.ledger.program import main; main()"
)
PROGRAM = ("-m", "projections.interfaces.cli.program")
HOUSE = ("-m", "tests.ledger.program")
DOCUMENTED = (0, 1, 130)


def interrupts(url: str, minutes: float, seed: int) -> str:
    """Send Ctrl-C at random times of an append: all or nothing, one line, never a traceback."""
    office, dice, ends = _office(url), random.Random(seed), Counter[int]()
    until = time.monotonic() + minutes * 60
    while not ends or time.monotonic() < until:
        before = len(office.entries())
        events = [game("anna", "bela", game=f"i{ends.total()}-{each}") for each in range(50)]
        started = dice.uniform(0.3, LONGEST_COMMAND)
        status, said = _append(url, events, interrupted_after=started)
        written = len(office.entries()) - before
        must_hold(written in (0, len(events)), f"{written} of {len(events)} events were written")
        by_python = "Traceback" in said and str(ROOT) not in said  # the output had not arrived yet
        must_hold(by_python or "Traceback" not in said, said)
        must_hold(by_python or status in (*DOCUMENTED, -signal.SIGINT), f"{status}: {said}")
        must_hold(not (status == 0 and not written), "acknowledged and not written")
        ends[status] += 1
    must_hold(office.verdict().ok, str(office.verdict().finding))
    office.engine.dispose()
    return f"{ends.total()} appends interrupted, by status {dict(sorted(ends.items()))}"


def full_disk(url: str, minutes: float, seed: int) -> str:
    """Append under a cap on the size of files: refused in one line, nothing half, then on."""
    office, dice, ends = _office(url), random.Random(seed), Counter[int]()
    until = time.monotonic() + minutes * 60
    while not ends or time.monotonic() < until:
        before = len(office.entries())
        events = [game("anna", "bela", game=f"d{ends.total()}-{each}") for each in range(2_000)]
        cap = {LARGEST_FILE: str(dice.randrange(20_000, 4_000_000))}
        status, said = _append(url, events, program=HOUSE, environment=cap)
        written = len(office.entries()) - before
        must_hold(status in DOCUMENTED and "Traceback" not in said, said)
        must_hold(written == (len(events) if status == 0 else 0), f"{written} events: {said}")
        must_hold(office.verdict().ok, str(office.verdict().finding))
        ends[status] += 1
    office.engine.dispose()
    return f"{ends.total()} appends under a cap, by status {dict(sorted(ends.items()))}"


def clocks(url: str, minutes: float, seed: int) -> str:
    """Append by machines with wrong clocks: times never leap and never go back."""
    office, dice, ends = _office(url), random.Random(seed), Counter[int]()
    until = time.monotonic() + minutes * 60
    while not ends or time.monotonic() < until:
        days = dice.choice([-40_000, -300, -1, 0, 0, 40, 400, 63_000])
        event = game("anna", "bela", game=f"c{ends.total()}")
        status, said = _append(url, [event], program=("-c", FUTURE, str(days)))
        must_hold("Traceback" not in said, said)
        must_hold(
            status == (1 if days >= 40 else 0), f"{days} days ahead ended with {status}: {said}"
        )
        times = [entry.recorded_at for entry in office.entries()]
        must_hold(times == sorted(times), "the time of the log went back")
        ends[status] += 1
    verdict = office.verdict()
    must_hold(verdict.ok and not verdict.notes, str(verdict))
    office.engine.dispose()
    return f"{ends.total()} appends under wrong clocks, by status {dict(sorted(ends.items()))}"


def _office(url: str) -> Office:
    office = Office(silently_connected(url))
    office.open_season()
    return office


def _append(
    url: str,
    events: list[Event],
    *,
    program: Sequence[str] = PROGRAM,
    interrupted_after: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[int, str]:
    """Run ``append``; return its exit status and its standard error."""
    with subprocess.Popen(
        [sys.executable, *program, "--database", url, "append", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
    ) as running:
        if interrupted_after is not None:
            time.sleep(interrupted_after)
            running.send_signal(signal.SIGINT)
        _, said = running.communicate(b"".join(map(line, events)), timeout=300)
    return running.returncode, said.decode()
