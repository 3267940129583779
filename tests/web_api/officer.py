"""An officer at his pages: forms sent as a browser sends them, looked at and then done."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from projections.interfaces.http.accounts.access import COOKIE, FIELD
from projections.interfaces.http.accounts.sessions import SessionStore
from tests.web_api.conftest import PASSWORD, Served
from tests.web_api.log_ins import token_in


def come(served: Served, name: str) -> None:
    """Log in, in place of whoever was there, without the form, which other tests fill in."""
    served.client.cookies.clear()
    sessions = SessionStore(served.ledger.engine, served.accounts, served.watch)
    found = sessions.log_in(name, PASSWORD, "testclient")
    assert found is not None
    served.client.cookies.set(COOKIE, found.session, "testserver.local")


def employ(served: Served) -> None:
    """The arbiter Anton, the officer Olga, the auditor Ada and the admin Alma have accounts."""
    accounts = {"anton": "arbiter", "olga": "officer", "ada": "auditor", "alma": "admin"}
    for name, role in accounts.items():
        served.accounts.add(name, role, PASSWORD)


TICKED = {"checkbox", "radio"}


class _Fields(HTMLParser):
    """The fields of a page's forms with what a browser would send of each."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._select = self._area = ""
        self._is_chosen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        name, value = said.get("name", ""), said.get("value", "")
        if tag == "select":
            self._select, self._is_chosen = name, False
        elif tag == "option" and self._select:
            if "selected" in said or not (self._is_chosen or self._select in self.found):
                self.found[self._select] = value
                self._is_chosen = "selected" in said
        elif tag == "textarea":
            self._area, self.found[name] = name, ""
        elif tag == "input" and name and (said.get("type") not in TICKED or "checked" in said):
            self.found[name] = value

    def handle_data(self, data: str) -> None:
        if self._area:
            self.found[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.found[self._area] = self.found[self._area].removeprefix("\n")
            self._area = ""
        elif tag == "select":
            self._select = ""


def fields_in(page: str) -> dict[str, str]:
    """Return the fields of a form, as a browser would send them."""
    fields = _Fields()
    fields.feed(page[page.index("<main") :])
    return fields.found


def send(served: Served, path: str, page: Any = None, **typed: str | None) -> Any:
    """Type into the form of a page, or of that at a path, and press a button; None: not sent."""
    fields = {**fields_in((page or served.get(path)).text), **typed}
    known = {name: text for name, text in fields.items() if text is not None}
    return served.client.post(path.partition("?")[0], data=known)


def look(served: Served, path: str, **typed: str | None) -> Any:
    """See what would follow."""
    return send(served, path, action="show", **typed)


def do(served: Served, path: str, seen: Any, **typed: str | None) -> Any:
    """Do it, as it was shown."""
    return send(served, path, seen, action="do", **typed)


def faults_in(page: Any) -> list[tuple[str, str]]:
    """Return the faults, each with its field."""
    line = r"<span>(?:[^<]|</?code>)*</span>"
    faults = rf'<span class="fault" id="f-([^"]*)-fault"[^>]*>((?:{line})+)</span>'
    said = re.findall(faults, page.text)
    return [
        (name, unescape(re.sub("<[^>]+>", " ", re.sub("</?code>", "", text))))
        for name, text in said
    ]


def size(served: Served) -> int:
    """Return the number of events."""
    return len(list(served.ledger.log()))


__all__ = ["FIELD", "come", "do", "employ", "faults_in", "look", "send", "size", "token_in"]
