"""The parts of the bench by their names, each a generator of figures with their baselines.

A part yields figures; the run creates missing inputs.
"""

from collections.abc import Iterator, Mapping

from projections.engine.registry import BUILT_IN
from scripts.lab.benchmarks import (
    appending,
    changes,
    crosstables,
    importing,
    query_times,
    reading,
    replaying,
    targets,
)
from scripts.lab.benchmarks.driver import games_around, last_cards
from scripts.lab.benchmarks.figures import Baseline, Figure
from scripts.lab.benchmarks.isolation import in_new_process
from scripts.lab.benchmarks.run import POOL, SEED, BenchmarkRun, Part
from scripts.lab.benchmarks.tournament_files import FORMATS
from scripts.lab.benchmarks.web import web

MOST_BEFORE, MOST_SINGLE = 20_000, 1_000
MOST_FILES = 5
CORRECTIONS = {
    1: (targets.ONE_YEAR, targets.ONE_YEAR_SELDOM, targets.ONE_YEAR_PROCESSOR),
    5: (targets.FIVE_YEARS, targets.FIVE_YEARS_SELDOM, targets.FIVE_YEARS_PROCESSOR),
    10: (targets.TEN_YEARS, targets.TEN_YEARS_SELDOM, targets.TEN_YEARS_PROCESSOR),
}


def append_in_bulk(run: BenchmarkRun) -> Iterator[Figure]:
    """The whole federation appended at once."""
    ours = run.ledger.made
    bare = in_new_process(appending.insert_in_bulk, run.ledger.url, run.databases.empty("bare"))
    driver = f"{run.databases.driver}: the same rows, no checks, hashes or triggers"
    wall = Baseline(driver, bare.result.per_second)
    yield run.figure(targets.IN_BULK, ours.result.per_second, "events/s", wall)
    processor = Baseline(driver, bare.result.per_processor_second)
    rate = ours.result.per_processor_second
    yield run.figure(targets.IN_BULK_PROCESSOR, rate, "events/s", processor)
    yield run.figure(targets.IN_BULK_MEMORY, ours.peak, "bytes", Baseline(driver, bare.peak))


