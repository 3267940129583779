"""MGSZ 6.§ (3): a tournament of too much weight is cut into parts, evaluated one after another."""

from collections import Counter
from collections.abc import Sequence

from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.p01_scope import Excluded
from projections.rulebooks.mgsz_2011.p03_committee import decided
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Game, Tournament

Parts = Sequence[Sequence[Game]]


@mgsz.within("6 (3)")
def parts_of(
    tournament: Tournament, games: Sequence[Game], C: int, readings: Readings
) -> Parts | Excluded:
    """The counted games of each part; a single part where C × rounds stays below the limit."""
    rounds = rounds_of(tournament)
    if C * rounds < readings.split_limit:
        return [games]
    if readings.split_limit <= C:
        return Excluded(
            mgsz.because(
                "6 (3)",
                "C is %(C)s, so that a single round reaches %(limit)s",
                C=C,
                limit=readings.split_limit,
            )
        )
    decision = decided(tournament, "6 (3)")
    lengths = split(C, rounds, readings) if decision is None else decision.value["parts"]
    if sum(lengths) != rounds:
        return Excluded(
            mgsz.because(
                "6 (3)",
                "the parts decided make %(decided)s rounds, but %(rounds)s were played",
                decided=sum(lengths),
                rounds=rounds,
            )
        )
    if any(game.round is None for game in games):
        return Excluded(
            mgsz.because("6 (3)", "it has to be cut into parts, but games lack their round")
        )
    given = {"C": C, "rounds": rounds, "limit": readings.split_limit}
    mgsz.note("6 (3)", "C × rounds reaches the limit: the rounds of each part.", given, lengths)
    return _cut(games, lengths)


def rounds_of(tournament: Tournament) -> int:
    """The rounds as reported or numbered; without either, the most games that anybody had."""
    numbered = max((game.round or 0 for game in tournament.games), default=0)
    stated = max(tournament.rounds or 0, numbered)
    if stated:
        return stated
    games = Counter(side for game in tournament.games for side in (game.white, game.black))
    return max((times for player, times in games.items() if player is not None), default=0)


@mgsz.within("6 (3)")
def split(C: int, rounds: int, readings: Readings) -> list[int]:
    """The rounds of each part: the fewest parts below the limit, as even as possible (M6).

    The longer parts come first; ``greedy`` fills every part before the next is begun.
    """
    longest = (readings.split_limit - 1) // C
    parts = -(-rounds // longest)
    if readings.split_policy == "greedy":
        return [longest] * (parts - 1) + [rounds - longest * (parts - 1)]
    length, longer = divmod(rounds, parts)
    return [length + 1] * longer + [length] * (parts - longer)


def _cut(games: Sequence[Game], lengths: Sequence[int]) -> Parts:
    in_order = (part for part, length in enumerate(lengths) for _ in range(length))
    part_of: dict[int | None, int] = dict(enumerate(in_order, start=1))
    parts: list[list[Game]] = [[] for _ in lengths]
    for game in games:
        parts[part_of[game.round]].append(game)
    return parts
