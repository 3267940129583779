"""LASK Regel 8: players of other federations have a number from the CRK and no record sheet."""

from collections.abc import Sequence

from ledger.events.messages import Message
from projections.rulebooks.evaluation import GameNotRated, sorted_out
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import Ranked
from projections.rulebooks.lask_1970.lines import lines_of_players
from projections.rulebooks.tournament import Game

OUTSIDERS_ONLY = lask.because(
    "Regel 8", "it counts for outsiders only, whose numbers are not booked"
)


@lask.within("Regel 8")
def has_record_sheet(player: str, ranked: Ranked) -> bool:
    """True if games are booked for the player: he has a number and is not an outsider."""
    card = ranked.get(player)
    return card is not None and not card.outsider


def without_effect(
    games: Sequence[Game], ranked: Ranked
) -> tuple[list[Game], tuple[GameNotRated, ...]]:
    """Split off the games that wait for a number or count for outsiders only."""
    return sorted_out(games, lambda it: why_pending(it, ranked) or why_for_nobody(it, ranked))


def why_pending(game: Game, ranked: Ranked) -> str | None:
    """Return the reason naming the player who still lacks a number, if either does."""
    if game.white in ranked and game.black in ranked:
        return None
    players = (game.white, game.black)
    unranked = [player for player in players if player and player not in ranked]
    names = "".join(unranked[:1])
    if len(unranked) > 1:
        names = Message("%(one)s and %(other)s", one=unranked[0], other=unranked[1])
    return lask.because(
        "Rankingregel 1",
        "pending, %(players)s had no rating on the day of the game",
        players=names,
    )


@lask.within("Regel 8")
def why_for_nobody(game: Game, ranked: Ranked) -> str | None:
    """Return the reason if a game of two ranked players is booked for neither."""
    for line in lines_of_players(game):
        if has_record_sheet(line.player, ranked):
            return None
    return OUTSIDERS_ONLY
