"""DWZ 2026 Umstufung: figures by pieces, index and day of the last evaluation, residual games."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.rulebooks.document import working
from projections.rulebooks.dwz.card import DwzCard, Undated
from projections.rulebooks.dwz.rulebook import Dwz1995, Dwz2014, Dwz2026
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from tests.rulebooks.dwz_1995.club import BEFORE, adopted, card, residual, shown, waiting
from tests.rulebooks.dwz_2026.club import edition
from tests.rulebooks.dwz_2026.federation import DAY, the_umstufung
from tests.tables import every


def after(**cards: DwzCard | None) -> dict[str, DwzCard]:
    """The cards that change in the Umstufung."""
    return dict(edition().evaluate(the_umstufung(), cards).cards)


class TestFigures:
    """DWZ 2026 Umstufung."""

    def test_rating_and_index_change_and_the_day_stays(self):
        found = after(anna=card("1366-21"))["anna"]
        assert shown(found) == "1634-22"
        assert (found.figure.on, found.figure.source) == (BEFORE, "umstufung")

    def test_the_index_rises_although_the_figure_stays(self):
        assert shown(after(anna=card("2841-105"))["anna"]) == "2841-106"

    def test_however_long_ago_the_last_evaluation_was(self):
        assert shown(after(anna=card("1366-21", on=date(1980, 1, 1)))["anna"]) == "1634-22"

    def test_a_foreign_figure_is_no_dwz(self):
        assert after(anna=adopted(1650), bert=None) == {}
        both = replace(card("1366-21"), adopted=adopted(1650).adopted)
        assert after(anna=both)["anna"].adopted == both.adopted

    def test_a_value_corrected_without_its_games_remains_one(self):
        rough = DwzCard(figure=replace(card("1366-21").figure, approximate=True))
        assert after(anna=rough)["anna"].figure.approximate

    def test_undated_first_evaluations_do_not_reach_across_it(self):
        undated = Undated(evaluations=((1366, 5),), residual_games=())
        first = DwzCard(figure=replace(card("1366-1").figure, undated=undated))
        assert after(anna=first)["anna"].figure.undated is None

    @given(st.integers(-9_999, 9_999), st.integers(0, 9_998))
    def test_nobody_falls_and_the_order_stays(self, rating, index):
        one = after(anna=card(f"{rating}-{index}"))["anna"].figure
        other = after(anna=card(f"{rating + 1}-{index}"))["anna"].figure
        assert max(rating, 1100) <= one.rating <= other.rating
        assert one.index == index + 1

    def test_each_has_his_own_step(self):
        with working() as steps:
            after(anna=card("1366-21"), bert=card("2200-3"))
        assert [(step.player, step.rule, step.result) for step in steps] == [
            ("anna", "DWZ 2026 Umstufung", 1634),
            ("bert", "DWZ 2026 Umstufung", 2200),
        ]

    def test_the_step_shows_the_piece_and_where_it_ends_if_it_does(self):
        with working() as steps:
            after(anna=card("1366-21"), bert=card("2200-3"))
        assert [step.given for step in steps] == [
            {"x": 1366, "below": 2110, "factor": 0.64, "plus": 760},
            {"x": 2200, "below": None, "factor": 1, "plus": 0},
        ]


class TestResidualGames:
    """DWZ 2026 Umstufung: the opponents' figures in them are of the same scale."""

    GAMES = (residual(1800, 0.5), residual(2150, 0.0), residual(650, 1.0))

    @every(
        ("choice", "figures"),
        [("convert", [1912, 2150, 1100]), ("keep", [1800, 2150, 650]), ("drop", [])],
    )
    def test_they_are_converted_kept_or_dropped(self, choice, figures):
        held = {"nora": waiting(*self.GAMES)}
        cards = edition().evaluate(the_umstufung(choice), held).cards
        games = cards.get("nora", held["nora"]).residual_games
        assert [game.opponent_rating for game in games] == figures
        assert [game.points for game in games] == [0.5, 0.0, 1.0][: len(figures)]
        assert {game.ended_on for game in games} <= {BEFORE}

    def test_nobody_gets_a_dwz_by_them(self):
        assert after(nora=waiting(*self.GAMES))["nora"].figure is None


class TestWhatIsHandedOver:
    def test_editions_hand_their_cards_on_and_other_systems_figures(self):
        held = card("1366-21")
        for before in (Dwz1995(), Dwz2014(), Dwz2026()):
            assert edition().converts_from(before, held, DAY) is held
        assert Ingo1960().converts_from(Dwz2026(), held, DAY) == (1366, 21)
