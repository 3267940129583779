"""The register of paragraphs: code, tests and register speak of the same rules."""

import re
from importlib import resources
from pathlib import Path

from projections.rulebooks.mgsz_2011 import mgsz

REGISTER = mgsz.paragraphs()
PACKAGE = resources.files("projections.rulebooks.mgsz_2011")
CODE = "".join(part.read_text("utf-8") for part in PACKAGE.iterdir() if part.name.endswith(".py"))
TESTS = "".join(test.read_text("utf-8") for test in Path(__file__).parent.glob("test_*.py"))
RULES = {paragraph for paragraph, entry in REGISTER.items() if entry["is"] == "rule"}


class TestRegister:
    def test_every_rule_is_cited_by_the_code_and_nothing_else_is(self):
        cited = set(re.findall(r'mgsz(?:\.within)?\("([^"]+)"\)', CODE))
        assert cited == RULES

    def test_every_rule_has_a_test_that_names_it(self):
        unnamed = [
            rule
            for rule in RULES
            if not re.search(rf"MGSZ {re.escape(rule)}(?!\d| step| [abc]\b)", TESTS)
        ]
        assert unnamed == []

    def test_every_entry_says_what_it_is_and_why_where_the_code_does_nothing(self):
        for entry in REGISTER.values():
            assert entry["is"] in {"rule", "text", "office", "open"}
            assert entry["says"]
            assert ("why" in entry) == (entry["is"] in {"office", "open"})

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
