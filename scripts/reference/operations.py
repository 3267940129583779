"""The reference of the operations that write, made of their requests."""

from collections.abc import Iterator, Sequence

from projections.interfaces.cli.lazy_commands import EXAMPLES, PROGRAM
from projections.operations.catalogue import OPERATIONS, Operation
from projections.operations.operation import COMMON, Field, fields_of, own_fields_of
from scripts.reference.markdown import table

HEAD = """# Write operations

For everyone who writes to a ledger: each operation with its name and its fields as a command, over
HTTP, in Python and on the officers' pages. An operation is declared once, in
`projections/operations/`, and all interfaces are derived from it.

Every operation also has these fields. Operations about accounts and tokens append no event and
have only `dry_run`:
"""
OWN_EXAMPLES = {"add_player": 'players add "Ewig, Emil" --born 1988 --rating 1520-4'}
"""Examples of operations that share a command with another one."""
COLUMNS = ("field", "command", "HTTP and JSON", "form")


def page() -> str:
    """The page as Markdown."""
    of_all = COMMON - {"as_officer"}  # no client gives it
    common = [each for each in fields_of(OPERATIONS[0].request_class) if each.name in of_all]
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
    example = EXAMPLES.get(operation.command, operation.command)
    yield f"- Command: `{PROGRAM} {OWN_EXAMPLES.get(operation.name, example)}`"
    roles = " or ".join(sorted(operation.roles))
    yield f"- HTTP: `{operation.http.method} /api/v1{operation.http.path}`, as {roles}"
    if repeated := operation.http.confirm:
        yield f"- HTTP asks for `confirm`, which repeats the `{repeated}`"
    if operation.form:
        yield f"- Page: `{operation.form}`"
    yield ""
    yield from _table(own_fields_of(operation.request_class))


def _table(fields: Sequence[Field]) -> Iterator[str]:
    yield from table(COLUMNS, map(_cells, fields))


def _cells(field: Field) -> tuple[str, str, str, str]:
    needed = "" if field.required or field.name in COMMON else ", optional"
    meaning = f"`{field.name}`{needed}: {field.doc.meaning}"
    return meaning, _options(field), f"`{field.wire}`", field.label


def _options(field: Field) -> str:
    options = [option for option, _ in field.doc.flags.values()] or [field.option]
    return ", ".join(f"`{each}`" for each in options)
