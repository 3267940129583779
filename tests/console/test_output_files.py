"""Files that commands write: what is there stays, a ledger whatever is said."""

import errno
import os
from pathlib import Path

import pytest

from projections.interfaces.cli.output_file import write_file
from tests.console.shell import Shell
from tests.federation_lists.list_files import dsb, dsb_line

COMMANDS = [
    ("export", "ratings", "dwz", "--as", "csv", "--output"),
    ("export", "tournament", "may", "--as", "jsonl", "--output"),
    ("export", "evaluation", "dwz", "may", "--as", "html", "--output"),
    ("export", "evaluations", "dwz", "--as", "csv", "--output"),
    ("audit", "dwz", "anna", "--document"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_is_replaced_only_on_request(
    in_file: Shell, tmp_path: Path, command: tuple[str, ...]
) -> None:
    path = tmp_path / "list.html"
    path.write_text("my only copy")
    (problem,) = in_file.refused(*command, str(path))
    assert (problem["code"], problem["field"]) == ("file-there", command[-1])
    assert path.read_text() == "my only copy"
    assert in_file.run(*command, str(path), "--overwrite").status == 0
    assert "my only copy" not in path.read_text()
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.parametrize("command", COMMANDS[:-1], ids=" ".join)
def test_the_ledger_itself_is_never_overwritten(in_file: Shell, command: tuple[str, ...]) -> None:
    path = in_file.database.removeprefix("sqlite:///")
    (problem,) = in_file.refused(*command, path, "--overwrite")
    assert problem["code"] == "database-there"
    assert in_file.json("verify")["ok"]


def test_nor_is_it_by_a_link_to_it(in_file: Shell, tmp_path: Path) -> None:
    link = tmp_path / "list.csv"
    link.symlink_to(in_file.database.removeprefix("sqlite:///"))
    (problem,) = in_file.refused(*COMMANDS[0], str(link), "--overwrite")
    assert problem["code"] == "database-there"
    assert in_file.json("verify")["ok"]


def test_proposals_with_links_filled_in_stay_and_nothing_is_imported(
    in_file: Shell, tmp_path: Path
) -> None:
    proposals, file = tmp_path / "open.csv", tmp_path / "open.trf"
    proposals.write_text("filled in")
    file.write_text("012 Open\n")
    before = in_file.json("log")
    command = ("import", "trf", str(file), "--pool", "dwz", "--proposals", str(proposals))
    (problem,) = in_file.refused(*command)
    assert problem["code"] == "file-there"
    assert (proposals.read_text(), in_file.json("log")) == ("filled in", before)


def test_a_disk_that_is_full_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("my only copy")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as raised:
        write_file(path, b"new", "--output", overwrite=True)
    assert raised.value.filename == str(path)
    assert [each.name for each in tmp_path.iterdir()] == ["list.csv"]
    assert path.read_text() == "my only copy"


def test_a_table_of_proposals_that_cannot_be_finished_is_not_there(
    in_file: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_, proposals = tmp_path / "spieler.csv", tmp_path / "proposals.csv"
    list_.write_bytes(dsb([dsb_line("10000001", "C0310", "Huber", "Anna")]))

    def full(*_: object) -> None:
        assert [each.suffix for each in tmp_path.glob(".*")] == [".part"]
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    command = ("sync", "dsb", str(list_), "--list-date", "2026-10-01")
    (problem,) = in_file.refused(*command, "--proposals", str(proposals))
    assert problem["message"] == f"{proposals}: No space left on device"
    assert not proposals.exists()
    monkeypatch.undo()
    assert in_file.run(*command, "--proposals", str(proposals)).status == 0
    assert "Huber, Anna" in proposals.read_text()
