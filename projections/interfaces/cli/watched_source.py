"""The sources of ``live watch``: a file that a pairing program rewrites, or an address.

Only this command of an administrator reaches an address; no request of a visitor does.
"""

from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from urllib import request
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import OpenerDirector, Request

import attrs

from ledger import __version__
from ledger.importing.formats.text import LARGEST_FILE
from projections.queries.arguments import Upload

PATIENCE, LONGEST_WAIT = 30.0, 3_600
_NOT_MODIFIED = 304
_VALIDATORS = {"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}


class NotReadable(Exception):
    """The source cannot be read now; ``wait``: the seconds that it asks to be left alone.

    ``is_begun``: a part of it was there.
    """

    def __init__(self, why: str, wait: float = 0.0, *, is_begun: bool = False) -> None:
        super().__init__(why)
        self.wait, self.is_begun = wait, is_begun


@attrs.define
class WatchedFile:
    """A file that another program rewrites."""

    path: Path
    _seen: tuple[int, int] | None = None

    def changed(self) -> Upload | None:
        """Return the file; None if it is the same as before.

        Raises :class:`NotReadable` if it is missing, or written at this moment.
        """
        try:
            before = self._state()
            if before == self._seen:
                return None
            with self.path.open("rb") as stream:
                content = stream.read(LARGEST_FILE + 1)
            after = self._state()
        except OSError as error:
            raise NotReadable(f"{self.path}: {error.strerror}") from None
        if after != before:
            raise NotReadable(f"{self.path} is being written", is_begun=True)
        self._seen = before
        return Upload(self.path.name, content)

    def _state(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_mtime_ns, found.st_size


def _opener() -> OpenerDirector:
    """An opener of web addresses alone, whatever an answer redirects to."""
    opener = OpenerDirector()
    for name in ("Proxy", "HTTP", "HTTPS", "HTTPRedirect", "HTTPDefaultError"):
        opener.add_handler(getattr(request, f"{name}Handler")())
    opener.add_handler(request.HTTPErrorProcessor())
    return opener


@attrs.define
class WatchedAddress:
    """A web address, asked whether it has changed since."""

    url: str
    _validators: Mapping[str, str] = attrs.field(factory=dict)
    _content: bytes | None = None

    def changed(self) -> Upload | None:
        """Return what is there; None if it is the same as before.

        Raises :class:`NotReadable` if it cannot be reached.
        """
        headers = {"User-Agent": f"rating-ledger/{__version__}", **self._validators}
        try:
            with _opener().open(Request(self.url, headers=headers), timeout=PATIENCE) as answer:  # noqa: S310 - http and https only
                content, about = answer.read(LARGEST_FILE + 1), answer.headers
        except HTTPError as error:
            with error:
                if error.code == _NOT_MODIFIED:
                    return None
                why, wait = f"{self.url} answers {error.code}", error.headers["Retry-After"] or ""
                seconds = min(int(wait[:9]), LONGEST_WAIT) if wait.isdecimal() else 0
                raise NotReadable(why, seconds) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise NotReadable(f"{self.url} is not reached: {reason}") from None
        stated = about.get("Content-Length", "")[:9]
        if stated.isdecimal() and len(content) < min(int(stated), LARGEST_FILE):
            raise NotReadable(f"{self.url} ended early", is_begun=True)
        self._validators = {
            asked: about[name] for name, asked in _VALIDATORS.items() if name in about
        }
        if content == self._content:
            return None
        self._content, name = content, unquote(urlsplit(self.url).path).rpartition("/")[2]
        return Upload(name[:100] or "tournament", content)


Source = WatchedFile | WatchedAddress


def watched(source: str) -> Source:
    """Return the source of a path or of an address.

    Raises ValueError for an address that is not one of the web.
    """
    scheme, separator, _ = source.partition("://")
    if not separator:
        return WatchedFile(Path(source))
    if scheme.casefold() not in {"http", "https"} or not urlsplit(source).hostname:
        raise ValueError(f"{source} is neither a file nor an address of http or https")
    return WatchedAddress(source)
