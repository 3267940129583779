"""A tournament round by round, as tables with one line for each player need it."""

from collections.abc import Iterator, Mapping
from typing import Literal

import attrs

from ledger.formats.side_results import Half
from ledger.formats.tournament_report import Findings, GameReport, TournamentReport


@attrs.frozen(kw_only=True)
class Side:
    """What a round was for one player; ``opponent`` is None for a bye."""

    opponent: str | None
    colour: Literal["w", "b"]
    half: Half
    other: Half
    game: GameReport


Sheet = Mapping[tuple[str, int], Side]
"""The sides by the player's number and the round."""


def sheet_of(report: TournamentReport, findings: Findings) -> Sheet:
    """Every player's rounds; an error for games that have no place in such a table."""
    sheet: dict[tuple[str, int], Side] = {}
    for game in report.games:
        if game.round is None:
            findings.error("a game has no round, and the table is one of rounds: use csv or jsonl")
            continue
        for player, side in sides_of(game):
            if (player, game.round) in sheet:
                message = f"player {player} has two games in round {game.round}, and the table"
                findings.error(f"{message} has one place for them: use csv or jsonl")
            sheet[player, game.round] = side
    return sheet


def sides_of(game: GameReport) -> Iterator[tuple[str, Side]]:
    """A game as each of its players has it, with his number."""
    white, black = (
        Half(points, game.played, game.played and game.rated_for in {"both", name})
        for name, points in (("white", game.white_points), ("black", game.black_points))
    )
    yield game.white, Side(opponent=game.black, colour="w", half=white, other=black, game=game)
    if game.black is not None:
        yield game.black, Side(opponent=game.white, colour="b", half=black, other=white, game=game)


def points_of(report: TournamentReport) -> Mapping[str, float]:
    """The points of every player over all rounds, by his number."""
    total = dict.fromkeys((player.number for player in report.players), 0.0)
    for game in report.games:
        for player, side in sides_of(game):
            total[player] += side.half.points
    return total


def last_round(report: TournamentReport) -> int:
    """The last round of which there is anything to tell, 0 without one."""
    return max((game.round or 0 for game in report.games), default=0)
