"""Write the generated pages of the documentation, or list those that are out of date.

uv run python -m scripts.reference_pages
uv run python -m scripts.reference_pages --check
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from scripts.reference import (
    architecture,
    commands,
    decisions,
    dwz_editions,
    event_types,
    http_endpoints,
    operations,
    python_methods,
    rulebooks,
)

DOCS = Path(__file__).parents[1] / "docs"
REFERENCE = DOCS / "reference"


def pages() -> Iterator[tuple[Path, str]]:
    """Yield each generated page with its text."""
    yield DOCS / "explanation" / "architecture.svg", architecture.drawing()
    yield decisions.FOLDER / "index.md", decisions.page()
    yield REFERENCE / "commands.md", commands.page()
    yield REFERENCE / "event-types.md", event_types.page()
    yield REFERENCE / "http-endpoints.md", http_endpoints.page()
    yield REFERENCE / "operations.md", operations.page()
    yield REFERENCE / "python-methods.md", python_methods.page()
    yield REFERENCE / "rulebooks" / "dwz-editions.md", dwz_editions.page()
    for name, text in rulebooks.pages():
        yield REFERENCE / "rulebooks" / f"{name}.md", text


@click.command
@click.option("--check", is_flag=True, help="Write nothing; fail if a page is out of date.")
def main(*, check: bool) -> None:
    """Write the pages."""
    old = []
    for path, text in pages():
        if not path.exists() or path.read_text("utf-8") != text:
            old.append(path.relative_to(DOCS).as_posix())
            if not check:
                path.write_text(text, "utf-8")
    for name in old:
        print(f"{name}: {'out of date' if check else 'written'}")
    sys.exit(bool(check and old))


if __name__ == "__main__":
    main()
