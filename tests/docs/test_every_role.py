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
from projections.accounts.roles import EVERYBODY
from projections.interfaces.cli.lazy_commands import EXAMPLES
from projections.interfaces.http.api.openapi import PARTS
from projections.interfaces.http.api.routes import BASE
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.operations.catalogue import OPERATIONS, Operation
from projections.operations.operation import own_fields_of
from projections.operations.reads import READS
from projections.queries.arguments import Upload
from tests.console.every_command import ALL
from tests.console.shell import Shell, lines
from tests.docs.conftest import ROLES, Copied
from tests.imports.tournament_files import trf_pair
from tests.projections.submissions import adoption, decided, games, player, tournament

CLUB = [
    adoption("1996-01-01", "club"),
    *map(player, ("anna", "bruno", "carla")),
    player("bruno-2", name="Bruno, Test"),
    decided("anna", "1700-20", "1996-01-01", pool="club"),
    decided("bruno", "1650-15", "1996-01-01", pool="club"),
    tournament("autumn", "1996-11-17", pools=["club"]),
    *games("autumn", "anna ½-½ bruno", "bruno 1-0 carla", "carla 1-0 anna"),
]
FILES: Mapping[str, bytes] = {
    "spring.trf": trf_pair("1", "0"),
    "cup.trf": trf_pair("0", "1").replace(b"Spring Open", b"Winter Cup"),
    "members.csv": b"name;born;rating\nEwig, Emil;1988;1520-4\n",
    "autumn.jsonl": lines(player("dora")),
    "log.jsonl": b"",
    "logo.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
}
TYPED = b"Club cup\n1996-09-15\n\nr\n120\n\nanna\nbruno\n\n1\ny\n"
PASSWORD = b"correct horse battery staple\n"


def id_of_file(name: str) -> str:
    """The id of the tournament of a TRF file, which has none of its own."""
    return f"trf-{sha256(FILES[name]).hexdigest()[:16]}"


NEVER_END = {"serve", "demo"}
"""A server ends with its process; the demonstration makes a ledger of its own."""
AS_IT_WRITES: Mapping[str, str] = {
    "account add": "account add carla --role officer --no-password",
    "account password": "account password carla --password-stdin",
    "export log": "export log --output all.jsonl",
    "export player": "export player club bruno --as html --output player.html",
    "export tournament": "export tournament autumn --as csv --output autumn.zip",
    "import": "import auto spring.trf --pool club --register-new",
    "live submit": "live submit club cup.trf --link 1=new --link 2=new --link 3=new --link 4=new",
    "live withdraw": f"live withdraw club {id_of_file('cup.trf')}",
    "merge": 'merge bruno bruno-2 --reason "one person"',
    "pool": "pool club --rulebook dwz-2026 --from 2026-07-01 --keep-figures",
    "publish": "publish club --on 2026-01-01",
    "rebuild": "rebuild club",
}
"""Examples whose own place, file or day this ledger does not have, and some that only check."""
NOT_HERE = {"paper", "propose", "restore", "sync", "token revoke"}
"""Refused for what they are about: a file, another rulebook, an empty ledger, a list, a token."""
LAST = {"account close", "close_account", "players forget", "forget", "players withhold", "merge"}
"""The commands and requests that cannot be undone."""
OF_THE_SERVER = ("account", "token", "describe", "pending", "live")
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
        words = shlex.split(AS_IT_WRITES.get(path) or EXAMPLES[path])
        before, stdin = head(owner), PASSWORD if path == "account password" else TYPED
        outcome = roles[role].run(*words, stdin=stdin)
        if outcome.status == 0:
            assert "refused" not in outcome.err, (path, outcome)
        else:
            assert head(owner) == before, (path, outcome)
            refused[path] = outcome.err
    of_server = {path for path in ALL if path.split()[0] in OF_THE_SERVER}
    found = {path: why for path, why in refused.items() if path not in NOT_HERE}
    must_be_refused_rightly(role, found, of_server)
    reads = {each.command for each in READS if each.roles == EVERYBODY}
    assert not (reads - {each.command for each in OPERATIONS}) & (found.keys() - of_server)


