"""A server in a thread of this process, for pictures of its pages and for tests with a browser."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import attrs
import uvicorn

from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.interfaces.server.serve import configuration, listening_socket


class _Server(uvicorn.Server):
    """A server in a thread, which leaves the signals to the run."""

    def install_signal_handlers(self) -> None:
        return


@contextmanager
def served(settings: ServeSettings) -> Iterator[str]:
    """Run a server and yield its address."""
    listening = listening_socket(attrs.evolve(settings, port=0))
    server = _Server(configuration(partial(application, settings), settings))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    started = threading.Event()
    while not server.started and thread.is_alive():
        started.wait(0.02)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()
