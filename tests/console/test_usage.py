"""Options, databases and exit statuses that all commands share."""

import json
import shlex

import click
import pytest
from sqlalchemy import text

from ledger.log.database import connect
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.lazy_commands import EXAMPLES
from tests.console.every_command import ALL, command_at
from tests.console.shell import Shell, lines, run
from tests.imports.tournament_files import trf_pair
from tests.projections.submissions import adoption
from tests.tables import every

QUESTIONS = [
    ("ratings", "dwz"),
    ("player", "dwz", "anna"),
    ("tournament", "dwz", "may"),
    ("audit", "dwz", "anna"),
]
COMMANDS = [
    *QUESTIONS,
    ("append", "-"),
    ("log",),
    ("export", "log"),
    ("rebuild",),
    ("rebuild", "--check"),
    ("verify",),
]


class TestOptions:
    @pytest.mark.parametrize("command", QUESTIONS, ids=" ".join)
    def test_database_and_format_may_stand_before_or_after_the_command(self, in_file, command):
        database = ("--database", in_file.database)
        before = run(*database, "--format", "json", *command)
        after = run(*command, *database, "--format", "json")
        between = run("--format", "json", command[0], *database, *command[1:])
        assert before == after == between
        assert before.status == 0

    def test_what_stands_after_the_command_counts(self, in_file):
        outcome = run(
            *("--database", "sqlite:///nowhere/x.db", "--format", "csv", "log"),
            *("--database", in_file.database, "--format", "json"),
        )
        assert len(json.loads(outcome.out)) == 19

    def test_the_environment_names_the_database(self, in_file):
        environment = {"RATING_LEDGER_DATABASE": in_file.database}
        outcome = run("--format", "json", "log", environment=environment)
        assert len(json.loads(outcome.out)) == 19

    def test_the_option_counts_more_than_the_environment(self, in_file):
        environment = {"RATING_LEDGER_DATABASE": "sqlite:///nowhere/x.db"}
        database = ("--database", in_file.database)
        assert run(*database, "log", environment=environment).status == 0

    def test_without_either_the_ledger_is_a_file_in_the_current_folder(
        self, tmp_path, monkeypatch
    ):
        monkeypatch.chdir(tmp_path)
        assert run("init").status == 0
        assert (tmp_path / "rating-ledger.db").exists()
        assert run("append", "-", stdin=lines(adoption())).status == 0
        assert run("ratings", "dwz").status == 0

    @every(
        "arguments",
        [
            ("ratings", "dwz", "anna"),
            ("player", "dwz"),
            ("tournament", "dwz"),
            ("audit", "dwz"),
            ("append",),
            ("rankings", "dwz"),
            ("ratings", "dwz", "--when", "1996-01-01"),
            ("ratings", "dwz", "--on"),
            ("ratings", "dwz", "--age", "99x"),
            ("ratings", "dwz", "--with", "height"),
            ("export", "ratings", "dwz", "--as", "csv", "--age", "99x"),
            ("players", "rename", "anna", "Adler, Anna", "--expect", f"{2**64}"),
            ("import", "trf", __file__, "--pool", "dwz", "--expect", f"{2**64}"),
            ("--format", "yaml", "ratings", "dwz"),
            ("ratings", "dwz", "--format", "yaml"),
            ("player", "dwz", "anna", "--set", "validity_years"),
        ],
        ids=" ".join,
    )
    def test_wrong_usage_ends_with_2_and_says_so_on_standard_error(self, in_file, arguments):
        outcome = in_file.run(*arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert "Error:" in outcome.err

    def test_a_write_that_expects_an_empty_log_is_refused_on_a_longer_one(self, in_file):
        ruling = ("--value", '{"evaluate": true}', "--decided-by", "board", "--reason", "r")
        outcome = in_file.run("decide", "rule", "dwz", "DWZ 6.2.1", *ruling, "--expect", "0")
        assert (outcome.status, outcome.out) == (1, "")
        assert "since position 0" in outcome.err

    def test_a_limit_may_be_larger_than_any_number_of_rows(self, in_file):
        every_row = in_file.run("players", "list", "dwz", "--all")
        assert in_file.run("players", "list", "dwz", "--limit", f"{2**64}") == every_row
        assert every_row.status == 0

    @every("command", ["", *(command[0] for command in COMMANDS)])
    def test_help_is_no_refusal(self, command):
        outcome = run(*command.split(), "--help")
        assert (outcome.status, outcome.err) == (0, "")
        assert outcome.out.startswith("Usage:")

    def test_verbose_speaks_on_standard_error_only(self, in_file):
        outcome = run(
            *("--database", in_file.database, "--verbose", "--format", "json", "rebuild")
        )
        assert outcome.status == 0
        assert set(json.loads(outcome.out)) == {"events", "tournaments", "seconds", "differences"}
        assert "pool_rebuilt" in outcome.err


OF_A_POOL = [
    path
    for path in ALL
    if any(it.name == "pool" and it.required for it in command_at(path).params)
]


class TestTheOnlyPool:
    @every("path", OF_A_POOL)
    def test_is_named_to_no_command(self, autumn_in_file, path):
        example = shlex.split(EXAMPLES[path])[len(path.split()) :]
        words = [each for each in example if each not in ("club", "--pool")]
        assert len(words) < len(example)
        command = command_at(path)
        whole = click.Context(command, obj=CommandContext(autumn_in_file.database))
        assert command.make_context(path, words, parent=whole).params["pool"] == "dwz"

    def test_may_be_named_as_ever_and_options_may_stand_before_the_player(self, in_file):
        named = in_file.json("audit", "dwz", "anna", "may")
        assert in_file.json("audit", "--on", "31.12.1996", "anna", "may") == in_file.json(
            "audit", "--on", "31.12.1996", "dwz", "anna", "may"
        )
        assert in_file.json("audit", "anna", "may") == named
        assert in_file.run("player", "dwz").status == 2

    def test_is_that_of_an_import(self, in_file):
        path = in_file.folder / "cup.trf"
        path.write_bytes(trf_pair("1", "0"))
        words = ("import", "trf", str(path), "--register-new", "--dry-run")
        assert in_file.json(*words) == in_file.json(*words, "--pool", "dwz")

    def test_is_asked_for_where_there_are_two(self, in_file):
        in_file.append(adoption("1990-01-01", "blitz"))
        assert "Missing argument" in in_file.run("player", "anna").err
        path = in_file.folder / "cup.trf"
        path.write_bytes(trf_pair("1", "0"))
        outcome = in_file.run("import", "trf", str(path))
        assert (outcome.status, "there are blitz, dwz" in outcome.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("ratngs", "ratings"),
        ("check-audt x", "check-audit"),
        ("players ad x", "add"),
        ("ratings dws", "dwz"),
        ("pool dws", "dwz"),
        ("publish dws --on 1996-12-31", "dwz"),
        ("import trff x.trf --pool dwz", "trf"),
        ("export ratings dwz --as htm", "html"),
        ("ratings dwz --with clib", "club"),
        ("player dwz Annna", "Anna"),
    ],
)
def test_the_word_that_may_be_meant_is_proposed(in_file, words, near):
    outcome = in_file.run(*words.split())
    assert outcome.status in {1, 2}
    assert "Did you mean" in outcome.err or "is meant" in outcome.err
    assert near in outcome.err.rpartition(": ")[2]


