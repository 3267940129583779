"""Tables of cases: one test goes through every row and reports all that deviate."""

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import pytest


def every(
    names: str | Sequence[str],
    rows: Iterable[Any],
    *,
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test go through all rows, where ``pytest.mark.parametrize`` makes a test of each.

    A row costs what it computes, not what a test costs.  For a row that deviates the report has
    the failure, with the row's ``ids`` or values as a note; the others are looked at all the
    same.  Fixtures of the test are shared by its rows.
    """
    fields = [each.strip() for each in names.split(",")] if isinstance(names, str) else [*names]
    table = [(row,) if len(fields) == 1 else tuple(row) for row in rows]
    called = _called(table, ids)
    assert table, "a table without rows proves nothing"

    def of_all_rows(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def tested(*given: Any, **fixtures: Any) -> None:
            failures: list[Exception] = []
            for row, name in zip(table, called, strict=True):
                try:
                    test(*given, **fixtures, **dict(zip(fields, row, strict=True)))
                except Exception as failure:
                    failure.add_note(f"in the row: {name}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(table)} rows deviate", failures)

        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in fields]
        tested.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return tested

    return of_all_rows


def _called(
    table: Collection[tuple[Any, ...]], ids: Callable[[Any], object] | Iterable[object] | None
) -> list[str]:
    """Return the name of each row in a report."""
    if ids is None:
        return [", ".join(map(repr, row)) for row in table]
    if callable(ids):
        return [", ".join(str(ids(value)) for value in row) for row in table]
    return [str(each) for each in ids]


def some_at_once(rows: Iterable[Any], at_once: Collection[Any]) -> list[Any]:
    """Rows for ``pytest.mark.parametrize``; those not among ``at_once`` are in the slow tier.

    For a law that the default tier tries on some of its kinds, and the slow tier on all others.
    """
    table = [*rows]
    assert all(each in table for each in at_once), "a row that is not in the table"
    return [row if row in at_once else _slow(row) for row in table]


def _slow(row: Any) -> Any:
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.slow)
