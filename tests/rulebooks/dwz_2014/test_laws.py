"""Laws that hold for every tournament under DWZ 2014."""

import attrs
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.dwz.chapters import Result
from projections.rulebooks.dwz.p4_07_1_score_sheets import special_rating_2014
from projections.rulebooks.dwz.p4_07_first_ratings import corrected_value_2014
from projections.rulebooks.dwz.p4_08_performance import performance_2014
from projections.rulebooks.dwz.p4_09_next_rating import evaluated_2014
from projections.rulebooks.dwz.readings import Readings2014
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Membership
from tests.rulebooks.dwz_1995.club import DAY, tournament
from tests.rulebooks.dwz_1995.drawn_games import AGES, CURVES, GAMES, HELD, NAMES, rated_from
from tests.rulebooks.dwz_2014.club import edition

CLUBS = st.fixed_dictionaries(
    dict.fromkeys(NAMES, st.sampled_from([(), (Membership(from_day=DAY, club="Caissa"),)]))
)


def worked_out(event, cards, **parameters):
    return edition(**parameters).evaluate(TournamentEnded(day=DAY, tournament=event), cards)


class TestTournaments:
    """DWZ 2014 3.4.1, DWZ 2014 3.4.4, DWZ 2014 3.5: one outcome, however it is written."""

    @given(GAMES, HELD)
    def test_nobodys_first_dwz_rests_on_every_point_or_none(self, games, cards):
        """DWZ 2014 3.4.1."""
        for row in worked_out(tournament(*games), cards).report().rows:
            if row["status"] == "first":
                assert row["games"] >= 5
                assert 0 < row["points"] < row["games"]

    @given(GAMES, HELD, CURVES, st.sampled_from([1, 50, 200]))
    def test_exceptional_is_everyone_whose_performance_is(self, games, cards, curve, threshold):
        """DWZ 2014 3.6.3: what is not computed for being too low would not have been it."""
        event = tournament(*games)
        chosen = {"expectancy": curve}
        plain = worked_out(event, cards, **chosen, special_threshold=0).report().rows
        shown = worked_out(event, cards, **chosen, special_threshold=threshold).report().rows
        rules = edition(**chosen).rules
        for before, after in zip(plain, shown, strict=True):
            if before["status"] != "rated":
                continue
            opponents = [line["opponent_rating"] for line in before["games_used"]]
            Rh = performance_2014(opponents, before["points"], rules)
            expected = (
                None if Rh is None else special_rating_2014(before["rating_before"], Rh, threshold)
            )
            # In a first evaluation newcomers count with Rn in both.
            assert after["special"] == expected

    @given(GAMES, HELD, CLUBS)
    def test_keeping_nothing_of_non_members_changes_nobody_elses_row(self, games, cards, clubs):
        """DWZ 2014 3.4.3."""
        event = tournament(*games, births=dict.fromkeys(NAMES, 1960))
        players = {n: attrs.evolve(p, memberships=clubs[n]) for n, p in event.players.items()}
        event = attrs.evolve(event, players=players)
        everyone, members = (worked_out(event, cards, members_only=only) for only in (False, True))
        kept = {name for name in NAMES if clubs[name]}
        assert members.cards == {n: c for n, c in everyone.cards.items() if n in kept}
        for free, bound in zip(everyone.report().rows, members.report().rows, strict=True):
            assert free | {"kept": bound["player"] in kept} == bound


RATED = rated_from(-500)


class TestNextRating:
    """DWZ 2014 3.5, DWZ 2014 Anhang 1.2."""

    @given(RATED, AGES, st.integers(1, 15), st.floats(0, 1), st.floats(0, 1))
    def test_e_keeps_its_limits_and_the_rating_follows_the_result(self, own, age, n, w, we):
        W, We = round(2 * n * w) / 2, n * we
        after = evaluated_2014(own, Result(W, We, n), age, Readings2014())
        if own.rating < 1300 and We - W >= 1e-9:
            assert 5 <= after.E <= 150
        else:
            index = 1 if own.paragraph == "6.1.2" else own.index
            assert 5 <= after.E <= min(30, 5 * max(index, 1))
        assert (after.Rn >= own.rating) == (800 * (W - We) / (after.E + n) >= -0.5)
        assert after.index == own.index + 1

    @given(RATED, st.integers(5, 20), st.integers(1, 15), st.floats(0, 1))
    def test_the_same_success_moves_the_young_at_least_as_far_as_others(self, own, age, n, we):
        success = Result(float(n), n * we, n)
        young, old = (evaluated_2014(own, success, years, Readings2014()) for years in (age, 50))
        assert young.Rn >= old.Rn
        assert young.E <= old.E

    @given(st.integers(-3000, 3500), st.integers(0, 500))
    def test_a_higher_first_value_gives_no_lower_dwz(self, Ri, more):
        """DWZ 2014 3.4.4: and from 800 on just itself."""
        assert corrected_value_2014(Ri) <= corrected_value_2014(Ri + more)
        assert corrected_value_2014(Ri) == Ri or Ri < 800
        assert corrected_value_2014(Ri) >= Ri