class TestDatabases:
    @pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
    def test_where_there_is_no_ledger_every_command_says_init(self, tmp_path, command):
        shell = Shell(f"sqlite:///{tmp_path / 'empty.db'}", tmp_path)
        (problem,) = shell.refused(*command, stdin=lines(adoption()))
        assert problem["code"] == "no-ledger"
        assert "rating-ledger init" in problem["message"]
        assert str(tmp_path / "empty.db") in problem["message"]
        assert "rating-ledger backup restore" in problem["message"]

    @pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
    def test_where_the_ledger_is_old_every_command_says_init(self, empty_file, command):
        engine = connect(empty_file.database)
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        engine.dispose()
        (problem,) = empty_file.refused(*command, stdin=lines(adoption()))
        assert problem["code"] == "old-ledger"
        assert "rating-ledger init" in problem["message"]

    @pytest.mark.parametrize(
        "url",
        [
            "sqlite:////nowhere/at/all/ledger.db",
            "postgresql://nobody@localhost:1/nothing",
            "mysql://localhost/ledger",
            "ledger.db",
            "",
            "sqlite+unknown:///ledger.db",
        ],
    )
    def test_a_database_that_cannot_be_had_is_refused(self, tmp_path, url):
        shell = Shell(url, tmp_path)
        problems = shell.refused("ratings", "dwz")
        assert [each["code"] for each in problems] in (["no-database"], ["no-connection"])

    @pytest.mark.parametrize(
        ("url", "place"),
        [
            ("sqlite:////nowhere/at/all/ledger.db", "/nowhere/at/all/ledger.db"),
            ("postgresql://eva:geheim@localhost:1/club", "eva:***@localhost:1/club"),
            ("postgresql://localhost:1/club?password=geheim", "localhost:1/club?password=***"),
            ("postgresql://eva:geh@geheim@localhost:port/club", "eva:***@localhost:port/club"),
            ("eva:geheim@localhost/club", "eva:***@localhost/club"),
        ],
    )
    def test_the_place_that_was_looked_at_is_named_without_its_password(
        self, tmp_path, url, place
    ):
        (problem,) = Shell(url, tmp_path).refused("ratings", "dwz")
        assert place in problem["message"]
        assert "geheim" not in problem["message"]

    def test_a_file_that_is_no_database_is_refused(self, tmp_path):
        (tmp_path / "notes.txt").write_text("Anna has beaten Bela.\n" * 99)
        shell = Shell(f"sqlite:///{tmp_path / 'notes.txt'}", tmp_path)
        assert len(shell.refused("ratings", "dwz")) == 1
        assert len(shell.refused("init")) == 1
