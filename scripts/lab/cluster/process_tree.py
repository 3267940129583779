"""Processes with all their descendants, as Linux lists them under /proc."""

import os
import signal
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


def with_descendants(process: int) -> list[int]:
    """Return a process and its descendants, parents first; nothing if it has ended."""
    children = _children()
    found = [process] if (PROC / str(process)).exists() else []
    for each in found:
        found += children[each]
    return found


def signal_all(processes: list[int], number: signal.Signals) -> None:
    """Send a signal to each of them; those that have ended are skipped."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def is_running(process: int) -> bool:
    """True if the process exists and is not a zombie."""
    return _state_and_parent(process)[0] not in ("", "Z", "X")


def _children() -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for folder in PROC.iterdir():
        if folder.name.isdecimal():
            process = int(folder.name)
            children[_state_and_parent(process)[1]].append(process)
    return children


def _state_and_parent(process: int) -> tuple[str, int]:
    try:
        text = (PROC / str(process) / "stat").read_text()
    except OSError:  # it has ended in the meantime
        return "", -1
    state, parent, *_ = text.rpartition(")")[2].split()  # its name may contain any character
    return state, int(parent)
