"""Several worker processes behind one socket; they share nothing but the database.

The process that starts them answers nobody: it follows the log for all of them, and starts a
worker anew that has died.
"""

import os
import socket
import tempfile
from collections.abc import Callable
from functools import partial

import attrs
from starlette.applications import Starlette
from uvicorn.supervisors.multiprocess import Multiprocess

from projections.api import Ledger
from projections.interfaces.http.api.service import FOLDER_OF_FIGURES
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.interfaces.server.background import kept_current
from projections.interfaces.server.configuration import configuration

Prepare = Callable[[], None]


def serve_by_workers(settings: ServeSettings, listening: socket.socket, prepare: Prepare) -> None:
    """Serve until told to end; ``prepare`` is called first in every worker."""
    of_workers = attrs.evolve(settings, follow=False)
    config = configuration(partial(_worker, of_workers, prepare), settings)
    with tempfile.TemporaryDirectory(prefix="rating-ledger-figures-") as folder:
        os.environ[FOLDER_OF_FIGURES] = folder  # where workers add up what they count
        with (
            Ledger.open(settings.database, clock=settings.clock) as ledger,
            kept_current(ledger, settings.clock),
        ):
            Multiprocess(config, [listening]).run()


def _worker(settings: ServeSettings, prepare: Prepare) -> Starlette:
    prepare()
    return application(settings)
