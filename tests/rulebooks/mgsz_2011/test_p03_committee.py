"""MGSZ 3.§: what is decided, and what a decision may say."""

from datetime import date

from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011
from projections.rulebooks.occasion import RatingDecided
from tests.tables import every

RULEBOOK = Mgsz2011()


def faults(kind, card, rulebook=RULEBOOK):
    return [objection.field for objection in rulebook.objections_to_card(kind, card)]


def decide(card, before=None, kind="correction"):
    decision = RatingDecided(
        day=date(2012, 5, 1),
        event="minutes-7",
        position=7,
        player="anna",
        card=card,
        kind=kind,
        by="Rating Committee",
        reason="as agreed",
    )
    return RULEBOOK.evaluate(decision, {"anna": before}).cards["anna"]


class TestDecidedFigures:
    """MGSZ 3 (3): the committee may change a player's figures."""

    def test_a_newcomer_starts_with_the_figures_the_manager_gives_him(self):
        """MGSZ 6 (1) step 2."""
        card = decide({"elo": 1500, "grade": "11k"}, kind="newcomer")
        assert (card.elo, card.grade, card.attained) == (1500, "11k", ())
        assert (card.on, card.source) == (date(2012, 5, 1), "minutes-7")

    def test_attainments_from_before_come_with_the_decision(self):
        card = decide({"elo": 1830, "grade": "4k", "attained": {"2k": 1, "3k": 1}})
        assert card.attained == (("3k", 1), ("2k", 1))

    def test_attainments_stay_as_they_are_when_the_decision_does_not_state_them(self, club):
        before = club.card(1870, "4k", _3k=1, _2k=1)
        assert decide({"elo": 1800, "grade": "4k"}, before).attained == (("3k", 1), ("2k", 1))

    def test_a_grade_given_by_the_committee_needs_no_attainments_any_more(self, club):
        before = club.card(1870, "4k", _3k=1, _2k=1)
        assert decide({"elo": 1870, "grade": "3k"}, before).attained == (("2k", 1),)

    def test_stating_no_attainments_takes_them_away(self, club):
        before = club.card(1870, "4k", _3k=1)
        assert decide({"elo": 1870, "grade": "4k", "attained": {}}, before).attained == ()
        none_stated = {"elo": 1870, "grade": "4k", "attained": {"3k": 0}}
        assert faults("correction", none_stated) == []
        assert decide(none_stated).attained == ()

    def test_a_grade_lowered_by_the_committee_is_not_given_back_by_the_next_tournament(self, club):
        """MGSZ 3 (3), reading M23."""
        demoted = decide({"elo": 1990, "grade": "3k"}, club.card(1990, "1d"))
        cup = club.tournament(club.game("anna", "b"))
        after = club.evaluate(cup, {"anna": demoted, "b": 1990}).cards["anna"]
        assert after.grade == "3k"
        assert after.attained == (("2k", 1), ("1k", 1), ("1d", 1))


class TestObjectionsToFigures:
    """MGSZ 5 (3): a newcomer starts with 5 kyu at most; above that the committee decides."""

    def test_the_highest_start_of_a_newcomer(self):
        assert faults("newcomer", {"elo": 1764, "grade": "5k"}) == []

    def test_a_newcomer_above_5_kyu_is_refused_for_elo_and_grade(self):
        assert faults("newcomer", {"elo": 1765, "grade": "5k"}) == ["card.elo"]
        assert faults("newcomer", {"elo": 1700, "grade": "4k"}) == ["card.grade"]

    def test_the_committee_may_start_a_player_anywhere(self):
        assert faults("initial", {"elo": 2400, "grade": "5d"}) == []

    def test_another_bound_may_be_read(self):
        strict = RULEBOOK.read_with({"new_player_max_elo": 1500})
        assert faults("newcomer", {"elo": 1501, "grade": "11k"}, strict) == ["card.elo"]

    def test_the_remedy_names_the_paragraph_and_the_way_out(self):
        (objection,) = RULEBOOK.objections_to_card("newcomer", {"elo": 1765, "grade": "5k"})
        assert "1764" in objection.message
        assert "MGSZ 5 (3)" in objection.message
        assert "initial" in objection.message

    def test_all_faults_are_told_at_once(self):
        assert faults("initial", {"rating": 5}) == ["card.rating", "card.elo", "card.grade"]

    @every("elo", [None, 1700.0, "1700", True, 10_000, -10_000])
    def test_an_elo_is_a_whole_number_of_at_most_four_digits(self, elo):
        assert faults("initial", {"elo": elo, "grade": "5k"}) == ["card.elo"]
        for most in 9999, -9999:
            assert faults("initial", {"elo": most, "grade": "5k"}) == []

    @every("grade", [None, "0k", "36k", "10d", "3 kyu", "1p", 3])
    def test_a_grade_is_one_the_document_knows(self, grade):
        assert faults("initial", {"elo": 1700, "grade": grade}) == ["card.grade"]

    def test_the_committee_can_set_the_grades_beyond_the_table(self):
        """MGSZ 4 (1) speaks of nine dan grades (M13)."""
        assert faults("initial", {"elo": 2750, "grade": "9d"}) == []

    @every(
        ("attained", "fault"),
        [
            ([], "card.attained"),
            ({"8d": 1}, "card.attained.8d"),
            ({"3k": -1}, "card.attained.3k"),
            ({"3k": 1.0}, "card.attained.3k"),
            ({"3k": 2}, "card.attained.3k"),
        ],
    )
    def test_attainments_are_counts_that_do_not_win_a_grade_yet(self, attained, fault):
        """MGSZ 5 (4)."""
        card = {"elo": 1830, "grade": "4k", "attained": attained}
        assert faults("initial", card) == [fault]

    def test_attainments_of_grades_already_held_do_no_harm(self):
        card = {"elo": 1830, "grade": "3k", "attained": {"3k": 2, "2k": 1}}
        assert faults("initial", card) == []
        assert decide(card).attained == (("2k", 1),)


