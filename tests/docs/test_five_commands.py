"""From an empty folder to a printed list in five commands, with an SWI of a pairing program."""

from pathlib import Path

import pytest

from ledger.importing.formats.registry import read
from tests.console.shell import run
from tests.imports.real_files import REAL
from tests.imports.tournament_files import swi, swi_player

MADE = swi(
    [
        swi_player(1, "Ahorn, Anna", ["1W  4", "1B  3", "1W  2"], birth="19700101", dwz="1600"),
        swi_player(2, "Buche, Bert", ["1W  3", "1B  4", "0B  1"], birth="19700101", dwz="1600"),
        swi_player(3, "Esche, Eva", ["0B  2", "0W  1", "1W  4"], birth="19700101", dwz="1600"),
        swi_player(4, "Fichte, Fritz", ["0B  1", "0W  2", "0B  3"], birth="19700101", dwz="1600"),
    ]
)


def printed_after_five_commands(folder: Path, content: bytes, year: str) -> str:
    """The list as a page for the printer; its first ratings are those of the file, index 10."""
    (folder / "spring.swi").write_bytes(content)
    for words in (
        ("init",),
        ("pool", "club", "--rulebook", "dwz-2014", "--from", f"{year}-01-01"),
        ("players", "add", "spring.swi", "--index", "10"),
        ("import", "auto", "spring.swi", "--pool", "club", "--accept", "names"),
        ("export", "ratings", "club", "--as", "html", "--output", "list.html"),
    ):
        outcome = run(*words)
        assert outcome.status == 0, (words, outcome.err, outcome.out)
    return (folder / "list.html").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_made_tournament_becomes_a_list(tmp_path: Path) -> None:
    """All were 1600-10 and older than 25, so that We is 1.5 and E = 1.6⁴ + 15 = 22.

    800 / (22 + 3) = 32 for each point more than expected: 1600 + 1.5 × 32 = 1648.
    """
    page = printed_after_five_commands(tmp_path, MADE, "2024")
    at = [page.index(f"{rating}-11") for rating in (1648, 1616, 1584, 1552)]
    assert at == sorted(at)
    assert page.index("Ahorn, Anna") < page.index("Fichte, Fritz")


def test_a_real_tournament_becomes_a_list(tmp_path: Path) -> None:
    path = REAL / "swi" / "leinfelden_2011.swi"
    if not path.is_file():
        pytest.skip("real tournament files are not at hand")
    content = path.read_bytes()
    page = printed_after_five_commands(tmp_path, content, "2011")
    report, _ = read("swi", path.name, content)
    assert report is not None
    assert len(report.players) == 12
    assert [each.name for each in report.players if each.name not in page] == []
    assert "Reck, Moritz" in page
