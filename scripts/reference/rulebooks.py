"""The reference of the rulebooks, a page each, made of registers, rules, readings and tables."""

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from projections.engine.registry import BUILT_IN, registered
from projections.rulebooks.document import Document
from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.readings import Parameter, described
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.readings import Readings
from scripts.reference.markdown import code, table

Rules = Mapping[tuple[str, str], Sequence[tuple[str, str]]]
"""By the variable of a document and a paragraph: module and sentence of each rule."""
_KINDS = {
    "text": "Paragraphs without a computation",
    "office": "Duties of people",
    "open": "Paragraphs not carried out",
    "gone": "Paragraphs of earlier editions that no longer apply",
}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the Markdown of each rulebook's page."""
    for name in sorted(BUILT_IN):
        book = registered(name)
        yield name, _page(name, book.document, described(type(book.readings)))
    yield "fide-c07", _page("fide-c07", c07, ())
    yield "waldstein", _page("waldstein", waldstein, described(Readings))


def _page(name: str, document: Document, parameters: Sequence[Parameter]) -> str:
    lines = [
        f"# {name}",
        "",
        f"For rating officers and everyone who checks a rating. *{document.title}*,",
        f"cited as `{document.short}`: each paragraph with its formula and its code. Made from",
        f"`{document.package.replace('.', '/')}/`; the sentences are those that an audit prints.",
        "",
        "## Rules",
        "",
        *table(("paragraph", "rule", "formulas", "module"), _rules_of(document)),
        "",
        *_other_paragraphs(document),
        *_parameters(name, parameters),
        *_tables(document),
        *_source(document),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _other_paragraphs(document: Document) -> Iterator[str]:
    register = document.paragraphs()
    for kind, heading in _KINDS.items():
        rows = [(number, _words(each)) for number, each in register.items() if each["is"] == kind]
        if rows:
            yield from (f"## {heading}", "", *table(("paragraph", "contents"), rows), "")


def _parameters(name: str, parameters: Sequence[Parameter]) -> Iterator[str]:
    if parameters:
        yield from ("## Parameters", "")
        adopted = name in BUILT_IN
        who = (
            "A pool chooses them when it adopts the rulebook"
            if adopted
            else "`standings` takes them"
        )
        yield from (f"{who}: `--set NAME=VALUE`.", "")
        rows = ((code(it.name), it.meaning, it.values, code(it.default)) for it in parameters)
        yield from (*table(("name", "meaning", "values", "default"), rows), "")


def _words(entry: Mapping[str, Any]) -> str:
    return "; ".join(entry[key] for key in ("says", "why") if key in entry)


# --- the rules -----------------------------------------------------------------------------------


def _rules_of(document: Document) -> Iterator[tuple[str, str, str, str]]:
    for number, entry in document.paragraphs().items():
        if entry["is"] not in ("rule", "as"):
            continue
        owner, paragraph, register = _first(document, number, entry)
        found = _cited(owner.package)[_variable(owner), paragraph]
        says = _words(register)
        if owner is not document:
            says = f"{says} (as {owner.short} {paragraph})".lstrip()
        formulas = "<br>".join(dict.fromkeys(sentence for _, sentence in found))
        modules = ", ".join(dict.fromkeys(code(module) for module, _ in found))
        yield number, says, formulas, modules


def _first(
    document: Document, number: str, entry: Mapping[str, Any]
) -> tuple[Document, str, Mapping[str, Any]]:
    """Return the edition whose text a paragraph has, its number there, and its entry."""
    while entry["is"] == "as":
        number = entry.get("paragraph", number)
        document = next(each for each in document.editions if each.edition == entry["edition"])
        entry = document.paragraphs()[number]
    return document, number, entry


def _variable(document: Document) -> str:
    package = import_module(document.package)
    return next(name for name, value in vars(package).items() if value is document)


@cache
def _cited(package: str) -> Rules:
    """Return the rules of a package: the functions that cite a paragraph."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for module in sorted(Path(str(resources.files(package))).glob("*.py")):
        for function in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for decorator in function.decorator_list:
                    if (cited := _citation(decorator)) is not None:
                        sentence = (ast.get_docstring(function) or "").partition("\n")[0]
                        found[cited].append((module.name, sentence))
    return found


def _citation(decorator: ast.expr) -> tuple[str, str] | None:
    match decorator:
        case ast.Call(ast.Name(name), [ast.Constant(str(paragraph))]):
            return name, paragraph
        case ast.Call(ast.Attribute(ast.Name(name), "within"), [ast.Constant(str(paragraph))]):
            return name, paragraph
    return None


# --- tables and source ---------------------------------------------------------------------------


def _tables(document: Document) -> Iterator[str]:
    folder = resources.files(document.package).joinpath(document.folder, "tables")
    if not folder.is_dir():
        return
    files = sorted(each for each in Path(str(folder)).glob("*.csv"))
    for number, file in enumerate(files):
        if not number:
            yield from ("## Tables", "")
        lines = file.read_text("utf-8").splitlines()
        words = [line.lstrip("# ") for line in lines if line.startswith("#")]
        head, *rows = csv.reader(line for line in lines if not line.startswith("#"))
        yield from (f'??? note "{" ".join(words).replace(chr(34), chr(39))}"', "")
        yield from (f"    {line}" for line in table(head, rows))
        yield ""


def _source(document: Document) -> Iterator[str]:
    """Yield the source and the readings chosen, a level further down."""
    text = (
        resources.files(document.package).joinpath(document.folder, "SOURCE.md").read_text("utf-8")
    )
    folder = "/".join(filter(None, (document.package.replace(".", "/"), document.folder)))
    _, _, body = text.replace("`tables/", f"`{folder}/tables/").partition("\n")
    yield from ("## Source", "")
    yield from re.sub("^##", "###", body.strip(), flags=re.MULTILINE).splitlines()
