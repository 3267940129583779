"""Roles of accounts: what each may do, and the events that an arbiter may submit."""

from collections.abc import Collection
from typing import Literal, NamedTuple, get_args

Role = Literal["arbiter", "officer", "auditor", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
READER = "reader"
"""The role of a caller without an account."""
EVERYBODY = frozenset({READER, *ROLES})
ADMINS = frozenset({"admin"})
"""The role that manages accounts, in addition to an officer's rights (decision 0143)."""
OFFICERS = frozenset({"officer", *ADMINS})
LIMITED = frozenset({"arbiter", "officer"})
"""Roles that may be limited to some rating lists; an auditor writes in none."""
SUBMITTERS = frozenset({"arbiter", *OFFICERS})
OVERSEERS = frozenset({"auditor", *OFFICERS})
ARBITERS_EVENTS = frozenset({"tournament.submitted", "game.submitted", "player.registered"})
"""Events that an arbiter may append himself; an officer may append everything."""


class Account(NamedTuple):
    """An account, which may do more than read; ``name`` is recorded with its events.

    ``lists``: the rating lists it is limited to; None: every one, and those to come.
    """

    name: str
    role: Role
    lists: frozenset[str] | None = None

    def lacks(self, lists: Collection[str]) -> list[str]:
        """Return those of some lists that it may not write in."""
        return [] if self.lists is None else sorted({*lists} - self.lists)

    @property
    def is_officer(self) -> bool:
        """True if it decides about submissions: an officer or an administrator."""
        return self.role in OFFICERS

    @property
    def is_admin(self) -> bool:
        """True if it manages accounts."""
        return self.role in ADMINS
