"""The ledger's own command ``import``, with names for ids and the figures of those it proposes."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

import click

from ledger.admission.rulebook_port import RulebookPort
from ledger.console.console import CommandContext
from ledger.events.problems import Refused
from ledger.imports.command import import_command as import_with
from ledger.imports.register_port import KnownPlayer
from projections.api import Ledger
from projections.console.options import meant, opened
from projections.presentation import spelt


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
        """What may be shown of some players; the read model follows the log first."""
        if not players:
            return {}
        for pool in pools:
            with suppress(Refused):  # there is no such pool, as the import has said
                self._ledger.catch_up(pool)
        return {
            row["player"]: KnownPlayer(
                name=row["name"],
                birth_year=row["birth_year"],
                club=row["club"],
                figure=_figures(row["figures"]),
            )
            for row in self._ledger.known_players(players, pools)
        }


def _figures(held: Sequence[Mapping[str, Any]]) -> str | None:
    """The figure; where there are several pools, each with its name."""
    if len(held) == 1:
        return spelt(held[0]["card"])
    return ", ".join(f"{each['pool']} {spelt(each['card'])}" for each in held) or None


def import_command(rulebooks: RulebookPort) -> click.Command:
    """The command ``import``, its events checked by ``rulebooks``."""

    def register_of(context: CommandContext) -> ShownRegister:
        return ShownRegister(opened(context))

    return import_with(rulebooks, register_of)
