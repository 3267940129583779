"""DWZ 4.7.2 and 4.7.3; 2014, 2026: 3.4.1 and 3.4.4: first ratings: the players and the values."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026
from projections.rulebooks.dwz.chapters import Field, Iteration, Played, Score, Stages
from projections.rulebooks.dwz.p4_04_residual_games import (
    enough_for_first_rating,
    note_residual_games_used,
)
from projections.rulebooks.dwz.readings import Readings1995, Readings2026, chosen_in
from projections.rulebooks.figures import exact, whole

# --- 1995, 4.7.3: who gets a first DWZ, in two stages, and which games count for it --------------


@dwz.within("4.7.3")
def stages_1995(field: Field) -> Stages:
    """Everyone who gets a first DWZ, with his stage; there are two stages and no more."""
    if not field.residual_games:
        return {}
    first: Stages = {
        player: 1
        for player in field.residual_games
        if _joins_1995(field, player, field.ratings, joins_stage_1)
    }
    second: Stages = {
        player: 2
        for player in field.residual_games
        if player not in first
        and _joins_1995(field, player, field.ratings.keys() | first.keys(), joins_stage_2)
    }
    return {**first, **second}


def _joins_1995(
    field: Field, player: str, rated: Collection[str], rule: Callable[[int, int], bool]
) -> bool:
    here = [game.opponent for game in field.games[player] if game.opponent in rated]
    waiting = [game.opponent for game in field.residual_games[player]]
    with concerning(player):
        return rule(*opponents_counted(here, waiting, field.readings))


@dwz.within("4.3.2")
def opponents_counted(
    here: Sequence[str], waiting: Sequence[str], readings: Readings1995
) -> tuple[int, int]:
    """The opponents of this tournament and of residual games: each game, or each person once (R5).

    A person met in both is counted in this tournament.
    """
    if readings.five_opponents == "persons":
        return len({*here}), len({*waiting} - {*here})
    return len(here), len(waiting)


@dwz("4.7.3.1")
def joins_stage_1(games: int, residual_games: int) -> bool:
    """Stage 1: five games against players rated before, with residual games, one of them here."""
    return games > 0 and enough_for_first_rating(games + residual_games)


@dwz("4.7.3.2")
def joins_stage_2(games: int, residual_games: int) -> bool:
    """Stage 2: five against rated players or stage 1, with residual games, one of them here."""
    return games > 0 and enough_for_first_rating(games + residual_games)


@dwz.within("4.7.3.2")
def serve_each_other_1995(own_stage: int, opponent_stage: int | None) -> bool:
    """First ratings of one tournament serve each other, but stage 2 does not serve stage 2."""
    return opponent_stage == 1 or (opponent_stage == 2 and own_stage == 1)


def counted_games(field: Field, stages: Stages, player: str) -> list[Played]:
    """The games of this tournament that go into a player's first DWZ."""
    own_stage = stages[player]
    return [
        game
        for game in field.games[player]
        if game.opponent in field.ratings
        or field.rules.serve_each_other(own_stage, stages.get(game.opponent))
    ]


# --- 2014, 3.4.1: in two stages, and which games count for it ------------------------------------


@dwz_2014.within("3.4.1")
def stages_2014(field: Field) -> Stages:
    """Two stages: five games against the players selected, and neither no point nor all."""
    return stages_by(field, joins_2014)


def stages_by(field: Field, rule: Callable[[int, int, float], bool]) -> Stages:
    """Stage 1 by the games against those rated before, stage 2 with the help of stage 1.

    ``rule``: True if so many games, residual games and points suffice.
    """
    if not field.residual_games:
        return {}
    first: Stages = {
        player: 1
        for player in field.residual_games
        if _joins_2014(field, player, field.ratings, rule)
    }
    selection = field.ratings.keys() | first.keys()
    second: Stages = {
        player: 2
        for player in field.residual_games
        if player not in first and _joins_2014(field, player, selection, rule)
    }
    return {**first, **second}


