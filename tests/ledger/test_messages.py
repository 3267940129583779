"""A message is its English text, and still knows its template and its values."""

import json
import pickle
from datetime import date

import orjson

from ledger.events.messages import (
    LargeNumber,
    Message,
    RequestField,
    as_message,
    counted,
    joined,
    joined_with_and,
    joined_with_or,
)
from ledger.events.problems import Problem, refusal
from ledger.events.values import Fault

GERMAN = {
    "the result of %(game)s": "das Ergebnis von %(game)s",
    "%(thing)s was struck on %(day)s.": "%(thing)s: gestrichen am %(day)s.",
    "%(count)s game": "%(count)s Partie",
}
SEVERAL = {"%(count)s game": "%(count)s Partien"}


def in_german(given: str) -> str:
    assert isinstance(given, Message)

    def value(each: object) -> object:
        if isinstance(each, date):
            return f"{each.day}.{each.month}.{each.year}"
        return in_german(each) if isinstance(each, Message) else each

    return given.translated(
        lambda text: GERMAN.get(text, text),
        lambda one, _, number: GERMAN[one] if number == 1 else SEVERAL[one],
        value,
    )


def struck() -> Message:
    thing = Message("the result of %(game)s", game="König – Dame")
    return Message("%(thing)s was struck on %(day)s.", thing=thing, day=date(1996, 5, 1))


def test_a_message_is_its_english_text():
    assert struck() == "the result of König – Dame was struck on 1996-05-01."
    assert struck().with_capital().startswith("The result of")


def test_it_is_translated_with_the_messages_among_its_values():
    said = in_german(struck().with_capital())
    assert said == "Das Ergebnis von König – Dame: gestrichen am 1.5.1996."


def test_one_and_several_have_their_own_forms():
    texts = [counted("%(count)s game", "%(count)s games", number) for number in (1, 3)]
    assert texts == ["1 game", "3 games"]
    assert [in_german(text) for text in texts] == ["1 Partie", "3 Partien"]


def test_parts_in_one_text_are_said_each_in_the_other_language():
    both = joined("; ", [Message("the result of %(game)s", game="a"), "100 % sure"])
    assert both == "the result of a; 100 % sure"
    assert in_german(both) == "das Ergebnis von a; 100 % sure"


def test_it_survives_refusals_json_and_other_processes():
    for text in (str(Fault("x", struck())), str(ValueError(struck()))):
        assert in_german(text) == in_german(struck())
    (problem,) = refusal("x", struck()).problems
    assert isinstance(problem.message, Message)
    assert str(Problem(2, "data", "x", struck())) == f"line 2, data: {struck()}"
    assert orjson.loads(orjson.dumps([struck()])) == json.loads(json.dumps([struck()]))
    again = pickle.loads(pickle.dumps(struck().with_capital()))  # noqa: S301 - our own
    assert in_german(again) == in_german(struck().with_capital())


def test_without_values_the_template_is_the_text_whatever_signs_it_has():
    assert Message("100 % of %(all)s") == "100 % of %(all)s"
    assert type(str(Message("90 %"))) is Message


def test_the_fields_of_a_request_are_found_down_to_the_messages_among_the_values():
    first, second = RequestField("minutes", "90"), RequestField("ended_on", "YYYY-MM-DD")
    both = Message("%(one)s, or %(other)s", one=joined(" ", [first]), other=second)
    assert list(both.fields()) == [first, second]
    assert both == "--minutes 90, or --ended-on YYYY-MM-DD"
    assert both.with_fields(lambda field: field.name) == "minutes, or ended_on"


def test_what_stands_in_a_value_is_never_taken_for_a_template():
    odd = Message("the result of %(game)s", game="%(game)s %s 100 %")
    assert odd == "the result of %(game)s %s 100 %"
    assert in_german(odd) == "das Ergebnis von %(game)s %s 100 %"


def test_several_parts_are_joined_by_a_word_of_each_language():
    german = {"%(one)s and %(other)s": "%(one)s und %(other)s"}
    german |= {"%(one)s or %(other)s": "%(one)s oder %(other)s"}

    def value(each: object) -> object:
        return said(each) if isinstance(each, Message) else each

    def said(given: Message) -> str:
        return given.translated(lambda text: german.get(text, text), lambda one, *_: one, value)

    for made, english, other in (
        (joined_with_and(["a"]), "a", "a"),
        (joined_with_and(["a", "b", "c"]), "a and b and c", "a und b und c"),
        (joined_with_or([1, 2]), "1 or 2", "1 oder 2"),
    ):
        assert made == english
        assert said(made) == other


def test_a_text_becomes_a_message_once():
    text = as_message("90 % alike")
    assert isinstance(text, Message)
    assert text == "90 % alike"
    assert as_message(text) is text


def test_large_numbers_are_grouped_in_threes():
    assert Message("more than %(most)s", most=LargeNumber(300_000)) == "more than 300,000"
