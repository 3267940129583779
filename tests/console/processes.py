"""The program as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import projections

PROGRAM = [
    sys.executable,
    "-c",
    "from projections.interfaces.cli.lazy_commands import main; main()",
]
ROOT = Path(projections.__file__).parents[1]


def process(*arguments, stdin=b"", folder=None, **environment):
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**environment_of_a_process(), **environment},
        timeout=120,
    )


def environment_of_a_process():
    inherited = {key: os.environ[key] for key in ("PATH", "HOME", "USER") if key in os.environ}
    return {**inherited, "PYTHONPATH": str(ROOT)}
