"""The application asked from within the program: no port, no network."""

import asyncio
from typing import Any
from urllib.parse import unquote

import attrs
from starlette.types import ASGIApp, Message


@attrs.frozen
class Answered:
    """What the application answered."""

    status: int
    media_type: str
    body: bytes


async def ask(app: ASGIApp, address: str, language: str) -> Answered:
    """The answer to a GET of an address, for a reader of a language."""
    path, _, query = address.partition("?")
    messages: list[Message] = []

    requests: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if not requests:
            await asyncio.Event().wait()  # nobody goes away before the answer is complete
        return requests.pop()

    async def send(message: Message) -> None:
        messages.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
        "client": ("127.0.0.1", 0),
        "server": ("localhost", 80),
        "state": {},
    }
    await app(scope, receive, send)
    headers = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
    body = b"".join(each.get("body", b"") for each in messages[1:])
    return Answered(messages[0]["status"], headers.get("content-type", ""), body)
