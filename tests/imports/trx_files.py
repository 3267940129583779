"""Tournaments as TRX, the XML of the Nordic federations."""

PEOPLE = (
    (
        'Ln="Alfa" Gn="Anna" sex="Female" BornYear="1990" FideId="1500001" FideRating="1900" '
        'Title="WFM"'
    ),
    'Ln="Bravo" Gn="Bo" sex="Male" LocalRating="1700" Club="Oslo"',
    'Ln="Ekko" Gn="Eli"',
    'Ln="Fjell" Gn="Finn"',
)


def game(round_: int, colour: str, opponent: int, result: str) -> str:
    return f'<Game Rd="{round_}" Clr="{colour}" Opnt="{opponent}" Res="{result}" Table="1"/>'


GAMES = (
    game(1, "W", 3, "1") + game(2, "B", 2, "="),
    game(1, "B", 4, "+") + game(2, "W", 1, "="),
    game(1, "B", 1, "0") + game(2, "W", -1, "+"),
    game(1, "W", 2, "-") + game(2, "W", 0, "d"),
)


def group(games: tuple[str, ...] = GAMES, name: str = "A") -> str:
    players = "".join(
        f'<Player StartNo="{number}" {person}><Results>{cells}</Results></Player>\n'
        for number, (person, cells) in enumerate(zip(PEOPLE, games, strict=True), start=1)
    )
    return (
        f'<Group Event="{name}" StartDate="2024.03.01" EndDate="03.03.2024" Pairing="Monrad">'
        '<Rounds><Rd StartDate="2024.03.01" IsRated="Y"/><Rd StartDate="2024/03/03" IsRated="N"/>'
        f"</Rounds>\n<Players>{players}</Players></Group>"
    )


def trx(*groups: str, team: str = "N") -> bytes:
    body = "".join(groups or (group(),))
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<Tournament Producer="x" '
        f'TeamEvent="{team}" Event="Våren" Site="Oslo" Federation="NOR" '
        'Arbiter="Berg, Kari" ArbiterFideId="1500009">\n'
        f"<Groups>{body}</Groups></Tournament>\n"
    ).encode()
