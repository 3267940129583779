"""DWZ 4.4 and 4.7.7: residual games (Restpartien), kept until a first DWZ needs them."""

from collections.abc import Mapping
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import Residual
from projections.rulebooks.dwz_1995.chapters import Field, Stages

_KEPT = Message("Games against rated players are kept as residual games.")
_USED = Message("Residual games count for the first DWZ.")


@dwz.within("4.4")
@dwz.within("4.7.7")
def residual_games_from(
    field: Field, stages: Stages, strengths: Mapping[str, int]
) -> dict[str, tuple[Residual, ...]]:
    """What those who get no DWZ keep: their games against ``strengths``.

    These are the players rated before, at what they counted as, and those of stage 1 at their
    first DWZ; a first DWZ of stage 2 gives no residual games.
    """
    kept: dict[str, tuple[Residual, ...]] = {}
    for player in field.residual_games:
        if player in stages or player in field.apart:
            continue
        games = tuple(
            Residual(
                game=game.game,
                tournament=field.tournament.id,
                opponent=game.opponent,
                opponent_rating=strengths[game.opponent],
                points=game.points,
                ended_on=field.tournament.ended_on,
            )
            for game in field.games[player]
            if game.opponent in strengths
        )
        if games:
            kept[player] = games
            _note(player, "4.7.7", _KEPT, games)
    return kept


@dwz.within("4.4")
def note_residual_games_used(player: str, games: tuple[Residual, ...]) -> None:
    """Residual games go into the first DWZ and are then spent."""
    if games:
        _note(player, "4.4", _USED, games)


def _note(player: str, paragraph: str, text: str, games: tuple[Residual, ...]) -> None:
    listed = [as_listed(game) for game in games]
    with concerning(player):
        dwz.note(paragraph, text, {"games": listed}, len(listed))


def as_listed(game: Residual) -> dict[str, Any]:
    """A residual game as it is shown."""
    return {
        "game": game.game,
        "tournament": game.tournament,
        "opponent": game.opponent,
        "opponent_rating": game.opponent_rating,
        "points": game.points,
        "ended_on": game.ended_on.isoformat(),
    }
