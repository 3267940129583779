"""INGO B I and B II: the complete round robin, whose level is the same for everybody."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import percent_difference
from projections.rulebooks.ingo_1960.b_level import control_deviation, general_level
from projections.rulebooks.ingo_1960.degrees import Degrees, plain, rounded
from projections.rulebooks.ingo_1960.field import Field, Side, points_of
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.scoring import Scoring


@ingo.within("B I")
def is_complete_round_robin(sides: Mapping[str, Sequence[Side]]) -> bool:
    """Whether every participant played exactly one counting game with every other."""
    others = len(sides) - 1
    return others > 0 and all(
        len(own) == others and len({side.opponent for side in own}) == others
        for own in sides.values()
    )


@ingo.within("B II")
def with_general_level(field: Field, scoring: Scoring, readings: Readings) -> Scoring:
    """The level of all, where somebody is rated and every game of a round robin is scored.

    Where C II or C VI touches a game, every level is a single one.
    """
    F = field.numbers
    untouched = not scoring.limits and not scoring.unbounded
    if not (F and untouched and is_complete_round_robin(field.sides)):
        return scoring
    d = {
        player: percent_difference(points_of(sides), len(sides), readings.percent_mode)
        for player, sides in field.sides.items()
    }
    newcomers_d = [d[player] for player in d if player not in F]
    N = rounded(general_level(list(F.values()), newcomers_d), readings.niveau_decimals)
    _note(list(F.values()), newcomers_d, N, d)
    return attrs.evolve(scoring, levels=dict.fromkeys(d, N))


def _note(
    F: Sequence[Degrees],
    newcomers_d: Sequence[Degrees],
    N: Degrees,
    d: Mapping[str, Degrees],
) -> None:
    given = {"F": [plain(f) for f in F], "newcomers_%d": [plain(each) for each in newcomers_d]}
    text = Message("N = (Σ F + Σ %d of the newcomers) / number of F, the same for all.")
    for player in d:
        with concerning(player):
            ingo.note("B II" if newcomers_d else "B I", text, given, plain(N))
    deviation, allowed = control_deviation(list(d.values())), Fraction(len(d), 10)
    holds = -allowed <= deviation <= allowed
    ingo.note(
        "B II",
        "Control: the H of the rated add up to their F, else a result is wrong.",
        {"%d": [plain(each) for each in d.values()], "deviation": plain(deviation)},
        Message("holds") if holds else Message("input error"),
    )
