"""Which game of a changed file is which game on record.

First those that say the same in everything, then those of the same round and the same two
players, whatever their colours, in their order where there are several; then those of the same
round with one player in common.  What is left was struck out of the file, or is new in it.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence

import attrs

from ledger.events.facts import GameSubmitted
from ledger.imports.matching.recorded_tournament import Version

Known = Version[GameSubmitted]
Keys = Callable[[GameSubmitted], Iterator[object]]


@attrs.frozen
class Matching:
    """The pairs, in the order of the file; the games that are gone; those that are new."""

    pairs: tuple[tuple[Known, GameSubmitted], ...]
    gone: tuple[Known, ...]
    new: tuple[GameSubmitted, ...]


def matched(known: Sequence[Known], said: Sequence[GameSubmitted]) -> Matching:
    """The standing games of the record beside the games of the file."""
    partner: dict[int, int] = {}
    free = set(range(len(known)))
    for keys in (_everything, _pair, _either):
        waiting = _waiting(known, free, keys)
        for number, game in enumerate(said):
            if number in partner:
                continue
            found = (_first(waiting[key], free) for key in keys(game))
            index = next((at for at in found if at is not None), None)
            if index is not None:
                partner[number] = index
                free.remove(index)
    return Matching(
        tuple((known[partner[at]], game) for at, game in enumerate(said) if at in partner),
        tuple(known[index] for index in sorted(free)),
        tuple(game for at, game in enumerate(said) if at not in partner),
    )


def _waiting(known: Sequence[Known], free: set[int], keys: Keys) -> dict[object, deque[int]]:
    waiting: dict[object, deque[int]] = defaultdict(deque)
    for index in sorted(free):
        game = known[index].stands
        if game is not None:
            for key in keys(game):
                waiting[key].append(index)
    return waiting


def _first(waiting: deque[int], free: set[int]) -> int | None:
    """The first that is still free, None where there is none."""
    while waiting and waiting[0] not in free:
        waiting.popleft()
    return waiting[0] if waiting else None


def _everything(game: GameSubmitted) -> Iterator[object]:
    yield attrs.astuple(game, filter=lambda field, _: field.name != "game")


def _pair(game: GameSubmitted) -> Iterator[object]:
    yield game.round, frozenset((game.white, game.black))


def _either(game: GameSubmitted) -> Iterator[object]:
    if game.round is not None:
        for side in (game.white, game.black):
            if side is not None:
                yield game.round, side
