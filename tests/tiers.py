"""Tiers of tests: each test belongs to exactly one, and the summary of a run counts each tier.

A test marked with ``@pytest.mark.hostile`` or ``@pytest.mark.slow`` belongs to that tier.  For
every other test the first rule that applies decides: ``browser`` if it uses the fixture of that
name, ``postgresql`` if it uses a fixture or a parameter of that name, ``docs`` if it is in
``tests/docs``.  All remaining tests form the default tier, which has no marker.

``addopts`` in pyproject.toml selects the default tier; ``-m docs`` selects another tier, ``-m ""``
all tiers.  A law of the default tier is tried on all of its examples in a run of all tiers, in
others on every third.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.ledger.soak import other_dice

DEFAULT = "default"
MARKED = ("hostile", "slow")
PLACED = ("browser", "postgresql", "docs")
TIERS = (*PLACED, *MARKED)
SERVERS = ("postgresql", "server_of_its_own")
FEWEST = 5
"""As many examples a law has at least, if it has as many at all."""
OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
PROPERTY = "tier"
COLLECTED = pytest.StashKey[Counter[str]]()
SELECTED = pytest.StashKey[Counter[str]]()
MARKERS = pytest.StashKey[dict[str, frozenset[str]]]()


def tier_of(item: pytest.Item) -> str:
    """Return the tier of a test; raise ``UsageError`` if its marks name more than one."""
    marked = _markers(item)
    if len(marked) > 1 or not marked.issubset(MARKED):
        raise pytest.UsageError(f"{item.nodeid}: mark it with one of {MARKED}, not {set(marked)}")
    return [*marked, *_placed(item), DEFAULT][0]


def _markers(item: pytest.Item) -> frozenset[str]:
    """The markers of a test that name a tier."""
    return frozenset(mark.name for mark in item.iter_markers()).intersection(TIERS)


def _placed(item: pytest.Item) -> Iterator[str]:
    """Yield the tiers of a test that is not marked, in their order of precedence."""
    needed = set(getattr(item, "fixturenames", ()))
    parameters = list(item.callspec.params.values()) if hasattr(item, "callspec") else []
    if "browser" in needed:
        yield "browser"
    if "postgresql" in parameters or any(name.startswith(SERVERS) for name in needed):
        yield "postgresql"
    if item.nodeid.startswith("tests/docs/"):
        yield "docs"


@pytest.hookimpl(tryfirst=True)  # before ``-m`` selects by the markers
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
    """Count the selected tests of each tier; try fewer examples unless all tiers run."""
    session.config.stash[SELECTED] = _counts(session.items)
    if session.config.option.markexpr and not other_dice():
        laws = (each for each in session.items if is_hypothesis_test(getattr(each, "obj", None)))
        for law in {_function(each) for each in laws if _said_tier(each) == DEFAULT}:
            _try_fewer(law)


def _function(item: Any) -> Any:
    """The function of a test, which all of its parameters share."""
    return getattr(item.obj, "__func__", item.obj)


def _try_fewer(law: Any) -> None:
    """Let a law be tried on every third of its examples."""
    usual: settings = law._hypothesis_internal_use_settings
    fewer = min(usual.max_examples, max(FEWEST, usual.max_examples // 3))
    law._hypothesis_internal_use_settings = settings(usual, max_examples=fewer)


def _counts(items: Iterable[pytest.Item]) -> Counter[str]:
    """The number of tests of each tier."""
    return Counter(map(_said_tier, items))


def _said_tier(item: pytest.Item) -> str:
    """The tier that a test was given when it was collected."""
    return str(dict(item.user_properties).get(PROPERTY, DEFAULT))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the counts of a worker to the process that prints the summary."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["tiers"] = [
            dict(session.config.stash.get(key, {})) for key in (COLLECTED, SELECTED)
        ]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the counts of a worker; all workers collect the same tests."""
    told = getattr(node, "workeroutput", {}).get("tiers", ({}, {}))
    for key, counts in zip((COLLECTED, SELECTED), told, strict=True):
        node.config.stash[key] = Counter(counts)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print for each tier the outcomes of its tests, or the option that runs it."""
    collected = config.stash.get(COLLECTED, Counter())
    selected = config.stash.get(SELECTED, Counter())
    outcomes = _outcomes(terminalreporter.stats)
    terminalreporter.section("tiers")
    for tier in (DEFAULT, *TIERS):
        if tier in outcomes:
            terminalreporter.line(f"{tier:10}  {_summary(outcomes[tier])}")
        elif selected[tier]:
            terminalreporter.line(f"{tier:10}  {selected[tier]} collected")
        elif collected[tier]:
            how = "without -m" if tier == DEFAULT else f"-m {tier}"
            terminalreporter.line(f"{tier:10}  {collected[tier]} not run ({how})")
    if set(collected) > set(selected):
        terminalreporter.line('Every tier: -m ""')


def _outcomes(stats: dict[str, list[Any]]) -> dict[str, dict[str, list[Any]]]:
    """The reports of each tier by outcome."""
    found: dict[str, dict[str, list[Any]]] = {}
    for outcome in OUTCOMES:
        for report in stats.get(outcome, ()):
            tier = dict(getattr(report, "user_properties", ())).get(PROPERTY)
            if tier is not None:
                found.setdefault(tier, {}).setdefault(outcome, []).append(report)
    return found


def _summary(reports: dict[str, list[Any]]) -> str:
    """The numbers of passed, failed and skipped tests; the reason if all were skipped."""
    counts = ", ".join(f"{len(found)} {outcome}" for outcome, found in reports.items())
    if set(reports) != {"skipped"}:
        return counts
    reasons = sorted({each.longrepr[2].removeprefix("Skipped: ") for each in reports["skipped"]})
    return f"not here: {counts} ({'; '.join(reasons)})"
