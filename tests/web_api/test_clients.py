"""The three clients of docs/reference/http-api.md, run against a server that listens."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from tests.architecture.sources import ROOT
from tests.docs.documents import blocks
from tests.projections.submissions import adoption, player
from tests.web_api.conftest import Served

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
    server = uvicorn.Server(
        uvicorn.Config(served.client.app, port=0, lifespan="off", log_config=None)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield {
        **os.environ,
        "LEDGER": f"http://127.0.0.1:{port}",
        "TOKEN": served.tokens["arbiter"],
        "NO_PROXY": "127.0.0.1",
    }
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


def test_python_follows_the_log(environment):
    said = said_by([sys.executable, "-"], "python", environment)
    assert said == f"{len(EVENTS)} events, the last player.registered\n"


def test_javascript_reads_page_by_page(environment):
    said = said_by([must_have("node"), "--input-type=module"], "javascript", environment)
    assert said.splitlines() == ["Anna, Test", "Bert, Test", "Dora, Test"]
