"""DWZ 4.7.2: the first ratings of a tournament, from the first approximation to the last pass."""

from collections.abc import Mapping

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Iteration, Score, Stages
from projections.rulebooks.dwz_1995.p4_04_residuals import note_residual_games_used
from projections.rulebooks.dwz_1995.p4_07_3_stages import counted_games
from projections.rulebooks.dwz_1995.readings import Readings


@dwz.within("4.7.2.1")
def iterated_values(field: Field, stages: Stages, strengths: Mapping[str, int]) -> dict[str, int]:
    """The value of the iteration for everyone in a stage.

    ``strengths``: what the players rated before count as for their opponents.
    """
    if not stages:
        return {}
    for player in stages:
        note_residual_games_used(player, field.residual_games[player])
    start = start_values(field, stages, strengths)
    scores = {player: score_of(field, stages, player, strengths) for player in stages}
    iteration = field.rules.iterate(start, scores, field.readings.expectancy)
    _note_passes(iteration, scores)
    return dict(iteration.values)


def first_ratings(field: Field, iterated: Mapping[str, int]) -> dict[str, int]:
    """The first DWZ of everyone who has a value of the iteration."""
    found: dict[str, int] = {}
    for player, R in iterated.items():
        with concerning(player):
            found[player] = field.rules.first_rating(R, field.readings)
    return found


@dwz.within("4.7.2.1.3")
def first_rating(R: int, readings: Readings) -> int:
    """The first DWZ is the value at which the iteration ends."""
    del readings  # a later edition corrects low values, by its parameters
    return R


@dwz.within("4.7.2.1.1")
def start_values(field: Field, stages: Stages, strengths: Mapping[str, int]) -> dict[str, int]:
    """First approximations: of stage 1 from rated players, then of stage 2 from both."""
    known = dict(strengths)
    for stage in (1, 2):
        approximations: dict[str, int] = {}
        for player in (player for player in stages if stages[player] == stage):
            score = score_against(field, player, known)
            with concerning(player):
                approximations[player] = field.rules.start_value(
                    score.fixed, score.W, field.readings.expectancy
                )
        known |= approximations
    return {player: known[player] for player in stages}


def score_against(field: Field, player: str, known: Mapping[str, int]) -> Score:
    """The score against opponents whose figure is known, residual games included."""
    residual = field.residual_games[player]
    games = [game for game in field.games[player] if game.opponent in known]
    return Score(
        fixed=[
            *(game.opponent_rating for game in residual),
            *(known[game.opponent] for game in games),
        ],
        W=sum(game.points for game in residual) + sum(game.points for game in games),
    )


@dwz.within("4.7.2.2")
def score_of(field: Field, stages: Stages, player: str, strengths: Mapping[str, int]) -> Score:
    """The score over all games that count, those against other newcomers included."""
    rated = score_against(field, player, strengths)
    newcomers = [game for game in counted_games(field, stages, player) if game.opponent in stages]
    return Score(
        fixed=rated.fixed,
        moving=[game.opponent for game in newcomers],
        W=rated.W + sum(game.points for game in newcomers),
    )


def _note_passes(iteration: Iteration, scores: Mapping[str, Score]) -> None:
    """Everybody's passes, with all that each rests on: those of the newcomers he met as well."""
    passes = {player: [each[player] for each in iteration.passes] for player in iteration.values}
    for player, value in iteration.values.items():
        score = scores[player]
        given = {
            "opponents": score.fixed,
            "newcomers": [{"opponent": met, "passes": passes[met]} for met in score.moving],
            "W": score.W,
            "passes": passes[player],
        }
        with concerning(player):
            dwz.note("4.7.4", _ENDS[iteration.end], given, value)


_ENDS = {
    "constant": Message("All first ratings are improved together until none changes any more."),
    "root": Message("The passes do not come to rest: the exact root of W = We for all, rounded."),
    "no root": Message(
        "W = We has no root for all: the passes go on until none changes any more."
    ),
}
