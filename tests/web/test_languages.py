"""What the pages say is said in every language, and numbers and days as each writes them."""

import re
from datetime import date

import pytest
from babel.messages.catalog import Catalog

from projections.web.languages import LANGUAGES, language
from scripts import translations
from scripts.translations import missing, said, translated, unused
from tests.web.conftest import text_of

OTHERS = sorted(set(LANGUAGES) - {"en"})


@pytest.fixture(scope="module")
def everything() -> Catalog:
    """All that is said in English, gathered once from templates and modules."""
    return said()


@pytest.mark.parametrize("code", OTHERS)
class TestEveryLanguage:
    def test_lacks_nothing_and_has_nothing_left_over(self, code, everything, monkeypatch):
        monkeypatch.setattr(translations, "said", lambda: everything)
        assert missing(translated(code)) == []
        assert unused(translated(code)) == []

    def test_keeps_the_places_for_numbers_and_names(self, code):
        for message in translated(code):
            if message.id:
                one = message.id if isinstance(message.id, str) else message.id[0]
                said_so = message.string
                for text in (said_so,) if isinstance(said_so, str) else said_so:
                    assert set(re.findall(r"%\(\w+\)s", text)) == set(
                        re.findall(r"%\(\w+\)s", one)
                    ), text


def test_something_is_said_at_all(everything):
    assert len(list(everything)) > 150


@pytest.mark.parametrize(
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
    assert '<html lang="hu">' in asked.text
    assert "language=hu" in asked.headers["Set-Cookie"]
    reader.cookies.clear()
    assert (
        '<html lang="de">'
        in reader.get("/club", headers={"Accept-Language": "fr;q=0.9, de-AT;q=0.8, sv;q=0.1"}).text
    )
    assert '<html lang="en">' in reader.get("/club", headers={"Accept-Language": "fr"}).text


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
