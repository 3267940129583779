"""A shell in which the whole command ``rating-ledger`` is run on one database."""

import json
from pathlib import Path
from typing import Any

import attrs
from click.testing import CliRunner

from projections.interfaces.cli.lazy_commands import main
from tests.projections.submissions import Event


@attrs.frozen
class Outcome:
    """The outcome of a command: its exit status, standard output, standard error."""

    status: int
    out: str
    err: str


class Shell:
    """Runs commands; a traceback in one of them is a failure of the test."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        self.folder = folder

    def run(self, *arguments: str, stdin: bytes = b"") -> Outcome:
        return run("--database", self.database, *arguments, stdin=stdin)

    def table(self, *arguments: str) -> str:
        """Return a command's output for people; it must succeed without any other output."""
        outcome = self.run(*arguments)
        assert (outcome.status, outcome.err) == (0, "")
        return outcome.out

    def json(self, *arguments: str, stdin: bytes = b"") -> Any:
        """The one document that a command prints for programs."""
        outcome = self.run("--format", "json", *arguments, stdin=stdin)
        assert (outcome.status, outcome.err) == (0, "")
        return json.loads(outcome.out)

    def refused(self, *arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
        """The problems of a command that is refused, which are told to people as well."""
        outcome = self.run("--format", "json", *arguments, stdin=stdin)
        assert outcome.status == 1
        document = json.loads(outcome.out)
        assert set(document) == {"problems"}
        problems: list[dict[str, Any]] = document["problems"]
        for problem in problems:
            assert set(problem) == {"line", "field", "code", "message"}
            assert problem["message"] in outcome.err
        assert self.run(*arguments, stdin=stdin).out == ""
        return problems

    def file(self, name: str, *events: Event) -> str:
        """The events in a file; gives its path."""
        path = self.folder / name
        path.write_bytes(lines(*events))
        return str(path)

    def append(self, *events: Event) -> Any:
        """Hand the events in on standard input."""
        return self.json("append", "-", stdin=lines(*events))


def run(*arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None) -> Outcome:
    """Run the command as it is, without saying which database is meant."""
    runner = CliRunner(env={"RATING_LEDGER_DATABASE": None, **(environment or {})})
    result = runner.invoke(main, arguments, input=stdin, catch_exceptions=False)
    return Outcome(result.exit_code, result.stdout, result.stderr)


def lines(*events: Event) -> bytes:
    """The events as JSON Lines."""
    return b"".join(json.dumps(event, ensure_ascii=False).encode() + b"\n" for event in events)
