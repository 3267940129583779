"""DWZ 4.7.6: Sonderwertung."""

import attrs

from projections.rulebooks.dwz.p4_07_1_score_sheets import special_rating_1995
from projections.rulebooks.dwz.rulebook import Dwz1995
from tests.rulebooks.dwz_1995.club import (
    card,
    evaluate,
    rows,
    shown,
    steps,
    tournament,
)

# Ann meets six opponents of her own rating, 1500: We = 3.  With 4½ points Rp - Ro is exactly
# 800 · 1.5 / 6 = 200.  All are 40 years old with index 10: E = 5 + 15 = 20.
FIELD = dict.fromkeys(("ann", "b1", "b2", "b3", "b4", "b5", "b6"), "1500-10")
SURPRISE = ("ann 1 b1", "ann 1 b2", "ann 1 b3", "ann 1 b4", "ann ½ b5", "ann 0 b6")


class TestSurprise:
    """DWZ 4.7.6: 200 points above Ro, the player counts as Rp for his opponents."""

    def test_exactly_200_is_enough_and_opponents_meet_the_corrected_rating(self):
        after = evaluate(tournament(*SURPRISE), FIELD)
        # 1500 + 800 (0 - P(-200)) / 21 with P(-200) = 0.23975: 1490.9; without: 1481.
        assert shown(after.cards["b1"]) == "1491-11"
        # 1500 + 800 (1 - 0.23975) / 21 = 1529.0; without: 1519.
        assert shown(after.cards["b6"]) == "1529-11"

    def test_the_player_s_own_next_rating_starts_from_the_own_ro(self):
        row = rows(tournament(*SURPRISE), FIELD)["ann"]
        # 1500 + 800 · 1.5 / 26 = 1546.2
        assert (row["rating_before"], row["rating_after"]) == (1500, 1546)
        assert row["special"] == 1700
        assert row["opponents_mean"] == 1500

    def test_a_half_point_less_is_no_surprise(self):
        event = tournament(*SURPRISE[:4], "ann 0 b5", "ann 0 b6")
        assert rows(event, FIELD)["ann"]["special"] is None
        assert shown(evaluate(event, FIELD).cards["b1"]) == "1481-11"

    def test_four_games_are_too_few_and_five_are_enough(self):
        """800 · 2 / 4 = 400 above; 800 · 2 / 5 = 320 above."""
        assert rows(tournament(*SURPRISE[:4]), FIELD)["ann"]["special"] is None
        assert rows(tournament(*SURPRISE[:5]), FIELD)["ann"]["special"] == 1820

    def test_the_corrected_rating_is_rounded(self):
        """800 · 2 / 7 = 228.57 above."""
        event = tournament(*SURPRISE, "ann 1 b6")
        assert rows(event, FIELD)["ann"]["special"] == 1729

    def test_the_threshold_is_a_reading(self):
        event = tournament(*SURPRISE)
        assert rows(event, FIELD, special_threshold=201)["ann"]["special"] is None
        assert rows(event, FIELD, special_threshold=200)["ann"]["special"] == 1700

    def test_rh_of_the_opponents_meets_the_corrected_rating(self):
        assert rows(tournament(*SURPRISE), FIELD)["b1"]["performance"] == 1700 - 677

    def test_first_ratings_meet_the_corrected_rating(self):
        """The newcomer draws with Ann at 1700 and four others at 1500, at a mean of 1540."""
        games = [f"new ½ {name}" for name in ("ann", "b1", "b2", "b3", "b4")]
        more = [*SURPRISE, "ann 1 b1"]  # with the newcomer 8 games: 6 points, We about 4
        found = rows(tournament(*more, *games), FIELD)
        assert found["ann"]["special"] > 1650
        met = {game["opponent"]: game["opponent_rating"] for game in found["new"]["games_used"]}
        assert met["ann"] == found["ann"]["special"]
        assert found["new"]["rating_after"] > 1520

    def test_rated_opponents_meet_the_first_rating_of_the_second_evaluation(self):
        """DWZ 4.7.1.2: b1 met Ann twice, and the newcomer at the first DWZ that came out."""
        games = [f"new ½ {name}" for name in ("ann", "b1", "b2", "b3", "b4")]
        found = rows(tournament(*SURPRISE, "ann 1 b1", *games), FIELD)
        assert found["ann"]["special"] is not None
        met = [game["opponent_rating"] for game in found["b1"]["games_used"]]
        special, first = found["ann"]["special"], found["new"]["rating_after"]
        assert sorted(met) == sorted([special, special, first])

    def test_a_player_evaluated_alone_leaves_the_others_what_they_counted_as(self):
        """DWZ 4.7.6: a part of the tournament, from what all counted as in the whole."""
        games = [f"new ½ {name}" for name in ("ann", "b1", "b2", "b3", "b4")]
        event = tournament(*SURPRISE, "ann 1 b1", *games)
        cards = {name: card(written) for name, written in FIELD.items()}
        whole = evaluate(event, FIELD)
        assert whole.strengths is not None
        assert whole.strengths.first.keys() == {"new"}
        part = attrs.evolve(event, players={"b1": event.players["b1"]})
        alone = Dwz1995().evaluate_part(part, {"b1": cards["b1"]}, whole.strengths)
        assert alone is not None
        assert alone.strengths == whole.strengths
        assert alone.cards == {"b1": whole.cards["b1"]}

    def test_residual_games_keep_the_corrected_rating(self):
        after = evaluate(tournament(*SURPRISE, "new 0 ann"), FIELD)
        (kept,) = after.cards["new"].residual_games
        assert kept.opponent_rating == 1700


