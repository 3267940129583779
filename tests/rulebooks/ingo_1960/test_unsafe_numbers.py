"""INGO Vorwort 6: numbers to be used with care."""

from datetime import date

from projections.rulebooks.document import working
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.new_number import drift_after, note_unsafe, unsafe
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from tests.rulebooks.ingo_1960.club import event
from tests.tables import every

DAY = date(1965, 5, 1)


def _card(count: int = 5, on: date = date(1964, 5, 1), drift: int = 0) -> IngoCard:
    return IngoCard(number=120, count=count, on=on, source="autumn", drift=drift)


@every(
    ("card", "why"),
    [
        (_card(), []),
        (_card(count=3), []),
        (_card(count=2), ["few"]),
        (_card(on=date(1962, 5, 2)), []),
        (_card(on=date(1962, 5, 1)), ["old"]),
        (_card(drift=2), []),
        (_card(drift=3), ["drifting"]),
        (_card(drift=-3), ["drifting"]),
        (_card(count=1, on=date(1950, 1, 1), drift=-4), ["few", "old", "drifting"]),
    ],
)
def test_few_old_and_drifting_numbers_are_unsafe(card: IngoCard, why: list[str]):
    """INGO Vorwort 6: fewer than three, three full years, three times one way (R28)."""
    assert unsafe(card, DAY) == why


@every(
    ("drift", "number", "after"),
    [
        (0, 121, 1),
        (0, 119, -1),
        (2, 121, 3),
        (2, 119, -1),
        (1, 119, -1),
        (-1, 121, 1),
        (-2, 119, -3),
        (-2, 125, 1),
        (3, 120, 0),
    ],
)
def test_a_drift_counts_changes_in_one_direction(drift: int, number: int, after: int):
    """INGO Vorwort 6: a change the other way begins anew, none at all ends it."""
    assert drift_after(_card(drift=drift), number) == after
    assert drift_after(None, number) == 0


def test_a_drift_is_kept_with_the_card():
    """INGO Vorwort 6"""
    book, card = Ingo1960(), _card(drift=-2)
    assert book.unpack(book.pack(card)) == card


class TestTheWorking:
    """INGO Vorwort 6: a level made of unsafe numbers is to be looked at with care."""

    # Only Berta's, Doris' and Emma's numbers are of fewer than three evaluations.  Emma is a
    # hundred degrees from Anna, whose win is not scored (C VI); Doris has not played.
    PLAYED = event(
        {
            "Anna": "100 /5", "Berta": "110 /2", "Clara": "120 /3",
            "Doris": "130 /1", "Emma": "200 /1",
        },
        "Anna ½ Berta, Anna ½ Clara, Anna 1 Emma",
    )  # fmt: skip

    def test_his_own_number_and_those_he_met_in_scored_games_are_looked_at(self):
        noted = {step.player: step.given["numbers"] for step in self.cautions()}

        assert {
            player: [(each["player"], each["number"], each["count"]) for each in numbers]
            for player, numbers in noted.items()
        } == {"Anna": [("Berta", 110, 2)], "Berta": [("Berta", 110, 2)]}

    def test_the_last_evaluation_and_the_reason_stand_beside_the_number(self):
        (first, _) = self.cautions()

        (berta,) = first.given["numbers"]
        assert (berta["since"], berta["drift"], berta["why"]) == ("1960-01-01", 0, "few")
        assert first.result == "caution"

    def test_every_reason_is_given(self):
        """INGO Vorwort 6: one evaluation, fifteen years ago, the fourth in one direction."""
        with working() as steps:
            note_unsafe(["Anna"], {"Anna": _card(count=1, on=date(1950, 1, 1), drift=-4)}, DAY)

        (step,) = steps
        assert step.given["numbers"] == [
            {
                "player": "Anna",
                "number": 120,
                "count": 1,
                "since": "1950-01-01",
                "drift": -4,
                "why": "few, old, drifting",
            }
        ]

    def cautions(self):
        with working() as steps:
            self.PLAYED.evaluate()
        return [step for step in steps if step.rule == "INGO Vorwort 6" and "care" in step.text]
