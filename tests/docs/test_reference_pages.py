"""The generated pages of docs/reference are those that the program would generate today."""

from scripts.reference_pages import REFERENCE, pages


def test_the_generated_pages_are_up_to_date() -> None:
    old = [path.name for path, text in pages() if path.read_text("utf-8") != text]
    assert not old, "run: uv run python -m scripts.reference_pages"


def test_every_rulebook_has_a_page_with_its_rules() -> None:
    dwz = (REFERENCE / "rulebooks" / "dwz-1995.md").read_text("utf-8")
    assert "| 4.9.1 |" in dwz
    assert "Rn = Ro + 800 (W − We) / (E + n), rounded." in dwz
    later = (REFERENCE / "rulebooks" / "dwz-2026.md").read_text("utf-8")
    assert "Rn = Ro + K (W − We), rounded; it is at least the minimum." in later
