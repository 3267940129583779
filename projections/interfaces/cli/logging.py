"""Standard error of the command line: refusals and notes always, log lines on request.

Standard output belongs to results.  Called by the command line only; a program that uses the
ledger as a library configures structlog as it likes.
"""

import logging
import shutil
import sys
import textwrap
from typing import Literal

import click

from ledger.events.characters import visible

LogFormat = Literal["text", "json"]
_LEVELS = {"refused": logging.ERROR, "interrupted": logging.ERROR, "warning": logging.WARNING}


def configure_logging(*, verbose: bool, log_format: LogFormat | None = None) -> None:
    """Log to standard error from level info on if ``verbose`` or in a form asked for, else not.

    As ``json`` every line on standard error is one JSON object, refusals and notes included.
    """
    if not verbose and log_format is None:
        return
    import structlog  # noqa: PLC0415 - most commands are asked for no log lines

    as_lines: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            as_lines,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )


def say(kind: str, message: str) -> None:
    """Print a refusal, warning, note or interrupt: a line, or a JSON object if asked for."""
    context = click.get_current_context(silent=True)
    if context is None or context.find_root().params.get("log_format") != "json":
        click.echo(_in_lines(f"{kind}: {visible(message)}"), err=True)
        return
    import structlog  # noqa: PLC0415 - as above

    structlog.get_logger().log(_LEVELS.get(kind, logging.INFO), kind, message=message)


def _in_lines(text: str) -> str:
    """A sentence broken between words where a terminal would break it within one."""
    if not sys.stderr.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
