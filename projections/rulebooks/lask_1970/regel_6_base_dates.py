"""LASK Regel 6, 7 and 11: the record sheets on the base dates 1/6 and 1/9."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import attrs
from msgspec.structs import replace

from projections.rulebooks.document import concerning
from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.lask_1970 import lask, rankingregler
from projections.rulebooks.lask_1970.card import (
    AnyCard,
    Cards,
    ClubRecord,
    LaskCard,
    Ranked,
    UnrankedCard,
)
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.occasion import CalendarDay, GamesPlayed, TournamentEnded
from projections.rulebooks.tournament import Player, values_decided

BONUS, ADDITION, DEDUCTIONS = map(lask.cite, ("Regel 11 a", "Regel 11 b", "Tabell 4"))
"""The rules that call for a decision."""

# --- Regel 6 and Tabell 4: fewer than six games lose points --------------------------------------

_PRINTED = {
    int(row["spelade partier"]): -int(row["poäng"])
    for row in printed_table(lask.package, "tabell_4_inaktivitet.csv")
}


@lask.within("Regel 6")
def deductions(occasion: CalendarDay, ranked: Ranked, readings: Readings) -> Mapping[str, int]:
    """Return the deductions of the base date 1/6, by player; every member is checked."""
    season = rankingregler.season_of(occasion.day)
    table = table_4(values_decided(occasion.decisions, DEDUCTIONS, "season").get(season, {}))
    points = {}
    for player, card in ranked.items():
        if card.adjustable and not is_exempt(card, season, readings):
            with concerning(player):
                points[player] = -deduction(card.season.games, table)
    return points


@lask.within("Tabell 4")
def table_4(decided: Mapping[str, int]) -> Sequence[int]:
    """Return the deductions for 0, 1, 2 … games; rows decided for the season replace printed ones.

    The last row also holds for more games; a number of games without a row has that before it.
    """
    rows = _PRINTED | {int(games.removesuffix("+")): points for games, points in decided.items()}
    return tuple(rows[max(row for row in rows if row <= games)] for games in range(max(rows) + 1))


@lask("Regel 6")
def deduction(games: int, table: Sequence[int]) -> int:
    """The deduction for the games counted from 1/9 to 31/5; the table's last row: or more."""
    return table[min(games, len(table) - 1)]


@lask.within("Tabell 4")
def with_waiting_games(card: AnyCard | None, games: int) -> AnyCard:
    """Return the card after more games that count although a number is missing (L28)."""
    card = card or UnrankedCard()
    return replace(card, season=card.season.with_games(games, card.season.interclub))


@lask.within("Regel 6")
def is_exempt(card: LaskCard, season: int, readings: Readings) -> bool:
    """True only under one reading: for members who are new in the season (L10)."""
    return readings.inactivity_exempt_newcomers and joined_during(season, card)


@lask.within("Regel 7 e")
def joined_during(season: int, card: LaskCard) -> bool:
    """True if a player got his first number during the season, after its first day."""
    return card.original_on > date(season, *rankingregler.FIRST_OF_SEPTEMBER)


# --- Regel 7: what a club reports to the CRK, and the sums it rests on ---------------------------

_NO_GAMES = ClubRecord(club="", N=0, S=0)


@lask.within("Regel 7 c")
def is_interclub(club: str, opponents_club: str | None, *, outsider: bool) -> bool:
    """True for a game of a club's member against a player of another club or an outsider."""
    return club != opponents_club and (outsider or opponents_club is not None)


@lask.within("Regel 7 c")
@lask.within("Regel 7 d")
def with_games(
    records: Sequence[ClubRecord], club: str, changes: Sequence[int]
) -> tuple[ClubRecord, ...]:
    """A player's records after games for ``club``: N by their number, S by their changes."""
    totals = {record.club: record for record in records}
    before = totals.get(club, _NO_GAMES)
    totals[club] = ClubRecord(club=club, N=before.N + len(changes), S=before.S + sum(changes))
    return tuple(totals[name] for name in sorted(totals))


@lask.within("Regel 7 c")
@lask.within("Regel 7 d")
def club_totals(cards: Iterable[LaskCard]) -> Mapping[str, ClubRecord]:
    """Return N and S of every club in the season, from all who played for it."""
    totals: dict[str, ClubRecord] = {}
    for card in cards:
        for record in card.season.interclub:
            before = totals.get(record.club, _NO_GAMES)
            totals[record.club] = ClubRecord(
                club=record.club, N=before.N + record.N, S=before.S + record.S
            )
    return totals


@attrs.frozen(kw_only=True)
class ClubReport:
    """A club's letter to the CRK, by the letters of the rule.

    ``ratings``: a) numbers in force on 1/6, the deductions taken off.  ``deductions``: b) their
    sum.  ``N``, ``S``: c), d).  ``originals``: e) first numbers of those who joined in the year.
    """

    ratings: Mapping[str, int]
    deductions: int
    N: int
    S: int
    originals: Mapping[str, int]


