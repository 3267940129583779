"""The exported log can be verified without the database, and without this program."""

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
import rfc8785
from sqlalchemy import Connection

from ledger.log import export
from tests.ledger.lines import every_event, forgotten, player, season
from tests.ledger.office import Office

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@pytest.fixture
def documents(office: Office) -> list[dict[str, Any]]:
    """The whole log of every event, exported without persons."""
    office.hand_in_everything()
    with office.engine.connect() as connection:
        return through_json(connection, "events")


def through_json(connection: Connection, reader: str) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(each)) for each in getattr(export, reader)(connection)]


def head_of_chain(documents: list[dict[str, Any]]) -> str:
    """The last hash, computed from what is exported as the documentation says."""
    chain = bytes(32)
    for number, document in enumerate(documents, 1):
        assert document["position"] == number
        assert document["previous_hash"] == chain.hex()
        sealed = ("data", "id", "recorded_by", "schema", "source", "type")
        envelope = {key: document[key] for key in sealed if key in document}
        when = datetime.fromisoformat(document["recorded_at"])
        microseconds = (when - EPOCH) // timedelta(microseconds=1)
        entry = sha256(
            b"\0"
            + number.to_bytes(8, "big")
            + microseconds.to_bytes(8, "big")
            + sha256(rfc8785.dumps(envelope)).digest()
        ).digest()
        chain = sha256(b"\2" + chain + entry).digest()
        assert document["hash"] == chain.hex()
    return chain.hex()


def test_the_exported_log_verifies_by_itself(
    office: Office, documents: list[dict[str, Any]]
) -> None:
    assert len(documents) == len(season()) + len(every_event())
    assert head_of_chain(documents) == office.verdict().head_hash.hex()


def test_the_exported_log_holds_no_personal_data(documents: list[dict[str, Any]]) -> None:
    text = json.dumps(documents, ensure_ascii=False)
    for personal in ("Kovács", "1968-02-29", "700001"):
        assert personal not in text


def test_with_persons_each_commitment_can_be_checked(office: Office) -> None:
    office.hand_in_everything()
    with office.engine.connect() as connection:
        documents = through_json(connection, "events_with_persons")
    kept = [document for document in documents if "person" in document]
    assert [document["data"]["player"] for document in kept] == ["anna", "bela", "cleo", "p9"]
    for document in kept:
        person = document["person"]
        salted = bytes.fromhex(person["salt"]) + rfc8785.dumps(person["data"])
        assert document["data"]["commitment"] == sha256(salted).hexdigest()
    assert kept[-1]["person"]["data"]["name"] == "Kovács, Zoltán"


def test_a_forgotten_player_is_not_exported(office: Office) -> None:
    office.append(player("emil", name="Secret, Emil"), forgotten("emil"))
    with office.engine.connect() as connection:
        documents = through_json(connection, "events_with_persons")
    assert "Secret" not in json.dumps(documents)
    assert head_of_chain(documents) == office.verdict().head_hash.hex()


def test_a_stretch_of_the_log_names_the_hash_before_it(
    office: Office, documents: list[dict[str, Any]]
) -> None:
    with office.engine.connect() as connection:
        stretch = list(export.events(connection, first=5, last=9))
        games = list(export.events(connection, types=("game.submitted",)))
    assert stretch == documents[4:9]
    assert games == [each for each in documents if each["type"] == "game.submitted"]
