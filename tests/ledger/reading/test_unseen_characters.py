"""Characters that nobody sees: refused, or shown; hypothesis has the rest of Unicode."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.events.characters import inadmissible, visible, visible_on_pages
from ledger.events.codec import Submission, read_line
from ledger.events.problems import Problem
from projections.interfaces.cli.console import CommandContext, refuse
from projections.interfaces.cli.layout import LONG_LIST, listing
from projections.queries.columns import Column, Columns
from tests.ledger.lines import event, line, player, tournament
from tests.tables import every

REFUSED = {
    "\n": "the control character U+000A",
    "\t": "the control character U+0009",
    "\r": "the control character U+000D",
    "\x1b": "the control character U+001B",
    "\x85": "the control character U+0085",
    "\u2028": "the line separator U+2028",
    "\u2029": "the paragraph separator U+2029",
    "\u0378": "no character of Unicode's, U+0378",
    "\uffff": "no character of Unicode's, U+FFFF",
    "\U000e0002": "no character of Unicode's, U+E0002",
}
SHOWN = ["\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u00ad", "\U000e0041", "\ue000"]
SHOWN += ["\u3164", "\ufe0f", "\U000e0100", "\u034f", "\u2800"]


@every(("character", "what"), REFUSED.items())
def test_what_is_no_part_of_a_text_is_refused_with_the_remedy(character: str, what: str) -> None:
    for number, (submitted, field) in enumerate(
        [
            (player("anna", name=f"An{character}na"), "data.name"),
            (tournament("open", place=f"Bam{character}berg"), "data.place"),
            (
                event("player.forgotten", {"player": "anna", "reason": f"a{character}wish"}),
                "data.reason",
            ),
        ],
        1,
    ):
        found = read_line(number, line(submitted))
        assert isinstance(found, list)
        (problem,) = found
        assert (problem.field, problem.code) == (field, "unprintable")
        assert problem.message == f"has {what}: take it out"


@every("character", SHOWN)
def test_what_some_languages_need_is_taken_and_shown(character: str) -> None:
    name = f"An{character}na"
    found = read_line(1, line(player("anna", name=name)))
    assert isinstance(found, Submission)
    assert visible(name) == f"An⟨U+{ord(character):04X}⟩na"


@given(st.text())
def test_nothing_is_shown_that_is_not_seen(text: str) -> None:
    shown = visible(text)
    assert all(unicodedata.category(each)[0] != "C" for each in shown)
    assert len(shown.splitlines()) <= 1
    assert visible(shown) == shown


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], max_codepoint=0x2FF)))
def test_what_is_seen_is_shown_as_it_is(text: str) -> None:
    assert inadmissible(text) is None
    assert visible(text) == (text.replace("\xad", "⟨U+00AD⟩"))


@every("length", [1, LONG_LIST + 1])
def test_tables_of_any_length_show_it(length: int) -> None:
    rows = ["Anna\u202e\x1b[31m\nBela"] * length
    columns = Columns(Column("name", "Name", str))
    from rich.console import Console  # noqa: PLC0415

    console = Console(width=200, record=True, quiet=True)
    with console.capture() as captured:
        console.quiet = False
        console.print(listing(columns, rows, "Of \u200bAnna"))
    assert captured.get().count("Anna⟨U+202E⟩⟨U+001B⟩[31m⟨U+000A⟩Bela") == length
    assert "Of ⟨U+200B⟩Anna" in captured.get()


def test_refusals_show_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - click's own
        refuse(CommandContext(), [Problem(None, None, "code", "An\u202ena is not known")])
    assert capsys.readouterr().err == "refused: An⟨U+202E⟩na is not known\n"


@every("character", SHOWN)
def test_pages_show_what_nobody_sees_in_a_name(character: str) -> None:
    assert visible_on_pages(f"An{character}na") == f"An⟨U+{ord(character):04X}⟩na"


@every(
    "text",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "র\u200d্য",
        "\U0001f469\u200d\U0001f680",
        "❤\ufe0f\u200d\U0001f525",
        "葛\U000e0100",
        "one line\nand another",
    ],
    ids=["Persian", "Hindi", "Bengali", "an emoji", "a heart on fire", "an ideograph", "lines"],
)
def test_pages_keep_what_a_script_needs(text: str) -> None:
    assert visible_on_pages(text) == text


@every("text", ["\u200cAnna", "Anna\u200d", "ی\u200c", "می\u200c\u200cخ", "\ufe0f"])
def test_pages_show_what_stands_where_no_script_needs_it(text: str) -> None:
    assert "⟨U+" in visible_on_pages(text)


@given(st.text())
def test_pages_show_what_turns_the_direction_of_reading(text: str) -> None:
    shown = visible_on_pages(f"{text}\u202e")
    assert shown.endswith("⟨U+202E⟩")
    assert not set(shown) & set("\u200b\u200e\u200f\u202e\u2060\u2066\ufeff\u00ad")
