"""Log lines of the ledger's work: structlog events, for those who have asked for them.

They are written where the program around the ledger has configured structlog, as the command
line does under ``--verbose``, and nowhere else: a library does not print by itself, and who asks
for no lines need not wait until structlog has been loaded.
"""

import sys
from typing import Any

import attrs


@attrs.frozen
class Diagnostics:
    """Says what a module has done, in the past tense, with keys."""

    module: str

    def info(self, event: str, **keys: Any) -> None:
        """Something was done as it should be."""
        structlog = sys.modules.get("structlog")
        if structlog is not None and structlog.is_configured():
            structlog.get_logger(self.module).info(event, **keys)
