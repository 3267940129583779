"""Plain games admitted together: whether none of them has a fault, and how they are sealed."""

from ledger.admission.ledger_state import LedgerState
from ledger.admission.merge_checks import SEVERAL_GAMES_A_ROUND
from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.facts import GameSubmitted
from ledger.events.plain_games import PlainGames
from ledger.events.streams import tournament_stream
from ledger.log.sealed import SealedSeries, seal_series

UP_TO_ONE_POINT = frozenset(
    {("1", "0"), ("0.5", "0.5"), ("0", "1"), ("0.5", "0"), ("0", "0.5"), ("0", "0")}
)


def all_fit(games: PlainGames, ledger: LedgerState) -> bool:
    """Whether none of the games has a fault for certain.

    True only if :func:`~ledger.admission.reference_checks.fits` would be so of each of them after
    those before it; False leaves the question to it.
    """
    state = ledger.tournament(games.tournament)
    return (
        state is not None
        and state.fact is not None
        and not ledger.has_merges()
        and state.fact.format not in SEVERAL_GAMES_A_ROUND
        and games.points <= UP_TO_ONE_POINT
        and len(games.appearances) == 2 * len(games.ids)
        and games.appearances.isdisjoint(state.busy)
        and all(map(ledger.knows_player, games.players))
    )


def sealed(games: PlainGames, by: str, source: str | None) -> SealedSeries:
    """The games ready to be appended."""
    return seal_series(
        type=GameSubmitted.type,
        schema=CURRENT_SCHEMA[GameSubmitted.type],
        stream=tournament_stream(games.tournament),
        recorded_by=by,
        source=source,
        ids=games.ids,
        subjects=games.subjects,
        payloads=games.payloads,
        beginnings=games.beginnings,
    )
