"""A test of a table looks at every row and reports all that deviate, by their names."""

from collections.abc import Iterator

import pytest

from tests.tables import every, some_at_once


def test_all_rows_that_deviate_are_reported_by_name_and_the_others_looked_at() -> None:
    seen = []

    @every(("points", "half"), [(1, True), (0.5, True), (0, True)], ids=["won", "drawn", "lost"])
    def test_only_a_draw_is_half(points: float, half: bool) -> None:
        seen.append(points)
        assert (points == 0.5) == half

    with pytest.raises(ExceptionGroup, match="2 of 3 rows deviate") as failed:
        test_only_a_draw_is_half()
    assert seen == [1, 0.5, 0]
    notes = [note for each in failed.value.exceptions for note in each.__notes__]
    assert notes == ["in the row: won", "in the row: lost"]


@every("white", [1, 0])
@every("black", [1, 0])
def test_two_tables_make_every_pair_and_share_the_fixtures(
    white: int, black: int, pairs: set[tuple[int, int]]
) -> None:
    assert (white, black) not in pairs
    pairs.add((white, black))


@pytest.fixture
def pairs() -> Iterator[set[tuple[int, int]]]:
    met: set[tuple[int, int]] = set()
    yield met
    assert len(met) == 4


def test_rows_that_are_not_tried_at_once_are_in_the_slow_tier() -> None:
    rows = some_at_once([("won", 1), ("drawn", 0.5), ("lost", 0)], [("drawn", 0.5)])
    marks = [getattr(each, "marks", ()) for each in rows]
    assert [[mark.name for mark in each] for each in marks] == [["slow"], [], ["slow"]]
    assert tuple(rows[0].values) == ("won", 1)
    with pytest.raises(AssertionError, match="not in the table"):
        some_at_once(["won"], ["drawn"])
