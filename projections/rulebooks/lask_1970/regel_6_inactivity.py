"""LASK Regel 6 and Tabell 4: on 1/6 those who played fewer than six games lose points."""

from collections.abc import Mapping, Sequence
from datetime import date

from projections.rulebooks.document import concerning
from projections.rulebooks.figures import printed_table
from projections.rulebooks.lask_1970 import decisions, lask
from projections.rulebooks.lask_1970.card import LaskCard, Ranked
from projections.rulebooks.lask_1970.rankingregel_2_base import FIRST_OF_SEPTEMBER, season_of
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.occasion import DayCame

_PRINTED = {
    int(row["spelade partier"]): -int(row["poäng"])
    for row in printed_table(lask.package, "tabell_4_inaktivitet.csv")
}


@lask.within("Regel 6")
def deductions(occasion: DayCame, ranked: Ranked, readings: Readings) -> Mapping[str, int]:
    """What the base date 1/6 takes, by player: every member is looked at."""
    season = season_of(occasion.day)
    table = table_4(decisions.deductions(occasion.decisions, season))
    points = {}
    for player, card in ranked.items():
        if card.adjustable and not is_exempt(card, season, readings):
            with concerning(player):
                points[player] = -deduction(card.season.games, table)
    return points


@lask.within("Tabell 4")
def table_4(decided: Mapping[str, int]) -> Sequence[int]:
    """The deductions for 0, 1, 2 … games; rows decided for the season replace printed ones.

    The last row holds for more games too; a number of games without a row has that before it.
    """
    rows = _PRINTED | {int(games.removesuffix("+")): points for games, points in decided.items()}
    return tuple(rows[max(row for row in rows if row <= games)] for games in range(max(rows) + 1))


@lask("Regel 6")
def deduction(games: int, table: Sequence[int]) -> int:
    """The deduction for the games booked from 1/9 to 31/5; the table's last row: or more."""
    return table[min(games, len(table) - 1)]


@lask.within("Regel 6")
def is_exempt(card: LaskCard, season: int, readings: Readings) -> bool:
    """No member with a number is exempt; one reading exempts those new in the season (L10)."""
    return readings.inactivity_exempt_newcomers and joined_during(season, card)


@lask.within("Regel 7 e")
def joined_during(season: int, card: LaskCard) -> bool:
    """Whether a player got his first number in the course of the season, after its first day."""
    return card.original_on > date(season, *FIRST_OF_SEPTEMBER)
