"""The ports of importing: what is about ratings, which the ledger does not know.

The projections implement it (decision 0074).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from ledger.events.messages import Message
from ledger.importing.formats.tournament_report import TournamentReport

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


@attrs.frozen(kw_only=True)
class KnownPlayer:
    """A registered player as he may be shown.

    ``figure`` is that in the pools of an import, ``last_tournament`` the name of the one that
    gave it.
    """

    name: str | None = None
    birth_year: int | None = None
    club: str | None = None
    figure: str | None = None
    last_tournament: str | None = None


StatedRatings = Callable[
    ["Connection", TournamentReport, Mapping[str, str]], Iterable[Mapping[str, object] | Message]
]
"""Makes the ratings that a file states for newcomers, whose ids are given by their numbers in it,
events without a source; a rating that cannot be taken is a message."""

# --- previewing the effect of an import's events; without a port there is no preview -------------


@attrs.frozen(kw_only=True)
class PoolEffect:
    """The effect of an imported tournament on a pool.

    ``reason``: why it is not rated, with the paragraph; ``add``: the answers of an import with
    which it would be, where there are such; ``games_not_rated``: how many games of a rated
    tournament are left out; ``changed``: how many figures differ from what was known before,
    by all tournaments of the import where ``together``.  If it is worked out in full,
    ``changes`` are these figures, one row for each player, and ``left_out`` those games;
    ``signals`` are the irregularities that an officer may be told of.
    """

    pool: str
    rated: bool
    reason: str | None = None
    add: Message | None = None
    games_not_rated: int = 0
    changed: int = 0
    together: bool = False
    changes: Sequence[Mapping[str, Any]] = ()
    left_out: Sequence[Mapping[str, Any]] = ()
    signals: Sequence[Mapping[str, Any]] = ()


class EffectPort(Protocol):
    """The projections, as far as they can say what an import will mean.

    ``in_full``: they name the players and games concerned.
    """

    @property
    def in_full(self) -> bool:
        """True if they do."""
        ...

    def prepare_read_models(self, engine: "Engine", pools: Sequence[str]) -> None:
        """Do what takes time before the log is locked."""

    def effect_on(
        self,
        connection: "Connection",
        pools: Sequence[str],
        tournaments: Sequence[str],
        known: int,
    ) -> Mapping[str, Sequence[PoolEffect]]:
        """Return the changes by the events after position ``known``, by tournament, for each pool.

        It is asked in the transaction that has them; what to add is said once for each reason.
        """
        ...
