"""The helper for the committee that sets a first number."""

from datetime import date

import pytest

from projections.rulebooks.lask_1970.metod_1_initial import initial_rating
from projections.rulebooks.objection import Objection
from projections.rulebooks.tournament import Decision, TypicalResult


def number(rulebook, points, games):
    """The number proposed for a result in class I, whose mean is 1950."""
    typical = TypicalResult(points=points, games=games, class_="I", day=date(1971, 1, 15))
    return rulebook.proposed_card(typical)["rating"]


class TestTheReadings:
    """LASK Metod 1, LASK Tabell 2: how the share is rounded, and the doubtful value at .96."""

    def test_the_rulebook_uses_its_own(self, new_federation):
        rulebook = new_federation(initial_p_rounding="half_up", table2_096=501).rulebook
        assert number(rulebook, 4.0, 9) == 1907
        assert number(rulebook, 24.0, 25) == 1950 + 501
        assert number(rulebook, 1.0, 25) == 1950 - 501

    @pytest.mark.parametrize(("points", "expected"), [(24.0, 2454), (1.0, 1446), (4.5, 1688)])
    def test_and_by_default_the_print(self, skane, points, expected):
        # 0.96 and 0.04 have 504; 4.5 of 25 are exactly 0.18, with 262.
        assert number(skane.rulebook, points, 25) == expected
        assert initial_rating(points, 25, 1950) == expected

    def test_a_share_just_above_a_hundredth_goes_to_the_next(self, skane):
        # 0.5 of 199 is a quarter of a hundredth: P = 0.01.
        assert number(skane.rulebook, 0.5, 199) == 1950 - 677


class TestTheProposal:
    """LASK Metod 1, LASK Tabell 1: the number is proposed from a typical result in a class."""

    DAY = date(1971, 1, 15)

    def result(self, points, games, class_, *decisions):
        return TypicalResult(
            points=points, games=games, class_=class_, day=self.DAY, decisions=decisions
        )

    def means_of(self, season, **means):
        return Decision(
            event=f"d{season}",
            rule="LASK Tabell 1",
            about={"season": season},
            value=means,
            by="CRK",
            reason="as agreed",
        )

    @pytest.mark.parametrize(
        ("points", "games", "class_", "rating"),
        [
            (6.5, 9, "II", 1950),  # example 1: 0.73 gives 175, and 1775 + 175
            (4.0, 9, "I", 1914),  # example 2: 0.45 gives -36, and 1950 - 36
        ],
    )
    def test_the_examples_of_the_document(self, skane, points, games, class_, rating):
        result = self.result(points, games, class_)
        assert skane.rulebook.proposed_card(result) == {"rating": rating}

    def test_the_rulebooks_readings_hold_for_it(self, new_federation):
        # 4 of 9 is 0.44, half up, and -43; 24 of 25 is 0.96, where Elo has 501.
        rulebook = new_federation(initial_p_rounding="half_up", table2_096=501).rulebook
        assert rulebook.proposed_card(self.result(4.0, 9, "I")) == {"rating": 1907}
        assert rulebook.proposed_card(self.result(24.0, 25, "I")) == {"rating": 2451}

    def test_a_class_mean_decided_for_the_season_replaces_the_printed_one(self, skane):
        """1970 is the season of January 1971; half the points are the mean itself."""
        this_season, next_season = self.means_of(1970, I=1960), self.means_of(1971, I=1970)
        result = self.result(2.0, 4, "I", this_season, next_season)
        assert skane.rulebook.proposed_card(result) == {"rating": 1960}

    def test_a_class_without_a_known_mean_is_refused_with_those_that_have_one(self, skane):
        for class_ in ("IX", None):
            objection = skane.rulebook.proposed_card(self.result(4.0, 9, class_))
            assert objection == Objection(
                "class",
                f"no mean strength of class {class_} is known: name one of I, II, "
                "or record a decision under Tabell 1",
            )

    @pytest.mark.parametrize("points", [0.0, 9.0])
    def test_from_every_point_or_none_nothing_can_be_read(self, skane, points):
        """LASK Tabell 2: 1.00 has a plus in place of a number."""
        assert skane.rulebook.proposed_card(self.result(points, 9, "I")) == Objection(
            "class", "Tabell 2 has nothing for every point or none: take another result"
        )
