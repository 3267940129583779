"""A tournament round by round, for tables with one line for each player."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import attrs

from ledger.events.wording import POINT_SIGNS
from ledger.importing.formats.side_results import SideResult
from ledger.importing.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    TournamentReport,
)


@attrs.frozen
class PlayerRound:
    """One round of one player; ``opponent`` is None for a bye."""

    opponent: str | None
    colour: Literal["w", "b"]
    result: SideResult
    opponent_result: SideResult
    game: GameReport


_WITHOUT_GAME = {1.0: "+", 0.5: "=", 0.0: "-"}
RoundTable = Mapping[tuple[str, int], PlayerRound]
"""The sides by the player's number and the round."""


def refuse_without_place(report: TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for each game that has no place in a table of rounds."""
    taken = set()
    for game in report.games:
        if game.round is None:
            findings.error("a game has no round, and the table is one of rounds: use csv or jsonl")
            continue
        for player in filter(None, (game.white, game.black)):
            if (player, game.round) in taken:
                message = f"player {player} has two games in round {game.round}, and the table"
                findings.error(f"{message} has one place for them: use csv or jsonl")
            taken.add((player, game.round))


def round_table(report: TournamentReport) -> RoundTable:
    """Every player's rounds, of the games that have one."""
    return {
        (player, game.round): side
        for game in report.games
        if game.round is not None
        for player, side in player_rounds(game)
    }


def player_rounds(game: GameReport) -> Iterator[tuple[str, PlayerRound]]:
    """Yield a game from the side of each of its players, with his number."""
    white, black = (
        SideResult(points, game.played, game.played and game.rated_for in {"both", name})
        for name, points in (("white", game.white_points), ("black", game.black_points))
    )
    yield game.white, PlayerRound(game.black, "w", white, black, game)
    if game.black is not None:
        yield game.black, PlayerRound(game.white, "b", black, white, game)


def result_sign(side: PlayerRound) -> str:
    """A result as one sign: 1, ½ or 0; +, = or - if there was an opponent and no game."""
    is_shown_as_played = side.game.played or side.opponent is None
    return (POINT_SIGNS if is_shown_as_played else _WITHOUT_GAME)[side.result.points]


def result_cell(side: PlayerRound) -> str:
    """A result with opponent and colour, as ``12w1``; ``bye1``."""
    against = "bye" if side.opponent is None else f"{side.opponent}{side.colour}"
    return f"{against}{result_sign(side)}"


def points_of(report: TournamentReport) -> Mapping[str, float]:
    """The points of every player over all rounds, by his number."""
    return summed((player.number for player in report.players), report.games)


def summed(players: Iterable[str], games: Iterable[GameReport]) -> Mapping[str, float]:
    """The points of players, by their numbers, in some games."""
    total = dict.fromkeys(players, 0.0)
    for game in games:
        for player, side in player_rounds(game):
            total[player] += side.result.points
    return total


def last_round(report: TournamentReport) -> int:
    """The last round that has a game or a bye, 0 without one."""
    return max((game.round or 0 for game in report.games), default=0)
