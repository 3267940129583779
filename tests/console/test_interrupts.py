"""Ctrl-C at chosen moments: one line that says what was done, status 130, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import projections
from tests.console.shell import lines
from tests.projections.submissions import player

pytestmark = pytest.mark.slow

ROOT = Path(projections.__file__).parents[1]

# The program with a Ctrl-C in it: where a module is looked for, or before or after a call.
AT_IMPORT = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from projections.interfaces.cli.program import main
main()
"""
AT_CALL = """
import os, signal
from projections.interfaces.cli.program import main
from {module} import {owner} as owner
wrapped = owner.{method}
def interrupted(*arguments, **options):
    if {before}: os.kill(os.getpid(), signal.SIGINT)
    returned = wrapped(*arguments, **options)
    if not {before}: os.kill(os.getpid(), signal.SIGINT)
    return returned
owner.{method} = interrupted
main()
"""

AT_CALL_NUMBER = """
import os, signal
from projections.interfaces.cli.program import main
from {module} import {owner} as owner
wrapped, calls = owner.{method}, []
def interrupted(*arguments):
    calls.append(arguments)
    if len(calls) == {number}: os.kill(os.getpid(), signal.SIGINT)
    return wrapped(*arguments)
owner.{method} = interrupted
main()
"""


def run(program: str, database: str, *command: str, stdin: bytes = b"") -> tuple[int, str]:
    outcome = subprocess.run(
        [sys.executable, "-c", program, "--database", database, *command],
        input=stdin,
        capture_output=True,
        check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    return outcome.returncode, outcome.stderr.decode()


def at_call(module: str, owner: str, method: str, *, before: bool) -> str:
    return AT_CALL.format(module=module, owner=owner, method=method, before=before)


def known_players(in_file) -> list[str]:
    return [
        each["data"]["player"]
        for each in in_file.json("log")
        if each["type"] == "player.registered" and each["data"]["player"] == "ivan"
    ]


@pytest.mark.parametrize(
    "module",
    [
        "projections.interfaces.cli.lazy_commands",
        "click",
        "orjson",
        "projections.interfaces.cli.log_commands",
    ],
)
def test_while_the_program_is_loaded_it_ends_at_once(in_file, module):
    program = AT_IMPORT.format(name=module)
    said = run(program, in_file.database, "append", "-", stdin=lines(player("ivan")))
    assert said == (130, "interrupted: nothing was done\n")
    assert known_players(in_file) == []


def test_while_an_append_loads_the_rulebooks_nothing_was_written(in_file):
    program = AT_IMPORT.format(name="projections.engine.registry")
    said = run(program, in_file.database, "append", "-", stdin=lines(player("ivan")))
    assert said == (130, "interrupted: nothing was written\n")
    assert known_players(in_file) == []


@pytest.mark.parametrize("module", ["alembic", "rich", "projections.engine.replay.replay"])
def test_while_a_command_loads_what_it_needs_it_is_interrupted_like_at_any_time(in_file, module):
    command = {"alembic": ["init"], "rich": ["pools"]}.get(module, ["rebuild", "dwz"])
    status, said = run(AT_IMPORT.format(name=module), in_file.database, *command)
    assert status == 130
    assert said.startswith("interrupted: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("moment", "outcome", "written"),
    [
        (("ledger.log.event_log", "Writer", "append"), "nothing was written", False),
        (("ledger.log.event_log", "Writer", "close"), "nothing was written", False),
        (
            ("sqlalchemy.dialects.sqlite.pysqlite", "SQLiteDialect_pysqlite", "do_commit"),
            "all of it was written or nothing: the log shows which",
            True,
        ),
        (
            ("ledger.diagnostics", "Diagnostics", "info"),
            "the events at positions {0} to {0} were written",
            True,
        ),
        (
            ("ledger.validation.submission", "_Call", "receipt"),
            "nothing was written",
            False,
        ),
        (
            ("projections.interfaces.cli.log_commands", "erasure", "is_due"),
            "1 event appended at position {0}",
            True,
        ),
    ],
)
def test_an_interrupted_append_says_what_was_written(in_file, moment, outcome, written):
    size = len(in_file.json("log"))
    program = at_call(*moment, before=False)
    if moment[1] == "erasure":  # the log asks as well, while it is written
        by_the_command = "'commands' in sys._getframe(1).f_code.co_filename"
        program = "import sys" + program.replace("not False", by_the_command)
    status, said = run(program, in_file.database, "append", "-", stdin=lines(player("ivan")))
    assert (status, said) == (130, f"interrupted: {outcome.format(size + 1)}\n")
    assert known_players(in_file) == (["ivan"] if written else [])


def test_when_the_answer_has_been_given_an_interrupt_comes_too_late(in_file):
    program = at_call("sqlalchemy", "Engine", "dispose", before=True)
    said = run(program, in_file.database, "append", "-", stdin=lines(player("ivan")))
    assert said == (0, "")
    assert known_players(in_file) == ["ivan"]


def test_an_interrupted_import_says_how_many_files_were_done(in_file, tmp_path):
    folder = tmp_path / "tournaments"
    folder.mkdir()
    (folder / "a.csv").write_text("no tournament")
    (folder / "b.trf").write_text("012 A tournament")
    program = AT_CALL_NUMBER.format(
        module="ledger.importing", owner="import_files", method="_import_file", number=2
    )
    status, said = run(program, in_file.database, "import", "auto", str(folder), "--pool", "dwz")
    done = "1 of 2 files were done; after that nothing was written"
    assert (status, said) == (130, f"interrupted: {done}\n")


def test_a_question_that_is_interrupted_has_written_nothing(in_file):
    program = at_call("projections.queries.answers", "Answers", "ratings", before=True)
    status, said = run(program, in_file.database, "ratings", "dwz")
    assert (status, said) == (130, "interrupted: nothing was written\n")
    assert json.dumps(in_file.json("ratings", "dwz"))
