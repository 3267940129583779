"""The reference of operations in the documents is that of the catalogue."""

from scripts.operation_page import page
from tests.architecture.sources import ROOT


def test_the_reference_is_that_of_the_catalogue() -> None:
    kept = (ROOT / "docs" / "reference" / "operations.md").read_text("utf-8")
    assert page() == kept, (
        "make it anew: uv run python -m scripts.operation_page > docs/reference/operations.md"
    )
