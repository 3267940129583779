"""Every test belongs to exactly one tier, and a run names the tiers that it leaves out."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.tiers import MARKERS, TIERS

ROOT = Path(__file__).parents[1]
WORKERS = ("-p", "xdist", "-n2")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
TESTS = """
import pytest

@pytest.fixture
def browser():
    pytest.skip("there is no browser")

@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_ordinary(engine): pass

def test_seen(browser): pass

@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_long(engine):
    if engine == "postgresql":
        pytest.skip("there is no server")
"""
LAW = """
from hypothesis import given, settings, strategies

TRIED = []

@settings(max_examples=30, database=None)
@given(strategies.integers())
def test_law(number): TRIED.append(number)

def test_how_often(): assert len(TRIED) == {times}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with tests of some tiers and the settings of this one."""
    (tmp_path / "tests" / "docs").mkdir(parents=True)
    (tmp_path / "tests" / "test_some.py").write_text(TESTS, "utf-8")
    (tmp_path / "tests" / "docs" / "test_readme.py").write_text("def test_it(): pass\n", "utf-8")
    markers = [each.partition(":")[0] for each in SETTINGS["markers"]]
    options = ["--import-mode=importlib", "-p", "no:cacheprovider", "-m", default_selection()]
    (tmp_path / "pyproject.toml").write_text(
        f"[tool.pytest]\nmarkers = {markers}\naddopts = {options}\n", "utf-8"
    )
    return tmp_path


def default_selection() -> str:
    """The expression that selects the default tier."""
    options: list[str] = SETTINGS["addopts"]
    return options[options.index("-m") + 1]


def tiers_told(project: Path, *options: str) -> list[str]:
    """The lines of a run about tiers, without repeated blanks."""
    _, _, told = run(project, *options).stdout.partition(" tiers ")
    return [" ".join(line.split()) for line in told.splitlines() if line[:1] not in ("=", "")]


def run(project: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """A run of the project's tests."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.tiers", *options],
        cwd=project,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_every_test_is_selected_by_exactly_one_tier(pytestconfig: pytest.Config) -> None:
    """This holds for all collected tests, including those that this run leaves out."""
    for nodeid, markers in pytestconfig.stash[MARKERS].items():
        has = {tier: tier in markers for tier in TIERS}
        chosen = [choice for choice in (default_selection(), *TIERS) if eval(choice, {}, has)]  # noqa: S307
        assert len(chosen) == 1, nodeid


def test_the_markers_are_those_of_the_tiers() -> None:
    assert {each.partition(":")[0] for each in SETTINGS["markers"]} == set(TIERS)


@pytest.mark.slow
def test_a_run_without_options_runs_the_default_tier_and_names_the_others(project: Path) -> None:
    assert tiers_told(project) == [
        "default 1 passed",
        "browser 1 not run (-m browser)",
        "postgresql 1 not run (-m postgresql)",
        "docs 1 not run (-m docs)",
        "slow 2 not run (-m slow)",
        'Every tier: -m ""',
    ]


@pytest.mark.slow
def test_a_path_that_holds_only_another_tier_is_not_skipped_silently(
    project: Path,
) -> None:
    told = ["docs 1 not run (-m docs)", 'Every tier: -m ""']
    assert tiers_told(project, "tests/docs") == told
    assert tiers_told(project, "tests/docs", *WORKERS) == told


@pytest.mark.slow
def test_a_run_of_all_tiers_counts_each_and_names_one_that_is_not_here(project: Path) -> None:
    assert tiers_told(project, "-m", "", *WORKERS) == [
        "default 1 passed",
        "browser not here: 1 skipped (there is no browser)",
        "postgresql 1 passed",
        "docs 1 passed",
        "slow 1 passed, 1 skipped",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "times"), [((), 10), (("-m", ""), 30)])
def test_a_law_has_all_its_examples_where_all_tiers_run(
    project: Path, options: tuple[str, ...], times: int
) -> None:
    (project / "tests" / "test_law.py").write_text(LAW.format(times=times), "utf-8")
    assert tiers_told(project, "tests/test_law.py", *options)[0] == "default 2 passed"


@pytest.mark.slow
def test_a_law_on_postgresql_is_run_with_its_tier(project: Path) -> None:
    on_both = '@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])\n@given(number='
    law = "import pytest" + LAW.replace("@given(", on_both).replace(
        "law(number)", "law(engine, number)"
    )
    (project / "tests" / "test_law.py").write_text(law, "utf-8")
    told = tiers_told(project, "tests/test_law.py", "-m", "postgresql")
    assert told == [
        "default 2 not run (without -m)",
        "postgresql 1 passed",
        'Every tier: -m ""',
    ]


@pytest.mark.slow
def test_a_test_with_two_tiers_is_refused(project: Path) -> None:
    test = "import pytest\n\n@pytest.mark.slow\n@pytest.mark.docs\ndef test_both(): pass\n"
    (project / "tests" / "test_both.py").write_text(test, "utf-8")
    done = run(project)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_both.py::test_both: mark it with one of ('hostile', 'slow')" in done.stderr
