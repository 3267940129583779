"""DWZ 6.1: validity, figures of other systems, own statements, computers."""

from datetime import date

from projections.rulebooks.dwz.p6_01_validity import last_day
from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.occasion import RatingAdopted, RatingDecided
from tests.rulebooks.dwz_1995.club import (
    DAY,
    against,
    card,
    evaluate,
    left_out,
    residual,
    rows,
    shown,
    steps,
    tournament,
    waiting,
)
from tests.tables import every


class TestLastDay:
    """DWZ 6.1.1: calendar years, the day itself included."""

    @every(
        ("on", "years", "last"),
        [
            (date(1991, 1, 31), 5, date(1996, 1, 31)),
            (date(1996, 2, 29), 5, date(2001, 2, 28)),
            (date(1996, 2, 29), 4, date(2000, 2, 29)),
            (date(9997, 3, 1), 5, date.max),
            (date(9994, 3, 1), 5, date(9999, 3, 1)),
            (date(1991, 1, 31), 0, None),
        ],
    )
    def test_last_day(self, on, years, last):
        assert last_day(on, years) == last


class TestLapsedRating:
    """DWZ 6.1.1: five years after the last evaluated tournament a DWZ is no longer valid."""

    def test_on_its_last_day_it_counts_and_on_the_next_it_does_not(self):
        held = card("1700-12", on=date(1991, 1, 31))
        for day, status in [(date(1996, 1, 31), "rated"), (date(1996, 2, 1), "residual")]:
            event = tournament("old ½ anna", ended_on=day)
            assert rows(event, {"old": held, "anna": "1500-9"})["old"]["status"] == status

    def test_its_opponents_cannot_use_it_any_more(self):
        held = card("1700-12", on=date(1991, 1, 30))
        row = rows(tournament("old ½ anna"), {"old": held, "anna": "1500-9"})["anna"]
        assert (row["status"], row["rating_after"]) == ("none", 1500)

    def test_whoever_comes_back_starts_again_with_index_1(self):
        games, cards = against("old", "½ ½ ½ ½ ½", [1500] * 5)
        held = card("1900-42", on=date(1990, 1, 1))
        after = evaluate(tournament(*games), {**cards, "old": held})
        assert shown(after.cards["old"]) == "1500-1"

    def test_an_entrant_who_did_not_play_does_not_renew_it(self):
        event = tournament("anna ½ bert", births={"old": 1950})
        cards = {"anna": "1500-9", "bert": "1500-9", "old": card("1700-3", on=date(1992, 1, 1))}
        assert "old" not in evaluate(event, cards).cards

    def test_the_reading_may_say_other_years_or_none_at_all(self):
        held = card("1700-12", on=date(1980, 1, 1))
        event = tournament("old ½ anna")
        cards = {"old": held, "anna": "1500-9"}
        assert rows(event, cards)["old"]["status"] == "residual"
        assert rows(event, cards, validity_years=17)["old"]["status"] == "rated"
        assert rows(event, cards, validity_years=0)["old"]["status"] == "rated"


class TestLapsedResidualGame:
    """DWZ 6.1.1: two years after its tournament a residual game is thrown away."""

    @every(("ended_on", "status"), [(date(1994, 1, 31), "first"), (date(1994, 1, 30), "residual")])
    def test_on_its_last_day_it_still_counts(self, ended_on, status):
        games, cards = against("new", "½ ½ ½ ½", [1500] * 4)
        held = waiting(residual(1500, 0.5, ended_on=ended_on))
        assert rows(tournament(*games), {**cards, "new": held})["new"]["status"] == status

    def test_it_does_not_stay_beside_those_kept_later(self):
        held = waiting(residual(1400, 1.0, ended_on=date(1993, 1, 1)))
        after = evaluate(tournament("new ½ anna"), {"new": held, "anna": "1500-9"})
        assert [game.opponent for game in after.cards["new"].residual_games] == ["anna"]

    def test_the_working_says_which_were_thrown_away(self):
        held = waiting(residual(1400, 1.0, ended_on=date(1993, 1, 1), game="g9"))
        (step,) = [
            step
            for step in steps(tournament("new ½ anna"), {"new": held, "anna": "1500-9"})
            if (step.rule, step.player) == ("DWZ 6.1.1", "new")
        ]
        assert step.given["games"] == ["g9"]

    def test_the_reading_may_say_other_years_or_none_at_all(self):
        games, cards = against("new", "½ ½ ½ ½", [1500] * 4)
        cards |= {"new": waiting(residual(1500, 0.5, ended_on=date(1990, 1, 1)))}
        event = tournament(*games)
        assert rows(event, cards, residual_years=7)["new"]["status"] == "first"
        assert rows(event, cards, residual_years=0)["new"]["status"] == "first"


def adoption(**facts):
    known = {
        "day": date(1995, 7, 1),
        "event": "fide july",
        "position": 7,
        "player": "guest",
        "system": "FIDE",
        "figure": 2200,
        "verified": True,
    }
    told = {**known, **facts}
    return RatingAdopted(**{"list_date": told["day"], **told})


def adopt(before, **facts):
    return Dwz1995().evaluate(adoption(**facts), {"guest": before}).cards.get("guest")


