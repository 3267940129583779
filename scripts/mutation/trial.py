"""One mutant tried: its module broken in the copy, the tests run in a process of their own.

The process is forked from one that has the libraries loaded, so that a trial costs the project's
own modules and the tests, not the start of Python.
"""

import contextlib
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import hypothesis  # noqa: F401  loaded once, for every trial
import numpy as np  # noqa: F401
import pytest
import sqlalchemy  # noqa: F401
import structlog  # noqa: F401
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

from scripts.mutation.mutants import change, mutated

OPTIONS = (
    *("-x", "-q", "--no-header", "--tb=line", "-p", "no:xdist", "-p", "no:benchmark"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # the libraries are loaded on purpose
)
MEMORY = 6 * 2**30
POLL_SECONDS = 0.01


def run_tests(root: Path, tests: Sequence[str], seconds: float) -> tuple[int | None, str]:
    """The exit status of pytest, None where the time ran out, and what it printed."""
    output = root / "trial.txt"
    child = os.fork()
    if child == 0:
        _in_the_child(root, tests, output)
    status = _waited_for(child, seconds)
    return status, output.read_text("utf-8") if output.exists() else ""


def tried(spec: MutationSpec, root: Path, tests: Sequence[str], seconds: float) -> WorkResult:
    """Break the module, run the tests, mend it; the diff names the change."""
    file = root / spec.module_path
    source = file.read_text("utf-8")
    broken = mutated(spec, root)
    try:
        compile(broken, str(file), "exec")
    except SyntaxError as error:
        return WorkResult(WorkerOutcome.SKIPPED, str(error), TestOutcome.INCOMPETENT)
    try:
        file.write_text(broken, "utf-8")
        status, output = run_tests(root, tests, seconds)
    finally:
        file.write_text(source, "utf-8")
    outcome = TestOutcome.SURVIVED if status == pytest.ExitCode.OK else TestOutcome.KILLED
    if status is None:
        output = "timeout"
    return WorkResult(WorkerOutcome.NORMAL, output[-2000:], outcome, change(source, broken))


def _in_the_child(root: Path, tests: Sequence[str], output: Path) -> None:
    """Run pytest on the copy and end; nothing of this process outlives it."""
    os.setpgid(0, 0)
    with output.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(root)
    sys.path[0] = str(root)
    for name in [name for name in sys.modules if name.partition(".")[0] in OWN_PACKAGES]:
        del sys.modules[name]
    status = 1
    try:
        status = int(pytest.main([*OPTIONS, *tests]))
    except BaseException:  # even a mutant that exits must not run on in the parent's code
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


OWN_PACKAGES = {"ledger", "projections", "migrations", "tests", "scripts"}


def _waited_for(child: int, seconds: float) -> int | None:
    """The child's exit status; it and what it started are ended when the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(POLL_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None
