"""The record of the working: its steps, the players concerned, its end."""

from projections.rulebooks.document import (
    Document,
    by_player,
    citing_edition,
    concerning,
    is_recorded,
    unrecorded,
    working,
)
from projections.rulebooks.dwz import dwz, dwz_2014

HOUSE = Document(short="House", title="Rules of the house", package="tests.rulebooks")


@HOUSE("1")
def doubled(number: int, times: int = 1) -> int:
    """The number is doubled.

    As often as it is said.
    """
    return number << times


def test_a_step_says_the_rule_what_it_was_given_and_what_came_out() -> None:
    with working() as steps:
        assert doubled(3) == 6
    (step,) = steps
    assert (step.rule, step.text) == ("House 1", "The number is doubled.")
    assert (step.given, step.result, step.player) == ({"number": 3}, 6, None)


def test_nothing_is_recorded_before_a_working_is_opened_and_after_it_is_closed() -> None:
    assert not is_recorded()
    with working() as steps:
        assert is_recorded()
        with working() as inner:
            doubled(1)
        doubled(2)
    assert not is_recorded()
    doubled(3)
    assert [step.result for step in inner] == [2]
    assert [step.result for step in steps] == [4]


def test_what_is_shown_elsewhere_is_left_out_and_what_follows_it_is_not() -> None:
    with working() as steps:
        with unrecorded():
            assert not is_recorded()
            doubled(1)
        doubled(2)
    assert [step.result for step in steps] == [4]


def test_steps_are_about_the_player_inside_and_about_the_outer_one_again_after_him() -> None:
    with working() as steps:
        doubled(1)
        with concerning("anna"):
            doubled(2)
            with concerning("bela"):
                doubled(3)
            doubled(4)
            for _, number in by_player({"cleo": 5, "dora": 6}):
                doubled(number)
            doubled(7)
        doubled(8)
    about = [None, "anna", "bela", "anna", "cleo", "dora", "anna", None]
    assert [step.player for step in steps] == about


def test_unrecorded_players_are_gone_through_alike() -> None:
    assert list(by_player({"anna": 1, "bela": 2})) == [("anna", 1), ("bela", 2)]
    with concerning("anna"):
        assert doubled(1) == 2


def test_a_paragraph_is_cited_as_the_edition_at_work_has_it() -> None:
    """DWZ 4.9.1 is DWZ 2014 3.5; what the later edition does not have keeps its name."""
    assert dwz.cite("4.9.1") == "DWZ 4.9.1"
    with citing_edition(dwz_2014):
        assert dwz.cite("4.9.1") == "DWZ 2014 3.5"
        with citing_edition(dwz):
            assert dwz.cite("4.9.1") == "DWZ 4.9.1"
        assert dwz.cite("4.9.1") == "DWZ 2014 3.5"
        assert dwz.cite("99") == "DWZ 99"
    assert dwz.cite("4.9.1") == "DWZ 4.9.1"


def test_an_edition_is_named_after_its_directory_and_knows_those_before_it() -> None:
    assert (dwz.edition, dwz_2014.edition) == ("dwz-1995", "dwz-2014")
    assert [each.edition for each in dwz_2014.editions] == ["dwz-2014", "dwz-1995"]


def test_a_reason_cites_its_paragraph_before_what_it_says() -> None:
    reason = dwz.because("4.1", "only chess is evaluated, not %(what)s", what="go")
    assert reason == "DWZ 4.1: only chess is evaluated, not go"
    why = reason.values["why"]
    assert (why.template, why.values) == (
        "only chess is evaluated, not %(what)s",
        {"what": "go"},
    )
    assert dwz.because("4.1", why) == reason
