"""Two districts, each with its list and its officers, and a cup that counts for both.

Anna and Bert play in the list ``dwz`` alone, Nora and Nils in ``north`` alone, Cora and Dora in a
cup of both.  Each district has a person who was registered twice.  Erna is registered only.
"""

from typing import Any

from projections.api import Ledger
from tests.projections.submissions import (
    adoption,
    decided,
    game,
    games,
    player,
    tournament,
)
from tests.web_api.conftest import PASSWORD, Served

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


def employ(served: Served) -> None:
    """Open the accounts, with passwords and tokens."""
    for name, (role, lists) in ACCOUNTS.items():
        served.accounts.add(name, role, PASSWORD, lists)
        served.tokens[name] = served.accounts.add_token(name)


def two_districts(database: str) -> None:
    """A ledger of two districts."""
    with Ledger.open(database) as ledger:
        ledger.append(TWO_DISTRICTS, by="anna")
        ledger.catch_up()


def new_game(tournament_: str, white: str, black: str) -> dict[str, Any]:
    """A game that the tournament has not yet."""
    return game(tournament_, white, "1-0", black, game=f"{tournament_}:new", round=7)