def _joins_2014(
    field: Field, player: str, selection: Collection[str], rule: Callable[[int, int, float], bool]
) -> bool:
    residual = field.residual_games[player]
    games = [game for game in field.games[player] if game.opponent in selection]
    W = sum(game.points for game in games) + sum(game.points for game in residual)
    with concerning(player):
        return rule(len(games), len(residual), W)


@dwz_2014("3.4.1")
def joins_2014(games: int, residual_games: int, W: float) -> bool:
    """A first DWZ: five games with residual ones, one of them here; neither no point nor all."""
    n = games + residual_games
    return games > 0 and enough_for_first_rating(n) and 0 < W < n


@dwz_2014.within("3.4.1")
def serve_each_other_2014(own_stage: int, opponent_stage: int | None) -> bool:
    """All games among those who have or get a DWZ count, of stage 2 against stage 2 too."""
    del own_stage  # a requirement of the earlier edition
    return opponent_stage is not None


# --- 2026, 3.4.1: a player who has won every game gets a first DWZ, too --------------------------


@dwz_2026.within("3.4.1")
def stages_2026(field: Field) -> Stages:
    """The two stages of 2014; every point now qualifies if so read, no point still does not."""
    perfect_score = chosen_in(Readings2026, field.readings).perfect_score
    return stages_by(field, partial(joins_2026, perfect_score=perfect_score))


@dwz_2026("3.4.1")
def joins_2026(games: int, residual_games: int, W: float, perfect_score: str) -> bool:
    """A first DWZ: five games with residual ones, one of them here; a point; all if so read."""
    n = games + residual_games
    not_extreme = 0 < W < n or (n == W and perfect_score == "draw")
    return games > 0 and enough_for_first_rating(n) and not_extreme


# --- 1995, 4.7.2: from the first approximation to the last pass ----------------------------------


@dwz.within("4.7.2.1")
def iterated_values(field: Field, stages: Stages, strengths: Mapping[str, int]) -> dict[str, int]:
    """R of everyone in a stage: a first approximation, then improved until W = We.

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
def first_rating_1995(R: int, readings: Readings1995) -> int:
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
    """Record everybody's passes with all that each rests on, also for newcomers he met."""
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


# --- 2014, 3.4.4: the first DWZ from the value of the overall iteration --------------------------

LOW_2014 = 800


def first_rating_2014(R: int, readings: Readings1995) -> int:
    """Return the first DWZ of a player whose iteration ends at ``R``."""
    del readings  # this edition has no parameter for it
    return corrected_value_2014(R)


@dwz_2014("3.4.4")
def corrected_value_2014(Ri: int) -> int:
    """Rn = Ri; below 800 it is 700 + Ri/8, rounded."""
    return whole(700 + Fraction(Ri, 8)) if Ri < LOW_2014 else Ri


# --- 2026, 3.4.4: the same, lifted towards 2000 --------------------------------------------------

HIGH_2026 = 2000
LOW_2026 = 1100


def first_rating_2026(R: int, readings: Readings1995) -> int:
    """Return the first DWZ of a player whose iteration ends at ``R``."""
    chosen = chosen_in(Readings2026, readings)
    return corrected_value_2026(R, chosen.first_correction, chosen.minimum)


@dwz_2026("3.4.4")
def corrected_value_2026(Ri: int, r: float, minimum: int) -> int:
    """Rn = Ri from 2000, Ri + r (2000 − Ri) from 1100, else 1100 + 9 r Ri/11; at least minimum.

    Rounded half up, once; the minimum holds for all three.
    """
    if Ri >= HIGH_2026:
        Rn = Ri
    elif Ri >= LOW_2026:
        Rn = whole(Ri + exact(r) * (HIGH_2026 - Ri))
    else:
        Rn = whole(LOW_2026 + 9 * exact(r) * Ri / 11)
    return max(minimum, Rn)
