"""The commands under ``submissions``: files that wait for an officer, and decisions about them."""

import json
from typing import Any

import click
from rich.console import Console

from projections.interfaces.cli.enter_command import print_what_was_done
from projections.interfaces.cli.operation_commands import OperationCommand, request_with_file


def _submitted(console: Console, document: Any) -> None:
    state = {"ready": "it can be accepted", "questions": f"{document['questions']} questions open"}
    understood = state.get(document["state"], "it cannot be read")
    submission = document["submission"] or "it would be"
    console.print(f"{document['file']}: {submission} pending, {understood}.", markup=False)


def _foreseen(console: Console, document: Any) -> None:
    events = document["effect"]["events"]
    console.print(f"{events} event{'' if events == 1 else 's'} would be appended.")


def _asked_for(console: Console, document: Any) -> None:
    given = {name: value for name, value in document["fields"].items() if value}
    about = json.dumps(given, ensure_ascii=False)[1:-1]
    state = "" if document["as_asked"] else " The effect is no longer the one asked for."
    console.print(
        f"{document['file']} ({about}), asked for by {document['account']}.{state}", markup=False
    )
    console.print(f"--shown {document['shown']}", markup=False, soft_wrap=True)


def _commented(console: Console, document: Any) -> None:
    for each in document["comments"]:
        console.print(f"{each['at']} {each['by']}: {each['text']}", markup=False)


submissions_group = click.Group(
    "submissions",
    [
        OperationCommand("submit", _submitted, made_from=request_with_file).command(),
        OperationCommand("accept", print_what_was_done, previewed=_foreseen).command(),
        OperationCommand(
            "approve", "{file}, asked for by {account}: done.", previewed=_asked_for
        ).command(),
        OperationCommand("send_back", "{file} is sent back to {account}.").command(),
        OperationCommand("comment", _commented).command(),
        OperationCommand("discard", "{file} is no longer pending.").command(),
    ],
)
