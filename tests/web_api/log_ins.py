"""Logging in with a form, as a browser does."""

import re
from typing import Any

from projections.interfaces.http.accounts.access import FIELD
from tests.web_api.conftest import PASSWORD, Served


def token_in(page: Any) -> str:
    return re.search(rf'name="{FIELD}" value="([0-9a-f]+)"', page.text)[1]  # type: ignore[index]


def log_in(
    served: Served, password: str = PASSWORD, name: str = "bela", following: str = "/", **rest: str
) -> Any:
    given = {
        FIELD: token_in(served.get("/login")),
        "name": name,
        "password": password,
        "next": following,
    }
    return served.client.post("/login", data={**given, **rest})
