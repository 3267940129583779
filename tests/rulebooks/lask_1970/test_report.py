"""A tournament's report in the contract's shape."""

import orjson
import pytest


@pytest.fixture
def league(skane):
    """Three members, four games, two periods and a walkover."""
    for player, rating in {"C": 1700, "A": 1900, "B": 1800}.items():
        skane.member(player, rating)
    games = (
        skane.game("A", "B", 1.0, "1970-10-31", game="4"),
        skane.game("C", "A", 0.5, "1970-10-31", game="3"),
        skane.game("B", "A", 1.0, "1970-11-07", game="2"),
        skane.game("C", "B", 1.0, "1970-11-08", game="1", played=False, reason="forfeit"),
    )
    return skane, skane.tournament(*games, ended_on="1970-11-08", id="league")


class TestGamesDatedSingly:
    """LASK Rankingregel 1, LASK Rankingregel 2: each game with the bases of its period."""

    def test_one_row_per_player_with_his_games_in_the_order_of_their_days(self, league):
        skane, tournament = league
        assert skane.report(tournament).rows == (
            {
                "player": "A",
                "base": None,
                "change": 12 - 8 - 21,
                "games_used": [
                    {
                        "game": "4",
                        "base": 1900,
                        "opponent_rating": 1800,
                        "difference": 100,
                        "points": 1.0,
                        "change": 12,
                    },
                    {
                        "game": "3",
                        "base": 1900,
                        "opponent_rating": 1700,
                        "difference": 200,
                        "points": 0.5,
                        "change": -8,
                    },
                    {
                        "game": "2",
                        "base": 1904,
                        "opponent_rating": 1788,
                        "difference": 116,
                        "points": 0.0,
                        "change": -21,
                    },
                ],
            },
            {
                "player": "B",
                "base": None,
                "change": -12 + 21,
                "games_used": [
                    {
                        "game": "4",
                        "base": 1800,
                        "opponent_rating": 1900,
                        "difference": 100,
                        "points": 0.0,
                        "change": -12,
                    },
                    {
                        "game": "2",
                        "base": 1788,
                        "opponent_rating": 1904,
                        "difference": 116,
                        "points": 1.0,
                        "change": 21,
                    },
                ],
            },
            {
                "player": "C",
                "base": 1700,
                "change": 8,
                "games_used": [
                    {
                        "game": "3",
                        "base": 1700,
                        "opponent_rating": 1900,
                        "difference": 200,
                        "points": 0.5,
                        "change": 8,
                    }
                ],
            },
        )

    def test_games_left_out_are_listed_with_their_paragraph(self, league):
        skane, tournament = league
        assert [(left.game, left.reason) for left in skane.report(tournament).games_not_rated] == [
            ("1", "LASK Regel 5: not played (forfeit)")
        ]

    def test_the_rows_are_json(self, league):
        skane, tournament = league
        rows = list(skane.report(tournament).rows)
        assert orjson.loads(orjson.dumps(rows)) == rows

    def test_the_changes_of_the_rows_are_those_of_the_cards(self, league):
        skane, tournament = league
        total = sum(row["change"] for row in skane.report(tournament).rows)
        cards = skane.on("1970-11-08")
        assert total == sum(card.running for card in cards.values()) - (1700 + 1900 + 1800) == 0

    def test_two_days_of_one_period_keep_their_base(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        games = (
            skane.game("A", "B", 1.0, "1970-09-10", game="1"),
            skane.game("A", "B", 0.5, "1970-09-17", game="2"),
        )
        report = skane.report(skane.tournament(*games, ended_on="1970-09-17"))
        assert [(row["base"], row["change"]) for row in report.rows] == [(1900, 16), (1900, -16)]

    def test_a_tournament_without_games_has_an_empty_report(self, skane):
        report = skane.rulebook.join([])
        assert (report.excluded, report.rows, report.games_not_rated) == (None, (), ())


class TestAConcentratedTournament:
    """LASK Regel 10: games without a change of their own."""

    def test_the_change_stands_in_the_row_alone(self, skane):
        skane.member("A", 1900)
        skane.member("B")
        game = skane.game("A", "B", 1.0, game="1")
        report = skane.report(skane.concentrated(game, ended_on="1970-10-10", class_="I"))
        assert report.rows == (
            {
                "player": "A",
                "base": 1900,
                "change": 16 + 2,
                "games_used": [
                    {
                        "game": "1",
                        "base": 1900,
                        "opponent_rating": None,
                        "difference": None,
                        "points": 1.0,
                    }
                ],
            },
        )
