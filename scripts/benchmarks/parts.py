"""The parts of the bench, by their names: what is measured, and what stands beside it.

A part yields figures; what it needs and is not there yet, the trial makes.
"""

from collections.abc import Iterator, Mapping

from projections.registry import BUILT_IN
from scripts.benchmarks import (
    appending,
    asking,
    changing,
    crosstables,
    importing,
    promises,
    reading,
    replaying,
)
from scripts.benchmarks.apart import apart
from scripts.benchmarks.driver import games_around, last_cards
from scripts.benchmarks.figures import Beside, Figure
from scripts.benchmarks.papers import FORMATS
from scripts.benchmarks.trial import POOL, SEED, Part, Trial

MOST_BEFORE, MOST_SINGLE = 20_000, 1_000
MOST_FILES = 5


def append_in_bulk(trial: Trial) -> Iterator[Figure]:
    """The whole federation appended at once."""
    ours = trial.ledger.made
    bare = apart(appending.insert_in_bulk, trial.ledger.url, trial.databases.empty("bare"))
    driver = f"{trial.databases.driver}: the same rows, no checks, hashes or triggers"
    wall = Beside(driver, bare.result.per_second)
    yield trial.figure(promises.IN_BULK, ours.result.per_second, "events/s", wall)
    busy = Beside(driver, bare.result.per_processor_second)
    rate = ours.result.per_processor_second
    yield trial.figure(promises.IN_BULK_PROCESSOR, rate, "events/s", busy)
    yield trial.figure(promises.IN_BULK_MEMORY, ours.peak, "bytes", Beside(driver, bare.peak))


