"""The targets of mutation: parts of the code, each with the tests that must detect a fault."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs


@attrs.frozen
class Target:
    """Code and its tests, as glob patterns below the root of the project.

    ``on_files``: only the tests on files of SQLite, a third of the time of both databases.
    """

    code: Sequence[str]
    tests: Sequence[str]
    on_files: bool = False

    def modules(self, root: Path) -> list[Path]:
        """The modules to mutate, relative to ``root``."""
        return [path for path in _found(root, self.code) if path.name != "__init__.py"]

    def tests_in(self, root: Path) -> list[str]:
        """The test files, relative to ``root``."""
        return [path.as_posix() for path in _found(root, self.tests)]


def _found(root: Path, patterns: Iterable[str]) -> list[Path]:
    """Files of the patterns in their order, each once."""
    found = (path for pattern in patterns for path in sorted(root.glob(pattern)))
    return list(dict.fromkeys(path.relative_to(root) for path in found))


def _rulebook(package: str, *editions: str) -> Target:
    """A package of rules, with the tests of all the editions in it."""
    folders = (f"tests/rulebooks/{each}/test_*.py" for each in editions or (package,))
    return Target(
        code=(f"projections/rulebooks/{package}/*.py",),
        tests=(*folders, "tests/study/test_expected_scores.py"),
    )


_DISTRICT = "tests/district/test_*.py"
_ANSWERS = (_DISTRICT, "tests/api/test_*.py", "tests/operations/test_*.py")
_INTERFACES = (
    _DISTRICT,
    "tests/console/test_*.py",
    "tests/exports/test_*.py",
    "tests/audit/test_*.py",
)
_FURTHER = (
    *("charts", "federation_lists", "members", "projections", "study"),
    *("watch", "web", "web_api"),
)

TARGETS = {
    package: _rulebook(package)
    for package in (
        *("egf_2021", "fide_2024", "fide_c07", "ingo_1960"),
        *("lask_1970", "mgsz_2011", "waldstein"),
    )
} | {
    "dwz": _rulebook("dwz", "dwz_1995", "dwz_2014", "dwz_2026"),
    "rulebooks": Target(  # shared by all of them
        code=("projections/rulebooks/*.py",),
        tests=("tests/rulebooks/test_*.py", "tests/rulebooks/*/test_*.py"),
    ),
    "replay": Target(
        code=("projections/engine/history/*.py", "projections/engine/replay/*.py"),
        tests=("tests/projections/test_*.py", "tests/rulebooks/*/test_through_the_log.py"),
        on_files=True,
    ),
    "log": Target(
        code=(
            "ledger/log/event_log.py",
            "ledger/log/effective_events.py",
            "ledger/log/used_names.py",
            "ledger/log/verification.py",
            "ledger/events/codec.py",
        ),
        tests=(
            "tests/ledger/log/test_*.py",
            # Flipped bits take half a minute per mutant; quick checks of games are in another
            # module.
            "tests/ledger/verification/test_[!fg]*.py",
            "tests/ledger/reading/test_*.py",
        ),
        on_files=True,
    ),
    "queries": Target(code=("projections/queries/*.py",), tests=(*_ANSWERS, *_INTERFACES)),
    "operations": Target(
        code=("projections/operations/*.py",),
        tests=(*_ANSWERS, "tests/members/test_*.py", "tests/federation_lists/test_*.py"),
    ),
    "tables": Target(
        code=(
            "projections/interfaces/cli/tables.py",
            "projections/interfaces/cli/layout.py",
            "projections/interfaces/cli/fitting.py",
        ),
        tests=(_DISTRICT, "tests/console/test_*.py", "tests/demo/test_*.py"),
        on_files=True,
    ),
    "corridor": Target(  # the four above and below together, for a sample
        code=(
            "projections/queries/*.py",
            "projections/operations/*.py",
            "projections/files/**/*.py",
            "projections/interfaces/cli/tables.py",
            "projections/interfaces/cli/layout.py",
        ),
        tests=(
            *_ANSWERS,
            *_INTERFACES,
            *(f"tests/{folder}/test_*.py" for folder in _FURTHER),
            "tests/imports/test_effect_of_an_import.py",
            "tests/imports/test_matching.py",
            "tests/imports/test_submitted_tables.py",
        ),
        on_files=True,
    ),
    "files": Target(
        code=("projections/files/**/*.py",),
        tests=(*_INTERFACES, "tests/charts/test_*.py", "tests/study/test_files.py"),
    ),
}
