"""Signed states of the log, and proofs: ``key``, ``checkpoint``, ``prove``, ``check-proof``."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ledger.events.problems import refusal
from ledger.log import checkpoints
from ledger.log.notes import (
    LOG,
    WITNESS,
    Signature,
    SigningKey,
    is_name,
    rotation,
    secret_key,
    verifier_key,
)
from ledger.log.tree import LogTree, succession
from projections.api import check_proof
from projections.interfaces.cli.console import (
    CommandContext,
    exit_refused,
    ledger_command,
    write_json,
)
from projections.interfaces.cli.output_file import overwrite_option, write_file
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.interfaces.cli.witness_commands import submitted

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group("key")
def key_group() -> None:
    """Make the keys that sign checkpoints; they are files, and never in the database."""


@key_group.command("new")
@click.argument("file", type=_FILE)
@click.option("--name", help="Its name, such as ratings.example.org (default: the file's).")
@click.option("--witness", is_flag=True, help="A key that cosigns the checkpoints of others.")
@ledger_command
def key_new(context: CommandContext, file: Path, name: str | None, *, witness: bool) -> None:
    """Make a key: the secret goes to FILE, its public half to FILE.pub."""
    name = name or file.stem
    if not is_name(name):
        message = "has a blank, a plus or nothing in it: use one like ratings.example.org"
        raise click.BadParameter(message, param_hint="--name")
    key = SigningKey.new(name, WITNESS if witness else LOG)
    public = file.with_name(f"{file.name}.pub")
    _write_once(public, f"{key.verifier}\n", 0o644)
    _write_once(file, f"{key.secret()}\n", 0o600)
    document = {"name": name, "file": str(file), "public": str(key.verifier)}
    context.answer(document, lambda _: click.echo(key.verifier))


def _write_once(path: Path, text: str, mode: int) -> None:
    """Write a new file that has its rights from the beginning; refuse to replace one."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
            file.write(text)
    except FileExistsError:
        message = f"{path} exists already, and a key is never replaced: name another file"
        raise refusal("file-there", message) from None


@key_group.command("rotate")
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
@ledger_command
def key_rotate(context: CommandContext, old: Path, new: Path) -> None:
    """Print the note by which the key OLD names the key NEW as its successor."""
    before, after = secret_key(old), secret_key(new).verifier
    if (before.name, before.kind) != (after.name, after.kind):
        message = f"{after.name} does not succeed {before.name}: give the new key the same name"
        raise refusal("wrong-key", message)
    note = str(rotation(before, after))
    context.answer({"note": note}, lambda _: click.echo(note, nl=False))


@click.group("checkpoint")
def checkpoint_group() -> None:
    """Sign the state of the log, so that others can notice a change of its past."""


@checkpoint_group.command("create")
@click.option("--key", required=True, type=_FILE, help="The file of the secret key.")
@ledger_command
def checkpoint_create(context: CommandContext, key: Path) -> None:
    """Sign the state of the log and print the note; it is also kept and served."""
    made = checkpoints.create(context.engine(), secret_key(key))
    context.answer(made.document(), lambda _: click.echo(str(made.note), nl=False))


@asks("checkpoints")
def checkpoint_list(context: CommandContext, request: ReadRequest) -> None:
    """List the checkpoints."""
    rows = request.answer()
    context.answer_list(rows, lambda _: click.echo("\n".join(map(_line, rows)) or _NONE))


_NONE = "No checkpoint has been signed yet: `rating-ledger checkpoint create --key FILE`."


def _line(row: Mapping[str, Any]) -> str:
    return f"{row['size']} events, {row['root']}, signed by {', '.join(row['signed_by'])}"


checkpoint_group.add_command(checkpoint_list, "list")


@checkpoint_group.command("consistency")
@click.argument("old", type=click.IntRange(min=0))
@click.argument("new", type=click.IntRange(min=0))
@ledger_command
def checkpoint_consistency(context: CommandContext, old: int, new: int) -> None:
    """Prove that the log of OLD events is the beginning of that of NEW events."""
    with context.engine().connect() as connection:
        found = succession(connection, old, new)
    context.answer(found, lambda _: click.echo("\n".join(found["proof"])))


@checkpoint_group.command("submit")
@click.argument("url")
@click.option(
    "--witness", required=True, metavar="KEY", help="The witness's public key, or its file."
)
@ledger_command
def checkpoint_submit(context: CommandContext, url: str, witness: str) -> None:
    """Ask the witness at URL to cosign the newest checkpoint, and keep its signature."""
    key, engine = verifier_key(witness), context.engine()
    with engine.connect() as connection:
        new = checkpoints.latest(connection)
        if new is None:
            raise refusal("no-checkpoint", _NONE)
        status, text = submitted(url, new, 0, [])
        if status == 409 and text.strip().isdecimal() and int(text) <= new.size:
            proof = LogTree(connection, new.size).consistency(int(text))
            status, text = submitted(url, new, int(text), proof)
    if status != 200:
        raise refusal("not-cosigned", f"the witness answered {status}: {text.strip()}")
    try:
        found = new.note.with_signatures(map(Signature.read, text.splitlines()))
        is_signed = found.signers([key]) == [key]
    except ValueError:
        is_signed = False
    if not is_signed:
        raise refusal("not-cosigned", f"what {url} answered is no signature of {key.name}")
    made = checkpoints.add_signatures(engine, new.size, found.signatures)
    context.answer(made.document(), lambda _: click.echo(str(made.note), nl=False))


@click.group("prove")
def prove_group() -> None:
    """Prove what was published to those who have no ledger."""


@asks("proof")
@click.option("--out", "--output", "path", metavar="FILE", type=_FILE, help="Write it to a file.")
@overwrite_option
def prove_row(
    context: CommandContext, request: ReadRequest, *, path: Path | None, overwrite: bool
) -> None:
    """Prove a row."""
    found = request.answer()
    if path is None:
        write_json(found)
        return
    write_file(path, found.json().encode() + b"\n", "--out", overwrite=overwrite)
    said = f"{path} proves the row of {found['row']['player']}"
    context.answer(found, lambda _: click.echo(said))


prove_group.add_command(prove_row, "row")


@click.command("check-proof")
@ledger_command
@click.argument("path", metavar="FILE", type=_FILE)
@click.option(
    "--key",
    "keys",
    multiple=True,
    required=True,
    metavar="KEY",
    help="A public key that must have signed, or its file: the log's, a witness's (repeatable).",
)
@click.option(
    "--rotation",
    "rotations",
    multiple=True,
    type=_FILE,
    help="The note by which an old key named its successor (repeatable).",
)
def check_proof_command(
    context: CommandContext, path: Path, keys: tuple[str, ...], rotations: tuple[Path, ...]
) -> None:
    """Check the proof of a row of a published list, from the file and public keys alone."""
    found = check_proof(
        path.read_text("utf-8", "replace"),
        [str(verifier_key(each)) for each in keys],
        [each.read_text("utf-8", "replace") for each in rotations],
    )
    context.answer(found, lambda _: click.echo(_proved(found)))
    if not found["holds"]:
        exit_refused(*found["faults"])


def _proved(found: Mapping[str, Any]) -> str:
    if not found["holds"]:
        return "The proof does not hold."
    row = found["row"]
    return (
        f"The proof holds: {row['player']} was on the list of {found['pool']} of {found['day']} "
        f"with {row['figure']}.\nIt was published on {found['recorded_at'][:10]} at position "
        f"{found['published_at']} of {found['origin']}, whose state at {found['size']} was signed."
    )
