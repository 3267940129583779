"""At which number every game is scored: C II, C VI and the newcomers settled together."""

from collections.abc import Mapping, Sequence

import attrs

from ledger.events.messages import Message
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import performance
from projections.rulebooks.ingo_1960.b3_newcomers import newcomers_levels
from projections.rulebooks.ingo_1960.c6_fifty_degrees import Limits, beyond_limit
from projections.rulebooks.ingo_1960.degrees import Degrees, rounded
from projections.rulebooks.ingo_1960.field import Field, Side
from projections.rulebooks.ingo_1960.readings import Readings


@attrs.frozen(kw_only=True)
class Scoring:
    """The usable numbers of an event, and the games that are not scored at them.

    ``numbers``: F of the rated and H of the newcomers (R18); ``levels``: N where it is not a
    player's own affair, that of the newcomers or of all; ``unbounded``: the newcomers of C II,
    whom nobody may use, but who use the others (R24).
    """

    numbers: Mapping[str, Degrees]
    levels: Mapping[str, Degrees]
    unbounded: frozenset[str]
    limits: Limits

    @ingo.within("Vorwort 5")
    def scored(self, player: str, sides: Sequence[Side]) -> list[tuple[Side, Degrees]]:
        """The player's scored games, each with the number at which the opponent counts.

        An opponent met twice counts twice, be it in a second round or in a play-off.
        """
        if not self.has_level(player):
            return []
        if not self.limits:
            numbers = self.numbers
            return [(side, numbers[side.opponent]) for side in sides if side.opponent in numbers]
        charged = [(side, self._charged(player, side)) for side in sides]
        return [(side, number) for side, number in charged if number is not None]

    def has_level(self, player: str) -> bool:
        """Whether a level can be found for the player, if he has scored games."""
        return player in self.numbers or player in self.unbounded

    def _charged(self, player: str, side: Side) -> Degrees | None:
        number = self.numbers.get(side.opponent)
        limited = self.limits.get(side.game)
        if number is None or limited is None:
            return number
        return None if limited.struck else self.numbers[player] + limited.distance(player)

    def struck_by(self, player: str, side: Side) -> tuple[str, Message]:
        """The paragraph by which a game is not scored for the player, and why in words."""
        limited = self.limits.get(side.game)
        if side.opponent in self.unbounded:
            why = Message(
                "%(player)s, without a number, won or lost all his games", player=side.opponent
            )
            return "C II", why
        if limited is not None and limited.struck:
            why = Message(
                "%(player)s, more than %(degrees)s degrees ahead, won",
                player=limited.better,
                degrees=limited.degrees,
            )
            return "C VI", why
        unknown = side.opponent if self.has_level(player) else player
        why = Message("%(player)s has no number, and no level can be found", player=unknown)
        return "B III 3", why


@ingo.within("C VI")
def scoring_of(
    field: Field, unbounded: frozenset[str], readings: Readings, *, with_limit: bool
) -> Scoring:
    """The limit applied to the rated, and in the same sense to the newcomers' H (R14).

    All games beyond it are treated at once and H worked out anew, until no other is found; a
    game once treated stays so.
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
    """The games that only the newcomers' H show to be beyond the limit."""
    if scoring.numbers.keys() == field.numbers.keys():
        return {}
    return beyond_limit(scoring.numbers, field.sides, readings.limit, scoring.limits)
