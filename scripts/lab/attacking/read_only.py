"""A ledger on a read-only file system is served: questions are answered, writes are refused."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from scripts.lab.attacking import Finding, Size
from scripts.lab.attacking.target import Target, new_ledger, running
from tests.projections.submissions import player

PAGES = (
    "/",
    "/club",
    "/club/players/konrad",
    "/club/tournaments",
    "/api/v1/pools/club/ratings",
    "/api/v1/log?from=10&to=20",
    "/health",
    "/login",
)


def read_only(_: Size) -> Iterator[Finding]:
    """Serve the demo from a file system that was made read-only; needs the rights of root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database, token = new_ledger(folder)
        with _mounted(folder / "disk") as disk:
            if disk is None:
                yield Finding("a read-only file system", "not tried: no right to mount", held=True)
                return
            shutil.copy(database.removeprefix("sqlite:///"), disk / "ledger.db")
            _mount("-o", "remount,ro", str(disk))
            with running(folder, f"sqlite:///{disk / 'ledger.db'}", token) as target:
                statuses = {address: target.get(address)[0] for address in PAGES}
                yield Finding("pages and answers", str(statuses), set(statuses.values()) == {200})
                status, said = _written(target)
                yield Finding("a write", f"{status}: {said}", status == 503)
                failures = target.failures()
                yield Finding("the server's own failures", f"{failures[:3]}", not failures)


def _written(target: Target) -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {target.token}", "Content-Type": "application/json"}
    with closing(HTTPConnection(target.host, target.port, timeout=30)) as connection:
        connection.request("POST", "/api/v1/events", json.dumps([player("hanna")]), headers)
        response = connection.getresponse()
        document = json.loads(response.read())
        return response.status, str(document.get("detail", document))[:100]


@contextmanager
def _mounted(folder: Path) -> Iterator[Path | None]:
    """Yield a file system in memory; None if this user may not mount one."""
    folder.mkdir()
    if not _mount("-t", "tmpfs", "none", str(folder)):
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _mount(*how: str) -> bool:
    return subprocess.run(["mount", *how], check=False, capture_output=True).returncode == 0
