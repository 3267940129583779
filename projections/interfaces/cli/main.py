"""The command line: the ledger's commands and the questions, under one name."""

import click

from ledger import __version__
from projections.interfaces.cli.console import root_options
from projections.interfaces.cli.lazy_commands import LazyGroup


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@root_options
def main() -> None:
    """A rating ledger: what happened is appended, what it means is replayed."""
