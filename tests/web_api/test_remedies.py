"""Remedies name what their reader has: keys in the API, labels on a page, never an option."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from ledger.importing.formats.registry import FORMATS, read
from ledger.importing.formats.tournament_report import NOTHING_SUPPLIED
from projections.operations.catalogue import operation
from projections.operations.operation import Spelling, own_fields_of
from tests.imports.unreadable_kinds import KINDS
from tests.imports.valid_files import GOOD
from tests.web_api.conftest import Serve, Served
from tests.web_api.hand_ins import hand_in
from tests.web_api.officer import come, employ

API = "/api/v1/imports?pool=dwz&dry_run=true"
OF_ANOTHER_DOOR = re.compile(r"--[a-z]|\bdata\.")


def without_quotations(text: str) -> str:
    """A text without what it quotes of a file."""
    return re.sub(r"'[^']*'|\"[^\"]*\"", "", text)


def said_by(answer: Any) -> Iterator[str]:
    """Everything that an answer of the API says in words."""
    document = answer.json()
    for member in ("issues", "questions", "problems"):
        yield from (each["message"] for each in document.get(member, ()))
    yield document.get("detail", "")
    yield from (str(each["add"]) for each in document.get("effect", {}).get("pools", ()))


@pytest.mark.slow
def test_no_answer_to_a_file_of_any_format_names_an_option(
    season_in_file: str, serve: Serve
) -> None:
    """Files as they come: with unknown players, some without a day, some that no reader takes."""
    office: Served = serve(season_in_file, patience=None)
    employ(office)
    come(office, "olga")
    for content in [*GOOD.values(), *list(KINDS)[:4], b"no tournament"]:
        answer = office.post(API, files={"file": ("a file", content)})
        assert answer.status_code in {200, 422}, answer.text
        for text in said_by(answer):
            assert not OF_ANOTHER_DOOR.search(without_quotations(text)), text
        page = unescape(office.get(hand_in(office, content)).text).partition("<main")[2]
        assert not OF_ANOTHER_DOOR.search(page), page


def test_no_reader_names_an_option_where_the_api_has_a_key() -> None:
    """Every second line of every file is taken out: what readers then say is spelt by the API."""
    request = operation("import_file").request_class
    keys = {each.wire for each in own_fields_of(request)}
    spelling = Spelling(request, lambda field, _: f"[{field.wire}]")
    named = set()
    for format_ in FORMATS:
        lines = GOOD[format_].split(b"\n")
        for at in range(0, len(lines), 2):
            content = b"\n".join(lines[:at] + lines[at + 1 :])
            _, issues = read(format_, "a file", content, NOTHING_SUPPLIED)
            answer = {"issues": [{"message": each.message} for each in issues]}
            for text in (it["message"] for it in spelling.answer(answer)["issues"]):
                assert not OF_ANOTHER_DOOR.search(without_quotations(text)), text
                named |= set(re.findall(r"\[(\w+)\]", text))
    assert {"ended_on", "name", "system"} <= keys & named
