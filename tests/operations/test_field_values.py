"""A field reads JSON and what people type; what it cannot read is a problem, never a fault."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.events.problems import Problem
from projections.operations.catalogue import OPERATIONS
from projections.operations.operation import Doc, Field, fields_of
from projections.operations.reads import READS
from projections.queries.arguments import (
    LAST_POSITION,
    Upload,
    limit_of,
    position_of,
    result_of,
)
from projections.queries.calculator_request import TypedGame, game_of, rating_of
from tests.tables import every
from tests.web_api.conftest import Served

FILE = Upload("a.csv", b"")
FIELDS = {
    str(each.kind): each
    for row in (*(it.request_class for it in OPERATIONS), *(it.query_class for it in READS))
    for each in fields_of(row)
}
"""A field of every type that a request has."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just(FILE),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


def field(kind: Any, **said: Any) -> Field:
    made = attrs.make_class("Asked", {"wanted": attrs.field()}, frozen=True)
    made.__annotations__ = {"wanted": Annotated[kind, Doc("What is wanted.", **said)]}
    (found,) = fields_of(made)
    return found


class TestAnyField:
    @given(st.sampled_from(list(FIELDS.values())), JSON)
    def test_reads_any_json_or_says_what_is_wrong_with_it(self, wanted: Field, said: Any) -> None:
        found = wanted.read(said)
        assert not isinstance(found, Problem) or found.field == wanted.name

    @given(
        st.sampled_from(list(FIELDS.values())),
        st.lists(st.text(max_size=9) | st.sampled_from(["[1", "{", '{"a": 1}', "a=1", FILE])),
    )
    def test_reads_any_texts_or_says_what_is_wrong_with_them(
        self, wanted: Field, said: list[str]
    ) -> None:
        found = wanted.read(said or [""], typed=True)
        assert not isinstance(found, Problem) or found.field == wanted.name


@every(
    ("kind", "json", "texts", "value"),
    [
        (str, "true", ["true"], "true"),
        (bool, True, ["true"], True),
        (int, 12, ["12"], 12),
        (float, 7.5, ["7,5"], 7.5),
        (date, "2012-12-31", ["31.12.2012"], date(2012, 12, 31)),
        (Literal["old", "new"], "new", ["new"], "new"),
        (Any, [1, "a"], ['[1, "a"]'], [1, "a"]),
        (Any, "NaN", ["NaN"], "NaN"),
        (Sequence[str], ["a", "b"], ["a", "b"], ["a", "b"]),
        (Sequence[int], [7, 9], ["[7, 9]"], [7, 9]),
        (Sequence[int], [], ["[]"], []),
        (Mapping[str, Any], {"a": 5, "b": "x"}, ["a=5", "b=x"], {"a": 5, "b": "x"}),
        (Mapping[str, str], {"a": "5"}, ["a=5"], {"a": "5"}),
        (Mapping[int, str], {"7": "anna"}, ["7=anna"], {7: "anna"}),
        (Mapping[str, Mapping[str, str]], {"a": {"b": "c"}}, ['a={"b": "c"}'], {"a": {"b": "c"}}),
        (int | datetime | None, 12, ["12"], 12),
        (int | datetime, "2012-12-31", ["31.12.2012"], datetime(2012, 12, 31, tzinfo=UTC)),
    ],
)
def test_json_and_what_people_type_are_one_value(
    kind: Any, json: Any, texts: list[str], value: Any
) -> None:
    assert (field(kind).read(json), field(kind).read(texts, typed=True)) == (value, value)


@every(
    ("kind", "json", "why"),
    [
        (str, 5, "must be a text, not a number"),
        (bool, "true", "must be true or false, not 'true'"),
        (int, True, "True is not a whole number"),
        (int, -1, "-1 is not a whole number"),
        (float, "Infinity", "'Infinity' is not a number"),
        (date, "2012-02-30", "2012-02-30 does not exist in the calendar"),
        (Sequence[int], "yes", "must be a list, not a text"),
        (Sequence[int], [5, 0.5], "0.5 is not a whole number"),
        (Sequence[str], [True], "must be a text, not true/false"),
        (Mapping[str, str], {"1": 5}, "must be a text, not a number"),
        (Mapping[int, str], {"x": "anna"}, "'x' is not a whole number"),
        (Upload, "a", "must be a file"),
        (Literal["old", "new"], "both", "'both' is not a valid choice: choose one of old, new"),
    ],
)
def test_what_is_no_such_value_is_said(kind: Any, json: Any, why: str) -> None:
    assert field(kind).read(json) == Problem(None, "wanted", "bad-parameter", why)


