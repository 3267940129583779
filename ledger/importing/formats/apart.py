"""Our own reader programs for unbounded input, each run in a process of its own.

The operating system limits memory and time there, and only that process ends (decision 0119,
decision 0135).
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import BoundedSemaphore

_LONGEST_WAIT = 60  # seconds, generous for a busy machine
_AT_ONCE = BoundedSemaphore(2)  # processes: limits memory if many files are read at once


def read_apart(program: str, arguments: Sequence[str], content: bytes) -> tuple[int, bytes]:
    """Return the exit status of a program of this package, and its output.

    ``program`` is its path.  It reads everything before it writes anything.  Raises OSError if
    no process can be started, :class:`subprocess.TimeoutExpired` if it does not end.
    """
    command = [sys.executable, "-I", "-S", program, *arguments]
    with _AT_ONCE, Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL) as process:  # noqa: S603 - this Python and a file of this package
        try:
            if process.stdin is not None:
                with suppress(BrokenPipeError):
                    process.stdin.write(content)
            output, _ = process.communicate(timeout=_LONGEST_WAIT)
        finally:
            process.kill()
        return process.returncode, output
