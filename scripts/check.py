"""Run the checks of CI in its order: the tests of every tier in one run.

    uv run python scripts/check.py

Continues after a failure, so that one run shows everything, and lists the failures at the end.
"""

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = os.environ.get("UV", "uv")
CHECKS = (
    ("uv", "run", "ruff", "check"),
    ("uv", "run", "ruff", "format", "--check"),
    ("uv", "run", "mypy"),
    ("uv", "run", "lint-imports"),
    ("uv", "run", "--group", "docs", "zensical", "build", "--strict", "-f", ".zensical.toml"),
    ("uv", "run", "pytest", "-m", ""),  # all tiers, see tests/tiers.py
)


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
    failed = [shlex.join(command) for command in CHECKS if not passes(command)]
    if failed:
        sys.exit("\nFailed: " + ", ".join(failed))
    print("\nEverything passed.")


if __name__ == "__main__":
    main()
