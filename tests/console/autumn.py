"""An autumn of one club, with a match of the summer that arrives late.

Anna, Bruno and Carla meet in the autumn; Dora has a rating and did not play.
"""

from tests.projections.submissions import adoption, decided, games, player, tournament

AUTUMN = [
    adoption("1996-01-01"),
    *map(player, ("anna", "bruno", "dora")),
    player("carla", birth_year=1979),
    decided("anna", "1700-20", "1996-01-01"),
    decided("bruno", "1650-15", "1996-01-01"),
    decided("carla", "1480-8", "1996-01-01"),
    decided("dora", "1500-10", "1996-01-01"),
    tournament("autumn", "1996-11-17"),
    *games("autumn", "anna ½-½ bruno", "bruno 1-0 carla", "carla 1-0 anna"),
]
SUMMER = [
    tournament("summer", "1996-08-11"),
    *games("summer", "carla 1-0 anna", "anna 0-1 carla"),
]
SLIP = ("--set", "white_points=0.5", "--set", "black_points=0.5", "--reason", "both slips say so")


def size(shell):
    return len(shell.json("log"))


def by_player(rows):
    return {row["player"]: row for row in rows}


def figures(shell, *options):
    return {row["player"]: row["figure"] for row in shell.json("ratings", "dwz", *options)}
