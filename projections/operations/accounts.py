"""Accounts and tokens: opened, changed, closed; they lie beside the log and append no event.

Only administrators ask for them over the web.  A password is never shown, a token's secret once.
"""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

import attrs

from ledger.events.messages import Message, RequestField, marked
from ledger.events.problems import refusal
from projections.accounts.store import AccountStore, digest_of, id_of_token
from projections.engine.read_model.generations import must_have_pool
from projections.operations.operation import Doc, OperationContext, Request
from projections.queries.answer_types import AccountRow, NewToken, TokenRow
from projections.queries.arguments import day_of, ids_of

AccountName = Annotated[str, Doc("The account.", label=marked("Account"), argument=True)]
_ROLE = Doc(
    "The role: arbiter, officer, auditor or admin.",
    label=marked("Role"),
    metavar="ROLE",
    choices={
        "arbiter": marked("arbiter: submits tournaments"),
        "officer": marked("officer: decides, corrects and publishes"),
        "auditor": marked("auditor: reads everything"),
        "admin": marked("admin: an officer who manages accounts"),
    },
)


_LISTS = Doc(
    "A rating list it may write in; give it again for several (default: every list).",
    label=marked("Rating lists"),
    hint=marked("None ticked: every list, also those to come."),
    option="--list",
    wire="lists",
    metavar="LIST",
    recorded=("pool",),
)


def _store(context: OperationContext) -> AccountStore:
    maker = "" if context.account is None else context.account.name
    return AccountStore(context.engine, context.clock, maker)


@attrs.frozen
class AddAccount(Request[AccountRow]):
    """Open an account; the log names it with every event it records."""

    name: Annotated[
        str,
        Doc(
            "The name of the account.",
            label=marked("Name"),
            argument=True,
            hint=marked("It is recorded in the log with the account's name."),
        ),
    ] = attrs.field()
    role: Annotated[str, _ROLE] = attrs.field(kw_only=True)
    password: Annotated[
        str | None,
        Doc(
            "The password, 12 characters or more (default: none; the account has tokens alone).",
            label=marked("Password"),
            hint=marked("12 characters or more; empty: for a program, which has tokens alone."),
            option="--password-stdin",
            wire="password",
            secret=True,
        ),
    ] = attrs.field(default=None, kw_only=True, repr=False)
    lists: Annotated[Sequence[str], _LISTS] = attrs.field(
        default=(), converter=ids_of, kw_only=True
    )


def add_account(request: AddAccount, context: OperationContext) -> AccountRow:
    """Open an account, or check that it could be."""
    _must_have_lists(context, request.lists)
    return _store(context).add(
        request.name, request.role, request.password, request.lists, dry_run=request.dry_run
    )


def _must_have_lists(context: OperationContext, lists: Sequence[str]) -> None:
    with context.engine.connect() as connection:
        for each in lists:
            must_have_pool(connection, each)


@attrs.frozen
class LimitAccount(Request[AccountRow]):
    """Limit an account to some rating lists, from the next request on, or let it have every one.

    It reads what it read before, and writes in no other list. What touches several lists needs
    the right for each.
    """

    account: AccountName = attrs.field()
    lists: Annotated[Sequence[str], attrs.evolve(_LISTS, argument=True, option="")] = attrs.field(
        default=(), converter=ids_of
    )
    every: Annotated[bool, Doc("Every list, also those to come.", label=marked("Every list"))] = (
        attrs.field(default=False, kw_only=True)
    )


def limit_account(request: LimitAccount, context: OperationContext) -> AccountRow:
    """Limit an account, or check that it could be."""
    if bool(request.lists) == request.every:
        message = Message("give either rating lists or %(every)s", every=RequestField("every"))
        raise refusal("contradiction", message, "lists")
    _must_have_lists(context, request.lists)
    return _store(context).limit(request.account, request.lists, dry_run=request.dry_run)


@attrs.frozen
class ChangeRole(Request[AccountRow]):
    """Set another role for an account, from the next request on."""

    account: AccountName = attrs.field()
    role: Annotated[str, attrs.evolve(_ROLE, argument=True)] = attrs.field()


def change_role(request: ChangeRole, context: OperationContext) -> AccountRow:
    """Give an account another role, or check that it could be given."""
    return _store(context).give_role(request.account, request.role, dry_run=request.dry_run)


@attrs.frozen
class ResetPassword(Request[AccountRow]):
    """Set a new password for an account; its sessions end."""

    account: AccountName = attrs.field()
    password: Annotated[
        str,
        Doc(
            "The new password, 12 characters or more.",
            label=marked("New password"),
            hint=marked("12 characters or more."),
            option="--password-stdin",
            wire="password",
            secret=True,
        ),
    ] = attrs.field(kw_only=True, repr=False)
    revoke_tokens: Annotated[
        bool, Doc("Delete the account's tokens, too.", label=marked("Delete its tokens, too"))
    ] = attrs.field(default=False, kw_only=True)


def reset_password(request: ResetPassword, context: OperationContext) -> AccountRow:
    """Give an account another password, or check that it could be given."""
    return _store(context).give_password(
        request.account,
        request.password,
        revoke_tokens=request.revoke_tokens,
        dry_run=request.dry_run,
    )


@attrs.frozen
class CloseAccount(Request[AccountRow]):
    """Close an account for good and delete its password, sessions and tokens."""

    account: AccountName = attrs.field()


def close_account(request: CloseAccount, context: OperationContext) -> AccountRow:
    """Close an account, or check that it could be closed."""
    return _store(context).close(request.account, dry_run=request.dry_run)


@attrs.frozen
class AddToken(Request[NewToken]):
    """Create a token for an account; it is shown only once."""

    account: AccountName = attrs.field()
    until: Annotated[
        date | None,
        Doc(
            "The last day (default: none).",
            label=marked("Until"),
            hint=marked("Empty: without an end."),
        ),
    ] = attrs.field(default=None, converter=day_of, kw_only=True)


def add_token(request: AddToken, context: OperationContext) -> NewToken:
    """Make a token; a dry run shows none."""
    token = _store(context).add_token(request.account, request.until, dry_run=request.dry_run)
    return {
        "account": request.account,
        "id": None if request.dry_run else id_of_token(digest_of(token)),
        "token": None if request.dry_run else token,
        "until": None if request.until is None else request.until.isoformat(),
    }


@attrs.frozen
class RevokeToken(Request[TokenRow]):
    """Delete a token by its id: it is refused from the next request on."""

    token: Annotated[
        str, Doc("The id of the token.", label=marked("Token"), argument=True, metavar="ID")
    ] = attrs.field()


def revoke_token(request: RevokeToken, context: OperationContext) -> TokenRow:
    """Delete a token, or check that it could be deleted."""
    return _store(context).revoke_token(request.token, dry_run=request.dry_run)
