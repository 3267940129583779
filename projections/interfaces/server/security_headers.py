"""What a browser is told about every answer: run nothing, fetch nothing, be framed by nobody."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}
A_YEAR = 365 * 86_400


class SecurityHeaders:
    """An application whose every answer carries the headers; ``secure``: it is behind https."""

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self._app = app
        self._headers = dict(HEADERS)
        if secure:
            self._headers["Strict-Transport-Security"] = f"max-age={A_YEAR}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending)
