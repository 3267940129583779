"""Tiers of tests: each test belongs to exactly one, and a run says of each tier how it went.

A test marked with ``@pytest.mark.hostile`` or ``@pytest.mark.slow`` is in that tier.  Every other
test is placed by what it needs, the first that applies: ``browser`` with the fixture of that name,
``postgresql`` with a fixture or a parameter of that name, ``docs`` if it lies in ``tests/docs``.
What is left is the default tier, which has no marker.

``addopts`` in pyproject.toml chooses the default tier; ``-m docs`` chooses another one, ``-m ""``
all of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

DEFAULT = "default"
MARKED = ("hostile", "slow")
PLACED = ("browser", "postgresql", "docs")
TIERS = (*PLACED, *MARKED)
SERVERS = ("postgresql", "server_of_its_own")
OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
PROPERTY = "tier"
COLLECTED = pytest.StashKey[Counter[str]]()
CHOSEN = pytest.StashKey[Counter[str]]()
MARKERS = pytest.StashKey[dict[str, frozenset[str]]]()


def tier_of(item: pytest.Item) -> str:
    """Return the tier of a test; raise ``UsageError`` where its marks name more than one."""
    marked = _markers(item)
    if len(marked) > 1 or not marked.issubset(MARKED):
        raise pytest.UsageError(f"{item.nodeid}: mark it with one of {MARKED}, not {set(marked)}")
    return [*marked, *_placed(item), DEFAULT][0]


def _markers(item: pytest.Item) -> frozenset[str]:
    """The markers of a test that name a tier."""
    return frozenset(mark.name for mark in item.iter_markers()).intersection(TIERS)


def _placed(item: pytest.Item) -> Iterator[str]:
    """The tiers of a test that is not marked: by what it needs, then by where it lies."""
    needed = set(getattr(item, "fixturenames", ()))
    parameters = list(item.callspec.params.values()) if hasattr(item, "callspec") else []
    if "browser" in needed:
        yield "browser"
    if "postgresql" in parameters or any(name.startswith(SERVERS) for name in needed):
        yield "postgresql"
    if item.config.rootpath / "tests" / "docs" in item.path.parents:
        yield "docs"


@pytest.hookimpl(tryfirst=True)  # before ``-m`` chooses by the markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each test the marker of its tier."""
    for item in items:
        tier = tier_of(item)
        item.user_properties.append((PROPERTY, tier))
        if tier in PLACED:
            item.add_marker(tier)
    config.stash[COLLECTED] = _counts(items)
    config.stash[MARKERS] = {item.nodeid: _markers(item) for item in items}


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note how many tests of each tier are run."""
    session.config.stash[CHOSEN] = _counts(session.items)


def _counts(items: Iterable[pytest.Item]) -> Counter[str]:
    """The number of tests of each tier."""
    return Counter(str(dict(item.user_properties).get(PROPERTY, DEFAULT)) for item in items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker tell the process that prints the summary what it has collected."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["tiers"] = [dict(session.config.stash.get(key, {})) for key in (COLLECTED, CHOSEN)]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker has collected; all of them have collected the same."""
    told = getattr(node, "workeroutput", {}).get("tiers", ({}, {}))
    for key, counts in zip((COLLECTED, CHOSEN), told, strict=True):
        node.config.stash[key] = Counter(counts)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say of each tier how many tests passed, failed and were skipped, or how to run it."""
    collected = config.stash.get(COLLECTED, Counter())
    chosen = config.stash.get(CHOSEN, Counter())
    outcomes = _outcomes(terminalreporter.stats)
    terminalreporter.section("tiers")
    for tier in (DEFAULT, *TIERS):
        if tier in outcomes:
            terminalreporter.line(f"{tier:10}  {_told(outcomes[tier])}")
        elif chosen[tier]:
            terminalreporter.line(f"{tier:10}  {chosen[tier]} collected")
        elif collected[tier]:
            how = "leave -m out" if tier == DEFAULT else f"-m {tier}"
            terminalreporter.line(f"{tier:10}  {collected[tier]} not run ({how})")
    if set(collected) > set(chosen):
        terminalreporter.line('Every tier: -m ""')


def _outcomes(stats: dict[str, list[Any]]) -> dict[str, dict[str, list[Any]]]:
    """The reports of each tier by what came of the tests."""
    found: dict[str, dict[str, list[Any]]] = {}
    for outcome in OUTCOMES:
        for report in stats.get(outcome, ()):
            tier = dict(getattr(report, "user_properties", ())).get(PROPERTY)
            if tier is not None:
                found.setdefault(tier, {}).setdefault(outcome, []).append(report)
    return found


def _told(reports: dict[str, list[Any]]) -> str:
    """How many tests of a tier passed or failed; if all of them were skipped, the reason."""
    counts = ", ".join(f"{len(found)} {outcome}" for outcome, found in reports.items())
    if set(reports) != {"skipped"}:
        return counts
    reasons = sorted({each.longrepr[2].removeprefix("Skipped: ") for each in reports["skipped"]})
    return f"not here: {counts} ({'; '.join(reasons)})"
