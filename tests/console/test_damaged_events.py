"""A damaged log: every command says in one refusal which event it is, and that ``verify`` knows.

Whoever reads past the damage, in the order of the log or in another pool, is answered as before.
"""

import pytest
from sqlalchemy import text

from ledger.log.database import connect
from tests.console.shell import Shell, lines
from tests.projections.submissions import player
from tests.tables import some_at_once

COMMANDS = [
    "log",
    "log --format csv",
    "export log",
    "export log --with-persons",
    "ratings dwz",
    "player dwz anna",
    "tournament dwz {tournament}",
    "audit dwz anna {tournament}",
    "rebuild dwz",
    "rebuild dwz --check",
    "diff dwz --from-known 12",
    "correct {event} --set white_points=0 --set black_points=1 --reason slip",
    "games {tournament}",
    "standings {tournament}",
    "players dwz",
    "tournaments dwz",
    "export evaluations dwz --as csv",
    "export tournament {tournament} --as trf16",
]
UNREADABLE = ["", "null", "[]", "5", '{"game":', "{}", '{"game":7,"tournament":"open"}']


def change(shell: Shell, statement: str, **values: object) -> None:
    """Somebody with every right, or a bad disk, changes what is stored."""
    engine = connect(shell.database)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
            for name in connection.exec_driver_sql(triggers).scalars().all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            for table in ("event", "log_head"):
                connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        connection.execute(text(statement), values)
    engine.dispose()


def last_game(shell: Shell) -> tuple[int, str, str]:
    """Position, event and tournament of the last game in the log."""
    event = shell.json("log", "--type", "game.submitted")[-1]
    return event["position"], event["id"], event["data"]["tournament"]


def damaged(shell: Shell, column: str, value: object) -> tuple[int, list[list[str]]]:
    """The position of a game whose column is changed, and the commands that come across it."""
    position, event, tournament = last_game(shell)
    change(shell, "DELETE FROM generation")
    statement = f"UPDATE event SET {column} = :value WHERE position = :position"  # noqa: S608
    change(shell, statement, value=value, position=position)
    names = {"event": event, "tournament": tournament}
    return position, [[word.format(**names) for word in each.split()] for each in COMMANDS]


def names(shell: Shell, command: list[str], position: int) -> bool:
    """True if a command is refused, once, with the position and the command that checks all."""
    outcome = shell.run(*command)
    assert outcome.status == 1, (command, outcome)
    (line,) = outcome.err.splitlines()
    return f"position {position} " in line and "rating-ledger verify" in line


@pytest.mark.parametrize("payload", some_at_once(UNREADABLE, UNREADABLE[-3:]))
def test_a_game_that_cannot_be_read_is_named_by_every_command(
    in_file: Shell, payload: str
) -> None:
    position, commands = damaged(in_file, "payload", payload)
    plain = {"log", "export"} if payload.startswith("{}") or "7" in payload else set[str]()
    for command in commands:
        if command[0] in plain and command[1:2] != ["tournament"]:
            continue  # what can be shown as it was recorded is shown
        assert names(in_file, command, position), command


def test_on_postgresql_too(shell: Shell) -> None:
    position, commands = damaged(shell, "payload", '{"game":')
    for command in commands:
        assert names(shell, command, position), command


@pytest.mark.parametrize("type_", ["game.invented", ""])
def test_a_type_that_nobody_knows_is_named(in_file: Shell, type_: str) -> None:
    position, event, _ = last_game(in_file)
    change(in_file, "DELETE FROM generation")
    statement = "UPDATE event SET type = :type WHERE position = :position"
    change(in_file, statement, type=type_, position=position)
    correction = ["correct", event, "--strike", "--reason", "slip"]
    for command in (["ratings", "dwz"], ["rebuild"], ["player", "dwz", "anna"], correction):
        assert names(in_file, command, position), command


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("recorded_at", "yesterday"),
        ("recorded_at", 2**62),
        ("entry_hash", "text"),
        ("payload", b"\x00"),
    ],
)
def test_a_column_of_another_kind_is_named(in_file: Shell, column: str, value: object) -> None:
    """SQLite keeps any kind of value in any column."""
    position, _, _ = last_game(in_file)
    statement = f"UPDATE event SET {column} = :value WHERE position = :position"  # noqa: S608
    change(in_file, statement, value=value, position=position)
    for command in (["log"], ["export", "log"]):
        assert names(in_file, command, position)


@pytest.mark.parametrize("column", ["payload", "recorded_by", "id"])
def test_bytes_that_are_no_text_are_found_where_they_are(in_file: Shell, column: str) -> None:
    """A flipped bit; the driver says that a text cannot be decoded, and not which."""
    position, commands = damaged(in_file, "source", "slip")
    statement = f"UPDATE event SET {column} = CAST(:value AS TEXT) WHERE position = :position"  # noqa: S608
    change(in_file, statement, value=b'{"game":"\xff"}', position=position)
    for command in [["log"], ["export", "log"], *([] if column != "payload" else commands)]:
        assert names(in_file, command, position), command
    outcome = in_file.run("verify")
    assert outcome.status == 1
    assert f"position {position}: a text of it is not UTF-8" in outcome.err


def test_a_result_that_no_rulebook_knows_is_traced_to_the_event(in_file: Shell) -> None:
    """It can be read, and an evaluation fails over it: then the log is looked through."""
    position, _, tournament = last_game(in_file)
    change(in_file, "DELETE FROM generation")
    statement = (
        "UPDATE event SET payload = replace(payload, :old, :new) WHERE position = :position"
    )
    change(in_file, statement, position=position, old='"anna"', new='"nobody"')
    for command in (["ratings", "dwz"], ["tournament", "dwz", tournament]):
        outcome = in_file.run(*command)
        assert "Traceback" not in outcome.err
        assert outcome.status == 0 or names(in_file, command, position)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM log_head", "UPDATE log_head SET size = 3", "UPDATE log_head SET size = 10000"],
)
def test_a_head_that_is_not_the_end_is_not_believed(in_file: Shell, statement: str) -> None:
    """Three events of nineteen would otherwise be the whole ledger."""
    change(in_file, statement)
    for command in (["ratings", "dwz"], ["player", "dwz", "anna"], ["tournaments", "dwz"]):
        (problem,) = in_file.refused(*command)
        assert problem["code"] == "damaged-ledger"
        assert "rating-ledger verify" in problem["message"]


def test_nothing_is_appended_after_a_head_of_no_time(in_file: Shell) -> None:
    change(in_file, "UPDATE log_head SET recorded_at = 4611686018427387904")
    (problem,) = in_file.refused("append", "-", stdin=lines(player("zoe")))
    assert problem["code"] == "damaged-ledger"


@pytest.mark.parametrize("data", ["", "null", '{"name":', '{"name":"Somebody Else"}'])
def test_personal_data_that_are_not_those_handed_in_are_shown_by_nobody(
    in_file: Shell, data: str
) -> None:
    position = next(
        each["position"]
        for each in in_file.json("log", "--type", "player.registered")
        if each["data"]["player"] == "anna"
    )
    change(in_file, "UPDATE person SET data = :data WHERE player = 'anna'", data=data)
    for command in (["ratings", "dwz"], ["player", "dwz", "anna"], ["players", "dwz"]):
        assert names(in_file, command, position), command


def test_what_lies_before_the_damage_is_shown(in_file: Shell) -> None:
    before = in_file.json("log", "--to", "5")
    damaged(in_file, "payload", "null")
    assert in_file.json("log", "--to", "5") == before
