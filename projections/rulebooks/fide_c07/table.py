"""The players' rounds, as all tie-breaks read them.

Points are doubled, so that all numbers are whole; values become fractions at the end.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cached_property

import attrs

from projections.rulebooks.tournament import Game, Tournament

Values = Mapping[str, Fraction]
"""A number for every player, larger being better."""
WIN, DRAW = 2, 1
NOT_SHOWN_UP = (None, "forfeit", "double-loss")
VIRTUAL, DUMMY, LIMITED = date.min, date(2023, 9, 1), date(2026, 3, 1)
"""First days of the editions: until 2023 an unplayed round is one against a virtual opponent, then
against a dummy, whose score is limited since 2026 (16.4.1 and 16.4.2).
"""


@attrs.frozen(kw_only=True)
class Round:
    """One player's round: doubled points of both, and the opponent (None: a bye).

    ``stones_given`` is the handicap of a game of go, negative for stones received.
    """

    number: int
    points: int
    opponent: str | None = None
    opponents_points: int = 0
    black: bool = False
    played: bool = False
    reason: str | None = None
    stones_given: int = 0

    @property
    def forfeit_loss(self) -> bool:
        """True for a game lost by absence; one that the arbiter decided is none."""
        is_lost = self.opponent is not None and not self.played and self.points == 0
        return is_lost and self.reason in NOT_SHOWN_UP


@attrs.frozen(kw_only=True, slots=False)
class Table:
    """Everybody's rounds, in order.

    ``fixed``: the pairings were settled beforehand (15.2).  ``length``: the rounds of the
    tournament; ``last``: the last on record, 0 if no game has a number.  ``edition``:
    the first day of the text in force.  ``starts``: McMahon scores before the first round, for go.
    """

    rounds: Mapping[str, Sequence[Round]]
    fixed: bool
    length: int
    last: int
    edition: date
    ratings: Mapping[str, int] = attrs.field(factory=dict)
    starts: Mapping[str, int] = attrs.field(factory=dict)

    @cached_property
    def scores(self) -> Mapping[str, int]:
        """Everybody's doubled points, whether played for or not."""
        return {
            player: sum(had.points for had in rounds) for player, rounds in self.rounds.items()
        }


def table_of(
    tournament: Tournament,
    ratings: Mapping[str, int] | None = None,
    starts: Mapping[str, int] | None = None,
) -> Table:
    """The table of a tournament; a round of a Swiss without a player's name is his bye."""
    rounds: dict[str, list[Round]] = {player: [] for player in tournament.players}
    for game in tournament.games:
        for player, had in _sides(game):
            rounds.setdefault(player, []).append(had)
    fixed = tournament.format != "swiss"
    numbers = {had.number for each in rounds.values() for had in each if had.number}
    for each in rounds.values():
        missed = () if fixed else sorted(numbers - {had.number for had in each})
        each += [Round(number=number, points=0) for number in missed]
        each.sort(key=lambda had: had.number)
    first_day = tournament.starts_on or tournament.ended_on
    return Table(
        rounds=rounds,
        fixed=fixed,
        length=tournament.rounds or max(map(len, rounds.values()), default=0),
        last=max(numbers, default=0),
        edition=max(each for each in (VIRTUAL, DUMMY, LIMITED) if each <= first_day),
        ratings=ratings or {},
        starts=starts or {},
    )


def as_today(table: Table) -> Table:
    """The table under the text of 2023 if it was played before, as today's tie-breaks have it."""
    return attrs.evolve(table, edition=max(table.edition, DUMMY))


def _sides(game: Game) -> Iterator[tuple[str, Round]]:
    """The round as each of the two had it; a game without a round stands before all others."""
    white, black = int(2 * game.white_points), int(2 * game.black_points)
    stones = game.stones if game.receiver == "black" else -game.stones
    had = Round(
        number=game.round or 0,
        points=white,
        opponent=game.black,
        opponents_points=black,
        played=game.played,
        reason=game.reason,
        stones_given=stones,
    )
    yield game.white, had
    if game.black is not None:
        yield (
            game.black,
            attrs.evolve(
                had,
                points=black,
                opponent=game.white,
                opponents_points=white,
                black=True,
                stones_given=-stones,
            ),
        )
