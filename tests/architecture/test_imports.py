"""Directions of imports, and the dependencies allowed to the rulebooks.

``[tool.importlinter]`` in pyproject.toml states some of it about chains of imports.  Here is all
of it, module by module, for all rulebooks.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from graphlib import TopologicalSorter

from tests.architecture.sources import ROOT, SHIPPED, Module, modules, must_be_none, within

RULEBOOKS = "projections.rulebooks"
COMMAND_LINE = {
    "projections.interfaces.cli.console",
    "projections.api",
}
HANDED_DOWN = {"ledger.log.clock"}  # its now() is the clock that the command line hands down
CORRECTIONS = "ledger.events.corrections"
SETTLE_CORRECTIONS = {"ledger.log.effective_events"}
PROGRAM = "projections.interfaces.cli.program"
WALL_CLOCK = re.compile(
    r"(?:.*\.)?(?:now|today|utcnow|localtime|gmtime|ctime|fromtimestamp)|time\.time(?:_ns)?"
)
TEST_MODULE = re.compile(r"tests\.(?:\w+\.)*test_\w+")
MESSAGES = "ledger.events.messages"  # text with its values: what a rulebook says is made of it
READS_FILES = {f"{RULEBOOKS}.document", f"{RULEBOOKS}.figures"}  # registers and printed tables
READING = {"open", "resources.files", "importlib.resources.files", "Path"}
PURE = {
    *("__future__", "abc", "bisect", "collections", "contextlib", "contextvars", "csv"),
    *("datetime", "decimal", "enum", "fractions", "functools", "heapq", "importlib", "inspect"),
    *("itertools", "math", "operator", "re", "statistics", "string", "tomllib", "types", "typing"),
    *("unicodedata", "attrs", "cattrs", "msgspec", "numpy", "orjson"),
}

IMPORTED_AS = {"argon2": "argon2-cffi"}  # where a package has another name than what it installs

Finding = Callable[[Module], Iterable[object]]


def found(where: Iterable[Module], finding: Finding) -> list[str]:
    """Return the findings, each with its file."""
    looked_at = list(where)
    assert looked_at, "no module was looked at"
    return [f"{module.path}: {hit}" for module in looked_at for hit in finding(module)]


def law() -> list[Module]:
    return [module for module in modules("projections") if within(module.name, RULEBOOKS)]


def ours(module: Module) -> list[str]:
    """Return the project's modules that a module imports."""
    return [name for name in module.imports() if _root(name) in (*SHIPPED, "scripts", "tests")]


def others(module: Module) -> set[str]:
    """The packages that are neither the project's nor Python's."""
    roots = set(map(_root, module.imports()))
    return roots - set(sys.stdlib_module_names) - {*SHIPPED, "scripts", "tests"}


def _root(name: str) -> str:
    return name.partition(".")[0]


class TestArrows:
    def test_nothing_that_is_shipped_leans_on_scripts_or_tests(self) -> None:
        def leaning(module: Module) -> Iterable[str]:
            return (name for name in ours(module) if _root(name) in ("scripts", "tests"))

        must_be_none(found(modules(*SHIPPED), leaning), "move what it needs into the package")

    def test_nothing_is_imported_from_a_module_of_tests(self) -> None:
        def leaning(module: Module) -> Iterable[str]:
            return (name for name in ours(module) if TEST_MODULE.fullmatch(name))

        must_be_none(
            found(modules(*SHIPPED, "scripts", "tests"), leaning),
            "move what is shared into a module beside it, named after what it builds",
        )

    def test_the_ledger_knows_no_rating(self) -> None:
        def knowing(module: Module) -> Iterable[str]:
            return (name for name in ours(module) if within(name, "projections"))

        must_be_none(
            found(modules("ledger"), knowing),
            "ask by a protocol, as admission/rulebook_port.py does",
        )

    def test_corrections_are_settled_in_one_place(self) -> None:
        """Of several the highest position holds, a struck one restores: said once, used once."""

        def settling(module: Module) -> Iterable[str]:
            allowed = module.name in SETTLE_CORRECTIONS
            return () if allowed else (name for name in ours(module) if within(name, CORRECTIONS))

        must_be_none(
            found(modules(*SHIPPED, "scripts", "tests"), settling),
            "ask ledger/log/effective_events.py what stands",
        )

    def test_nobody_leans_on_the_whole_command_line(self) -> None:
        def leaning(module: Module) -> Iterable[str]:
            if module.name == PROGRAM:  # the program itself
                return ()
            return (
                name
                for name in ours(module)
                if within(name, "projections.interfaces.cli.lazy_commands")
            )

        must_be_none(found(modules(*SHIPPED), leaning), "it comes last: move what is shared below")

    def test_the_program_is_started_and_never_imported(self) -> None:
        """It takes Ctrl-C over: whoever imports it, and all they start, may be deaf to it."""

        def importing(module: Module) -> Iterable[str]:
            return (name for name in ours(module) if within(name, PROGRAM))

        must_be_none(
            found(modules(*SHIPPED, "scripts", "tests"), importing),
            "take `main` from lazy_commands.py, or start a process",
        )

    def test_migrations_are_frozen_history(self) -> None:
        versions = modules("migrations/versions")
        must_be_none(found(versions, ours), "spell the tables out as they were then")

    def test_no_import_goes_round_in_a_circle(self) -> None:
        """Neither between modules nor between the rooms they lie in."""
        modules_of = {module.name: module for module in modules("ledger", "projections")}
        between_modules: dict[str, set[str]] = {name: set() for name in modules_of}
        between_rooms: dict[str, set[str]] = {}
        for name, module in modules_of.items():
            for imported in module.imports_at_once():
                if imported in modules_of and not within(name, imported):
                    between_modules[name].add(imported)
                    if room(name) != room(imported):
                        between_rooms.setdefault(room(name), set()).add(room(imported))
        for graph in (between_modules, between_rooms):
            tuple(TopologicalSorter(graph).static_order())  # raises CycleError, naming the circle


