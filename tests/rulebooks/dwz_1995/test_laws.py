"""Laws that hold for every tournament, whatever happens in it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from projections.rulebooks.document import working
from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.occasion import TournamentEnded
from tests.rulebooks.dwz_1995.club import DAY, tournament
from tests.rulebooks.dwz_1995.drawn_games import GAMES, HELD, NAMES

READINGS = st.sampled_from(["normal", "table", "logistic"])


def worked_out(event, cards, expectancy="normal"):
    book = Dwz1995().read_with({"expectancy": expectancy})
    return book.evaluate(TournamentEnded(day=DAY, tournament=event), cards)


class TestLaws:
    """DWZ 4.7.4, DWZ 4.7.5: one outcome, by whatever curve, in whatever order it is written."""

    @given(GAMES, HELD, READINGS, st.randoms())
    def test_the_order_of_players_and_cards_does_not_matter(self, games, cards, curve, dice):
        event = tournament(*games, births=dict.fromkeys(NAMES, 1960))
        shuffled = dice.sample(NAMES, len(NAMES))
        other = tournament(*games, births=dict.fromkeys(shuffled, 1960))
        one = worked_out(event, cards, curve)
        two = worked_out(other, {name: cards[name] for name in shuffled}, curve)
        assert one.cards == two.cards
        assert one.report() == two.report()

    @given(GAMES, HELD, READINGS)
    def test_writing_the_working_down_changes_nothing(self, games, cards, curve):
        """DWZ 4.7.6: written down, every sheet is made anew after a surprise; else few are."""
        event = tournament(*games, births=dict.fromkeys(NAMES, 1960))
        quick = worked_out(event, cards, curve)
        with working():
            shown = worked_out(event, cards, curve)
        assert (quick.cards, quick.strengths) == (shown.cards, shown.strengths)
        assert quick.report() == shown.report()

    @given(GAMES, HELD, READINGS)
    def test_report_and_cards_say_the_same(self, games, cards, curve):
        """DWZ 4.4, DWZ 4.9.3: whoever is evaluated has no residual games, one index more."""
        event = tournament(*games)
        evaluation = worked_out(event, cards, curve)
        for row in evaluation.report().rows:
            after = evaluation.cards.get(row["player"])
            if row["status"] in {"rated", "first"}:
                assert after.residual_games == ()
                assert (after.figure.rating, after.figure.index) == (
                    row["rating_after"],
                    row["index_after"],
                )
                assert row["index_after"] == (row["index_before"] or 0) + 1
            elif row["status"] == "residual":
                assert len(after.residual_games) >= row["games"] > 0
            else:
                assert after is None

    @given(GAMES, HELD)
    def test_every_game_serves_somebody_or_is_left_out_with_a_reason(self, games, cards):
        """DWZ 4.3.1, DWZ 4.7.7."""
        event = tournament(*games)
        told = worked_out(event, cards).report()
        served = {line["game"] for row in told.rows for line in row["games_used"]}
        out = {each.game for each in told.games_not_rated}
        assert not served & out
        assert {each.game for each in event.games} <= served | out
        assert all(each.reason.startswith("DWZ ") for each in told.games_not_rated)

    @settings(max_examples=40)
    @given(GAMES, HELD)
    def test_a_card_is_told_from_its_text(self, games, cards):
        book = Dwz1995()
        for after in worked_out(tournament(*games), cards).cards.values():
            assert book.unpack(book.pack(after)) == after
