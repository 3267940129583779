"""C.07 16: unplayed rounds in Swiss tournaments, for Buchholz and Sonneborn-Berger."""

from collections.abc import Iterator, Mapping, Sequence

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.p14_modifiers import Contribution
from projections.rulebooks.fide_c07.p15_unplayed_rounds import as_regular_games, is_unplayed
from projections.rulebooks.fide_c07.table import DRAW, DUMMY, LIMITED, WIN, Round, Table


@c07.within("16.1.1")
def is_requested_bye(had: Round) -> bool:
    """A requested bye is worth half a point or none; so is each round after a withdrawal."""
    return had.opponent is None and had.points <= DRAW


@c07.within("16.1.2")
def is_voluntary(had: Round) -> bool:
    """A voluntary unplayed round (VUR) is a requested bye or a forfeit loss."""
    return is_requested_bye(had) or had.forfeit_loss


@c07.within("16.2.5")
def is_final_absence(rounds: Sequence[Round], bye: Round) -> bool:
    """A requested bye in the last round, or with nothing but VURs after it."""
    later = (had for had in rounds if had.number >= bye.number and had is not bye)
    return is_requested_bye(bye) and all(map(is_voluntary, later))


@c07.within("16.3.1")
@c07.within("16.3.2")
def score_for_opponents(rounds: Sequence[Round]) -> int:
    """The points awarded, where final absence (16.2.5) is evaluated as draws."""
    return sum(DRAW if is_final_absence(rounds, had) else had.points for had in rounds)


@c07.within("16.4")
@c07.within("16.4.1")
@c07.within("16.4.2")
def dummy(table: Table, own: int, due: int | None) -> int:
    """The dummy has one's own score; no more than the opponent ``due``, or than all draws."""
    if table.edition < LIMITED:
        return own
    return min(own, table.length * DRAW if due is None else due)


@c07.within("until 2023 15.2")
def virtual_opponent(before: int, points: int, later: int) -> int:
    """One's score before the round, the rest of its point, and a draw in every later round."""
    return before + WIN - points + DRAW * later


@c07.within("until 2023 15.3")
def with_draws(rounds: Sequence[Round]) -> int:
    """For opponents every unplayed round is a draw."""
    return sum(DRAW if is_unplayed(had) else had.points for had in rounds)


def contributions(
    table: Table, *, forfeits_count: bool = False
) -> Mapping[str, list[Contribution]]:
    """Contributions of each player's rounds to a sum over his opponents, in order.

    ``forfeits_count``: forfeits are games, as where the pairings are settled beforehand (15.2);
    there a bye contributes nothing.
    """
    if table.fixed or forfeits_count:
        table = as_regular_games(table)
    seen = score_for_opponents if table.edition >= DUMMY else with_draws
    scores = {
        player: table.scores[player] if table.fixed else seen(rounds)
        for player, rounds in table.rounds.items()
    }
    of = _contributions if table.fixed or table.edition >= DUMMY else _until_2023
    return {
        player: list(of(table, player, rounds, scores)) for player, rounds in table.rounds.items()
    }


def _contributions(
    table: Table, player: str, rounds: Sequence[Round], scores: Mapping[str, int]
) -> Iterator[Contribution]:
    for had in rounds:
        score = None if had.opponent is None else scores[had.opponent]
        if is_unplayed(had) and not table.fixed:
            score = dummy(table, table.scores[player], score)
        if score is not None:
            voluntary = is_unplayed(had) and is_voluntary(had)
            yield Contribution(points=had.points, score=score, voluntary=voluntary)


def _until_2023(
    table: Table, _player: str, rounds: Sequence[Round], scores: Mapping[str, int]
) -> Iterator[Contribution]:
    """Contributions of a player's rounds; an unplayed one is a draw to himself, too (C15)."""
    before = 0
    for had in rounds:
        if had.opponent is None or is_unplayed(had):
            score = virtual_opponent(before, had.points, table.length - had.number)
            yield Contribution(points=DRAW, score=score)
        else:
            yield Contribution(points=had.points, score=scores[had.opponent])
        before += had.points
