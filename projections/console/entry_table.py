"""A tournament as it is being typed, as a crosstable with points."""

from collections.abc import Iterator

from ledger.console.columns import Column, lesser, prose
from ledger.console.tables import Columns, Listing, table
from ledger.events.wording import POINT_SIGNS
from ledger.formats.tournament_report import GameReport
from projections.hand_entry.tournament import TypedTournament

_NOT_PLAYED = {1.0: "+", 0.5: "=", 0.0: "-"}


def crosstable(typed: TypedTournament) -> Listing:
    """Everybody's results with the points: by opponent, or by round in a Swiss."""
    by_round = typed.system == "swiss"
    last = typed.last_round if by_round else len(typed.players)
    columns: Columns = {
        "number": Column("No."),
        "name": prose("Player"),
        **{str(each): lesser(str(each)) for each in range(1, last + 1)},
        "points": Column("Pts", right=True),
    }
    rows = {number: {"number": number, "name": each.name} for number, each in typed.numbered()}
    points = dict.fromkeys(rows, 0.0)
    for game in typed.games:
        for own, other, colour, score in _sides(game):
            points[own] += score
            sign = POINT_SIGNS[score] if game.played or other is None else _NOT_PLAYED[score]
            if by_round:
                rows[own][str(game.round)] = f"{other or 'bye'}{colour}{sign}"
            elif other is not None:
                rows[own][other] = sign
    return table([{**row, "points": f"{points[own]:g}"} for own, row in rows.items()], columns)


def _sides(game: GameReport) -> Iterator[tuple[str, str | None, str, float]]:
    """Each player of a game, his opponent, his colour, his points."""
    if game.black is None:
        yield game.white, None, "", game.white_points
        return
    yield game.white, game.black, "w", game.white_points
    yield game.black, game.white, "b", game.black_points
