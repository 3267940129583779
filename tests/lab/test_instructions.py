"""The guard against slower commands: what it compares, and when it compares nothing."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from scripts.lab import instructions


def test_three_hundredths_more_are_too_many() -> None:
    kept = {"help": 1_000, "ratings": 1_000}
    assert instructions.dearer({"help": 1_030, "ratings": 1_031, "new": 5}, kept) == ["ratings"]


def test_counts_of_another_python_are_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({"interpreter": "m68k 3.99", "counts": {"help": 1}}), "utf-8")
    monkeypatch.setattr(instructions, "KEPT", kept)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/valgrind")
    outcome = CliRunner().invoke(instructions.main, [])
    assert (outcome.exit_code, outcome.output) == (
        0,
        "Nothing is compared: the counts are kept for m68k 3.99.\n",
    )


def test_without_valgrind_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    outcome = CliRunner().invoke(instructions.main, [])
    assert outcome.exit_code == 0
    assert "no valgrind" in outcome.output
