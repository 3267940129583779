"""The reference of the operations that write, made of their requests.

    uv run python -m scripts.operation_page > docs/reference/operations.md

A test holds the page against the catalogue.
"""

from collections.abc import Iterator, Sequence

from projections.interfaces.cli.lazy_commands import EXAMPLES, PROGRAM
from projections.operations.catalogue import OPERATIONS, Operation
from projections.operations.operation import COMMON, Field, fields_of, own_fields_of

HEAD = """# Operations that write

For everybody who writes to a ledger by commands, over HTTP, in Python or in the pages of officers.
Each operation is declared once, in `projections/operations/`, and offered by all of them; here is
what each calls it and its fields. Made by `uv run python -m scripts.operation_page`.

Every operation has besides:
"""
COLUMNS = ("field", "command", "HTTP and JSON", "form")


def page() -> str:
    """The page as Markdown."""
    common = [each for each in fields_of(OPERATIONS[0].request_class) if each.name in COMMON]
    lines = [HEAD, *_table(common), ""]
    for operation in OPERATIONS:
        lines += [*_section(operation), ""]
    return "\n".join(lines).rstrip() + "\n"


def _section(operation: Operation) -> Iterator[str]:
    yield f"## {operation.name}"
    yield ""
    yield operation.summary
    if operation.details:
        yield ""
        yield operation.details
    yield ""
    yield f"- Python: `Ledger.{operation.name}(…)`"
    yield f"- Command: `{PROGRAM} {EXAMPLES.get(operation.command, operation.command)}`"
    roles = " or ".join(sorted(operation.roles))
    yield f"- HTTP: `{operation.http.method} /api/v1{operation.http.path}`, as {roles}"
    if repeated := operation.http.confirm:
        yield f"- HTTP asks for `confirm`, which repeats the `{repeated}`"
    if operation.form:
        yield f"- Page: `{operation.form}`"
    yield ""
    yield from _table(own_fields_of(operation.request_class))


def _table(fields: Sequence[Field]) -> Iterator[str]:
    yield _line(COLUMNS)
    yield _line(["---"] * len(COLUMNS))
    for field in fields:
        needed = "" if field.required or field.name in COMMON else ", optional"
        spellings = (_options(field), f"`{field.wire}`", field.label)
        yield _line([f"`{field.name}`{needed}: {field.doc.meaning}", *spellings])


def _options(field: Field) -> str:
    options = [option for option, _ in field.doc.flags.values()] or [field.option]
    return ", ".join(f"`{each}`" for each in options)


def _line(cells: Sequence[str]) -> str:
    escaped = [cell.replace("|", r"\|") for cell in cells]
    return f"| {' | '.join(escaped)} |"


if __name__ == "__main__":
    print(page(), end="")
