"""A tournament as Papi keeps it."""

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
            row |= {"FideCode": "600001", "Club": "Échiquier"}
        players.append(row)
    variables = [{"Variable": key, "Value": value} for key, value in {**INFO, **info}.items()]
    return jet(
        {"INFO": ({"Variable": TEXT, "Value": TEXT}, variables), "JOUEUR": (COLUMNS, players)},
        moved,
    )
