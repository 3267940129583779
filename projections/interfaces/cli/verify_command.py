"""The command ``verify``: that of the ledger, which also looks at the tables derived from it."""

from projections.interfaces.cli.log_commands import verify_command_with
from projections.operations.verify import verify_everything

verify_command = verify_command_with(verify_everything)
