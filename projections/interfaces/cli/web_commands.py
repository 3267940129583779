"""The commands ``serve`` and ``site``: the pages of a ledger, by a server or as files."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import Any

import click

from projections.api import Ledger
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    ledger_command,
    progress,
)
from projections.interfaces.cli.logging import configure_logging, say


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option("--public-url", metavar="URL", help="The public address behind a proxy.")
@click.option(
    "--trust-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy whose forwarded headers are trusted.",
)
@click.option("--closed", is_flag=True, help="Show nothing without an account.")
@click.option("--indexed", is_flag=True, help="Let search engines list pages about people.")
@click.option(
    "--largest-body",
    type=click.IntRange(min=1),
    default=64 * 1024 * 1024,
    show_default=True,
    help="The limit of a request's body, in bytes.",
)
@click.option(
    "--append-at-once",
    multiple=True,
    metavar="POOL",
    help="A pool that accepts arbiters' files at once if they have no open question (repeatable).",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="The number of processes.",
)
@click.option("--demo", is_flag=True, help="Serve a new demo ledger in a temporary folder.")
@clock_option
@ledger_command
def serve_command(context: CommandContext, *, demo: bool, **given: Any) -> None:
    """Serve the pages and the HTTP API until Ctrl-C."""
    from projections.interfaces.http.settings import ServeSettings  # noqa: PLC0415
    from projections.interfaces.server.serve import serve  # noqa: PLC0415 - nothing else loads the server

    with _database(context, demo=demo) as database:
        with Ledger.open(database, clock=context.clock) as ledger:
            ledger.require_ledger()
        settings = ServeSettings(
            database=database,
            clock=context.clock,
            read_database=None if demo else context.read_database,
            **given,
        )
        serve(settings, lambda address: say("serving", f"{address} (Ctrl-C ends it)"), _logging())
        say("ended", "the server has stopped")


def _logging() -> Callable[[], None]:
    """Return the logging setup of this process for workers."""
    params = click.get_current_context().find_root().params
    chosen = {name: params[name] for name in ("verbose", "log_format")}
    return partial(configure_logging, **chosen)


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--pool", "pools", multiple=True, metavar="POOL", help="Only this list (repeatable)."
)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    type=click.Choice(("en", "de", "hu", "sv")),
    help="The language; further languages get their own folders (default: en).",
)
@click.option(
    "--with",
    "with_log",
    multiple=True,
    type=click.Choice(("log",)),
    callback=lambda _context, _option, further: "log" in further,
    help="Pages that are left out otherwise: one for each event of the log.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=None,
    help="The number of processes (default: one for each core).",
)
@click.option("--indexed", is_flag=True, help="Let search engines list pages about people.")
@click.option("--demo", is_flag=True, help="Show a new demo ledger.")
@ledger_command
def site_command(
    context: CommandContext,
    *,
    folder: Path,
    workers: int | None,
    indexed: bool,
    demo: bool,
    **chosen: Any,
) -> None:
    """Write the public pages as a static site.

    A second run writes only changed pages and removes obsolete ones. Withheld names are left out.
    """
    from projections.interfaces.http.settings import ServeSettings  # noqa: PLC0415
    from projections.interfaces.server.site import SiteContents, write_site  # noqa: PLC0415

    contents = SiteContents(**chosen)
    with _database(context, demo=demo) as database:
        with Ledger.open(database, clock=context.clock) as ledger:
            ledger.require_ledger()
            ledger.catch_up()
        settings = ServeSettings(
            database=database,
            clock=context.clock,
            indexed=indexed,
            workers=workers or cpu_count() or 1,
        )
        with progress("Pages") as advance:
            done = write_site(settings, folder, contents, advance, _finished)
    counts = {"pages": done.pages, "written": done.written, "removed": done.removed}
    summary = f"{done.pages} pages in {folder}: {done.written} written, {done.removed} removed"
    context.answer(counts, lambda console: console.print(summary, markup=False))


def _finished(pool: str, files: int) -> None:
    say("made", f"{pool}: {files} files")


@contextmanager
def _database(context: CommandContext, *, demo: bool) -> Iterator[str]:
    """The URL of the ledger that is meant; that of a demo is deleted afterwards."""
    if not demo:
        yield context.database
        return
    from projections.interfaces.cli.demo.demo_command import make_demo  # noqa: PLC0415 - few ask for it

    with tempfile.TemporaryDirectory(prefix="rating-ledger-") as folder:
        yield make_demo(Path(folder, "ledger.db"))
