"""C.07 15: unplayed rounds where the pairings are settled beforehand."""

from collections.abc import Mapping, Sequence

import attrs

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.table import Round, Table


@c07.within("15.1")
def is_unplayed(had: Round) -> bool:
    """An unplayed round is one in which the player, paired or not, played no game."""
    return had.opponent is None or not had.played


@c07.within("15.2")
def as_regular_game(had: Round) -> Round:
    """A forfeit counts as a regular game against the scheduled opponent."""
    return attrs.evolve(had, played=had.opponent is not None)


def as_regular_games(table: Table) -> Table:
    """The table with every forfeit as a regular game."""
    rounds = {player: list(map(as_regular_game, each)) for player, each in table.rounds.items()}
    return attrs.evolve(table, rounds=rounds)


@c07.within("15.2")
def own_record(table: Table) -> Mapping[str, Sequence[Round]]:
    """For one's own record (article 7) a forfeit lost stays unplayed, and one won is a game."""
    if not table.fixed:
        return table.rounds
    return {
        player: [had if had.forfeit_loss else as_regular_game(had) for had in rounds]
        for player, rounds in table.rounds.items()
    }


@c07.within("15.2")
def over_the_board(rounds: Sequence[Round]) -> Sequence[tuple[str, Round]]:
    """For the ratings of opponents (article 10) every forfeit stays unplayed."""
    return [(had.opponent, had) for had in rounds if had.opponent is not None and had.played]