@lask.within("Regel 7 a")
@lask.within("Regel 7 b")
@lask.within("Regel 7 e")
def club_report(club: str, first_of_june: CalendarDay, ranked: Ranked) -> ClubReport:
    """The report of a club, from the cards as they stand after the base date 1/6."""
    everyone, day = first_of_june.everyone, first_of_june.day
    members = {
        player: card
        for player, card in sorted(ranked.items())
        if not card.outsider and club_of(player, everyone, day) == club
    }
    season = rankingregler.season_of(day)
    totals = club_totals(ranked.values()).get(club, _NO_GAMES)
    return ClubReport(
        ratings={player: card.base for player, card in members.items()},
        deductions=sum(card.season.deduction for card in members.values()),
        N=totals.N,
        S=totals.S,
        originals={
            player: card.original
            for player, card in members.items()
            if joined_during(season, card)
        },
    )


def letter(report: ClubReport) -> list[Mapping[str, Any]]:
    """The report line by line, each under the letter that asks for it."""
    of_club = (
        ("b", "sum of the deductions", report.deductions),
        ("c", "N, games against other clubs", report.N),
        ("d", "S, points won in them", report.S),
    )
    return [
        *(_line("a", player, "number on 1/6", value) for player, value in report.ratings.items()),
        *(_line(rule, None, what, value) for rule, what, value in of_club),
        *(_line("e", player, "first number", value) for player, value in report.originals.items()),
    ]


def _line(rule: str, player: str | None, what: str, value: int) -> Mapping[str, Any]:
    return {"rule": lask.cite(f"Regel 7 {rule}"), "player": player, "what": what, "value": value}


def club_of(player: str, everyone: Mapping[str, Player], day: date) -> str | None:
    """Return the club of a day; None for a player who is not registered."""
    return everyone[player].club_on(day) if player in everyone else None


# --- Regel 11: what the CRK adds on 1/9, besides the games of the summer -------------------------

_BONUS = 16


def additions(occasion: CalendarDay, ranked: Ranked, readings: Readings) -> Mapping[str, int]:
    """Return by player the points that the base date 1/9 adds for the season before it."""
    season = rankingregler.season_of(occasion.day) - 1
    points = Counter(bonuses(occasion, ranked, season, readings))
    if season in readings.general_addition_seasons:
        points.update(general_additions(occasion, ranked, season))
    return points


@lask.within("Regel 11 a")
def bonuses(
    occasion: CalendarDay, ranked: Ranked, season: int, readings: Readings
) -> Mapping[str, int]:
    """Return the bonus of every ranked member who played in a larger event or has a decision."""
    granted = values_decided(occasion.decisions, BONUS, "player", "bonus", season=season)
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
def general_additions(occasion: CalendarDay, ranked: Ranked, season: int) -> Mapping[str, int]:
    """Return the addition of each player whose club of 1/6 has reported its members (L12)."""
    reported = values_decided(occasion.decisions, ADDITION, "club", season=season)
    booked = club_totals(ranked.values())
    of_club = {
        club: reported_or_booked(report, booked.get(club)) for club, report in reported.items()
    }
    first_of_june = date(occasion.day.year, *rankingregler.FIRST_OF_JUNE)
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
    him, None if there is none.
    """
    if granted is not None:
        larger_events = max(larger_events, 1) if granted else 0
    return _BONUS * (larger_events if per_event else min(larger_events, 1))


@lask.within("Regel 11 a")
def is_larger_event(occasion: GamesPlayed | TournamentEnded) -> bool:
    """True if the occasion belongs to a larger event that ended from 1/6 to 31/8."""
    tournament = occasion.tournament
    return (
        "larger-event" in tournament.flags
        and not rankingregler.is_booked_by_clubs(tournament.ended_on)
        and rankingregler.season_of(tournament.ended_on) == rankingregler.season_of(occasion.day)
    )


@lask.within("Regel 11 a")
def with_larger_event(card: AnyCard | None, tournament: str) -> AnyCard:
    """Return the card of a player in a larger event; he may get his number later."""
    card = card or UnrankedCard()
    events = tuple(sorted({*card.season.larger_events, tournament}))
    return replace(card, season=replace(card.season, larger_events=events))


@lask.within("Regel 11 a")
def summer_over(cards: Cards) -> Mapping[str, UnrankedCard]:
    """Remove on 1/9 the season's record of players who still have no number."""
    return {
        player: UnrankedCard()
        for player, card in cards.items()
        if isinstance(card, UnrankedCard) and card != UnrankedCard()
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
    """S, N and M of a club as reported; S and N left open are taken from the booked games."""
    S, N = reported.get("S"), reported.get("N")
    if S is None:
        S = booked.S if booked else 0
    if N is None:
        N = booked.N if booked else 0
    return S, N, reported["M"] or 0