def append_one_by_one(trial: Trial) -> Iterator[Figure]:
    """Events appended one after another, each of them durable before the next."""
    before = min(MOST_BEFORE, trial.games // 2)
    count = min(MOST_SINGLE, trial.games // 4)
    url, file = trial.empty_ledger("single"), trial.federation(trial.games)
    ours = apart(appending.append_one_by_one, url, file, before, count).result
    bare_url = trial.databases.empty("single_bare")
    bare = apart(appending.insert_one_by_one, url, bare_url, before).result
    beside = Beside(f"{trial.databases.driver}: the same rows, unchecked", bare.per_second)
    yield trial.figure(promises.ONE_BY_ONE, ours.per_second, "events/s", beside)


def verify(trial: Trial) -> Iterator[Figure]:
    """Every event, every hash and every look-up column checked."""
    url, events = trial.ledger.url, trial.ledger.made.result.events
    ours = apart(replaying.verify_log, url).result
    bare = apart(replaying.read_events, url).result
    beside = Beside(f"{trial.databases.driver}: every event read", events / bare.seconds)
    yield trial.figure(promises.VERIFY, events / ours.seconds, "events/s", beside)


def rebuild(trial: Trial) -> Iterator[Figure]:
    """The read model made from nothing."""
    ours = trial.rebuilt
    bare = apart(replaying.read_payloads, trial.ledger.url)
    driver = f"{trial.databases.driver}: every payload read"
    beside = Beside(driver, trial.games / bare.result.seconds)
    rate = trial.games / ours.result.seconds
    yield trial.figure(promises.REBUILD, rate, "games/s", beside)
    yield trial.figure(promises.REBUILD_MEMORY, ours.peak, "bytes", Beside(driver, bare.peak))


def questions(trial: Trial) -> Iterator[Figure]:
    """The two questions asked most, as whole commands and as calls alone."""
    url = trial.up_to_date
    yield from _ratings(trial, url)
    yield from _player(trial, url)


def _ratings(trial: Trial, url: str) -> Iterator[Figure]:
    driver = f"{trial.databases.driver}: everybody's last card"
    queries = [last_cards(POOL)] * trial.times
    programs = [asking.fetch_by_program(url, query) for query in queries]
    for what, form in ((promises.RATINGS, "table"), (promises.RATINGS_JSON, "json")):
        words = ("ratings", POOL, "--format", form)
        commands = [asking.ask_by_command(url, *words) for _ in queries]
        yield trial.timed(what, commands, driver, programs)
    calls = apart(asking.call_ratings, url, POOL, trial.times).result
    fetched = apart(asking.fetch, url, queries).result
    yield trial.timed(promises.RATINGS_CALL, calls, driver, fetched)


def _player(trial: Trial, url: str) -> Iterator[Figure]:
    driver = f"{trial.databases.driver}: the games of the player's tournaments"
    players = asking.players_by_record(url, trial.times)
    queries = [games_around(POOL, player) for player in players]
    commands = [asking.ask_by_command(url, "player", POOL, player) for player in players]
    programs = [asking.fetch_by_program(url, query) for query in queries]
    yield trial.timed(promises.PLAYER, commands, driver, programs)
    calls = apart(asking.call_player, url, POOL, players).result
    fetched = apart(asking.fetch, url, queries).result
    yield trial.timed(promises.PLAYER_CALL, calls, driver, fetched)


def catch_up(trial: Trial) -> Iterator[Figure]:
    """From handing in a change to ratings that reflect it, proved by a replay afterwards."""
    url = trial.up_to_date
    full, rebuilt = "the full rebuild", [trial.rebuilt.result.seconds]
    for what, years in ((promises.ONE_YEAR, 1), (promises.FIVE_YEARS, 5)):
        corrected = apart(changing.correct_results, url, POOL, years).result
        yield trial.timed(what, corrected, full, rebuilt)
    added = apart(changing.add_tournaments, url, POOL).result
    yield trial.timed(promises.AT_THE_END, added, full, rebuilt)
    apart(changing.prove, url, POOL)


def rulebooks(trial: Trial) -> Iterator[Figure]:
    """A replay under each built-in rulebook, of a federation of its own, a fifth as large."""
    games = trial.games // 5
    for rulebook in BUILT_IN:
        ledger = trial.ledger_of(trial.federation(games, rulebook), rulebook)
        ours = apart(replaying.replay_pool, ledger.url, POOL).result
        bare = apart(replaying.read_payloads, ledger.url).result
        driver = f"{trial.databases.driver}: every payload read"
        beside = Beside(driver, games / bare.seconds)
        yield trial.figure(promises.replay_of(rulebook), games / ours.seconds, "games/s", beside)


def standings(trial: Trial) -> Iterator[Figure]:
    """Tournament tables of large opens."""
    for what, players in ((promises.STANDINGS_200, 200), (promises.STANDINGS_1000, 1_000)):
        name = f"open_{players}"
        file = trial.folder / f"{name}.jsonl"
        crosstables.write_open(file, players)
        url = trial.ledger_of(file, name).url
        calls = apart(crosstables.call_standings, url, trial.times).result
        fetched = apart(asking.fetch, url, [crosstables.GAMES] * trial.times).result
        driver = f"{trial.databases.driver}: the tournament's games"
        yield trial.timed(what, calls, driver, fetched)


def read(trial: Trial) -> Iterator[Figure]:
    """Tournament files of every format, in bytes and in games."""
    count = max(1, min(MOST_FILES, trial.games // 100_000))
    for format_ in FORMATS:
        ours, bare = apart(reading.read_files, format_, count, trial.times).result
        what, bare_pass = promises.reading_of(format_), "the bytes decoded into lines"
        beside = Beside(bare_pass, bare.bytes_per_second)
        yield trial.figure(what, ours.bytes_per_second, "bytes/s", beside)
        beside = Beside(bare_pass, bare.games_per_second)
        yield trial.figure(f"games {what}", ours.games_per_second, "games/s", beside)


def import_folder(trial: Trial) -> Iterator[Figure]:
    """A tournament file for each thousand games, among a hundred times as many players."""
    files, players = trial.games // 1_000, trial.games // 10
    url, folder = trial.empty_ledger("import"), trial.folder / f"files-{trial.databases.name}"
    apart(importing.register, url, POOL, players)
    importing.write_files(folder, files, players, SEED)
    ours = apart(importing.import_folder, url, POOL, folder).result
    bare = apart(importing.read_folder, folder).result
    beside = "the same files, only read"
    yield trial.timed(promises.IMPORT, [ours.seconds], beside, [bare.seconds])


PARTS: Mapping[str, Part] = {
    "append": append_in_bulk,
    "single": append_one_by_one,
    "verify": verify,
    "rebuild": rebuild,
    "questions": questions,
    "catch-up": catch_up,
    "rulebooks": rulebooks,
    "standings": standings,
    "read": read,
    "import": import_folder,
}
