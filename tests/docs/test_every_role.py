"""Written is never called refused: every command and request as every documented role.

The commands are those of the program's overview with their examples, the requests those of the
API.  Each of them works, or it is refused before anything is written and says what to do.
"""

import shlex
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from ledger.log.clock import now
from ledger.log.database import connect
from ledger.log.notes import SigningKey
from projections.accounts.roles import EVERYBODY
from projections.api import Ledger
from projections.interfaces.cli.lazy_commands import EXAMPLES as COMMANDS
from projections.interfaces.http.api.openapi import PARTS
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.operations.catalogue import OPERATIONS, operation
from projections.operations.reads import READS
from scripts.reference.http_examples import BASE, EXAMPLES, Example, form_of
from tests.console.every_command import ALL
from tests.console.shell import Shell, lines
from tests.docs.conftest import ROLES, Copied
from tests.imports.tournament_files import trf_pair
from tests.projections.submissions import adoption, decided, games, player, tournament
from tests.web_api.example_club import EVENTS, ask_for_a_name, submit_files, variables
from tests.web_api.example_club import FILES as FILES_OF_EXAMPLES

CLUB = [
    adoption("1996-01-01", "club"),
    *map(player, ("anna", "bruno", "carla")),
    player("bruno-2", name="Bruno, Test"),
    decided("anna", "1700-20", "1996-01-01", pool="club"),
    decided("bruno", "1650-15", "1996-01-01", pool="club"),
    tournament("autumn", "1996-11-17", pools=["club"]),
    *games("autumn", "anna ½-½ bruno", "bruno 1-0 carla", "carla 1-0 anna"),
]
SEEDS = {"club.key": bytes(32), "club-2.key": bytes(range(32))}
FILES: Mapping[str, bytes] = {
    "spring.trf": trf_pair("1", "0"),
    "cup.trf": trf_pair("0", "1").replace(b"Spring Open", b"Winter Cup"),
    "members.csv": b"name;born;rating\nEwig, Emil;1988;1520-4\n",
    "autumn.jsonl": lines(player("dora")),
    "log.jsonl": b"",
    **{name: SigningKey("club", 1, seed).secret().encode() for name, seed in SEEDS.items()},
}
TYPED = b"Club cup\n1996-09-15\n\nr\n120\n\nanna\nbruno\n\n1\ny\n"
PASSWORD = b"correct horse battery staple\n"


def id_of_file(name: str) -> str:
    """The id of the tournament of a TRF file, which has none of its own."""
    return f"trf-{sha256(FILES[name]).hexdigest()[:16]}"


NEVER_END = {"live watch", "serve", "demo", "witness serve"}
"""A server and a watcher end with their process; the demonstration makes a ledger of its own."""
AS_IT_WRITES: Mapping[str, str] = {
    "doctor": "doctor",  # nobody has made backups here
    "account add": "account add carla --role officer --no-password",
    "account password": "account password carla --password-stdin",
    "export log": "export log --output all.jsonl",
    "export player": "export player club bruno --as html --output player.html",
    "export tournament": "export tournament autumn --as csv --output autumn.zip",
    "import": "import auto spring.trf --pool club --register-new",
    "key new": "key new another.key",
    "live submit": "live submit club cup.trf --link 1=new --link 2=new --link 3=new --link 4=new",
    "live withdraw": f"live withdraw club {id_of_file('cup.trf')}",
    "merge": 'merge bruno bruno-2 --reason "one person"',
    "pool": "pool club --rulebook dwz-2026 --from 2026-07-01 --keep-figures",
    "publish": "publish club --on 2026-01-01",
    "rebuild": "rebuild club",
}
"""Examples whose own place, file or day this ledger does not have, and some that only check."""
NOT_HERE = {
    *("backup check", "backup create", "backup restore"),
    *("submissions accept", "submissions approve", "submissions comment", "submissions discard"),
    "submissions send-back",
    *("checkpoint submit", "witness once"),
    *("check-proof", "paper", "propose", "prove row", "restore", "sync", "token revoke"),
}
"""Refused for what they are about: a file, a folder, another rulebook, an empty ledger, a list, a
token, a server."""
LAST = {"account close", "players forget", "players withhold", "merge"}
"""The commands that cannot be undone."""
OF_THE_SERVER = ("account", "token", "describe", "pending", "submissions")
"""Commands about tables that only the role of the server uses."""
REMEDY = "docs/how-to/operate-a-ledger.md"


