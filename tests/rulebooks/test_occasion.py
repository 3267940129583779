"""The order of one day, whatever the order of arrival."""

from itertools import pairwise
from typing import Any

from projections.rulebooks.occasion import (
    CalendarDay,
    GamesPlayed,
    ListDue,
    RatingAdopted,
    RatingDecided,
    ReportBegan,
    ReportEnded,
    RulebookBegan,
    SummaryKnown,
    TournamentEnded,
)
from tests.tables import every

ONE_DAY: list[set[Any]] = [
    {ListDue},
    {RulebookBegan},
    {CalendarDay},
    {RatingDecided, RatingAdopted},
    {SummaryKnown, TournamentEnded, GamesPlayed, ReportBegan, ReportEnded},
]


@every(("earlier", "later"), [*pairwise(ONE_DAY)])
def test_a_list_closes_the_day_before_a_decision_precedes_the_tournament_that_ends_on_its_day(
    earlier: set[Any], later: set[Any]
) -> None:
    assert max(kind.phase for kind in earlier) < min(kind.phase for kind in later)


@every("kinds", ONE_DAY)
def test_what_is_of_one_rank_is_taken_in_the_order_of_its_keys(kinds: set[Any]) -> None:
    assert len({kind.phase for kind in kinds}) == 1
