"""The proposals of a list: registrations, numbers, changed data, adopted ratings.

Every proposal is an event that could be appended as it stands.  Its id follows from the list, its
date and the person it is about, so that a list that is enrolled again proposes nothing again.  The
one exception are registrations: a registered person is found by his number.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any, Literal

import attrs

from ledger.events.codec import data_of
from ledger.importing.federation_lists.player_list import Entry, Namespace

ProposalKind = Literal["register", "link", "change", "rating"]
KINDS: Mapping[ProposalKind, str] = {
    "register": "somebody who is not in the register",
    "link": "a number for somebody of the same name",
    "change": "somebody registered with other data",
    "rating": "a rating for somebody registered",
}

LONGEST_ID = 200

Event = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class Edition:
    """Which list, of which day: it is in every id and in every reason."""

    namespace: Namespace
    system: str
    day: date
    source: str

    def event_id(self, *about: str) -> str:
        """The id of the event that the list proposes about somebody, by his id in the register.

        His number on the list is personal and has no place in the log, where ids are for ever.
        """
        id_ = "-".join([self.namespace, self.day.isoformat(), *about])
        if len(id_) <= LONGEST_ID:
            return id_
        digest = sha256(id_.encode()).hexdigest()
        return f"{id_[: LONGEST_ID - len(digest) - 1]}-{digest}"

    def __str__(self) -> str:
        """The list, as people call it."""
        return f"{self.namespace.upper()} list of {self.day}"


@attrs.frozen(kw_only=True)
class Change:
    """A field in which the list differs from the register."""

    field: str
    register: Any
    list: Any


@attrs.frozen(kw_only=True)
class Proposal:
    """An event that a line of a list proposes, and why.

    ``id`` is what it is called where somebody accepts it: the id of the event, but with the number
    where several may want the same person or he is new; it never reaches the log.  ``player`` is
    whom it is about in the register, where a ``newcomer`` will be once he is accepted.
    ``instead`` is the registration that takes its place where a namesake turns out to be somebody
    else.
    """

    id: str
    kind: ProposalKind
    entry: Entry
    player: str
    event: Event
    reasons: Sequence[str] = ()
    changes: Sequence[Change] = ()
    withheld: bool = False
    instead: Event | None = None
    newcomer: bool = False


def event_of(fact: Any, id_: str, edition: Edition) -> Event:
    """A fact as the contract writes an event."""
    return {"type": fact.type, "id": id_, "data": data_of(fact), "source": edition.source}
