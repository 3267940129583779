"""Functions one can look over, and nothing left lying about.  Every message names the remedy."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.sources import ROOT, SHIPPED, modules, must_be_none, project_files
from tests.tables import every

LINES_OF_A_FUNCTION = 40
LINES_OF_A_TEST = 80  # which may hold a table of what is expected
COLUMNS_OF_A_TEMPLATE = 110
A_SENTENCE = re.compile(r'_\("[^"]{60,}"')  # stays whole, as its translations do
LINES_OF_A_PAGE = 250  # CONTRIBUTING and the like: documents are few and short
OUR_CODE = (*SHIPPED, "scripts", "tests")
LISTS_OF_STATEMENTS = "migrations/versions/"  # frozen, and read from the top
LONG_PAGES = re.compile(  # what only grows, and what scripts/reference_pages.py generates
    r"CHANGELOG\.md|docs/maintainers/decisions/index\.md"
    r"|docs/reference/(?:commands|event-types|http-endpoints|operations|rulebooks/[\w-]+)\.md"
)
GENERATED = {"uv.lock"}
# Spelt with brackets so that this file does not contain what it forbids.
PLACES = re.compile(r"/(?:work|home/\w+|root|Users/\w+)/|/tmp/(?!\$)[a-z]|[A-Z]:\\\\Users")
EDITION = re.compile(r"projections/rulebooks/\w+/__init__\.py")
AN_OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]+")
SPEAKS_OPTIONS = (
    "ledger/log/postgresql_dump.py",  # those of pg_dump
    "projections/interfaces/",
    "projections/files/charts/accent.py",  # a style sheet's variable
    "projections/queries/extras.py",  # uv's own
)
DECISIONS = ROOT / "docs/maintainers/decisions/index.md"
CITED_DECISION = re.compile(r"[Dd]ecision\s+(0\d{3})")
LEFT_LYING = re.compile(r"\b(?:[T]ODO|[F]IXME|[X]XX|[H]ACK)\b")


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the project with its path."""
    for path in project_files():
        if path.name not in GENERATED:
            try:
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
            except UnicodeDecodeError:
                continue


def matches(pattern: re.Pattern[str], *, but: Iterable[str] = ()) -> list[str]:
    """Return the places of a pattern: ``file:line: text``."""
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in texts()
        if name not in but
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def longest(path: str) -> int:
    """Return the largest number of lines of a function in this file."""
    return LINES_OF_A_TEST if path.startswith("tests/") else LINES_OF_A_FUNCTION


def test_every_function_can_be_read_at_one_look() -> None:
    long = [
        f"{module.path}:{node.lineno} {node.name}: {length} lines"
        for module in modules(*OUR_CODE)
        if not module.path.startswith(LISTS_OF_STATEMENTS)
        for node in module.functions()
        if (length := (node.end_lineno or node.lineno) - node.lineno + 1) > longest(module.path)
    ]
    must_be_none(long, "give a step of it a name of its own")


def test_every_line_of_a_template_can_be_read_at_one_look() -> None:
    long = [
        f"{name}:{number}: {len(line)} columns"
        for name, text in texts()
        if "/templates/" in name or name.endswith("/style.css")
        for number, line in enumerate(text.splitlines(), start=1)
        if len(line) > COLUMNS_OF_A_TEMPLATE and not A_SENTENCE.search(line)
    ]
    must_be_none(long, "break it where Jinja strips what is added: {%- and -%}, {{- and -}}")


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        module.path
        for module in modules(*SHIPPED, "scripts")
        if module.text.strip() and not module.text.lstrip().startswith(('"""', "#"))
    ]
    must_be_none(silent, "begin with a docstring: what it is for, and why")


def test_every_folder_says_what_it_holds_and_where_to_begin() -> None:
    """An edition of a rulebook begins with its document instead: its order is the document's."""
    folders = {
        module.path: ast.get_docstring(module.tree) or ""
        for module in modules("ledger", "projections")
        if module.path.endswith("/__init__.py") and not EDITION.match(module.path)
    }
    silent = [path for path, said in folders.items() if "import" not in said or "egin" not in said]
    assert folders
    must_be_none(silent, "say in three lines what lives here, what may import it, where to begin")


def test_results_are_printed_by_scripts_and_consoles_only() -> None:
    printing = [
        f"{module.path}:{line}"
        for module in modules(*SHIPPED)
        for line, name in module.calls()
        if name in ("print", "sys.stdout.write")
    ]
    must_be_none(printing, "answer at the desk (projections/interfaces/cli/console.py), or log")


def test_no_text_but_the_command_line_s_names_an_option() -> None:
    naming = []
    for module in modules("ledger", "projections"):
        declares = module.path.startswith("projections/")  # an option of a field, by itself
        if not module.path.startswith(SPEAKS_OPTIONS):
            docs = {id(node.value) for node in module.nodes if isinstance(node, ast.Expr)}
            naming += [
                f"{module.path}:{node.lineno}: {node.value.strip()[:80]}"
                for node in module.nodes
                if isinstance(node, ast.Constant) and id(node) not in docs
                if isinstance(node.value, str) and AN_OPTION.search(node.value)
                if not (declares and AN_OPTION.fullmatch(node.value))
            ]
    must_be_none(naming, "name the request's field (RequestField): pages and programs read it too")


def test_nothing_is_left_for_later() -> None:
    must_be_none(matches(LEFT_LYING), "do it, or open an issue and say in the code what holds")


def test_no_file_knows_the_machine_it_was_made_on() -> None:
    must_be_none(matches(PLACES), "use a path relative to the project, or a temporary folder")


def test_every_cited_decision_is_in_force() -> None:
    rows = [line.split(" | ") for line in DECISIONS.read_text("utf-8").splitlines()]
    status = {row[0].removeprefix("| "): row[3] for row in rows if len(row) == 4}
    cited = [
        (module.path, number)
        for module in modules("ledger", "projections")
        for number in CITED_DECISION.findall(module.text)
    ]
    assert len({number for _, number in cited}) >= 40
    wrong = [
        f"{path}: {number}"
        for path, number in cited
        if not status.get(number, "unknown").startswith("in force")
    ]
    must_be_none(wrong, "cite the decision that has replaced it")


def test_documents_are_short() -> None:
    long = [
        f"{name}: {text.count(chr(10))} lines"
        for name, text in texts()
        if name.endswith(".md")
        and not LONG_PAGES.fullmatch(name)
        and text.count("\n") > LINES_OF_A_PAGE
    ]
    must_be_none(long, "say less, or say it in two places")


def test_every_text_file_ends_with_one_line_break_and_has_no_loose_blanks() -> None:
    loose = re.compile(r"[ \t]+$")
    untidy = [name for name, text in texts() if text and not re.search(r"[^\n]\n\Z", text)]
    must_be_none(untidy, "end the file with one line break")
    must_be_none(matches(loose), "take the blanks at the ends of the lines away")


@every("rule", ["ERA", "T20", "DTZ"])
def test_no_commented_out_code_no_print_and_no_day_without_a_zone(rule: str) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    done = subprocess.run(
        [ruff, "check", "--quiet", "--no-cache", "--select", rule, "."],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"delete it, git remembers:\n{done.stdout}"
