"""FIDE 7.1: lists month after month, and on which of them a report is rated."""

from datetime import date
from typing import Any

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.p4_reports import (
    list_of,
    list_of_report,
    lists_later,
    lists_open_to,
)
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.tournament import Decision, Tournament
from tests.tables import every


def ended(on: date, **facts: Any) -> Tournament:
    """A tournament by its last day."""
    return Tournament(id="t", name="T", discipline="chess", format="swiss", ended_on=on, **facts)


@every(
    ("the_list", "lists", "expected"),
    [
        (date(2025, 1, 1), 0, date(2025, 1, 1)),
        (date(2025, 12, 1), 1, date(2026, 1, 1)),
        (date(2025, 1, 1), -1, date(2024, 12, 1)),
        (date(2024, 3, 1), 26, date(2026, 5, 1)),
        (date(9999, 11, 1), 1, date(9999, 12, 1)),
        (date(9999, 12, 1), 1, date.max),
        (date(1, 3, 1), -1, date(1, 2, 1)),
        (date(1, 1, 1), -1, date.min),
    ],
)
def test_lists_are_counted_by_the_month_as_far_as_the_calendar_goes(the_list, lists, expected):
    """FIDE 7.1."""
    assert lists_later(the_list, lists) == expected


def test_a_tournament_may_be_reported_for_the_next_three():
    """FIDE 9.1."""
    lists = (date(2026, 12, 1), date(2027, 1, 1), date(2027, 2, 1))
    assert lists_open_to(date(2026, 11, 30)) == lists


@every("day", [date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 31)])
def test_the_list_of_the_month_is_in_force_from_its_first_day(day):
    """FIDE 7.1."""
    assert list_of(day) == date(2026, 3, 1)


@every(
    ("chosen", "report_ended", "expected"),
    [
        ("2026-05-01", date(2026, 3, 10), date(2026, 5, 1)),
        ("2026-05-01", date(2026, 4, 30), date(2026, 5, 1)),
        ("2026-05-01", date(2026, 5, 1), date(2026, 6, 1)),
        ("2026-09-01", date(2026, 3, 10), date(2026, 4, 1)),
    ],
)
def test_a_list_decided_is_none_that_has_come_or_is_closed(chosen, report_ended, expected):
    """FIDE 7.1.3, FIDE 9.1: of a tournament that ended in March but for one game.

    That of September was chosen while the tournament seemed to have ended later.
    """
    decided = Decision(
        event="e",
        rule=fide.cite("7.1.3"),
        about={"tournament": "t"},
        value={"list": chosen},
        by="the QC",
        reason="agreed",
    )
    tournament = ended(date(2026, 3, 10), decisions=(decided,))
    assert list_of_report(report_ended, tournament, Readings()) == expected


@every(
    ("flags", "ended_on", "expected"),
    [
        ({"official-fide-event"}, date(2026, 3, 31), date(2026, 4, 1)),
        ({"official-fide-event"}, date(2026, 4, 1), date(2026, 5, 1)),
        (set(), date(2026, 3, 29), date(2026, 4, 1)),
        (set(), date(2026, 3, 30), date(2026, 5, 1)),
    ],
)
def test_a_report_ends_three_days_before_its_list_and_fides_own_a_day(flags, ended_on, expected):
    """FIDE 7.1.3: never on the day of the list itself."""
    tournament = ended(ended_on, flags=frozenset(flags))
    assert list_of_report(ended_on, tournament, Readings()) == expected
