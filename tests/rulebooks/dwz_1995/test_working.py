"""DWZ's working of figures that come without games, and of games that no longer count."""

from datetime import date
from itertools import pairwise
from math import floor, sqrt
from statistics import NormalDist

from projections.rulebooks.document import working
from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.occasion import (
    RatingAdopted,
    RatingDecided,
    RulebookBegan,
    SummaryKnown,
)
from projections.rulebooks.tournament import Decision, Player, ThinkingTime
from tests.rulebooks.dwz_1995.club import (
    adopted,
    against,
    card,
    evaluate,
    report,
    residual,
    shown,
    steps,
    tournament,
    waiting,
)
from tests.tables import every

BOOK = Dwz1995()
DAY = date(1996, 1, 31)
LIST = date(1995, 7, 1)


def told(occasion, cards):
    """The steps of an occasion: rule, values given, result."""
    with working() as written:
        BOOK.evaluate(occasion, cards)
    return [(step.rule, step.given, step.result) for step in written]


def adoption(figure=2100, list_date=LIST, *, verified=True):
    return RatingAdopted(
        day=list_date,
        list_date=list_date,
        event=f"list of {figure}",
        position=1,
        player="anna",
        system="FIDE",
        figure=figure,
        verified=verified,
    )


class TestAdopted:
    """DWZ 6.1.2, DWZ 6.1.3: a figure of another system, and what became of it."""

    def test_it_is_on_record(self):
        given = {"system": "FIDE", "list": "1995-07-01"}
        assert told(adoption(), {}) == [("DWZ 6.1.2", given, 2100)]

    def test_one_of_an_earlier_list_is_not(self):
        later = BOOK.evaluate(adoption(2200, date(1996, 1, 1)), {}).cards
        given = {"system": "FIDE", "list": "1995-07-01"}
        assert told(adoption(), later) == [("DWZ 6.1.2", given, 2200)]
        assert BOOK.evaluate(adoption(), later).cards == {}

    def test_of_two_of_one_list_the_later_in_the_log_is(self):
        first = BOOK.evaluate(adoption(2100), {}).cards
        second = BOOK.evaluate(adoption(2110), first).cards
        assert BOOK.standing(second["anna"], DAY).figure == 2110

    def test_one_that_could_not_be_verified_is_ignored(self):
        given = {"system": "FIDE", "figure": 2100}
        assert told(adoption(verified=False), {}) == [("DWZ 6.1.3", given, None)]


def test_a_rating_decided():
    """DWZ 6.1.1: by whom, why and from which day."""
    decision = RatingDecided(
        day=DAY,
        event="decision",
        position=1,
        player="anna",
        card={"rating": 1500, "index": 7},
        kind="initial",
        by="the board",
        reason="agreed",
    )
    given = {"by": "the board", "reason": "agreed", "from": "1996-01-31"}
    assert told(decision, {}) == [("DWZ 6.1.1", given, "1500-7")]


def test_a_figure_converted():
    """DWZ 6.1.2: the piece that holds is the one below whose bound the figure lies."""
    pieces = ({"factor": 1, "plus": 0, "below": 1000}, {"factor": 2, "plus": 5})
    began = RulebookBegan(day=DAY, event="adoption", before="ingo-1960", pieces=pieces)
    given = {"before": "ingo-1960", "figure": 1000, "factor": 2, "plus": 5}
    assert told(began, {"anna": (1000, 3)}) == [("DWZ 6.1.2", given, 2005)]


def test_a_summary_that_holds_as_recorded():
    """DWZ 4.10.1.2: no other Ro contradicts it."""
    summary = SummaryKnown(
        day=DAY,
        event="summary",
        tournament="old cup",
        player=Player(id="anna"),
        rating_before=1500,
        index_before=7,
        points=3.0,
        expected=2.5,
        games=5,
        coefficient=20,
        rating_after=1516,
        index_after=8,
    )
    given = {"Ro": 1500, "W": 3.0, "We": 2.5, "n": 5}
    assert told(summary, {}) == [("DWZ 4.10.1.2", given, 1516)]


def test_a_performance_names_what_it_is_made_of():
    """DWZ 4.8: a win and a draw against 1500 and 1612."""
    games, rated = against("anna", "1 ½", [1500, 1612])
    event = tournament(*games)
    (step,) = [
        step
        for step in steps(event, {**rated, "anna": "1500-9"})
        if (step.rule, step.player) == ("DWZ 4.8", "anna")
    ]
    assert step.given == {"opponents": [1500, 1612], "W": 1.5, "expectancy": "normal"}


def test_a_further_undated_first_evaluation_starts_where_the_earliest_did():
    """DWZ 4.10.1.3: the evaluations there are, each with its number of games."""
    undated = {"flags": frozenset({"undated"})}
    games, rated = against("new", "1 1 1 1 1", [1000] * 5)
    event = tournament(*games, ended_on=date(1996, 1, 1), **undated)
    first = evaluate(event, {**rated, "new": None}).cards["new"]
    later = tournament("new 1 other", ended_on=date(1996, 2, 1), **undated)
    told = [
        (step.given, step.result)
        for step in steps(later, {"new": first, "other": "1500-9"})
        if step.rule == "DWZ 4.10.1.3"
    ]
    assert told == [({"evaluations": [(1677, 5)]}, "unrated")]


def test_whose_figure_it_is_stands_beside_it():
    """DWZ 6.1.1, DWZ 6.1.2: an own DWZ and an adopted figure."""
    cards = {"anna": "1500-9", "bert": adopted(2100)}
    texts = {
        step.player: step.text
        for step in steps(tournament("anna 1 bert"), cards)
        if step.result == "valid"
    }
    assert texts == {
        "anna": "A rating holds up to and including its last day.",
        "bert": "Without a valid DWZ a verified rating of another system is Ro, with index 0.",
    }


