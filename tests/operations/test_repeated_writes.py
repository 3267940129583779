"""A command whose answer was lost is given again: it is recorded once."""

import pytest

from tests.console.shell import Shell

GAME = ("correct", "spring", "1", "agnes")
CORRECTION = (*GAME, "--result", "½-½", "--reason", "both slips say so")
STRIKE = ("correct", "game spring:agnes-bjorn", "--strike", "--reason", "never played")
WITHHOLD = ("players", "withhold", "agnes", "--from", "1997-01-01", "--reason", "her wish")
PUBLISH = ("publish", "dwz", "--on", "1996-12-31")


@pytest.mark.parametrize("command", [CORRECTION, STRIKE, WITHHOLD, PUBLISH], ids=" ".join)
def test_what_is_recorded_already_is_not_appended_again(shell: Shell, command: tuple[str, ...]):
    once = shell.json(*command)
    size = len(shell.json("log"))
    again = shell.json(*command)
    assert len(shell.json("log")) == size
    assert again.get("published_at") == once.get("published_at")


def test_the_table_says_that_a_correction_stands_already(shell: Shell):
    assert "Corrected, at position" in shell.table(*CORRECTION)
    assert "It says so already: nothing was written." in shell.table(*CORRECTION)


def test_another_result_is_another_correction(shell: Shell):
    """½-½, then 1-0, then ½-½ again: three corrections."""
    results = ("½-½", "1-0", "½-½")
    for result in results:
        assert shell.json(*GAME, "--result", result, "--reason", "x")["appended"] == 1


def test_a_name_is_withheld_for_longer_by_another_event(shell: Shell):
    shell.json(*WITHHOLD, "--until", "1997-06-30")
    size = len(shell.json("log"))
    shell.json(*WITHHOLD)
    assert len(shell.json("log")) == size + 1
