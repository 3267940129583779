"""The register of paragraphs holds the whole document; tests/architecture holds it to the code."""

from projections.rulebooks.mgsz_2011 import mgsz

REGISTER = mgsz.paragraphs()


class TestRegister:
    def test_the_paragraphs_are_in_the_order_of_the_document(self):
        chapters = [int(name.split()[0]) for name in REGISTER if name[0].isdigit()]
        assert chapters == sorted(chapters)
        assert set(chapters) == set(range(1, 12))
        assert [name for name in REGISTER if name.startswith("table")] == [
            f"table {number}" for number in range(1, 5)
        ]
        assert [name for name in REGISTER if name.startswith("example")] == [
            f"example {number}" for number in range(1, 8)
        ]
