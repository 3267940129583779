"""Break a part of the code in every small way and list what no test notices.

    uv run python scripts/mutate.py ingo_1960
    uv run python scripts/mutate.py replay --minutes 30 --session replay.sqlite

Works in a temporary copy, never in the working tree.  A session that was stopped goes on where it
was, as long as the code is the same; ``--again`` tries its survivors once more, after tests were
added.  docs/MUTANTS.md says why a survivor may live; every other one is unexplained, and the exit
status is 1.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem, WorkResult
from rich.console import Console
from rich.table import Table

from scripts.mutation.mutants import mutants_of
from scripts.mutation.targets import TARGETS, Target
from scripts.mutation.trial import run_tests, tried

ROOT = Path(__file__).parents[1]
REASONS = ROOT / "docs" / "MUTANTS.md"
SESSIONS = ROOT / "build" / "mutation"
BASELINE_SECONDS = 1800.0
SLACK_SECONDS = 20.0


@click.command()
@click.argument("target", type=click.Choice(sorted(TARGETS)))
@click.option("--minutes", type=float, default=None, help="Stop then; the session goes on later.")
@click.option("--session", type=click.Path(path_type=Path), help="Where results are kept.")
@click.option("--module", help="Only modules whose name begins with this.")
@click.option("--again", is_flag=True, help="Try the survivors of the session once more.")
def main(
    target: str, minutes: float | None, session: Path | None, module: str | None, *, again: bool
) -> None:
    """Mutate TARGET and print the survivors."""
    part = TARGETS[target]
    path = session or SESSIONS / f"{target}-{_fingerprint(part)}.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + (minutes * 60 if minutes else float("inf"))
    work = WorkDB(path, WorkDB.Mode.create)
    try:
        if not work.num_work_items:
            work.add_work_items(
                item for code in part.modules(ROOT) for item in mutants_of(code, ROOT)
            )
        with _copy() as root:
            _try_all(work, part, root, end, module or "", again=again)
        unexplained = _print_results(work)
    finally:
        work.close()
    sys.exit(1 if unexplained else 0)


def _try_all(
    work: WorkDB, part: Target, root: Path, end: float, module: str, *, again: bool
) -> None:
    """Try every mutant without a result, until the time is over."""
    left = [
        item
        for item in _left(work, again=again)
        if _spec(item).module_path.stem.startswith(module)
    ]
    if not left:
        return
    seconds = _baseline(part, root, _spec(left[0]).module_path)
    for number, item in enumerate(left, start=1):
        if time.monotonic() > end:
            print(f"time is over: {len(left) - number + 1} mutants not tried")
            break
        spec = _spec(item)
        result = tried(spec, root, part.tests_for(spec.module_path, root), seconds)
        work.set_result(item.job_id, result)
        print(
            f"{number}/{len(left)} {spec.module_path.stem}:{spec.start_pos[0]} {result.test_outcome}",
            flush=True,
        )


def _left(work: WorkDB, *, again: bool) -> list[WorkItem]:
    results = dict(work.results)
    return [
        item
        for item in work.work_items
        if item.job_id not in results or (again and _survived(results[item.job_id]))
    ]


def _baseline(part: Target, root: Path, module: Path) -> float:
    """How long a trial may take, from a run of the tests on sound code."""
    started = time.monotonic()
    status, output = run_tests(root, part.tests_for(module, root), BASELINE_SECONDS)
    if status != 0:
        sys.exit(f"The tests fail before anything is broken:\n{output}")
    taken = time.monotonic() - started
    print(f"the tests take {taken:.1f} s")
    for cached in root.rglob("__pycache__"):
        if any((cached.parent / name.name).exists() for name in part.modules(root)):
            shutil.rmtree(cached)
    sys.dont_write_bytecode = True
    return 4 * taken + SLACK_SECONDS


@contextmanager
def _copy() -> Iterator[Path]:
    """A temporary copy of what git knows of or would take."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder)
        for name in filter(None, files.stdout.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        yield root


def _print_results(work: WorkDB) -> int:
    """The counts and the survivors; how many of these docs/MUTANTS.md does not explain."""
    results = dict(work.results)
    survivors = [
        (_spec(item), *json.loads(results[item.job_id].diff or '["", ""]'))
        for item in work.work_items
        if item.job_id in results and _survived(results[item.job_id])
    ]
    reasons = REASONS.read_text("utf-8") if REASONS.is_file() else ""
    table = Table("module", "line", "function", "was", "became", "explained")
    unexplained = 0
    for spec, was, became in sorted(
        survivors, key=lambda each: (each[0].module_path, each[0].start_pos)
    ):
        explained = f"`{became}`" in reasons
        unexplained += not explained
        table.add_row(
            spec.module_path.stem,
            str(spec.start_pos[0]),
            spec.definition_name or "",
            was,
            became,
            "yes" if explained else "NO",
        )
    Console(width=220).print(table, markup=False)
    counts = Counter(str(result.test_outcome) for result in results.values())
    print(f"{work.num_work_items} mutants, {dict(counts)}, unexplained survivors: {unexplained}")
    return unexplained


def _fingerprint(part: Target) -> str:
    """What the code is, in short: results hold for this code only."""
    digest = hashlib.sha256()
    for module in part.modules(ROOT):
        digest.update((ROOT / module).read_bytes())
    return digest.hexdigest()[:12]


def _spec(item: WorkItem) -> MutationSpec:
    (spec,) = item.mutations
    return spec


def _survived(result: WorkResult) -> bool:
    return bool(result.test_outcome == TestOutcome.SURVIVED)


if __name__ == "__main__":
    main()
