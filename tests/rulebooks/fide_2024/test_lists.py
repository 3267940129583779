"""The monthly list: what waits for it, what it is added to, who is on it."""

from tests.projections.submissions import player
from tests.rulebooks.fide_2024.federation import (
    POOL,
    Federation,
    adoption,
    decided,
    decision,
    event_of,
    people,
    rules,
)


class TestTheClock:
    """FIDE 7.1, FIDE 7.1.1, FIDE 7.1.2, FIDE 7.1.3 and FIDE 9.1."""

    def test_between_lists_no_rating_changes(self, fide: Federation) -> None:
        """FIDE 7.1: what ended on 10 January is on the list of 1 February."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-09", "2025-01-10", "a 1-0 b"))
        assert fide.rated(on="2025-01-31") == {"a": 2000, "b": 2000}
        assert fide.rated(on="2025-02-01") == {"a": 2010, "b": 1990}
        before = fide.row("open", "a", "2025-01-31")
        assert (before["rating_after"], before["k"], before["change"]) == (None, 20, 10.0)
        assert fide.row("open", "a")["rating_after"] == 2010

    def test_k_of_a_waiting_report_counts_the_games_so_far(self, fide: Federation) -> None:
        """FIDE 8.3.3: 30 games and 10 more on one list are 40, K 17 = floor(700/40)."""
        others = {f"o{n}": 2000 for n in range(40)}
        fide.append(rules(), *people(a=2000, **others))
        first, second = [f"a ½-½ o{n}" for n in range(30)], [f"a ½-½ o{n}" for n in range(30, 40)]
        fide.append(*event_of("first", "2025-01-01", "2025-01-10", *first))
        fide.append(*event_of("second", "2025-01-11", "2025-01-20", *second))
        assert fide.row("first", "a", "2025-01-10")["k"] == 20
        assert fide.row("first", "a", "2025-01-20")["k"] == 17
        assert fide.row("first", "a")["k"] == 17

    def test_a_report_uses_the_ratings_of_its_first_day(self, fide: Federation) -> None:
        """FIDE 7.1.1: begun on 30 January with 2000, rated in March on top of 2010.

        open: .5 · 20 = 10.  late: a and b as 2000, again 10 and -10, on 2010 and 1990.
        """
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-09", "2025-01-10", "a 1-0 b"))
        fide.append(*event_of("late", "2025-01-30", "2025-02-03", "a 1-0 b"))
        assert fide.row("late", "a")["rating_before"] == 2000
        assert fide.rated() == {"a": 2020, "b": 1980}

    def test_a_report_of_one_day_uses_what_is_decided_on_that_day(self, fide: Federation) -> None:
        """FIDE 7.1.1: 2000 plays 1600, 400 apart, .92: .08 · 20 = 1.6."""
        fide.append(rules(), *people(a=2000, b=2000), decided("b", 1600, "2025-01-10"))
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", "a 1-0 b"))
        assert fide.row("open", "a")["games_used"][0]["opponent_rating"] == 1600
        assert fide.rated()["a"] == 2002

    def test_a_report_that_goes_on_keeps_its_ratings_while_others_end(
        self, fide: Federation
    ) -> None:
        """FIDE 7.1.1: long begins at 2000, short begins and ends within it, February gives 2010.

        long: a wins against b, both as 2000, 10 on top of 2010 and -10 on top of 1990.
        """
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("long", "2025-01-05", "2025-02-10", "a 1-0 b"))
        fide.append(*event_of("short", "2025-01-09", "2025-01-10", "a 1-0 b"))
        assert fide.row("long", "a")["rating_before"] == 2000
        assert fide.rated() == {"a": 2020, "b": 1980}

    def test_another_list_may_be_decided(self, fide: Federation) -> None:
        """FIDE 7.1.3 and FIDE 9.1: one of the next three, no other."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-09", "2025-01-10", "a 1-0 b"))
        fide.append(decision("FIDE 7.1.3", {"list": "2025-04-01"}, tournament="open"))
        assert fide.rated(on="2025-03-31") == {"a": 2000, "b": 2000}
        assert fide.rated(on="2025-04-01") == {"a": 2010, "b": 1990}

    def test_what_ended_first_may_be_rated_last(self, fide: Federation) -> None:
        """FIDE 7.1.3: one that ended on 10 January waits for April, one of the 20th does not."""
        fide.append(rules(), *people(a=2000, b=2000, c=2000))
        fide.append(*event_of("first", "2025-01-10", "2025-01-10", "a 1-0 b"))
        fide.append(decision("FIDE 7.1.3", {"list": "2025-04-01"}, tournament="first"))
        fide.append(*event_of("second", "2025-01-20", "2025-01-20", "a 1-0 c"))
        assert fide.rated(on="2025-02-01")["a"] == 2010
        assert fide.rated(on="2025-03-31")["a"] == 2010
        assert fide.rated(on="2025-04-01")["a"] == 2020

    def test_a_rating_comes_from_the_last_tournament_of_its_list(self, fide: Federation) -> None:
        """FIDE 7.1.2: by the day on which they ended, whatever their names."""
        others = {f"r{n}": 1800 for n in range(5)}
        fide.append(rules(), *people(a=2000, new=None, b=2000, **others))
        first = ("a ½-½ b", *(f"new ½-½ {name}" for name in list(others)[:3]))
        second = ("a 1-0 b", *(f"new ½-½ {name}" for name in list(others)[3:]))
        fide.append(*event_of("z-cup", "2025-01-10", "2025-01-10", *first))
        fide.append(*event_of("a-cup", "2025-01-20", "2025-01-20", *second))
        assert fide.player("a")["last_event"] == "a-cup"
        assert fide.player("new")["last_event"] == "a-cup"

    def test_a_decision_holds_and_the_next_list_adds_to_it(self, fide: Federation) -> None:
        """FIDE 7.1: a is set to 2100 on 20 January; February adds his 10."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-09", "2025-01-10", "a 1-0 b"))
        fide.append(decided("a", 2100, "2025-01-20", kind="correction"))
        assert fide.rated(on="2025-01-20")["a"] == 2100
        assert fide.rated()["a"] == 2110

    def test_a_decision_on_the_day_of_a_list_replaces_it(self, fide: Federation) -> None:
        """FIDE 7.1: the list comes first."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-09", "2025-01-10", "a 1-0 b"))
        fide.append(decided("a", 2100, "2025-02-01", kind="correction", games=80, peak=2300))
        assert fide.rated() == {"a": 2100, "b": 1990}
        assert fide.card("a") == {
            "rating": 2100,
            "k": 20,
            "games": 80,
            "peak": 2300,
            "inactive": False,
        }

    def test_a_figure_of_fides_own_list_is_taken_over(self, fide: Federation) -> None:
        """FIDE 0: verified and from FIDE; nothing else means anything."""
        fide.append(rules(), *people(a=2000, b=None, c=None))
        for name, system, verified, figure in (
            ("a", "FIDE", True, 2100),
            ("b", "FIDE", False, 2100),
            ("c", "USCF", True, 2100),
            ("d", "FIDE", True, 1399),
            ("e", "FIDE", True, 1400),
        ):
            if name in "de":
                fide.append(player(name))
            data = {
                "pool": POOL,
                "player": name,
                "system": system,
                "figure": figure,
                "list_date": "2025-01-01",
                "verified": verified,
            }
            fide.append({"type": "rating.adopted", "id": f"adopted {name}", "data": data})
        assert fide.rated() == {"a": 2100, "e": 1400}
        assert (fide.card("a")["games"], fide.card("a")["peak"]) == (30, 2100)

    def test_the_order_of_arrival_does_not_matter(self, fide: Federation) -> None:
        """FIDE 7.1: a late tournament is replayed into its own list."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("spring", "2025-03-09", "2025-03-10", "a 1-0 b"))
        fide.catch_up()
        fide.append(*event_of("winter", "2025-01-09", "2025-01-10", "a 1-0 b"))
        fide.catch_up()
        assert fide.row("spring", "a")["rating_before"] == 2010
        assert fide.check().differences == ()


class TestMonthlyReports:
    """FIDE 4: a league from January to March, every game dated.

    January, both 2000: a wins and draws, .5 · 20 = 10.  February, 2010 and 1990, 20 apart, .53:
    a wins, .47 · 20 = 9.4.  March, 2019 and 1981, 38 apart, .55: a draw, -.05 · 20 = -1.
    """

    GAMES = (
        "a 1-0 b 2025-01-15",
        "b ½-½ a 2025-01-20",
        "a 1-0 b 2025-02-10",
        "b ½-½ a 2025-03-15",
    )

    def league(self, fide: Federation, *games: str, **facts) -> None:
        fide.append(rules(**facts), *people(a=2000, b=2000))
        fide.append(*event_of("league", "2025-01-10", "2025-03-20", *games))

    def test_every_month_is_rated_on_its_own_list(self, fide: Federation) -> None:
        self.league(fide, *self.GAMES)
        assert fide.rated(on="2025-02-01") == {"a": 2010, "b": 1990}
        assert fide.rated(on="2025-03-01") == {"a": 2019, "b": 1981}
        assert fide.rated() == {"a": 2018, "b": 1982}

    def test_the_row_of_the_whole_is_the_sum_of_the_months(self, fide: Federation) -> None:
        self.league(fide, *self.GAMES)
        row = fide.row("league", "a")
        assert (row["games"], row["points"], row["expected"]) == (4, 3.0, 2.08)
        assert (row["delta"], row["change"]) == (0.92, 18.4)
        assert (row["rating_before"], row["rating_after"]) == (2019, 2018)
        assert row["list"] == "2025-04-01"
        assert len(row["games_used"]) == 4

    def test_each_month_uses_the_ratings_of_its_own_first_day(self, fide: Federation) -> None:
        """FIDE 4, FIDE 7.1.1: two games in January at 2000, so 2020 and 1980 for two wins.

        February begins at these, 40 apart, PD .56: two wins are .88 · 20 = 17.6, 18 and -18.
        """
        days = ("2025-01-15", "2025-01-20", "2025-02-10", "2025-02-20")
        self.league(fide, *(f"a 1-0 b {day}" for day in days))
        assert fide.rated(on="2025-02-01") == {"a": 2020, "b": 1980}
        assert fide.rated() == {"a": 2038, "b": 1962}

    def test_what_was_not_played_is_reported_with_the_last_month(self, fide: Federation) -> None:
        """FIDE 4, FIDE 5.1: a forfeit and a bye have no day, and are between games that have."""
        days = ("2025-01-15", "2025-02-10")
        written = (f"a 1-0 b {days[0]}", "a 1-0 b", "a 1-0 -", "a 1-0 -", f"a 1-0 b {days[1]}")
        fide.append(rules(), *people(a=2000, b=2000))
        about, *games = event_of("league", "2025-01-10", "2025-03-20", *written)
        for each in games[1:4]:
            each["data"]["played"] = False
        fide.append(about, *games)
        assert (fide.row("league", "a")["games"], fide.row("league", "a")["list"]) == (
            2,
            "2025-03-01",
        )
        not_played = dict.fromkeys(("league:02", "league:03", "league:04"), "FIDE 5.1")
        assert fide.not_rated("league") == not_played

    def test_a_month_in_which_nothing_counted_leaves_no_rating_behind(
        self, fide: Federation
    ) -> None:
        """FIDE 4, FIDE 7.1.1: in January a meets only unrated u there, and wins 10 elsewhere.

        February begins with 2010 and b's 1990, 20 apart, PD .53: two wins are .94 · 20 = 18.8.
        """
        fide.append(rules(), *people(a=2000, b=1990, c=2000, u=None))
        january = ("a 1-0 u 2025-01-15", "u 0-1 a 2025-01-20")
        february = ("a 1-0 b 2025-02-10", "b 0-1 a 2025-02-20")
        fide.append(*event_of("league", "2025-01-10", "2025-02-25", *january, *february))
        fide.append(*event_of("cup", "2025-01-12", "2025-01-12", "a 1-0 c"))
        assert fide.row("league", "a")["rating_before"] == 2010
        assert fide.rated()["a"] == 2029

    def test_where_a_game_has_no_day_the_whole_is_one_report(self, fide: Federation) -> None:
        """All with 2000: a's .5 + 0 + .5 + 0 is 1.0, times 20."""
        self.league(fide, *self.GAMES[:3], "b ½-½ a")
        assert fide.rated(on="2025-03-31") == {"a": 2000, "b": 2000}
        assert fide.rated() == {"a": 2020, "b": 1980}

    def test_months_may_be_read_as_one_report(self, fide: Federation) -> None:
        self.league(fide, *self.GAMES, interim_reports="none")
        assert fide.rated() == {"a": 2020, "b": 1980}

    def test_a_month_of_thirty_days_is_not_long(self, fide: Federation) -> None:
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("month", "2025-03-01", "2025-03-31", "a 1-0 b 2025-03-05"))
        assert fide.row("month", "a")["list"] == "2025-05-01"

    def test_a_day_longer_it_is(self, fide: Federation) -> None:
        """FIDE 4: from the 1st of March to the 1st of April."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("long", "2025-03-01", "2025-04-01", "a 1-0 b 2025-03-05"))
        assert fide.row("long", "a")["list"] == "2025-04-01"


class TestFloorAndInactivity:
    """FIDE 7.2.1 and FIDE 7.2.2."""

    def test_1400_stays_and_1399_is_unrated(self, fide: Federation) -> None:
        """FIDE 7.2.1: 1410 loses 10 and is 1400; loses 10 more, and is unrated.

        Then five draws with 1400: Ra = (7000 + 3600) / 7 = 1514.29, p .50: 1514.  37 games in all.
        """
        others = {f"r{n}": 1400 for n in range(5)}
        fide.append(rules(), *people(low=1410, a=1410, b=1400, **others))
        fide.append(*event_of("one", "2025-01-10", "2025-01-10", "low 0-1 a"))
        assert fide.rated()["low"] == 1400
        fide.append(*event_of("two", "2025-02-10", "2025-02-10", "low 0-1 b"))
        assert "low" not in fide.rated()
        assert fide.row("two", "low")["rating_after"] is None
        games = [f"low ½-½ {name}" for name in others]
        fide.append(*event_of("three", "2025-03-10", "2025-03-10", *games))
        assert fide.row("three", "low")["status"] == "first"
        card = fide.card("low")
        assert (card["rating"], card["games"], card["peak"]) == (1514, 37, 1514)

    def test_a_game_begun_rated_is_pooled_where_the_rating_was_lost(
        self, fide: Federation
    ) -> None:
        """FIDE 7.2.1: his opponent uses the rating he had, 1400."""
        fide.append(rules(), *people(low=1400, a=1400, b=1400))
        fide.append(*event_of("lost", "2025-01-10", "2025-01-10", "low 0-1 a"))
        fide.append(*event_of("begun", "2025-01-20", "2025-02-10", "low ½-½ b"))
        assert fide.row("begun", "low")["status"] == "pool"
        assert fide.row("begun", "b")["games_used"][0]["opponent_rating"] == 1400

    def test_a_first_rating_is_active_from_its_list_on(self, fide: Federation) -> None:
        """FIDE 7.2.2: the list of February 2025 is the first of twelve."""
        others = {f"r{n}": 1800 for n in range(5)}
        fide.append(rules(), *people(new=None, **others))
        draws = [f"new ½-½ {name}" for name in others]
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", *draws))
        assert fide.card("new", "2026-01-31")["inactive"] is False
        assert fide.card("new", "2026-02-01")["inactive"] is True

    def test_a_year_without_a_game_makes_inactive(self, fide: Federation) -> None:
        """FIDE 7.2.2: on the list of February 2025 for the last time; twelve lists later."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", "a 1-0 b"))
        assert fide.card("a", "2026-01-31")["inactive"] is False
        assert fide.card("a", "2026-02-01")["inactive"] is True
        assert fide.rated(on="2030-01-01") == {"a": 2010, "b": 1990}

    def test_until_the_first_game_the_month_of_the_first_card_counts(
        self, fide: Federation
    ) -> None:
        """FIDE 7.2.2."""
        fide.append(rules(), player("a"), decided("a", 2000, "2025-03-15"))
        assert fide.card("a", "2026-02-28")["inactive"] is False
        assert fide.card("a", "2026-03-01")["inactive"] is True

    def test_before_march_2024_a_rating_below_1400_is_set(self, fide: Federation) -> None:
        """FIDE 7.2.1: 1000 was the lowest then; test_decisions.py has what is refused since."""
        fide.append(adoption("2024-01-01"), player("a"))
        fide.append(decided("a", 1399, "2024-02-29"))
        assert fide.rated() == {"a": 1399}