def append_one_by_one(run: BenchmarkRun) -> Iterator[Figure]:
    """Events appended one after another, each of them durable before the next."""
    before = min(MOST_BEFORE, run.games // 2)
    count = min(MOST_SINGLE, run.games // 4)
    url, file = run.empty_ledger("single"), run.federation(run.games)
    ours = in_new_process(appending.append_one_by_one, url, file, before, count).result
    bare_url = run.databases.empty("single_bare")
    bare = in_new_process(appending.insert_one_by_one, url, bare_url, before).result
    baseline = Baseline(f"{run.databases.driver}: the same rows, unchecked", bare.per_second)
    yield run.figure(targets.ONE_BY_ONE, ours.per_second, "events/s", baseline)


def append_by_many(run: BenchmarkRun) -> Iterator[Figure]:
    """Events appended by many writers at once, each of them durable before the writer's next."""
    url, bare_url = run.empty_ledger("writers"), run.databases.empty("writers_bare")
    each = max(2, min(MOST_SINGLE, run.games // 100) // appending.WRITERS)
    ours = in_new_process(appending.append_by_many, url, each).result
    bare = in_new_process(appending.insert_by_many, url, bare_url).result
    baseline = Baseline(f"{run.databases.driver}: the same rows, unchecked", bare.per_second)
    yield run.figure(targets.BY_MANY, ours.per_second, "events/s", baseline)


def verify(run: BenchmarkRun) -> Iterator[Figure]:
    """Every event, every hash and every look-up column checked."""
    url, events = run.ledger.url, run.ledger.made.result.events
    ours = in_new_process(replaying.verify_log, url).result
    bare = in_new_process(replaying.read_events, url).result
    baseline = Baseline(f"{run.databases.driver}: every event read", events / bare.seconds)
    yield run.figure(targets.VERIFY, events / ours.seconds, "events/s", baseline)
    shared = in_new_process(replaying.verify_log, url, 2).result
    yield run.figure(targets.VERIFY_BY_TWO, events / shared.seconds, "events/s", baseline)


def rebuild(run: BenchmarkRun) -> Iterator[Figure]:
    """The read model made from nothing."""
    ours = run.rebuilt
    bare = in_new_process(replaying.read_payloads, run.ledger.url)
    driver = f"{run.databases.driver}: every payload read"
    baseline = Baseline(driver, run.games / bare.result.seconds)
    rate = run.games / ours.result.seconds
    yield run.figure(targets.REBUILD, rate, "games/s", baseline)
    alone, shared = (
        in_new_process(replaying.longest_of_replay, run.ledger.url, POOL, workers).result
        for workers in (1, 2)
    )
    one = Baseline("the replay in one process", run.games / alone)
    yield run.figure(targets.REPLAY_BY_TWO, run.games / shared, "games/s", one)
    two = in_new_process(replaying.rebuild_pool, run.ledger.url, POOL, 2).result
    yield run.figure(targets.REBUILD_BY_TWO, run.games / two.seconds, "games/s", baseline)
    yield run.figure(targets.REBUILD_MEMORY, ours.peak, "bytes", Baseline(driver, bare.peak))


def questions(run: BenchmarkRun) -> Iterator[Figure]:
    """The two most frequent questions, as whole commands and as calls alone."""
    url = run.up_to_date
    yield from _ratings(run, url)
    yield from _player(run, url)


def _ratings(run: BenchmarkRun, url: str) -> Iterator[Figure]:
    driver = f"{run.databases.driver}: everybody's last card"
    queries = [last_cards(POOL)] * run.times
    programs = [query_times.fetch_by_program(url, query) for query in queries]
    for what, form in ((targets.RATINGS, "table"), (targets.RATINGS_JSON, "json")):
        words = ("ratings", POOL, "--format", form)
        commands = [query_times.ask_by_command(url, *words) for _ in queries]
        yield run.timed(what, commands, driver, programs)
    calls = in_new_process(query_times.call_ratings, url, POOL, run.times).result
    fetched = in_new_process(query_times.fetch, url, queries).result
    yield run.timed(targets.RATINGS_CALL, calls, driver, fetched)


def _player(run: BenchmarkRun, url: str) -> Iterator[Figure]:
    driver = f"{run.databases.driver}: the games of the player's tournaments"
    players = query_times.players_by_record(url, run.times)
    queries = [games_around(POOL, player) for player in players]
    commands = [query_times.ask_by_command(url, "player", POOL, player) for player in players]
    programs = [query_times.fetch_by_program(url, query) for query in queries]
    yield run.timed(targets.PLAYER, commands, driver, programs)
    calls = in_new_process(query_times.call_player, url, POOL, players).result
    fetched = in_new_process(query_times.fetch, url, queries).result
    yield run.timed(targets.PLAYER_CALL, calls, driver, fetched)


def catch_up(run: BenchmarkRun) -> Iterator[Figure]:
    """From submitting a change to ratings that reflect it, proved by a replay afterwards."""
    url = run.up_to_date
    rebuilt = run.rebuilt.result
    full, seconds, processor = "the full rebuild", [rebuilt.seconds], [rebuilt.processor]
    for years, (middle, seldom, alone) in CORRECTIONS.items():
        taken = in_new_process(changes.correct_results, url, POOL, years).result
        yield run.timed(middle, [each.seconds for each in taken], full, seconds)
        yield run.seldom_exceeded(seldom, [each.seconds for each in taken], full, seconds)
        yield run.timed(alone, [each.processor for each in taken], full, processor)
    added = in_new_process(changes.add_tournaments, url, POOL).result
    yield run.timed(targets.AT_THE_END, [each.seconds for each in added], full, seconds)
    in_new_process(changes.prove, url, POOL)


def rulebooks(run: BenchmarkRun) -> Iterator[Figure]:
    """A replay under each built-in rulebook, of a federation of its own, a fifth as large."""
    games = run.games // 5
    for rulebook in BUILT_IN:
        ledger = run.ledger_of(run.federation(games, rulebook), rulebook)
        ours = in_new_process(replaying.replay_pool, ledger.url, POOL).result
        bare = in_new_process(replaying.read_payloads, ledger.url).result
        driver = f"{run.databases.driver}: every payload read"
        baseline = Baseline(driver, games / bare.seconds)
        yield run.figure(targets.replay_of(rulebook), games / ours.seconds, "games/s", baseline)


def standings(run: BenchmarkRun) -> Iterator[Figure]:
    """Tournament tables of large opens."""
    for what, players in ((targets.STANDINGS_200, 200), (targets.STANDINGS_1000, 1_000)):
        name = f"open_{players}"
        file = run.folder / f"{name}.jsonl"
        crosstables.write_open(file, players)
        url = run.ledger_of(file, name).url
        calls = in_new_process(crosstables.call_standings, url, run.times).result
        fetched = in_new_process(query_times.fetch, url, [crosstables.GAMES] * run.times).result
        driver = f"{run.databases.driver}: the tournament's games"
        yield run.timed(what, calls, driver, fetched)


def read(run: BenchmarkRun) -> Iterator[Figure]:
    """Tournament files of every format, in bytes and in games."""
    count = max(1, min(MOST_FILES, run.games // 100_000))
    for format_ in FORMATS:
        ours, bare = in_new_process(reading.read_files, format_, count, run.times).result
        what, bare_pass = targets.reading_of(format_), "the bytes decoded into lines"
        baseline = Baseline(bare_pass, bare.bytes_per_second)
        yield run.figure(what, ours.bytes_per_second, "bytes/s", baseline)
        baseline = Baseline(bare_pass, bare.games_per_second)
        yield run.figure(f"games {what}", ours.games_per_second, "games/s", baseline)


def import_folder(run: BenchmarkRun) -> Iterator[Figure]:
    """A tournament file for each thousand games, among a hundred times as many players."""
    files, players = run.games // 1_000, run.games // 10
    url, folder = run.empty_ledger("import"), run.folder / f"files-{run.databases.name}"
    in_new_process(importing.register, url, POOL, players)
    importing.write_files(folder, files, players, SEED)
    ours = in_new_process(importing.import_folder, url, POOL, folder).result
    bare = in_new_process(importing.read_folder, folder).result
    baseline = "the same files, only read"
    yield run.timed(targets.IMPORT, [ours.seconds], baseline, [bare.seconds])


PARTS: Mapping[str, Part] = {
    "append": append_in_bulk,
    "single": append_one_by_one,
    "writers": append_by_many,
    "verify": verify,
    "rebuild": rebuild,
    "questions": questions,
    "catch-up": catch_up,
    "rulebooks": rulebooks,
    "standings": standings,
    "read": read,
    "import": import_folder,
    "web": web,
}
