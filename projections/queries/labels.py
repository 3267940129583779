"""The names that are shown for ids: of players, tournaments and games."""

from collections.abc import Mapping

import attrs

from ledger.events.messages import Message


@attrs.frozen
class Labels:
    """The names of players and tournaments by their ids, and games in words.

    Ids stand for those without.  ``converted``: the word for a conversion of ratings.
    """

    players: Mapping[str, str] = attrs.field(factory=dict)
    tournaments: Mapping[str, str] = attrs.field(factory=dict)
    games: Mapping[str, str] = attrs.field(factory=dict)
    converted: str = "converted"

    def player(self, id_: str) -> str:
        """Return the name of a player, or the id if it is not shown."""
        return self.players.get(id_, id_)

    def tournament(self, id_: str) -> str:
        """Return the name of a tournament."""
        return self.tournaments.get(id_, id_)

    def occasion(self, tournament: str) -> str:
        """Return the name of a tournament, for none the word for a conversion."""
        return self.tournament(tournament) if tournament else self.converted

    def game(self, id_: str) -> str:
        """Return a game in words: ``Round 1, Reck – Viehoff, 1 : 0``."""
        return self.games.get(id_, id_)

    def pair(self, white: str, black: str) -> tuple[str, str]:
        """Return two opponents by their surnames, by their whole names if these are the same."""
        whole = self.player(white), self.player(black)
        first, second = (it if isinstance(it, Message) else it.partition(",")[0] for it in whole)
        return whole if first == second else (first, second)
