"""The clients and the commands of curl in the documents, run against a server that listens."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from projections.operations.catalogue import operation
from scripts.reference.http_examples import EXAMPLES, curl
from tests.architecture.sources import ROOT
from tests.docs.documents import blocks
from tests.projections.submissions import adoption, player
from tests.web_api.conftest import Served
from tests.web_api.example_club import EVENTS as CLUB
from tests.web_api.example_club import FILES, ask_for_a_name, submit_files, variables

pytestmark = pytest.mark.slow

EVENTS = [adoption("1995-01-01", "club"), *(player(name) for name in ("anna", "bert", "dora"))]
CLIENTS = {
    block.info[0]: block.text
    for block in blocks(ROOT / "docs/reference/http-api.md")
    if block.info
}


@pytest.fixture
def environment(sqlite_database: str, serve) -> Iterator[dict[str, str]]:
    """A server on a port of its own, and where its clients find it."""
    served: Served = serve(sqlite_database, EVENTS)
    with listening(served) as address:
        yield {**os.environ, **address, "TOKEN": served.tokens["arbiter"]}


@contextmanager
def listening(served: Served) -> Iterator[dict[str, str]]:
    server = uvicorn.Server(
        uvicorn.Config(served.client.app, port=0, lifespan="off", log_config=None)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield {"LEDGER": f"http://127.0.0.1:{port}", "NO_PROXY": "127.0.0.1"}
    server.should_exit = True
    thread.join()


def said_by(command: list[str], client: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        input=CLIENTS[client],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def must_have(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def test_curl_registers_a_player_and_finds_him(environment):
    said = said_by([must_have("bash"), "-e"], "sh", {**environment, "CURL": must_have("curl")})
    assert '"appended": 1' in said
    assert '"name": "Cedar, Carl"' in said


def test_every_example_of_a_write_is_accepted_by_the_server(
    sqlite_database: str, serve, tmp_path: Path
) -> None:
    """Each is a command of the reference, in the order in which they can follow one another."""
    must_have("curl")
    shown = [it.text for it in blocks(ROOT / "docs/reference/http-endpoints.md")]
    commands = {name: f"{curl(operation(name))}\n" for name in EXAMPLES}
    assert sorted(shown) == sorted(commands.values())
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    club: Served = serve(sqlite_database, CLUB)
    submit_files(club.ledger)
    ask_for_a_name(club.ledger)
    with listening(club) as address:
        for name, command in commands.items():
            known = {it.removeprefix("$"): text for it, text in variables(club.ledger).items()}
            done = subprocess.run(
                ["bash", "-ec", command],
                cwd=tmp_path,
                env={**os.environ, **address, **known, "TOKEN": club.tokens["admin"]},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (name, done.stdout)


def test_python_follows_the_log(environment):
    said = said_by([sys.executable, "-"], "python", environment)
    assert said == f"{len(EVENTS)} events, the last player.registered\n"


def test_javascript_reads_page_by_page(environment):
    said = said_by([must_have("node"), "--input-type=module"], "javascript", environment)
    assert said.splitlines() == ["Anna, Test", "Bert, Test", "Dora, Test"]
