"""Laws that hold for every tournament under every edition, whatever happens in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.rulebooks.document import working
from projections.rulebooks.dwz.rulebook import Dwz1995, Dwz2014, Dwz2026
from projections.rulebooks.occasion import TournamentEnded
from tests.rulebooks.dwz_1995.club import DAY, tournament
from tests.rulebooks.dwz_1995.drawn_games import CURVES, GAMES, HELD, NAMES

READINGS = {
    "1995": CURVES.map(lambda curve: Dwz1995().read_with({"expectancy": curve})),
    "2014": st.builds(
        lambda curve, threshold: Dwz2014().read_with(
            {"expectancy": curve, "special_threshold": threshold}
        ),
        CURVES,
        st.sampled_from([0, 1, 100, 300]),
    ),
    "2026": st.builds(
        lambda curve, perfect, minimum: Dwz2026().read_with(
            {"expectancy": curve, "perfect_score": perfect, "minimum": minimum}
        ),
        CURVES,
        st.sampled_from(["draw", "residual"]),
        st.sampled_from([0, 1100, 1500]),
    ),
}
RULES = {"1995": "DWZ ", "2014": "DWZ 2014 ", "2026": "DWZ 2026 "}
A_FEW = settings(max_examples=25)


def worked_out(book, event, cards):
    return book.evaluate(TournamentEnded(day=DAY, tournament=event), cards)


@pytest.mark.parametrize("edition", READINGS)
class TestLaws:
    """DWZ 4.7.4, DWZ 4.7.5, DWZ 2014 3.4.1, DWZ 2014 3.4.4, DWZ 2014 3.5, DWZ 2026 3.4.1,
    DWZ 2026 3.4.4, DWZ 2026 3.5: one outcome, however it is written.
    """

    @A_FEW
    @given(GAMES, HELD, st.data(), st.randoms())
    def test_the_order_of_players_and_cards_does_not_matter(
        self, edition, games, cards, data, dice
    ):
        book = data.draw(READINGS[edition])
        one, two = (
            worked_out(
                book,
                tournament(*games, births=dict.fromkeys(order, 1980)),
                {name: cards[name] for name in order},
            )
            for order in (NAMES, dice.sample(NAMES, len(NAMES)))
        )
        assert one.cards == two.cards
        assert one.report() == two.report()

    @A_FEW
    @given(GAMES, HELD, st.data())
    def test_report_and_cards_say_the_same(self, edition, games, cards, data):
        """DWZ 4.4, DWZ 4.9.3, DWZ 2014 2.2.4, DWZ 2014 3.4.2, DWZ 2026 2.2.4: whoever is
        evaluated has no residual games, and one index more.
        """
        book = data.draw(READINGS[edition])
        evaluation = worked_out(book, tournament(*games), cards)
        for row in evaluation.report().rows:
            after = evaluation.cards.get(row["player"])
            if row["status"] in {"rated", "first"}:
                assert after.residual_games == ()
                shown = (row["rating_after"], row["index_after"])
                assert (after.figure.rating, after.figure.index) == shown
                assert row["index_after"] == (row["index_before"] or 0) + 1
                assert row["rating_after"] >= getattr(book.rules, "minimum", row["rating_after"])
            elif row["status"] == "residual":
                assert len(after.residual_games) >= row["games"] > 0
            else:
                assert after is None

    @A_FEW
    @given(GAMES, HELD, st.data())
    def test_every_game_serves_somebody_or_is_left_out_with_a_reason(
        self, edition, games, cards, data
    ):
        """DWZ 4.3.1, DWZ 4.7.7."""
        event = tournament(*games)
        shown = worked_out(data.draw(READINGS[edition]), event, cards).report()
        served = {line["game"] for row in shown.rows for line in row["games_used"]}
        out = {each.game for each in shown.games_not_rated}
        assert not served & out
        assert {each.game for each in event.games} <= served | out
        assert all(each.reason.startswith(RULES[edition]) for each in shown.games_not_rated)

    @A_FEW
    @given(GAMES, HELD, st.data())
    def test_the_working_changes_nothing_and_a_card_is_told_from_its_text(
        self, edition, games, cards, data
    ):
        """DWZ 4.7.6: written down, every sheet is made anew after a surprise; else few are."""
        event = tournament(*games, births=dict.fromkeys(NAMES, 1960))
        book = data.draw(READINGS[edition])
        quick = worked_out(book, event, cards)
        with working():
            shown = worked_out(book, event, cards)
        assert (quick.cards, quick.strengths) == (shown.cards, shown.strengths)
        assert quick.report() == shown.report()
        for after in quick.cards.values():
            assert book.unpack(book.pack(after)) == after
