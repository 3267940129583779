"""Who may do what: the roles of accounts, and the events that an arbiter may hand in."""

from typing import Literal, get_args

import attrs

Role = Literal["arbiter", "officer", "auditor"]
ROLES: tuple[Role, ...] = get_args(Role)
READER = "reader"
"""Whoever has no account."""
EVERYBODY = frozenset({READER, *ROLES})
WITH_ACCOUNT = frozenset(ROLES)
HANDING_IN = frozenset({"arbiter", "officer"})
OFFICERS = frozenset({"officer"})
OVERSEERS = frozenset({"officer", "auditor"})
ARBITERS_EVENTS = frozenset({"tournament.submitted", "game.submitted", "player.registered"})
"""What an arbiter may append by himself; an officer may append everything."""


@attrs.frozen
class Account:
    """Somebody who may do more than read; ``name`` stands beside what he records."""

    name: str
    role: Role
