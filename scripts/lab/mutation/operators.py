"""The operators that break the code: cosmic-ray's, and a few that it lacks.

Of cosmic-ray's binary operators only plausible slips are used (``+`` for ``-``, not
``+`` for ``^``).  Decorators stay: ``tests/architecture`` checks the citation on a rule.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import parso
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import ExprStmt, Keyword, PythonNode
from parso.python.tree import Operator as Sign
from parso.tree import BaseNode, NodeOrLeaf

Span = tuple[tuple[int, int], tuple[int, int]]

TAKEN = (
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("FloorDiv_Mul", "Mod_Mul", "Pow_Mul")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("BitOr_BitAnd", "BitAnd_BitOr")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("IsNot_Is", "Lt_LtE", "Lt_GtE")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("LtE_Lt", "LtE_Gt", "Gt_GtE")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Gt_LtE", "GtE_Gt", "GtE_Lt")),
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Not",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "NumberReplacer",
    "ZeroIterationForLoop",
)
DISPLAYS = {"testlist_comp", "testlist_star_expr", "dictorsetmaker", "testlist", "exprlist"}


def span(node: NodeOrLeaf) -> Span:
    """Return the beginning and end of a node."""
    return node.start_pos, node.end_pos


class DropElement(Operator):
    """Removes one element of a tuple, list, set or dict display."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """Yield one position per element of a display of two and more."""
        for element in _elements(node):
            yield element[0].start_pos, element[-1].end_pos

    def mutate(self, node: PythonNode, index: int) -> PythonNode:
        """Return the display without the element, and without one comma if another is left."""
        elements = _elements(node)
        gone: list[NodeOrLeaf] = list(elements[index])
        first = node.children.index(gone[0])
        after = first + len(gone)
        if after < len(node.children):
            gone.append(node.children[after])
        elif len(elements) > 2:
            gone.append(node.children[first - 1])
        node.children = [child for child in node.children if not any(child is x for x in gone)]
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Return examples, run by the tests."""
        return (
            Example("x = (*a, b)", "x = ( b)"),
            Example("x = (a, b)", "x = (a,)", occurrence=1),
            Example("x = [a, b, c]", "x = [a, b]", occurrence=2),
            Example("x = {a: 1, **b}", "x = { **b}"),
            Example("x = {a: 1, **b}", "x = {a: 1,}", occurrence=1),
        )


def _elements(node: NodeOrLeaf) -> list[list[NodeOrLeaf]]:
    """Return the elements of a display, each as its nodes between two commas."""
    if node.type not in DISPLAYS or not isinstance(node, BaseNode) or _is_target(node):
        return []
    if any(child.type in {"comp_for", "sync_comp_for"} for child in node.children):
        return []
    elements: list[list[NodeOrLeaf]] = [[]]
    for child in node.children:
        if isinstance(child, Sign) and child.value == ",":
            elements.append([])
        else:
            elements[-1].append(child)
    elements = [element for element in elements if element]
    only_pair = len(elements) == 1 and len(elements[0]) > 1
    return [] if only_pair or len(elements) < 2 else elements


def _is_target(node: BaseNode) -> bool:
    """True if the names are the target of an assignment or a loop, not a value."""
    parent = node.parent
    if parent is None or parent.type in {"for_stmt", "sync_comp_for", "subscript"}:
        return parent is not None and parent.children[1] is node
    return isinstance(parent, ExprStmt) and parent.children[0] is node


class DropStatement(Operator):
    """Removes a call that is a statement, or an augmented assignment."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """Yield statements that have an effect; a docstring has none."""
        if node.parent is not None and node.parent.type == "simple_stmt":
            alone = node.type == "atom_expr" and node.parent.children[0] is node
            if alone or _is_augmented(node):
                yield span(node)

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Return ``pass``."""
        del index
        return Keyword("pass", node.start_pos, prefix=node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Return examples, run by the tests."""
        return (Example("a |= b\n", "pass\n"), Example("f(a)\n", "pass\n"))


def _is_augmented(node: NodeOrLeaf) -> bool:
    """True if the node is a statement such as ``a += b``."""
    return isinstance(node, ExprStmt) and node.children[1].get_code().strip() in _AUGMENTED


_AUGMENTED = {f"{sign}=" for sign in ("+", "-", "*", "/", "//", "%", "**", "|", "&", "^", "@")}


class DropCondition(Operator):
    """Removes a condition from a comprehension."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """Conditions of comprehensions."""
        if node.type == "comp_if" and isinstance(node, BaseNode):
            yield span(node.children[1])

    def mutate(self, node: PythonNode, index: int) -> PythonNode:
        """Return ``True`` for the condition."""
        del index
        node.children[1] = Keyword("True", node.children[1].start_pos, prefix=" ")
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Return examples, run by the tests."""
        return (Example("[a for a in b if a > 1]", "[a for a in b if True]"),)


class ReplaceMembership(Operator):
    """Replaces ``in`` by ``not in`` and vice versa."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """Every test of membership."""
        if node.type == "comparison" and isinstance(node, BaseNode):
            for sign in node.children[1::2]:
                if sign.get_code().split() in (["in"], ["not", "in"]):
                    yield span(sign)

    def mutate(self, node: PythonNode, index: int) -> PythonNode:
        """Return the opposite operator."""
        signs = [
            place
            for place in range(1, len(node.children), 2)
            if node.children[place].get_code().split() in (["in"], ["not", "in"])
        ]
        old = node.children[signs[index]].get_code().split()
        node.children[signs[index]] = parso.parse(" not in" if old == ["in"] else " in")
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Return examples, run by the tests."""
        return (Example("a in b", "a not in b"), Example("a not in b", "a in b"))


OWN = (DropElement, DropStatement, DropCondition, ReplaceMembership)
_PROVIDED = OperatorProvider()
OPERATORS: Mapping[str, Any] = {name: _PROVIDED[name]() for name in TAKEN} | {
    operator.__name__: operator() for operator in OWN
}
