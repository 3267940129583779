"""Pages are translated completely, with numbers and days in the style of each language."""

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from ledger import importing as imports
from ledger.importing import formats
from ledger.importing.formats.dates import WrittenDate, resolve_dates
from ledger.importing.formats.time_control import thinking_time_of
from ledger.importing.formats.tournament_report import NOTHING_SUPPLIED, Findings
from projections.files.documents.document import value_text
from projections.i18n.languages import language
from projections.queries.language_codes import LANGUAGES
from scripts.translations import extracted, missing, translated, unused
from tests.tables import every
from tests.web.conftest import text_of

OTHERS = sorted(set(LANGUAGES) - {"en"})
FORMATS, IMPORTS = (Path(package.__path__[0]) for package in (formats, imports))
WRITERS = {
    FORMATS / "omissions.py",
    FORMATS / "rounds.py",
    *FORMATS.glob("*/writer*.py"),
}
"""Modules whose messages only commands show: losses in writing."""
MATCHING = IMPORTS / "matching"
READERS = sorted({*FORMATS.rglob("*.py"), *IMPORTS.glob("*.py"), *MATCHING.glob("*.py")} - WRITERS)
"""The modules whose notes and errors pages show."""
NOTES = {
    "warn": 0,
    "adjusted": 0,
    "error": 0,
    "refusal": 0,
    "_adjust": 1,
    "_refuse": 1,
    "refuse": 1,
}
"""By which calls a reader says something, and which of their arguments is what it says."""
PASSED_ON = {
    FORMATS / "crosstable" / "grid.py",  # what a workbook is refused for
    FORMATS / "tournament_report.py",  # what only commands show
    IMPORTS / "import_files.py",  # what the ledger objects to, why a file cannot be read
}
"""The modules that pass on what others say, be it a message or not."""


@pytest.fixture(scope="module")
def everything() -> Catalog:
    """All that is said in English, gathered once from templates and modules."""
    return extracted()


@pytest.mark.parametrize("code", OTHERS)
class TestEveryLanguage:
    def test_lacks_nothing_and_has_nothing_left_over(self, code, everything):
        assert missing(translated(code), everything) == []
        assert unused(translated(code), everything) == []

    def test_keeps_the_places_for_numbers_and_names(self, code):
        for message in translated(code):
            if message.id:
                one = message.id if isinstance(message.id, str) else message.id[0]
                said_so = message.string
                for text in (said_so,) if isinstance(said_so, str) else said_so:
                    assert set(re.findall(r"%\(\w+\)[rs]", text)) == set(
                        re.findall(r"%\(\w+\)[rs]", one)
                    ), text


@every("module", READERS, ids=lambda it: f"{it.parent.name}/{it.stem}")
def test_what_readers_say_is_never_a_mere_text_nor_one_that_passes_for_a_message(module):
    """Each note and each error is a message, whose template the catalogues know."""
    text = module.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert list(_texts_of_notes(node)) == []
        elif isinstance(node, ast.Call):
            assert not _has_no_fixed_template(node), ast.unparse(node)
    if module not in PASSED_ON:
        assert "as_message" not in text
        assert "EnglishFindings" not in text


