"""The commands ``account`` and ``token``: accounts of the web, and their tokens."""

import sys
from collections.abc import Mapping
from typing import Any

import click
from rich.markup import escape

from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.layout import table
from projections.interfaces.cli.operation_commands import done
from projections.interfaces.cli.options import day, opened
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.operations.catalogue import operation

_DRY = "nothing was written (dry run)."

_COLUMNS = {
    "account": "Account",
    "role": "Role",
    "password": "Password",
    "created_at": "Opened",
    "closed_at": "Closed",
}
_TOKEN_COLUMNS = {"id": "Id", "account": "Account", "created_at": "Made", "until": "Until"}
_ROLE = click.option(
    "--role",
    required=True,
    metavar="ROLE",
    help="arbiter, officer, auditor or admin (docs/reference/http-api.md).",
)
_FROM_STDIN = click.option(
    "--password-stdin", is_flag=True, help="Read the password from standard input, one line."
)


_DRY_RUN = click.option("--dry-run", is_flag=True, help="Preview; write nothing.")


@click.group("account")
def account_group() -> None:
    """Manage accounts of the pages and the API: open, change, close."""


@account_group.command("add")
@click.argument("name")
@_ROLE
@_FROM_STDIN
@click.option("--no-password", is_flag=True, help="For a program, which uses tokens only.")
@_DRY_RUN
@ledger_command
def add_command(
    context: CommandContext, *, password_stdin: bool, no_password: bool, **given: Any
) -> None:
    """Open an account; the log names it with every event it records."""
    if password_stdin and no_password:
        raise click.UsageError("say either --password-stdin or --no-password")
    given["password"] = None if no_password else _password(password_stdin)
    _changed(context, "add_account", "opened", given)


@asks("accounts")
def list_command(context: CommandContext, request: ReadRequest) -> None:
    """List the accounts."""
    rows = request.answer()
    context.answer_list(rows, lambda console: console.print(table(rows, _COLUMNS, "Accounts")))


account_group.add_command(list_command)


@account_group.command("role")
@click.argument("account", metavar="NAME")
@click.argument("role")
@_DRY_RUN
@ledger_command
def role_command(context: CommandContext, **given: Any) -> None:
    """Set another role for an account, from the next request on."""
    _changed(context, "change_role", f"{given['role']} now", given)


@account_group.command("password")
@click.argument("account", metavar="NAME")
@_FROM_STDIN
@click.option("--revoke-tokens", is_flag=True, help="Delete the account's tokens, too.")
@_DRY_RUN
@ledger_command
def password_command(context: CommandContext, *, password_stdin: bool, **given: Any) -> None:
    """Set a new password for an account; its sessions end."""
    given["password"] = _password(password_stdin)
    _changed(context, "reset_password", "has a new password", given)


@account_group.command("close")
@click.argument("account", metavar="NAME")
@_DRY_RUN
@ledger_command
def close_command(context: CommandContext, **given: Any) -> None:
    """Close an account for good and delete its password, sessions and tokens."""
    _changed(context, "close_account", "closed", given)


@click.group("token")
def token_group() -> None:
    """Manage tokens, with which programs use the HTTP API."""


@token_group.command("add")
@click.argument("account")
@click.option("--until", default=None, metavar="DAY", help="The last day (default: none).")
@_DRY_RUN
@ledger_command
def token_command(context: CommandContext, *, until: str | None, **given: Any) -> None:
    """Create a token for an account; it is shown only once."""
    given["until"] = day(until, "--until")
    document = _done(context, "add_token", given)
    said = document["token"] or f"{document['account']}: {_DRY}"
    context.answer(document, lambda console: console.print(said, markup=False, soft_wrap=True))


@asks("tokens_of", optional={"account"})
def tokens_command(context: CommandContext, request: ReadRequest) -> None:
    """List the tokens."""
    rows = request.answer()
    context.answer_list(rows, lambda console: console.print(table(rows, _TOKEN_COLUMNS, "Tokens")))


token_group.add_command(tokens_command)


@token_group.command("revoke")
@click.argument("token", metavar="ID")
@_DRY_RUN
@ledger_command
def revoke_command(context: CommandContext, **given: Any) -> None:
    """Delete a token by its id: it is refused from the next request on."""
    row = _done(context, "revoke_token", given)
    _say(context, row, f"token {row['id']} revoked", dry_run=given["dry_run"])


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    said: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return said


def _done(context: CommandContext, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of an operation about accounts."""
    request = operation(name).request_class(**given)
    answer: dict[str, Any] = done(opened(context), request)
    return answer


def _changed(context: CommandContext, name: str, what: str, given: Mapping[str, Any]) -> None:
    """Carry an operation out and say what the account is now."""
    _say(context, _done(context, name, given), what, dry_run=given["dry_run"])


def _say(context: CommandContext, row: dict[str, Any], what: str, *, dry_run: bool) -> None:
    said = f"{row['account']}: {_DRY if dry_run else f'{what}.'}"
    context.answer(row, lambda console: console.print(escape(said)))
