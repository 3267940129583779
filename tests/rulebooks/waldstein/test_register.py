"""The register of sections: code, tests and register speak of the same rules."""

import re
from importlib import resources
from pathlib import Path

from projections.rulebooks.waldstein import waldstein

REGISTER = waldstein.paragraphs()
PACKAGE = resources.files("projections.rulebooks.waldstein")
CODE = "".join(part.read_text("utf-8") for part in PACKAGE.iterdir() if part.name.endswith(".py"))
TESTS = "".join(test.read_text("utf-8") for test in Path(__file__).parent.glob("test_*.py"))


class TestRegister:
    def test_every_entry_says_what_it_is(self):
        for entry in REGISTER.values():
            assert entry["is"] in {"rule", "text"}
            assert entry["says"]

    def test_the_sections_are_in_the_order_of_the_paper(self):
        assert list(REGISTER) == ["1", "2", "3", "4", "5", "5 a", "5 b", "5 c", "6", "7", "8"]

    def test_every_reading_the_code_names_is_in_source(self):
        """SOURCE.md numbers the misprints E1 and on, the readings W1 and on."""
        source = PACKAGE.joinpath("SOURCE.md").read_text("utf-8")
        listed = set(re.findall(r"^- \*\*([EW]\d+)\*\*", source, re.MULTILINE))
        named = set(re.findall(r"\b([EW]\d{1,2})\b", CODE + TESTS))
        assert named <= listed
