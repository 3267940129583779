"""A real browser before a real server: Debian's Chromium, one for the whole run."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import uvicorn

from projections.web.app import application
from projections.web.settings import ServeSettings


def chromium() -> str | None:
    """The system's Chromium; None where there is none, or playwright is not installed."""
    if find_spec("playwright") is None:
        return None
    return shutil.which("chromium") or shutil.which("chromium-browser")


class _Server(uvicorn.Server):
    """A server in a thread leaves the signals to the run."""

    def install_signal_handlers(self) -> None:
        return


@contextmanager
def served(settings: ServeSettings) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    config = uvicorn.Config(application(settings), port=0, log_config=None, access_log=False)
    server = _Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    started = threading.Event()
    while not server.started and thread.is_alive():
        started.wait(0.02)
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)
