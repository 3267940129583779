"""Replacement of a function's code in a running program, so that a mutant needs no import.

Values computed while a module is imported (tables, defaults, classes) cannot be replaced this way:
such a mutant is :data:`IMPORTED` again.
"""

import gc
import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType

IMPORTED = None
"""In place of the changed functions: the module must be imported again."""

Functions = Mapping[str, Sequence[CodeType]]


def changed_functions(before: str, after: str, file: Path) -> Sequence[str] | None:
    """The qualified names of the functions whose code differs, or :data:`IMPORTED`."""
    old, new = (compile(text, str(file), "exec") for text in (before, after))
    functions, replaced = _functions(old), _functions(new)
    if not _alike(old, new, inside_functions=False) or functions.keys() != replaced.keys():
        return IMPORTED
    changed = []
    for name, codes in functions.items():
        pairs = list(zip(codes, replaced[name], strict=True))
        if any(not _alike(*pair, inside_functions=True) for pair in pairs):
            if any(one.co_freevars != other.co_freevars for one, other in pairs):
                return IMPORTED
            changed.append(name)
    return changed


def exchange(before: str, after: str, file: Path, names: Sequence[str]) -> None:
    """Give the loaded functions of ``file``, read as ``before``, the code of ``after``."""
    old, new = (_functions(compile(text, str(file), "exec")) for text in (before, after))
    replaced = {
        _place(code): other
        for name in names
        for code, other in zip(old[name], new[name], strict=True)
    }
    for function in loaded_functions(file):
        function.__code__ = replaced.get(_place(function.__code__), function.__code__)


def _place(code: CodeType) -> tuple[object, ...]:
    """Return what tells a function from others of its name: several lambdas, an overload."""
    return code.co_qualname, code.co_firstlineno, *code.co_positions()


def loaded_functions(file: Path) -> Iterator[FunctionType]:
    """The functions in memory that were written in ``file``."""
    gc.unfreeze()  # the collector does not name what a session of tests has frozen
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(file):
            yield each


def _functions(code: CodeType) -> Functions:
    """The outermost functions of a module and its classes by qualified name."""
    found: dict[str, list[CodeType]] = defaultdict(list)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                found[constant.co_qualname].append(constant)
            else:
                for name, codes in _functions(constant).items():
                    found[name] += codes
    return found


def _alike(old: CodeType, new: CodeType, *, inside_functions: bool) -> bool:
    """True if two pieces of code do the same, whatever their line numbers."""
    if (old.co_code, old.co_names, old.co_varnames) != (
        new.co_code,
        new.co_names,
        new.co_varnames,
    ):
        return False
    if len(old.co_consts) != len(new.co_consts):
        return False
    for one, other in zip(old.co_consts, new.co_consts, strict=True):
        if isinstance(one, CodeType) and isinstance(other, CodeType):
            is_function = bool(one.co_flags & inspect.CO_OPTIMIZED)
            if is_function and not inside_functions:
                continue
            if not _alike(one, other, inside_functions=inside_functions):
                return False
        elif (type(one), repr(one)) != (type(other), repr(other)):
            return False
    return True
