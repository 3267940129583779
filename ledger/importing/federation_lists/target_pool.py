"""The pool for which a list proposes ratings, and what its rulebook makes of them."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

import attrs
from sqlalchemy import Connection

from ledger.events.codec import innermost
from ledger.events.facts import VOCABULARY, CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.events.problems import refusal
from ledger.importing.federation_lists.proposals import Edition
from ledger.log.event_log import read
from ledger.log.standing_events import recorded_data
from ledger.validation.ledger_state import LedgerState
from ledger.validation.reference_checks import rulebook_on
from ledger.validation.rulebook_port import RulebookPort

INITIAL: Final = "initial"
OWN_CARDS: Mapping[str, Mapping[str, Any]] = {
    "dsb": {"rating": 1500, "index": 1},
    "egd": {"gor": 1500, "grade": "6k"},
}
"""By list a card of its own figures, which are those of a pool whose rulebook takes it."""
SAME_SYSTEM: Mapping[str, Mapping[str, Any]] = {
    "fide": {"rating": 1500, "games": 30, "peak": 1500},
}
"""By list a card that tells a rulebook of the same system: what it adopts does not lapse there."""


@attrs.frozen(kw_only=True)
class TargetPool:
    """The pool for which ratings are proposed.

    ``first_day`` is the first on which it has a rulebook.  Where ``is_own``, its cards are made
    of the list's own rating and index (DWZ) or grade (EGF); ``active_players`` are then the
    players with a game in it.  Where ``keeps_adopted``, a figure adopted from an earlier list goes
    on as it is; elsewhere the day of the list decides how long it holds.
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
    """The pool as the list is of use to it.

    The DSB's figures are a pool's own where its rulebook keeps a rating with an index, as DWZ
    does, those of the EGD where it keeps a GoR with a grade.  A rulebook of another system adopts
    them (DWZ 6.1.2), as it does those of other lists.
    Raises :class:`~ledger.events.problems.Refused` where there is no such pool.
    """
    adopted = ledger.pool(pool)
    if not adopted:
        message = f"there is no pool {pool}: a rulebook.adopted event creates it"
        raise refusal("unknown-pool", message, "--pool")
    first_day = adopted[0].from_day
    governing = rulebook_on(max(edition.day, first_day), adopted)

    def takes(cards: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether the rulebook takes the list's card among ``cards`` as one of its own."""
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
    """Everybody with a game in a tournament of the pool, by the id kept after merges.

    Whoever has played may have a figure of the pool's own, which no list is to take from him;
    so what a correction has taken away counts as well.
    """
    tournaments = {
        data["tournament"]
        for data in _event_data(connection, TournamentSubmitted.type)
        if pool in data["pools"]
    }
    return frozenset(
        ledger.one_person(player)
        for game in _event_data(connection, GameSubmitted.type)
        if game["tournament"] in tournaments
        for player in (game["white"], game.get("black"))
        if player is not None
    )


def _event_data(connection: Connection, type_: str) -> Iterator[Mapping[str, Any]]:
    """The data of all events of a type, and those that corrections give them."""
    key = VOCABULARY[type_].keys[0]
    for entry in read(connection, types=[type_, CorrectionSubmitted.type]):
        data = innermost(recorded_data(entry))
        if key in data and ("pools" in data) == (type_ == TournamentSubmitted.type):
            yield data
