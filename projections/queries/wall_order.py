"""The order in which the games of a round hang on the wall: the strongest of the table first."""

from collections import defaultdict
from collections.abc import Iterable

from ledger.events.facts import TournamentSubmitted
from ledger.importing.formats.tournament_report import Pairing
from projections.rulebooks.tournament import Game

LAST = float("inf")


class WallOrder:
    """The order of a tournament's games by round and board.

    Games without a board follow the points that the players had before the round: the higher
    of the two, then both together, then the start numbers or else the places of the file.
    Games that were not played come after the others, byes at the end.
    """

    def __init__(self, fact: TournamentSubmitted, games: Iterable[Game]) -> None:
        self._numbers = {it.player: it.start_number or it.place or LAST for it in fact.entrants}
        self._scored: defaultdict[str | None, list[tuple[float, float]]] = defaultdict(list)
        for game in games:
            sides = (game.white, game.white_points), (game.black, game.black_points)
            for player, points in sides:
                self._scored[player].append((game.round or LAST, points))

    def key(self, game: Game | Pairing) -> tuple[object, ...]:
        """Return the place of a game, or of a pairing without a result."""
        sides = [it for it in (game.white, game.black) if it is not None]
        scores = [self._points_before(game.round or 0, it) for it in sides]
        unplayed = isinstance(game, Game) and not game.played
        numbers = sorted(self._numbers.get(it, LAST) for it in sides)
        behind = game.black is None, unplayed
        return game.round or LAST, game.board or LAST, behind, -max(scores), -sum(scores), numbers

    def _points_before(self, round_: int, player: str) -> float:
        return sum(points for earlier, points in self._scored[player] if earlier < round_)
