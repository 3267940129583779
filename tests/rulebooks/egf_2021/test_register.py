"""The register has every rule of the page once; tests/architecture holds it to the code."""

from projections.rulebooks.egf_2021 import egf

REGISTER = egf.paragraphs()


def test_decisions_are_cited_as_the_contract_has_them():
    """EGF class, EGF reset."""
    assert egf.cite("class") == "EGF class"
    assert egf.cite("reset") == "EGF reset"


def test_what_is_not_carried_out_says_why():
    left = {name: entry["is"] for name, entry in REGISTER.items() if entry["is"] != "rule"}
    assert left == {
        "recognition": "office",
        "order": "text",
        "promotion": "office",
        "identifiers": "office",
        "edition of 1998": "open",
    }