class TestObjectionsToDecisions:
    """MGSZ 6 (2), MGSZ 6 (3): the two decisions about a tournament."""

    @every(
        ("rule", "value"),
        [
            ("MGSZ 6 (2)", {"multiplier": 25}),
            ("MGSZ 6 (2)", {"multiplier": 0}),
            ("MGSZ 6 (2)", {"multiplier": 299}),
            ("MGSZ 6 (3)", {"parts": [3, 3, 2]}),
            ("MGSZ 6 (3)", {"parts": [1, 7]}),
        ],
    )
    def test_what_the_committee_may_decide(self, rule, value):
        assert RULEBOOK.objections_to_decision(rule, {"tournament": "t"}, value) == []
        about = {"tournament": "t", "player": None}
        assert RULEBOOK.objections_to_decision(rule, about, value) == []

    @every(
        ("rule", "value"),
        [
            ("MGSZ 6 (2)", 25),
            ("MGSZ 6 (2)", {"multiplier": 2.5}),
            ("MGSZ 6 (2)", {"multiplier": True}),
            ("MGSZ 6 (2)", {"multiplier": -1}),
            ("MGSZ 6 (2)", {"multiplier": -5}),
            ("MGSZ 6 (2)", {"multiplier": 300}),
            ("MGSZ 6 (2)", {"multiplier": 25, "parts": [4]}),
            ("MGSZ 6 (3)", [3, 3, 2]),
            ("MGSZ 6 (3)", {"parts": []}),
            ("MGSZ 6 (3)", {"parts": [8]}),
            ("MGSZ 6 (3)", {"parts": [8, 0]}),
            ("MGSZ 6 (3)", {"parts": [4, 4.0]}),
            ("MGSZ 6 (3)", {"parts": "44"}),
        ],
    )
    def test_values_that_make_no_sense_are_refused(self, rule, value):
        objections = RULEBOOK.objections_to_decision(rule, {"tournament": "t"}, value)
        assert [objection.field for objection in objections] == ["value"]

    @every("about", [{}, {"player": "a"}, {"tournament": "t", "player": "a"}])
    def test_a_decision_is_about_a_tournament_alone(self, about):
        objections = RULEBOOK.objections_to_decision("MGSZ 6 (2)", about, {"multiplier": 5})
        assert [objection.field for objection in objections] == ["about"]

    def test_a_decision_under_another_rule_is_refused_with_the_rules_known(self):
        (objection,) = RULEBOOK.objections_to_decision("DWZ 6.2.1", {}, {"evaluate": True})
        assert objection.field == "rule"
        assert "MGSZ 6 (2) and MGSZ 6 (3)" in objection.message


def test_the_remedy_names_the_highest_multiplier():
    """MGSZ 6 (2), MGSZ 6 (3): a single round must stay below the limit."""
    (objection,) = RULEBOOK.objections_to_decision(
        "MGSZ 6 (2)", {"tournament": "t"}, {"multiplier": 300}
    )
    assert objection.message.endswith("with a whole number from 0 to 299")