# --- over HTTP ----------------------------------------------------------------------------------

VALUES: Mapping[str, Any] = {
    "on": "2026-01-01",
    "pool": "club",
    "player": "anna",
    "tournament": "autumn",
    "list": "none",
    "token": "none",
    "keep": "bruno",
    "drop": "bruno-2",
    "event": "tournament autumn",
    "reason": "a slip",
    "rulebook": "dwz-2026",
    "rule": "DWZ 6.2.1",
    "about": {"tournament": "autumn"},
    "value": {"evaluate": True},
    "decided_by": "the board",
    "card": {"rating": 1600, "index": 9},
    "from_day": "2026-01-01",
    "name": "Test, Anna Maria",
    "account": "carla",
    "role": "officer",
    "file": "cup.trf",
    "pools": "club",
}
"""A value for each field that is required by a request."""
FURTHER: Mapping[str, Mapping[str, Any]] = {
    "add_account": {"name": "carla"},
    "add_players": {"file": "members.csv"},
    "adopt": {"from_day": "2026-07-01", "figures": "keep"},
    "correct": {"set": {"name": "Autumn Cup"}},
    "decide_rule": {"about": {"tournament": "autumn"}},
    "describe_list": {"title": "Members"},
    "describe_site": {"name": "Bamberg", "logo": "logo.svg"},
    "import_file": {"file": "spring.trf", "register_new": "true"},
    "reset_password": {"password": PASSWORD.decode().strip()},
}
NOT_THERE = {"published_list", "revoke_token", "withdraw_running"}
"""Requests about what this ledger does not have."""


def parameters_of(operation: Operation) -> dict[str, Any]:
    """The parameters with which a client sends a request: JSON, or a form with a file."""
    own, members, files = FURTHER.get(operation.name, {}), {}, {}
    parts = PARTS.findall(operation.http.path)
    for each in own_fields_of(operation.request_class):
        if each.name not in parts and (each.required or each.name in own):
            value = own[each.name] if each.name in own else VALUES[each.name]
            if each.kind is Upload:
                files[each.wire] = (value, FILES[value])
            else:
                members[each.wire] = value
    if operation.http.confirm:
        members["confirm"] = VALUES[operation.http.confirm]
    if operation.name == "import_file":
        return {"params": members, "files": files}
    return {"data": members, "files": files} if files else {"json": members}


def address(path: str) -> str:
    return BASE + PARTS.sub(lambda found: quote(VALUES[found[1]], safe=""), path)


@pytest.mark.parametrize("role", ROLES)
def test_every_request_works_or_is_refused_before_anything_is_written(
    roles: dict[str, Shell], role: str
) -> None:
    owner, refused = roles["ledger_owner"], {}
    owner.json("account", "add", "admin Anna", "--role", "admin", "--no-password")
    token = owner.json("token", "add", "admin Anna")["token"]
    settings = ServeSettings(database=roles[role].database, clock=now, follow=False)
    app = application(settings)
    with closing(app.state.ledger):
        client = TestClient(app)
        known = {"Authorization": f"Bearer {token}"}
        for read in READS:
            headers = {} if read.roles == EVERYBODY else known
            answer = client.get(address(read.path), headers=headers)
            if answer.status_code not in {200, 400, 404}:
                refused[read.name] = answer.text
        for each in sorted(OPERATIONS, key=lambda each: each.name in LAST):
            before = head(owner)
            answer = client.post(address(each.http.path), headers=known, **parameters_of(each))
            if answer.status_code != 200:
                assert head(owner) == before, (each.name, answer.text)
                refused[each.name] = answer.text
    found = {name: why for name, why in refused.items() if name not in NOT_THERE}
    must_be_refused_rightly(role, found, set(found))
