"""The program as a process of its own: what a shell, a script or a pipe sees of it."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.console.processes import PROGRAM, environment_of_a_process, process
from tests.console.shell import Shell, lines
from tests.console.spring import SPRING
from tests.projections.submissions import adoption, player

pytestmark = pytest.mark.slow


def test_a_ledger_from_nothing_to_a_list(tmp_path):
    (tmp_path / "spring.jsonl").write_bytes(lines(*SPRING))
    database = {"RATING_LEDGER_DATABASE": "sqlite:///club.db"}
    made = process("init", folder=tmp_path, **database)
    assert (made.returncode, made.stderr) == (0, b"")
    appended = process("append", "spring.jsonl", "--by", "Åsa", folder=tmp_path, **database)
    assert (appended.returncode, appended.stderr) == (0, b"")
    listed = process("--format", "json", "ratings", "dwz", folder=tmp_path, **database)
    assert (listed.returncode, listed.stderr) == (0, b"")
    assert [row["figure"] for row in json.loads(listed.stdout)] == [1595, 1523, 1481]
    refused = process("player", "dwz", "nobody", folder=tmp_path, **database)
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert b"refused: " in refused.stderr


def test_on_a_server_as_well(postgresql_database, tmp_path):
    Shell(postgresql_database, tmp_path).append(*SPRING)
    listed = process("--database", postgresql_database, "--format", "json", "ratings", "dwz")
    assert (listed.returncode, listed.stderr) == (0, b"")
    assert len(json.loads(listed.stdout)) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        (b"audit", b"dwz", b"anna\xff"),
        (b"append", b"\xff.jsonl", b"--by", b"\xfe"),
    ],
)
def test_bytes_that_are_no_text_are_refused(in_file, arguments):
    outcome = process("--database", in_file.database, *arguments)
    assert outcome.returncode in (1, 2)
    assert outcome.stderr
    assert b"Traceback" not in outcome.stderr


def test_a_reader_that_has_seen_enough_is_no_error_of_ours(in_file):
    in_file.append(*(player(f"player{number:04}") for number in range(400)))
    with subprocess.Popen(
        [*PROGRAM, "--database", in_file.database, "log"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment_of_a_process(),
    ) as writing:
        assert writing.stdout is not None
        assert writing.stderr is not None
        writing.stdout.read(10)
        writing.stdout.close()
        said = writing.stderr.read()
    assert b"Traceback" not in said


@pytest.mark.parametrize("form", ["json", "csv"])
def test_names_of_all_scripts_are_written_whatever_the_terminal_can_show(empty_file, form):
    empty_file.append(adoption(), player("asa", name="Åsa 王"))
    outcome = process(
        *("--database", empty_file.database, "--format", form, "ratings", "dwz", "--all"),
        PYTHONIOENCODING="ascii",
    )
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    assert "Åsa 王" in outcome.stdout.decode()


def test_many_processes_may_ask_and_append_at_once(in_file):
    commands = [
        ["--database", in_file.database, "append", "-"],
        *[["--database", in_file.database, "--format", "json", "ratings", "dwz"]] * 3,
    ]
    running = [
        subprocess.Popen(
            [*PROGRAM, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment_of_a_process(),
        )
        for command in commands
    ]
    said = [each.communicate(lines(player("ivan")), timeout=120) for each in running]
    assert [each.returncode for each in running] == [0, 0, 0, 0], said
    assert all(len(json.loads(out)) == 3 for out, _ in said[1:])
    assert in_file.json("rebuild", "--check")["differences"] == []


@pytest.mark.parametrize("form", ["json", "csv", "table"])
def test_a_full_standard_output_is_said_in_one_line(in_file, form):
    command = [*PROGRAM, "--database", in_file.database, "--format", form, "log"]
    with Path("/dev/full").open("wb") as full:
        outcome = subprocess.run(
            command,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=environment_of_a_process(),
        )
    said = "refused: standard output cannot be written: No space left on device\n"
    assert (outcome.returncode, outcome.stderr.decode()) == (1, said)


def test_what_is_written_is_not_called_refused_because_it_could_not_be_printed(in_file):
    command = [*PROGRAM, "--database", in_file.database, "append", "-"]
    with Path("/dev/full").open("wb") as full:
        outcome = subprocess.run(
            command,
            input=lines(player("ivan")),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=environment_of_a_process(),
        )
    position = in_file.json("log")[-1]["position"]
    said = f"warning: 1 event appended at position {position}; then this failed: "
    said += "standard output cannot be written: No space left on device\n"
    assert (outcome.returncode, outcome.stderr.decode()) == (0, said)


@pytest.mark.parametrize("form", ["json", "csv", "table"])
def test_a_closed_standard_output_is_refused_before_anything_is_done(in_file, form):
    command = [*PROGRAM, "--database", in_file.database, "--format", form, "append", "-"]
    outcome = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command],
        input=lines(player("ivan")),
        stderr=subprocess.PIPE,
        check=False,
        env=environment_of_a_process(),
    )
    said = "refused: standard output cannot be written: it is closed\n"
    assert (outcome.returncode, outcome.stderr.decode()) == (1, said)
    assert "ivan" not in in_file.table("export", "log")


def test_an_interrupted_append_ends_in_one_line(in_file):
    before = in_file.json("log")
    with subprocess.Popen(
        [*PROGRAM, "--database", in_file.database, "append", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment_of_a_process(),
    ) as waiting:
        assert waiting.stdin is not None
        waiting.stdin.write(lines(player("ivan")))
        waiting.stdin.flush()
        time.sleep(3)  # it has been started, and waits for more
        waiting.send_signal(signal.SIGINT)
        try:
            _, said = waiting.communicate(timeout=60)
        finally:
            waiting.kill()
    assert waiting.returncode == 130
    assert said.startswith(b"interrupted: ")
    assert said.count(b"\n") == 1
    assert in_file.json("log") == before