class TestValidity:
    """DWZ 6.1.1: what has lapsed is told, and only that."""

    def test_a_lapsed_rating(self):
        games, cards = against("anna", "1", [1500])
        cards["anna"] = card("1500-9", on=date(1990, 1, 1))
        (step,) = [step for step in steps(tournament(*games), cards) if step.result == "lapsed"]
        assert (step.rule, step.player) == ("DWZ 6.1.1", "anna")
        assert step.given == {
            "rating": 1500,
            "index": 9,
            "from": "before",
            "until": "1995-01-01",
            "day": "1996-01-31",
        }

    def test_residual_games_thrown_away(self):
        games, cards = against("anna", "1", [1500])
        cards["anna"] = waiting(
            residual(1400, 1.0, ended_on=date(1994, 1, 30)), residual(1450, 1.0)
        )
        (step,) = [
            step for step in steps(tournament(*games), cards) if step.result == "thrown away"
        ]
        assert step.given == {"games": ["old 1400"], "day": "1996-01-31"}

    def test_a_new_rating_is_not_approximate(self):
        """DWZ 4.10.1.1: only one corrected without the single games is."""
        games, cards = against("anna", "1", [1500])
        after = evaluate(tournament(*games), {**cards, "anna": "1500-9"}).cards["anna"]
        assert shown(after).endswith("-10")
        assert not after.figure.approximate


class TestEvents:
    """DWZ 6.2.1, DWZ 6.2.2: why a tournament is not evaluated."""

    @every(("minutes", "increment"), [(119, 0.99), (100, 19.9)])
    def test_an_increment_counts_for_sixty_moves(self, minutes, increment):
        time = {"minutes": minutes, "increment_seconds": increment}
        event = tournament("anna 1 bert", thinking_time=ThinkingTime(**time))
        reason = (
            f"DWZ 6.2.2: {minutes + increment:g} minutes per player and game, 120 are required"
        )
        assert report(event, {}).excluded == reason

    def test_a_tournament_abroad_names_its_country_or_the_decision(self):
        refused = Decision(
            event="d",
            rule="DWZ 6.2.1",
            about={"tournament": "cup"},
            value={"evaluate": False},
            by="the board",
            reason="agreed",
        )
        abroad = tournament("anna 1 bert", country="AUT")
        assert report(abroad, {}).excluded.startswith("DWZ 6.2.1: held outside Germany (AUT)")
        told = report(tournament("anna 1 bert", decisions=(refused,)), {}).excluded
        assert told == "DWZ 6.2.1: its evaluation was refused by decision"


def test_every_pass_of_a_search_without_a_root_is_the_one_before_improved():
    """DWZ 4.7.4: two who lost to everybody and drew with each other; by symmetry both alike.

    A pass is R + D((W − We)/n + 0.5), with n = 6, W = ½ and the other at the same value: We = 5 ·
    P(R − 1500) + ½.  The search ends at 612, as computed in the test of first ratings.
    """
    games, rated = against("one", "0 0 0 0 0", [1500] * 5)
    event = tournament(*games, *(f"two 0 {name}" for name in rated), "one ½ two")
    (passes, *_) = [
        step.given["passes"]
        for step in steps(event, rated)
        if step.rule == "DWZ 4.7.4" and step.player == "one"
    ]
    curve = NormalDist(0, 200 * sqrt(2))
    for before, after in pairwise(passes):
        share = 0.5 - 5 * curve.cdf(before - 1500) / 6
        difference = curve.inv_cdf(max(share, 0.01))
        assert after == before - floor(-difference + 0.5)
        assert after != before
    assert passes[-1] == 612
    assert len(passes) > 100


def test_the_passes_of_the_newcomers_met_stand_beside_a_player_s_own():
    """DWZ 4.7.4: two who met each other improve from pass to pass together."""
    one, rated = against("one", "1 ½ 0 1 0", [1500, 1600, 1700, 1400, 1800])
    two = [f"two{game.removeprefix('one')}" for game in one]
    written = steps(tournament(*one, *two, "one 1 two"), rated)
    given = {step.player: step.given for step in written if step.rule == "DWZ 4.7.4"}
    assert given["one"]["newcomers"] == [{"opponent": "two", "passes": given["two"]["passes"]}]
    assert given["two"]["newcomers"] == [{"opponent": "one", "passes": given["one"]["passes"]}]


def test_a_joint_root_counts_the_games_against_each_other():
    """DWZ 4.7.4, R6: the passes swing; at 1359.53 and 1435.53 both expect their 3 points of 7.

    One, 3 of 5 against 1200 1750 1250 1350 1550 and twice beaten by Two: .714 .084 .651 .513 .250
    and 2 · .394.  Two, 1 of 5 against 1700 1400 1600 1800 1300 and two wins: .175 .550 .280 .099
    .684 and 2 · .606.
    """
    one, rated = against("one", "1 1 1 0 0", [1200, 1750, 1250, 1350, 1550])
    two, others = against("two", "0 0 0 0 1", [1700, 1400, 1600, 1800, 1300])
    two = [game.replace("opponent", "other") for game in two]
    others = {name.replace("opponent", "other"): rating for name, rating in others.items()}
    event = tournament(*one, *two, "one 0 two", "two 1 one")
    after = evaluate(event, {**rated, **others}).cards
    assert (shown(after["one"]), shown(after["two"])) == ("1360-1", "1436-1")
