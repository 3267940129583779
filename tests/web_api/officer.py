"""An officer at his pages: forms sent as a browser sends them, looked at and then done."""

import re
from html import unescape
from typing import Any

from projections.web.accounts.forms import FIELD
from tests.web_api.conftest import PASSWORD, Served
from tests.web_api.test_sessions import log_in, token_in


def come(served: Served, name: str) -> None:
    """Log in, in place of whoever was there."""
    served.client.cookies.clear()
    assert log_in(served, name=name).status_code == 303


def employ(served: Served) -> None:
    """The arbiter Anton, the officer Olga and the auditor Ada have accounts."""
    for name, role in (("anton", "arbiter"), ("olga", "officer"), ("ada", "auditor")):
        served.accounts.add(name, role, PASSWORD)


def fields_in(page: str) -> dict[str, str]:
    """What stands in the fields of a form, as a browser would send it."""
    form = page[page.index("<main") :]
    found = {}
    for tag in re.findall(r"<input [^>]*>", form):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        is_off = said.get("type") == "checkbox" and " checked" not in tag
        if "name" in said and not is_off:
            found[said["name"]] = unescape(said.get("value", ""))
    for name, options in re.findall(
        r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.findall(r'<option value="([^"]*)" selected>', options)
        found[unescape(name)] = unescape(chosen[0]) if chosen else ""
    areas = r'<textarea [^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>'
    for name, text in re.findall(areas, form, re.DOTALL):
        found[unescape(name)] = unescape(text)
    return found


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
    """What is wrong, each with the field that it stands beside."""
    faults = r'<span class="fault" id="f-([^"]*)-fault"[^>]*>((?:<span>[^<]*</span>)+)</span>'
    said = re.findall(faults, page.text)
    return [(name, unescape(re.sub("<[^>]+>", " ", text))) for name, text in said]


def size(served: Served) -> int:
    """How many events there are."""
    return len(list(served.ledger.log()))


__all__ = ["FIELD", "come", "do", "employ", "faults_in", "look", "send", "size", "token_in"]
