"""Sentences of ``diff``, refusals and oddities in the language of the page; the API's stay."""

import re
from html import unescape

import pytest

from ledger.events.messages import Message
from ledger.importing.outcome import verdict
from ledger.importing.ports import PoolEffect
from projections.engine.registry import RegisteredRulebooks
from projections.i18n.languages import language
from tests.projections.submissions import tournament
from tests.tables import every
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, employ, faults_in, look

TYPED = {"name": "Blitz", "ended_on": "1996-12-15", "system": "swiss"}
GAME = "/desk/corrections/spring:agnes-bjorn"
SPRING = "/desk/corrections/spring"


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None)
    employ(served)
    come(served, "olga")
    return served


def speak(served: Served, code: str) -> None:
    assert served.get(f"/desk?lang={code}").status_code == 200


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize(
    ("code", "what_changed", "what_followed"),
    [
        ("en", "0 : 1 instead of 1 : 0 (slip)", "After Frühling (1 May 1996): Østergård, Björn"),
        ("de", "0 : 1 statt 1 : 0 (slip)", "Danach (Frühling (01.05.1996)): Østergård, Björn"),
        (
            "hu",
            "0 : 1, korábban 1 : 0 (slip)",
            "Ezután (Frühling (1996. máj. 1.)): Østergård, Björn",
        ),
        ("sv", "0 : 1 i stället för 1 : 0 (slip)", "Därefter (Frühling (1 maj 1996)): Østergård,"),
    ],
)
def test_what_would_follow_is_said_in_the_language_of_the_page(
    office: Served, code: str, what_changed: str, what_followed: str
):
    speak(office, code)
    seen = text_of(look(office, GAME, **{"set.result": "0-1"}, reason="slip").text)
    assert what_changed in seen
    assert what_followed in seen


NEWCOMER = {
    "en": "new Adler, Anna, born 1970",
    "de": "neu Adler, Anna, geb. 1970",
    "hu": "új Adler, Anna, született 1970",
    "sv": "ny Adler, Anna, född 1970",
}


@pytest.mark.parametrize(
    ("code", "players", "rounds"),
    [
        (
            "en",
            "a newcomer is typed as new Neumann, Nora, born YEAR",
            "line 1: '2-0' is not a result",
        ),
        (
            "de",
            "ein Neuling wird so eingegeben: neu Neumann, Nora, geb. JAHR",
            "Zeile 1: '2-0' ist kein Ergebnis",
        ),
        (
            "hu",
            "új játékost így kell beírni: új Neumann, Nora, született ÉV",
            "1. sor: '2-0' nem eredmény",
        ),
        (
            "sv",
            "en nykomling skrivs så: ny Neumann, Nora, född ÅR",
            "rad 1: '2-0' är inget resultat",
        ),
    ],
)
def test_what_was_mistyped_is_said_in_the_language_of_the_page_and_typed_words_stay(
    office: Served, code: str, players: str, rounds: str
):
    speak(office, code)
    path = "/desk/tournaments/new"
    page = look(office, path, **TYPED, players="Neumann, Nora\nagnes")
    assert players in text_of(page.text)
    assert f"<code>{NEWCOMER[code]}</code>" in page.text
    page = look(office, path, **TYPED, players="bjorn\nagnes", rounds="1 2-0 2")
    assert rounds in text_of(page.text)


def test_what_changed_is_said_to_readers_in_their_language(office: Served):
    office.ledger.correct(
        "spring:agnes-bjorn",
        set={"white_points": 0, "black_points": 1},
        reason="slip",
        by="olga",
    )
    office.ledger.catch_up()
    page = text_of(office.get("/dwz/changes?from_known=22&lang=de").text)
    assert "Das Ergebnis der Runde 1, Müller, Ágnes – Østergård, Björn in Frühling:" in page
    assert "berichtigt am" in page
    assert "was corrected on" not in page


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("en", "'1996-02-30' is not a day"),
        ("de", "'30.2.1996' ist kein Tag: JJJJ-MM-TT schreiben"),
        ("hu", "'30.2.1996' nem nap: ÉÉÉÉ-HH-NN alakban írja"),
        ("sv", "'30.2.1996' är ingen dag: skriv ÅÅÅÅ-MM-DD"),
    ],
)
def test_a_refusal_is_said_in_the_language_of_the_page(office: Served, code: str, message: str):
    speak(office, code)
    given = message.partition("'")[2].partition("'")[0]
    refused = look(office, SPRING, **{"set.ended_on": given}, reason="x")
    if code == "en":
        message = "1996-02-30 does not exist in the calendar"
    assert ("set.ended_on", message) in [(name, text.strip()) for name, text in faults_in(refused)]


def test_an_adoption_says_in_the_language_of_the_page_what_the_text_commands(office: Served):
    speak(office, "de")
    typed = {"pool": "jugend", "rulebook": "dwz-2014", "from_day": "2016-08-01"}
    seen = text_of(look(office, "/desk/decisions/rulebook", **typed).text)
    assert "DWZ 2014 3.4.3: der Text des DSB speichert nichts" in seen
    assert "members_only=true" in seen