def _texts_of_notes(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the places of notes that are mere texts, given directly or by a name."""
    calls = [each for each in ast.walk(function) if isinstance(each, ast.Call) and each.args]
    given = [each for each in ast.walk(function) if isinstance(each, ast.Assign)]
    for call in calls:
        match call.func:
            case ast.Attribute(attr=kind) if kind in NOTES:
                note = call.args[NOTES[kind]]
                before = [each for each in given if each.lineno < call.lineno]
                named = [each.value for each in before if ast.dump(each.targets[0]) == _set(note)]
                if isinstance(named[-1] if named else note, ast.JoinedStr | ast.Constant):
                    yield f"{function.name}: {ast.unparse(note)}"


def _set(name: ast.expr) -> str:
    """Return the pattern of an assignment to a name."""
    return ast.dump(ast.Name(name.id, ast.Store())) if isinstance(name, ast.Name) else ""


def _has_no_fixed_template(call: ast.Call) -> bool:
    """True if a message is made of a text that no catalogue can know; names may be it."""
    makes = ast.unparse(call.func) in {"Message", "Message.of", "counted"}
    return makes and not isinstance(call.args[0], ast.Constant | ast.Name)


def test_a_note_is_found_that_is_a_mere_text():
    (function,) = ast.parse(
        "def read(findings, text):\n"
        "    findings.error(f'{text} is none', 1)\n"
        "    row.refuse('name', 'is none')\n"
        "    message = f'{text} is left out'\n"
        "    findings.warn(message)\n"
        "    message = Message('%(text)s is read', text=text)\n"
        "    findings.adjusted(message)\n"
        "    findings.warn('left out')\n"
    ).body
    assert list(_texts_of_notes(function)) == [
        "read: f'{text} is none'",
        "read: 'is none'",
        "read: message",
        "read: 'left out'",
    ]


@every(
    ("made", "is_open"),
    [
        ("Message(f'{text} is none')", True),
        ("Message('is ' + text)", True),
        ("Message('%(text)s is none', text=text)", False),
        ("joined(', ', texts)", False),
    ],
)
def test_a_message_is_found_whose_template_is_made_up(made, is_open):
    assert _has_no_fixed_template(ast.parse(made, mode="eval").body) is is_open


@every(
    ("code", "said_so"),
    [
        ("en", "'25.11.95' is read as 25 Nov 1995 (2 times)"),
        ("de", "'25.11.95' wird als 25.11.1995 gelesen (2-mal)"),
        ("hu", "'25.11.95' értelmezése: 1995. nov. 25. (2-szor/szer)"),
        ("sv", "'25.11.95' läses som 25 nov. 1995 (2 gånger)"),
    ],
)
def test_a_note_of_a_reader_is_said_in_the_language_of_the_page(code, said_so):
    findings = Findings()
    resolve_dates(WrittenDate("25.11.95"), WrittenDate("25.11.95"), NOTHING_SUPPLIED, findings)
    (note,) = findings.issues()
    assert language(code).translate(note.message) == said_so


@every(
    ("code", "said_so"),
    [
        ("en", "it cannot have begun on 2 Mar 2024 and ended on 2 Jan 2024 or 1 Feb 2024: "),
        ("de", "es kann nicht am 02.03.2024 begonnen und am 02.01.2024 oder 01.02.2024 geendet "),
    ],
)
def test_days_among_errors_are_written_as_the_language_writes_them(code, said_so):
    findings = Findings()
    days = WrittenDate("2024-03-02"), WrittenDate("01/02/2024")
    resolve_dates(*days, NOTHING_SUPPLIED, findings)
    (error,) = findings.issues()
    assert language(code).translate(error.message).startswith(said_so)


def test_the_thinking_time_of_a_tournament_is_said_in_the_readers_language(reader):
    page = reader.get("/club/tournaments/autumn-1995?lang=de").text
    assert re.search(r"·\s+120 Minuten</p>", page)


@every(
    ("code", "written", "said_so"),
    [
        ("en", "120 minutes", "the thinking time (122) '120 minutes' is read as 120 minutes"),
        ("de", "90 min + 30 sec per move", "wird als 90 Minuten und 30 Sekunden je Zug gelesen"),
    ],
)
def test_a_thinking_time_is_said_without_the_options_of_a_command(code, written, said_so):
    findings = Findings()
    thinking_time_of(written, "122", findings)
    (adjusted,) = findings.issues()
    assert said_so in language(code).translate(adjusted.message)


def test_something_is_said_at_all(everything):
    assert len(list(everything)) > 150


@every(
    ("code", "day", "number", "change"),
    [
        ("en", "25 Nov 1995", "1.30", "−2.5"),
        ("de", "25.11.1995", "1,30", "−2,5"),
        ("hu", "1995. nov. 25.", "1,30", "−2,5"),
        ("sv", "25 nov. 1995", "1,30", "−2,5"),
    ],
)
def test_days_and_numbers_are_written_as_the_language_writes_them(code, day, number, change):
    spoken = language(code)
    assert spoken.day(date(1995, 11, 25)) == day
    assert spoken.fixed(1.301) == number
    assert spoken.signed(-2.5) == change


def test_points_have_their_halves():
    spoken = language("en")
    assert [spoken.points(each) for each in (0, 0.5, 1, 4.5)] == ["0", "½", "1", "4½"]


def test_a_language_is_asked_for_then_remembered_then_preferred(reader):
    asked = reader.get("/club?lang=hu", headers={"Accept-Language": "de"})
    assert '<html lang="hu"' in asked.text
    assert "language=hu" in asked.headers["Set-Cookie"]
    reader.cookies.clear()
    assert (
        '<html lang="de"'
        in reader.get("/club", headers={"Accept-Language": "fr;q=0.9, de-AT;q=0.8, sv;q=0.1"}).text
    )
    assert '<html lang="en"' in reader.get("/club", headers={"Accept-Language": "fr"}).text


@pytest.mark.parametrize("path", ["/login", "/api"])
def test_a_language_that_is_asked_for_beside_the_lists_is_remembered_too(reader, path):
    asked = reader.get(f"{path}?lang=de")
    assert '<html lang="de"' in asked.text
    assert "language=de" in asked.headers["Set-Cookie"]
    assert '<html lang="de"' in reader.get("/club").text


def test_a_german_reads_german(reader):
    """The words of the DWZ: a first rating from residual games."""
    page = text_of(reader.get("/club/players/rosa", headers={"Accept-Language": "de"}).text)
    assert "gültig bis 25.11.2000" in page
    assert "Erstberechnung" in page


@pytest.mark.parametrize(
    ("code", "meaning", "values"),
    [
        (
            "de",
            "wie weit Rp für eine Sonderwertung über Ro liegen muss (R7)",
            "(eine ganze Zahl ab 1)",
        ),
        (
            "hu",
            "mennyivel kell Rp-nek Ro felett lennie a külön értékeléshez (R7)",
            "(egész szám, legalább 1)",
        ),
        (
            "sv",
            "hur långt Rp måste ligga över Ro för en särskild beräkning (R7)",
            "(ett heltal, 1 eller mer)",
        ),
    ],
)
def test_readings_are_explained_in_the_language_of_the_page(reader, code, meaning, values):
    page = reader.get("/club/compare?rulebook=dwz-1995", headers={"Accept-Language": code})
    assert f"{meaning} {values}" in text_of(page.text)


SWEDISH_AS_GERMAN = {
    *(
        "Faktor",
        "Grad",
        "Kommentar",
        "Konto",
        "Land",
        "Rangkorrelation",
        "Nummer",
        "Startnummer",
        "Regel",
        "Titel",
        "US Chess",
        "ja",
    ),
}


@every(("code", "shared"), [("hu", {"Menü", "US Chess"}), ("sv", SWEDISH_AS_GERMAN)])
def test_no_word_is_left_in_german(code: str, shared: set[str]) -> None:
    """Words that Hungarian or Swedish writes as German does are English as well, or known."""
    german = {(each.context, each.id): each.string for each in translated("de")}
    own = {(each.context, each.id): each.string for each in translated(code)}
    same = {text for text, word in own.items() if word == german[text] and has_a_word(word)}
    left = {german[text] for text in same if german[text].casefold() != text[1].casefold()}
    assert own.keys() == german.keys()
    assert left == shared


def has_a_word(text: str | tuple[str, ...]) -> bool:
    return (
        isinstance(text, str)
        and re.search(r"[^\W\d_]", re.sub(r"%\(\w+\)s", "", text)) is not None
    )


@every(
    ("code", "said_so"),
    [
        ("en", "(player anna, entry_grade 3k)"),
        ("de", "(Spieler anna; Meldegrad 3k)"),
        ("hu", "(versenyző anna; nevezési minősítés 3k)"),
        ("sv", "(spelare anna; anmälningsgrad 3k)"),
    ],
)
def test_the_fields_inside_of_an_event_are_named_in_the_language_of_the_page(code, said_so):
    entrants = value_text([{"player": "anna", "entry_grade": "3k"}])
    assert language(code).translate(entrants) == said_so


def test_a_rating_is_no_mere_number_in_swedish() -> None:
    """Swedish chess says rating; tal is any number, and rankingtal the one of Lunds ASK."""
    about = re.compile(r"\b(rating|figure)s?\b", re.IGNORECASE)
    mere = re.compile(r"\b(rating)?tal(et|en)?\b", re.IGNORECASE)
    said = {str(each.id): str(each.string) for each in translated("sv")}
    ratings = {text for text in said if about.search(text) and "number" not in text}
    assert len(ratings) > 100
    assert [text for text in ratings if mere.search(said[text])] == []
