"""Named readings: what they mean, which there are, and what is said to one that is none."""

import attrs

from ledger.events.messages import Message
from projections.rulebooks.objection import Objection
from projections.rulebooks.readings import (
    chosen,
    described,
    one_of,
    reading,
    whole_from,
    yes_or_no,
)
from projections.rulebooks.rulebook import NoReadings
from tests.tables import every


@attrs.frozen(kw_only=True)
class Old:
    """The readings of the old edition.

    ``rest``, ``halves``: what becomes of what is
    left over; ``years``: how long ``rest`` waits.
    ``other`` is not a reading, and `` `` means nothing.
    """

    rest: str = one_of("keep", "drop")
    halves: bool = yes_or_no(default=True)
    years: int | None = whole_from(2, default=None)


@attrs.frozen(kw_only=True)
class New(Old):
    """The readings of the new edition.

    ``years``: how long a figure holds; ``day``: the first day.
    """

    day: int = reading(1, lambda given: given in range(1, 32), "give a day of the month")
    name: str = reading("x", lambda given: given == "x", Message("must be %(name)s", name="x"))


@attrs.frozen
class Silent:
    years: int = whole_from(1, default=1)


def test_a_reading_means_what_its_class_says_and_a_later_edition_may_say_it_anew() -> None:
    old = {each.name: each.meaning for each in described(Old)}
    assert old == {
        "halves": "what becomes of what is left over",
        "rest": "what becomes of what is left over",
        "years": "how long rest waits. other is not a reading, and means nothing",
    }
    new = {each.name: each.meaning for each in described(New)}
    assert new == {
        **{name: old[name] for name in ("halves", "rest")},
        "years": "how long a figure holds",
        "day": "the first day",
        "name": "",
    }


def test_whoever_chooses_is_shown_which_values_there_are_and_the_default() -> None:
    assert [(each.name, each.values, each.default) for each in described(New)] == [
        ("day", "a day of the month", 1),
        ("halves", "true or false", True),
        ("name", "x", "x"),
        ("rest", "keep, drop", "keep"),
        ("years", "a whole number, 2 or more", None),
    ]


def test_a_document_without_readings_and_a_class_without_a_word_describe_nothing() -> None:
    assert described(NoReadings) == []
    assert [each.meaning for each in described(Silent)] == [""]


@every(
    ("given", "fault"),
    [
        ({"rest": "burn"}, "must be one of keep, drop"),
        ({"rest": 1}, "must be one of keep, drop"),
        ({"halves": 1}, "must be true or false"),
        ({"years": 1}, "must be a whole number, 2 or more"),
        ({"years": 2.0}, "must be a whole number, 2 or more"),
        ({"day": 0}, "give a day of the month"),
        (
            {"nought": 0},
            "new has no parameter of this name; it has day, halves, name, rest, years",
        ),
    ],
)
def test_a_reading_that_is_none_is_answered_with_what_there_is(
    given: dict[str, object], fault: str
) -> None:
    (name,) = given
    assert chosen(New, "new", given) == [Objection(f"parameters.{name}", fault)]


def test_what_is_said_keeps_what_it_is_made_of_for_other_languages() -> None:
    (years,) = chosen(New, "new", {"years": 1})
    assert years.message.template == "must be a whole number, %(least)s or more"
    assert years.message.values == {"least": 2}
    (halves,) = chosen(New, "new", {"halves": 1})
    assert (halves.message.template, halves.message.values) == ("must be true or false", {})


def test_where_there_is_no_reading_the_answer_says_so() -> None:
    said = "new has no parameters"
    assert chosen(NoReadings, "new", {"a": 1}) == [Objection("parameters.a", said)]


def test_one_and_true_are_two_choices() -> None:
    readings = attrs.make_class("Numbers", {"stage": one_of(1, 2)}, frozen=True)
    assert chosen(readings, "new", {"stage": 1}) == readings(stage=1)
    assert chosen(readings, "new", {"stage": True}) == [
        Objection("parameters.stage", "must be one of 1, 2")
    ]


def test_null_is_the_default_whether_the_reading_is_known_or_not() -> None:
    assert chosen(Old, "old", {"rest": None, "years": 2, "nought": None}) == Old(years=2)
    assert chosen(Old, "old", {}) == Old()


def test_null_is_itself_where_a_reading_takes_it() -> None:
    takes_none = attrs.make_class(
        "TakesNone", {"years": reading(5, lambda given: given is None or given > 0, "give years")}
    )
    assert chosen(takes_none, "new", {"years": None}) == takes_none(years=None)
