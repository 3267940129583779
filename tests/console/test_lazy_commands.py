"""Help loads no command, and says what each does in the words of the command's help."""

import inspect
import subprocess
import sys

from projections.interfaces.cli.lazy_commands import COMMANDS, SUMMARIES, loaded
from tests.console.shell import Shell
from tests.tables import every


@every("name", COMMANDS)
def test_what_help_says_of_a_command_is_the_first_sentence_of_its_own_help(name: str) -> None:
    command = loaded(name)
    paragraph = inspect.cleandoc(command.help or "").partition("\n\n")[0]
    assert (command.name, " ".join(paragraph.split())) == (name, SUMMARIES[name])


@every("command", ["ratings dwz", "player dwz anna"])
def test_a_question_loads_neither_the_reader_of_submissions_nor_charts(
    command: str, in_file: Shell
) -> None:
    """Each costs as much as the answer: cattrs, and the pictures of the printed files."""
    program = (
        "import sys\nfrom projections.interfaces.cli.program import main\n"
        "try: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--database", in_file.database, *command.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    unwanted = {"cattrs", "projections.files.charts.plots", "babel", "starlette", "numpy"}
    assert unwanted & set(done.stderr.split()) == set()
