"""Attacks a running server; the exit status is 1 if one succeeds.

    python -m scripts.lab.attack_server

The server is the program itself, on a ledger in a temporary folder (Linux only: memory and
sockets are read from /proc).  Slow clients are tried behind nginx too, which must be installed.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from scripts.lab.attacking import Finding, Size
from scripts.lab.attacking.addresses import long_addresses
from scripts.lab.attacking.crowd import crowd
from scripts.lab.attacking.desk import desk
from scripts.lab.attacking.downloads import downloads
from scripts.lab.attacking.growing import growing
from scripts.lab.attacking.guesses import guesses
from scripts.lab.attacking.kills import kills
from scripts.lab.attacking.large import large_bodies
from scripts.lab.attacking.read_only import read_only
from scripts.lab.attacking.replays import replays
from scripts.lab.attacking.slow import slow_clients
from scripts.lab.attacking.target import Target, target
from scripts.lab.attacking.waiting import waiting

PLAIN: Mapping[str, Callable[[Target], Iterator[Finding]]] = {
    "slow": slow_clients,
    "large": large_bodies,
    "addresses": long_addresses,
    "guesses": guesses,
    "waiting": waiting,
    "desk": desk,
}
OF_SOME_SECONDS: Mapping[str, Callable[[Target, float], Iterator[Finding]]] = {
    "replays": replays,
    "downloads": downloads,
}
OF_A_SIZE: Mapping[str, Callable[[Target, Size], Iterator[Finding]]] = {
    "growing": growing,
    "crowd": crowd,
}
WITH_SERVERS_OF_THEIR_OWN: Mapping[str, Callable[[Size], Iterator[Finding]]] = {
    "kills": kills,
    "read-only": read_only,
}
ATTACKS = (*PLAIN, *OF_SOME_SECONDS, *OF_A_SIZE, *WITH_SERVERS_OF_THEIR_OWN)
OPTIONS = {"growing": ("--workers", "2")}
"""Options of the server."""


@click.command()
@click.argument("attacks", nargs=-1, type=click.Choice(ATTACKS))
@click.option("--clients", type=int, default=64, show_default=True, help="In the crowd.")
@click.option(
    "--seconds",
    type=float,
    default=60.0,
    show_default=True,
    help="Of attacks that last.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--games", type=int, default=0, show_default=True, help="Beside the demo's.")
def main(attacks: tuple[str, ...], **size: Any) -> None:
    """Attack a server of its own in every way, or in those that are named.

    Slow clients, huge bodies, long addresses, guessed passwords, long polls, forms of arbiters,
    replays, downloads of the log, readers while events are appended, a crowd, kills of a server
    with a read database, a read-only file system.
    """
    broken = 0
    for attack in attacks or ATTACKS:
        for finding in _findings(attack, Size(**size)):
            broken += not finding.held
            word = "held" if finding.held else "BROKEN"
            click.echo(f"{word:<7}{finding.tried:<52} {finding.found}")
    sys.exit(1 if broken else 0)


def _findings(attack: str, size: Size) -> Iterator[Finding]:
    if attack in WITH_SERVERS_OF_THEIR_OWN:
        yield from WITH_SERVERS_OF_THEIR_OWN[attack](size)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        target(Path(folder), OPTIONS.get(attack, ())) as attacked,
    ):
        if attack in PLAIN:
            yield from PLAIN[attack](attacked)
        elif attack in OF_SOME_SECONDS:
            yield from OF_SOME_SECONDS[attack](attacked, size.seconds)
        else:
            yield from OF_A_SIZE[attack](attacked, size)


if __name__ == "__main__":
    main()
