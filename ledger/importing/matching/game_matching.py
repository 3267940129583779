"""Which game of a changed file is which game on record.

First those that are equal in every field, then those of the same round and the same two
players, whatever their colours, in their order where there are several; then those of the same
round with one player in common.  What is left was struck out of the file, or is new in it.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence

import attrs

from ledger.events.facts import GameSubmitted
from ledger.importing.matching.recorded_tournament import Version

RecordedGame = Version[GameSubmitted]
Keys = Callable[[GameSubmitted], Iterator[object]]


@attrs.frozen
class Matching:
    """The pairs, in the order of the file; the games that the file no longer has; the new ones."""

    pairs: tuple[tuple[RecordedGame, GameSubmitted], ...]
    removed: tuple[RecordedGame, ...]
    new: tuple[GameSubmitted, ...]


def match_games(recorded: Sequence[RecordedGame], reported: Sequence[GameSubmitted]) -> Matching:
    """The recorded games matched with the games of the file."""
    partners: dict[int, int] = {}
    free = set(range(len(recorded)))
    for keys in (_all_fields, _pair, _either_player):
        by_key = _index_by_key(recorded, free, keys)
        for number, game in enumerate(reported):
            if number in partners:
                continue
            found = (_first_free(by_key[key], free) for key in keys(game))
            index = next((at for at in found if at is not None), None)
            if index is not None:
                partners[number] = index
                free.remove(index)
    return Matching(
        tuple(
            (recorded[partners[at]], game) for at, game in enumerate(reported) if at in partners
        ),
        tuple(recorded[index] for index in sorted(free)),
        tuple(game for at, game in enumerate(reported) if at not in partners),
    )


def _index_by_key(
    recorded: Sequence[RecordedGame], free: set[int], keys: Keys
) -> dict[object, deque[int]]:
    by_key: dict[object, deque[int]] = defaultdict(deque)
    for index in sorted(free):
        game = recorded[index].stands
        if game is not None:
            for key in keys(game):
                by_key[key].append(index)
    return by_key


def _first_free(indexes: deque[int], free: set[int]) -> int | None:
    """The first that is still free, None where there is none."""
    while indexes and indexes[0] not in free:
        indexes.popleft()
    return indexes[0] if indexes else None


def _all_fields(game: GameSubmitted) -> Iterator[object]:
    yield attrs.astuple(game, filter=lambda field, _: field.name != "game")


def _pair(game: GameSubmitted) -> Iterator[object]:
    yield game.round, frozenset((game.white, game.black))


def _either_player(game: GameSubmitted) -> Iterator[object]:
    if game.round is not None:
        for side in (game.white, game.black):
            if side is not None:
                yield game.round, side
