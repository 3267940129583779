"""Questions that a tournament file leaves open, asked in a terminal one after another."""

import shlex
import sys
from collections.abc import Mapping

import click

from ledger.importing.outcome import FileOutcome
from projections.interfaces.cli.logging import say

ASKED = ("name", "starts_on", "ended_on", "system", "minutes", "increment", "country", "class_")


def can_prompt() -> bool:
    """True if questions can be answered: there is a terminal, not a pipe or a script."""
    return bool(sys.stdin) and sys.stdin.isatty()


def answers_to(outcome: FileOutcome, command: click.Command) -> dict[str, object]:
    """Return the answers to the open questions of a file, by the names of the parameters.

    Each question stands above its answer; an answer that cannot be is asked for again.
    """
    options = {each.opts[0]: each for each in command.params if each.name in ASKED}
    found: dict[str, object] = {}
    for issue in outcome.issues:
        for field in issue.answers[:1]:
            option = options.get(str(field._replace(value="")))
            if option is None or option.name is None or option.name in found:
                continue
            click.echo(f"{issue.place()}{issue.message}", err=True)
            known = field.value if field.value.islower() else None
            found[option.name] = click.prompt(
                f"  {option.opts[0]}", default=known, type=option.type, err=True
            )
    return found


def print_answer_options(answers: Mapping[str, object], command: click.Command) -> None:
    """Say the options with which the next call need not ask."""
    options = {each.name: each.opts[0] for each in command.params}
    words = [f"{options[name]} {shlex.quote(str(value))}" for name, value in answers.items()]
    say("note", f"the same without questions: {' '.join(words)}")
