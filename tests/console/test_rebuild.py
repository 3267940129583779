"""``rebuild [POOL] [--check]``: the derived tables thrown away and made again."""

import json

import attrs
import pytest
from sqlalchemy import text

from ledger.log.database import connect
from projections.engine.read_model.generations import rebuild
from tests.projections.submissions import adoption, games, tournament

DOCUMENT = {"events", "tournaments", "seconds", "differences"}


def tamper(shell, table="card", column="card"):
    """Somebody has written into the derived tables."""
    changed = f"UPDATE {table} SET {column} = replace({column}, '1523', '1623')"  # noqa: S608
    engine = connect(shell.database)
    with engine.begin() as connection:
        connection.execute(text(f"{changed} WHERE player = 'anna'"))
    engine.dispose()


def test_it_tells_what_was_replayed(shell):
    document = shell.json("rebuild", "dwz")
    assert set(document) == DOCUMENT
    assert (document["events"], document["tournaments"]) == (19, 2)
    assert document["differences"] == []
    assert document["seconds"] >= 0
    assert "2 tournaments from 19 events" in shell.table("rebuild")


def test_without_a_pool_every_pool_is_rebuilt(in_file):
    in_file.append(
        adoption("1990-01-01", "youth"),
        tournament("cadets", "1996-05-01", pools=["youth", "dwz"]),
        *games("cadets", "anna 1-0 bela"),
    )
    assert in_file.json("rebuild")["tournaments"] == 4
    assert in_file.json("rebuild", "youth")["tournaments"] == 1


def test_a_ledger_without_pools_has_nothing_to_rebuild(empty):
    document = empty.json("rebuild")
    assert (document["events"], document["tournaments"]) == (0, 0)


def test_the_list_is_the_same_afterwards(shell):
    before = shell.json("ratings", "dwz", "--all")
    shell.json("rebuild")
    assert shell.json("ratings", "dwz", "--all") == before


def test_check_finds_no_difference(shell):
    assert shell.json("rebuild", "--check")["differences"] == []
    shell.json("ratings", "dwz")
    shell.append(tournament("june", "1996-06-02"), *games("june", "anna 0-1 bela"))
    assert shell.json("rebuild", "dwz", "--check")["differences"] == []


def test_check_tells_every_difference_in_one_document(shell):
    shell.json("ratings", "dwz")
    tamper(shell)
    outcome = shell.run("--format", "json", "rebuild", "--check")
    document = json.loads(outcome.out)
    assert outcome.status == 1
    assert set(document) == DOCUMENT
    (difference,) = document["differences"]
    assert (difference["pool"], difference["player"]) == ("dwz", "anna")
    assert "1623" in difference["stored"]
    assert "1523" in difference["replayed"]
    assert "rebuild" in outcome.err


def test_check_tells_people_how_many_differences_there_are(in_file):
    in_file.json("ratings", "dwz")
    tamper(in_file)
    outcome = in_file.run("rebuild", "--check")
    assert outcome.status == 1
    assert "1 differences" in outcome.out
    assert "rebuild it" in outcome.err


@pytest.mark.parametrize(
    ("table", "question"), [("card", ("player", "dwz", "anna")), ("standing", ("ratings", "dwz"))]
)
def test_a_rebuild_puts_it_right(in_file, table, question):
    in_file.json("ratings", "dwz")
    tamper(in_file, table, table)
    assert in_file.refused(*question)
    in_file.json("rebuild")
    assert in_file.json("ratings", "dwz")[1]["figure"] == 1523


def test_a_lost_process_of_the_replay_is_a_warning(in_file, monkeypatch):
    lost = rebuild_that_notes("dwz: a process of the replay was lost")
    monkeypatch.setattr("projections.engine.read_model.generations.rebuild", lost)
    outcome = in_file.run("--format", "json", "rebuild", "dwz", "--workers", "2")
    assert outcome.status == 0
    assert json.loads(outcome.out)["notes"] == ["dwz: a process of the replay was lost"]
    assert outcome.err == "warning: dwz: a process of the replay was lost\n"


def rebuild_that_notes(note):
    def noted(*arguments):
        return attrs.evolve(rebuild(*arguments), notes=(note,))

    return noted


def test_a_pool_that_there_is_not_is_refused(in_file):
    (problem,) = in_file.refused("rebuild", "youth")
    assert problem["code"] == "unknown-pool"
