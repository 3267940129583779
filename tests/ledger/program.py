"""The ledger's own commands as a program, under the rulebooks of the house.

Run with ``python -m tests.ledger.program``; RATING_LEDGER_TEST_FILE_SIZE caps its files, as a
full disk would.
"""

import os

import click

from projections.interfaces.cli.console import root_options
from projections.interfaces.cli.log_commands import (
    append_command,
    export_group,
    init_command,
    log_command,
    verify_command,
)
from tests.ledger.office import RULEBOOKS

LARGEST_FILE = "RATING_LEDGER_TEST_FILE_SIZE"


@click.group()
@root_options
def main() -> None:
    """The ledger without the projections."""


for command in (
    init_command,
    append_command(RULEBOOKS),
    log_command,
    export_group,
    verify_command,
):
    main.add_command(command)


def _cap_files(bytes_: int) -> None:
    import resource  # noqa: PLC0415 - there is none on Windows

    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))


if __name__ == "__main__":
    if LARGEST_FILE in os.environ:
        _cap_files(int(os.environ[LARGEST_FILE]))
    main(prog_name="rating-ledger")
