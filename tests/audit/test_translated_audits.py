"""Audits are translated completely: rules, symbols, values, and the checker's notes.

Nothing here is looked up by hand: the texts are those of audits under every rulebook, so that a
rule, a note or a reading that was added without its translations is found.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any, TypeVar

import pytest
from starlette.testclient import TestClient

from ledger.events.messages import Message
from ledger.events.problems import Refused
from ledger.log.clock import now
from projections.api import Ledger
from projections.engine.registry import BUILT_IN, registered
from projections.files.documents.audit import document_of
from projections.files.documents.document import (
    Cell,
    Document,
    FieldList,
    Rounded,
    StepList,
    Table,
    Text,
)
from projections.i18n.languages import GIVEN, HEADING
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.pages.public.audit import with_lists
from projections.interfaces.server.app import application
from projections.queries.audit_sources import KINDS
from projections.queries.language_codes import LANGUAGES
from scripts.translations import translated
from tests.audit.conftest import SEASONS
from tests.projections.submissions import Event
from tests.tables import every

OTHERS = sorted(set(LANGUAGES) - {"en"})
B = TypeVar("B")
SYMBOLS_ALONE = {
    *("A", "G", "K0", "Kv", "M", "Ri", "S", "SBr", "a", "b", "fB", "p", "t", "u", "x"),
}
"""Symbols that a step spells out in its own text, so that no legend has them."""


def people_in(events: list[Event]) -> set[str]:
    data: list[dict[str, Any]] = [each.get("data", each) for each in events]
    return {each["player"] for each in data if isinstance(each.get("player"), str)}


@pytest.fixture(scope="session", params=sorted(SEASONS))
def audits(request: pytest.FixtureRequest, databases: dict[str, str]) -> list[Document]:
    """Every audit of a season, laid out as its page is."""
    pool, season = SEASONS[request.param]
    found = []
    with Ledger(databases[request.param]) as ledger:
        view = ledger.pool(pool)
        played = [each["tournament"] for each in view.tournaments()]
        for player in sorted(people_in(season())):
            for tournament in (None, *played):
                try:
                    audit = view.audit(player, tournament)
                except Refused:
                    continue
                found.append(document_of(with_lists(audit), ""))
    return found


def blocks_of(documents: list[Document], kind: type[B]) -> Iterator[B]:
    """The blocks of a kind on the pages of audits, which show sources in their own way."""
    for part in (part for document in documents for part in document.parts):
        if part.heading != "Sources":
            yield from (block for block in part.blocks if isinstance(block, kind))


def texts_in(document: Document) -> Iterator[str | Cell]:
    yield from (document.occasion, document.before, document.after)
    for part in document.parts:
        yield part.heading
        for block in part.blocks:
            match block:
                case Text():
                    yield block.text
                case FieldList():
                    yield from (value for _, value in block.fields)
                case Table():
                    yield from (cell for row in block.rows for cell in row)
                case StepList():
                    for step in block.steps:
                        yield step.text
                        yield from (value for _, value in step.given)
                        yield step.result
                        yield from (c for table in step.tables for row in table.rows for c in row)


def templates_in(text: object) -> Iterator[str]:
    """Yield the templates to translate in a text, with the messages among its values."""
    if isinstance(text, Rounded):
        text = text.text
    if isinstance(text, Message):
        yield text.template
        for value in text.values.values():
            yield from templates_in(value)


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_an_audit_is_said_in_every_language(audits: list[Document], code: str):
    texts = [text for document in audits for text in texts_in(document)]
    templates = {template for text in texts for template in templates_in(text)}
    assert len(templates) > 10
    assert words_of(templates) - SYMBOLS_ALONE - known_to(code) == set()


def words_of(templates: set[str]) -> set[str]:
    """Those that say something themselves, beside their values."""
    return {each for each in templates if re.search(r"[^\W\d_]", re.sub(r"%\(\w+\)s", "", each))}


def known_to(code: str, context: str | None = None) -> set[str]:
    """Return the texts of a catalogue; words are also known with the capital letter of a field."""
    entries = [each for each in translated(code) if each.id and each.string]
    said = {str(each.id) for each in entries if each.context == context}
    return said | {each[0].lower() + each[1:] for each in said}


@every("code", OTHERS)
def test_what_steps_are_given_has_a_name_in_every_language_or_is_a_symbol(
    audits: list[Document], code: str
):
    symbols = {symbol for name in BUILT_IN for symbol in registered(name).symbols}
    steps = [step for block in blocks_of(audits, StepList) for step in block.steps]
    names = {name for step in steps for name, _ in step.given}
    assert names - symbols - SYMBOLS_ALONE - known_to(code, GIVEN) == set()


@every("code", OTHERS)
def test_the_columns_of_tables_have_headings_in_every_language(audits: list[Document], code: str):
    steps = [step for block in blocks_of(audits, StepList) for step in block.steps]
    tables = [*blocks_of(audits, Table), *(table for step in steps for table in step.tables)]
    headings = {heading for table in tables for heading in table.headings}
    assert headings - {"Elo", "H", "%d"} - known_to(code, HEADING) == set()


@every("code", OTHERS)
def test_the_events_an_audit_rests_on_have_names_in_every_language(code: str):
    assert set(KINDS.values()) - known_to(code) == set()


SAID = [
    (
        ("dwz", "nora", "spring"),
        "de",
        [
            "Die Partien einzeln, mit der Gewinnerwartung einer jeden.",
            "Stufe 1: fünf Partien gegen Spieler mit vorheriger DWZ, Restpartien",
            "eingeschlossen, eine davon hier.",
            "Restpartien = 0 → ja",
            "andere Wertungsordnung oder Auslegungen",
        ],
    ),
    (
        ("dwz", "anna", "spring"),
        "de",
        [
            "Die Punkterwartung We ist die Summe der Gewinnerwartungen P(D)",
            "Eine DWZ gilt bis einschließlich ihres letzten Tages.",
            "DWZ 4.2: nicht gespielt (kampflos)",
            "E Entwicklungskoeffizient",
            "am letzten Tag des Protokolls, wie bekannt an Position 50",
        ],
    ),
    (
        ("ingo", "kurt", "swiss"),
        "de",
        [
            "Nicht gewertet: Kurt, Test, um mehr als 50 Grade besser, hat gewonnen.",
            "INGO C VI: Kurt, Test, um mehr als 50 Grade besser, hat gewonnen",
            "%d = 50 − Prozentsatz, mit einem halben Punkt und einer Partie mehr.",
        ],
    ),
    (
        ("go", "mari", "budapest"),
        "hu",
        [
            "Az új Élő-pont: Ep + [C · ΣJp + 0,5].",
            "ΣJp = −1,055 , változás = −16 → 1834",
            "C versenyszorzó",
            "1834, 2 kyu (érvényes)",
        ],
    ),
    (
        ("lask", "qvist", "series"),
        "sv",
        [
            "Kompensationspoängen K för en skillnad R ≥ 0 mellan två rankingtal.",
            "löpande rankingtal = 1900 , ändringar = (14) → 1914",
            "K kompensationspoäng för skillnaden",
        ],
    ),
]


@pytest.mark.parametrize(("audit", "code", "sentences"), SAID)
def test_an_audit_speaks_the_language_and_the_words_of_its_document(
    databases: dict[str, str],
    audit: tuple[str, str, str],
    code: str,
    sentences: list[str],
):
    season, player, tournament = audit
    pool, _ = SEASONS[season]
    settings = ServeSettings(database=databases[season], clock=now, follow=False, patience=None)
    with TestClient(application(settings)) as reader:
        page = reader.get(f"/{pool}/players/{player}/audit/{tournament}?lang={code}").text
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    for sentence in sentences:
        assert sentence in said
