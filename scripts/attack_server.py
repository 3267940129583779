"""Attacks a running server: ``python -m scripts.attack_server``; exit status 1 if one succeeds.

The server is the program itself, on a ledger in a temporary folder (Linux only: memory and
sockets are read from /proc).  Slow clients are tried behind nginx too, which must be installed.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from scripts.attacking import Finding
from scripts.attacking.addresses import long_addresses
from scripts.attacking.crowd import crowd
from scripts.attacking.large import large_bodies
from scripts.attacking.replays import replays
from scripts.attacking.slow import slow_clients
from scripts.attacking.target import Target, target

ATTACKS = ("slow", "large", "addresses", "replays", "crowd")


@click.command()
@click.argument("attacks", nargs=-1, type=click.Choice(ATTACKS))
@click.option("--clients", type=int, default=64, show_default=True, help="In the crowd.")
@click.option(
    "--seconds", type=float, default=60.0, show_default=True, help="Of crowd and replays."
)
@click.option("--seed", type=int, default=1, show_default=True)
def main(attacks: tuple[str, ...], clients: int, seconds: float, seed: int) -> None:
    """Slow clients, huge bodies, long addresses, replays, a crowd: all, or those named."""
    broken = 0
    for attack in attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder, target(Path(folder)) as attacked:
            for finding in _findings(attack, attacked, clients, seconds, seed):
                broken += not finding.held
                word = "held" if finding.held else "BROKEN"
                click.echo(f"{word:<7}{finding.tried:<52}{finding.found}")
    sys.exit(1 if broken else 0)


def _findings(
    attack: str, attacked: Target, clients: int, seconds: float, seed: int
) -> Iterator[Finding]:
    if attack == "slow":
        return slow_clients(attacked)
    if attack == "addresses":
        return long_addresses(attacked)
    if attack == "replays":
        return replays(attacked, seconds)
    if attack == "large":
        return large_bodies(attacked)
    return crowd(attacked, clients, seconds, seed)


if __name__ == "__main__":
    main()
