"""C.07 7: tie-breaks of a player's own record."""

from collections.abc import Sequence
from fractions import Fraction

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.p15_unplayed_rounds import is_unplayed
from projections.rulebooks.fide_c07.p16_swiss import is_voluntary
from projections.rulebooks.fide_c07.table import DRAW, WIN, Round

Rounds = Sequence[Round]


def points(rounds: Rounds) -> Fraction:
    """PTS: the score, with every point awarded."""
    return Fraction(sum(had.points for had in rounds), 2)


@c07.within("7.1")
def wins(rounds: Rounds) -> int:
    """WIN: the rounds with as many points as for a win, with or without playing."""
    return sum(had.points == WIN for had in rounds)


@c07.within("7.2")
def games_won(rounds: Rounds) -> int:
    """WON: the games won over the board."""
    return sum(not is_unplayed(had) and had.points == WIN for had in rounds)


@c07.within("7.3")
def games_with_black(rounds: Rounds) -> int:
    """BPG: the games played over the board with Black."""
    return sum(had.black and not is_unplayed(had) for had in rounds)


@c07.within("7.4")
def games_won_with_black(rounds: Rounds) -> int:
    """BWG: the games won over the board with Black."""
    return games_won([had for had in rounds if had.black])


@c07.within("7.5")
def progressive_scores(rounds: Rounds, length: int, cut: int = 0) -> Fraction:
    """PS: the sum of the scores after each round; a cut leaves out the first of them (14.1.1)."""
    counted = range(1 + cut, length + 1)
    return Fraction(
        sum(had.points for after in counted for had in rounds if had.number <= after), 2
    )


@c07.within("7.6")
def rounds_elected_to_play(rounds: Rounds) -> int:
    """REP: all rounds less requested byes and forfeit losses."""
    return sum(not is_voluntary(had) for had in rounds)


@c07.within("7.7")
def standard_points(rounds: Rounds) -> Fraction:
    """STD: 1 for more points than the opponent, or than a draw without one; ½ for as many."""
    return sum(map(_standard_point, rounds), Fraction(0))


def _standard_point(had: Round) -> Fraction:
    other = DRAW if had.opponent is None else had.opponents_points
    return Fraction((had.points > other) + (had.points >= other), 2) if had.points else Fraction(0)
