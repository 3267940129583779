"""A tournament as Papi keeps it."""

import json
from collections.abc import Collection, Mapping

from tests.imports.jet_files import DAY, NUMBER, TEXT, jet

INFO = {
    "Nom": "Coupe d'été",
    "Lieu": "Juvisy",
    "Genre": "Suisse",
    "NbrRondes": "3",
    "ClassElo": "Elo",
    "DateDebut": "05/09/2025",
    "DateFin": "07/09/2025",
    "DateRd1": "05/09/2025",
    "Arbitre": "Juge, Jean",
}
ROUNDS = [
    {f"Rd{round_:02}{field}": TEXT if field == "Cl" else NUMBER for field in ("Cl", "Adv", "Res")}
    for round_ in (1, 2, 3)
]
COLUMNS = {
    "Ref": NUMBER,
    "Nom": TEXT,
    "Prenom": TEXT,
    "Sexe": TEXT,
    "NeLe": DAY,
    "Elo": NUMBER,
    "Fide": TEXT,
    "Federation": TEXT,
    "Club": TEXT,
    "FideCode": TEXT,
    "FideTitre": TEXT,
    "EMail": TEXT,
    **ROUNDS[0],
    **ROUNDS[1],
    **ROUNDS[2],
}
Cell = tuple[str, int | None, int]
ROWS: Mapping[int, tuple[str, tuple[Cell, Cell, Cell]]] = {
    1: ("EXEMPT", (("N", 4, 0), ("R", None, 0), ("R", None, 0))),
    2: ("AHORN", (("B", 3, 3), ("F", None, 2), ("N", 4, 2))),
    3: ("BUCHE", (("N", 2, 1), ("B", 4, 4), ("F", None, 0))),
    4: ("ESCHE", (("B", 1, 6), ("N", 3, 6), ("B", 2, 2))),
}


def papi(
    changed: Mapping[int, tuple[Cell, Cell, Cell]] | None = None,
    moved: Mapping[str, Collection[int]] | None = None,
    **info: str,
) -> bytes:
    """A Papi file of three players; ``changed`` gives some of them other rounds.

    ``moved`` are the rows of the tables that Access has moved to another page.
    """
    players = []
    for ref, (name, cells) in ROWS.items():
        row: dict[str, object] = {"Ref": ref, "Nom": name, "Federation": "FRA", "EMail": "a@b.fr"}
        for round_, cell in enumerate((changed or {}).get(ref, cells), start=1):
            row |= {
                f"Rd{round_:02}{x}": value
                for x, value in zip(("Cl", "Adv", "Res"), cell, strict=True)
            }
        if ref == 2:
            row |= {"Prenom": "Anna", "Sexe": "F", "NeLe": 25_599.0, "Elo": 2_100, "Fide": "F"}
            row |= {"FideCode": "600001", "Club": "Échiquier", "FideTitre": "WFM"}
        players.append(row)
    variables = [{"Variable": key, "Value": value} for key, value in {**INFO, **info}.items()]
    return jet(
        {"INFO": ({"Variable": TEXT, "Value": TEXT}, variables), "JOUEUR": (COLUMNS, players)},
        moved,
    )


def papi_json(*, earlier: bool = False) -> bytes:
    """The same tournament as the JSON of Sharly-Chess's converter, which leaves EXEMPT out.

    Opponents are places in the list, from 0; ``earlier`` versions wrote the rounds as a list.
    """
    players = []
    for name, cells in list(ROWS.values())[1:]:
        rounds = [
            {
                "color": colour,
                **({"opponent": opponent - 2} if opponent not in {None, 1} else {}),
                "result": code,
            }
            for colour, opponent, code in cells
        ]
        row = {
            "lastName": name,
            "federation": "FRA",
            "email": "a@b.fr",
            "rounds": rounds
            if earlier
            else {str(number): each for number, each in enumerate(rounds, start=1)},
        }
        if name == "AHORN":
            row |= {"firstName": "Anna", "gender": "F", "birthDate": "31/01/1970"}
            row |= {"elo": 2100, "fideElo": "F", "fideCode": "600001", "club": "Échiquier"}
            row |= {"fideTitle": "WFM"}
        players.append(row)
    variables = {
        "name": "Coupe d'été",
        "venue": "Juvisy",
        "type": "Suisse",
        "rounds": "3",
        "ratingClass": "Elo",
        "startDate": "05/09/2025",
        "endDate": "07/09/2025",
        "arbiter": "Juge, Jean",
    }
    return json.dumps({"variables": variables, "players": players}, indent=2).encode()
