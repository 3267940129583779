"""A cluster of three PostgreSQL servers whose primary is killed while writers append.

Builds it under Patroni and etcd in a temporary folder on loopback, attacks it, and shows the
result: no acknowledged event lost, no fork, no gap, every node verified, and the writers' waiting
times.  One writer is a client of a web server that reads from standbys.  Exit status 1 if a
requirement failed.  Linux only; docs/how-to/set-up-failover.md has a run.
"""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import attrs
import click

from ledger.log.clock import vouched_now
from projections.accounts.store import AccountStore
from projections.api import Ledger
from scripts.lab.attacking.target import running
from scripts.lab.cluster.attacks import Attack, carried_out, planned
from scripts.lab.cluster.cluster import Cluster, NotInTime, running_cluster
from scripts.lab.cluster.findings import PROGRAM, Check, checks_of
from scripts.lab.cluster.programs import found_programs
from scripts.lab.cluster.writers import (
    Acknowledged,
    Answered,
    WebServer,
    acknowledged,
    answered,
    keep_appending,
    keep_asking,
    keep_reading,
)
from tests.ledger.hardship.writers import processes
from tests.ledger.lines import season

READER = "reader"
WEB = "web"
"""Both read what they have written: a program with an open ledger, and a client of a server."""
Client = tuple[Callable[..., None], tuple[object, ...]]
"""A function that works until it is to stop, and its first arguments."""
LAST_CALL_SECONDS = 120.0


@attrs.frozen
class Outcome:
    """The attacks on the cluster, the notes of writers and reader, and the checks."""

    attacks: Sequence[Attack]
    calls: dict[str, list[Acknowledged]]
    answers: dict[str, list[Answered]]
    checks: Sequence[Check]


