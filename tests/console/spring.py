"""The spring of 1996: a small pool in which everything the questions tell occurs once.

Anna and Bela are 1500-10, Cleo is 1600-20 and her name is withheld; Gerd has no rating, Hans
played nothing.  In May Anna beats Bela, draws with Cleo and loses to Gerd; Bela has a bye.  In
June there is a tournament in Vienna, for which no exception was granted.  Old's rating of 1989
has lapsed.
"""

from tests.projections.submissions import (
    adoption,
    decided,
    game,
    games,
    player,
    tournament,
    withheld,
)

SPRING = [
    adoption("1989-01-01"),
    *map(player, ("anna", "bela", "cleo", "gerd", "hans", "old")),
    withheld("cleo", "1996-01-01"),
    decided("anna", "1500-10"),
    decided("bela", "1500-10"),
    decided("cleo", "1600-20"),
    decided("old", "1900-30", "1989-07-01"),
    tournament("may", "1996-05-01"),
    *games("may", "anna 1-0 bela", "cleo ½-½ anna", "gerd 1-0 anna"),
    game("may", "bela", "1-0", None, game="may:bye", played=False, reason="bye"),
    tournament("wien", "1996-06-01", country="AUT"),
    *games("wien", "anna 1-0 cleo"),
]

# E = 20 for 1500 (J = 15) and 22 for 1600; P(−100) = Φ(−100/282.84) = 0.36184, so Anna's We is
# 0.86184 out of 2: 1500 + 800 · 0.63816 / 22 = 1523.2; Cleo 1600 − 800 · 0.13816 / 23 = 1595.2.
AFTER_MAY = {"anna": (1523, 11), "bela": (1481, 11), "cleo": (1595, 21)}
