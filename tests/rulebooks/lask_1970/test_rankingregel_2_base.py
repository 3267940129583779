"""The base: five dates a year, one number in force between them."""

from datetime import date

from projections.rulebooks.lask_1970.rankingregler import base_dates, period, season_of


class TestTheCalendar:
    """LASK Rankingregel 2: 1/9, 1/11, 1/1, 1/3 and 1/6; LASK Regel 2, LASK Regel 3."""

    def test_a_season_has_five_base_dates_and_none_on_1_5(self):
        days = [day.isoformat() for day in base_dates(date(1970, 9, 1), date(1971, 9, 1))]
        assert days == [
            "1970-09-01",
            "1970-11-01",
            "1971-01-01",
            "1971-03-01",
            "1971-06-01",
            "1971-09-01",
        ]

    def test_the_days_asked_for_are_both_included_and_their_neighbours_are_not(self):
        assert list(base_dates(date(1971, 3, 1), date(1971, 3, 1))) == [date(1971, 3, 1)]
        assert not list(base_dates(date(1971, 3, 2), date(1971, 5, 31)))

    def test_the_periods_tile_the_year(self):
        day = date(1970, 9, 1)
        lengths = []
        while day < date(1971, 9, 1):
            start, following = period(day)
            assert start == day
            lengths.append((following - day).days)
            day = following
        assert lengths == [61, 61, 59, 92, 92]

    def test_the_calendar_names_the_days_as_printed(self, skane):
        names = [day.name for day in skane.rulebook.calendar(date(1971, 1, 1), date(1971, 12, 31))]
        assert names == ["1/1", "1/3", "1/6", "1/9", "1/11"]

    def test_a_season_is_named_by_its_first_year(self):
        assert season_of(date(1970, 9, 1)) == season_of(date(1971, 8, 31)) == 1970
        assert season_of(date(1971, 9, 1)) == 1971


class TestTheBase:
    """LASK Rankingregel 2: computed with the numbers of the last base date."""

    def test_an_opponents_games_of_the_period_do_not_matter_either(self, skane):
        for player, rating in {"A": 1900, "B": 1900, "C": 1700}.items():
            skane.member(player, rating)
        skane.plays("B", "C", 0.0, "1970-09-05")
        skane.plays("A", "B", 1.0, "1970-09-06")
        assert skane.running("1970-09-06")["A"] == 1916

    def test_on_the_base_date_the_running_number_becomes_the_base(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-31")
        assert skane.bases("1970-10-31") == {"A": 1900, "B": 1900}
        assert skane.bases("1970-11-01") == {"A": 1916, "B": 1884}
        assert skane.running("1970-11-01") == {"A": 1916, "B": 1884}

    def test_a_game_on_the_base_date_is_computed_with_the_new_base(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-31")
        skane.plays("A", "B", 0.5, "1970-11-01")
        assert skane.running("1970-11-01") == {"A": 1915, "B": 1885}

    def test_who_does_not_play_keeps_his_number_and_its_day(self, skane):
        skane.member("A", 1900)
        before, after = skane.on("1970-10-31")["A"], skane.on("1971-03-01")["A"]
        assert before == after
        assert after.base_on == date(1970, 9, 1)

    def test_a_base_date_changes_only_the_cards_of_those_who_played(self, skane):
        for player in ("A", "B", "C"):
            skane.member(player, 1900)
        skane.plays("A", "B", 1.0, "1970-10-10")
        changed = {
            occasion.name: set(evaluation.cards)
            for occasion, evaluation in skane.replay("1971-03-01")
            if occasion.phase == 1
        }
        assert changed == {"1/9": set(), "1/11": {"A", "B"}, "1/1": set(), "1/3": set()}

    def test_games_that_cancel_out_still_give_the_figure_its_event(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 0.5, "1970-10-10")
        card = skane.on("1970-11-01")["A"]
        assert (card.base, card.base_event) == (1900, "league g0")
        assert card.base_on == date(1970, 9, 1)

    def test_a_new_base_is_dated_on_its_base_date(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-10")
        card = skane.on("1971-03-01")["A"]
        assert (card.base, card.base_on) == (1916, date(1970, 11, 1))

    def test_numbers_may_fall_below_zero(self, skane):
        skane.member("A", 5)
        skane.member("B", 5)
        skane.plays("A", "B", 0.0, "1970-10-10")
        assert skane.bases("1970-11-01") == {"A": -11, "B": 21}
