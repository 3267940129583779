"""The checks of the attacks on a cluster: logs with a fault are found out."""

import signal
import subprocess
import sys
from pathlib import Path

import attrs
import click
import pytest

from scripts.lab.cluster.attacks import planned
from scripts.lab.cluster.findings import Check, Log, log_checks
from scripts.lab.cluster.process_tree import is_running, signal_all, with_descendants
from scripts.lab.cluster.programs import found_programs
from scripts.lab.cluster.writers import Acknowledged
from tests.ledger.hardship.writers import ids_of
from tests.ledger.soak import dice

CALLS = {"anna": [Acknowledged(0, 0.0, 0.1, 1, 2, 4, 0), Acknowledged(1, 0.0, 9.0, 3, None, 0, 4)]}
IDS = ("club", *ids_of("anna", 0), *ids_of("anna", 1))
SOUND = Log("node1", 9, "c0ffee", "digest", tuple(range(1, 10)), IDS)


def broken(*logs: Log) -> list[str]:
    """Return the failed requirements, in the words of the checks."""
    return [check.what for check in log_checks(logs, CALLS) if not check.holds]


def test_nodes_with_the_same_sound_log_pass() -> None:
    assert broken(SOUND, attrs.evolve(SOUND, node="node2")) == []


def test_an_acknowledged_event_that_one_node_has_lost_is_found() -> None:
    short = attrs.evolve(SOUND, node="node2", ids=IDS[:-1], positions=tuple(range(1, 9)))
    assert "no acknowledged event lost, each where it was acknowledged" in broken(SOUND, short)


def test_an_acknowledged_event_at_another_position_is_found() -> None:
    moved = attrs.evolve(SOUND, ids=(IDS[0], *IDS[5:], *IDS[1:5]))
    assert broken(moved) == ["no acknowledged event lost, each where it was acknowledged"]


def test_nobody_who_was_acknowledged_nothing_has_shown_anything() -> None:
    checks = log_checks([SOUND], {"anna": []})
    assert next(check.holds for check in checks) is False


def test_a_call_of_which_a_game_is_missing_is_found() -> None:
    calls: dict[str, list[Acknowledged]] = {"anna": CALLS["anna"][:1]}
    torn = attrs.evolve(SOUND, ids=IDS[:-1], positions=tuple(range(1, 9)), size=8)
    found = [check.what for check in log_checks([torn], calls) if not check.holds]
    assert found == ["no call written in part or twice"]


def test_two_heads_at_a_position_before_the_last_are_a_fork() -> None:
    forked = attrs.evolve(SOUND, node="node2", heads="other digest")
    assert broken(SOUND, forked) == ["no fork: the same head at every position on every node"]


def test_a_gap_is_found() -> None:
    gap = attrs.evolve(SOUND, positions=(*range(1, 6), *range(7, 11)), size=10)
    assert "positions without a gap" in broken(gap)


def test_a_check_is_shown_with_what_was_seen() -> None:
    assert str(Check("no gap", holds=False, seen="1 to 9")) == "BROKEN  no gap: 1 to 9"


def test_kills_come_by_turns_with_partitions_among_them() -> None:
    plan = planned(4, 2, dice())
    assert plan.count("partition") == 2
    kills = [each for each in plan if each != "partition"]
    assert kills == ["unheard", "server", "node", "unheard"]


def test_whoever_lacks_the_programs_is_told_where_debian_has_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(click.ClickException, match=r"etcd, patroni.*apt install etcd-server"):
        found_programs()


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_a_process_is_killed_with_all_that_it_has_started() -> None:
    with subprocess.Popen(["sh", "-c", "sleep 60 & sleep 60; true"]) as shell:
        while len(family := with_descendants(shell.pid)) < 3:
            pass
        signal_all(family, signal.SIGKILL)
        shell.wait()
    assert not is_running(shell.pid)
    assert with_descendants(shell.pid) == []
