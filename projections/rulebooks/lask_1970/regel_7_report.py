"""LASK Regel 7: what a club reports to the CRK between 1/6 and 15/6, and the sums it rests on."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import ClubRecord, LaskCard, Ranked
from projections.rulebooks.lask_1970.rankingregel_2_base import season_of
from projections.rulebooks.lask_1970.regel_6_inactivity import joined_during
from projections.rulebooks.occasion import DayCame
from projections.rulebooks.tournament import Player

_NO_GAMES = ClubRecord(club="", N=0, S=0)


@lask.within("Regel 7 c")
def is_interclub(club: str, opponents_club: str | None, *, outsider: bool) -> bool:
    """A game of a club's member against a player of another club, an outsider's included."""
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
    """N and S of every club in the season, whoever played for it and wherever he is now."""
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
def club_report(club: str, first_of_june: DayCame, ranked: Ranked) -> ClubReport:
    """The report of a club, from the cards as they stand after the base date 1/6."""
    everyone, day = first_of_june.everyone, first_of_june.day
    members = {
        player: card
        for player, card in sorted(ranked.items())
        if not card.outsider and club_of(player, everyone, day) == club
    }
    season = season_of(day)
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
    """The club of a day; None for somebody who is not registered."""
    return everyone[player].club_on(day) if player in everyone else None
