"""The commands ``account`` and ``token``: accounts of the web, and their tokens."""

import sys
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.operation_commands import OperationCommand, Texts, request_of
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.interfaces.cli.tables import show_list
from projections.operations.catalogue import Operation
from projections.operations.operation import Doc, Field
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


def _with_password(ledger: Ledger, declared: Operation, texts: Texts) -> Any:
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


def _command(name: str, answer: str, **rest: Any) -> click.Command:
    """The command of an operation about an account; ``answer`` is its answer in words."""

    def show(console: "Console", row: Any) -> None:
        console.print(escape(answer.format(**row)))

    return OperationCommand(name, show, previewed=_previewed, **rest).command()


def _previewed(console: "Console", row: Any) -> None:
    console.print(escape(f"{row['account']}: nothing was written (dry run)."))


def _token(console: "Console", row: Any) -> None:
    console.print(row["token"], markup=False, soft_wrap=True)


@asks("accounts")
def _accounts(context: CommandContext, request: ReadRequest) -> None:
    """List the accounts."""
    rows = request.answer()
    show_list(context, ACCOUNTS, rows, "Accounts")


@asks("tokens_of", optional={"account"})
def _tokens(context: CommandContext, request: ReadRequest) -> None:
    """List the tokens."""
    rows = request.answer()
    show_list(context, TOKENS, rows, "Tokens")


@click.group("account")
def account_group() -> None:
    """Manage accounts of the pages and the API: open, change, close."""


@click.group("token")
def token_group() -> None:
    """Manage tokens, with which programs use the HTTP API."""


for _each in (
    _command("add_account", "{account}: opened.", made_from=_with_password, also=(_NO_PASSWORD,)),
    _accounts,
    _command("change_role", "{account}: {role} now."),
    _command("reset_password", "{account}: has a new password.", made_from=_with_password),
    _command("close_account", "{account}: closed."),
):
    account_group.add_command(_each)
for _each in (
    OperationCommand("add_token", _token, previewed=_previewed).command(),
    _tokens,
    _command("revoke_token", "{account}: token {id} revoked."),
):
    token_group.add_command(_each)