@pytest.fixture
def roles(copied: Copied, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Shell]:
    """A club, as each role sees it, in a folder with the files of the examples."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    return copied(CLUB)


def head(shell: Shell) -> int:
    engine = connect(shell.database)
    with engine.connect() as connection:
        size: int = connection.exec_driver_sql("SELECT size FROM log_head").scalar_one()
    engine.dispose()
    return size


def must_be_refused_rightly(role: str, refused: Mapping[str, str], of_server: set[str]) -> None:
    """Only what the role has no right to is refused, and says where the rights are explained."""
    assert [each for each, why in refused.items() if REMEDY not in why] == []
    if role == "ledger_writer":
        assert refused.keys() <= of_server
    elif role != "ledger_reader":
        assert refused == {}


@pytest.mark.parametrize("role", ROLES)
def test_every_command_works_or_is_refused_before_anything_is_written(
    roles: dict[str, Shell], role: str
) -> None:
    owner, refused = roles["ledger_owner"], {}
    for path in sorted(ALL, key=lambda path: (path in LAST, path)):
        if path in NEVER_END:
            continue
        words = shlex.split(AS_IT_WRITES.get(path) or COMMANDS[path])
        before, stdin = head(owner), PASSWORD if path == "account password" else TYPED
        outcome = roles[role].run(*words, stdin=stdin)
        if outcome.status == 0:
            assert "refused" not in outcome.err, (path, outcome)
        else:
            assert head(owner) == before, (path, outcome)
            refused[path] = outcome.err
    of_server = {path for path in ALL if path.split()[0] in OF_THE_SERVER}
    absent = NOT_HERE | ({"live withdraw"} if "live submit" in refused else set())
    found = {path: why for path, why in refused.items() if path not in absent}
    must_be_refused_rightly(role, found, of_server)
    reads = {each.command for each in READS if each.roles == EVERYBODY}
    assert not (reads - {each.command for each in OPERATIONS}) & (found.keys() - of_server)


# --- over HTTP ----------------------------------------------------------------------------------

ABSENT = {404, 405}
"""Of what a request before has not made, since it was refused."""
PARTS_OF_READS = {
    "pool": "club",
    "player": "anna",
    "tournament": "autumn",
    "list": "none",
    "account": "admin Anna",
}


def sent(example: Example, known: Mapping[str, str]) -> dict[str, Any]:
    """The parameters with which a client sends an example: JSON, or a form with files."""
    if example.files:
        files = {name: (file, FILES_OF_EXAMPLES[file]) for name, file in example.files.items()}
        return {"data": dict(form_of(example)), "files": files, "headers": known}
    return {"json": example.body, "headers": known}


def filled_in(path: str, parts: Mapping[str, str]) -> str:
    return BASE + PARTS.sub(lambda found: quote(parts[found[1]], safe=""), path)


@pytest.mark.parametrize("role", ROLES)
def test_every_request_works_or_is_refused_before_anything_is_written(
    copied: Copied, role: str
) -> None:
    roles, refused = copied(EVENTS), {}
    owner = roles["ledger_owner"]
    owner.json("account", "add", "admin Anna", "--role", "admin", "--no-password")
    known = {"Authorization": f"Bearer {owner.json('token', 'add', 'admin Anna')['token']}"}
    settings = ServeSettings(database=roles[role].database, clock=now, follow=False)
    app = application(settings)
    with closing(app.state.ledger), closing(Ledger.open(owner.database)) as ledger:
        client = TestClient(app)
        submit_files(ledger)
        ask_for_a_name(ledger)
        for read in READS:
            headers = {} if read.roles == EVERYBODY else known
            answer = client.get(filled_in(read.path, PARTS_OF_READS), headers=headers)
            if answer.status_code not in {200, 400, *ABSENT}:
                refused[read.name] = answer.text
        for name, example in EXAMPLES.items():
            before, filling = head(owner), variables(ledger)
            parts = {part: filling.get(each, each) for part, each in example.parts.items()}
            path = filled_in(operation(name).http.path, parts)
            answer = client.post(path, **sent(example, known))
            if answer.status_code != 200:
                assert head(owner) == before, (name, answer.text)
            if answer.status_code not in {200, *(ABSENT if refused else ())}:
                refused[name] = answer.text
    assert EXAMPLES.keys() == {each.name for each in OPERATIONS}
    must_be_refused_rightly(role, refused, set(refused))
