"""A season of one club, in which every question of the façade has something to answer.

Ágnes and Björn have ratings; Carla has none, Dora's name is withheld, Erik is forgotten, and
Gustav was registered twice.  In spring there is a match of three, in summer a tournament in
Vienna that no exception admits, in autumn Ágnes plays Gustav.
"""

from tests.projections.submissions import (
    adoption,
    decided,
    forgotten,
    game,
    games,
    merge,
    player,
    tournament,
    withheld,
)

SEASON = [
    adoption("1996-01-01"),
    player("agnes", name="Müller, Ágnes"),
    player("bjorn", name="Østergård, Björn"),
    player("carla", name="Strauß, Carla"),
    player("dora", name="Secret, Dora"),
    player("erik", name="Erased, Erik"),
    player("gustav", name="Müller, Gustav"),
    player("gustaf", name="Mueller, Gustaf"),
    merge("gustav", "gustaf"),
    withheld("dora", "1996-01-01"),
    forgotten("erik"),
    decided("agnes", "1500-10", "1996-01-01"),
    decided("bjorn", "1500-10", "1996-01-01"),
    decided("dora", "1600-20", "1996-01-01"),
    tournament("spring", "1996-05-01", name="Frühling"),
    game("spring", "agnes", "1-0", "bjorn", round=1, board=1),
    game("spring", "dora", "½-½", "agnes", round=2, board=1),
    game("spring", "bjorn", "1-0", None, game="spring:bye", round=2, played=False, reason="bye"),
    tournament("summer", "1996-07-01", country="AUT"),
    *games("summer", "agnes 1-0 dora"),
    tournament("autumn", "1996-11-17"),
    *games("autumn", "gustaf 0-1 agnes"),
]

# Spring, by hand.  Ágnes (J = 15, E for 1500 is 20) expects P(0) + P(−100) = 0.5 + 0.36184 of 2
# and has 1.5: 1500 + 800 · 0.63816 / 22 = 1523.2.  Björn 1500 − 800 · 0.5 / 21 = 1481.0; Dora
# (E = 22) 1600 + 800 · (0.5 − 0.63816) / 23 = 1595.2.
# In autumn Gustav has no rating: nothing changes.
AFTER_SPRING = {"dora": 1595, "agnes": 1523, "bjorn": 1481}
