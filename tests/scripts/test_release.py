"""The files of a release, the obstacles before it, and the links of its README on an index."""

import re
from pathlib import Path

import pytest

from ledger import __version__
from scripts.package_metadata import Addresses, absolute
from scripts.release import licence_table, obstacles, with_licences

ROOT = Path(__file__).parents[2]
HOME = "https://git.example/chess/rating-ledger"
READY = f"""# Changelog

## [Unreleased]

## [{__version__}] - 2026-11-29

### Added

- Something.
"""


def test_nothing_stands_in_the_way_of_a_version_whose_changes_are_told():
    assert not list(obstacles(READY, ""))


@pytest.mark.parametrize(
    ("changelog", "changed", "said"),
    [
        (READY, " M README.md\n", "README.md"),
        (READY.replace("[Unreleased]\n", "[Unreleased]\n\n- One more.\n"), "", "Unreleased"),
        (READY.replace(__version__, "0.0.9"), "", f"nothing of {__version__}"),
    ],
)
def test_a_release_says_what_must_be_done_before_it(changelog, changed, said):
    (obstacle,) = obstacles(changelog, changed)
    assert said in obstacle


def bill(*names: str) -> dict[str, object]:
    """A bill of materials as uv writes it, of packages of version 1."""
    components = [{"name": name, "version": "1", "purl": f"pkg:pypi/{name}@1"} for name in names]
    return {"metadata": {"component": {"name": "rating-ledger"}}, "components": components}


def test_each_package_of_a_bill_has_its_licence_and_the_project_its_version():
    told = with_licences(bill("attrs", "tzdata"), {"attrs": "MIT"})
    assert told["metadata"]["component"] == {"name": "rating-ledger", "version": __version__}
    assert [each.get("licenses") for each in told["components"]] == [
        [{"license": {"name": "MIT"}}],
        None,
    ]
    table = licence_table(told)
    assert "| attrs | 1 | MIT |" in table
    assert "| tzdata | 1 | not installed on this platform |" in table


def test_an_index_gets_links_that_lead_into_the_repository():
    text = (
        "![A page](docs/p.jpg) [Tour](docs/tour.md#top) [Python](https://python.example) [up](#a)"
    )
    assert absolute(text, HOME) == (
        f"![A page]({HOME}/raw/main/docs/p.jpg) [Tour]({HOME}/blob/main/docs/tour.md#top) "
        "[Python](https://python.example) [up](#a)"
    )


def metadata(home: str) -> dict[str, object]:
    """The addresses and the text in the metadata of the package, given its repository."""
    told: dict[str, object] = {}
    Addresses(str(ROOT), {"home": home}).update(told)
    return told


def test_the_package_names_the_address_of_its_repository():
    told = metadata(HOME + "/")
    urls = told["urls"]
    assert isinstance(urls, dict)
    assert urls["Repository"] == HOME
    assert urls["Changelog"] == f"{HOME}/blob/main/CHANGELOG.md"
    text = str(told["readme"]["text"])  # type: ignore[index]
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) >= 8
    assert all(link.startswith(HOME) for link in links)
    for link in links:
        path = link.removeprefix(HOME).split("/main/")[1]
        assert (ROOT / path).exists(), link


def test_a_package_without_a_repository_sends_nobody_anywhere():
    told = metadata("")
    assert "urls" not in told
    assert told["readme"]["text"] == (ROOT / "README.md").read_text("utf-8")  # type: ignore[index]
