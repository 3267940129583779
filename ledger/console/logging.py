"""Logging of the command line: structured lines on standard error.

Standard output belongs to results.  Called by the command line only; a program that uses the
ledger as a library configures structlog as it likes.
"""

import logging
import sys


def configure_logging(*, verbose: bool) -> None:
    """Log to standard error from level info on if ``verbose``, else not at all."""
    if not verbose:
        return
    import structlog  # noqa: PLC0415 - most commands are asked for no log lines

    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
