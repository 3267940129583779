"""A browser that logs in and sends forms, as far as attacks need one."""

import re
from collections.abc import Mapping
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import attrs

from projections.interfaces.http.accounts.access import FIELD
from scripts.lab.attacking.target import Target

SECONDS_TO_ANSWER = 120
_BOUNDARY = "----attack"
_TOKEN = re.compile(rf'name="{FIELD}" value="([0-9a-f]+)"')


@attrs.frozen
class Page:
    """An answer: its status, its redirect, and its text."""

    status: int
    location: str
    text: str


@attrs.frozen
class Browser:
    """A browser with cookies of its own; one connection for each request."""

    target: Target
    cookies: dict[str, str] = attrs.field(factory=dict)

    def get(self, path: str) -> Page:
        """Open a page."""
        return self._ask("GET", path)

    def send(
        self,
        path: str,
        fields: Mapping[str, str],
        file: tuple[str, bytes] | None = None,
        at: str | None = None,
    ) -> Page:
        """Send the form of the page ``at``, or of the one at the same path."""
        found = _TOKEN.search(self.get(at or path).text)
        given = {FIELD: found[1] if found else "", **fields}
        if file is None:
            kind = "application/x-www-form-urlencoded"
            return self._ask("POST", path, urlencode(given).encode(), kind)
        kind = f"multipart/form-data; boundary={_BOUNDARY}"
        return self._ask("POST", path, form_of(given, *file), kind)

    def log_in(self, name: str, password: str) -> Page:
        """Log in with the form."""
        return self.send("/login", {"name": name, "password": password})

    def _ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Page:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, **({"Content-Type": kind} if kind else {})}
        connection = HTTPConnection(self.target.host, self.target.port, timeout=SECONDS_TO_ANSWER)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for said in response.headers.get_all("set-cookie") or ():
            self.cookies.update({name: it.value for name, it in SimpleCookie(said).items()})
        return Page(response.status, response.headers.get("location") or "", text)


def form_of(fields: Mapping[str, str], name: str, content: bytes) -> bytes:
    """Return a form with a file in the field ``file``, as a browser sends it."""
    parts = [
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{text}\r\n'
        for field, text in fields.items()
    ]
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    parts.append(f"{head}Content-Type: application/octet-stream\r\n\r\n")
    return "".join(parts).encode() + content + f"\r\n--{_BOUNDARY}--\r\n".encode()
