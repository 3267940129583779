"""The wheel works where nothing else is installed.

uv builds it from the sdist: what the sdist lacks, the wheel lacks.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.architecture.sources import ROOT

pytestmark = pytest.mark.slow

UV = os.environ.get("UV") or shutil.which("uv")
HOUSE_RULES = """from projections.rulebooks.dwz.rulebook import Dwz2014


class House(Dwz2014):
    name = "house-2030"
"""
HOUSE_PACKAGE = """[project]
name = "house"
version = "1"
[project.entry-points."rating_ledger.rulebooks"]
house-2030 = "house:House"
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[tool.hatch.build.targets.wheel]
include = ["house.py"]
"""
UNREACHABLE = ("dns error", "error sending request", "Could not connect", "tcp connect error")


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody would who has the wheel and no copy of the project."""
    own = {"PYTHONPATH", "VIRTUAL_ENV", "RATING_LEDGER_DATABASE"}
    environment = {name: value for name, value in os.environ.items() if name not in own}
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment | {"PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def uv(*arguments: str | Path, folder: Path) -> None:
    """Run uv; skips where the registry cannot be reached, and nowhere else."""
    assert UV is not None
    done = run(UV, *arguments, folder=folder)
    if done.returncode != 0 and any(sign in done.stderr for sign in UNREACHABLE):
        pytest.skip(f"the registry of packages cannot be reached: {done.stderr.strip()[-300:]}")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel and its dependencies."""
    if UV is None:
        pytest.skip("uv is not on this machine: pip install uv")
    folder = tmp_path_factory.mktemp("environment")
    uv("build", "--quiet", "--out-dir", folder, ROOT, folder=folder)
    (built,) = folder.glob("*.whl")
    assert [*folder.glob("*.tar.gz")]
    uv("venv", "--quiet", "--python", sys.executable, folder / "venv", folder=folder)
    bin_ = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    uv("pip", "install", "--quiet", "--python", bin_ / "python", built, folder=folder)
    return bin_


def test_the_wheel_tells_its_version(programs: Path, tmp_path: Path) -> None:
    done = run(programs / "rating-ledger", "--version", folder=tmp_path)
    assert done.stdout.startswith("rating-ledger, version "), done.stderr


def test_the_wheel_brings_the_migrations(programs: Path, tmp_path: Path) -> None:
    done = run(programs / "rating-ledger", "--format", "json", "init", folder=tmp_path)
    assert json.loads(done.stdout)["created"], done.stderr


def test_the_wheel_brings_registers_sources_and_tables(programs: Path, tmp_path: Path) -> None:
    asking = "from projections import rulebooks; print(*rulebooks.__path__)"
    where = run(programs / "python", "-c", asking, folder=tmp_path)
    ours = beside_the_code(ROOT / "projections" / "rulebooks")
    assert beside_the_code(Path(where.stdout.strip())) == ours
    assert "dwz/1995/paragraphs.toml" in ours


def beside_the_code(folder: Path) -> set[str]:
    """Every file of a folder that is no Python."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in files if path.suffix not in (".py", ".pyc")}


def test_the_wheel_tells_the_demo(programs: Path, tmp_path: Path) -> None:
    done = run(programs / "rating-ledger", "demo", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Kramnik, Vladimir" in done.stdout
    assert (tmp_path / "rating-ledger-demo" / "ledger.db").is_file()


def test_the_wheel_serves_pages(programs: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(programs / "rating-ledger"), "serve", "--demo", "--port", str(port)]
    server = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        assert "Remis, Rosa" in _page(f"http://127.0.0.1:{port}/club")
    finally:
        server.terminate()
        server.wait(30)


def _page(address: str) -> str:
    """A page of a server that may need some seconds to listen."""
    for _ in range(300):
        try:
            with urlopen(address, timeout=30) as answer:  # noqa: S310 - our own server
                return str(answer.read(), "utf-8")
        except URLError:
            time.sleep(0.1)
    pytest.fail(f"nothing answers at {address}")


def test_an_installed_package_brings_a_rulebook(programs: Path, tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "house.py").write_text(HOUSE_RULES, "utf-8")
    (package / "pyproject.toml").write_text(HOUSE_PACKAGE, "utf-8")
    uv("pip", "install", "--quiet", "--python", programs / "python", package, folder=tmp_path)
    program = programs / "rating-ledger"
    run(program, "init", folder=tmp_path)
    done = run(program, "pool", "club", "--rulebook", "house-2030", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "club follows house-2030" in done.stdout


def test_every_module_of_the_wheel_can_be_imported(programs: Path, tmp_path: Path) -> None:
    """A dependency of the development environment alone would be missing here."""
    importing = (
        "import importlib, pkgutil\n"
        "for package in ('ledger', 'projections'):\n"
        "    root = importlib.import_module(package)\n"
        "    for module in pkgutil.walk_packages(root.__path__, f'{package}.'):\n"
        "        importlib.import_module(module.name)\n"
    )
    done = run(programs / "python", "-c", importing, folder=tmp_path)
    assert done.returncode == 0, done.stderr