def test_typed_values_are_refused_by_their_form_and_a_second_one_is_told() -> None:
    links = field(Mapping[str, str], metavar="NUMBER=PLAYER")
    said = links.read(["7="], typed=True)
    assert said.message == "'7=' is not of the form NUMBER=PLAYER"
    assert field(Mapping[str, str], metavar="A=[B]").read(["7="], typed=True) == {"7": ""}
    assert field(int).read(["1", "2"], typed=True).code == "given-twice"


@pytest.mark.parametrize("accept", ["yes", [5, 0.5], [True], {"5": 1}])
def test_a_wrong_row_of_a_question_is_the_callers_fault(in_file: Served, accept: Any) -> None:
    answer = in_file.post("/api/v1/players", json={"name": "Adler, Anna", "accept": accept})
    (problem,) = answer.json()["problems"]
    assert (answer.status_code, problem["field"]) == (400, "accept")


@every(
    ("typed", "points", "played"),
    [
        *(("1", 1, True), ("0", 0, True), ("+", 1, False), ("-", 0, False), ("?", None, True)),
        *((half, 0.5, True) for half in ("½", "1/2", "0.5", "0,5", "=", "r", "R")),
    ],
)
def test_a_game_of_a_calculation_is_typed_with_its_result(
    typed: str, points: float | None, played: bool
) -> None:
    """The colour of the player behind it, and the stones of Black."""
    game = TypedGame(opponent="Adler, Anna", points=points, played=played)
    assert game_of(f"Adler, Anna={typed}") == game
    black = attrs.evolve(game, is_black=True)
    assert game_of(f" Adler, Anna = {typed} / B ") == black
    assert game_of(f"Adler, Anna={typed}/b3") == attrs.evolve(black, stones=3)
    is_open = TypedGame(opponent="Adler, Anna", points=None)
    assert game_of("Adler, Anna/w") == game_of("Adler, Anna") == is_open


@every(
    ("typed", "values"),
    [
        ("1700-12", [1700, 12]),
        ("128 /5", [128, 5]),
        ("2055 1d", [2055, "1d"]),
        ("-151", [-151]),
        ("2028,143", [2028.143]),
        ("2813/100/2813", [2813, 100, 2813]),
        ("12345", None),
        ("anna", None),
    ],
)
def test_a_rating_is_typed_as_its_system_writes_it(typed: str, values: Any) -> None:
    assert rating_of(typed) == values


@every(
    ("read", "least", "most", "beyond"),
    [
        (position_of, 0, LAST_POSITION, [-1, LAST_POSITION + 1, True, "1", 1.0]),
        (limit_of, 1, LAST_POSITION, [0, -1, True, "1", 1.5]),
    ],
)
def test_a_whole_number_has_its_limits(
    read: Any, least: int, most: int, beyond: list[Any]
) -> None:
    assert (read(least), read(most)) == (least, most)
    for each in beyond:
        with pytest.raises(ValueError, match="is not a"):
            read(each)
    assert LAST_POSITION == 9_223_372_036_854_775_807


@pytest.mark.parametrize(
    ("written", "white", "black", "reason"),
    [
        ("1-0", 1, 0, None),
        ("0:1", 0, 1, None),
        ("1/2 - 1/2", 0.5, 0.5, None),
        ("0–0", 0, 0, None),
        ("½-0", 0.5, 0, None),
        ("0-=", 0, 0.5, None),
        ("+:-", 1, 0, "forfeit"),
        ("-:+", 0, 1, "forfeit"),
        ("-:-", 0, 0, "double-loss"),
    ],
)
def test_a_result_is_read_as_people_write_it(
    written: str, white: float, black: float, reason: str | None
) -> None:
    found = {"white_points": white, "black_points": black, "reason": reason}
    assert result_of(written) == {**found, "played": reason is None}
