"""Uploads to chess-results, as the tests write them."""

from collections.abc import Sequence

ANNA = (
    'lastname="Ahorn" firstname="Anna" sex="W" title="WFM" rtgfide="2000" dob="1990" '
    'fed="AUT" fideid="1600001" clubname="Linz"'
)
PLAYERS = (
    ANNA,
    'lastname="Buche" firstname="Bert" sex="M" rtgfide="0" dob="None" fed="GER"',
    'lastname="Esche" firstname="" sex="" dob=""',
    'lastname="Fichte" firstname="Fritz"',
)
Pairing = tuple[int, int, int, str, str, str]
"""Round, White, Black, both points, the mark of a forfeit."""
PAIRINGS: Sequence[Pairing] = (
    (1, 1, 3, "1.0", "", ""),
    (1, 2, 4, "", "1.0", "K"),
    (2, 4, 1, "0.5", "0.5", ""),
    (2, 2, -1, "1.0", "", ""),
    (2, 3, -2, "0.5", "", ""),
    (3, 1, 2, "", "", "K"),
    (3, 4, -2, "", "", ""),
    (3, 3, -2, "", "", ""),
)


def pairing(cell: Pairing) -> str:
    round_, white, black, won, lost, forfeit = cell
    return (
        f'<playerpairing round="{round_}" pairing="1" board="1" whiteno="{white}" '
        f'blackno="{black}" reswhite="{won}" resblack="{lost}" forfeit="{forfeit}" />'
    )


def chess_results(pairings: Sequence[Pairing] = PAIRINGS, **tournament: str) -> bytes:
    """An upload of four players."""
    head = {
        "key": "987654",
        "type": "0",
        "name": "Stadtopen",
        "location": "Linz",
        "rounds": "3",
        "from": "20240301",
        "to": "20240303",
        "timecontrol": "5400+30",
        "federation": "AUT",
        **tournament,
    }
    about = " ".join(f'{name}="{value}"' for name, value in head.items())
    players = "\n".join(
        f'<player no="{number}" id="{number}" {person} rank="{number}" />'
        for number, person in enumerate(PLAYERS, start=1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<chessresults>\n'
        f"<tournamentdata><tournament {about} /></tournamentdata>\n"
        '<rounds><round round="1" date="20240301" time="10:00" /><round round="2" date="" />'
        f"</rounds>\n<players>{players}</players>\n<playerpairings>\n"
        + "\n".join(map(pairing, pairings))
        + '\n</playerpairings>\n<security><securitydata sid="x" /></security></chessresults>\n'
    ).encode()


def of_teams(kind: str) -> bytes:
    """An upload of two teams of two that meet twice; once a board is empty."""
    pairings: Sequence[Pairing] = (
        (1, 3, 1, "0.5", "0.5", ""),
        (1, 2, 4, "1.0", "0.0", ""),
        (2, 1, 3, "0.0", "1.0", ""),
        (2, 4, -2, "1.0", "", ""),
    )
    content = chess_results(pairings, type=kind, playerperteam="2", homecolor="s").decode()
    for number, (team, board) in enumerate([(1, 1), (1, 2), (2, 1), (2, 2)], start=1):
        club = "" if number == 1 else f'clubname="{"Linz" if team == 1 else "Steyr"}" '
        own = f'<player no="{number}" board="{board}" teamno="{team}" {club}'
        content = content.replace(f'<player no="{number}" ', own)
    teams = (
        '<teams><team no="1" teamname="Linz" /><team no="2" teamname="Steyr" /></teams>'
        '<teampairings><teampairing round="1" pairing="1" no1="2" no2="1" res1="0.5" '
        'res2="1.5" /></teampairings>'
    )
    head, *pairs = content.split('board="1" whiteno')
    numbered = (f'board="{1 + at % 2}" whiteno{pair}' for at, pair in enumerate(pairs))
    content = "".join([head, *numbered])
    return content.replace("<playerpairings>", f"{teams}<playerpairings>").encode()
