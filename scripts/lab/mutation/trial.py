"""The trial of one mutant: a part of the code broken in the copy, and the tests run on it.

The tests are collected once.  A mutant is tried in a forked process: it gets the broken
function in place of the sound one and runs the tests that call it.  Tests that have detected the
most for their time run first.  Values computed at import are tried the long way, in a
process that imports everything again.
"""

import contextlib
import cProfile
import json
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import accumulate, zip_longest
from math import inf
from pathlib import Path
from types import CodeType
from typing import NoReturn

import attrs
import numpy as np  # noqa: F401  libraries loaded once, for every trial
import pytest
import sqlalchemy  # noqa: F401
import structlog  # noqa: F401
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult
from hypothesis import HealthCheck, Phase, settings

from scripts.lab.mutation.exchange import changed_functions, exchange
from scripts.lab.mutation.mutants import change, mutated

settings.register_profile(  # only whether a test fails, not its smallest example
    "mutation",
    deadline=None,
    database=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
OPTIONS = (
    *("-x", "-q", "--no-header", "--tb=line", "-n0", "-p", "no:benchmark"),
    *("--hypothesis-profile=mutation", "--capture=no"),  # a trial's output goes to a file
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # the libraries are loaded on purpose
    *("-o", "tmp_path_retention_policy=all"),  # trials share a folder, which none removes
)
OWN_PACKAGES = {"ledger", "projections", "migrations", "scripts", "tests"}
UNTRIED = 0.1  # tests that have not failed yet and may still fail
OVERHEAD_SECONDS = 0.01
LIKELY = 10  # tests whose files are run before all others are imported
MEMORY = 6 * 2**30
POLL_SECONDS = 0.005
SLACK_SECONDS = 30.0
BASELINE_SECONDS = 3600.0


class Unsound(Exception):
    """The tests fail before anything is broken."""


@attrs.frozen
class Baseline:
    """The tests on sound code: seconds of each, and those that call a function of a file."""

    seconds: dict[str, float]
    callers: dict[str, list[str]]

    def tests_of(self, file: Path, functions: Sequence[str]) -> set[str]:
        """The ids of the tests that call one of the functions, or one made inside of it."""
        wanted = {f"{file}:{name}" for name in functions}
        return {
            test
            for name, tests in self.callers.items()
            if name.partition(".<locals>")[0] in wanted
            for test in tests
        }

    def tests_of_module(self, file: Path) -> set[str]:
        """The ids of the tests that call any function of the module."""
        own = [name for name in self.callers if name.startswith(f"{file}:")]
        return {test for name in own for test in self.callers[name]}


class Trials:
    """A collected pytest session from which mutants are tried, given to ``work`` when ready."""

    def __init__(
        self,
        root: Path,
        modules: Sequence[Path],
        work: Callable[["Trials"], None],
        enough: float = inf,
    ) -> None:
        """``enough``: the seconds of tests for one mutant, those most likely to fail first."""
        self.root = root
        self.failed = root / "failed.txt"  # the test that detected the mutant
        self.names = [".".join(module.with_suffix("").parts) for module in modules]
        self.files = {str(root / module) for module in modules}
        self.work, self.enough = work, enough
        self.baseline = Baseline({}, {})
        self.calls = _Calls(self.files)
        self.at_import: set[str] = set()
        self.noticed: Counter[str] = Counter()
        self.items: Sequence[pytest.Item] = ()

    def run(self, tests: Sequence[str], options: Sequence[str] = ()) -> None:
        """Collect the tests and call ``work``; raises :class:`Unsound` if they fail."""
        os.chdir(self.root)
        sys.path.insert(0, str(self.root))
        self.options = options
        self.calls.start()
        for name in self.names:  # a module first imported by a test could not be replaced
            import_module(name)
        status = pytest.main([*OPTIONS, *options, *tests], plugins=[self])
        if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            raise Unsound(f"pytest ended with {status}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Replace pytest's run of the tests, which are imported and collected by now."""
        self.at_import = self.calls.taken()
        self.calls.stop()
        if session.testsfailed or not session.items:
            raise Unsound("the tests cannot be collected")
        self.session, self.items = session, list(session.items)
        self.folders = _folders(session.config)
        self.folders.getbasetemp()  # trials find the ledgers there that are made once
        written = self.root / "baseline.json"
        if self._forked(lambda: self._measured(written), BASELINE_SECONDS) != 0:
            raise Unsound((self.root / "trial.txt").read_text("utf-8"))
        self.baseline = Baseline(**json.loads(written.read_text("utf-8")))
        sys.dont_write_bytecode = True
        self.work(self)
        return True

    def tried(self, spec: MutationSpec) -> WorkResult:
        """Break the module, run the tests; the diff names the change."""
        file = self.root / spec.module_path
        source, broken = file.read_text("utf-8"), mutated(spec, self.root)
        try:
            functions = changed_functions(source, broken, file)
        except SyntaxError as error:
            return WorkResult(WorkerOutcome.SKIPPED, str(error), TestOutcome.INCOMPETENT)
        self.failed.unlink(missing_ok=True)
        status: int | None = 0
        if functions is not None:
            status = self._exchanged(file, source, broken, functions)
        if status == 0 and (functions is None or self._called_at_import(file, functions)):
            status = self._imported_anew(file, source, broken)
        if self.failed.is_file():
            self.noticed[self.failed.read_text("utf-8")] += 1
        outcome = TestOutcome.SURVIVED if status == 0 else TestOutcome.KILLED
        output = "timeout" if status is None else (self.root / "trial.txt").read_text("utf-8")
        return WorkResult(WorkerOutcome.NORMAL, output[-2000:], outcome, change(source, broken))

    def _called_at_import(self, file: Path, functions: Sequence[str]) -> bool:
        """True if a test has computed a value with them before it was run."""
        return not self.at_import.isdisjoint(f"{file}:{name}" for name in functions)

    def _exchanged(
        self, file: Path, source: str, broken: str, functions: Sequence[str]
    ) -> int | None:
        chosen = self.baseline.tests_of(file, functions)
        items = self._in_order([item for item in self.items if item.nodeid in chosen], file)

        def child() -> int:
            exchange(source, broken, file, functions)
            return self._failures(items)

        seconds = 4 * sum(self.baseline.seconds[item.nodeid] for item in items) + SLACK_SECONDS
        return self._forked(child, seconds)

    def _in_order(self, items: Sequence[pytest.Item], file: Path) -> list[pytest.Item]:
        """Return the tests most likely to detect a fault for their time, as many as affordable."""
        near = f"test_{file.stem}"
        callers = self.baseline.tests_of_module(file)

        def promise(item: pytest.Item) -> float:
            noticed = self.noticed[item.nodeid] + (1 if near in item.nodeid else UNTRIED)
            noticed *= 1 if item.nodeid in callers else UNTRIED
            return noticed / (self.baseline.seconds.get(item.nodeid, 0.0) + OVERHEAD_SECONDS)

        ordered = sorted(items, key=promise, reverse=True)
        ends = accumulate(self.baseline.seconds.get(item.nodeid, 0.0) for item in ordered)
        return [item for item, end in zip(ordered, ends, strict=True) if end < self.enough]

    def _imported_anew(self, file: Path, source: str, broken: str) -> int | None:
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()

        chosen = self._in_order(self.items, file)
        try:
            file.write_text(broken, "utf-8")
            for items in chosen[:LIKELY], chosen:
                tests = dict.fromkeys(item.nodeid.partition("::")[0] for item in items)
                status = self._collected_anew([*self.options, *tests], file)
                if status != 0:
                    break
            return status
        finally:
            file.write_text(source, "utf-8")

    def _collected_anew(self, tests: Sequence[str], file: Path) -> int | None:
        def child() -> int:
            for name in [name for name in sys.modules if name.partition(".")[0] in OWN_PACKAGES]:
                del sys.modules[name]
            order = _Ordered(lambda items: self._in_order(items, file), self.failed, self.folders)
            return int(pytest.main([*OPTIONS, *tests], plugins=[order]))

        return self._forked(child, 4 * sum(self.baseline.seconds.values()) + SLACK_SECONDS)

    def _failures(self, items: Sequence[pytest.Item]) -> int:
        """Run the tests up to the first failure; return the number of failures."""
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.testsfailed:
                self.failed.write_text(item.nodeid, "utf-8")
                return 1
        return 0

    def _measured(self, written: Path) -> int:
        """Run every test and record its seconds and the functions it calls."""
        seconds, callers = {}, defaultdict(list)
        self.calls.start()
        for item, following in zip_longest(self.items, self.items[1:]):
            self._forget_answers()
            started = time.monotonic()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds[item.nodeid] = time.monotonic() - started
            for name in self.calls.taken():
                callers[name].append(item.nodeid)
        written.write_text(json.dumps({"seconds": seconds, "callers": callers}), "utf-8")
        return self.session.testsfailed

    def _forget_answers(self) -> None:
        """Clear the caches of the modules, so that every test calls what it needs."""
        for name in self.names:
            for value in vars(sys.modules[name]).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()

    def _forked(self, work: Callable[[], int], seconds: float) -> int | None:
        """Return the exit status of ``work`` in a forked process; None if the time ran out."""
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            _end_with(work, self.root / "trial.txt")
        return _waited_for(child, seconds)


@attrs.frozen(eq=False)  # pytest hashes its plugins
class _Ordered:
    """A plugin that runs the collected tests in another order and records the failures."""

    order: Callable[[Sequence[pytest.Item]], list[pytest.Item]]
    failed: Path
    folders: pytest.TempPathFactory

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Called by pytest before the tests are collected."""
        session.config._tmp_path_factory = self.folders  # type: ignore[attr-defined]  # noqa: SLF001

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called by pytest when all tests are collected."""
        items[:] = self.order(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each step of a test."""
        if report.failed:
            self.failed.write_text(report.nodeid, "utf-8")


def _folders(config: pytest.Config) -> pytest.TempPathFactory:
    folders: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]  # noqa: SLF001
    return folders


class _Calls:
    """The functions of ``files`` that any thread has called, as ``file:qualified name``."""

    def __init__(self, files: set[str]) -> None:
        self._files = files
        self._own = cProfile.Profile(builtins=False)
        self._profiles = [self._own]

    def start(self) -> None:
        """Begin to record, in this thread and in those that it starts."""
        threading.setprofile(lambda *_: self._begin_thread())
        self._own.enable()

    def _begin_thread(self) -> None:
        profile = cProfile.Profile(builtins=False)
        with contextlib.suppress(ValueError):  # from Python 3.12 on one profile is of all threads
            profile.enable()
            self._profiles.append(profile)

    def taken(self) -> set[str]:
        """Return what was called since the last time."""
        codes = [entry.code for profile in self._profiles for entry in profile.getstats()]
        for profile in self._profiles:
            profile.clear()
        return {
            f"{code.co_filename}:{code.co_qualname}"
            for code in codes
            if isinstance(code, CodeType) and code.co_filename in self._files
        }

    def stop(self) -> None:
        """Record no longer."""
        threading.setprofile(None)
        self._own.disable()


def _end_with(work: Callable[[], int], output: Path) -> NoReturn:
    """Do the work and exit, so that this process never runs the parent's code."""
    status = 1
    try:
        os.setpgid(0, 0)
        with output.open("w", encoding="utf-8") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(min(status, 100))


def _waited_for(child: int, seconds: float) -> int | None:
    """Return the child's exit status; it and its children are killed when the time is over."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            time.sleep(POLL_SECONDS)
    except BaseException:
        _killed(child)
        raise
    _killed(child)
    return None


def _killed(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
