"""Log lines of the ledger's work: structlog events, for callers who have asked for them.

They are written if the surrounding program has configured structlog, as the command
line does under ``--verbose``, and otherwise not: a library does not print by itself.  Callers
without log lines do not wait for structlog to load (decision 0039).
"""

import sys
from typing import Any

import attrs


@attrs.frozen
class Diagnostics:
    """Reports the completed work of a module, in the past tense, with keys."""

    module: str

    def info(self, event: str, **keys: Any) -> None:
        """Report that something was done as expected."""
        structlog = sys.modules.get("structlog")
        if structlog is not None and structlog.is_configured():
            structlog.get_logger(self.module).info(event, **keys)
