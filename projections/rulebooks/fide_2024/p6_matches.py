"""FIDE 6: matches, which need two rated players and end when they are decided."""

from collections import defaultdict

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.decisions import counts_whole
from projections.rulebooks.tournament import Tournament

_LAST = float("inf")


@fide.within("6.1")
def unrated_in_match(tournament: Tournament, unrated: frozenset[str]) -> str | None:
    """Why a match is not rated: one of the two is unrated in the list used."""
    if tournament.format == "match" and unrated:
        return fide.because(
            "6.1", "%(player)s is unrated, so the match is not rated", player=min(unrated)
        )
    return None


@fide.within("6.2")
def after_the_decision(tournament: Tournament) -> frozenset[str]:
    """The games of a match after one side has more than half of the points there are.

    Every result counts towards that, forfeits too; without a number of rounds there is no limit.
    """
    if tournament.format != "match" or tournament.rounds is None:
        return frozenset()
    if counts_whole(tournament.decisions):
        return frozenset()
    scored: dict[str | None, float] = defaultdict(float)
    after = set()
    for game in sorted(tournament.games, key=lambda game: (game.round or _LAST, game.game)):
        if any(points * 2 > tournament.rounds for points in scored.values()):
            after.add(game.game)
        scored[game.white] += game.white_points
        scored[game.black] += game.black_points
    return frozenset(after)
