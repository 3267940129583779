"""Personal data lie beside the log: committed to, kept, erased for good."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.events.canonical_json import canonical
from ledger.log.database import connect
from ledger.validation.ledger_state import LedgerState
from tests.ledger.lines import correction, event, forgotten, game, merge, player
from tests.ledger.office import Office, data_in

SURNAME = "Przybyszewska"
BORN = "1968-02-29"


def secretive(name: str, id_: str | None = None, **facts: object) -> dict[str, object]:
    return player(name, id_, name=f"{SURNAME}, {name}", birth_date=BORN, sex="f", **facts)


def kept_of(office: Office) -> dict[int, dict[str, object]]:
    """The personal data that are still kept, by position."""
    _, _, people = office.contents()
    return {row[0]: json.loads(row[3]) for row in people}


@contextmanager
def forgotten_unseen() -> Iterator[None]:
    """An earlier version of the program, which looked at nobody's forgetting in a merge."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LedgerState, "forgotten", lambda *_: False)
        yield


def test_the_log_itself_holds_no_name(office: Office) -> None:
    office.append(secretive("anna", ids={"fide": "4600001"}))
    text = office.entries()[0].payload
    for personal in (SURNAME, BORN, "4600001", '"f"'):
        assert personal not in text
    assert data_in(office.entries()[0])["birth_year"] == 1968


def test_the_log_commits_to_salt_and_data(office: Office) -> None:
    office.append(secretive("anna"))
    ((_, player_, salt, text),) = office.contents()[2]
    assert (player_, len(bytes(salt))) == ("anna", 16)
    assert text == canonical({"birth_date": BORN, "name": f"{SURNAME}, anna", "sex": "f"})
    promise = data_in(office.entries()[0])["commitment"]
    assert promise == sha256(bytes(salt) + text.encode()).hexdigest()


def test_two_players_of_one_name_cannot_be_told_to_have_it(office: Office) -> None:
    office.append(player("a", name="Same, Name"), player("b", name="Same, Name"))
    one, other = (data_in(each)["commitment"] for each in office.entries())
    assert one != other


def test_a_forgotten_player_is_erased_everywhere_and_the_log_verifies(office: Office) -> None:
    office.open_season()
    office.append(secretive("emil", "emil"), game("emil", "anna"))
    office.append(correction("emil", secretive("emil", club="c2"), "c1"))
    office.append(correction("c1", correction("emil", secretive("emil", club="c3"))))
    assert sum(SURNAME in str(kept) for kept in kept_of(office).values()) == 3
    office.append(forgotten("emil"))
    assert SURNAME not in str(kept_of(office))
    assert len(kept_of(office)) == 4
    assert office.verdict().ok
    assert office.standing()["emil"]["club"] == "c3"
    office.append(game("emil", "bela"))


def test_all_registrations_of_a_merged_person_are_erased(office: Office) -> None:
    office.open_season()
    office.append(*(secretive(name) for name in ("e1", "e2", "e3")))
    office.append(merge("e1", "e2"), merge("e3", "e1"), forgotten("e2"))
    assert SURNAME not in str(kept_of(office))
    assert office.verdict().ok


def test_a_merge_in_the_same_call_counts_as_well(office: Office) -> None:
    office.open_season()
    office.append(secretive("e1"), secretive("e2"), merge("e1", "e2"), forgotten("e1"))
    assert SURNAME not in str(kept_of(office))


@pytest.mark.parametrize("name", ["emil", "merged"])
def test_what_is_handed_in_after_the_erasure_is_not_kept(office: Office, name: str) -> None:
    office.open_season()
    office.append(secretive("emil", "emil"), secretive("merged", "merged"))
    office.append(merge("emil", "merged"), forgotten("emil"))
    office.append(correction(name, secretive(name, club="c2"), "late"))
    assert SURNAME not in str(kept_of(office))
    assert office.standing()[name]["club"] == "c2"
    assert office.append(correction(name, secretive(name, club="c2"), "late")).duplicates == 1
    assert office.verdict().ok


@pytest.mark.parametrize(("keep", "drop"), [("e2", "emil"), ("emil", "e2")])
def test_a_forgotten_player_is_merged_only_with_another_forgotten_one(
    office: Office, keep: str, drop: str
) -> None:
    office.append(secretive("emil"), forgotten("emil"), secretive("e2"))
    field = "data.keep" if keep == "e2" else "data.drop"
    assert office.codes(merge(keep, drop)) == [(1, field, "merged-with-forgotten")]
    office.append(forgotten("e2"), merge(keep, drop))
    assert kept_of(office) == {}


