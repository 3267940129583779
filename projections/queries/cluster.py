"""The workers of a Dask cluster (extra ``sweep``), found by the address of its scheduler."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from ledger.events.problems import refusal
from ledger.log.workers import Workers, processes
from projections.queries.extras import install_commands


def workers_of(number: int, scheduler: str | None) -> Workers | None:
    """Return the workers of a cluster if a scheduler is named, else processes of this machine.

    Raises :class:`~ledger.events.problems.Refused` as :func:`client_of` does, before any work.
    """
    if scheduler is None:
        return processes(number)
    with client_of(scheduler):
        return partial(_of_cluster, scheduler)


@contextmanager
def _of_cluster(scheduler: str) -> Iterator[Executor]:
    with client_of(scheduler) as client:
        yield client.get_executor(pure=False)


@contextmanager
def client_of(scheduler: str) -> Iterator[Any]:
    """A client of the cluster.  What a worker was doing when it died is done by the others.

    Raises :class:`~ledger.events.problems.Refused` if the library is missing or nobody answers.
    """
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        message = f"a cluster needs Dask: {install_commands('sweep')}"
        raise refusal("missing-extra", message) from None
    try:
        client = distributed.Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"no Dask scheduler answers at {scheduler}: {error}"
        raise refusal("no-scheduler", message) from None
    with client:
        yield client
