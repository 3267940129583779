"""The commands under ``submissions``: files that wait for an officer, and decisions about them."""

from typing import Any

import click
from rich.console import Console

from projections.interfaces.cli.enter_command import print_what_was_done
from projections.interfaces.cli.operation_commands import OperationCommand, request_with_file


@click.group("submissions")
def submissions_group() -> None:
    """Manage pending files: submit, accept, send back, discard."""


def _submitted(console: Console, document: Any) -> None:
    state = {"ready": "it can be accepted", "questions": f"{document['questions']} questions open"}
    understood = state.get(document["state"], "it cannot be read")
    submission = document["submission"] or "it would be"
    console.print(f"{document['file']}: {submission} pending, {understood}.", markup=False)


def _accepted(console: Console, document: Any) -> None:
    print_what_was_done(console, document)


def _foreseen(console: Console, document: Any) -> None:
    events = document["effect"]["events"]
    console.print(f"{events} event{'' if events == 1 else 's'} would be appended.")


def _sent_back(console: Console, document: Any) -> None:
    console.print(f"{document['file']} is sent back to {document['account']}.", markup=False)


def _discarded(console: Console, document: Any) -> None:
    console.print(f"{document['file']} is no longer pending.", markup=False)


submit_command = OperationCommand("submit", _submitted, made_from=request_with_file).command()
accept_command = OperationCommand("accept", _accepted, previewed=_foreseen).command()
send_back_command = OperationCommand("send_back", _sent_back).command()
discard_command = OperationCommand("discard", _discarded).command()


for name, command in (
    ("accept", accept_command),
    ("discard", discard_command),
    ("send-back", send_back_command),
    ("submit", submit_command),
):
    submissions_group.add_command(command, name)
