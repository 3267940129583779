"""The generated pages of docs/reference are those that the program would generate today."""

from pathlib import Path

import pytest

from scripts.reference_pages import REFERENCE, pages

PAGES = list(pages())


@pytest.mark.parametrize(("path", "text"), PAGES, ids=[path.stem for path, _ in PAGES])
def test_a_generated_page_is_up_to_date(path: Path, text: str) -> None:
    assert path.read_text("utf-8") == text, "run: uv run python -m scripts.reference_pages"


def test_every_rulebook_has_a_page_with_its_rules() -> None:
    dwz = (REFERENCE / "rulebooks" / "dwz-1995.md").read_text("utf-8")
    assert "| 4.9.1 |" in dwz
    assert "Rn = Ro + 800 (W − We) / (E + n), rounded." in dwz
    later = (REFERENCE / "rulebooks" / "dwz-2026.md").read_text("utf-8")
    assert "Rn = Ro + K (W − We), rounded; it is at least the minimum." in later
