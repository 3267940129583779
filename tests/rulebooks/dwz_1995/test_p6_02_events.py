"""DWZ 6.2 and 4.1: which tournaments and matches are evaluated."""

from datetime import date

from projections.rulebooks.tournament import Decision, ThinkingTime
from tests.rulebooks.dwz_1995.club import (
    adopted,
    card,
    evaluate,
    game,
    report,
    rows,
    steps,
    tournament,
)
from tests.tables import every

CARDS = {"anna": "1500-9", "bert": "1500-9"}
OF_ANY_AGE = {"anna": None, "bert": None}


def excluded(*more, births=OF_ANY_AGE, **facts):
    return report(tournament("anna ½ bert", *more, births=births, **facts), CARDS).excluded


def decision(*, evaluates, about="cup", rule="DWZ 6.2.1"):
    return Decision(
        event="letter",
        rule=rule,
        about={"tournament": about},
        value={"evaluate": evaluates},
        by="Wertungszentrale",
        reason="applied for in time",
    )


class TestGames:
    """DWZ 4.1: the DWZ shows the playing strength of chess players."""

    def test_go_is_not_evaluated(self):
        assert excluded(discipline="go").startswith("DWZ 4.1: ")

    def test_pairs_are_not_evaluated(self):
        assert excluded(format="pairs").startswith("DWZ 4.1: ")

    def test_boards_of_a_team_match_are(self):
        assert excluded(format="team") is None


class TestTerritory:
    """DWZ 6.2.1: held in Germany, officially delegated, or an exception granted."""

    @every("country", [None, "GER", "DEU"])
    def test_tournaments_in_germany(self, country):
        assert excluded(country=country) is None

    def test_a_tournament_abroad_is_not_evaluated(self):
        told = report(tournament("anna ½ bert", country="AUT"), CARDS)
        assert told.excluded.startswith("DWZ 6.2.1: ")
        assert "AUT" in told.excluded
        assert told.rows == ()
        assert evaluate(tournament("anna ½ bert", country="AUT"), CARDS).cards == {}

    def test_unless_the_federation_delegates_players(self):
        assert excluded(country="AUT", flags=frozenset({"official-delegation"})) is None

    def test_or_an_exception_was_granted(self):
        assert excluded(country="AUT", decisions=(decision(evaluates=True),)) is None

    def test_a_decision_about_something_else_does_not_help(self):
        for other in (
            decision(evaluates=True, about="other cup"),
            decision(evaluates=True, rule="INGO 0"),
        ):
            assert excluded(country="AUT", decisions=(other,)).startswith("DWZ 6.2.1: ")

    def test_a_decision_may_also_refuse(self):
        told = excluded(decisions=(decision(evaluates=False),))
        assert told.startswith("DWZ 6.2.1: ")

    def test_of_several_the_latest_holds(self):
        both = (decision(evaluates=False), decision(evaluates=True))
        assert excluded(country="AUT", decisions=both) is None
        assert excluded(country="AUT", decisions=both[::-1]).startswith("DWZ 6.2.1: ")


