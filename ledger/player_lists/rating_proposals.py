"""A list's figures as ratings of a pool: adopted, or decided where they are the pool's own."""

import attrs

from ledger.events.facts import RatingAdopted, RatingDecided
from ledger.player_lists.directory import Person
from ledger.player_lists.player_list import Entry
from ledger.player_lists.proposals import Edition, Proposal, event_of
from ledger.player_lists.target_pool import INITIAL, TargetPool


def rating_proposal(
    entry: Entry, person: Person, edition: Edition, target: TargetPool
) -> Proposal | None:
    """The list's rating for somebody registered; None where he has it, or needs none."""
    if target.is_own:
        known = target.pool in person.decided or person.player in target.active_players
    else:
        known = (target.pool, edition.system, edition.day.isoformat()) in person.adopted
    found = None if known else rating_for(entry, person.player, edition, target)
    return None if found is None else attrs.evolve(found, withheld=person.withheld)


def rating_for(entry: Entry, player: str, edition: Edition, target: TargetPool) -> Proposal | None:
    """The list's rating as an event: adopted, or decided where it is the pool's own."""
    if entry.figure is None or (target.is_own and entry.index is None):
        return None
    reason = f"{edition.system} {entry.figure}"
    fact: RatingAdopted | RatingDecided
    if target.is_own:
        reason += f"-{entry.index}, the pool's own rating"
        fact = _decided_rating(entry, player, edition, target)
    else:
        fact = RatingAdopted(
            pool=target.pool,
            player=player,
            system=edition.system,
            figure=entry.figure,
            list_date=edition.day,
            verified=True,
        )
    id_ = edition.event_id("rating", target.pool, player)
    return Proposal(
        id=id_,
        kind="rating",
        entry=entry,
        player=player,
        event=event_of(fact, id_, edition),
        reasons=[reason],
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


def _decided_rating(
    entry: Entry, player: str, edition: Edition, target: TargetPool
) -> RatingDecided:
    """The pool's own rating with its index; one from before the pool counts from its start."""
    return RatingDecided(
        pool=target.pool,
        player=player,
        from_day=max(edition.day, target.first_day),
        card={"rating": entry.figure, "index": entry.index},
        kind=INITIAL,
        by=edition.namespace.upper(),
        reason=str(edition),
    )
