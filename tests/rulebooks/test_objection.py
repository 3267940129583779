"""The forms of cards and decisions that rulebooks share."""

from ledger.events.messages import Message
from projections.rulebooks.objection import (
    Entry,
    Ruling,
    by_id,
    faulty_entries,
    is_bool,
    just,
    objections_to_ruling,
    only,
    unknown_entries,
    whole_between,
)
from tests.tables import every

CARD = [
    Entry("rating", whole_between(0, 3000), Message("a rating")),
    Entry("peak", whole_between(0), Message("a peak, or none"), may_lack=True),
]
TOURNAMENT = just("tournament", remedy=Message("one tournament"))
YES = only("yes", is_bool, Message("yes or no"), at="value.yes")
RULINGS = {
    "R 1": Ruling(TOURNAMENT, YES),
    "R 2": Ruling(by_id("player", "season", optional="club"), YES),
}


@every(
    ("card", "faulty"),
    [
        ({"rating": 0}, []),
        ({"rating": 3000, "peak": None}, []),
        ({"rating": 3001, "peak": -1}, ["card.rating", "card.peak"]),
        ({"rating": True}, ["card.rating"]),
        ({"peak": 12.0}, ["card.rating", "card.peak"]),
    ],
)
def test_an_entry_says_what_it_accepts_and_whether_it_may_lack(card, faulty):
    assert [each.field for each in faulty_entries(card, CARD)] == faulty


def test_whatever_is_no_entry_is_named_in_the_order_of_the_alphabet():
    card = {"z": 1, "rating": 1500, "a": None}
    found = list(unknown_entries(card, CARD, Message("leave it out")))
    assert [(each.field, each.message) for each in found] == [
        ("card.a", "leave it out"),
        ("card.z", "leave it out"),
    ]


@every(
    ("rule", "about", "value", "fields"),
    [
        ("R 1", {"tournament": "t", "player": None}, {"yes": True}, []),
        ("R 1", {"tournament": "t", "player": "a"}, {"yes": True}, ["about"]),
        ("R 1", {}, {"yes": 1}, ["about", "value.yes"]),
        ("R 1", {"tournament": "t"}, {"yes": True, "no": False}, ["value.yes"]),
        ("R 1", {"tournament": "t"}, True, ["value.yes"]),
        ("R 2", {"player": "a", "season": 1970}, {"yes": False}, []),
        ("R 2", {"player": "a", "season": 1970, "club": "c"}, {"yes": False}, []),
        ("R 2", {"player": "", "season": "1970", "club": 7}, {"yes": False}, None),
        ("R 2", {"player": "a", "season": 1970, "game": "g"}, {"yes": False}, ["about.game"]),
    ],
)
def test_a_ruling_says_what_it_is_about_and_what_its_value_is(rule, about, value, fields):
    wrong = ["about.club", "about.player", "about.season"] if fields is None else fields
    found = objections_to_ruling(rule, about, value, RULINGS, "house")
    assert [each.field for each in found] == wrong


@every(
    ("known", "message"),
    [
        ([], "house requires no decisions, so none under R 9"),
        (["R 1"], "house requires decisions only under R 1, not under R 9"),
        (["R 2", "R 1"], "house knows decisions under R 2 and R 1"),
        (["R 3", "R 2", "R 1"], "house knows decisions under R 1, R 2, R 3"),
    ],
)
def test_a_rule_that_is_not_known_is_answered_with_those_that_are(known, message):
    rulings = dict.fromkeys(known, RULINGS["R 1"])
    (found,) = objections_to_ruling("R 9", {}, None, rulings, "house")
    assert (found.field, found.message) == ("rule", message)
