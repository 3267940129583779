"""INGO B: the level of an event, and the performance computed from it and each player's points."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd

import attrs
import msgspec

from ledger.events.messages import Message
from projections.rulebooks.document import concerning, is_recorded
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import (
    Degrees,
    percent_difference,
    performance,
    plain,
    rounded,
)
from projections.rulebooks.ingo_1960.c_special_cases import Limits, beyond_limit, mark_of
from projections.rulebooks.ingo_1960.card import Mark
from projections.rulebooks.ingo_1960.field import Field, Side, points_of
from projections.rulebooks.ingo_1960.readings import PercentMode, Readings

# --- the level (Niveau), the mean of the numbers that meet ---------------------------------------
# The general level is one for all, the single level (Einzel-Niveau) a player's own.  All are
# exact here; the procedure rounds them.


@ingo.within("B II")
def general_level(F: Sequence[Degrees], newcomers_d: Sequence[Degrees]) -> Fraction:
    """N = (Σ F + Σ %d of the newcomers) / number of F: the same for all in a round robin.

    Without newcomers it is the mean of all numbers (B I).
    """
    return Fraction(sum(F) + sum(newcomers_d), len(F))


@ingo.within("B II")
def control_deviation(d: Sequence[Degrees]) -> Degrees:
    """Return Σ H of the rated less their Σ F, which are equal in a complete round robin.

    With the general level that is Σ %d of all players: 0 except for the table's rounding.
    """
    return sum(d)


@ingo.within("B III 1")
def single_level(F: Degrees, opponents: Sequence[Degrees]) -> Fraction:
    """N = (F + Σ opponents' numbers) / (k + 1), one number per game (Vorwort 5)."""
    return Fraction(F + sum(opponents), len(opponents) + 1)


@ingo.within("B III 2")
def newcomers_level(opponents: Sequence[Degrees], d: Degrees) -> Fraction:
    """N = (Σ opponents' numbers + own %d) / k, the F-%d-Summe over its numbers.

    It is the level in which his own H counts: N (k + 1) = Σ opponents' numbers + H.
    """
    return Fraction(sum(opponents) + d, len(opponents))


# --- B III 3: several newcomers, whose performances enter each other's levels --------------------
# The document goes round and round, inserting provisional numbers until they stand still.  What
# they come to rest at is the solution of linear equations, solved here without rounding (R5).

Coefficients = dict[str, int]
RIGHT = ""
"""The key of a row's right-hand side; no player's id is empty."""


@attrs.frozen(kw_only=True)
class Equation:
    """The equation of a newcomer's level: k·N = Σ x + %d with H = N + %d.

    The x are the numbers ``known``, the H of the newcomers ``met``, and his own H shifted by
    each of ``limited``, where C VI sets the opponent so many degrees from it.
    """

    d: Degrees
    known: tuple[Degrees, ...]
    met: tuple[str, ...]
    limited: tuple[int, ...]

    def level(self, player: str, H: Mapping[str, Degrees]) -> Fraction:
        """Return N, computed from all H."""
        met = [H[newcomer] for newcomer in self.met]
        limited = [H[player] + distance for distance in self.limited]
        return newcomers_level([*self.known, *met, *limited], self.d)

    def row(self, player: str) -> Coefficients:
        """The same for H, in whole numbers: k·H − Σ met − own = Σ known + (k + 1)·%d."""
        k = len(self.known) + len(self.met) + len(self.limited)
        right = Fraction(sum(self.known) + sum(self.limited) + (k + 1) * self.d)
        row = {player: (k - len(self.limited)) * right.denominator, RIGHT: right.numerator}
        for newcomer in self.met:
            row[newcomer] = row.get(newcomer, 0) - right.denominator
        return row


@ingo.within("B III 3")
def newcomers_levels(
    bounded: frozenset[str], field: Field, limits: Limits, mode: PercentMode
) -> dict[str, tuple[Fraction, Degrees]]:
    """Return N, not yet rounded, and %d of the newcomers, whose H enter each other's N.

    No level can be found for newcomers who are linked to no player with a number.
    """
    numbers = field.numbers
    joined = _joined(bounded, field, numbers, limits)
    usable = joined.union(numbers)
    equations = {}
    for player in joined:
        scored = [side for side in field.sides[player] if _is_scored(side, usable, limits)]
        equations[player] = _equation(player, scored, numbers, limits, mode)
    H = solved({player: equation.row(player) for player, equation in equations.items()})
    levels = {player: (each.level(player, H), each.d) for player, each in equations.items()}
    for player in sorted(levels) if is_recorded() else ():
        _note_joint_level(player, equations, H, levels[player][0])
    return levels


def _note_joint_level(
    player: str, equations: Mapping[str, Equation], H: Mapping[str, Degrees], N: Fraction
) -> None:
    """Record the equation with the others' H and %d, so that it can be recomputed."""
    equation = equations[player]
    given = {
        "known": [plain(number) for number in equation.known],
        "newcomers": [
            {"opponent": met, "H": plain(H[met]), "%d": plain(equations[met].d)}
            for met in equation.met
        ],
        "from_own_H": list(equation.limited),
        "%d": plain(equation.d),
    }
    text = Message("N = (Σ numbers of the opponents + %d) / k, solved for all newcomers together.")
    with concerning(player):
        ingo.note("B III 3", text, given, plain(N))


def _joined(
    bounded: frozenset[str], field: Field, numbers: Mapping[str, Degrees], limits: Limits
) -> frozenset[str]:
    """Newcomers linked to a rated player by games scored at the opponents' own numbers."""
    met = {
        player: {side.opponent for side in field.sides[player] if side.game not in limits}
        for player in bounded
    }
    joined = frozenset(player for player in bounded if not met[player].isdisjoint(numbers))
    while further := {p for p in bounded - joined if not met[p].isdisjoint(joined)}:
        joined |= further
    return joined


def _is_scored(side: Side, usable: frozenset[str], limits: Limits) -> bool:
    limited = limits.get(side.game)
    return side.opponent in usable and (limited is None or not limited.struck)


def _equation(
    player: str,
    scored: Sequence[Side],
    numbers: Mapping[str, Degrees],
    limits: Limits,
    mode: PercentMode,
) -> Equation:
    full = [side.opponent for side in scored if side.game not in limits]
    limited = [limits[side.game] for side in scored if side.game in limits]
    return Equation(
        d=percent_difference(points_of(scored), len(scored), mode),
        known=tuple(numbers[opponent] for opponent in full if opponent in numbers),
        met=tuple(opponent for opponent in full if opponent not in numbers),
        limited=tuple(each.distance(player) for each in limited),
    )


def solved(rows: Mapping[str, Coefficients]) -> dict[str, Fraction]:
    """Solve for every unknown of the rows, eliminating first those with the fewest others.

    The numbers stay whole and small: each row is divided by its greatest common divisor.
    """
    waiting = dict(rows)
    eliminated: list[tuple[str, Coefficients]] = []
    while waiting:
        player = min(waiting, key=lambda unknown: (len(waiting[unknown]), unknown))
        pivot = waiting.pop(player)
        eliminated.append((player, pivot))
        for other, row in waiting.items():
            if player in row:
                waiting[other] = _without(player, row, pivot)
    return _inserted_backwards(eliminated)


def _without(player: str, row: Coefficients, pivot: Coefficients) -> Coefficients:
    own, his = row[player], pivot[player]
    combined = {
        key: his * row.get(key, 0) - own * pivot.get(key, 0)
        for key in row.keys() | pivot.keys()
        if key != player
    }
    common = gcd(*combined.values())
    return {key: value // common for key, value in combined.items() if value}


def _inserted_backwards(eliminated: Sequence[tuple[str, Coefficients]]) -> dict[str, Fraction]:
    H: dict[str, Fraction] = {}
    for player, row in reversed(eliminated):
        others = sum(times * H[key] for key, times in row.items() if key in H)
        H[player] = Fraction(row.get(RIGHT, 0) - others) / row[player]
    return H


# --- at which number every game is scored --------------------------------------------------------


@attrs.frozen(kw_only=True)
class Scoring:
    """The usable numbers of an event, and the games that are not scored at them.

    ``numbers``: F of the rated and H of the newcomers (R18); ``levels``: N if it is joint, that of
    the newcomers or of all players; ``unbounded``: the newcomers of C II, whose numbers nobody may
    use, but who use the others' (R24).
    """

    numbers: Mapping[str, Degrees]
    levels: Mapping[str, Degrees]
    unbounded: frozenset[str]
    limits: Limits

    @ingo.within("Vorwort 5")
    def scored(self, player: str, sides: Sequence[Side]) -> list[tuple[Side, Degrees]]:
        """Return the player's scored games, each with the opponent's number used.

        An opponent met twice counts twice, for example in a second round or in a play-off.
        """
        if not self.has_level(player):
            return []
        if not self.limits:
            numbers = self.numbers
            return [(side, numbers[side.opponent]) for side in sides if side.opponent in numbers]
        charged = [(side, self._charged(player, side)) for side in sides]
        return [(side, number) for side, number in charged if number is not None]

    def has_level(self, player: str) -> bool:
        """True if a level can be found for the player, given scored games."""
        return player in self.numbers or player in self.unbounded

    @ingo.within("C VI")
    def _charged(self, player: str, side: Side) -> Degrees | None:
        """Return the opponent's number, at the limit his own ± it; None if it is not scored."""
        number = self.numbers.get(side.opponent)
        limited = self.limits.get(side.game)
        if number is None or limited is None:
            return number
        return None if limited.struck else self.numbers[player] + limited.distance(player)

    def struck_by(self, player: str, side: Side) -> tuple[str, Message]:
        """The paragraph by which a game is not scored for the player, and the reason in words."""
        limited = self.limits.get(side.game)
        if side.opponent in self.unbounded:
            why = Message(
                "%(player)s, without a number, won or lost all his games", player=side.opponent
            )
            return "C II", why
        if limited is not None and limited.struck:
            why = Message(
                "%(player)s, more than %(degrees)s degrees ahead, won",
                {"player": limited.better, "degrees": limited.degrees},
            )
            return "C VI", why
        unknown = side.opponent if self.has_level(player) else player
        why = Message("%(player)s has no number, and no level can be found", player=unknown)
        return "B III 3", why


@ingo.within("C VI")
def scoring_of(
    field: Field, unbounded: frozenset[str], readings: Readings, *, with_limit: bool
) -> Scoring:
    """Apply the limit to the rated players, and in the same way to the newcomers' H (R14).

    All games beyond it are treated at once and H is recomputed, until no other is found; a
    game once treated stays treated.
    """
    limits = beyond_limit(field.numbers, field.sides, readings.limit) if with_limit else {}
    scoring = _scoring(field, unbounded, limits, readings)
    testing = with_limit and readings.limit_for_newcomers != "never"
    while testing and (found := _further(scoring, field, readings)):
        scoring = _scoring(field, unbounded, {**scoring.limits, **found}, readings)
        testing = readings.limit_for_newcomers == "until_stable"
    return scoring


def _scoring(
    field: Field, unbounded: frozenset[str], limits: Limits, readings: Readings
) -> Scoring:
    bounded = field.newcomers - unbounded
    levels: dict[str, Degrees] = {}
    H: dict[str, Degrees] = {}
    for player, (N, d) in newcomers_levels(bounded, field, limits, readings.percent_mode).items():
        levels[player] = rounded(N, readings.niveau_decimals)
        H[player] = rounded(performance(levels[player], d), readings.h_decimals)
    return Scoring(numbers=field.numbers | H, levels=levels, unbounded=unbounded, limits=limits)


def _further(scoring: Scoring, field: Field, readings: Readings) -> Limits:
    """Return the games beyond the limit that only the newcomers' H reveal."""
    if scoring.numbers.keys() == field.numbers.keys():
        return {}
    return beyond_limit(scoring.numbers, field.sides, readings.limit, scoring.limits)


# --- B I and B II: the complete round robin ------------------------------------------------------


@ingo.within("B I")
def is_complete_round_robin(sides: Mapping[str, Sequence[Side]]) -> bool:
    """True if every participant played exactly one counting game with every other."""
    others = len(sides) - 1
    return others > 0 and all(
        len(own) == others and len({side.opponent for side in own}) == others
        for own in sides.values()
    )


@ingo.within("B II")
def with_general_level(field: Field, scoring: Scoring, readings: Readings) -> Scoring:
    """Return the level of all, if a player is rated and every game of a round robin is scored.

    If C II or C VI applies to a game, every level is a single one.
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
    F: Sequence[Degrees], newcomers_d: Sequence[Degrees], N: Degrees, d: Mapping[str, Degrees]
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


# --- one player's performance: his level, %d and H -----------------------------------------------

_JOINT_LEVEL = Message("N = (Σ opponents' numbers + %d) / k.")
_SINGLE_LEVEL = Message("N = (F + Σ opponents' numbers) / (k + 1).")


class Performance(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's performance: scored games, points, %d, the level N and H.

    ``bound``: the mark that C II sets on a number made of it, if any.
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
    """Return H of one player from his scored games; None without any."""
    sides = field.sides[player]
    scored = scoring.scored(player, sides)
    if is_recorded() and (scoring.limits or len(scored) < len(sides)):
        _note_games(player, sides, scored, scoring)
    if not scored:
        text = Message("No game can be scored: the number does not change.")
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
    player: str, opponents: Sequence[Degrees], d: Degrees, scoring: Scoring, readings: Readings
) -> Degrees:
    """Return the player's level: that of all, the joint newcomers' level, or a single one."""
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
    player: str, sides: Sequence[Side], scored: Sequence[tuple[Side, Degrees]], scoring: Scoring
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
