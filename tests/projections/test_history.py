"""The effective facts at a cut, for replay: all of them, and requested parts."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING, AsOf, governed_on, occasion_key
from projections.engine.history.history import History
from projections.rulebooks.occasion import ListDue, RulebookBegan, SummaryKnown
from tests.projections.club import Club
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    event,
    games,
    merge,
    player,
    strike,
    summary,
    tournament,
)

FIRST = date(1990, 1, 1)
OPEN = tournament("open", "1996-05-01")
ANNA_BELA, CLEO_BELA = games("open", "anna 1-0 bela", "cleo 1-0 bela")


@contextmanager
def everything(club: Club, as_of: AsOf = EVERYTHING) -> Iterator[History]:
    with snapshot(club.engine) as connection:
        yield History(connection, as_of)


@contextmanager
def a_part(club: Club, *, tournaments: tuple[str, ...] = ()) -> Iterator[History]:
    with snapshot(club.engine) as connection:
        yield History.about(connection, EVERYTHING, club.pool, tournaments)


@pytest.fixture
def opened(club: Club) -> Club:
    club.append(adoption(), *map(player, ("anna", "bela", "cleo")))
    club.append(OPEN, ANNA_BELA, CLEO_BELA)
    return club


def test_a_list_belongs_to_the_rulebook_of_the_day_before_and_all_else_to_that_of_its_own():
    new_year = date(1996, 1, 1)
    a_list = occasion_key(new_year, ListDue.phase, "anna")
    assert governed_on(a_list) == date(1995, 12, 31)
    beginning = occasion_key(new_year, RulebookBegan.phase, "/-1/")
    assert governed_on(beginning) == new_year


class TestDecisions:
    """A decision about a game belongs to the tournament in which it was played."""

    @pytest.fixture
    def lund(self, new_club) -> Iterator[Club]:
        with new_club() as club:
            club.pool = "lund"
            club.append(adoption("1970-01-01", "lund", rulebook="lask-1970"))
            club.append(*map(player, ("anna", "bela")))
            yield club

    def decision(self, id_: str, rule: str, about: dict[str, str], value: object):
        facts = {"pool": "lund", "rule": rule, "about": about, "value": value}
        return event("decision.recorded", id_, {**facts, "by": "the board", "reason": "agreed"})

    @pytest.mark.parametrize("more", [False, True])
    def test_about_its_games_itself_and_nothing_in_particular(self, lund, more):
        """LASK Regel 4, Regel 10, Tabell 1."""
        for name in ("maj", "juni"):
            lund.append(tournament(name, "1971-05-01", pools=["lund"]))
            lund.append(*games(name, "anna 1-0 bela", "bela 1-0 anna"))
        lund.append(
            self.decision("long", "LASK Regel 4", {"game": "maj:bela-anna"}, {"long": True})
        )
        if more:
            lund.append(self.decision("mean", "LASK Regel 10", {"tournament": "maj"}, {"mean": 1}))
            lund.append(self.decision("class", "LASK Tabell 1", {"season": 1970}, {"I": 1950}))
        with everything(lund) as history:
            found = {
                each.id: [decision.event for decision in each.decisions]
                for each in history.tournaments("lund", ["maj", "juni"])
            }
        season = ["class"] if more else []
        about = ["mean"] if more else []
        assert found == {"maj": [*about, "long", *season], "juni": season}


def test_the_tournaments_of_a_pool_are_in_the_order_they_ended_then_of_their_ids(opened):
    opened.append(
        adoption("1990-01-01", "other"),
        tournament("zug", "1996-04-01"),
        tournament("mai", "1996-05-01"),
        tournament("elsewhere", "1996-05-01", pools=["other"]),
    )
    with everything(opened) as history:
        assert history.tournament_ids(POOL) == ["zug", "mai", "open"]
        assert history.has_tournament("zug")
        assert not history.has_tournament("august")


def test_a_part_of_a_tournament_has_some_persons_and_their_games(opened):
    opened.append(*games("open", "anna 1-0 cleo"))
    with everything(opened) as history:
        history.read_about(["open"])
        part = history.part("open", {"bela"})
        assert set(part.players) == {"bela"}
        assert [game.game for game in part.games] == ["open:anna-bela", "open:cleo-bela"]
        both = history.part("open", {"anna", "cleo"}, history.games_of("open")[:1])
        assert (list(both.players), len(both.games)) == (["anna", "cleo"], 1)
        assert history.named_in("open") == {"anna", "bela", "cleo"}
        assert history.opponents_in("open")["bela"] == {"anna", "cleo"}


def test_who_a_player_is_can_be_read_without_his_ratings(opened):
    opened.append(decided("anna", "1500-10"))
    with a_part(opened) as history:
        history.read_persons(["anna"])
        assert history.players["anna"].birth_year == 1950
        assert list(history.rating_occasions(POOL, FIRST)) == []


def test_what_is_read_twice_is_there_once(opened):
    opened.append(decided("anna", "1500-10"), summary("anna", "long-ago", "1985-05-01"))
    with a_part(opened, tournaments=("open",)) as history:
        for players in (["anna"], ["anna", "bela"], ["anna"]):
            history.read_about(["open"], players)
            assert len(list(history.rating_occasions(POOL, FIRST))) == 2
        assert len(history.games_of("open")) == 2


class TestRatingOccasions:
    """Decided and adopted ratings, and evaluations that are known by their summaries only."""

    @pytest.fixture
    def summed_up(self, opened: Club) -> Club:
        opened.append(summary("anna", "open", "1996-05-01"))
        opened.append(summary("bela", "long-ago", "1985-05-01"))
        return opened

    def test_the_games_of_a_tournament_replace_its_summaries_in_a_part_of_history_too(
        self, summed_up
    ):
        for of in everything, a_part:
            with of(summed_up) as history:
                history.read_about((), ["anna", "bela"])
                occasions = list(history.rating_occasions(POOL, FIRST))
            summaries = [each for each in occasions if isinstance(each, SummaryKnown)]
            assert [each.tournament for each in summaries] == ["long-ago"]

    def test_what_was_decided_in_another_pool_means_nothing_here(self, opened):
        opened.append(adoption("1990-01-01", "other"))
        opened.append(decided("anna", "1500-10"))
        opened.append(decided("anna", "1700-1", "1996-01-01", pool="other"))
        with everything(opened) as history:
            (occasion,) = history.rating_occasions(POOL, FIRST)
        assert occasion.card == {"rating": 1500, "index": 10}

    def test_whose_year_of_birth_is_known_brings_it(self, opened):
        opened.append(player("dora", birth_year=None))
        opened.append(decided("anna", "1500-10"), decided("dora", "1600-10"))
        with everything(opened) as history:
            occasions = list(history.rating_occasions(POOL, FIRST))
        assert [each.birth_year for each in occasions] == [1950, None]


class TestOwnGames:
    """A player's games in some tournaments, without all the others."""

    def own(self, club: Club, of: str) -> list[str]:
        with a_part(club) as history:
            return sorted(game.game for game in history.own_games(of, ["open"])["open"])

    def test_whoever_was_entered_later_has_the_game_and_who_was_taken_out_has_not(self, opened):
        opened.append(correction(ANNA_BELA, "c1", white="cleo"))
        assert self.own(opened, "cleo") == ["open:anna-bela", "open:cleo-bela"]
        assert self.own(opened, "anna") == []

    def test_a_struck_game_is_nobodys(self, opened):
        opened.append(strike(ANNA_BELA, "s1"))
        assert self.own(opened, "anna") == []
        assert self.own(opened, "bela") == ["open:cleo-bela"]

    def test_games_under_a_registration_that_was_given_up_are_his(self, opened):
        opened.append(merge("anna", "cleo"))
        with a_part(opened) as history:
            history.read_persons(["anna"])
            games = history.own_games("anna", ["open"])["open"]
        assert {game.white for game in games} == {"anna"}
        assert len(games) == 2
