"""FIDE 4: what is reported, as a whole or month by month, and from when to when."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

import attrs

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.occasion import Occasion, ReportBegan, ReportEnded
from projections.rulebooks.tournament import Game, Tournament

LONGEST_DAYS = 30


@attrs.frozen(kw_only=True)
class ReportedGames:
    """The games of a tournament, or of one of its months, from the first day to the last."""

    started_on: date
    ended_on: date
    games: tuple[Game, ...]


@fide.within("4")
def may_be_split(tournament: Tournament, readings: Readings) -> bool:
    """Whether a tournament lasts so long that its months are reported by themselves (F8)."""
    return (
        readings.interim_reports == "monthly"
        and tournament.format != "match"
        and tournament.starts_on is not None
        and (tournament.ended_on - tournament.starts_on).days > LONGEST_DAYS
    )


@fide.within("4")
def reports_of(tournament: Tournament, readings: Readings) -> tuple[ReportedGames, ...]:
    """The reports of a tournament: one, or the months of a long one whose games are all dated."""
    if may_be_split(tournament, readings):
        months = _months(tournament)
        if months:
            return months
    started_on = min(tournament.starts_on or tournament.ended_on, tournament.ended_on)
    return (
        ReportedGames(started_on=started_on, ended_on=tournament.ended_on, games=tournament.games),
    )


def occasions_of(tournament: Tournament, readings: Readings) -> Iterator[Occasion]:
    """The beginning and the end of every report; one of a single day only ends."""
    for report in reports_of(tournament, readings):
        if report.started_on < report.ended_on:
            yield ReportBegan(day=report.started_on, tournament=tournament, games=report.games)
        yield ReportEnded(
            day=report.ended_on,
            started_on=report.started_on,
            tournament=tournament,
            games=report.games,
        )


def _months(tournament: Tournament) -> tuple[ReportedGames, ...]:
    """The games by month, those not played with the last; nothing where one has no day."""
    months: dict[tuple[int, int], list[tuple[date, Game]]] = defaultdict(list)
    for game in tournament.games:
        if not game.played or game.black is None:
            continue
        day = game.finished_on or game.played_on
        if day is None:
            return ()
        months[day.year, day.month].append((day, game))
    reports = [
        ReportedGames(
            started_on=min(day for day, _ in months[month]),
            ended_on=max(day for day, _ in months[month]),
            games=tuple(game for _, game in months[month]),
        )
        for month in sorted(months)
    ]
    if not reports:
        return ()
    unplayed = tuple(game for game in tournament.games if not game.played or game.black is None)
    last = attrs.evolve(reports[-1], games=(*reports[-1].games, *unplayed))
    return (*reports[:-1], last)