class TestThinkingTime:
    """DWZ 6.2.2: two hours per player and game."""

    @every(
        ("minutes", "increment", "enough"),
        [(120, 0, True), (119, 0, False), (90, 30, True), (90, 29, False), (100, 20, True)],
    )
    def test_the_increment_counts_for_60_moves(self, minutes, increment, enough):
        told = excluded(thinking_time=ThinkingTime(minutes=minutes, increment_seconds=increment))
        assert (told is None) == enough

    @every(
        ("youth_class", "least"),
        [("U15", 60), ("U13", 30), ("U11", 30), ("U17", 120), ("U9", 120), (None, 120)],
    )
    def test_youth_classes_need_less(self, youth_class, least):
        def with_minutes(minutes):
            return excluded(youth_class=youth_class, thinking_time=ThinkingTime(minutes=minutes))

        assert with_minutes(least) is None
        assert with_minutes(least - 1).startswith("DWZ 6.2.2: ")

    @every(
        ("youth_class", "minutes", "born", "started", "told"),
        [
            ("U15", 60, 1951, None, True),
            ("U15", 60, 1980, None, True),  # 16 in 1996
            ("U15", 60, 1981, None, False),  # 15 in 1996
            ("U15", 60, 1980, date(1995, 9, 1), False),  # 15 when it began
            ("U15", 120, 1951, None, False),  # long enough for everybody
            ("U11", 30, 1984, None, True),
            ("U15", 60, None, None, False),
        ],
    )
    def test_the_shorter_time_of_a_class_is_not_for_older_players(
        self, youth_class, minutes, born, started, told
    ):
        """DWZ 6.2.2: U 15, C-youth or younger only, and no exceptions.  Dora, who did not come,
        is 46; the tournament ended in January 1996.
        """
        found = excluded(
            game("anna 1 dora", played=False, reason="forfeit"),
            youth_class=youth_class,
            thinking_time=ThinkingTime(minutes=minutes),
            starts_on=started,
            births={"anna": None, "bert": born, "dora": 1950},
        )
        assert (found is not None) == told
        if told:
            assert found.startswith("DWZ 6.2.2: ")
            assert found.endswith("older: bert")

    def test_without_a_thinking_time_the_submitter_must_say_that_it_is_enough(self):
        assert excluded(thinking_time=None).startswith("DWZ 6.2.2: ")
        assert excluded(thinking_time=None, flags=frozenset({"meets-time-rule"})) is None

    def test_a_thinking_time_that_is_too_short_is_not_talked_longer(self):
        told = excluded(
            thinking_time=ThinkingTime(minutes=60), flags=frozenset({"meets-time-rule"})
        )
        assert "60 minutes" in told
        assert "120" in told

    def test_no_exception_is_made_by_decision(self):
        short = ThinkingTime(minutes=60)
        told = excluded(thinking_time=short, decisions=(decision(evaluates=True),))
        assert told.startswith("DWZ 6.2.2: ")

    def test_the_working_shows_what_was_required(self):
        event = tournament(
            "anna ½ bert",
            births=OF_ANY_AGE,
            youth_class="U15",
            thinking_time=ThinkingTime(minutes=75),
        )
        (step,) = [step for step in steps(event, CARDS) if step.rule == "DWZ 6.2.2"]
        assert (step.given["minutes"], step.given["required"], step.result) == (75, 60, True)


class TestMatches:
    """DWZ 6.2.3.5: evaluated only if both had a DWZ."""

    MATCH = ("anna 1 bert", "bert ½ anna", "anna 1 bert", "bert ½ anna", "anna 0 bert")

    def test_both_had_one(self):
        found = rows(tournament(*self.MATCH, format="match"), CARDS)
        assert {row["status"] for row in found.values()} == {"rated"}

    def test_an_adopted_figure_is_as_good(self):
        found = rows(tournament(*self.MATCH, format="match"), {**CARDS, "bert": adopted(1500)})
        assert {row["status"] for row in found.values()} == {"rated"}

    @every("other", [None, card("1500-9").__class__()])
    def test_otherwise_nothing_is_evaluated_and_nothing_kept(self, other):
        event = tournament(*self.MATCH, format="match")
        told = report(event, {"anna": "1500-9", "bert": other})
        assert told.excluded.startswith("DWZ 6.2.3.5: ")
        assert told.rows == ()
        assert evaluate(event, {"anna": "1500-9", "bert": other}).cards == {}

    def test_a_result_for_one_side_only_does_not_help(self):
        event = tournament(game("anna 1 bert", rated_for="white"), format="match")
        assert report(event, {"anna": "1500-9"}).excluded.startswith("DWZ 6.2.3.5: ")

    def test_the_same_games_in_a_tournament_would_give_a_first_dwz(self):
        found = rows(tournament(*self.MATCH), {"anna": "1500-9"})
        assert found["bert"]["status"] == "first"

    def test_a_match_without_a_played_game_is_no_reason_to_exclude_it(self):
        forfeited = {
            "white": "anna",
            "black": "bert",
            "white_points": 1.0,
            "black_points": 0.0,
            "played": False,
        }
        told = report(tournament(forfeited, format="match"), {"anna": "1500-9"})
        assert told.excluded is None