class TestSecondPass:
    """DWZ 4.7.6: surprises that appear only in the second evaluation are ignored."""

    def test_a_new_surprise_of_the_second_pass_changes_nothing(self):
        # Bea: ½ against Ann and 3 of 4 against the others, at first 800 · 1 / 5 = 160 above.
        # Against Ann at 1700 she expects 0.26 less: 201.6 above, but that comes too late.
        ann = ("ann 1 x1", "ann 1 x2", "ann 1 x3", "ann 1 x4", "ann 0 x5", "ann ½ bea")
        bea = ("bea 1 y1", "bea 1 y2", "bea ½ y3", "bea ½ y4")
        names = ["ann", "bea", *(f"x{n}" for n in range(1, 6)), *(f"y{n}" for n in range(1, 5))]
        cards = dict.fromkeys(names, "1500-10")
        event = tournament(*ann, *bea)
        found = rows(event, cards)
        assert found["ann"]["special"] == 1700
        second = found["bea"]
        assert 800 * (second["points"] - second["expected"]) / second["games"] > 200
        assert second["special"] is None
        # 1500 - 800 · 0.5 / 21 = 1481, as against 1500.
        assert shown(evaluate(event, cards).cards["y1"]) == "1481-11"

    def test_the_working_shows_both_passes_and_the_corrected_rating(self):
        written = [step for step in steps(tournament(*SURPRISE), FIELD) if step.player == "b1"]
        sums = [step.given["opponents"] for step in written if "opponents" in step.given]
        assert sums[:2] == [[1500], [1700]]
        (result,) = {
            step.result
            for step in steps(tournament(*SURPRISE), FIELD)
            if (step.rule, step.player) == ("DWZ 4.7.6", "ann")
        }
        assert result == 1700

    def test_the_working_shows_both_passes_of_those_whom_the_surprise_does_not_reach(self):
        event = tournament(*SURPRISE, "c1 ½ c2")
        cards = {**FIELD, "c1": "1500-10", "c2": "1600-10"}
        written = [step for step in steps(event, cards) if step.player == "c1"]
        sums = [step.given.get("opponents") for step in written if step.rule == "DWZ 4.6"]
        assert sums[:2] == [[1600], [1600]]

    def test_a_threshold_reached_exactly_is_reached_by_the_printed_table_too(self):
        """DWZ 4.7.6, Anhang 2.1: 800 (3.5 − 2.2)/5 = 208, which floats put below 208."""
        assert special_rating_1995(1500, 3.5, 2.2, 5, 208) == 1708
        assert special_rating_1995(1500, 3.5, 2.21, 5, 208) is None

    def test_a_player_with_an_adopted_figure_can_surprise_as_well(self):
        cards = {**FIELD, "ann": card("1500-0")}
        assert rows(tournament(*SURPRISE), cards)["ann"]["special"] == 1700
