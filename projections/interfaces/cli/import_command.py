"""The ledger's command ``import`` with what it does not know: figures, names, effects."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from ledger.events.problems import Refused
from ledger.importing.ports import KnownPlayer
from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.import_options import import_command as import_with
from projections.interfaces.cli.options import meant, opened
from projections.queries.presentation import as_known


class ShownRegister:
    """The register as the door shows it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def player(self, text: str) -> str:
        """The id of the player who is meant; a part of a name is not enough."""
        return meant(self._ledger.find_player, text, whole=True)

    def tournament(self, text: str) -> str:
        """The id of the tournament that is meant, likewise."""
        return meant(self._ledger.find_tournament, text, whole=True)

    def known(self, players: Collection[str], pools: Sequence[str]) -> Mapping[str, KnownPlayer]:
        """Return the public data of some players, after updating the read model."""
        if not players:
            return {}
        for pool in pools:
            with suppress(Refused):  # the pool does not exist, which the import has reported
                self._ledger.catch_up(pool)
        return as_known(self._ledger.known_players(players, pools))


def _register_of(context: CommandContext) -> ShownRegister:
    return ShownRegister(opened(context))


import_command = import_with(_register_of)
