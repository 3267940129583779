"""The club of the examples in docs/reference/http-endpoints.md, and the files that they send."""

from contextlib import suppress

from ledger.log.clock import now
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.operations.second_pair import Waits
from projections.queries.arguments import Upload
from tests.dot import DOT
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


LEAGUE = ("012 League", *HEAD[1:3], "042 2024/06/01", "052 2024/06/03", "092 Swiss")
CUP = ("012 Cup", *HEAD[1:3], "042 2024/05/01", "052 2024/05/03", "092 Swiss")
FILES = {
    "logo.png": DOT,
    "spring.trf": trf(pair("Ahorn, Anna", "Buche, Bert")),
    "cup.trf": trf(pair("Tanne, Tina", "Ulme, Udo"), CUP),
    "league.trf": trf(pair("Weide, Wim", "Erle, Egon"), LEAGUE),
    "members.csv": b"Name,Forename,Born\nLinde,Max,1980\n",
}


def submit_files(ledger: Ledger) -> None:
    """Two files wait before the first example: a third one is submitted, each is decided about."""
    for name in ("first.trf", "second.trf"):
        file = Upload(name, FILES["league.trf"])
        ledger.submit(file, pool="club", by="anton")


def ask_for_a_name(ledger: Ledger) -> None:
    """A request waits before the first example: Olaf has asked for it while the list asked."""
    accounts = AccountStore(ledger.engine, now)
    accounts.add("officer Olaf", "officer", None)
    ledger.second_pair("club", by="root")
    with ledger.engine.connect() as connection, suppress(Waits):
        olaf = ledger.used_by(accounts.find(connection, "officer Olaf"))
        olaf.rename("carla", "Cohn, Carla", by="officer Olaf")
    ledger.second_pair("club", end=True, by="root")


def variables(ledger: Ledger) -> dict[str, str]:
    """The variables: the running tournament, the oldest submission, and Carla's token."""
    with ledger.pool("club") as view:
        running = [each["tournament"] for each in view.live()["tournaments"]]
    tokens = [each["id"] for each in ledger.tokens() if each["account"] == "carla"]
    pending = ledger.pending()
    waiting = [each["submission"] for each in pending if each["operation"] is None]
    requests = [each["submission"] for each in pending if each["operation"] is not None]
    return {
        "$RUNNING": "".join(running),
        "$SUBMISSION": "".join(waiting[:1]),
        "$REQUEST": "".join(requests),
        "$TOKEN_ID": "".join(tokens),
    }
