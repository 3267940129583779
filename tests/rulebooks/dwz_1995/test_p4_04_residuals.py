"""DWZ 4.4 and 4.7.7: residual games."""

from datetime import date

from projections.rulebooks.dwz.card import Residual
from projections.rulebooks.dwz.rulebook import Dwz1995
from tests.rulebooks.dwz_1995.club import (
    DAY,
    against,
    card,
    evaluate,
    left_out,
    residual,
    rows,
    shown,
    tournament,
    waiting,
)

RATED = {"anna": "1500-9", "bert": "1620-9"}


class TestKeepingGames:
    """DWZ 4.4, DWZ 4.7.7: games that do not suffice for a first DWZ are kept."""

    def test_opponent_rating_points_and_end_of_the_tournament_are_kept(self):
        after = evaluate(tournament("new 1 anna", "bert ½ new"), RATED)
        assert after.cards["new"].residual_games == (
            Residual(
                game="g01",
                tournament="cup",
                opponent="anna",
                opponent_rating=1500,
                points=1.0,
                ended_on=DAY,
            ),
            Residual(
                game="g02",
                tournament="cup",
                opponent="bert",
                opponent_rating=1620,
                points=0.5,
                ended_on=DAY,
            ),
        )

    def test_they_gather_over_tournaments_until_five_are_there(self):
        first = evaluate(tournament("new 1 anna", "new ½ bert"), RATED)
        event = tournament("new 0 carl", "new ½ dora", "new 1 emil", id="cup 2")
        cards = {"carl": "1500-9", "dora": "1500-9", "emil": "1500-9", "new": first.cards["new"]}
        second = evaluate(event, cards)
        assert second.cards["new"].figure.index == 1
        assert rows(event, cards)["new"]["games"] == 5

    def test_whoever_gets_a_first_dwz_has_spent_them(self):
        games, cards = against("new", "½ ½ ½ ½", [1500] * 4)
        after = evaluate(tournament(*games), {**cards, "new": waiting(residual(1500, 0.5))})
        assert shown(after.cards["new"]) == "1500-1"
        assert after.cards["new"].residual_games == ()

    def test_a_player_whose_dwz_has_lapsed_keeps_games_like_one_without(self):
        lapsed = card("1700-12", on=date(1990, 1, 30))
        after = evaluate(tournament("anna 1 old"), {"anna": "1500-9", "old": lapsed})
        assert [game.points for game in after.cards["old"].residual_games] == [0.0]
        assert after.cards["old"].figure == lapsed.figure

    def test_games_against_stage_1_are_kept_at_the_first_dwz_just_obtained(self):
        games, cards = against("one", "½ ½ ½ ½ ½", [1500] * 5)
        after = evaluate(tournament(*games, "new 1 one"), cards)
        (kept,) = after.cards["new"].residual_games
        assert kept.opponent_rating == after.cards["one"].figure.rating

    def test_games_between_players_without_a_dwz_are_dropped(self):
        event = tournament("new ½ other", "new ½ anna")
        after = evaluate(event, {"anna": "1500-9"})
        assert [game.opponent for game in after.cards["new"].residual_games] == ["anna"]
        assert "other" not in after.cards
        assert left_out(event, {"anna": "1500-9"}) == {"g01": "DWZ 4.7.7"}

    def test_a_game_kept_by_the_unrated_player_is_not_reported_as_left_out(self):
        event = tournament("anna 1 new")
        assert left_out(event, {"anna": "1500-9"}) == {}
        found = rows(event, {"anna": "1500-9"})
        assert (found["anna"]["status"], found["new"]["status"]) == ("none", "residual")


class TestAskingForThem:
    """DWZ 6.1.1: a residual game is there up to and including its last day."""

    def test_it_is_listed_with_its_last_day(self):
        held = waiting(residual(1400, 1.0, ended_on=date(1995, 6, 1), game="g7"))
        (listed,) = Dwz1995().residual_games(held, date(1997, 6, 1))
        assert listed == {
            "game": "g7",
            "tournament": "old cup",
            "opponent": "old 1400",
            "opponent_rating": 1400,
            "points": 1.0,
            "ended_on": "1995-06-01",
            "valid_until": "1997-06-01",
        }
        assert Dwz1995().residual_games(held, date(1997, 6, 2)) == []
        assert Dwz1995().residual_games(None, DAY) == ()
