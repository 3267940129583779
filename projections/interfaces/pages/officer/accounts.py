"""Who has an account, for officers and auditors to see."""

from starlette.responses import Response

from projections.interfaces.http.accounts.access import accounts_of
from projections.interfaces.pages.officer.account_request import AccountRequest


def accounts(asked: AccountRequest) -> Response:
    """Every account by name, closed ones too."""
    return asked.page("accounts.html", rows=accounts_of(asked.request).all())
