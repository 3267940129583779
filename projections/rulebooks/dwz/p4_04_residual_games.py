"""DWZ 4.3, 4.4 and 4.7.7; 2014: 3.4.2: games required, and residual games until then."""

from collections.abc import Mapping
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz import dwz, dwz_2014
from projections.rulebooks.dwz.card import Residual
from projections.rulebooks.dwz.chapters import Field, Stages
from projections.rulebooks.dwz.readings import Readings2014, chosen_in

# --- 1995, 4.3: how many ratable games an evaluation needs ---------------------------------------


@dwz.within("4.3.1")
def enough_for_next_rating(n: int) -> bool:
    """One opponent who has a DWZ, or gets one here, is enough for a player who has one."""
    return n >= 1


@dwz.within("4.3.2")
def enough_for_first_rating(n: int) -> bool:
    """A first DWZ needs five games, residual games included (R5: games, not opponents)."""
    return n >= 5


# --- 1995, 4.4 and 4.7.7: residual games (Restpartien), kept until a first DWZ needs them --------

_KEPT = Message("Games against rated players and stage 1 are kept as residual games.")
_USED = Message("Residual games count for the first DWZ.")


@dwz.within("4.4")
@dwz.within("4.7.7")
def residual_games_from(
    field: Field, stages: Stages, strengths: Mapping[str, int]
) -> dict[str, tuple[Residual, ...]]:
    """Return the games collected because they are too few for a DWZ: those against ``strengths``.

    These are the players rated before, at their strengths, and those of stage 1 at their
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
    """Return a residual game in its displayed form."""
    return {
        "game": game.game,
        "tournament": game.tournament,
        "opponent": game.opponent,
        "opponent_rating": game.opponent_rating,
        "points": game.points,
        "ended_on": game.ended_on.isoformat(),
    }


# --- 2014, 3.4.2: residual games of those who do not get a first DWZ -----------------------------


@dwz_2014.within("3.4.2")
def residual_games_2014(
    field: Field, stages: Stages, strengths: Mapping[str, int]
) -> dict[str, tuple[Residual, ...]]:
    """Return games against players rated before and stage 1, each at the opponent's strength used.

    Under the reading ``old`` an opponent with an exceptional performance counts with his Ro.
    """
    if chosen_in(Readings2014, field.readings).residual_value == "old":
        strengths = {**strengths, **field.ratings}
    return residual_games_from(field, stages, strengths)
