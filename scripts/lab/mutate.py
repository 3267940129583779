"""Break a part of the code in every small way and list the changes that no test detects.

    uv run python scripts/lab/mutate.py ingo_1960
    uv run python scripts/lab/mutate.py replay --minutes 30 --session replay.sqlite
    uv run python scripts/lab/mutate.py replay --quick --sample 40 --seed 1

Works in a temporary copy, never in the working tree.  A stopped session continues, as long as the
code is the same.  docs/maintainers/mutants explains harmless survivors; every other one is
unexplained, and the exit status is 1.  ``--again`` tries those once more, after tests were added
or without ``--quick``, which runs only the most promising tests of the default tier.
``--sample`` draws so many of all mutants; the same seed draws the same ones of the same code.
Arguments after ``--`` go to pytest: a file excluded at first, and included with ``--again``, alone
detects what fails then.
"""

import hashlib
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path

import click
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem, WorkResult
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scripts.lab.mutation.mutants import mutants_of
from scripts.lab.mutation.targets import TARGETS, Target
from scripts.lab.mutation.trial import Trials

ROOT = Path(__file__).parents[2]
REASONS = ROOT / "docs" / "maintainers" / "mutants"
SESSIONS = ROOT / "build" / "mutation"
ENOUGH_SECONDS = 30.0
"""Of tests of the default tier for one mutant in a first, quick run."""


@click.command()
@click.argument("target", type=click.Choice(sorted(TARGETS)))
@click.option("--minutes", type=float, default=inf, help="Stop then; the session goes on later.")
@click.option("--session", type=click.Path(path_type=Path), help="Where results are kept.")
@click.option("--again", is_flag=True, help="Try survivors without a reason once more.")
@click.option("--quick", is_flag=True, help="Try the most promising default tests only.")
@click.option("--sample", type=click.IntRange(1), help="Try so many mutants, drawn at random.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the draw.")
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def main(  # noqa: PLR0913 - an option of the command each
    target: str,
    minutes: float,
    session: Path | None,
    *,
    again: bool,
    quick: bool,
    sample: int | None,
    seed: int,
    options: Sequence[str],
) -> None:
    """Mutate TARGET and print the survivors; OPTIONS, and more files of tests, are pytest's."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the copy is removed then, too
    part = TARGETS[target]
    drawn = "" if sample is None else f"-{sample}-of-seed-{seed}"
    path = session or SESSIONS / f"{target}-{_fingerprint(part)}{drawn}.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    work = WorkDB(path, WorkDB.Mode.create)
    try:
        if not work.num_work_items:
            work.add_work_items(_drawn(part, sample, seed))
        reasons = _reasons(target)
        left = _left(work, reasons if again else None)
        end = time.monotonic() + 60 * minutes
        if quick:
            _try_all(work, left, part, options, end, ENOUGH_SECONDS)
        else:
            _try_all(work, left, part, ("-m", "", *options), end)
        unexplained = _print_results(work, reasons)
    finally:
        work.close()
    sys.exit(1 if unexplained else 0)


def _drawn(part: Target, sample: int | None, seed: int) -> list[WorkItem]:
    """Return all mutants of a target, or a random sample of them in the order of the code."""
    mutants = [item for code in part.modules(ROOT) for item in mutants_of(code, ROOT)]
    if sample is None or sample >= len(mutants):
        return mutants
    return [mutants[at] for at in sorted(random.Random(seed).sample(range(len(mutants)), sample))]


def _try_all(  # noqa: PLR0913, PLR0917 - what to try, on which tests, how long
    work: WorkDB,
    left: Sequence[WorkItem],
    part: Target,
    options: Sequence[str],
    end: float,
    enough: float = inf,
) -> None:
    """Try the remaining mutants on the tests that pytest's options select, in time."""

    def try_them(trials: Trials) -> None:
        for number, item in enumerate(left, start=1):
            if time.monotonic() > end:
                print(f"time is over: {len(left) - number + 1} mutants not tried", flush=True)
                break
            result = trials.tried(_spec(item))
            work.set_result(item.job_id, result)
            where = f"{_spec(item).module_path.stem}:{_spec(item).start_pos[0]}"
            print(f"{number}/{len(left)} {where} {result.test_outcome.value}", flush=True)

    if left:
        with _copy() as root:
            files = ("-k", "not postgresql") if part.on_files else ()
            trials = Trials(root, part.modules(root), try_them, enough)
            trials.run(part.tests_in(root), (*files, *options))


def _reasons(target: str) -> str:
    """Return the text that explains harmless survivors of the target."""
    listed = REASONS / f"{target}.md"
    return listed.read_text("utf-8") if listed.is_file() else ""


def _is_explained(result: WorkResult, reasons: str) -> bool:
    _, became = json.loads(result.diff)
    return f"`{became}`" in reasons


def _left(work: WorkDB, reasons: str | None) -> list[WorkItem]:
    """Return mutants not tried yet, and with ``reasons`` the unexplained survivors."""
    results = dict(work.results)

    def is_left(result: WorkResult | None) -> bool:
        if result is None:
            return True
        return reasons is not None and _has_survived(result) and not _is_explained(result, reasons)

    return [item for item in work.work_items if is_left(results.get(item.job_id))]


@contextmanager
def _copy() -> Iterator[Path]:
    """Yield a temporary copy of the files that git tracks or would add."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder)
        for name in filter(None, files.stdout.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        yield root


def _print_results(work: WorkDB, reasons: str) -> int:
    """Print survivors and counts; return the number of unexplained survivors."""
    results = dict(work.results)
    survivors = [item for item in work.work_items if _has_survived(results.get(item.job_id))]
    table = Table("module", "line", "function", "was", "became", "explained")
    unexplained = 0
    for item in sorted(
        survivors, key=lambda item: (_spec(item).module_path, _spec(item).start_pos)
    ):
        spec = _spec(item)
        was, became = json.loads(results[item.job_id].diff)
        explained = _is_explained(results[item.job_id], reasons)
        unexplained += not explained
        place = spec.module_path.stem, str(spec.start_pos[0]), spec.definition_name or ""
        table.add_row(*map(escape, (*place, was, became, "yes" if explained else "NO")))
    Console(width=220).print(table)
    counts = Counter(result.test_outcome.value for result in results.values())
    print(f"{work.num_work_items} mutants, {dict(counts)}, unexplained survivors: {unexplained}")
    return unexplained


def _fingerprint(part: Target) -> str:
    """Return a digest of the code: results hold for this code only."""
    digest = hashlib.sha256()
    for module in part.modules(ROOT):
        digest.update((ROOT / module).read_bytes())
    return digest.hexdigest()[:12]


def _spec(item: WorkItem) -> MutationSpec:
    (spec,) = item.mutations
    return spec


def _has_survived(result: WorkResult | None) -> bool:
    return result is not None and bool(result.test_outcome == TestOutcome.SURVIVED)


if __name__ == "__main__":
    main()
