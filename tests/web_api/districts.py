"""Two districts, each with its list and its officers, and a cup that counts for both.

Anna and Bert play in the list ``dwz`` alone, Nora and Nils in ``north`` alone, Cora and Dora in a
cup of both.  Each district has a person who was registered twice.  Erna is registered only.
"""

from collections.abc import Mapping
from typing import Any

from projections.accounts.roles import ADMINS
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.operations.catalogue import OPERATIONS, Operation
from projections.operations.operation import fields_of
from projections.operations.reads import PARTS
from projections.queries.arguments import Upload
from tests.projections.submissions import (
    adoption,
    decided,
    game,
    games,
    player,
    tournament,
)
from tests.web_api.conftest import PASSWORD, Served, Watch, employ
from tests.web_api.hand_ins import TRF

A, B = "dwz", "north"
BOTH = frozenset({A, B})
LISTS = {A: frozenset({A}), B: frozenset({B}), "both": BOTH}
NAMES = ("anna", "bert", "anna2", "nora", "nils", "nora2", "cora", "dora", "cora2", "erna")
TWO_DISTRICTS = [
    adoption("1996-01-01"),
    adoption("1996-01-01", B),
    *(player(name) for name in NAMES),
    decided("anna", "1500-10", "1996-01-01"),
    decided("nora", "1500-10", "1996-01-01", pool=B),
    tournament("spring", "1996-05-01"),
    *games("spring", "anna 1-0 bert", "anna2 0-1 bert"),
    tournament("fjord", "1996-05-01", pools=[B]),
    *games("fjord", "nora 1-0 nils", "nora2 0-1 nils"),
    tournament("cup", "1996-06-01", pools=[A, B]),
    *games("cup", "cora 1-0 dora", "cora2 0-1 dora"),
]
OF = {
    A: {"player": "anna", "twice": "anna2", "tournament": "spring", "game": "spring:anna-bert"},
    B: {"player": "nora", "twice": "nora2", "tournament": "fjord", "game": "fjord:nora-nils"},
    "both": {"player": "cora", "twice": "cora2", "tournament": "cup", "game": "cup:cora-dora"},
}
"""A person, a tournament and a game that touch a list alone, or both."""
ACCOUNTS: dict[str, tuple[str, frozenset[str]]] = {
    "olga": ("officer", frozenset()),
    "olga of A": ("officer", LISTS[A]),
    "olga of B": ("officer", LISTS[B]),
    "olga of both": ("officer", BOTH),
    "anton of A": ("arbiter", LISTS[A]),
    "anton of B": ("arbiter", LISTS[B]),
    "alma": ("admin", frozenset()),
}
"""The roles of the accounts, and the lists they are limited to; none: every one."""


def may_write(account: str, touched: frozenset[str]) -> bool:
    """True if the account has the right for each list."""
    _, lists = ACCOUNTS[account]
    return not lists or touched <= lists


def two_districts(database: str) -> None:
    """A ledger of two districts; their accounts have passwords and tokens."""
    with Ledger.open(database) as ledger:
        ledger.append(TWO_DISTRICTS, by="anna")
        ledger.catch_up()
        accounts = AccountStore(ledger.engine, Watch())
        for name, (role, lists) in ACCOUNTS.items():
            employ(accounts, name, role, PASSWORD, lists)


def new_game(tournament_: str, white: str, black: str) -> dict[str, Any]:
    """A game that the tournament has not yet."""
    return game(tournament_, white, "1-0", black, game=f"{tournament_}:new", round=7)


# --- a request of every operation --------------------------------------------------------------


API = "/api/v1"
FILE = Upload("new.trf", TRF)
WORDS = {"reason": "agreed"}
NOTHING: frozenset[str] = frozenset()


def fields(name: str, of: str) -> dict[str, Any] | None:
    """The fields of a request that touches a list, or both; None: it cannot."""
    own = OF[of]
    pool = {"pool": of}
    in_one: dict[str, dict[str, Any]] = {
        "adopt": {**pool, "rulebook": "dwz-1995", "from_day": "2003-01-01"},
        "publish": {**pool, "on": "1996-12-31"},
        "describe_list": {**pool, "title": "The list"},
        "decide_rating": {
            **pool,
            "player": "erna",
            "card": {"rating": 1500, "index": 5},
            "from_day": "1996-01-01",
            "decided_by": "the board",
            **WORDS,
        },
        "decide_rule": {
            **pool,
            "rule": "DWZ 6.2.1",
            "about": {"tournament": own["tournament"]},
            "value": {"evaluate": True},
            "decided_by": "the board",
            **WORDS,
        },
        "submit": {**pool, "file": FILE},
        "submit_running": {**pool, "file": FILE, "minutes": 90},
        "calculate_file": {**pool, "file": FILE, "minutes": 90},
        "withdraw_running": {**pool, "tournament": "none"},
        "add_player": {**pool, "name": "Neu, Nina", "rating": "1500-10"},
        "add_players": {**pool, "file": Upload("new.csv", b"Name;Rating\nNeu, Nina;1500-10\n")},
    }
    in_any: dict[str, dict[str, Any]] = {
        "import_file": {
            "pools": sorted(LISTS[of]),
            "file": FILE,
            "minutes": 90,
            "register_new": True,
        },
        "correct": {"event": own["game"], "result": "0-1", **WORDS},
        "rename": {"player": own["player"], "name": "Anders, A"},
        "merge": {"keep": own["player"], "drop": own["twice"], **WORDS},
        "withhold": {"player": own["player"]},
        "forget": {"player": own["player"], **WORDS},
    }
    return in_any.get(name) or (None if of == "both" else in_one.get(name))


APART = {
    *(
        "accept",
        "approve",
        "send_back",
        "comment",
        "discard",
    ),  # below: what they touch is in the submission
    *("describe_site", "answer_signal"),  # of every list
}
OF_ACCOUNTS = {each.name for each in OPERATIONS if each.roles == ADMINS}
CASES = [
    (each.name, of)
    for each in OPERATIONS
    for of in LISTS
    if each.name not in APART | OF_ACCOUNTS and fields(each.name, of)
]


def send(
    served: Served, account: str, asked: Operation, given: Mapping[str, Any], **query: str
) -> Any:
    """Ask for an operation over HTTP."""
    wire = {each.name: each.wire for each in fields_of(asked.request_class)}
    path = PARTS.sub(lambda found: str(given[found[1]]), asked.http.path)
    rest = {wire[name]: it for name, it in given.items() if f"{{{name}}}" not in asked.http.path}
    if asked.http.confirm:
        rest["confirm"] = given[asked.http.confirm]
    files = {name: it for name, it in rest.items() if isinstance(it, Upload)}
    if not files:
        return served.post(f"{API}{path}", account, json=rest, params=query)
    texts = {
        name: str(it).lower() if isinstance(it, bool) else it
        for name, it in rest.items()
        if name not in files
    }
    return served.post(f"{API}{path}", account, data=texts, files=files, params=query)


def state(served: Served) -> object:
    """Everything that a write changes: the log, what waits, the settings, what is running."""
    ledger = served.ledger
    return (
        ledger.positions()["head"],
        [*ledger.pending()],
        ledger.site(),
        ledger.running_version(),
        [*ledger.accounts()],
    )
