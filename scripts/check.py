"""Run the checks of CI in its order: the tests of every tier, then the default ones per Python.

    uv run python scripts/check.py

Continues after a failure, so that one run shows everything, and lists the failures at the end.  A
Python that the project claims and this machine lacks is named: nothing was tried with it.
"""

import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = os.environ.get("UV", "uv")
CHECKS = (
    ("uv", "run", "ruff", "check"),
    ("uv", "run", "ruff", "format", "--check"),
    ("uv", "run", "mypy"),
    ("uv", "run", "lint-imports"),
    ("uv", "run", "--group", "docs", "zensical", "build", "--strict", "-f", ".zensical.toml"),
    ("uv", "run", "python", "-m", "scripts.lab.instructions"),
    ("uv", "run", "pytest", "-m", ""),  # all tiers, see tests/tiers.py
)
CLAIM = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def further_pythons() -> list[str]:
    """The versions of Python that the project claims, without the one of this environment."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    claimed = [match[1] for text in project["classifiers"] if (match := CLAIM.fullmatch(text))]
    return [version for version in claimed if version != f"3.{sys.version_info.minor}"]


def interpreter(version: str) -> str | None:
    """The program of a version of Python on this machine: of pyenv, else one that uv finds."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    ours = sorted(root.glob(f"versions/{version}.*/bin/python"))
    if ours:
        return str(ours[-1])
    found = subprocess.run(
        [UV, "python", "find", "--no-python-downloads", version],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    return found.stdout.strip() if found.returncode == 0 else None


def checks() -> Iterator[tuple[str, ...]]:
    """Yield every check; says of which Python there is none."""
    yield from CHECKS
    for version in further_pythons():
        if program := interpreter(version):
            yield ("uv", "run", "--isolated", "--locked", "--python", program, "pytest")
        else:
            print(f"\nPython {version} is not tried: there is none on this machine.")


def passes(command: tuple[str, ...]) -> bool:
    """Run one check and print its time."""
    line = shlex.join(command)
    print(f"\n$ {line}", flush=True)
    started = time.monotonic()
    status = subprocess.run([UV, *command[1:]], cwd=ROOT, check=False).returncode
    print(f"{line}: status {status} after {time.monotonic() - started:.0f} s", flush=True)
    return status == 0


def main() -> None:
    """Run every check; the exit status is 0 if all of them passed."""
    failed = [shlex.join(command) for command in checks() if not passes(command)]
    if failed:
        sys.exit("\nFailed: " + ", ".join(failed))
    print("\nEverything passed.")


if __name__ == "__main__":
    main()
