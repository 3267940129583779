"""The schedule of a pool's rulebooks: under which rulebook, in which order, up to when."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.replay.schedule import (
    AS_ADOPTED,
    RulebookPeriod,
    WhatIf,
    beginnings,
    occasions,
    period_on,
    periods,
    schedule,
    tournament_gives,
)
from projections.rulebooks.occasion import (
    GamesPlayed,
    RatingDecided,
    ReportEnded,
    RulebookBegan,
)
from tests.projections.club import Club
from tests.projections.submissions import (
    POOL,
    adopted,
    adoption,
    decided,
    event,
    game,
    games,
    player,
    summary,
    tournament,
)

PLUS_100 = {"pieces": [{"factor": 1, "plus": 100}]}
INGO = {"rulebook": "ingo-1960"}
LASK = {"rulebook": "lask-1970"}


@contextmanager
def known(club: Club) -> Iterator[History]:
    with snapshot(club.engine) as connection:
        yield History(connection, EVERYTHING)


def governing(club: Club, what_if: WhatIf = AS_ADOPTED) -> list[RulebookPeriod]:
    with known(club) as history:
        return periods(history, POOL, what_if)


def scheduled(club: Club, as_of: AsOf = EVERYTHING, what_if: WhatIf = AS_ADOPTED) -> list[str]:
    """Return the schedule in order: the rulebook, and the key of each item."""
    with known(club) as history:
        found = schedule(history, POOL, periods(history, POOL, what_if), as_of)
        return [f"{item.period.book.name} {item.key}" for item in found.items]


class TestPeriods:
    @pytest.fixture
    def three(self, club: Club) -> Club:
        club.append(adoption(parameters={"expectancy": "table"}))
        club.append(adoption("1996-01-01", rulebook="dwz-2014"), adoption("1997-01-01", **INGO))
        return club

    def test_a_rulebook_governs_until_the_day_before_the_next_begins(self, three):
        found = [(each.book.name, each.first, each.last) for each in governing(three)]
        assert found == [
            ("dwz-1995", date(1990, 1, 1), date(1995, 12, 31)),
            ("dwz-2014", date(1996, 1, 1), date(1996, 12, 31)),
            ("ingo-1960", date(1997, 1, 1), date.max),
        ]

    def test_of_two_adoptions_of_one_day_the_later_in_the_log_holds(self, three):
        again = adoption("1996-01-01", parameters={"expectancy": "logistic"})
        three.append({**again, "id": "again"})
        spans = governing(three)
        assert [(each.event, each.first.year) for each in spans] == [
            (f"adoption {POOL} 1990-01-01", 1990),
            ("again", 1996),
            (f"adoption {POOL} 1997-01-01", 1997),
        ]

    def test_the_readings_are_those_that_were_adopted(self, three):
        assert [each.book.readings.expectancy for each in governing(three)[:2]] == [
            "table",
            "normal",
        ]

    def test_other_readings_replace_those_adopted(self, three):
        three.append(adoption("1996-06-01", parameters={"expectancy": "table"}))
        only = {"rulebook": "dwz-1995", "parameters": {"five_opponents": "persons"}}
        (span,) = governing(three, WhatIf(**only))
        assert (span.book.readings.expectancy, span.book.readings.five_opponents) == (
            "table",
            "persons",
        )

    def test_another_rulebook_governs_from_the_first_day_on_with_its_own_readings(self, three):
        (span,) = governing(three, WhatIf("dwz-2014"))
        assert (span.first, span.last) == (date(1990, 1, 1), date.max)
        assert span.book.name == "dwz-2014"
        assert span.book.readings.expectancy == "normal"
        (span,) = governing(three, WhatIf("dwz-1995"))
        assert span.book.readings.expectancy == "table"

    def test_only_a_rulebook_or_readings_make_a_what_if(self):
        assert not WhatIf()
        assert WhatIf("dwz-2014")
        assert WhatIf(parameters={"expectancy": "table"})

    def test_a_day_belongs_to_the_period_in_which_it_lies(self, three):
        spans = governing(three)
        days = ["1989-12-31", "1990-01-01", "1995-12-31", "1996-01-01", "9999-12-31"]
        found = [period_on(date.fromisoformat(day), spans) for day in days]
        assert found == [None, spans[0], spans[0], spans[1], spans[2]]


class TestSchedule:
    @pytest.fixture
    def opened(self, club: Club) -> Club:
        club.append(adoption(), player("anna"), player("bela"))
        club.append(adoption("1996-01-01", **INGO, conversion=PLUS_100))
        club.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
        club.append(tournament("april", "1995-04-01"), *games("april", "anna 1-0 bela"))
        club.append(tournament("old", "1989-12-31"), *games("old", "anna 1-0 bela"))
        club.append(decided("anna", "1500-10"))
        return club

    def test_everything_is_in_the_order_of_the_world_and_nothing_before_the_first_day(
        self, opened
    ):
        assert scheduled(opened) == [
            "dwz-1995 1995-04-01/3/april",
            "dwz-1995 1995-07-01/2/000000000011",
            f"ingo-1960 1996-01-01/0/adoption {POOL} 1996-01-01",
            "ingo-1960 1996-05-01/3/may",
        ]

    @pytest.mark.parametrize(
        ("as_of", "number"), [("1995-03-31", 0), ("1995-04-01", 1), ("1995-12-31", 2)]
    )
    def test_a_cut_ends_it_with_its_day(self, opened, as_of, number):
        assert len(scheduled(opened, AsOf(date.fromisoformat(as_of)))) == number

    def test_the_horizon_is_the_last_day_on_which_anything_happens(self, opened):
        with known(opened) as history:
            spans = periods(history, POOL)
            assert schedule(history, POOL, spans, EVERYTHING).horizon == date(1996, 5, 1)
            assert schedule(history, POOL, spans, AsOf(date(1991, 1, 1))).horizon.year == 1996
            assert schedule(history, POOL, spans[:1], EVERYTHING).horizon == date(1995, 7, 1)
            nothing = schedule(history, POOL, [], EVERYTHING)
            assert (nothing.items, nothing.horizon) == ((), date.min)

    def test_what_was_adopted_or_summed_up_before_the_first_day(self, opened):
        """An adopted figure counts from the first day on; an evaluation is of its own day."""
        opened.append(adopted("anna", 2200, "1985-01-01"))
        opened.append(summary("bela", "long-ago", "1985-01-01"))
        fresh = [key for key in scheduled(opened) if "/2/" in key or "long-ago" in key]
        assert fresh[0] == "dwz-1995 1990-01-01/2/000000000012"
        assert len(fresh) == 2

    def test_tournaments_are_fetched_with_their_games(self, opened):
        with known(opened) as history:
            spans = periods(history, POOL)
            items = schedule(history, POOL, spans, EVERYTHING).items
            given = list(occasions(history, POOL, spans, items))
        assert [item for item, _ in given] == list(items)
        april, decision, began, may = (occasion for _, occasion in given)
        assert [len(each.tournament.games) for each in (april, may)] == [1, 1]
        assert isinstance(decision, RatingDecided)
        assert isinstance(began, RulebookBegan)

    def test_a_rulebook_that_takes_over_is_given_how_to_convert(self, opened):
        with known(opened) as history:
            (began,) = beginnings(history, periods(history, POOL))
        assert began.occasion.before == "dwz-1995"
        assert (began.day, began.occasion.residual_games) == (date(1996, 1, 1), "convert")
        assert [dict(piece)["plus"] for piece in began.occasion.pieces] == [100]

    def test_a_later_edition_goes_on_without_a_beginning_and_another_document_begins(self, club):
        club.append(adoption(), adoption("1995-01-01", rulebook="dwz-2014"))
        club.append(adoption("1996-01-01", **INGO))
        with known(club) as history:
            (began,) = beginnings(history, periods(history, POOL))
        assert (began.occasion.before, began.occasion.pieces) == ("dwz-2014", ())

    @pytest.mark.parametrize(("rulebook", "asks"), [("fide-2024", True), ("ingo-1960", False)])
    def test_only_who_asks_for_persons_is_given_everybody(self, club, rulebook, asks):
        """FIDE 8.3.3: K depends on the age, from the first day on."""
        club.append(adoption(), player("anna"), adoption("1996-01-01", rulebook=rulebook))
        with known(club) as history:
            (began,) = beginnings(history, periods(history, POOL))
        assert set(began.occasion.everyone) == ({"anna"} if asks else set())


class TestMonths:
    """FIDE 4, FIDE 7.1.1: a long tournament is reported month by month."""

    @pytest.fixture
    def league(self, club: Club) -> Club:
        club.append(adoption("2024-03-01", rulebook="fide-2024"), player("anna"), player("bela"))
        facts = {"starts_on": "2025-01-10", "format": "round-robin"}
        club.append(tournament("league", "2025-03-20", **facts))
        for month in "01", "02", "03":
            one = {"game": month, "played_on": f"2025-{month}-15"}
            club.append(game("league", "anna", "1-0", "bela", **one))
        return club

    def months(self, club: Club) -> list[tuple[date, str]]:
        with known(club) as history:
            spans = periods(history, POOL)
            (fetched,) = history.tournaments(POOL, ["league"])
            given = list(tournament_gives(fetched, spans))
        return [
            (period.first, str(occasion.day))
            for period, occasion in given
            if isinstance(occasion, ReportEnded)
        ]

    def test_each_belongs_to_the_readings_of_its_own_day(self, league):
        league.append(adoption("2025-02-01", rulebook="fide-2024"))
        league.append(adoption("2025-04-01", **INGO))
        first, second = date(2024, 3, 1), date(2025, 2, 1)
        assert [period for period, _ in self.months(league)] == [first, second, second]

    def test_none_goes_past_another_rulebook(self, league):
        """The tournament ended under FIDE's rules, but its January was Ingo's or before it."""
        league.append(adoption("2025-02-01", **INGO))
        league.append(adoption("2025-03-01", rulebook="fide-2024"))
        assert [period for period, _ in self.months(league)] == [date(2025, 3, 1)]


class TestWhatIf:
    """A decided card in a what-if: as it is, on the other scale, or not at all."""

    @pytest.mark.parametrize(
        ("rulebook", "card", "kind"),
        [
            ("dwz-1995", {"rating": 1640, "index": 10}, "initial"),
            ("dwz-2014", {"rating": 1640, "index": 10}, "initial"),
            ("ingo-1960", {"number": 150, "count": 10}, "initial"),  # (2840 - 1640) / 8
        ],
    )
    def test_it_is_understood_by_the_rulebook_that_is_asked_for(self, club, rulebook, card, kind):
        club.append(adoption(), player("anna"), decided("anna", "1640-10"))
        with known(club) as history:
            spans = periods(history, POOL, WhatIf(rulebook))
            (item,) = schedule(history, POOL, spans, EVERYTHING).items
        assert (dict(item.occasion.card), item.occasion.kind) == (card, kind)

    @pytest.mark.parametrize(
        ("kind", "understood"), [("newcomer", "initial"), ("correction", "correction")]
    )
    def test_a_kind_that_the_other_rulebook_does_not_know_is_a_beginning(
        self, club, kind, understood
    ):
        """EGF: a decided rating is initial, re-ranking, carried-over or correction."""
        club.append(adoption(rulebook="mgsz-2011"), player("anna"))
        card = {"elo": 1700, "grade": "5k"}
        club.append(decided("anna", "0-0", kind=kind, card=card))
        with known(club) as history:
            spans = periods(history, POOL, WhatIf("egf-2021"))
            (item,) = schedule(history, POOL, spans, EVERYTHING).items
        assert (item.occasion.kind, item.occasion.card["grade"]) == (understood, "5k")

    def test_it_is_left_out_where_no_relation_is_on_record(self, club):
        club.append(adoption(), player("anna"), decided("anna", "1640-10"))
        assert scheduled(club, what_if=WhatIf("fide-2024")) == []


class TestGamesOfADay:
    """LASK Rankingregel 3: games are dated singly, within the days of a rulebook."""

    @pytest.fixture
    def series(self, club: Club) -> Club:
        club.append(adoption("1970-12-10", **LASK), adoption("1971-02-01", **LASK))
        club.append(player("anna"), player("bela"))
        facts = {"format": "games", "flags": ["long-games"]}
        club.append(tournament("series", "1971-01-20", **facts))
        days = ["1970-12-01", "1970-12-10", "1971-01-20", "1971-03-01"]
        for number, day in enumerate(days):
            one = game("series", "anna", "1-0", "bela", game=str(number), played_on=day)
            club.append(one)
        return club

    def test_earlier_ones_count_on_its_first_day_and_later_ones_on_its_last(self, series):
        with known(series) as history:
            spans = periods(history, POOL)
            (fetched,) = history.tournaments(POOL, ["series"])
            given = list(tournament_gives(fetched, spans))
        assert {period for period, _ in given} == {spans[0]}
        found = [(each.day, [game.game for game in each.games]) for _, each in given]
        assert all(isinstance(each, GamesPlayed) for _, each in given)
        assert found == [
            (date(1970, 12, 10), ["0", "1"]),
            (date(1971, 1, 20), ["2"]),
            (date(1971, 1, 31), ["3"]),
        ]

    def test_a_tournament_that_ended_before_the_first_day_gives_nothing(self, series):
        with known(series) as history:
            spans = periods(history, POOL)[1:]
            (fetched,) = history.tournaments(POOL, ["series"])
            assert list(tournament_gives(fetched, spans)) == []


def test_a_day_of_the_calendar_knows_everybody_and_what_was_decided(club):
    """LASK Tabell 1: the classes of a season are decided for all."""
    club.append(adoption("1970-01-01", **LASK), player("anna"))
    facts = {
        "pool": POOL,
        "rule": "LASK Tabell 1",
        "about": {"season": 1970},
        "value": {"I": 1950},
    }
    club.append(event("decision.recorded", "classes", {**facts, "by": "b", "reason": "r"}))
    with known(club) as history:
        spans = periods(history, POOL)
        found = schedule(history, POOL, spans, AsOf(date(1971, 12, 31)))
    days = [item.occasion for item in found.items]
    assert days
    assert found.horizon == date(1970, 1, 1)
    for came in days:
        assert set(came.everyone) == {"anna"}
        assert [decision.event for decision in came.decisions] == ["classes"]
