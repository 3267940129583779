"""A player at a glance: ranks in list, club and age class, peak, score by colour, opponents."""

from datetime import date

from projections.api import Ledger
from projections.queries.list_ranks import age_classes
from projections.queries.rating_list import shared_places


def test_the_score_by_colour_is_that_of_the_games_that_counted(demo: Ledger) -> None:
    """Konrad in spring: White beat Svenja, Black drew with Tilda and Dorothea; his game against
    Rosa, unrated then, counted for her alone.  In autumn White beat Ludwig and Marta and drew with
    Dorothea, Black drew with Svenja.
    """
    profile = demo.pool("club").profile("konrad")
    drawn = {"games": 3, "points": 1.5, "wins": 0, "draws": 3, "losses": 0}
    assert profile["black"] == drawn
    assert profile["white"] == {"games": 4, "points": 3.5, "wins": 3, "draws": 1, "losses": 0}
    assert profile["score"]["games"] == 7


def test_the_score_is_that_of_the_evaluations(demo: Ledger) -> None:
    with demo.pool("dortmund") as pool:
        for row in pool.ratings():
            profile, record = pool.profile(row["player"]), pool.player(row["player"])
            assert profile["score"]["points"] == sum(it["points"] for it in record["history"])
            assert sum(it["games"] for it in profile["opponents"]) == 9


def test_a_rating_carried_over_may_be_the_peak(demo: Ledger) -> None:
    """Konrad came with 1906 and has had 1901 and 1899 since."""
    peak = demo.pool("club").profile("konrad")["peak"]
    assert peak == {"figure": 1906, "ended_on": None, "since": None, "tournament": None}


def test_a_rank_is_the_place_in_the_list_of_those_of_the_club(demo: Ledger) -> None:
    with demo.pool("club") as pool:
        listed = pool.ratings(columns="place,club")
        for row in listed:
            ranks = {it["group"]: it for it in pool.profile(row["player"])["ranks"]}
            assert ranks["list"]["place"] == row["place"]
            mates = [it["player"] for it in listed if it["club"] == row["club"]]
            assert ranks["club"]["place"] == mates.index(row["player"]) + 1
            assert ranks["club"]["of"] == len(mates)


def test_a_junior_is_in_every_class_that_the_age_allows() -> None:
    """Born in 1980, in 1995: under 16, 18 and 20.  Born in 1930: 65 in the course of the year."""
    assert list(age_classes(1980, 1995)) == ["U16", "U18", "U20"]
    assert list(age_classes(1987, 1995)) == ["U8", "U10", "U12", "U14", "U16", "U18", "U20"]
    assert list(age_classes(1981, 1995)) == ["U14", "U16", "U18", "U20"]
    assert list(age_classes(1930, 1995)) == ["65+", "50+"]
    assert list(age_classes(1960, 1995)) == list(age_classes(None, 1995)) == []


def test_the_change_of_each_tournament_comes_newest_first(demo: Ledger) -> None:
    changes = demo.pool("club").profile("konrad")["changes"]
    assert [(it["name"], it["change"]) for it in changes] == [
        ("Autumn tournament", 1899 - 1901),
        ("Spring tournament", 1901 - 1906),
    ]


def test_a_profile_of_the_past_knows_nothing_of_later(demo: Ledger) -> None:
    past = demo.pool("club", on=date(1995, 6, 1)).profile("konrad")
    assert past["score"]["games"] == 3
    assert past["figure"] == 1901


def test_ratings_that_print_alike_share_a_place_and_no_others() -> None:
    """EGF prints three decimals: 2051.234 and 2051.400 are two places, though both are 2051."""
    listed = [("anna", 2100.0), ("bela", 2051.4), ("cora", 2051.234), ("dora", 2051.234)]
    cards = [(player, {"gor": gor, "grade": "1d"}) for player, gor in listed]
    assert shared_places([*cards, ("emil", {"gor": 2000.0}), ("new", None)]) == {
        "anna": 1,
        "bela": 2,
        "cora": 3,
        "dora": 3,
        "emil": 5,
    }
