"""The additions of 1 September: the bonus of the summer, and in the first year the general one."""

from datetime import date

import pytest

from projections.rulebooks.lask_1970.card import SeasonRecord, UnrankedCard
from projections.rulebooks.lask_1970.rulebook import Lask1970
from tests.tables import every

LARGER = frozenset({"larger-event", "long-games"})
ACTIVE = 6


@pytest.fixture
def club_life(skane):
    return active(skane)


def active(federation):
    """A of Lund and B of Malmö, 1900 both, with draws enough not to be deducted from."""
    federation.member("A", 1900, club="Lund")
    federation.member("B", 1900, club="Malmö")
    for _ in range(ACTIVE):
        federation.plays("A", "B", 0.5, "1970-10-01")
    return federation


def larger_event(federation, name, day, ended_on=None, flags=LARGER, **facts):
    """A plays somebody without a number, so that only the bonus can change anything."""
    federation.member(f"guest in {name}")
    game = federation.game("A", f"guest in {name}", 1.0, day, game=name, **facts)
    return federation.tournament(game, id=name, ended_on=ended_on or day, flags=flags)


class TestBonus:
    """LASK Regel 11 a: 16 points for taking part in SM or another larger event, 1/6 to 31/8."""

    @pytest.mark.parametrize(
        ("day", "bonus"),
        [("1971-05-31", 0), ("1971-06-01", 16), ("1971-08-31", 16), ("1971-09-01", 0)],
    )
    def test_the_event_has_to_end_in_the_summer(self, club_life, day, bonus):
        larger_event(club_life, "SM", day)
        assert club_life.bases("1971-09-01")["A"] == 1900 + bonus

    def test_it_is_added_on_1_september_only(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        assert club_life.bases("1971-08-31")["A"] == 1900
        assert club_life.running("1971-08-31")["A"] == 1900
        assert club_life.bases("1972-03-01")["A"] == 1916

    def test_it_comes_on_top_of_the_games_of_the_summer(self, club_life):
        game = club_life.game("A", "B", 1.0, "1971-07-10")
        club_life.tournament(game, id="SM", ended_on="1971-07-10", flags=LARGER)
        assert club_life.bases("1971-09-01") == {"A": 1932, "B": 1900}

    def test_a_game_in_may_of_an_event_that_ends_in_june_counts(self, club_life):
        larger_event(club_life, "SM", "1971-05-30", ended_on="1971-06-05")
        assert club_life.bases("1971-09-01")["A"] == 1916

    def test_a_game_finished_after_the_summer_does_not_count_for_the_next(self, club_life):
        larger_event(
            club_life, "SM", "1971-08-30", ended_on="1971-08-31", finished_on=date(1971, 9, 5)
        )
        assert club_life.on("1971-09-05")["A"].season.larger_events == ()

    def test_a_walkover_is_no_participation(self, club_life):
        larger_event(club_life, "SM", "1971-07-10", played=False, reason="forfeit")
        assert club_life.bases("1971-09-01")["A"] == 1900

    def test_an_event_without_the_flag_is_not_a_larger_one(self, club_life):
        larger_event(club_life, "cup", "1971-07-10", flags=frozenset({"long-games"}))
        assert club_life.bases("1971-09-01")["A"] == 1900

    def test_a_concentrated_event_gives_it_to_everybody_who_played(self, club_life):
        game = club_life.game("A", "B", 0.5)
        club_life.concentrated(
            game, ended_on="1971-07-10", flags=LARGER | {"concentrated"}, id="SM"
        )
        assert club_life.bases("1971-09-01") == {"A": 1916, "B": 1916}

    def test_several_days_of_one_event_are_one_event(self, new_federation):
        federation = active(new_federation(summer_bonus_per_event=True))
        federation.member("guest")
        games = [
            federation.game("A", "guest", 1.0, f"1971-07-{day}", game=str(day))
            for day in (10, 11, 12)
        ]
        federation.tournament(*games, id="SM", ended_on="1971-07-12", flags=LARGER)
        assert federation.bases("1971-09-01")["A"] == 1916

    def test_in_the_other_reading_every_event_has_its_own(self, new_federation):
        federation = active(new_federation(summer_bonus_per_event=True))
        larger_event(federation, "SM", "1971-07-10")
        larger_event(federation, "Copenhagen", "1971-08-02")
        assert federation.bases("1971-09-01")["A"] == 1932

    @pytest.mark.parametrize("flags", [LARGER, LARGER | {"concentrated"}])
    def test_who_gets_his_first_number_after_the_event_has_it_too(self, club_life, flags):
        """Regel 11 a asks who took part; contract/events.md, 7: every member with a game."""
        larger_event(club_life, "SM", "1971-07-10", flags=flags)
        club_life.ranked("guest in SM", 1890, "1971-07-29")
        assert club_life.bases("1971-08-31")["guest in SM"] == 1890
        assert club_life.bases("1971-09-01")["guest in SM"] == 1906

    def test_who_gets_his_first_number_on_1_september_has_just_that(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.ranked("guest in SM", 1890, "1971-09-01")
        assert club_life.bases("1971-11-01")["guest in SM"] == 1890

    def test_who_gets_his_first_number_in_the_next_season_has_none(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.ranked("guest in SM", 1890, "1972-07-01")
        assert club_life.bases("1972-09-01")["guest in SM"] == 1890

    def test_an_outsider_who_becomes_a_member_in_the_summer_has_it(self, club_life):
        club_life.ranked("guest in SM", 1800, "1971-07-01", kind="outsider")
        larger_event(club_life, "SM", "1971-07-10")
        club_life.ranked("guest in SM", 1890, "1971-07-29")
        assert club_life.bases("1971-09-01")["guest in SM"] == 1906

    def test_several_events_before_the_first_number_are_as_many(self, new_federation):
        federation = active(new_federation(summer_bonus_per_event=True))
        federation.member("C")
        for name, day in (("SM", "1971-07-10"), ("Copenhagen", "1971-07-20")):
            game = federation.game("A", "C", 1.0, day, game=name)
            federation.tournament(game, id=name, ended_on=day, flags=LARGER)
        federation.ranked("C", 1890, "1971-07-29")
        assert federation.bases("1971-09-01")["C"] == 1890 + 32

    def test_outsiders_have_none(self, skane):
        skane.member("A")
        skane.ranked("A", 1900, "1970-10-01", kind="outsider")
        larger_event(skane, "SM", "1971-07-10")
        assert skane.bases("1971-09-01")["A"] == 1900

    def test_a_re_ranking_in_the_summer_leaves_the_bonus(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.ranked("A", 2000, "1971-08-01", kind="re-ranking")
        assert club_life.bases("1971-09-01")["A"] == 2016

    def test_a_number_dated_on_1_september_is_not_added_to(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.ranked("A", 2000, "1971-09-01", kind="re-ranking")
        assert club_life.bases("1971-09-01")["A"] == 2000


class TestBonusDecided:
    """LASK Regel 11 a: a decision grants or denies it for one player and summer."""

    def test_it_grants_the_bonus_to_somebody_who_played_elsewhere(self, club_life):
        club_life.decides("LASK Regel 11 a", {"bonus": True}, player="B", season=1970)
        assert club_life.bases("1971-09-01") == {"A": 1900, "B": 1916}
        assert club_life.bases("1972-03-01") == {"A": 1900, "B": 1916}

    def test_it_denies_the_bonus(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.decides("LASK Regel 11 a", {"bonus": False}, player="A", season=1970)
        assert club_life.bases("1971-09-01")["A"] == 1900

    def test_the_later_decision_holds(self, club_life):
        club_life.decides("LASK Regel 11 a", {"bonus": True}, player="A", season=1970)
        club_life.decides("LASK Regel 11 a", {"bonus": False}, player="A", season=1970)
        assert club_life.bases("1971-09-01")["A"] == 1900

    def test_a_grant_does_not_double_what_the_flag_gives(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.decides("LASK Regel 11 a", {"bonus": True}, player="A", season=1970)
        assert club_life.bases("1971-09-01")["A"] == 1916

    def test_a_grant_is_one_event_where_every_event_counts(self, new_federation):
        federation = active(new_federation(summer_bonus_per_event=True))
        federation.decides("LASK Regel 11 a", {"bonus": True}, player="A", season=1970)
        federation.decides("LASK Regel 11 a", {"bonus": True}, player="B", season=1970)
        larger_event(federation, "SM", "1971-07-10")
        larger_event(federation, "Copenhagen", "1971-08-02")
        assert federation.bases("1971-09-01") == {"A": 1932, "B": 1916}

    def test_to_an_outsider_it_gives_nothing(self, skane):
        skane.member("X")
        skane.ranked("X", 1900, "1970-10-01", kind="outsider")
        skane.decides("LASK Regel 11 a", {"bonus": True}, player="X", season=1970)
        assert skane.bases("1971-09-01") == {"X": 1900}


class TestGeneralAddition:
    """LASK Regel 11 b: 10·S/N − S/M for every player of a club, in the first year."""

    def test_a_club_that_won_points_is_lifted_as_a_whole(self, club_life):
        club_life.member("C", 1700, club="Lund")
        club_life.decides(
            "LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1970
        )
        assert club_life.bases("1971-06-01") == {"A": 1900, "B": 1900, "C": 1673}
        assert club_life.bases("1971-09-01") == {"A": 1934, "B": 1900, "C": 1707}

    def test_a_club_that_lost_points_is_lowered(self, club_life):
        club_life.decides(
            "LASK Regel 11 b", {"S": -95, "N": 60, "M": 40}, club="Lund", season=1970
        )
        assert club_life.bases("1971-09-01") == {"A": 1887, "B": 1900}

    def test_without_a_report_nothing_is_added(self, club_life):
        club_life.plays("A", "B", 1.0, "1971-01-10")
        assert club_life.bases("1971-06-01") == club_life.bases("1971-09-01")

    def test_what_the_club_leaves_open_is_derived_from_its_games(self, club_life):
        club_life.plays("A", "B", 1.0, "1971-01-10")
        club_life.decides("LASK Regel 11 b", {"S": None, "M": 2}, club="Lund", season=1970)
        # S = 16 in 7 games: 160/7 − 8 = 14.86.
        assert club_life.bases("1971-09-01")["A"] == 1916 + 15

    def test_a_club_without_games_gets_nothing(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.decides("LASK Regel 11 b", {"S": 50, "N": None, "M": 2}, club="Lund", season=1970)
        assert skane.bases("1971-09-01") == {"A": 1873}

    def test_points_left_open_by_a_club_without_games_of_its_own_are_none(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.decides("LASK Regel 11 b", {"N": 5, "M": 2}, club="Lund", season=1970)
        assert skane.bases("1971-09-01") == {"A": 1873}

    def test_a_club_without_members_gives_nothing_to_divide(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.decides("LASK Regel 11 b", {"S": 50, "N": 5, "M": 0}, club="Lund", season=1970)
        assert skane.bases("1971-09-01") == {"A": 1873}

    def test_it_goes_to_those_whose_club_it_was_on_1_june(self, club_life):
        club_life.moves("A", "Eslöv", "1971-06-02")
        club_life.moves("B", "Lund", "1971-06-01")
        club_life.decides(
            "LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1970
        )
        assert club_life.bases("1971-09-01") == {"A": 1934, "B": 1934}

    def test_the_games_of_one_who_left_still_count_for_the_club(self, club_life):
        club_life.plays("A", "B", 1.0, "1971-01-10")
        club_life.moves("A", "Eslöv", "1971-02-01")
        club_life.member("C", 1900, club="Lund")
        club_life.decides("LASK Regel 11 b", {"M": 2}, club="Lund", season=1970)
        assert club_life.bases("1971-09-01")["C"] == 1873 + 15

    def test_outsiders_get_nothing(self, skane):
        skane.member("X", club="Lund")
        skane.ranked("X", 1900, "1970-10-01", kind="outsider")
        skane.decides("LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1970)
        assert skane.bases("1971-09-01") == {"X": 1900}

    def test_it_applies_to_the_first_year_only(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.decides("LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1971)
        assert skane.bases("1972-09-01") == {"A": 1900 - 27 - 27}

    def test_or_to_the_seasons_named(self, new_federation):
        federation = new_federation(general_addition_seasons=[1971])
        federation.member("A", 1900, club="Lund")
        report = {"S": 240, "N": 60, "M": 40}
        for season in (1970, 1971):
            federation.decides("LASK Regel 11 b", report, club="Lund", season=season)
        assert federation.bases("1971-09-01") == {"A": 1900 - 27}
        assert federation.bases("1972-09-01") == {"A": 1900 - 27 - 27 + 34}

    def test_bonus_and_addition_come_together(self, club_life):
        larger_event(club_life, "SM", "1971-07-10")
        club_life.decides(
            "LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1970
        )
        assert club_life.bases("1971-09-01")["A"] == 1900 + 16 + 34


@every(
    ("day", "changed"),
    [(date(1971, 9, 1), {"sven": UnrankedCard()}), (date(1972, 1, 1), {}), (date(1972, 6, 1), {})],
)
def test_a_larger_event_of_somebody_without_a_number_is_forgotten_on_the_first_of_september(
    day, changed
):
    """LASK Regel 11 a: with a number of the next summer he has no bonus for this one."""
    (came,) = Lask1970().calendar(day, day)
    noted = {"sven": UnrankedCard(season=SeasonRecord(larger_events=("open",)))}
    assert Lask1970().evaluate(came, noted).cards == changed
