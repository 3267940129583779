"""The command ``witness``, and what log and witness ask each other over HTTP."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from ledger.events.problems import refusal
from ledger.log import merkle
from ledger.log.notes import WITNESS, Checkpoint, secret_key, verifier_key
from ledger.log.tree import TILE
from ledger.log.witness import Answered, Witness
from projections.interfaces.cli.console import CommandContext, exit_refused, ledger_command
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.options import with_options

SECONDS = 30
LARGEST = 1_000_000
"""Of an answer, in bytes: a checkpoint, a tile or a signature is far smaller."""
_LEVELS = 8


def _asked(url: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Return the status and the content of an answer."""
    if not url.startswith(("http://", "https://")):
        raise refusal("address", f"{url} is not an address: it begins with http:// or https://")
    try:
        with urlopen(Request(url, body), timeout=SECONDS) as answer:  # noqa: S310 - see above
            return answer.status, answer.read(LARGEST)
    except HTTPError as error:
        return error.code, error.read(LARGEST)


def submitted(url: str, new: Checkpoint, old: int, proof: Sequence[bytes]) -> Answered:
    """Ask a witness for its cosignature (C2SP tlog-witness)."""
    lines = [f"old {old}", *merkle.as_text(proof), "", str(new.note)]
    status, content = _asked(f"{url.rstrip('/')}/add-checkpoint", "\n".join(lines).encode())
    return status, content.decode("utf-8", "replace")


def tree_at(url: str, size: int) -> merkle.Complete:
    """Return the tree of so many events that a server has the tiles of (C2SP tlog-tiles)."""

    @cache
    def tile(level: int, number: int) -> merkle.Complete:
        width = min(TILE, (size >> level * _LEVELS) - number * TILE)
        digits = f"{number:0{-(-len(str(number)) // 3) * 3}}"
        path = re.sub(r"(\d{3})(?=\d)", r"x\1/", digits)
        path = path if width == TILE else f"{path}.p/{width}"
        status, content = _asked(f"{url}/tile/{level}/{path}")
        if status != 200 or len(content) != width * 32:
            raise refusal("no-tile", f"{url} has no tile {level}/{path} of its tree ({status})")
        return merkle.tree_of([content[at : at + 32] for at in range(0, len(content), 32)])

    def complete(level: int, index: int) -> bytes:
        row, above = divmod(level, _LEVELS)
        number, within = divmod(index << above, TILE)
        return tile(row, number)(above, within >> above)

    return complete


@click.group("witness")
def witness_group() -> None:
    """Cosign the checkpoints of other ledgers, or show what contradicts them."""


_FILE = click.Path(path_type=Path)
_witness_options = with_options(
    [
        click.option("--key", required=True, type=_FILE, help="The witness's own secret key."),
        click.option(
            *("--log", "logs"),
            multiple=True,
            required=True,
            help="The public key of a log, or its file (repeatable).",
        ),
        click.option(
            "--state", required=True, type=_FILE, help="The folder with the last checkpoints."
        ),
    ]
)


def _witness(context: CommandContext, key: Path, logs: Sequence[str], state: Path) -> Witness:
    own, known = secret_key(key), [*map(verifier_key, logs)]
    if own.kind != WITNESS:
        raise refusal("wrong-key", f"{key} is the key of a log: make one with `key new --witness`")
    return Witness(own, known, state, context.clock)


@witness_group.command("once")
@click.argument("url")
@_witness_options
@ledger_command
def witness_once(context: CommandContext, url: str, **given: Any) -> None:
    """Read the checkpoint at URL, check that it goes on from the last one, and cosign it."""
    witness, url = _witness(context, **given), url.rstrip("/")
    _, note = _asked(f"{url}/checkpoint")
    try:
        new = Checkpoint.read(note.decode("utf-8", "replace"))
    except ValueError:
        raise refusal("no-checkpoint", f"{url} serves no checkpoint") from None
    last = witness.last(new.origin)
    old = 0 if last is None else last.size
    proof = merkle.consistency(old, new.size, tree_at(url, new.size)) if old <= new.size else []
    status, text = witness.cosign(new, old, proof)
    context.answer({"status": status, "answer": text}, lambda _: click.echo(text, nl=False))
    if status != 200:
        exit_refused("this checkpoint is not cosigned")


@witness_group.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8001, show_default=True)
@_witness_options
@ledger_command
def witness_serve(context: CommandContext, host: str, port: int, **given: Any) -> None:
    """Answer the logs that ask for a cosignature (C2SP tlog-witness) until Ctrl-C."""
    import uvicorn  # noqa: PLC0415 - nothing else here serves

    from projections.interfaces.server.witness import witness_application  # noqa: PLC0415

    application = witness_application(_witness(context, **given))
    say("serving", f"http://{host}:{port}/add-checkpoint (Ctrl-C ends it)")
    uvicorn.run(application, host=host, port=port, log_config=None, access_log=False)
