"""The games that count, and for whom: from the log, as displayed."""

import pytest

from tests.projections.submissions import player
from tests.rulebooks.fide_2024.federation import (
    Federation,
    decision,
    event_of,
    people,
    rules,
)

DAY = "2025-01-10"


def one_game(fide: Federation, *, a: int | None, b: int | None, control="standard", **facts):
    """A game that a wins against b; who has a row, or why the tournament is not rated."""
    fide.append(rules(control=control), *people(a=a, b=b))
    fide.append(*event_of("open", DAY, DAY, "a 1-0 b", **facts))
    answer = fide.tournament("open")
    return answer.get("reason") or [row["player"] for row in answer["players"]]


class TestRateOfPlay:
    """FIDE 1.1 and FIDE RB 1.1: minutes and seconds of increment, for sixty moves."""

    @pytest.mark.parametrize(
        ("a", "b", "time", "rated"),
        [
            (2400, 1500, (119, 0), False),
            (2400, 1500, (90, 30), True),
            (2399, 1500, (89, 0), False),
            (2399, 1500, (90, 0), True),
            (1500, 1800, (89.5, 0), False),
            (1799, 1500, (59, 0), False),
            (1799, None, (60, 0), True),
        ],
    )
    def test_the_higher_rated_player_sets_the_minutes(self, fide, a, b, time, rated):
        stated = dict(zip(("minutes", "increment_seconds"), time, strict=True))
        found = one_game(fide, a=a, b=b, thinking_time=stated)
        counted = ["a", "b"] if b else ["b"]
        assert found == (counted if rated else [])
        assert fide.not_rated("open") == ({} if rated else {"open:01": "FIDE 1.1"})

    @pytest.mark.parametrize(
        ("control", "minutes", "rated"),
        [
            ("rapid", 10, False),
            ("rapid", 10.5, True),
            ("rapid", 59, True),
            ("rapid", 60, False),
            ("blitz", 3, False),
            ("blitz", 3.5, True),
            ("blitz", 10, True),
            ("blitz", 11, False),
        ],
    )
    def test_rapid_and_blitz_have_their_own_minutes(self, fide, control, minutes, rated):
        """FIDE RB 1.1."""
        time = {"minutes": minutes}
        found = one_game(fide, a=2000, b=2000, control=control, thinking_time=time)
        assert (found == ["a", "b"]) is rated
        assert rated or found.startswith("FIDE 1.1: ")

    def test_without_a_thinking_time_a_tournament_is_not_rated(self, fide):
        found = one_game(fide, a=2000, b=2000, thinking_time=None)
        assert found == "FIDE 1.1: no thinking time is stated"

    def test_the_submitter_may_state_that_the_rule_is_met(self, fide):
        flags = ["meets-time-rule"]
        assert one_game(fide, a=2500, b=2000, thinking_time=None, flags=flags) == ["a", "b"]

    def test_in_rapid_a_statement_does_not_stand_for_other_minutes(self, fide):
        """FIDE RB 1.1."""
        flags, time = ["meets-time-rule"], {"minutes": 90}
        found = one_game(fide, a=2000, b=2000, control="rapid", thinking_time=time, flags=flags)
        assert found.startswith("FIDE 1.1: 90 minutes")

    def test_an_unknown_time_may_be_read_as_enough(self, fide):
        fide.append(rules(time_unknown="rate"), *people(a=2000, b=2000))
        fide.append(*event_of("open", DAY, DAY, "a 1-0 b", thinking_time=None))
        assert fide.rated() == {"a": 2010, "b": 1990}


