"""Help loads no command, and says what each does in the words of the command's help."""

import inspect

from projections.interfaces.cli.lazy_commands import COMMANDS, SUMMARIES, loaded
from tests.tables import every


@every("name", COMMANDS)
def test_what_help_says_of_a_command_is_the_first_sentence_of_its_own_help(name: str) -> None:
    command = loaded(name)
    paragraph = inspect.cleandoc(command.help or "").partition("\n\n")[0]
    assert (command.name, " ".join(paragraph.split())) == (name, SUMMARIES[name])
