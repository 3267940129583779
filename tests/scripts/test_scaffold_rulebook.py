"""The skeleton of a rulebook passes, as it is written, what every edition must pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.scaffold_rulebook import scaffold, words_for
from tests.architecture.editions import CHECKS, Edition, editions
from tests.architecture.sources import ROOT
from tests.tables import every


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Python in a copy of the project, which comes before the one that is installed."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without what an edition has nothing to do with."""
    folder = tmp_path / "project"
    left_out = shutil.ignore_patterns("__pycache__", "hardship", "examples")
    for name in ("ledger", "migrations", "projections", "scripts", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.slow
def test_an_edition_of_the_project_passes_its_tests_and_those_of_architecture(copy: Path) -> None:
    done = run(copy, "-m", "scripts.scaffold_rulebook", "elo-1960")
    assert done.returncode == 0, done.stderr
    assert "projections/rulebooks/elo_1960/paragraphs.toml" in done.stdout.splitlines()
    assert "tests/rulebooks/elo_1960/test_rules.py" in done.stdout.splitlines()
    architecture = [f"tests/architecture/test_{name}.py" for name in ("paragraphs", "imports")]
    tested = run(
        copy,
        "-m",
        "pytest",
        "-q",
        "-n0",
        *architecture,
        "tests/rulebooks/elo_1960",
        "-k",
        "elo or TestTheLaw",
    )
    assert tested.returncode == 0, tested.stdout
    ruff = str(Path(sys.executable).with_name("ruff"))
    ours = ("projections/rulebooks/elo_1960", "tests/rulebooks/elo_1960")
    for command in (("check",), ("format", "--check")):
        tidy = subprocess.run(
            [ruff, *command, "--no-cache", *ours],
            cwd=copy,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert tidy.returncode == 0, tidy.stdout


def test_a_package_of_ones_own_can_be_followed_paragraph_by_paragraph(tmp_path: Path) -> None:
    scaffold("club-2026", tmp_path)
    edition = Edition.at(tmp_path / "club_2026", tmp_path / "tests")
    assert [faults(edition, {}) for faults, _ in CHECKS.values()] == [[]] * len(CHECKS)
    text = (tmp_path / "pyproject.toml").read_text("utf-8")
    assert 'club-2026 = "club_2026.rulebook:Club2026"' in text


def test_a_later_edition_is_three_files_and_takes_everything_over(tmp_path: Path) -> None:
    written = scaffold("dwz-2030", tmp_path, "dwz-2026")
    names = [path.relative_to(tmp_path).as_posix() for path in written]
    assert names == [
        "dwz_2030/SOURCE.md",
        "dwz_2030/__init__.py",
        "dwz_2030/paragraphs.toml",
        "pyproject.toml",
    ]
    edition = Edition.at(tmp_path / "dwz_2030", tmp_path / "tests")
    assert edition.earlier == "dwz-2026"
    assert edition.rules == set()
    assert [faults(edition, editions()) for faults, _ in CHECKS.values()] == [[]] * len(CHECKS)
    text = (tmp_path / "pyproject.toml").read_text("utf-8")
    assert 'dwz-2030 = "dwz_2030:Dwz2030"' in text


@pytest.mark.parametrize("before", ["dwz-1066", "egf-2021"])
def test_an_edition_comes_after_one_whose_chapters_can_be_taken_over(
    tmp_path: Path, before: str
) -> None:
    with pytest.raises(ValueError, match="is not a rulebook whose chapters"):
        scaffold("dwz-2030", tmp_path, before)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    card = tmp_path / "elo_1960" / "card.py"
    card.parent.mkdir()
    card.write_text("mine\n")
    with pytest.raises(FileExistsError, match="remove it, or choose another name"):
        scaffold("elo-1960", tmp_path)
    assert card.read_text() == "mine\n"
    assert not (tmp_path / "pyproject.toml").exists()


@every("name", ["elo", "Elo-1960", "elo_1960", "elo-60", "../elo-1960", ""])
def test_a_name_without_system_and_year_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name it by the system and the year"):
        words_for(name, "")