class TestGamesThatDoNotCount:
    """FIDE 0, FIDE 0.2, FIDE 5.1, FIDE 7.3.1 and FIDE 8.3.1."""

    def test_what_was_not_played_does_not_count(self, fide):
        """FIDE 5.1: a forfeit and a bye."""
        fide.append(rules(), *people(a=2000, b=2000))
        about, forfeit, bye = event_of("open", DAY, DAY, "a 1-0 b", "a 1-0 -")
        for each in (forfeit, bye):
            each["data"]["played"] = False
        fide.append(about, forfeit, bye)
        assert fide.not_rated("open") == {"open:01": "FIDE 5.1", "open:02": "FIDE 5.1"}
        assert fide.tournament("open")["players"] == []

    def test_why_it_was_not_played_is_said(self, fide):
        """FIDE 5.1: by default it was a forfeit."""
        fide.append(rules(), *people(a=2000, b=2000))
        about, forfeit, annulled = event_of("open", DAY, DAY, "a 1-0 b", "a 1-0 b")
        forfeit["data"]["played"] = False
        annulled["data"] |= {"played": False, "reason": "annulled"}
        fide.append(about, forfeit, annulled)
        said = [each["reason"] for each in fide.tournament("open")["games_not_rated"]]
        assert said == ["FIDE 5.1: not played (forfeit)", "FIDE 5.1: not played (annulled)"]

    def test_a_game_may_be_excluded_by_a_decision(self, fide):
        """FIDE 5.1: as fair play requires."""
        fide.append(rules(), *people(a=2000, b=2000, c=2000))
        fide.append(*event_of("open", DAY, DAY, "a 1-0 b", "a 1-0 c"))
        fide.append(decision("FIDE 5.1", {"rate": False}, game="open:01"))
        assert fide.not_rated("open") == {"open:01": "FIDE 5.1"}
        assert fide.rated() == {"a": 2010, "b": 2000, "c": 1990}

    @pytest.mark.parametrize(
        ("side", "rated"),
        [("black", {"a": 2000, "b": 1990}), ("white", {"a": 2010, "b": 2000})],
    )
    def test_a_result_may_count_for_one_side_only(self, fide, side, rated):
        """FIDE 5.1."""
        fide.append(rules(), *people(a=2000, b=2000))
        about, game = event_of("open", DAY, DAY, "a 1-0 b")
        game["data"]["rated_for"] = side
        fide.append(about, game)
        assert fide.rated() == rated

    def test_two_unrated_players_play_for_nothing(self, fide):
        """FIDE 8.3.1: and a rated player's game with an unrated one counts for that one only."""
        fide.append(rules(), *people(a=2000, b=None, c=None))
        fide.append(*event_of("open", DAY, DAY, "b 1-0 c", "b 1-0 a"))
        assert fide.not_rated("open") == {"open:01": "FIDE 8.3.1"}
        (row,) = fide.tournament("open")["players"]
        assert (row["player"], row["games"], row["points"]) == ("b", 1, 1)

    def test_a_tournament_that_is_not_accepted_is_not_rated(self, fide):
        """FIDE 0.2."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", DAY, DAY, "a 1-0 b"))
        fide.append(decision("FIDE 0.2", {"evaluate": False}, tournament="open"))
        assert fide.tournament("open")["reason"] == "FIDE 0.2: the tournament was not accepted"
        assert fide.not_rated("open") == {"open:01": "FIDE 0.2"}
        assert fide.rated() == {"a": 2000, "b": 2000}

    @pytest.mark.parametrize(
        "facts",
        [
            {"format": "pairs"},
            {"discipline": "go", "thinking_time": {"minutes": 120, "overtime": "none"}},
        ],
    )
    def test_other_games_are_out_of_scope(self, fide, facts):
        """FIDE 0."""
        assert one_game(fide, a=2000, b=2000, **facts).startswith("FIDE 0: ")

    def test_games_with_a_computer_are_not_rated(self, fide):
        """FIDE 0."""
        fide.append(rules(), *people(a=2000), player("deep", kind="computer"))
        fide.append(*event_of("open", DAY, DAY, "a 1-0 deep"))
        assert fide.not_rated("open") == {"open:01": "FIDE 0"}

    @pytest.mark.parametrize(
        ("control", "day", "cards", "rated"),
        [
            ("rapid", "2024-12-01", {"a": 2601, "b": 2001}, False),
            ("rapid", "2024-12-01", {"a": 2601, "b": 2002}, True),
            ("rapid", "2024-12-01", {"a": 2600, "b": 2000}, True),
            ("rapid", "2024-11-30", {"a": 2601, "b": 2001}, True),
            ("blitz", "2024-12-01", {"a": 2001, "b": 2601}, False),
            ("standard", "2024-12-01", {"a": 2601, "b": 2001}, True),
        ],
    )
    def test_a_gap_of_600_points_is_not_rated_in_rapid_and_blitz(
        self, fide, control, day, cards, rated
    ):
        """FIDE 7.3.1: since December 2024, where one is rated above 2600."""
        time = {"minutes": {"rapid": 20, "blitz": 5, "standard": 120}[control]}
        fide.append(rules(control=control), *people(**cards))
        fide.append(*event_of("open", day, day, "a 1-0 b", thinking_time=time))
        assert fide.not_rated("open") == ({} if rated else {"open:01": "FIDE 7.3.1"})

    @pytest.mark.parametrize(("a", "b"), [(2700, None), (None, 2700)])
    def test_an_unrated_player_is_not_far_below_anybody(self, fide, a, b):
        """FIDE 7.3.1: the gap is one between two ratings."""
        counted = one_game(fide, a=a, b=b, control="rapid", thinking_time={"minutes": 20})
        assert counted == (["b"] if b is None else ["a"])

    def test_rapid_has_no_exemption_from_the_400_points(self, fide):
        """FIDE 8.3.1: 2700 and 2200 count as 400 apart there, .92; 500 apart is .96."""
        for control, expected in (("rapid", 0.92), ("standard", 0.96)):
            pool = f"elo-{control}"
            adopted = rules(control=control)
            adopted["data"]["pool"], adopted["id"] = pool, pool
            cards = people(**{f"a-{control}": 2700, f"b-{control}": 2200})
            for each in cards:
                if "pool" in each["data"]:
                    each["data"]["pool"] = pool
            about, game = event_of(
                control,
                "2026-01-02",
                "2026-01-02",
                f"a-{control} 1-0 b-{control}",
                pools=[pool],
                thinking_time={"minutes": 20 if control == "rapid" else 120},
            )
            fide.append(adopted, *cards, about, game)
            row = Federation(fide.engine, pool).row(control, f"a-{control}")
            assert row["expected"] == expected


class TestMatches:
    """FIDE 6.1 and FIDE 6.2."""

    GAMES = ("a 1-0 b", "b 0-1 a", "a 1-0 b", "b 1-0 a")

    def test_a_match_with_an_unrated_player_is_not_rated(self, fide):
        """FIDE 6.1."""
        found = one_game(fide, a=2000, b=None, format="match")
        assert found == "FIDE 6.1: b is unrated, so the match is not rated"

    def test_whichever_of_the_two_it_is(self, fide):
        """FIDE 6.1."""
        found = one_game(fide, a=None, b=2000, format="match")
        assert found == "FIDE 6.1: a is unrated, so the match is not rated"

    def test_a_round_that_was_not_played_makes_nobody_unrated(self, fide):
        """FIDE 6.1: of two rounds the second one has no opponent."""
        fide.append(rules(), *people(a=2000, b=2000))
        about, game, bye = event_of("open", DAY, DAY, "a 1-0 b", "a 1-0 -", format="match")
        bye["data"]["played"] = False
        fide.append(about, game, bye)
        assert fide.not_rated("open") == {"open:02": "FIDE 5.1"}
        assert fide.rated() == {"a": 2010, "b": 1990}

    def test_in_a_round_of_several_games_they_go_by_their_ids(self, fide):
        """FIDE 6.2: a has two points of three after the first two, submitted last."""
        fide.append(rules(), *people(a=2000, b=2000))
        played = ("a 1-0 b", "a 1-0 b", "b 1-0 a")
        about, *games = event_of("open", DAY, DAY, *played, format="match", rounds=3)
        for game in games:
            game["data"]["round"] = 1
        fide.append(about, *reversed(games))
        assert fide.not_rated("open") == {"open:03": "FIDE 6.2"}

    @pytest.mark.parametrize("rounds", [(4, 3, 2, 1), (None, 2, 3, 4)])
    def test_a_match_goes_by_its_rounds(self, fide, rounds):
        """FIDE 6.2: a has three points only with the last game, one without a round, too."""
        fide.append(rules(), *people(a=2000, b=2000))
        about, *games = event_of("open", DAY, DAY, *self.GAMES, format="match", rounds=4)
        for game, number in zip(games, rounds, strict=True):
            game["data"]["round"] = number
        fide.append(about, *games)
        assert fide.not_rated("open") == {}

    def test_games_after_a_match_is_won_are_not_rated(self, fide):
        """FIDE 6.2: of four games three are enough; two points are only half."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", DAY, DAY, *self.GAMES, format="match", rounds=4))
        assert fide.not_rated("open") == {"open:04": "FIDE 6.2"}
        assert fide.rated() == {"a": 2030, "b": 1970}

    def test_it_may_be_agreed_beforehand_that_all_games_are_rated(self, fide):
        """FIDE 6.2."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", DAY, DAY, *self.GAMES, format="match", rounds=4))
        fide.append(decision("FIDE 6.2", {"rate_all": True}, tournament="open"))
        assert fide.not_rated("open") == {}

    def test_without_a_number_of_games_there_is_no_limit(self, fide):
        """FIDE 6.2."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", DAY, DAY, *self.GAMES, format="match"))
        assert fide.not_rated("open") == {}

    def test_a_forfeit_counts_towards_the_match(self, fide):
        """FIDE 6.2: won by a in two games of three, the first of them not played."""
        fide.append(rules(), *people(a=2000, b=2000))
        about, *games = event_of("open", DAY, DAY, *self.GAMES[:3], format="match", rounds=3)
        games[0]["data"]["played"] = False
        fide.append(about, *games)
        assert fide.not_rated("open") == {"open:01": "FIDE 5.1", "open:03": "FIDE 6.2"}


def test_a_what_if_may_ask_for_the_other_reading_of_a_null(fide):
    """FIDE 8.3.1: nobody is exempt where exemption_rating is null."""
    fide.append(rules(exemption_rating=None), *people(a=2700, b=2200))
    fide.append(*event_of("open", "2026-01-02", "2026-01-02", "a 1-0 b"))
    assert fide.row("open", "a")["expected"] == 0.92
