"""Accounts and their tokens, as administrators, officers and auditors see them."""

from hashlib import sha256
from typing import Any

from projections.interfaces.http.api.endpoint import Call


def accounts(call: Call) -> Any:
    """Every account by name, closed ones too."""
    return call.ledger.accounts()


def tokens(call: Call) -> Any:
    """The tokens of all accounts, by account and age."""
    return call.ledger.tokens()


def tokens_of(call: Call) -> Any:
    """The tokens of one account."""
    return call.ledger.tokens(call.id("account"))


def state_of_accounts(call: Call) -> str:
    """A digest of all accounts and tokens: they change while the log does not."""
    said = repr([list(call.ledger.accounts()), list(call.ledger.tokens())])
    return sha256(said.encode()).hexdigest()