def room(name: str) -> str:
    """The room of a module: ``ledger.log`` of ``ledger.log.schema``."""
    return ".".join(name.split(".")[:2])


class TestTheLaw:
    def test_a_rulebook_leans_on_rulebooks_and_messages_alone(self) -> None:
        def leaning(module: Module) -> Iterable[str]:
            allowed = (RULEBOOKS, MESSAGES)
            return (name for name in ours(module) if not any(within(name, it) for it in allowed))

        must_be_none(found(law(), leaning), "a rulebook says what it needs, replay supplies it")

    def test_messages_lean_on_python_alone(self) -> None:
        messages = [module for module in modules("ledger") if module.name == MESSAGES]

        def leaning(module: Module) -> Iterable[str]:
            return (*ours(module), *others(module))

        must_be_none(found(messages, leaning), "rulebooks import it, so it must be as pure")

    def test_a_rulebook_uses_pure_libraries_only(self) -> None:
        def impure(module: Module) -> Iterable[str]:
            return sorted(set(map(_root, module.imports())) - PURE - set(SHIPPED))

        remedy = "no files, clocks, logs or databases; a library that is pure goes into PURE"
        must_be_none(found(law(), impure), remedy)

    def test_only_registers_and_printed_tables_are_read(self) -> None:
        def reading(module: Module) -> Iterable[str]:
            calls = [] if module.name in READS_FILES else module.calls()
            return (f"line {line}: {name}" for line, name in calls if name in READING)

        must_be_none(found(law(), reading), "tables come through figures.printed_table")

    def test_no_rulebook_imports_another_system(self) -> None:
        def foreign(module: Module) -> Iterable[str]:
            own = {system(module.name), *BESIDE.get(module.name, ())}
            return (name for name in ours(module) if system(name) not in {None, *own})

        must_be_none(found(law(), foreign), "what two systems share belongs beside them")


def system(name: str) -> str | None:
    """The system that a dotted name belongs to: ``egf`` of everything in ``egf_2021``.

    Documents of one federation are one system: C.07 reads the tables of the Rating Regulations.
    """
    edition = name.removeprefix(f"{RULEBOOKS}.").partition(".")[0]
    is_edition = within(name, RULEBOOKS) and (ROOT / "projections/rulebooks" / edition).is_dir()
    return edition.partition("_")[0] if is_edition else None


BESIDE = {"projections.rulebooks.waldstein.methods": ["fide"]}
"""Modules that offer what another document has beside their own: today's tie-breaks."""


class TestNoHiddenPresent:
    def test_nobody_below_the_command_line_looks_at_a_clock(self) -> None:
        def looking(module: Module) -> Iterable[str]:
            allowed = module.name in COMMAND_LINE | HANDED_DOWN
            return () if allowed else (f"line {line}: {name}" for line, name in clocks(module))

        must_be_none(found(modules(*SHIPPED), looking), "take the day or the clock as a parameter")

    def test_the_list_of_those_who_may_is_no_longer_than_needed(self) -> None:
        looking = {module.name for module in modules(*SHIPPED) if any(clocks(module))}
        handing_down = {
            module.name
            for module in modules(*SHIPPED)
            if "ledger.log.clock.now" in module.imports()
        }
        assert (COMMAND_LINE | HANDED_DOWN) - looking - handing_down == set(), "take it off"


def clocks(module: Module) -> Iterable[tuple[int, str]]:
    """Yield the places at which a module reads the machine's clock."""
    return ((line, name) for line, name in module.calls() if WALL_CLOCK.fullmatch(name))


def test_whatever_is_imported_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {re.split(r"[\[<>=!~; ]", line)[0] for line in project["dependencies"]}

    def undeclared(module: Module) -> Iterable[str]:
        names = {IMPORTED_AS.get(name, name.replace("_", "-")) for name in others(module)}
        return sorted(names - declared)

    must_be_none(
        found(modules(*SHIPPED), undeclared), "declare it in pyproject.toml, or do without"
    )
