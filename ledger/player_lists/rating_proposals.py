"""A list's figures as ratings of a pool: adopted, or decided where they are the pool's own."""

from datetime import date
from typing import Final

import attrs

from ledger.events.facts import RatingAdopted, RatingDecided
from ledger.player_lists.directory import Person
from ledger.player_lists.player_list import Entry
from ledger.player_lists.proposals import Edition, Proposal, event_of

INITIAL: Final = "initial"


@attrs.frozen(kw_only=True)
class Ranking:
    """The pool for which ratings are proposed.

    ``first_day`` is the first on which it has a rulebook.  Where ``own``, its cards are made
    of the list's own rating and index (DWZ); ``busy`` are then those who have played in it.
    """

    pool: str
    first_day: date
    own: bool
    busy: frozenset[str]


def rating(entry: Entry, person: Person, edition: Edition, ranking: Ranking) -> Proposal | None:
    """The list's rating for somebody registered; None where he has it, or needs none."""
    if ranking.own:
        known = ranking.pool in person.decided or person.player in ranking.busy
    else:
        known = (ranking.pool, edition.system, edition.day.isoformat()) in person.adopted
    found = None if known else rating_of(entry, person.player, edition, ranking)
    return None if found is None else attrs.evolve(found, withheld=person.withheld)


def rating_of(entry: Entry, player: str, edition: Edition, ranking: Ranking) -> Proposal | None:
    """The list's rating as an event: adopted, or decided where it is the pool's own."""
    if entry.figure is None or (ranking.own and entry.index is None):
        return None
    told = f"{edition.system} {entry.figure}"
    fact: RatingAdopted | RatingDecided
    if ranking.own:
        told += f"-{entry.index}, the pool's own rating"
        fact = _own_rating(entry, player, edition, ranking)
    else:
        fact = RatingAdopted(
            pool=ranking.pool,
            player=player,
            system=edition.system,
            figure=entry.figure,
            list_date=edition.day,
            verified=True,
        )
    id_ = edition.event_id("rating", ranking.pool, player)
    return Proposal(
        id=id_,
        kind="rating",
        entry=entry,
        player=player,
        event=event_of(fact, id_, edition),
        reasons=[told],
    )


def first_rating(
    entry: Entry, new: Proposal, edition: Edition, ranking: Ranking
) -> Proposal | None:
    """The list's rating for somebody who enters with it; the id is told by his number."""
    found = rating_of(entry, new.player, edition, ranking)
    if found is None:
        return None
    id_ = f"{edition.event_id('rating', ranking.pool)} {entry.number}"
    return attrs.evolve(found, id=id_, newcomer=True)


def _own_rating(entry: Entry, player: str, edition: Edition, ranking: Ranking) -> RatingDecided:
    """The pool's own rating with its index; one from before the pool counts from its start."""
    return RatingDecided(
        pool=ranking.pool,
        player=player,
        from_day=max(edition.day, ranking.first_day),
        card={"rating": entry.figure, "index": entry.index},
        kind=INITIAL,
        by=edition.namespace.upper(),
        reason=str(edition),
    )
