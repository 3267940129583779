"""LASK Regel 11: what the CRK adds on 1/9, besides the games of the summer."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from msgspec.structs import replace

from projections.rulebooks.document import concerning
from projections.rulebooks.figures import whole
from projections.rulebooks.lask_1970 import decisions, lask
from projections.rulebooks.lask_1970.card import (
    AnyCard,
    Cards,
    ClubRecord,
    LaskCard,
    Ranked,
    UnrankedCard,
)
from projections.rulebooks.lask_1970.rankingregel_2_base import (
    FIRST_OF_JUNE,
    clubs_keep_the_books,
    season_of,
)
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_7_report import club_of, club_totals
from projections.rulebooks.occasion import DayCame, GamesPlayed, TournamentEnded

_BONUS = 16


def additions(occasion: DayCame, ranked: Ranked, readings: Readings) -> Mapping[str, int]:
    """What the base date 1/9 adds for the season before it, by player."""
    season = season_of(occasion.day) - 1
    points = Counter(bonuses(occasion, ranked, season, readings))
    if season in readings.general_addition_seasons:
        points.update(general_additions(occasion, ranked, season))
    return points


@lask.within("Regel 11 a")
def bonuses(
    occasion: DayCame, ranked: Ranked, season: int, readings: Readings
) -> Mapping[str, int]:
    """The bonus of every ranked member who played in one, or about whom it was decided."""
    granted = decisions.bonuses(occasion.decisions, season)
    points = {}
    for player, card in ranked.items():
        events = len(card.season.larger_events)
        if card.adjustable and (events or player in granted):
            with concerning(player):
                points[player] = bonus(
                    events, granted.get(player), readings.summer_bonus_per_event
                )
    return points


@lask.within("Regel 11 b")
def general_additions(occasion: DayCame, ranked: Ranked, season: int) -> Mapping[str, int]:
    """The addition of everybody whose club of 1/6 has reported its members (L12)."""
    reported = decisions.additions(occasion.decisions, season)
    booked = club_totals(ranked.values())
    of_club = {
        club: reported_or_booked(report, booked.get(club)) for club, report in reported.items()
    }
    first_of_june = date(occasion.day.year, *FIRST_OF_JUNE)
    points = {}
    for player, card in ranked.items():
        club = club_of(player, occasion.everyone, first_of_june)
        if card.adjustable and club in of_club:
            with concerning(player):
                points[player] = general_addition(*of_club[club])
    return points


@lask("Regel 11 a")
def bonus(larger_events: int, granted: bool | None, per_event: bool) -> int:
    """16 points for a player who took part in SM or another larger event from 1/6 to 31/8.

    Once a summer, in another reading for every event (L11); ``granted`` is a decision about
    him, None where there is none.
    """
    if granted is not None:
        larger_events = max(larger_events, 1) if granted else 0
    return _BONUS * (larger_events if per_event else min(larger_events, 1))


@lask.within("Regel 11 a")
def is_larger_event(occasion: GamesPlayed | TournamentEnded) -> bool:
    """Whether the occasion belongs to a larger event that ended from 1/6 to 31/8."""
    tournament = occasion.tournament
    return (
        "larger-event" in tournament.flags
        and not clubs_keep_the_books(tournament.ended_on)
        and season_of(tournament.ended_on) == season_of(occasion.day)
    )


@lask.within("Regel 11 a")
def with_larger_event(card: AnyCard | None, tournament: str) -> AnyCard:
    """The card of somebody who played in a larger event; he may get his number later."""
    if not isinstance(card, LaskCard):
        noted = () if card is None else card.larger_events
        return UnrankedCard(larger_events=tuple(sorted({*noted, tournament})))
    events = tuple(sorted({*card.season.larger_events, tournament}))
    return replace(card, season=replace(card.season, larger_events=events))


@lask.within("Regel 11 a")
def summer_over(cards: Cards) -> Mapping[str, UnrankedCard]:
    """On 1/9 the larger events of those who still have no number are forgotten."""
    return {
        player: UnrankedCard()
        for player, card in cards.items()
        if isinstance(card, UnrankedCard) and card.larger_events
    }


@lask("Regel 11 b")
def general_addition(S: int, N: int, M: int) -> int:
    """Every player of a club gets 10·S/N − S/M, in the first year only; a deduction if S < 0.

    ``S``: points the club won in its ``N`` games against others; ``M``: its members.  Rounded to
    a whole number, halves away from zero.
    """
    if N == 0 or M == 0:
        return 0
    exact = Fraction(10 * S, N) - Fraction(S, M)
    return whole(exact) if exact >= 0 else -whole(-exact)


@lask.within("Regel 11 b")
def reported_or_booked(
    reported: Mapping[str, int | None], booked: ClubRecord | None
) -> tuple[int, int, int]:
    """S, N and M of a club as it reports them; S and N left open: as its games were booked."""
    S, N = reported.get("S"), reported.get("N")
    if S is None:
        S = booked.S if booked else 0
    if N is None:
        N = booked.N if booked else 0
    return S, N, reported["M"] or 0
