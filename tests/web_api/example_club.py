"""The club of the examples in docs/reference/http-endpoints.md, and the files that they send."""

from projections.api import Ledger
from tests.imports.tournament_files import HEAD, trf, trf_player
from tests.projections.submissions import adoption, games, player, tournament

EVENTS = [
    adoption("1995-01-01", "club"),
    *map(player, ("anna", "bruno", "bruno-2", "carla", "dora")),
    tournament("autumn", "1996-10-20", pools=["club"]),
    *games("autumn", "anna 1-0 bruno", "carla 1-0 anna", "dora 0-1 carla"),
]


def pair(white: str, black: str) -> list[str]:
    return [
        trf_player(1, white, [(2, "w", "1")]),
        trf_player(2, black, [(1, "b", "0")]),
        trf_player(3, f"{white} Eva", [(4, "w", "1")]),
        trf_player(4, f"{black} Fritz", [(3, "b", "0")]),
    ]


CUP = ("012 Cup", *HEAD[1:3], "042 2024/05/01", "052 2024/05/03", "092 Swiss")
FILES = {
    "logo.png": b"\x89PNG\r\n\x1a\n" + bytes(16),
    "spring.trf": trf(pair("Ahorn, Anna", "Buche, Bert")),
    "cup.trf": trf(pair("Tanne, Tina", "Ulme, Udo"), CUP),
    "members.csv": b"Name,Forename,Born\nLinde,Max,1980\n",
}


def variables(ledger: Ledger) -> dict[str, str]:
    """The variables of the examples: the running tournament, and Carla's token."""
    with ledger.pool("club") as view:
        running = [each["tournament"] for each in view.live()["tournaments"]]
    tokens = [each["id"] for each in ledger.tokens() if each["account"] == "carla"]
    return {"$RUNNING": "".join(running), "$TOKEN_ID": "".join(tokens)}
