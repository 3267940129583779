"""``rebuild --check`` compares at one position of the log, whatever is written meanwhile."""

from collections.abc import Callable
from itertools import count

import pytest
from sqlalchemy import text

from projections.engine.read_model.generations import check, rebuild
from tests.projections.club import Club
from tests.projections.meanwhile import before_statement
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    games,
    player,
    tournament,
)

(MAY,) = games("may", "anna 1-0 bela")
JUNE = [tournament("june", "1996-06-01"), *games("june", "anna ½-½ bela")]
APRIL = [tournament("april", "1996-04-01"), *games("april", "anna 0-1 bela")]


@pytest.fixture
def played(club_on_both: Club) -> Club:
    """Anna has beaten Bela in May, and drawn with him in June."""
    club_on_both.append(adoption(), player("anna"), player("bela"))
    club_on_both.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    club_on_both.append(tournament("may", "1996-05-01"), MAY, *JUNE)
    club_on_both.catch_up()
    return club_on_both


def once(what: Callable[[], object]) -> Callable[[int], None]:
    """Does something while the first occasion is being compared."""
    waiting = [what]

    def meanwhile(_: int) -> None:
        if waiting:
            waiting.pop()()

    return meanwhile


def test_a_tournament_appended_meanwhile_is_no_difference(played: Club) -> None:
    assert check(played.engine, POOL, once(lambda: played.append(*APRIL))).differences == ()


def test_nor_is_one_that_the_list_has_caught_up_with_meanwhile(played: Club) -> None:
    def appended() -> None:
        played.append(*APRIL, correction(MAY, "c1", white_points=0, black_points=1))
        played.catch_up()

    assert check(played.engine, POOL, once(appended)).differences == ()
    assert played.check().differences == ()


def test_nor_is_a_rebuild_of_another(played: Club) -> None:
    def rebuilt() -> None:
        played.append(*APRIL)
        rebuild(played.engine, POOL)

    assert check(played.engine, POOL, once(rebuilt)).differences == ()


@pytest.mark.parametrize("followed", [False, True], ids=["appended", "appended and caught up"])
def test_at_no_moment_of_a_check_is_one_a_difference(played: Club, followed: bool) -> None:
    """Before each statement of the check: between catching up and reading the history too."""
    appended: list[int] = []

    def meanwhile() -> None:
        appended.append(number)
        points = {"white_points": number % 2, "black_points": 1 - number % 2}
        played.append(correction(MAY, f"c{number}", **points))
        id_ = f"open {number}"
        played.append(tournament(id_, "1996-04-02"), *games(id_, "anna 0-1 bela"))
        if followed:
            played.catch_up()

    for number in count(1):
        played.catch_up()
        with before_statement(number, played.engine, meanwhile):
            done = check(played.engine, POOL)
        assert done.differences == (), f"appended before statement {number}"
        if number not in appended:  # a check has no more statements than that
            break
    assert len(appended) > 7


def test_a_difference_is_found_beside_all_of_it(played: Club) -> None:
    with played.engine.begin() as connection:
        wrong = "UPDATE card SET card = replace(card, '15', '17') WHERE player = 'bela'"
        assert connection.execute(text(wrong)).rowcount
    done = check(played.engine, POOL, once(lambda: played.append(*APRIL)))
    assert {each["player"] for each in done.differences} == {"bela"}
    assert all("17" in each["stored"] for each in done.differences)


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("DELETE FROM card WHERE player = 'anna'", "card"),
        ("DELETE FROM occasion WHERE subject = 'june'", "occasion"),
        ("DELETE FROM card_dependency WHERE player = 'anna'", "card_dependency"),
        ("UPDATE card SET key = replace(key, '1996', '2006')", "card"),
        ("UPDATE card SET digest = 7", "card"),
        (
            "INSERT INTO card_dependency SELECT generation, 'cleo', key FROM occasion",
            "card_dependency",
        ),
    ],
)
def test_rows_that_are_missing_or_too_many_are_differences(
    played: Club, statement: str, table: str
) -> None:
    with played.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount
    found = played.check().differences
    assert found
    assert {each["table"] for each in found} == {table}
