"""The fold: one card for each player, carried from occasion to occasion."""

from datetime import date

import pytest

from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.replay.replay import Evaluated, Replay
from projections.rulebooks.occasion import ListDue, RulebookBegan
from tests.log_lines import logged_lines
from tests.projections.club import Club
from tests.projections.submissions import (
    POOL,
    adoption,
    decided,
    event,
    games,
    player,
    tournament,
)

PLUS_100 = {"pieces": [{"factor": 1, "plus": 100}]}


def replayed(club: Club, as_of: AsOf = EVERYTHING) -> list[Evaluated]:
    with snapshot(club.engine) as connection:
        return list(Replay.of(History(connection, as_of), POOL, as_of).run())


@pytest.fixture
def rated(club: Club) -> Club:
    club.append(adoption(), player("anna"), player("bela"))
    club.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    return club


def test_each_occasion_is_given_the_cards_that_the_ones_before_it_left(rated):
    rated.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
    rated.append(tournament("june", "1996-06-01"), *games("june", "anna 1-0 bela"))
    *decisions, may, june = replayed(rated)
    assert [each.before for each in decisions] == [{"anna": None}, {"bela": None}]
    left = {name: card for each in decisions for name, card in each.evaluation.cards.items()}
    assert may.before == left
    assert june.before == may.evaluation.cards
    assert not any(each.begins_anew for each in (*decisions, may, june))


@pytest.mark.parametrize(("rulebook", "anew"), [("dwz-2014", False), ("ingo-1960", True)])
def test_only_another_document_begins_with_nothing_but_what_is_converted(rated, rulebook, anew):
    rated.append(adoption("1995-01-01"), adoption("1996-01-01", rulebook=rulebook))
    rated.append(adoption("1997-01-01", rulebook=rulebook, conversion=PLUS_100))
    began = [each for each in replayed(rated) if isinstance(each.occasion, RulebookBegan)]
    assert [each.begins_anew for each in began] == ([True, False] if anew else [False])
    before = began[-1].before
    assert set(before) == (set() if anew else {"anna", "bela"})


class TestLists:
    """FIDE 7.1.3: what was reported waits for the list of the next month."""

    @pytest.fixture
    def reported(self, club: Club) -> Club:
        club.append(adoption("2024-03-01", rulebook="fide-2024"), player("anna"), player("bela"))
        for name in ("anna", "bela"):
            facts = {"pool": POOL, "player": name, "from_day": "2024-03-01", "kind": "initial"}
            facts |= {"card": {"rating": 2000}, "by": "the office", "reason": "FIDE's list"}
            club.append(event("rating.decided", f"card {name}", facts))
        for month in "04", "06":
            day = f"2024-{month}-20"
            club.append(tournament(f"of-{month}", day, starts_on=day))
            club.append(*games(f"of-{month}", "anna 1-0 bela"))
        return club

    def lists(self, club: Club, as_of: AsOf = EVERYTHING) -> list[tuple[str, str]]:
        return [
            (each.occasion.player.id, str(each.occasion.day))
            for each in replayed(club, as_of)
            if isinstance(each.occasion, ListDue)
        ]

    def test_lists_come_in_their_place_and_after_the_last_occasion(self, reported):
        of_may, of_july = ("2024-05-01", "2024-07-01")
        both = ("anna", "bela")
        expected = [(name, day) for day in (of_may, of_july) for name in both]
        assert self.lists(reported) == expected
        days = [each.item.day for each in replayed(reported)]
        assert days == sorted(days)

    def test_what_waits_when_another_rulebook_takes_over_has_no_list(self, reported):
        reported.append(adoption("2024-06-25", rulebook="ingo-1960"))
        assert {day for _, day in self.lists(reported)} == {"2024-05-01"}

    @pytest.mark.parametrize(
        ("as_of", "number"), [("2024-04-30", 0), ("2024-05-01", 2), ("2024-06-30", 2)]
    )
    def test_no_list_comes_after_the_day_of_the_cut(self, reported, as_of, number):
        assert len(self.lists(reported, AsOf(date.fromisoformat(as_of)))) == number


def test_that_a_pool_was_replayed_is_noted_with_the_number_of_its_occasions(rated):
    with logged_lines() as noted:
        replayed(rated)
    (found,) = [each for each in noted if each["event"] == "pool_replayed"]
    assert (found["pool"], found["occasions"]) == (POOL, 2)