def test_a_refusal_names_the_remedy_of_the_page_in_its_language(office: Served):
    speak(office, "de")
    typed = {"pool": "dwz", "rulebook": "egf-2021", "from_day": "1999-01-01"}
    refused = text_of(look(office, "/desk/decisions/rulebook", **typed).text)
    assert (
        "wie werden die Wertungszahlen nach dwz-1995 in egf-2021 umgerechnet? "
        "Geben Sie „beginnen neu“ an" in refused
    )
    assert "--" not in refused


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("en", "DWZ 6.2.2: 10 minutes per player and game, 120 are required"),
        ("de", "DWZ 6.2.2: 10 Minuten je Spieler und Partie, nötig sind 120"),
        ("hu", "DWZ 6.2.2: 10 perc játékosonként és játszmánként, 120 szükséges"),
        ("sv", "DWZ 6.2.2: 10 minuter per spelare och parti, 120 krävs"),
    ],
)
def test_why_a_tournament_does_not_count_is_said_in_the_language_of_the_page(
    office: Served, code: str, why: str
):
    fast = {"pools": ["dwz"], "thinking_time": {"minutes": 10}}
    office.ledger.append([tournament("blitz", "1996-12-01", **fast)], by="anna")
    office.ledger.catch_up()
    speak(office, code)
    assert why in text_of(office.get("/desk/oddities").text)
    assert why in text_of(office.get("/dwz/tournaments/blitz").text)
    stated = office.get("/api/v1/pools/dwz/tournaments/blitz", **{"Accept-Language": code})
    assert stated.json()["reason"].startswith("DWZ 6.2.2: 10 minutes per player and game")


def test_the_api_speaks_english_whatever_the_reader_prefers(office: Served):
    answer = office.post(
        "/api/v1/corrections",
        json={"corrects": "spring", "set": {"ended_on": "never"}, "reason": "x"},
        headers={"Accept-Language": "de"},
    )
    (problem,) = answer.json()["problems"]
    assert problem["message"] == "'never' is not a day: write it as YYYY-MM-DD"


def test_a_message_without_values_may_have_a_per_cent_sign():
    likely = Message("90 % alike")
    assert likely == likely.translated(str, lambda one, *_: one, str) == "90 % alike"


@every(
    ("code", "field", "message"),
    [
        ("de", "card.index", "muss eine ganze Zahl ab 0 sein"),
        ("hu", "card.index", "egész szám legyen, legalább 0"),
        ("sv", "card.index", "måste vara ett heltal, 0 eller mer"),
    ],
)
def test_what_a_rulebook_objects_to_is_said_in_the_language_of_the_page(
    code: str, field: str, message: str
):
    found = dict(
        RegisteredRulebooks().objections_to_card("dwz-1995", {}, "initial", {"rating": 1500})
    )
    assert found[field] == "must be a whole number, 0 or more"
    assert language(code).translate(found[field]) == message


@every(
    ("code", "choice", "least", "unknown"),
    [
        (
            "de",
            "muss eines von diesen sein: period, tournament",
            "muss eine ganze Zahl ab 1 sein",
            "fide-2024 hat keine Auslegung dieses Namens; es gibt ",
        ),
        (
            "hu",
            "ezek egyike legyen: period, tournament",
            "egész szám legyen, legalább 1",
            "fide-2024: nincs ilyen nevű értelmezése; ezek vannak: ",
        ),
        (
            "sv",
            "måste vara något av period, tournament",
            "måste vara ett heltal, 1 eller mer",
            "fide-2024 har ingen läsart med det namnet; det finns ",
        ),
    ],
)
def test_a_reading_that_is_none_is_refused_in_the_language_of_the_page(
    code: str, choice: str, least: str, unknown: str
):
    wrong = {"rounding_unit": "week", "pool_months": 0, "bonus": 1, "gap_from": "soon"}
    found = dict(RegisteredRulebooks().objections_to_parameters("fide-2024", wrong))
    assert found["parameters.rounding_unit"] == "must be one of period, tournament"
    assert found["parameters.pool_months"] == "must be a whole number, 1 or more"
    assert found["parameters.gap_from"] == "give a day, such as 2024-12-01"
    told = {name: language(code).translate(text) for name, text in found.items()}
    assert told["parameters.rounding_unit"] == choice
    assert told["parameters.pool_months"] == least
    assert told["parameters.bonus"].startswith(unknown)
    assert told["parameters.gap_from"] != found["parameters.gap_from"]


@every(
    ("code", "said"),
    [
        ("de", "würde ausgewertet, 1 Partie zählt nicht; 3 Wertungszahlen würden sich ändern."),
        ("hu", "beszámítana, 1 játszma nem számít; 3 szám változna."),
        ("sv", "skulle räknas, 1 parti räknas inte; 3 rating skulle ändras."),
    ],
)
def test_the_effect_of_a_hand_in_is_said_in_the_language_of_the_page(code: str, said: str):
    effect = PoolEffect(pool="dwz", rated=True, games_not_rated=1, changed=3)
    found = verdict(effect, dry_run=True)
    assert found == "would be rated, 1 game does not count; 3 ratings would change."
    assert language(code).translate(found) == said