def test_a_merge_is_not_restored_after_one_of_the_two_was_forgotten(office: Office) -> None:
    office.append(secretive("emil"), secretive("e2"), merge("emil", "e2", "m1"))
    office.append(correction("m1", None, "strike"), forgotten("emil"))
    codes = office.codes(correction("strike", None))
    assert [code for *_, code in codes] == ["merged-with-forgotten"]


def test_what_is_left_of_a_forgotten_person_is_erased_by_a_second_forgetting(
    office: Office,
) -> None:
    """A merge that was admitted before it was refused leaves the data of the other."""
    office.append(secretive("emil"), forgotten("emil"), secretive("e2"))
    with forgotten_unseen():
        office.append(merge("emil", "e2"))
    assert len(kept_of(office)) == 1
    office.append(forgotten("emil"))
    assert kept_of(office) == {}
    assert office.codes(forgotten("emil")) == [(1, "data.player", "forgotten-before")]
    assert office.verdict().ok


def test_a_registration_repeated_after_the_erasure_is_a_duplicate(office: Office) -> None:
    office.append(secretive("emil", "emil"), forgotten("emil", "f"))
    assert office.append(secretive("emil", "emil"), forgotten("emil", "f")).duplicates == 2
    assert kept_of(office) == {}


def test_a_correction_after_the_erasure_needs_no_name(office: Office) -> None:
    office.append(secretive("emil", "emil"), forgotten("emil"))
    nameless = event("", {"player": "emil", "club": "c2"})
    office.append(correction("emil", nameless))
    assert office.standing()["emil"] == {"player": "emil", "club": "c2"}


def test_a_player_is_forgotten_once_and_for_good(office: Office) -> None:
    office.append(secretive("emil", "emil"), forgotten("emil", "f"))
    assert office.codes(forgotten("emil")) == [(1, "data.player", "forgotten-before")]
    (problem,) = office.problems(correction("f", None))
    assert (problem.field, problem.code) == ("data.corrects", "erased-for-good")


def test_a_withheld_player_stays_in_the_table_of_names(office: Office) -> None:
    office.append(secretive("emil"))
    since = {"player": "emil", "from_day": "2001-01-01"}
    office.append(event("player.withheld", since))
    assert SURNAME in str(kept_of(office))
    assert data_in(office.entries()[1]) == since
    backwards = {**since, "until": "2000-12-31"}
    assert office.codes(event("player.withheld", backwards)) == [
        (1, "data.until", "end-before-start")
    ]


def test_no_byte_of_an_erased_name_is_left_in_the_file(sqlite_database: str) -> None:
    """PostgreSQL overwrites dead rows when it vacuums; SQLite does at once."""
    engine = connect(sqlite_database)
    office = Office(engine)
    path = Path(engine.url.database or "")
    crowd = [secretive(f"crowd{number}") for number in range(200)]
    office.append(*crowd, secretive("emil", "emil", ids={"fide": "4600001"}))
    office.append(correction("emil", secretive("emil", ids={"fide": "4600002"})))
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    assert f"{SURNAME}, emil".encode() in path.read_bytes()
    office.append(forgotten("emil"))
    engine.dispose()
    for file in path.parent.iterdir():
        remains = file.read_bytes()
        assert f"{SURNAME}, emil".encode() not in remains
        for number in ("4600001", "4600002"):  # in quotes: digits alone also stand in hashes
            assert f'"{number}"'.encode() not in remains
    assert f"{SURNAME}, crowd0".encode() in path.read_bytes()


def test_a_struck_change_of_name_is_not_what_the_next_correction_starts_from(
    office: Office,
) -> None:
    office.append(player("anna", "anna", name="Maiden, Anna"))
    office.append(correction("anna", player("anna", name="Married, Anna"), "wedding"))
    assert name_to_correct(office, "anna") == "Married, Anna"
    office.append(correction("wedding", None))
    assert name_to_correct(office, "anna") == "Maiden, Anna"


def name_to_correct(office: Office, event: str) -> object:
    """The name that a correction of a registration keeps unless it sets another."""
    with office.engine.connect() as connection:
        ledger = LedgerState(connection)
        registration = ledger.event(event)
        assert registration is not None
        return ledger.personal_data(registration)["name"]
