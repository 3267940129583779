"""A request whose answer a test takes message by message, as a server sends it."""

from typing import Any

import anyio

from tests.web_api.conftest import Served


async def ask(served: Served, path: str, send: Any) -> None:
    """Pass every message of an answer to ``send``."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
    }

    async def receive() -> dict[str, Any]:
        await anyio.sleep(60)
        return {"type": "http.disconnect"}

    await served.client.app(scope, receive, send)
