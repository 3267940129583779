"""Pairings round by round: Swiss, round robin and match.

Players are numbers from 0; a pairing is (white, black), black None for a bye.
"""

from collections.abc import Iterator, Sequence

Pairing = tuple[int, int | None]
Round = list[Pairing]

ATTEMPTS = 8


def swiss(points: Sequence[float], rounds: int) -> Iterator[Round]:
    """Pair neighbours in the table, nobody twice if it is easily avoided.

    ``points`` is read again before every round: the caller keeps the score there.
    """
    table = list(range(len(points)))
    met: list[set[int]] = [set() for _ in table]
    whites = [0] * len(table)
    had_bye: set[int] = set()
    for _ in range(rounds):
        table.sort(key=points.__getitem__, reverse=True)
        waiting = table[::-1]
        bye = _take_bye(waiting, had_bye) if len(waiting) % 2 else None
        pairings: Round = []
        for first, second in _strangers(waiting, met):
            met[first].add(second)
            met[second].add(first)
            white, black = (first, second) if whites[first] <= whites[second] else (second, first)
            whites[white] += 1
            pairings.append((white, black))
        if bye is not None:
            pairings.append((bye, None))
        yield pairings


def _strangers(waiting: list[int], met: Sequence[set[int]]) -> list[tuple[int, int]]:
    """Return all players in pairs from the end of ``waiting`` on.

    A player who finds only earlier opponents is paired first in the next attempt.
    """
    for _ in range(ATTEMPTS):
        pairs, stuck = _pair_off(waiting.copy(), met)
        if stuck is None:
            break
        waiting.remove(stuck)
        waiting.append(stuck)
    return pairs


def _pair_off(
    waiting: list[int], met: Sequence[set[int]]
) -> tuple[list[tuple[int, int]], int | None]:
    """Pair each with the nearest new opponent; return the last one who had to meet an old one."""
    pairs = []
    stuck = None
    while waiting:
        first = waiting.pop()
        known = met[first]
        for place in range(len(waiting) - 1, -1, -1):
            if waiting[place] not in known:
                break
        else:
            place, stuck = -1, first
        pairs.append((first, waiting.pop(place)))
    return pairs, stuck


def _take_bye(waiting: list[int], had_bye: set[int]) -> int:
    """Take out the last in the table who had no bye yet (``waiting`` begins with the last)."""
    bye = next((player for player in waiting if player not in had_bye), waiting[0])
    waiting.remove(bye)
    had_bye.add(bye)
    return bye


def round_robin(size: int) -> Iterator[Round]:
    """Yield rounds in which all meet all once; with an odd number one rests in every round."""
    seats = list(range(size + size % 2))
    for number in range(len(seats) - 1):
        pairings: Round = []
        for first, second in zip(seats, reversed(seats), strict=True):
            if len(pairings) == size // 2:
                break
            if max(first, second) < size:
                swap = (number + len(pairings)) % 2
                pairings.append((second, first) if swap else (first, second))
        yield pairings
        seats[1:] = [seats[-1], *seats[1:-1]]


def match(games: int) -> Iterator[Round]:
    """Two players, colours changing from game to game."""
    for number in range(games):
        yield [(number % 2, 1 - number % 2)]
