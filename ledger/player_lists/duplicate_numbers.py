"""Numbers that a list has twice: found at its end, with 16 bytes of memory per line."""

from array import array

from ledger.player_lists.player_list import Entry, ListFindings

MAX_REPORTED = 20


class DuplicateNumberCheck:
    """The numbers of a list with their lines; both in compact columns."""

    def __init__(self) -> None:
        self._numbers = array("q")
        self._lines = array("q")

    def add(self, entry: Entry) -> None:
        """Remember a line's number."""
        self._numbers.append(int(entry.number))
        self._lines.append(entry.line)

    def report(self, findings: ListFindings) -> None:
        """Report the numbers that occur twice as errors."""
        import numpy as np  # noqa: PLC0415 - takes longer to load than most commands take

        numbers = np.frombuffer(self._numbers, dtype=np.int64)
        lines = np.frombuffer(self._lines, dtype=np.int64)
        order = np.argsort(numbers, kind="stable")
        duplicates = np.flatnonzero(numbers[order[1:]] == numbers[order[:-1]])
        for first in duplicates[:MAX_REPORTED]:
            line, second = int(lines[order[first]]), int(lines[order[first + 1]])
            message = f"number {numbers[order[first]]} stands on line {line} as well"
            findings.error(f"{message}: a list names everybody once, fetch it again", second)
        if len(duplicates) > MAX_REPORTED:
            findings.error(
                f"{len(duplicates) - MAX_REPORTED} more numbers stand on the list twice"
            )
