"""A list's figures as ratings of a pool: adopted, or decided if they are the pool's own."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

import attrs
from sqlalchemy import Connection

from ledger.events import facts
from ledger.events.codec import innermost
from ledger.events.problems import refusal
from ledger.importing.federation_lists.player_list import Entry
from ledger.importing.federation_lists.proposals import Edition, Proposal, event_of
from ledger.importing.matching.register import Person
from ledger.log.effective_events import recorded_data
from ledger.log.event_log import read
from ledger.validation.ledger_state import LedgerState
from ledger.validation.reference_checks import rulebook_on
from ledger.validation.rulebook_port import RulebookPort

# --- the rating list (pool) for which a federation's list is read --------------------------------

INITIAL: Final = "initial"
OWN_CARDS: Mapping[str, Mapping[str, Any]] = {
    "dsb": {"rating": 1500, "index": 1},
    "egd": {"gor": 1500, "grade": "6k"},
}
"""By list a card of its own figures; a pool whose rulebook accepts it uses the same figures."""
SAME_SYSTEM: Mapping[str, Mapping[str, Any]] = {
    "fide": {"rating": 1500, "games": 30, "peak": 1500}
}
"""By list a card that identifies a rulebook of its system, in which adopted ratings stay valid."""


@attrs.frozen(kw_only=True)
class TargetPool:
    """The pool for which ratings are proposed.

    ``first_day`` is the first on which it has a rulebook.  If ``is_own``, its cards are made
    of the list's own rating and index (DWZ) or grade (EGF); ``active_players`` are then the
    players with a game in it.  If ``keeps_adopted``, a figure adopted from an earlier list stays
    valid; otherwise its validity counts from the day of the list.
    """

    pool: str
    first_day: date
    is_own: bool
    keeps_adopted: bool
    active_players: frozenset[str]


def target_pool(
    connection: Connection,
    ledger: LedgerState,
    pool: str,
    edition: Edition,
    rulebooks: RulebookPort,
) -> TargetPool:
    """Return the pool with the properties that the list needs.

    The DSB's figures are a pool's own if its rulebook has a rating with an index, as DWZ
    does, those of the EGD if it has a GoR with a grade.  A rulebook of another system adopts
    them (DWZ 6.1.2), as it does those of other lists.
    Raises :class:`~ledger.events.problems.Refused` if there is no such pool.
    """
    adopted = ledger.pool(pool)
    if not adopted:
        raise refusal("unknown-pool", ledger.no_such_pool(pool), "pool")
    first_day = adopted[0].from_day
    governing = rulebook_on(max(edition.day, first_day), adopted)

    def takes(cards: Mapping[str, Mapping[str, Any]]) -> bool:
        """True if the rulebook accepts the list's card among ``cards`` as one of its own."""
        return (
            governing is not None
            and edition.namespace in cards
            and governing.rulebook in rulebooks.names()
            and not rulebooks.objections_to_card(
                governing.rulebook, governing.parameters or {}, INITIAL, cards[edition.namespace]
            )
        )

    is_own = takes(OWN_CARDS)
    return TargetPool(
        pool=pool,
        first_day=first_day,
        is_own=is_own,
        keeps_adopted=takes(SAME_SYSTEM),
        active_players=players_with_games(connection, ledger, pool) if is_own else frozenset(),
    )


def players_with_games(connection: Connection, ledger: LedgerState, pool: str) -> frozenset[str]:
    """Return everyone with a game in a tournament of the pool, by the id kept after merges.

    Anyone who has played may have a rating of the pool's own, which no list may replace.
    Games removed by a correction therefore count as well.
    """
    tournaments = {
        data["tournament"]
        for data in _event_data(connection, facts.TournamentSubmitted.type)
        if pool in data["pools"]
    }
    return frozenset(
        ledger.one_person(player)
        for game in _event_data(connection, facts.GameSubmitted.type)
        if game["tournament"] in tournaments
        for player in (game["white"], game.get("black"))
        if player is not None
    )


def _event_data(connection: Connection, type_: str) -> Iterator[Mapping[str, Any]]:
    """The data of all events of a type, and those that corrections give them."""
    key = facts.VOCABULARY[type_].keys[0]
    for entry in read(connection, types=[type_, facts.CorrectionSubmitted.type]):
        data = innermost(recorded_data(entry))
        if key in data and ("pools" in data) == (type_ == facts.TournamentSubmitted.type):
            yield data


# --- converting the values of a line to a rating of the pool -------------------------------------

CARRIED_OVER: Final = "carried-over"


def rating_proposal(
    entry: Entry, person: Person, edition: Edition, target: TargetPool
) -> Proposal | None:
    """Propose the list's rating for a registered player; None if he has it, or needs none."""
    earlier = None
    if not target.is_own:
        known = _is_adopted(entry, person, edition, target)
    elif person.player in target.active_players:
        known = True
    else:
        earlier = _decision_of_earlier_list(person, edition, target)
        known = target.pool in person.decided and (
            earlier is None or earlier["card"] == _own_card(entry)
        )
    kind: facts.DecisionKind = INITIAL if earlier is None else CARRIED_OVER
    found = None if known else rating_for(entry, person.player, edition, target, kind)
    return None if found is None else attrs.evolve(found, withheld=person.withheld)


def _is_adopted(entry: Entry, person: Person, edition: Edition, target: TargetPool) -> bool:
    """True if the figure is adopted from this list, or unchanged from an earlier one."""
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


def _decision_of_earlier_list(
    person: Person, edition: Edition, target: TargetPool
) -> Mapping[str, Any] | None:
    """The decision about his rating in the pool, if an earlier edition of the list made it."""
    decided = person.decided.get(target.pool)
    if decided is None or decided["by"] != _body(edition):
        return None
    return decided if str(decided["from_day"]) < edition.day.isoformat() else None


def rating_for(
    entry: Entry,
    player: str,
    edition: Edition,
    target: TargetPool,
    kind: facts.DecisionKind = INITIAL,
) -> Proposal | None:
    """Return the list's rating as an event: adopted, or decided if it is the pool's own."""
    fact: facts.RatingAdopted | facts.RatingDecided | None
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
    entry: Entry, player: str, edition: Edition, target: TargetPool, kind: facts.DecisionKind
) -> facts.RatingDecided | None:
    """Return the pool's own rating; one from before the pool counts from its start."""
    card = _own_card(entry)
    if card is None:
        return None
    return facts.RatingDecided(
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
) -> facts.RatingAdopted | None:
    if entry.figure is None:
        return None
    return facts.RatingAdopted(
        pool=target.pool,
        player=player,
        system=edition.system,
        figure=entry.figure,
        list_date=edition.day,
        verified=True,
    )


def _own_card(entry: Entry) -> dict[str, Any] | None:
    """Return the list's figures as a card of the pool, if it is complete."""
    if entry.figure is None:
        return None
    if entry.grade is not None:
        return {"gor": entry.figure, "grade": entry.grade}
    return None if entry.index is None else {"rating": entry.figure, "index": entry.index}


def _body(edition: Edition) -> str:
    return edition.namespace.upper()
