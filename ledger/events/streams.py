"""The stream that an event belongs to, and the subject that only one event introduces.

Both are look-up columns: they follow from the data, so that verification can recompute them.
A correction has no address itself; it belongs to the stream of its target.
"""

from collections.abc import Callable
from typing import Any

from ledger.events import facts

MERGES = "merges"


def player_stream(player: str) -> str:
    """The stream of everything about a player himself."""
    return f"player/{player}"


def tournament_stream(tournament: str) -> str:
    """The stream of a tournament and its games."""
    return f"tournament/{tournament}"


def pool_stream(pool: str) -> str:
    """The stream of a pool's rulebooks and decisions."""
    return f"pool/{pool}"


def all_pools() -> tuple[str, str]:
    """Two texts between which the streams of all pools lie, and no other."""
    return pool_stream(""), f"{pool_stream('')[:-1]}0"  # "0" is the character after "/"


def all_tournaments() -> tuple[str, str]:
    """Two texts between which the streams of all tournaments lie, and no other."""
    return tournament_stream(""), f"{tournament_stream('')[:-1]}0"


def game_subject(game: str) -> str:
    """The subject that a game introduces."""
    return f"game/{game}"


Field = Callable[[str], Any]
_STREAMS: dict[str, Callable[[Field], str]] = {
    facts.GameSubmitted.type: lambda field: tournament_stream(field("tournament")),
    facts.TournamentSubmitted.type: lambda field: tournament_stream(field("tournament")),
    facts.RulebookAdopted.type: lambda field: pool_stream(field("pool")),
    facts.DecisionRecorded.type: lambda field: pool_stream(field("pool")),
    facts.ListPublished.type: lambda field: pool_stream(field("pool")),
    facts.PlayersMerged.type: lambda _: MERGES,
} | dict.fromkeys(
    (
        facts.PlayerRegistered.type,
        facts.PlayerForgotten.type,
        facts.PlayerWithheld.type,
        facts.MembershipDeclared.type,
        facts.RatingAdopted.type,
        facts.RatingDecided.type,
        facts.EvaluationRecorded.type,
    ),
    lambda field: player_stream(field("player")),
)
_SUBJECTS: dict[str, Callable[[Field], str]] = {
    facts.GameSubmitted.type: lambda field: game_subject(field("game")),
    facts.TournamentSubmitted.type: lambda field: tournament_stream(field("tournament")),
    facts.PlayerRegistered.type: lambda field: player_stream(field("player")),
}


def address_of(type_: str, field: Field) -> tuple[str, str | None]:
    """Stream and subject of an event other than a correction; ``field`` gives its data by name."""
    subject = _SUBJECTS.get(type_)
    return _STREAMS[type_](field), None if subject is None else subject(field)


def address(fact: facts.Fact) -> tuple[str, str | None]:
    """Stream and subject of a fact other than a correction."""
    return address_of(fact.type, lambda name: getattr(fact, name))
