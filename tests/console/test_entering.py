"""A tournament entered by hand: typed, shown, kept in a file, and appended when it is wanted."""

import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import projections
from tests.console.shell import Outcome, Shell
from tests.projections.submissions import player

ROOT = Path(projections.__file__).parents[1]
CUP = ("Club cup", "1996-09-15", "", "r", "120", "")
SWISS = ("Autumn Swiss", "1996-09-15", "1996-09-01", "swiss", "90", "30")
THREE = ("anna", "bruno", "carla", "")


@pytest.fixture
def club(empty_file: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A pool whose register has Anna, Bruno and Carla; the folder of the test is the current."""
    monkeypatch.chdir(tmp_path)
    empty_file.table("pool", "club", "--rulebook", "dwz-2014", "--from", "1996-01-01")
    empty_file.append(*map(player, ("anna", "bruno", "carla")))
    return empty_file


def enter(club: Shell, *typed: str, options: tuple[str, ...] = ()) -> Outcome:
    stdin = "".join(f"{line}\n" for line in typed).encode()
    return club.run("enter", "--pool", "club", *options, stdin=stdin)


def games(club: Shell, tournament: str) -> set[tuple[str, float, str, float, bool]]:
    return {
        (row["white"], row["white_points"], row["black"], row["black_points"], row["played"])
        for row in club.json("games", tournament)
    }


def size(club: Shell) -> int:
    return len(club.json("log"))


class TestARoundRobin:
    def test_is_typed_row_by_row_and_appended_when_that_is_wanted(self, club):
        outcome = enter(club, *CUP, *THREE, "1=", "0", "y")
        assert outcome.status == 0
        assert "4 events appended.\nclub: rated" in outcome.out
        assert games(club, "Club cup") == {
            ("anna", 1.0, "bruno", 0.0, True),
            ("anna", 0.5, "carla", 0.5, True),
            ("bruno", 0.0, "carla", 1.0, True),
        }

    def test_is_shown_back_as_a_crosstable_with_points_and_with_what_it_would_mean(self, club):
        said = enter(club, *CUP, *THREE, "1=", "0", "n").err
        rows = [line.split() for line in said.splitlines() if line.startswith("│ 1")]
        assert [row[-2] for row in rows] == ["1½", "1½"]
        assert "club: would be rated" in said

    def test_without_its_minutes_it_is_said_what_to_add(self, club):
        said = enter(club, *CUP[:4], "", *THREE, "1=", "0", "n").err
        assert "club: would not be rated (DWZ 2014 4.2" in said
        assert "It would count with --minutes" in said

    def test_registers_a_newcomer(self, club):
        typed = ("anna", "new Dame, Dora, born 1981", "")
        assert enter(club, *CUP, *typed, "+", "y").status == 0
        (dora,) = [row for row in club.json("players", "club") if row["name"] == "Dame, Dora"]
        assert club.json("players", "show", "Dame")["birth_year"] == 1981
        assert games(club, "Club cup") == {("anna", 1.0, dora["player"], 0.0, False)}

    def test_a_newcomer_with_a_registered_name_is_asked_about(self, club):
        club.append(player("dora", name="Dámé, Dora", birth_year=1981))
        typed = ("anna", "new Dame, Dora, born 1991", "back", "dora", "")
        outcome = enter(club, *CUP, *typed, "+", "y")
        assert "registered already: Dámé, Dora, born 1981, dora." in outcome.err
        assert games(club, "Club cup") == {("anna", 1.0, "dora", 0.0, False)}


class TestASwiss:
    def test_is_typed_round_by_round(self, club):
        rounds = ("1 1-0 2", "3 bye", "", "3 = 1", "2 bye ½", "", "", "y")
        outcome = enter(club, *SWISS, *THREE, *rounds)
        assert outcome.status == 0
        assert "2w1  │ 3b½  │  1½ │" in outcome.err
        assert games(club, "Autumn Swiss") == {
            ("anna", 1.0, "bruno", 0.0, True),
            ("carla", 0.5, "anna", 0.5, True),
            ("carla", 1.0, None, 0.0, False),
            ("bruno", 0.5, None, 0.0, False),
        }

    def test_has_its_days_and_its_thinking_time(self, club):
        enter(club, *SWISS, *THREE, "1 1-0 2", "", "", "y")
        (fact,) = [each["data"] for each in club.json("log", "--type", "tournament.submitted")]
        assert (fact["starts_on"], fact["ended_on"]) == ("1996-09-01", "1996-09-15")
        assert fact["thinking_time"]["minutes"] == 90
        assert fact["thinking_time"]["increment_seconds"] == 30


class TestASlip:
    def test_is_said_at_once_and_asked_again(self, club):
        head = ("", "Club cup", "15.9.96", "1996-09-15", "", "r", "120", "")
        outcome = enter(club, *head, *THREE, "1", "1x", "1=", "0", "y")
        assert outcome.status == 0
        for said in ("needs a name", "'15.9.96' is not a day", "2 signs wanted", "'x' is no"):
            assert said in outcome.err
        assert len(games(club, "Club cup")) == 3

    def test_a_name_that_fits_several_lists_them_and_one_that_fits_nobody_can_be_new(self, club):
        club.append(player("hanna"))
        said = enter(club, *CUP, "nna, t", "zoe", "anna", "anna").err
        assert "Anna, Test (anna); Hanna, Test (hanna)" in said
        assert "a newcomer is typed as `new zoe, born YEAR`" in said
        assert "Anna, Test is player 1 already" in said

    def test_a_newcomer_who_is_in_the_register_is_not_registered_twice(self, club):
        said = enter(club, *CUP, "new Anna, Test, born 1950").err
        assert "Anna, Test, born 1950 is in the register: type anna" in said

    def test_back_takes_the_last_line_back(self, club):
        players = ("back", "bruno", "back", "anna", "bruno", "carla", "")
        outcome = enter(club, *CUP, *players, "00", "back", "1=", "0", "y")
        assert "there is no line to take back" in outcome.err
        assert ("anna", 1.0, "bruno", 0.0, True) in games(club, "Club cup")

    def test_what_cannot_be_seen_or_is_no_utf_8_is_asked_again(self, club):
        typed = b"Cup\x07\n\xff\n" + "\n".join((*CUP, *THREE, "1=", "0", "y", "")).encode()
        outcome = club.run("enter", "--pool", "club", stdin=typed)
        assert outcome.status == 0
        assert "cannot be seen" in outcome.err
        assert "not UTF-8" in outcome.err


class TestNothingIsHalfDone:
    def test_whoever_says_no_has_the_file_and_the_command_that_imports_it(self, club):
        before = size(club)
        typed = ("anna", "new Dame, Dora", "")
        outcome = enter(club, *CUP, *typed, "1", "n", options=("--output", "cup.csv"))
        assert (outcome.status, size(club)) == (0, before)
        command = outcome.err.partition("rating-ledger ")[2].splitlines()[0]
        assert command == "import csv cup.csv --pool club --link 1=anna --link 2=new"
        assert club.run(*shlex.split(command)).status == 0
        assert len(games(club, "Club cup")) == 1

    def test_a_refusal_keeps_the_file(self, club):
        before = size(club)
        outcome = enter(club, *CUP, *THREE, "..", ".")
        assert (outcome.status, size(club)) == (1, before)
        assert "rating-ledger import csv club-cup-1996-09-15.csv" in outcome.err
        assert "[players]" in Path("club-cup-1996-09-15.csv").read_text("utf-8")

    def test_the_end_of_input_in_the_middle_writes_nothing_and_keeps_what_was_typed(self, club):
        before = size(club)
        outcome = enter(club, *CUP, *THREE, "1=")
        assert (outcome.status, size(club)) == (1, before)
        assert "what was typed is in club-cup-1996-09-15.csv" in outcome.err
        assert "1,3,0.5,0.5" in Path("club-cup-1996-09-15.csv").read_text("utf-8")

    def test_the_end_before_any_player_leaves_no_file(self, club):
        assert enter(club, *CUP).status == 1
        assert not list(Path().glob("*.csv"))

    def test_a_name_that_is_taken_is_counted_up(self, club):
        for _ in range(2):
            enter(club, *CUP, *THREE, "1=")
        assert Path("club-cup-1996-09-15-2.csv").is_file()

    def test_a_file_that_cannot_be_written_is_refused_before_anything_is_typed(self, club):
        Path("there.csv").touch()
        for output in ("there.csv", "nowhere/cup.csv"):
            outcome = enter(club, options=("--output", output))
            assert (outcome.status, "Name of" in outcome.err) == (1, False)

    def test_a_pool_that_is_not_there_is_refused_before_anything_is_typed(self, club):
        (problem,) = club.refused("enter", "--pool", "nowhere")
        assert problem["code"] == "unknown-pool"


@pytest.mark.slow
def test_ctrl_c_on_a_terminal_says_in_a_line_where_it_is(club):
    ours, theirs = pty.openpty()
    program = "from projections.interfaces.cli.program import main; main()"
    command = [sys.executable, "-c", program, "--database", club.database]
    process = subprocess.Popen(
        [*command, "enter", "--pool", "club", "--output", "cup.csv"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
    )
    os.write(ours, "\n".join((*CUP, *THREE, "")).encode())
    said = b""
    assert process.stderr is not None
    while b"against 2 to 3:" not in said and (more := process.stderr.read1()):
        said += more
    time.sleep(1)  # the prompt is printed a moment before the line is waited for
    process.send_signal(signal.SIGINT)
    try:
        _, rest = process.communicate(timeout=30)
    finally:
        process.kill()
        os.close(ours)
        os.close(theirs)
    assert process.returncode == 130
    assert rest.decode().strip() == (
        "interrupted: nothing was appended; what was typed is in cup.csv"
    )
