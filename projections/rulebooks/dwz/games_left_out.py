"""The games of a tournament that counted for nobody, each with the paragraph that says so."""

from collections.abc import Collection

from ledger.events.messages import Message, marked
from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.chapters import Outcome
from projections.rulebooks.dwz.p4_07_first_ratings import counted_games
from projections.rulebooks.evaluation import GameNotRated
from projections.rulebooks.tournament import Game


def games_left_out(outcome: Outcome) -> tuple[GameNotRated, ...]:
    """Return the games that rated no player and that nobody keeps, in the order of the ids."""
    served = _games_that_served(outcome)
    return tuple(
        GameNotRated(game=game.game, reason=_reason(outcome, game))
        for game in outcome.field.tournament.games
        if game.game not in served
    )


def _games_that_served(outcome: Outcome) -> Collection[str]:
    field, stages = outcome.field, outcome.stages
    served = {game.game for sheet in outcome.sheets.values() for game in sheet.games}
    served |= {game.game for player in stages for game in counted_games(field, stages, player)}
    served |= {game.game for games in outcome.kept.values() for game in games}
    return served


def _reason(outcome: Outcome, game: Game) -> str:
    if game.black is None or not game.played:
        why = game.reason or ("bye" if game.black is None else marked("no game"))
        return dwz.because("4.2", "not played (%(why)s)", why=Message(why))
    if not {game.white, game.black} <= outcome.field.games.keys():
        return dwz.because("6.1.4", "a game against a computer")
    if game.rated_for == "none":
        return dwz.because("4.2", "the result counts for neither player")
    return outcome.field.rules.why_unused(outcome, game)


def why_unused(outcome: Outcome, game: Game) -> str:
    """Return the reason that a game counted for neither player: one lacks a DWZ that counts."""
    rated, stages, apart = outcome.field.ratings, outcome.stages, outcome.field.apart
    without = [side for side in _sides(game) if side not in rated and side not in stages]
    second = [side for side in _sides(game) if stages.get(side) == 2]
    if len(second) == 2:
        return dwz.because("4.7.3.2", "first ratings of the second stage do not serve each other")
    if len(without) == 2:
        return dwz.because("4.7.7", "neither player had a DWZ or obtained one")
    if second:
        return dwz.because("4.7.7", "a first DWZ of the second stage gives no residual game")
    if without[0] in apart:
        return dwz.because("4.10.1.3", "no further first DWZ for %(player)s", player=without[0])
    side = Message(game.rated_for)
    return dwz.because("4.3.1", "counts for %(side)s only, whose opponent has no DWZ", side=side)


def _sides(game: Game) -> list[str]:
    return [side for side in (game.white, game.black) if side is not None]
