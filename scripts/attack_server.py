"""Attacks a running server: ``python -m scripts.attack_server``; exit status 1 if one succeeds.

The server is the program itself, on a ledger in a temporary folder (Linux only: memory and
sockets are read from /proc).  Slow clients are tried behind nginx too, which must be installed.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from scripts.attacking import Finding
from scripts.attacking.addresses import long_addresses
from scripts.attacking.crowd import Size, crowd
from scripts.attacking.desk import desk
from scripts.attacking.downloads import downloads
from scripts.attacking.growing import growing
from scripts.attacking.guesses import guesses
from scripts.attacking.large import large_bodies
from scripts.attacking.replays import replays
from scripts.attacking.slow import slow_clients
from scripts.attacking.target import Target, target
from scripts.attacking.waiting import waiting

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
ATTACKS = (*PLAIN, *OF_SOME_SECONDS, "growing", "crowd")
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
    replays, downloads of the log, readers while events are appended, a crowd.
    """
    broken = 0
    for attack in attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder, _server(folder, attack) as attacked:
            for finding in _findings(attack, attacked, Size(**size)):
                broken += not finding.held
                word = "held" if finding.held else "BROKEN"
                click.echo(f"{word:<7}{finding.tried:<52}{finding.found}")
    sys.exit(1 if broken else 0)


def _server(folder: str, attack: str) -> AbstractContextManager[Target]:
    return target(Path(folder), OPTIONS.get(attack, ()))


def _findings(attack: str, attacked: Target, size: Size) -> Iterator[Finding]:
    if attack in PLAIN:
        return PLAIN[attack](attacked)
    if attack in OF_SOME_SECONDS:
        return OF_SOME_SECONDS[attack](attacked, size.seconds)
    if attack == "growing":
        return growing(attacked, size.seconds, size.seed)
    return crowd(attacked, size)


if __name__ == "__main__":
    main()
