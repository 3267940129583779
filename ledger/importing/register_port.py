"""What an import asks of the register besides the log: whom a name means, and what may be shown.

The ledger knows no figures, nor whose name is withheld; the projections supply an answer to this
protocol.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import attrs


@attrs.frozen(kw_only=True)
class KnownPlayer:
    """A registered player as he may be shown; ``figure`` is that in the pools of an import."""

    name: str | None = None
    birth_year: int | None = None
    club: str | None = None
    figure: str | None = None


class RegisterPort(Protocol):
    """The register, as far as imports need it."""

    def player(self, text: str) -> str:
        """The id of the player with this id or name; the text itself where nobody has it.

        Raises :class:`~ledger.events.problems.Refused` where several may be meant.
        """
        ...

    def tournament(self, text: str) -> str:
        """The id of the tournament with this id or name, likewise."""
        ...

    def known(self, players: Collection[str], pools: Sequence[str]) -> Mapping[str, KnownPlayer]:
        """What may be shown of some players, by their ids."""
        ...


class IdsAlone:
    """The register of a ledger without projections: ids are ids, and nothing is shown."""

    def player(self, text: str) -> str:
        """The text as it is."""
        return text

    def tournament(self, text: str) -> str:
        """The text as it is."""
        return text

    def known(self, players: Collection[str], pools: Sequence[str]) -> Mapping[str, KnownPlayer]:
        """Nobody."""
        del players, pools
        return {}
