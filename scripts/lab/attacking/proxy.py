"""The reverse proxy of docs/how-to/deploy.md in front of a server: nginx, set up as described."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "deploy.md"
SECONDS_TO_START = 10
AROUND = """\
daemon off; master_process off; pid nginx.pid; error_log stderr crit;
events {{ }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy;
    fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
{server}
}}
"""


@attrs.frozen
class Proxy:
    """A running nginx: its only process, and its address."""

    process: int
    host: str
    port: int


def nginx_here() -> str | None:
    """Return the path of nginx; None if it is not installed."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")


@contextmanager
def behind_nginx(
    nginx: str, folder: Path, server: int, instead: str | None = None
) -> Iterator[Proxy]:
    """Run the proxy before the server on a port; ``instead``: replacements of time limits."""
    port = _free_port()
    file = folder / "nginx.conf"
    file.write_text(AROUND.format(server=_as_described(port, server, instead)), "utf-8")
    with subprocess.Popen([nginx, "-c", file, "-p", folder, "-e", "stderr"]) as running:
        try:
            _wait_for(port, running)
            yield Proxy(running.pid, "127.0.0.1", port)
        finally:
            running.terminate()


def _as_described(port: int, server: int, instead: str | None) -> str:
    """The page's configuration of nginx, on another port, without https and its certificate."""
    described = PAGE.read_text("utf-8").partition("```nginx\n")[2].partition("```")[0]
    described = re.sub(r"(?m)^ *ssl_.*\n", "", described)
    described = described.replace("443 ssl", f"127.0.0.1:{port}")
    described = described.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    return described if instead is None else re.sub(r"\b\d+s;", f"{instead};", described)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + SECONDS_TO_START
    while running.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("nginx does not run as docs/how-to/deploy.md tells it")
