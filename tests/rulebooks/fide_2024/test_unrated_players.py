"""Players on their way to a first rating: their pool, their first event, their first list."""

import pytest

from tests.rulebooks.fide_2024.federation import Federation, decided, event_of, people, rules


class TestUnratedPlayers:
    """FIDE 7.1.4, FIDE 8.2, FIDE 8.2.1 and FIDE 8.2.4: careers computed by hand."""

    def test_a_career_from_the_first_event_to_the_second_list(self, fide: Federation) -> None:
        """Zero in January is disregarded; 2½ of 3 in March wait; ½ of 2 in May make five.

        Ra = (1800 + 1900 + 1700 + 1800 + 2000 + 3600) / 7 = 1828.57, p = 4/7 = .57, dp 50: 1879.
        July: he beats an equal with K 40, +20; the other one has K 20, -10.
        """
        ratings = {"r1": 1800, "r2": 1900, "r3": 1700, "r4": 1800, "r5": 2000, "e": 1879}
        fide.append(rules(), *people(new=None, **ratings))
        fide.append(*event_of("winter", "2025-01-10", "2025-01-11", "new 0-1 r1", "new 0-1 r2"))
        games = ("new 1-0 r1", "new ½-½ r2", "new 1-0 r3")
        fide.append(*event_of("spring", "2025-03-09", "2025-03-10", *games))
        assert fide.row("winter", "new")["status"] == "none"
        assert fide.row("spring", "new")["status"] == "pool"
        waiting = fide.player("new")["residual_games"]
        assert [(each["opponent_rating"], each["points"]) for each in waiting] == [
            (1800, 1.0),
            (1900, 0.5),
            (1700, 1.0),
        ]
        assert {(each["list"], each["valid_until"]) for each in waiting} == {
            ("2025-04-01", "2027-05-31")
        }
        assert len(fide.player("new", "2027-05-31")["residual_games"]) == 3
        assert fide.player("new", "2027-06-01")["residual_games"] == []
        fide.append(*event_of("may", "2025-05-09", "2025-05-10", "new 0-1 r4", "new ½-½ r5"))
        row = fide.row("may", "new")
        assert (row["status"], row["rating_after"], row["rating_before"]) == ("first", 1879, None)
        assert (row["k"], row["change"], row["games"]) == (None, None, 2)
        assert fide.player("new")["residual_games"] == []
        fide.append(*event_of("july", "2025-07-05", "2025-07-06", "new 1-0 e"))
        assert (fide.rated()["new"], fide.rated()["e"]) == (1899, 1869)
        card = fide.card("new")
        assert (card["games"], card["peak"], card["k"]) == (6, 1899, 40)
        assert fide.check().differences == ()

    def test_the_right_of_the_first_event_is_there_once(self, fide: Federation) -> None:
        """FIDE 8.2.1: a second event without a point counts."""
        fide.append(rules(), *people(new=None, r=1800))
        for name, day in (("first", "2025-01-10"), ("second", "2025-02-10")):
            fide.append(*event_of(name, day, day, "new 0-1 r"))
        assert fide.row("first", "new")["status"] == "none"
        assert fide.row("second", "new")["status"] == "pool"

    def test_a_first_rating_of_1400_is_one(self, fide: Federation) -> None:
        """FIDE 7.2.1, FIDE 8.2.2: Ra = (4 · 1461 + 1462 + 3600) / 7 = 1558.

        p = (1 + 1) / 7 = .29, dp = -158: 1400.
        """
        others = {f"r{n}": 1461 for n in range(4)} | {"r4": 1462}
        fide.append(rules(), *people(new=None, **others))
        results = ("1-0", "0-1", "0-1", "0-1", "0-1")
        games = [f"new {result} {name}" for result, name in zip(results, others, strict=True)]
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", *games))
        row = fide.row("open", "new")
        assert (row["status"], row["rating_after"]) == ("first", 1400)

    def test_the_first_event_is_the_one_that_ended_first(self, fide: Federation) -> None:
        """FIDE 8.2.1: of two on one list, whatever their names."""
        fide.append(rules(), *people(new=None, r=1800))
        fide.append(*event_of("z-cup", "2025-01-10", "2025-01-10", "new 0-1 r"))
        fide.append(*event_of("a-cup", "2025-01-20", "2025-01-20", "new 0-1 r"))
        assert fide.row("z-cup", "new")["status"] == "none"
        assert fide.row("a-cup", "new")["status"] == "pool"

    @pytest.mark.parametrize("saved_by", ["new 1-0 nobody", "nobody 0-1 new"])
    def test_points_against_unrated_players_save_the_event_in_the_other_reading(
        self, fide: Federation, saved_by: str
    ) -> None:
        """FIDE 8.2.1: with either colour."""
        fide.append(rules(zero_first_event="whole_event"), *people(new=None, nobody=None, r=1800))
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", "new 0-1 r", saved_by))
        assert fide.row("open", "new")["status"] == "pool"

    def test_results_are_pooled_for_26_lists(self, fide: Federation) -> None:
        """FIDE 7.1.4: those of April 2024 serve in May 2026 and no more in June."""
        fide.append(rules(), *people(new=None, r=1800))
        four = [f"new ½-½ {name}" for name in ("r", "r", "r", "r")]
        fide.append(*event_of("old", "2024-03-10", "2024-03-10", *four, format="games"))
        fide.append(*event_of("late", "2026-05-10", "2026-05-10", "new ½-½ r"))
        assert "new" not in fide.rated()
        assert len(fide.player("new")["residual_games"]) == 1
        fide.append(*event_of("in-time", "2026-04-10", "2026-04-10", "new ½-½ r"))
        assert fide.rated(on="2026-05-01")["new"] == 1800

    def test_who_is_rated_by_the_time_of_the_list_is_rated_with_that(
        self, fide: Federation
    ) -> None:
        """FIDE 8.2.4: five draws with 1800 make 1800 in February.

        The tournament of January and February was begun unrated: a win against 1800 is .5 · 40 for
        him, and nothing for the other one.
        """
        others = {f"r{n}": 1800 for n in range(5)}
        fide.append(rules(), *people(new=None, x=1800, **others))
        fide.append(
            *event_of("first", "2025-01-10", "2025-01-10", *[f"new ½-½ {name}" for name in others])
        )
        fide.append(*event_of("second", "2025-01-20", "2025-02-15", "new 1-0 x"))
        rows = fide.tournament("second")["players"]
        assert [(row["player"], row["rating_before"]) for row in rows] == [("new", 1800)]
        assert (fide.rated()["new"], fide.rated()["x"]) == (1820, 1800)

    def test_a_decided_figure_empties_the_pool(self, fide: Federation) -> None:
        """FIDE 7.1.4."""
        fide.append(rules(), *people(new=None, r=1800))
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", "new ½-½ r"))
        fide.append(decided("new", 1700, "2025-03-01"))
        assert fide.player("new")["residual_games"] == []
        assert fide.rated()["new"] == 1700
