"""The commands ``account`` and ``token``: who may write over the web."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.layout import table
from projections.interfaces.cli.options import day, opened

if TYPE_CHECKING:
    from projections.interfaces.http.accounts.store import AccountStore

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
    help="arbiter, officer or auditor (docs/reference/http-api.md).",
)
_FROM_STDIN = click.option(
    "--password-stdin", is_flag=True, help="Read the password from standard input, one line."
)


def _account_command(function: Callable[..., None]) -> Callable[..., None]:
    """A command about accounts: it gets those of the ledger that is meant."""

    @ledger_command
    @wraps(function)
    def command(context: CommandContext, **arguments: Any) -> None:
        from projections.interfaces.http.accounts.store import AccountStore  # noqa: PLC0415 - loads argon2

        engine = opened(context).engine
        function(context, AccountStore(engine, context.clock), **arguments)

    return command


@click.group("account")
def account_group() -> None:
    """Accounts of the web pages and the API: opened, given a role or a password, closed."""


@account_group.command("add")
@click.argument("name")
@_ROLE
@_FROM_STDIN
@click.option("--no-password", is_flag=True, help="For a program: it has tokens alone.")
@_account_command
def add_command(  # noqa: PLR0913 - who, in which role, and how he proves it
    context: CommandContext,
    accounts: "AccountStore",
    *,
    name: str,
    role: str,
    password_stdin: bool,
    no_password: bool,
) -> None:
    """Open an account; its name stands in the log beside what it records."""
    if password_stdin and no_password:
        raise click.UsageError("say either --password-stdin or --no-password")
    password = None if no_password else _password(password_stdin)
    _show(context, accounts.add(name, role, password), "opened")


@account_group.command("list")
@_account_command
def list_command(context: CommandContext, accounts: "AccountStore") -> None:
    """The accounts, closed ones too."""
    rows = accounts.all()
    context.answer_list(rows, lambda console: console.print(table(rows, _COLUMNS, "Accounts")))


@account_group.command("role")
@click.argument("name")
@click.argument("role")
@_account_command
def role_command(
    context: CommandContext, accounts: "AccountStore", *, name: str, role: str
) -> None:
    """Give an account another role."""
    _show(context, accounts.give_role(name, role), f"{role} now")


@account_group.command("password")
@click.argument("name")
@_FROM_STDIN
@click.option("--revoke-tokens", is_flag=True, help="Delete the account's tokens, too.")
@_account_command
def password_command(
    context: CommandContext,
    accounts: "AccountStore",
    *,
    name: str,
    password_stdin: bool,
    revoke_tokens: bool,
) -> None:
    """Give an account another password; its sessions end."""
    row = accounts.give_password(name, _password(password_stdin), revoke_tokens=revoke_tokens)
    _show(context, row, "has a new password")


@account_group.command("close")
@click.argument("name")
@_account_command
def close_command(context: CommandContext, accounts: "AccountStore", *, name: str) -> None:
    """Close an account for good: its password, sessions and tokens are deleted."""
    _show(context, accounts.close(name), "closed")


@click.group("token")
def token_group() -> None:
    """Tokens, by which programs show the API whose they are."""


@token_group.command("add")
@click.argument("account")
@click.option("--until", default=None, metavar="DAY", help="The last day (default: none).")
@_account_command
def token_command(
    context: CommandContext, accounts: "AccountStore", *, account: str, until: str | None
) -> None:
    """Make a token of an account; it is shown once and cannot be read again."""
    from projections.interfaces.http.accounts.store import (  # noqa: PLC0415 - loads argon2
        digest_of,
        id_of_token,
    )

    last = day(until, "--until")
    token = accounts.add_token(account, last)
    document = {
        "account": account,
        "id": id_of_token(digest_of(token)),
        "token": token,
        "until": None if last is None else last.isoformat(),
    }
    context.answer(document, lambda console: console.print(token, markup=False, soft_wrap=True))


@token_group.command("list")
@click.argument("account", required=False)
@_account_command
def tokens_command(
    context: CommandContext, accounts: "AccountStore", *, account: str | None
) -> None:
    """The tokens of an account, or of all, by their ids."""
    rows = accounts.tokens(account)
    context.answer_list(rows, lambda console: console.print(table(rows, _TOKEN_COLUMNS, "Tokens")))


@token_group.command("revoke")
@click.argument("id_", metavar="ID")
@_account_command
def revoke_command(context: CommandContext, accounts: "AccountStore", *, id_: str) -> None:
    """Delete a token by its id: it is refused from the next request on."""
    row = accounts.revoke_token(id_)
    said = f"{row['account']}: token {row['id']} revoked."
    context.answer(row, lambda console: console.print(said, markup=False))


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    said: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return said


def _show(context: CommandContext, row: dict[str, Any], what: str) -> None:
    context.answer(row, lambda console: console.print(f"{escape(row['account'])}: {what}."))