@click.command()
@click.option("--kills", type=click.IntRange(0), default=20, show_default=True)
@click.option("--partitions", type=click.IntRange(0), default=4, show_default=True)
@click.option("--writers", type=click.IntRange(1), default=3, show_default=True)
@click.option("--pause", type=float, default=0.05, show_default=True, help="Between two calls.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--patroni", type=click.Path(exists=True, path_type=Path), help="The program.")
def main(  # noqa: PLR0913, PLR0917 - one run's whole setting
    kills: int, partitions: int, writers: int, pause: float, seed: int, patroni: Path | None
) -> None:
    """Kill and partition the primary of a cluster again and again, and show what held."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # its processes are ended then, too
    programs, dice = found_programs(patroni), random.Random(seed)
    for each in (programs.etcd, programs.patroni, programs.postgresql / "postgres"):
        done = subprocess.run([each, "--version"], capture_output=True, text=True, check=True)
        click.echo(done.stdout.splitlines()[0])
    plan = planned(kills, partitions, dice)
    names = [f"writer{number}" for number in range(1, writers + 1)]
    try:
        with running_cluster(programs) as cluster, TemporaryDirectory() as folder:
            outcome = _run(cluster, Path(folder), plan, names, pause, dice)
    except NotInTime as error:
        raise click.ClickException(str(error)) from None
    _show(outcome)
    sys.exit(0 if all(check.holds for check in outcome.checks) else 1)


def _run(  # noqa: PLR0913, PLR0917 - one run's whole setting
    cluster: Cluster,
    folder: Path,
    plan: Sequence[str],
    names: Sequence[str],
    pause: float,
    dice: random.Random,
) -> Outcome:
    subprocess.run([*PROGRAM, "--database", cluster.url, "init"], check=True)
    token, attacks = _opened(cluster.url), []
    served = running(folder, cluster.url, token, read_database=cluster.read_url)
    with served as target:
        clients: dict[str, Client] = dict.fromkeys(names, (keep_appending, (cluster.url,)))
        clients[READER] = keep_reading, (cluster.url, cluster.read_url)
        clients[WEB] = keep_asking, (WebServer(target.host, target.port, token),)
        with _at_work(clients, folder, pause) as all_well:
            for attack in carried_out(cluster, plan, dice):
                attacks.append(attack)
                click.echo(_line(len(attacks), len(plan), attack))
                all_well()
        failures = target.failures()
    cluster.wait_until_whole()
    calls = {name: acknowledged(folder / name) for name in clients}
    answers = {name: answered(folder / f"{name}-asked") for name in (READER, WEB)}
    checks = [
        *checks_of(cluster, calls),
        *(_sees_its_own(name, own) for name, own in answers.items()),
        Check(
            "the server has printed no traceback",
            holds=not failures,
            seen="; ".join(failures) or "none",
        ),
    ]
    return Outcome(attacks, calls, answers, checks)


def _opened(url: str) -> str:
    """Open a season in a new ledger; return the token of the client of the web server."""
    with Ledger(url) as ledger:
        opening = season()
        opening[0]["data"]["rulebook"] = "dwz-1995"
        ledger.append(opening, by="the office")
        accounts = AccountStore(ledger.engine, vouched_now)
        accounts.add(WEB, "officer", None)
        return accounts.add_token(WEB)


def _sees_its_own(name: str, answers: Sequence[Answered]) -> Check:
    unseen = sum(not each.found for each in answers)
    return Check(
        f"the {name} client of standbys sees what it has written",
        holds=not unseen and bool(answers),
        seen=f"{len(answers)} questions, {unseen} without it",
    )


@contextmanager
def _at_work(
    clients: Mapping[str, Client], folder: Path, pause: float
) -> Iterator[Callable[[], None]]:
    """Run the clients; yield a function that checks that all are still at work."""
    context = processes()
    stop = context.Event()
    working = [
        context.Process(target=work, args=(*own, name, folder, pause, stop))
        for name, (work, own) in clients.items()
    ]

    def all_well() -> None:
        if not all(process.is_alive() for process in working):
            raise click.ClickException("a client has ended with an error, see above")

    for process in working:
        process.start()
    try:
        while not all(acknowledged(folder / name) for name in clients):
            all_well()
            time.sleep(0.1)
        yield all_well
        stop.set()
        until = time.monotonic() + LAST_CALL_SECONDS
        for process in working:
            process.join(max(0.0, until - time.monotonic()))
        if [process.exitcode for process in working] != [0] * len(working):
            raise click.ClickException("a client did not come to its end, or to a bad one")
    finally:
        for process in working:
            process.kill()


def _line(number: int, count: int, attack: Attack) -> str:
    return (
        f"{number:3} of {count}  {attack.kind:9}  {attack.node} -> {attack.successor}  without "
        f"a primary {attack.without_primary:5.1f} s, whole after {attack.until_whole:5.1f} s"
    )


def _show(outcome: Outcome) -> None:
    calls = [each for own in outcome.calls.values() for each in own]
    again = [each for each in calls if each.attempts > 1]
    click.echo("\nprimary away for (s)        times  median     p95  longest")
    for kind in ("unheard", "server", "node", "partition"):
        own = [each.without_primary for each in outcome.attacks if each.kind == kind]
        click.echo(_figures(kind, own))
    click.echo("\nwriters waited for (s)      calls  median     p95  longest")
    click.echo(_figures("every call", [each.waited for each in calls]))
    click.echo(_figures("calls tried more than once", [each.waited for each in again]))
    there = sum(each.duplicates > 0 for each in again)
    click.echo(
        f"\n{len(calls)} calls of four events acknowledged; {len(again)} had to be appended "
        f"again, {there} of these were there already"
    )
    click.echo("\nreader waited for (s)     answers  median     p95  longest")
    at_copy = [each.waited for each in outcome.answers[READER] if not each.at_primary]
    click.echo(_figures("from the read database", at_copy))
    at_primary = [each.waited for each in outcome.answers[READER] if each.at_primary]
    click.echo(_figures("from the primary instead", at_primary))
    click.echo(_figures("from the web server", [each.waited for each in outcome.answers[WEB]]))
    click.echo(_figures("appends over HTTP", [each.waited for each in outcome.calls[WEB]]))
    click.echo("")
    for check in outcome.checks:
        click.echo(check)


def _figures(what: str, seconds: Sequence[float]) -> str:
    if not seconds:
        return f"{what:27}{0:6}"
    high = quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    shown = f"{median(seconds):8.3f}{high:8.3f}{max(seconds):9.3f}"
    return f"{what:27}{len(seconds):6}{shown}"


if __name__ == "__main__":
    main()
