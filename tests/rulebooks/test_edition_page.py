"""The page "What changed when" is made of the registers, and is the one that lies in docs."""

from scripts.edition_page import page
from tests.architecture.sources import ROOT


def test_the_page_in_docs_is_that_of_the_registers() -> None:
    kept = (ROOT / "docs" / "reference" / "rulebooks" / "dwz-editions.md").read_text("utf-8")
    assert page() == kept, "make it anew: uv run python -m scripts.edition_page"


def test_a_row_leads_from_1995_through_every_edition_to_the_code() -> None:
    (row,) = [line for line in page().splitlines() if line.startswith("| **4.9.2**")]
    assert row == (
        "| **4.9.2** E = (Ro/1000)^4 + J within its limits, a whole number"
        " | **Anhang 1.2** E = ((Ro/1000)^4 + J) · fB + SBr within its limits"
        " | **Anhang 1.2** K = K0 · b + a with one decimal, at most Kmax"
        " | `p4_09_next_rating` |"
    )


def test_a_rule_that_came_later_has_no_earlier_column() -> None:
    (row,) = [line for line in page().splitlines() if "**3.6.2**" in line]
    assert row.startswith("| — | — | **3.6.2** a fictitious draw")
