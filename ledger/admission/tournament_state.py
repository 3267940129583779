"""A tournament as it stands, with its games, while a submission is being checked."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

import attrs
import msgspec

from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.events.plain_games import PlainGames
from ledger.log.decoding import UNREADABLE, stored_fact
from ledger.log.standing_events import Recorded


class _Pairing(msgspec.Struct, gc=False):
    """What further games of a tournament are checked against."""

    game: str
    white: str
    black: str | None = None
    round: int | None = None


_decode_game = msgspec.json.Decoder(GameSubmitted).decode
_decode_pairings = msgspec.json.Decoder(list[_Pairing]).decode


Held = GameSubmitted | Recorded | str
"""A game of a tournament: as it was read, as it was recorded, or as its payload alone."""


@attrs.define
class TournamentState:
    """A tournament as it stands (``fact`` None: struck or faulty) with its standing games.

    Reading a game may raise :class:`~ledger.events.problems.LedgerDamaged`.
    """

    fact: TournamentSubmitted | None
    busy: set[tuple[int, str]] = attrs.field(factory=set)
    players: set[str] = attrs.field(factory=set)
    _games: dict[str, Held] = attrs.field(factory=dict)

    @property
    def games(self) -> Sequence[GameSubmitted]:
        """All its games, in the order of the log."""
        return list(map(_read, self._games.values()))

    @property
    def names(self) -> Collection[str]:
        """The ids of its games."""
        return self._games.keys()

    def game(self, id_: str) -> GameSubmitted | None:
        """One of its games; None: it has no such game."""
        held = self._games.get(id_)
        return None if held is None else _read(held)

    def without(self, names: Collection[str]) -> "TournamentState":
        """The same without some games."""
        state = TournamentState(self.fact)
        state.add_all([held for id_, held in self._games.items() if id_ not in names])
        return state

    def with_replaced(self, replaced: Mapping[str, GameSubmitted]) -> "TournamentState | None":
        """The same with some games replaced; None where one of them is not there."""
        if not replaced.keys() <= self._games.keys():
            return None
        state = TournamentState(self.fact)
        state.add_all([*{**self._games, **replaced}.values()])
        return state

    def add_plain(self, games: PlainGames) -> None:
        """Add plain games of this tournament."""
        self._games.update(zip(games.games, games.payloads, strict=True))
        self.players |= games.players
        self.busy |= games.appearances

    def add_all(self, games: Sequence[Held]) -> None:
        """Add games of this tournament; those that have not been read are read in one call."""
        unread = [
            game if isinstance(game, str) else game.payload
            for game in games
            if not isinstance(game, GameSubmitted)
        ]
        pairings = _decoded(unread)
        if len(pairings) != len(unread):  # one cannot be read, or leans on its neighbour
            for each in map(_read, games):
                self.add(each)
            return
        read = iter(pairings)
        for game in games:
            pairing = game if isinstance(game, GameSubmitted) else next(read)
            self._games[pairing.game] = game
            self._seat(pairing)

    def add(self, game: GameSubmitted) -> None:
        """Add a game."""
        self._games[game.game] = game
        self._seat(game)

    def _seat(self, game: GameSubmitted | _Pairing) -> None:
        for side in (game.white, game.black):
            if side is not None:
                self.players.add(side)
                if game.round is not None:
                    self.busy.add((game.round, side))


def _decoded(payloads: Sequence[str]) -> Sequence[_Pairing]:
    """Pairings read in one call; of any other number where that fails."""
    try:
        return _decode_pairings(f"[{','.join(payloads)}]")
    except UNREADABLE:
        return ()


def _read(game: Held) -> GameSubmitted:
    match game:
        case str():
            return _decode_game(game)
        case Recorded(position, _, type_, schema, _, payload):
            return cast("GameSubmitted", stored_fact(position, type_, schema, payload))
    return game
