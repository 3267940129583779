"""The program with a limit to its files, as on a full disk.

Run with ``python -m tests.ledger.program``; RATING_LEDGER_TEST_FILE_SIZE caps its files.
"""

import os

from projections.interfaces.cli.lazy_commands import main

LARGEST_FILE = "RATING_LEDGER_TEST_FILE_SIZE"


def _cap_files(bytes_: int) -> None:
    import resource  # noqa: PLC0415 - there is none on Windows

    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))


if __name__ == "__main__":
    if LARGEST_FILE in os.environ:
        _cap_files(int(os.environ[LARGEST_FILE]))
    main(prog_name="rating-ledger")
