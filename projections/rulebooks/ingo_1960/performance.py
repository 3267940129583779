"""One player's performance in an event: his level, %d and H, written down for the audit."""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.events.messages import Message
from projections.rulebooks.document import is_recorded
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import percent_difference, performance
from projections.rulebooks.ingo_1960.b_level import newcomers_level, single_level
from projections.rulebooks.ingo_1960.c2_all_won_or_lost import mark_of
from projections.rulebooks.ingo_1960.card import Mark
from projections.rulebooks.ingo_1960.degrees import Degrees, plain, rounded
from projections.rulebooks.ingo_1960.field import Field, Side, points_of
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.scoring import Scoring

_JOINT_LEVEL = Message("N = (Σ opponents' numbers + %d) / k.")
_SINGLE_LEVEL = Message("N = (F + Σ opponents' numbers) / (k + 1).")


class Performance(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a player achieved: scored games, points, %d, the level N and the performance H.

    ``bound``: the mark that C II sets to a number made of it, if any.
    """

    games: int
    points: float
    d: float
    N: float
    H: float
    bound: Mark | None


def performance_of(
    player: str, field: Field, scoring: Scoring, readings: Readings
) -> Performance | None:
    """H of one player from his scored games; None without any."""
    sides = field.sides[player]
    scored = scoring.scored(player, sides)
    if is_recorded() and (scoring.limits or len(scored) < len(sides)):
        _note_games(player, sides, scored, scoring)
    if not scored:
        text = Message("No game can be scored: the number stays as it is.")
        ingo.note("Vorwort 4", text, {"games": len(sides)}, None)
        return None
    k, points = len(scored), points_of([side for side, _ in scored])
    d = percent_difference(points, k, readings.percent_mode)
    N = _level(player, [number for _, number in scored], d, scoring, readings)
    H = rounded(performance(N, d), readings.h_decimals)
    if is_recorded():
        _note_performance(k, points, d, N, H)
    return Performance(
        games=k,
        points=points,
        d=plain(d),
        N=plain(N),
        H=plain(H),
        bound=mark_of(points, k) if player in scoring.unbounded else None,
    )


def _level(
    player: str,
    opponents: Sequence[Degrees],
    d: Degrees,
    scoring: Scoring,
    readings: Readings,
) -> Degrees:
    """The player's level: that of all, that of the joint newcomers, or a single one."""
    if player in scoring.levels:
        return scoring.levels[player]
    if player in scoring.unbounded:
        N = rounded(newcomers_level(opponents, d), readings.niveau_decimals)
        _note_level("B III 2", _JOINT_LEVEL, opponents, {"%d": d}, N)
        return N
    F = scoring.numbers[player]
    N = rounded(single_level(F, opponents), readings.niveau_decimals)
    _note_level("B III 1", _SINGLE_LEVEL, opponents, {"F": F}, N)
    return N


def _note_level(
    paragraph: str, text: str, opponents: Sequence[Degrees], own: Mapping[str, Degrees], N: Degrees
) -> None:
    if is_recorded():
        given: dict[str, object] = {"opponents": [plain(number) for number in opponents]}
        given |= {symbol: plain(value) for symbol, value in own.items()}
        ingo.note(paragraph, text, given, plain(N))


def _note_performance(k: int, points: float, d: Degrees, N: Degrees, H: Degrees) -> None:
    table = Message("%d = 50 − percentage, half a point and one game added.")
    ingo.note("Tabelle", table, {"games": k, "points": points}, plain(d))
    ingo.note("A", "H = N + %d.", {"N": plain(N), "%d": plain(d)}, plain(H))


def _note_games(
    player: str,
    sides: Sequence[Side],
    scored: Sequence[tuple[Side, Degrees]],
    scoring: Scoring,
) -> None:
    numbers = {side.game: number for side, number in scored}
    for side in sides:
        given = {"game": side.game, "opponent": side.opponent}
        if side.game not in numbers:
            paragraph, why = scoring.struck_by(player, side)
            ingo.note(paragraph, Message("Not scored: %(why)s.", why=why), given, None)
        elif side.game in scoring.limits:
            text = Message("More degrees apart than the limit: the opponent counts at the limit.")
            ingo.note("C VI", text, given, plain(numbers[side.game]))
