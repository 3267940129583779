"""The command ``verify``: that of the ledger, which also looks at the tables derived from it."""

from ledger.console.commands import verify_command_with
from projections.read_model.verification import wrong_tables

verify_command = verify_command_with(wrong_tables)
