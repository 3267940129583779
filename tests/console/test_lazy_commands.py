"""Help loads no command, and says what each does in the words of the command's help."""

import inspect
import subprocess
import sys

import pytest

from projections.interfaces.cli.lazy_commands import COMMANDS, SUMMARIES, loaded
from tests.console.shell import Shell
from tests.tables import every


@every("name", COMMANDS)
def test_what_help_says_of_a_command_is_the_first_sentence_of_its_own_help(name: str) -> None:
    command = loaded(name)
    paragraph = inspect.cleandoc(command.help or "").partition("\n\n")[0]
    assert (command.name, " ".join(paragraph.split())) == (name, SUMMARIES[name])


QUESTIONS = {
    command: {"cattrs", "projections.files.charts.plots", "babel", "starlette", "numpy"}
    for command in ("ratings dwz", "player dwz anna")
}
"""Each costs as much as the answer: cattrs, and the pictures of the printed files."""
APPEND = {
    "projections.queries.answer_types",
    "projections.queries.columns",
    "projections.engine.history.names",
    "projections.operations.operation",
}
"""The tables of answers, and the names of people: an append shows neither."""


@pytest.mark.slow
@every("command", [*QUESTIONS, "append -"])
def test_a_command_loads_nothing_that_only_others_need(command: str, in_file: Shell) -> None:
    program = (
        "import sys\nfrom projections.interfaces.cli.program import main\n"
        "try: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--database", in_file.database, *command.split()],
        input='{"type": "player.registered", "data": {"player": "zoe", "name": "Zorn, Zoe"}}',
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert QUESTIONS.get(command, APPEND) & set(done.stderr.split()) == set()
