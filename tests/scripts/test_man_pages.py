"""Manual pages say what the help says, and nothing in them is an order to troff by accident."""

import re

from projections.interfaces.cli.lazy_commands import COMMANDS, EXAMPLES
from projections.interfaces.cli.lazy_commands import main as program
from scripts.man_pages import pages


def test_there_is_a_page_for_the_program_and_for_every_command() -> None:
    found = dict(pages(program))
    assert {f"rating-ledger-{name}" for name in COMMANDS} <= found.keys()
    assert {f"rating-ledger-{path.replace(' ', '-')}" for path in EXAMPLES} <= found.keys()
    assert "Submit" in found["rating-ledger"]


def test_a_page_has_synopsis_options_and_example() -> None:
    text = dict(pages(program))["rating-ledger-ratings"].replace("\\-", "-")
    assert ".B rating-ledger ratings\n[OPTIONS] POOL" in text
    assert ".B --lapsed\nInclude lapsed ratings." in text
    assert "rating-ledger ratings club --on 1996-12-31 --known-at 11" in text


def test_every_order_is_one_that_is_meant() -> None:
    orders = {
        line.split()[0]
        for _, text in pages(program)
        for line in text.splitlines()
        if re.match(r"[.']", line)
    }
    assert orders == {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"}
