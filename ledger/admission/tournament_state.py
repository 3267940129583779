"""A tournament as it stands, with its games, while a submission is being checked."""

from collections.abc import Mapping

import attrs
import msgspec

from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.events.plain_games import PlainGames

_decode_game = msgspec.json.Decoder(GameSubmitted).decode


@attrs.define
class TournamentState:
    """A tournament as it stands (``fact`` None: struck or faulty) with its standing games."""

    fact: TournamentSubmitted | None
    busy: set[tuple[int, str]] = attrs.field(factory=set)
    players: set[str] = attrs.field(factory=set)
    _games: dict[str, GameSubmitted | str] = attrs.field(factory=dict)

    @property
    def games(self) -> dict[str, GameSubmitted]:
        """The games by their ids; plain ones are read when they are asked for."""
        games = {id_: _read(game) for id_, game in self._games.items()}
        self._games = {**games}
        return games

    def with_replaced(self, replaced: Mapping[str, GameSubmitted]) -> "TournamentState | None":
        """The same with some games replaced; None where one of them is not there."""
        if not replaced.keys() <= self._games.keys():
            return None
        state = TournamentState(self.fact)
        for game in {**self.games, **replaced}.values():
            state.add(game)
        return state

    def add_plain(self, games: PlainGames) -> None:
        """Add plain games of this tournament."""
        self._games.update(zip(games.games, games.payloads, strict=True))
        self.players |= games.players
        self.busy |= games.appearances

    def add(self, game: GameSubmitted) -> None:
        """Add a game."""
        self._games[game.game] = game
        for side in (game.white, game.black):
            if side is not None:
                self.players.add(side)
                if game.round is not None:
                    self.busy.add((game.round, side))


def _read(game: GameSubmitted | str) -> GameSubmitted:
    return game if isinstance(game, GameSubmitted) else _decode_game(game)
