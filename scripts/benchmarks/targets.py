"""How fast is fast enough: the figures that a ledger of 1,000,000 games is held to.

Targets of rates are minimums, those of times and memory maximums.
"""

from collections.abc import Mapping

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"

IN_BULK = "append in bulk"
IN_BULK_PROCESSOR = "append in bulk, processor time alone"
IN_BULK_MEMORY = "append in bulk, memory"
ONE_BY_ONE = "append one event after another"
BY_MANY = "append one event after another, 32 writers at once"
VERIFY = "verify"
VERIFY_BY_TWO = "verify by two processes"
REBUILD = "full rebuild"
REBUILD_MEMORY = "full rebuild, memory"
RATINGS = "ratings, the whole command"
RATINGS_JSON = "ratings as JSON, the whole command"
RATINGS_CALL = "ratings, the call alone"
PLAYER = "player, the whole command"
PLAYER_CALL = "player, the call alone"
ONE_YEAR = "correction one year back"
FIVE_YEARS = "correction five years back"
AT_THE_END = "new tournament at the end"
STANDINGS_200 = "standings of 200 players, 11 rounds"
STANDINGS_1000 = "standings of 1,000 players, 11 rounds"
IMPORT = "import a folder of files"


def replay_of(rulebook: str) -> str:
    """How the replay of a rulebook is called."""
    return f"replay under {rulebook}"


def reading_of(format_: str) -> str:
    """How the reading of a format is called."""
    return f"read {format_}"


REPLAY_TARGET = 30_000.0
READER_TARGET = 5e6
_TARGETS: Mapping[str, Mapping[str, float]] = {
    IN_BULK: {SQLITE: 50_000, POSTGRESQL: 25_000},
    VERIFY_BY_TWO: {SQLITE: 250_000},
    REBUILD: {SQLITE: 50_000, POSTGRESQL: 50_000},
    REBUILD_MEMORY: {SQLITE: 1e9, POSTGRESQL: 1e9},
    RATINGS: {SQLITE: 0.5, POSTGRESQL: 0.5},
    RATINGS_JSON: {SQLITE: 0.5, POSTGRESQL: 0.5},
    PLAYER: {SQLITE: 0.5, POSTGRESQL: 0.5},
    ONE_YEAR: {SQLITE: 0.2},
    FIVE_YEARS: {SQLITE: 1.0},
    AT_THE_END: {SQLITE: 0.05},
    STANDINGS_200: {SQLITE: 0.2},
    STANDINGS_1000: {SQLITE: 2.0},
    IMPORT: {SQLITE: 60.0, POSTGRESQL: 60.0},
}

_LEAST_RATIOS: Mapping[str, Mapping[str, float]] = {
    IN_BULK: {POSTGRESQL: 0.33},
    IN_BULK_PROCESSOR: {SQLITE: 0.28},
    ONE_BY_ONE: {SQLITE: 0.8, POSTGRESQL: 0.8},
    BY_MANY: {SQLITE: 0.8, POSTGRESQL: 0.8},
}


def least_ratio_of(what: str, database: str) -> float | None:
    """What a rate is to be at least, as a part of the bare driver's; None without a target."""
    return _LEAST_RATIOS.get(what, {}).get(database)


def target_of(what: str, database: str) -> float | None:
    """The target in events, games or bytes a second, in seconds or in bytes; None without one."""
    if what.startswith(replay_of("")):
        return REPLAY_TARGET
    if what.startswith(reading_of("")):
        return READER_TARGET
    return _TARGETS.get(what, {}).get(database)
