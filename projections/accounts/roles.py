"""Roles of accounts: what each may do, and the events that an arbiter may submit."""

from typing import Literal, NamedTuple, get_args

Role = Literal["arbiter", "officer", "auditor", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
READER = "reader"
"""The role of a caller without an account."""
EVERYBODY = frozenset({READER, *ROLES})
ADMINS = frozenset({"admin"})
"""The role that manages accounts, in addition to an officer's rights (decision 0143)."""
OFFICERS = frozenset({"officer", *ADMINS})
SUBMITTERS = frozenset({"arbiter", *OFFICERS})
OVERSEERS = frozenset({"auditor", *OFFICERS})
ARBITERS_EVENTS = frozenset({"tournament.submitted", "game.submitted", "player.registered"})
"""Events that an arbiter may append himself; an officer may append everything."""


class Account(NamedTuple):
    """An account, which may do more than read; ``name`` is recorded with its events."""

    name: str
    role: Role

    @property
    def is_officer(self) -> bool:
        """True if it decides about submissions: an officer or an administrator."""
        return self.role in OFFICERS

    @property
    def is_admin(self) -> bool:
        """True if it manages accounts."""
        return self.role in ADMINS
