"""A list's figures as ratings of a pool: adopted, or decided where they are the pool's own."""

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ledger.events.facts import DecisionKind, RatingAdopted, RatingDecided
from ledger.player_lists.directory import Person
from ledger.player_lists.player_list import Entry
from ledger.player_lists.proposals import Edition, Proposal, event_of
from ledger.player_lists.target_pool import INITIAL, TargetPool

CARRIED_OVER: Final = "carried-over"


def rating_proposal(
    entry: Entry, person: Person, edition: Edition, target: TargetPool
) -> Proposal | None:
    """The list's rating for somebody registered; None where he has it, or needs none."""
    earlier = None
    if not target.is_own:
        known = _is_adopted(entry, person, edition, target)
    elif person.player in target.active_players:
        known = True
    else:
        earlier = _of_an_earlier_list(person, edition, target)
        known = target.pool in person.decided and (
            earlier is None or earlier["card"] == _own_card(entry)
        )
    kind: DecisionKind = INITIAL if earlier is None else CARRIED_OVER
    found = None if known else rating_for(entry, person.player, edition, target, kind)
    return None if found is None else attrs.evolve(found, withheld=person.withheld)


def _is_adopted(entry: Entry, person: Person, edition: Edition, target: TargetPool) -> bool:
    """Whether the figure is adopted from this list, or goes on from an earlier one as it was."""
    day = edition.day.isoformat()
    of_lists = {
        listed: figure
        for (pool, system, listed), figure in person.adopted.items()
        if (pool, system) == (target.pool, edition.system) and listed <= day
    }
    if not of_lists:
        return False
    last = max(of_lists)
    return last == day or (target.keeps_adopted and of_lists[last] == entry.figure)


def _of_an_earlier_list(
    person: Person, edition: Edition, target: TargetPool
) -> Mapping[str, Any] | None:
    """The decision about his rating in the pool, where an earlier edition of the list made it."""
    decided = person.decided.get(target.pool)
    if decided is None or decided["by"] != _body(edition):
        return None
    return decided if str(decided["from_day"]) < edition.day.isoformat() else None


def rating_for(
    entry: Entry,
    player: str,
    edition: Edition,
    target: TargetPool,
    kind: DecisionKind = INITIAL,
) -> Proposal | None:
    """The list's rating as an event: adopted, or decided where it is the pool's own."""
    fact: RatingAdopted | RatingDecided | None
    more = ""
    if target.is_own:
        fact = _decision(entry, player, edition, target, kind)
        own = f"-{entry.index}" if entry.grade is None else f" ({entry.grade})"
        more = f"{own}, the pool's own rating"
    else:
        fact = _adoption(entry, player, edition, target)
    if fact is None:
        return None
    id_ = edition.event_id("rating", target.pool, player)
    return Proposal(
        id=id_,
        kind="rating",
        entry=entry,
        player=player,
        event=event_of(fact, id_, edition),
        reasons=[f"{edition.system} {entry.figure}{more}"],
    )


def first_rating(
    entry: Entry, registration: Proposal, edition: Edition, target: TargetPool
) -> Proposal | None:
    """The list's rating for a newly registered player; its id ends with his number."""
    found = rating_for(entry, registration.player, edition, target)
    if found is None:
        return None
    id_ = f"{edition.event_id('rating', target.pool)} {entry.number}"
    return attrs.evolve(found, id=id_, newcomer=True)


def _decision(
    entry: Entry, player: str, edition: Edition, target: TargetPool, kind: DecisionKind
) -> RatingDecided | None:
    """The pool's own rating; one from before the pool counts from its start."""
    card = _own_card(entry)
    if card is None:
        return None
    return RatingDecided(
        pool=target.pool,
        player=player,
        from_day=max(edition.day, target.first_day),
        card=card,
        kind=kind,
        by=_body(edition),
        reason=str(edition),
    )


def _adoption(
    entry: Entry, player: str, edition: Edition, target: TargetPool
) -> RatingAdopted | None:
    if entry.figure is None:
        return None
    return RatingAdopted(
        pool=target.pool,
        player=player,
        system=edition.system,
        figure=entry.figure,
        list_date=edition.day,
        verified=True,
    )


def _own_card(entry: Entry) -> dict[str, Any] | None:
    """The list's figures as a card of the pool, where it has all that belongs to one."""
    if entry.figure is None:
        return None
    if entry.grade is not None:
        return {"gor": entry.figure, "grade": entry.grade}
    return None if entry.index is None else {"rating": entry.figure, "index": entry.index}


def _body(edition: Edition) -> str:
    return edition.namespace.upper()