class TestOtherSystems:
    """DWZ 6.1.2: a verified figure of another system is Ro of a player without a DWZ."""

    def test_it_enters_with_index_0_and_leaves_with_1(self):
        """DWZ 4.9.3: 2200 against 2200, won: 2200 + 800 · 0.5 / (5 + 1) = 2266.7."""
        held = adopt(None)
        row = rows(tournament("guest 1 anna"), {"guest": held, "anna": "2200-9"})["guest"]
        assert (row["rating_before"], row["index_before"], row["coefficient"]) == (2200, 0, 5)
        assert (row["rating_after"], row["index_after"]) == (2267, 1)

    def test_it_never_displaces_a_valid_dwz(self):
        held = adopt(card("1900-12"))
        assert (
            rows(tournament("guest 1 anna"), {"guest": held, "anna": "1900-9"})["guest"][
                "rating_before"
            ]
            == 1900
        )

    def test_when_the_dwz_lapses_it_is_there(self):
        held = adopt(card("1900-12", on=date(1991, 1, 1)))
        row = rows(tournament("guest 1 anna"), {"guest": held, "anna": "1900-9"})["guest"]
        assert (row["rating_before"], row["index_before"]) == (2200, 0)

    def test_it_lapses_five_years_after_its_list(self):
        held = adopt(None)
        for day, status in [(date(2000, 7, 1), "rated"), (date(2000, 7, 2), "residual")]:
            event = tournament("guest ½ anna", ended_on=day)
            cards = {"guest": held, "anna": card("1900-9", on=date(1999, 1, 1))}
            assert rows(event, cards)["guest"]["status"] == status

    def test_the_latest_list_holds(self):
        held = adopt(adopt(None), day=date(1996, 1, 1), event="fide january", figure=2250)
        standing = Dwz1995().standing(held, DAY)
        assert (standing.figure, standing.last_event) == (2250, "fide january")

    def test_of_lists_from_before_the_pool_began_the_later_one_holds_in_whatever_order(self):
        began = date(1995, 7, 1)
        older = {"day": began, "list_date": date(1994, 1, 1), "figure": 2150, "event": "older"}
        newer = {"day": began, "list_date": date(1995, 1, 1), "figure": 2250, "event": "newer"}
        for held in (adopt(adopt(None, **older), **newer), adopt(None, **newer)):
            standing = Dwz1995().standing(held, DAY)
            assert (standing.figure, standing.valid_until) == (2250, date(2000, 1, 1))
        assert adopt(adopt(None, **newer), **older) is None

    def test_whoever_has_one_has_no_residual_games(self):
        assert adopt(waiting(residual(1500, 1.0))).residual_games == ()

    def test_the_dwz_earned_from_it_is_carried_on(self):
        held = adopt(None)
        after = evaluate(tournament("guest 1 anna"), {"guest": held, "anna": "2200-9"})
        standing = Dwz1995().standing(after.cards["guest"], date(2000, 12, 31))
        assert (standing.status, standing.card) == ("valid", {"rating": 2267, "index": 1})


class TestOwnStatements:
    """DWZ 6.1.3: what could not be verified does not count."""

    def test_the_player_stays_as_he_was(self):
        assert adopt(None, verified=False) is None
        assert adopt(waiting(residual(1500, 1.0)), verified=False) is None

    def test_he_is_evaluated_like_one_without_a_rating(self):
        event = tournament("guest 1 anna")
        cards = {"guest": adopt(None, verified=False), "anna": "1500-9"}
        assert rows(event, cards)["guest"]["status"] == "residual"


class TestComputers:
    """DWZ 6.1.4: games against computers are struck, and computers have no DWZ."""

    def test_neither_side_is_evaluated(self):
        event = tournament("anna 1 deep", "anna ½ bert", computers=("deep",))
        cards = {"anna": "1500-9", "bert": "1500-9", "deep": "2300-9"}
        found = rows(event, cards)
        assert set(found) == {"anna", "bert"}
        assert found["anna"]["games"] == 1
        assert left_out(event, cards) == {"g01": "DWZ 6.1.4"}

    def test_they_do_not_help_to_a_first_dwz(self):
        games, cards = against("new", "½ ½ ½ ½", [1500] * 4)
        event = tournament(*games, "new 1 deep", computers=("deep",))
        found = evaluate(event, {**cards, "deep": "2300-9"}).cards
        assert len(found["new"].residual_games) == 4
        assert "deep" not in found


def decided(before):
    decision = RatingDecided(
        day=date(1995, 7, 1),
        event="letter 12",
        position=3,
        player="anna",
        card={"rating": 1830, "index": 4},
        kind="correction",
        by="Wertungszentrale",
        reason="confused with her sister",
    )
    return Dwz1995().evaluate(decision, {"anna": before}).cards["anna"]


class TestDecidedRating:
    """DWZ 6.1.1: a rating set by a decision holds from its day."""

    def test_it_replaces_what_was_there_and_residual_games_are_gone(self):
        for before in (None, card("1500-9"), waiting(residual(1500, 1.0))):
            after = decided(before)
            assert shown(after) == "1830-4"
            assert after.residual_games == ()
        standing = Dwz1995().standing(after, DAY)
        assert (standing.valid_until, standing.last_event) == (date(2000, 7, 1), "letter 12")
