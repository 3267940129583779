"""A file waits for an officer: submitted, accepted, sent back and discarded by every interface."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ledger.events.problems import Refused
from projections.queries.arguments import Upload
from tests.console.shell import Shell
from tests.projections.submissions import player, withheld
from tests.web_api.conftest import Serve, Served
from tests.web_api.hand_ins import TRF

API = "/api/v1"
FILE = Upload("spring.trf", TRF)
NEW = {"register_new": True, "minutes": 90}


def submitted(served: Served, role: str = "arbiter", content: bytes = TRF) -> str:
    """The id of a file that a program submits with the token of a role."""
    files = {"file": ("spring.trf", content)}
    answer = served.post(f"{API}/submissions", role, data={"pool": "dwz"}, files=files)
    assert answer.status_code == 200, answer.text
    row = answer.json()
    assert (row["account"], row["pool"]) == (f"{role} Anna", "dwz")
    id_: str = row["submission"]
    return id_


def decide(served: Served, what: str, role: str = "officer", **body: Any) -> Any:
    return served.post(f"{API}/submissions/{what}", role, json=body)


def size(served: Served) -> int:
    return len(list(served.ledger.log()))


def pending(served: Served) -> list[str]:
    return [each["submission"] for each in served.ledger.pending()]


def test_what_an_arbiter_submits_is_accepted_as_by_him(served: Served, shell: Shell) -> None:
    """Four players are new; the officer gives the time that the file lacks."""
    before, id_ = size(served), submitted(served)
    assert shell.json("pending") == json.loads(served.ledger.pending().json())
    refused = decide(served, f"{id_}/acceptance")
    assert refused.status_code == 422
    assert "register_new=true" in refused.json()["problems"][0]["message"]
    assert (size(served), pending(served)) == (before, [id_])
    foreseen = shell.json("submissions", "accept", id_, "--register-new", "--dry-run")
    assert (size(served), pending(served)) == (before, [id_])
    done = decide(served, f"{id_}/acceptance", **NEW, message="well done").json()
    assert done["appended"] == foreseen["effect"]["events"] == size(served) - before
    assert {each["recorded_by"] for each in served.ledger.log(before)} == {"arbiter Anna"}
    assert pending(served) == []
    again = decide(served, f"{id_}/acceptance", **NEW)
    assert (again.status_code, again.json()["problems"][0]["code"]) == (409, "decided-already")


def test_a_file_is_sent_back_with_a_message_or_discarded(served: Served, shell: Shell) -> None:
    before, (first, second) = size(served), (submitted(served), submitted(served))
    assert shell.run("submissions", "send-back", first, "--message", " ").status == 1
    assert decide(served, f"{first}/return", message="round 2 is missing").status_code == 200
    assert pending(served) == [second]
    said = shell.table("submissions", "discard", second)
    assert said == "spring.trf is no longer pending.\n"
    assert (size(served), pending(served)) == (before, [])
    with pytest.raises(Refused, match="there is no submission"):
        served.ledger.discard(second, by="olga")


def test_nobody_discards_the_file_of_another_account_but_an_officer(served: Served) -> None:
    of_officer, own = submitted(served, "officer"), submitted(served)
    assert decide(served, f"{of_officer}/discard", "arbiter").status_code == 404
    assert decide(served, f"{own}/discard", "arbiter").status_code == 200
    other = submitted(served)
    assert decide(served, f"{other}/discard", "officer").status_code == 200
    assert pending(served) == [of_officer]


def test_an_arbiter_and_an_officer_comment_on_a_file_until_it_is_decided(
    served: Served, shell: Shell
) -> None:
    id_ = submitted(served)
    asked = decide(served, f"{id_}/comments", text=" Is round 2 missing? ").json()
    assert [(it["by"], it["text"]) for it in asked["comments"]] == [
        ("officer Anna", "Is round 2 missing?")
    ]
    assert decide(served, f"{id_}/comments", "arbiter", text="It was not played.").is_success
    (row,) = served.get(f"{API}/submissions", "arbiter").json()
    assert [it["by"] for it in row["comments"]] == ["officer Anna", "arbiter Anna"]
    said = shell.table("submissions", "comment", id_, "--text", "Thank you.", "--by", "olga")
    assert [line.split(" ", 1)[1] for line in said.splitlines()] == [
        "officer Anna: Is round 2 missing?",
        "arbiter Anna: It was not played.",
        "olga: Thank you.",
    ]
    assert decide(served, f"{id_}/return", message="again, please").is_success
    late = decide(served, f"{id_}/comments", text="too late")
    assert (late.status_code, late.json()["problems"][0]["code"]) == (409, "decided-already")


def test_what_is_decided_keeps_no_comment(in_file: Served) -> None:
    """An erasure does not reach what officers write about a person."""
    id_ = submitted(in_file)
    decide(in_file, f"{id_}/comments", text="Dora asked to be erased")
    path = in_file.ledger.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT options FROM submission"
        assert "Dora asked" in connection.execute(query).fetchone()[0]
        decide(in_file, f"{id_}/return", message="no")
        assert "Dora asked" not in connection.execute(query).fetchone()[0]


def test_nobody_comments_on_the_file_of_another_arbiter(served: Served) -> None:
    of_officer = submitted(served, "officer")
    refused = decide(served, f"{of_officer}/comments", "arbiter", text="whose is it?")
    assert refused.status_code == 404
    assert served.ledger.pending()[0]["comments"] == []


@pytest.mark.parametrize("text", ["", "  ", "x" * 1_001])
def test_a_comment_has_some_words_and_is_no_letter(served: Served, text: str) -> None:
    id_ = submitted(served)
    refused = decide(served, f"{id_}/comments", text=text)
    assert refused.status_code in {400, 422}
    assert served.ledger.pending()[0]["comments"] == []


def test_a_hundred_comments_are_enough(served: Served) -> None:
    id_ = submitted(served)
    for number in range(100):
        served.ledger.comment(id_, text=f"{number}", by="olga")
    with pytest.raises(Refused, match="there are 100 comments"):
        served.ledger.comment(id_, text="one more", by="olga")
    served.ledger.comment(submitted(served), text="dry", by="olga", dry_run=True)
    assert sorted(len(each["comments"]) for each in served.ledger.pending()) == [0, 100]


def test_a_file_is_recorded_and_decided_about_together_or_not_at_all(in_file: Served) -> None:
    """The disk fails as the decision is noted: no event is left of the file."""
    before, id_ = size(in_file), submitted(in_file)
    path = in_file.ledger.database.removeprefix("sqlite:///")
    worn = "BEFORE UPDATE OF state ON submission BEGIN SELECT RAISE(ABORT, 'disk trouble'); END"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TRIGGER worn {worn}")
    refused = decide(in_file, f"{id_}/acceptance", **NEW)
    assert refused.status_code == 503
    assert (size(in_file), pending(in_file)) == (before, [id_])


def test_a_dry_run_of_a_submission_keeps_nothing(in_file: Served, tmp_path: Path) -> None:
    row = in_file.ledger.submit(FILE, pool="dwz", by="anton", dry_run=True)
    assert (row["submission"], row["state"], row["questions"]) == (None, "questions", 4)
    (tmp_path / "spring.trf").write_bytes(TRF)
    shell = Shell(in_file.ledger.database, tmp_path)
    asked = ("submissions", "submit", str(tmp_path / "spring.trf"), "--pool", "dwz")
    assert "it would be pending, 4 questions open" in shell.table(*asked, "--dry-run")
    assert pending(in_file) == []


@pytest.mark.parametrize("at_once", [False, True])
def test_an_arbiter_registers_nobody_with_a_name_like_a_withheld_one(
    season_in_file: str, serve: Serve, at_once: bool
) -> None:
    """Bert's name is withheld: the arbiter says of him in the file that he is somebody new."""
    club = serve(season_in_file, append_at_once=("dwz",) if at_once else ())
    club.ledger.append(
        [player("bert", name="Buche, Bert", birth_year=2012), withheld("bert", "1996-01-01")],
        by="olga",
    )
    before, links = size(club), [f"{number}=new" for number in range(1, 5)]
    form = {"pool": "dwz", "link": links}
    files = {"file": ("spring.trf", TRF)}
    refused = club.post(f"{API}/imports", "arbiter", data=form, files=files)
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (403, "not-this-role")
    row = club.post(f"{API}/submissions", "arbiter", data=form, files=files).json()
    assert (row["state"], pending(club), size(club)) == ("ready", [row["submission"]], before)
    assert decide(club, f"{row['submission']}/acceptance").json()["appended"]


def test_a_rating_list_that_takes_files_at_once_takes_one_without_questions(
    season_in_file: str, serve: Serve
) -> None:
    club = serve(season_in_file, append_at_once=("dwz",))
    form = {"pool": "dwz", "link": [f"{number}=new" for number in range(1, 5)]}
    files, before = {"file": ("spring.trf", TRF)}, size(club)
    row = club.post(f"{API}/submissions", "arbiter", data=form, files=files).json()
    assert (row["state"], pending(club)) == ("accepted", [])
    assert size(club) > before
