"""What an import asks of whoever knows ratings: what its events will mean, before they are kept.

The ledger knows no ratings; the projections answer this port.  Without one an import says nothing
of its effect.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs
from sqlalchemy import Connection, Engine


@attrs.frozen(kw_only=True)
class PoolEffect:
    """What a pool makes of an imported tournament.

    ``reason``: why it is not rated, with the paragraph; ``add``: the options of ``import`` with
    which it would be, where there are such; ``games_not_rated``: how many games of a rated
    tournament are left out; ``changed``: how many figures differ from what was known before,
    by all tournaments of the import where ``together``.
    """

    pool: str
    rated: bool
    reason: str | None = None
    add: str | None = None
    games_not_rated: int = 0
    changed: int = 0
    together: bool = False


class EffectPort(Protocol):
    """Whoever can say what an import will mean."""

    def get_ready(self, engine: Engine, pools: Sequence[str]) -> None:
        """Do what takes time before the log is locked."""

    def effect_on(
        self, connection: Connection, pools: Sequence[str], tournaments: Sequence[str], known: int
    ) -> Mapping[str, Sequence[PoolEffect]]:
        """What the events after position ``known`` change, in the transaction that has them.

        By tournament, for each pool; what to add is said once for each reason.
        """
        ...
