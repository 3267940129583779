"""The commands ``account`` and ``token``: accounts of the web, and their tokens."""

import sys
from typing import TYPE_CHECKING, Any

import click

from projections.api import Ledger
from projections.interfaces.cli.operation_commands import OperationCommand, Texts, request_of
from projections.interfaces.cli.question_commands import lists
from projections.operations.catalogue import Operation
from projections.operations.operation import AnyRequest, Doc, Field
from projections.queries.columns import ACCOUNTS, TOKENS

if TYPE_CHECKING:
    from rich.console import Console

_NO_PASSWORD = Field(
    "no_password",
    bool,
    Doc("For a program, which uses tokens only."),
    required=False,
    default=None,
)


def _with_password(ledger: Ledger, declared: Operation, texts: Texts) -> AnyRequest:
    """The request with the password that is typed, or read from standard input."""
    if not texts.get("no_password"):
        return request_of(ledger, declared, {**texts, "password": _password(texts["password"])})
    if texts["password"]:
        raise click.UsageError("give either --password-stdin or --no-password")
    return request_of(ledger, declared, {**texts, "password": None})


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    password: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return password


_PREVIEWED = "{account}: nothing was written (dry run)."


def _token(console: "Console", row: Any) -> None:
    console.print(row["token"], markup=False, soft_wrap=True)


def _limited(console: "Console", row: Any) -> None:
    lists = "every list" if row["lists"] is None else ", ".join(row["lists"])
    console.print(f"{row['account']}: writes in {lists} now.", markup=False)


account_group = click.Group(
    "account",
    [
        OperationCommand(
            "add_account",
            "{account}: opened.",
            previewed=_PREVIEWED,
            made_from=_with_password,
            also=(_NO_PASSWORD,),
        ).command(),
        OperationCommand(
            "limit_account", _limited, previewed=_PREVIEWED, arguments={"lists": "[LIST …]"}
        ).command(),
        lists("accounts", ACCOUNTS, "Accounts"),
        OperationCommand("change_role", "{account}: {role} now.", previewed=_PREVIEWED).command(),
        OperationCommand(
            "reset_password",
            "{account}: has a new password.",
            previewed=_PREVIEWED,
            made_from=_with_password,
        ).command(),
        OperationCommand("close_account", "{account}: closed.", previewed=_PREVIEWED).command(),
    ],
)
token_group = click.Group(
    "token",
    [
        OperationCommand("add_token", _token, previewed=_PREVIEWED).command(),
        lists("tokens_of", TOKENS, "Tokens", optional={"account"}),
        OperationCommand(
            "revoke_token", "{account}: token {id} revoked.", previewed=_PREVIEWED
        ).command(),
    ],
)
