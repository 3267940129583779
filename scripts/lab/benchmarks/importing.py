"""Importing: a folder of tournament files into a ledger in which their players are registered."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import orjson

from ledger.importing.formats.registry import read
from ledger.importing.import_files import import_all
from ledger.importing.matching.player_links import LinkChoice
from ledger.importing.request import ImportRequest, files_in, read_file
from ledger.log.clock import now
from ledger.log.database import connect
from ledger.validation.submission import append
from projections.engine.registry import RegisteredRulebooks
from scripts.federation.names import person, place
from scripts.federation.randomness import RandomSource
from scripts.lab.benchmarks.appending import BY
from scripts.lab.benchmarks.isolation import Stopwatch

PLAYERS, ROUNDS = 20, 10
GAMES = PLAYERS // 2 * ROUNDS
FIRST_NUMBER = 4_600_000
FIRST_DAY = date(2023, 1, 6)
DAYS = 365
NEWCOMERS = 0.01
CODES = (("1", "0"), ("=", "="), ("0", "1"))


def write_files(folder: Path, count: int, registered: int, seed: int) -> None:
    """Write FIDE reports of small opens, a season of them; their players are drawn by lot.

    One player of a hundred is in no register yet.
    """
    folder.mkdir()
    random_source = RandomSource(seed)
    for number in range(count):
        text = "\n".join(_report(random_source, registered))
        (folder / f"open-{number:05}.trf").write_text(f"{text}\n", "utf-8")


def _report(random_source: RandomSource, registered: int) -> Iterator[str]:
    first = FIRST_DAY + timedelta(days=random_source.between(0, DAYS))
    last = first + timedelta(days=2)
    town = place(random_source)
    yield from (f"012 {town} Open", f"022 {town}", "032 GER")
    yield from (f"042 {first:%Y/%m/%d}", f"052 {last:%Y/%m/%d}", "092 Swiss")
    cells = _cells(random_source)
    for number, index in enumerate(_drawn(random_source, registered), start=1):
        fide, name = str(FIRST_NUMBER + index), _name_of(index)
        if random_source.happens(NEWCOMERS):
            fide, name = "", f"{person(random_source, 'm')} {random_source.between(1, 10**9)}"
        row = "".join(cells[number])
        yield f"001 {number:>4} m    {name:33} {'':4} GER {fide:>11} {'':10} {'':4} {'':4}{row}"


def _drawn(random_source: RandomSource, registered: int) -> Sequence[int]:
    drawn: set[int] = set()
    while len(drawn) < PLAYERS:
        drawn.add(random_source.between(1, registered))
    return sorted(drawn)


def _name_of(index: int) -> str:
    """The name of a registered player; many have the same."""
    return person(RandomSource(index), "m")


def _cells(random_source: RandomSource) -> dict[int, list[str]]:
    """Return all cells, round by round: one player stays, the others move on by one place."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, PLAYERS + 1)}
    table = list(cells)
    for _ in range(ROUNDS):
        for white, black in zip(table[: PLAYERS // 2], reversed(table), strict=False):
            own, other = random_source.one_of(CODES)
            cells[white].append(f"  {black:>4} w {own}")
            cells[black].append(f"  {white:>4} b {other}")
        table[1:] = [table[-1], *table[1:-1]]
    return cells


def register(url: str, pool: str, count: int) -> None:
    """Put a pool and players with FIDE numbers into a ledger."""
    engine = connect(url)
    adopted = {"pool": pool, "rulebook": "dwz-1995", "from_day": "1995-01-01"}
    events: list[dict[str, object]] = [{"type": "rulebook.adopted", "data": adopted}]
    for index in range(1, count + 1):
        known = {"name": _name_of(index), "ids": {"fide": str(FIRST_NUMBER + index)}}
        events.append({"type": "player.registered", "data": {"player": f"m{index}", **known}})
    lines = ((number, orjson.dumps(event)) for number, event in enumerate(events, start=1))
    append(engine, lines, by=BY, rulebooks=RegisteredRulebooks())
    engine.dispose()


def import_folder(url: str, pool: str, folder: Path) -> Stopwatch:
    """Import every file of a folder; raises AssertionError if one is refused."""
    engine, stopwatch = connect(url), Stopwatch()
    request = ImportRequest(
        format="trf",
        pools=(pool,),
        by=BY,
        rulebooks=RegisteredRulebooks(),
        clock=now,
        choice=LinkChoice(register_new=True),
    )
    with stopwatch.running():
        files = [partial(read_file, file) for file in files_in((str(folder),))]
        for imported in import_all(engine, files, request):
            if imported.refused:
                raise AssertionError(imported.issues)
    engine.dispose()
    return stopwatch


def read_folder(folder: Path) -> Stopwatch:
    """Only read the files, into reports that are discarded."""
    stopwatch = Stopwatch()
    with stopwatch.running():
        for file in map(read_file, files_in((str(folder),))):
            read("trf", file.name, file.content or b"")
    return stopwatch
