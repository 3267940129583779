"""Help fits 80 columns with whole sentences, and every command has an example that is right."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from projections.interfaces.cli.lazy_commands import (
    COMMANDS,
    EXAMPLES,
    GROUPS,
    PROGRAM,
    SUMMARIES,
    main,
)
from tests.console.every_command import ALL
from tests.console.shell import run
from tests.tables import every

COMPLETED = (
    "from projections.interfaces.cli.lazy_commands import main; main(prog_name='rating-ledger')"
)


def test_every_command_stands_under_one_heading() -> None:
    grouped = [name for members in GROUPS.values() for name in members]
    assert sorted(grouped) == sorted(COMMANDS)


def test_the_overview_has_whole_sentences_in_80_columns() -> None:
    text = run("--help").out
    assert max(map(len, text.splitlines())) <= 80
    assert "..." not in text.partition("\n")[2]
    flowing = re.sub(r"\s+", " ", text)
    assert [name for name in COMMANDS if SUMMARIES[name] not in flowing] == []
    headings = [line.removesuffix(":") for line in text.splitlines() if re.match(r"[A-Z]\w", line)]
    assert [each for each in headings if each in GROUPS] == list(GROUPS)


def test_a_day_is_called_as_it_is_written() -> None:
    assert "--ended-on YYYY-MM-DD" in run("import", "--help").out
    assert "--list-date YYYY-MM-DD" in run("sync", "--help").out


@every("group", ["players", "account", "token", "export"])
def test_the_overview_of_a_group_has_whole_sentences(group: str) -> None:
    text = run(group, "--help").out
    assert max(map(len, text.splitlines())) <= 80
    listed = text.partition("Commands:")[2]
    assert listed.strip()
    assert "..." not in listed


def test_every_command_has_an_example_and_no_example_is_of_none() -> None:
    assert sorted(EXAMPLES) == sorted(ALL)


@every("path", ALL)
def test_the_example_of_a_command_is_one_of_it_and_is_understood(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "players_list_foa.txt").touch()
    words = shlex.split(EXAMPLES[path])
    command: click.Command = main
    context = click.Context(main, info_name=PROGRAM)
    for name in path.split():
        assert isinstance(command, click.Group)
        assert words.pop(0) == name
        found = command.get_command(context, name)
        assert found is not None
        command = found
        if words:
            context = click.Context(command, info_name=name, parent=context)
    command.make_context(path, words, parent=context)


@every("path", ALL)
def test_help_ends_with_the_example_and_fits_80_columns(path: str) -> None:
    text = run(*path.split(), "--help").out
    assert f"{PROGRAM} {EXAMPLES[path]}" in text
    lines = [line for line in text.splitlines() if EXAMPLES[path] not in line]
    assert max(map(len, lines)) <= 80


def test_a_shell_completes_the_names_of_commands() -> None:
    """As OPERATIONS.md describes it; what click's script of the shell asks."""
    typed = {"COMP_WORDS": "rating-ledger ra", "COMP_CWORD": "1"}
    line = [sys.executable, "-c", COMPLETED]
    environment = {**os.environ, **typed, "_RATING_LEDGER_COMPLETE": "bash_complete"}
    found = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["plain,ratings"]


def test_a_renamed_command_answers_to_its_former_name() -> None:
    new, former = run("sync", "--help").out, run("enrol", "--help").out
    assert "player list with the register" in new
    assert former == new.replace("sync [OPTIONS]", "enrol [OPTIONS]")
