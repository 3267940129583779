"""The kit that all readers share: titles, and the formats that no real file has proven."""

import re
from pathlib import Path

from ledger.importing.formats.kit import File
from ledger.importing.formats.registry import FORMATS, read
from ledger.importing.formats.tournament_report import NOTHING_SUPPLIED
from tests.imports.tournament_files import messages_of, valid_report
from tests.imports.valid_files import GOOD, SUPPLIED
from tests.tables import every

TITLED = [name for name, it in GOOD.items() if b"WFM" in it and not it.startswith(b"PK")]
SPELT = ["WFM", "wfm", "wf", "WF", "ff"]
"""FIDE's title of a Woman FIDE Master, short as in a TRF, short as in France."""


@every("spelt", SPELT)
def test_a_title_is_known_in_every_spelling(spelt: str) -> None:
    file = File("trf", b"", NOTHING_SUPPLIED)
    assert file.player(1, "Ahorn, Anna", title=spelt).title == "WFM"
    assert [issue.kind for issue in file.issues()] == ["adjusted"] * (spelt != "WFM")
    assert file.player(2, "Buche, Bruno", title="AFM").title == "AFM"  # FIDE's title online


@every("format_", TITLED)
@every("spelt", ["wfm", "XYZ", "gra"])
def test_no_format_lets_a_text_that_is_no_title_into_the_register(
    format_: str, spelt: str
) -> None:
    content = GOOD[format_].replace(b"WFM", spelt.encode())
    supplied = SUPPLIED.get(format_, NOTHING_SUPPLIED)
    titles = {player.title for player in valid_report(format_, content, supplied).players}
    assert titles == ({"WFM", None} if spelt == "wfm" else {None})
    left_out = f"{spelt!r} is not a title of a chess player: left out"
    assert (left_out in messages_of(format_, content, "warning", supplied)) is (spelt != "wfm")


@every("format_", FORMATS)
def test_a_format_that_no_real_file_proves_says_so(format_: str) -> None:
    """In its declaration, in the reference, and with every file that is read."""
    reference = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"
    named = re.findall(r"`([a-z]+)` \*\(unproven\)\*", reference.read_text("utf-8"))
    _, issues = read(format_, "a file", GOOD[format_])
    said = any("no real file of this format was at hand" in each.message for each in issues)
    assert FORMATS[format_].unproven == (format_ in named) == said
