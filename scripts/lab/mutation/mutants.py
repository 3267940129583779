"""The mutants of a module: every change an operator can make in it, with the resulting line."""

import difflib
import json
import uuid
from collections.abc import Iterator
from pathlib import Path

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_item import MutationSpec, WorkItem
from parso.tree import BaseNode, NodeOrLeaf

from scripts.lab.mutation.operators import OPERATORS

ANNOTATIONS = {"annassign", "tfpdef", "decorator", "import_from", "import_name"}
WITHOUT_EFFECT = {"del_stmt", "parameters"}  # `del unused`, and `*` before keyword arguments


def mutants_of(module: Path, root: Path) -> Iterator[WorkItem]:
    """Every mutant of ``module`` (relative to ``root``) that changes what the program does."""
    tree = parso.parse((root / module).read_text("utf-8"))
    for name, operator in OPERATORS.items():
        places = (
            (node, span) for node in ast_nodes(tree) for span in operator.mutation_positions(node)
        )
        for occurrence, (node, (start, end)) in enumerate(places):
            if not _is_annotation(node) and not _is_made_otherwise(name, node):
                spec = MutationSpec(
                    module_path=module,
                    operator_name=name,
                    occurrence=occurrence,
                    start_pos=start,
                    end_pos=end,
                    definition_name=ASTQuery(node).get_definition_name(),
                )
                yield WorkItem.single(uuid.uuid4().hex, spec)


def mutated(spec: MutationSpec, root: Path) -> str:
    """The module's text with the mutation made."""
    source = (root / spec.module_path).read_text("utf-8")
    text: str = mutate_code(source, OPERATORS[spec.operator_name], spec.occurrence)
    return text


def change(before: str, after: str) -> str:
    """The lines that a mutation changes, before and after, as a JSON list of two texts."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))
    sides = {sign: [line[1:] for line in lines[2:] if line.startswith(sign)] for sign in "-+"}
    old, new = (" ".join(" ".join(sides[sign]).split()) for sign in "-+")
    return json.dumps([old, new], ensure_ascii=False)


def _is_made_otherwise(operator: str, node: NodeOrLeaf) -> bool:
    """True if a condition is one comparison or begins with ``not``, which others negate."""
    if operator != "AddNot" or not isinstance(node, BaseNode):
        return False
    place = 2 if node.type == "test" else 1
    return node.children[place].type in {"comparison", "not_test"}


def _is_annotation(node: NodeOrLeaf | None) -> bool:
    """True if the node is a type annotation, which has no effect."""
    while node is not None and node.parent is not None:
        parent = node.parent
        if parent.type in WITHOUT_EFFECT:
            return True
        if parent.type in ANNOTATIONS and not (
            parent.type == "annassign" and len(parent.children) > 2 and parent.children[3] is node
        ):
            return True
        if parent.type == "classdef" and node is not parent.children[-1]:  # how values are stored
            return True
        if parent.type == "funcdef" and node not in (parent.children[2], parent.children[-1]):
            return True
        node = parent
    return False
