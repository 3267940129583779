"""Performance targets: the figures required of a ledger of 1,000,000 games.

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
REBUILD_BY_TWO = "full rebuild by two processes"
REPLAY_BY_TWO = "replay by two processes, processor time of the longest"
RATINGS = "ratings, the whole command"
RATINGS_JSON = "ratings as JSON, the whole command"
RATINGS_CALL = "ratings, the call alone"
PLAYER = "player, the whole command"
PLAYER_CALL = "player, the call alone"
ONE_YEAR = "correction one year back"
FIVE_YEARS = "correction five years back"
TEN_YEARS = "correction ten years back"
ONE_YEAR_SELDOM = "correction one year back, 95 of 100"
FIVE_YEARS_SELDOM = "correction five years back, 95 of 100"
TEN_YEARS_SELDOM = "correction ten years back, 95 of 100"
ONE_YEAR_PROCESSOR = "correction one year back, processor time alone"
FIVE_YEARS_PROCESSOR = "correction five years back, processor time alone"
TEN_YEARS_PROCESSOR = "correction ten years back, processor time alone"
AT_THE_END = "new tournament at the end"
STANDINGS_200 = "standings of 200 players, 11 rounds"
STANDINGS_1000 = "standings of 1,000 players, 11 rounds"
IMPORT = "import a folder of files"
SERVE = "start of serve to the first answer"
LONGEST_CARD = "card of the longest record"
LONG_CARDS = "cards prepared at rest"
CARDS = "cards"
LIST_PAGES = "pages of the list"
TOURNAMENTS = "tournaments"
SEARCHES = "searches"
NOT_MODIFIED = "304"
PAGES_A_SECOND = "pages of 8 clients"
ANSWERS_A_SECOND = "answers of the API to 8 clients"
SERVER_MEMORY = "memory of serve"
SERVER_BYTES = 300e6


def replay_of(rulebook: str) -> str:
    """Return the name of the replay of a rulebook."""
    return f"replay under {rulebook}"


def reading_of(format_: str) -> str:
    """Return the name of the reading of a format."""
    return f"read {format_}"


REPLAY_TARGET = 50_000.0
READER_TARGET = 5e6
_TARGETS: Mapping[str, Mapping[str, float]] = {
    IN_BULK: {SQLITE: 50_000, POSTGRESQL: 25_000},
    VERIFY_BY_TWO: {SQLITE: 250_000},
    REBUILD: {SQLITE: 50_000, POSTGRESQL: 50_000},
    REBUILD_MEMORY: {SQLITE: 1e9, POSTGRESQL: 1e9},
    RATINGS: {SQLITE: 0.5, POSTGRESQL: 0.5},
    RATINGS_JSON: {SQLITE: 0.5, POSTGRESQL: 0.5},
    PLAYER: {SQLITE: 0.5, POSTGRESQL: 0.5},
    ONE_YEAR: {SQLITE: 0.04},
    ONE_YEAR_SELDOM: {SQLITE: 0.15},
    FIVE_YEARS: {SQLITE: 0.3},
    TEN_YEARS: {SQLITE: 1.0},
    TEN_YEARS_SELDOM: {SQLITE: 3.0},
    AT_THE_END: {SQLITE: 0.05},
    STANDINGS_200: {SQLITE: 0.2},
    STANDINGS_1000: {SQLITE: 2.0},
    IMPORT: {SQLITE: 60.0, POSTGRESQL: 60.0},
}
_OF_THE_WEB: Mapping[str, float] = {
    SERVE: 1.5,
    LONGEST_CARD: 0.05,
    LONG_CARDS: 0.05,
    CARDS: 0.05,
    LIST_PAGES: 0.06,
    TOURNAMENTS: 0.05,
    SEARCHES: 0.05,
    NOT_MODIFIED: 0.003,
    PAGES_A_SECOND: 150,
    ANSWERS_A_SECOND: 300,
    SERVER_MEMORY: SERVER_BYTES,
}

_LEAST_RATIOS: Mapping[str, Mapping[str, float]] = {
    IN_BULK: {POSTGRESQL: 0.33},
    IN_BULK_PROCESSOR: {SQLITE: 0.28},
    ONE_BY_ONE: {SQLITE: 0.8, POSTGRESQL: 0.8},
    BY_MANY: {SQLITE: 0.8, POSTGRESQL: 0.8},
}


def least_ratio_of(what: str, database: str) -> float | None:
    """Return the minimum of a rate, as a part of the bare driver's; None without a target."""
    return _LEAST_RATIOS.get(what, {}).get(database)


def target_of(what: str, database: str) -> float | None:
    """The target in events, games or bytes a second, in seconds or in bytes; None without one."""
    if what.startswith(replay_of("")):
        return REPLAY_TARGET
    if what.startswith(reading_of("")):
        return READER_TARGET
    page = what.partition(",")[0]
    if page in _OF_THE_WEB and not what.endswith("of the processor"):
        return _OF_THE_WEB[page]
    return _TARGETS.get(what, {}).get(database)
