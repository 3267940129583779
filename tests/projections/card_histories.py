"""Two card histories held against each other: card by card, occasion by occasion."""

from collections.abc import Collection

from sqlalchemy import Connection

from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.read_model.earlier_card_history import EarlierCardHistory
from projections.engine.read_model.generations import card_history
from projections.engine.replay.card_history import CardHistory, MemoryCardHistory
from projections.engine.replay.replay import Replay


def must_be_equal(
    found: CardHistory,
    replayed: CardHistory,
    players: Collection[str],
    subjects: Collection[str] = (),
) -> None:
    """They say the same about every card of some players, before and under every occasion."""
    assert (found.position, found.horizon) == (replayed.position, replayed.horizon)
    assert found.last_versions("~") == replayed.last_versions("~")
    keys: set[str] = set()
    for player in players:
        versions = [*found.versions_of(player)]
        assert versions == [*replayed.versions_of(player)]
        keys.update(version.key for version in versions)
    assert found.at(keys) == replayed.at(keys)
    for key in keys:
        assert found.versions_before(key, players) == replayed.versions_before(key, players)
    for key in sorted(keys)[:: max(1, len(keys) // 5)]:
        assert found.last_versions(key) == replayed.last_versions(key)
    for subject in subjects:
        assert [*found.about(subject)] == [*replayed.about(subject)]


def known_as_replayed(
    connection: Connection,
    pool: str,
    known_at: int,
    players: Collection[str],
    subjects: Collection[str] = (),
) -> bool:
    """Hold what was known at a position against a replay; whether the stored cards gave it."""
    as_of = AsOf(known_at=known_at)
    found = card_history(connection, pool, as_of)
    replay = Replay.of(History(connection, as_of), pool, as_of)
    must_be_equal(found, MemoryCardHistory(replay), players, subjects)
    return isinstance(found, EarlierCardHistory)
