"""Whatever a file leaves open is answered with the same words by command, API and Python."""

from pathlib import Path

import pytest

from ledger.events.problems import Refused
from projections.interfaces.cli.import_command import import_command
from projections.operations.catalogue import operation
from projections.operations.operation import own_fields_of
from projections.queries.arguments import Upload
from tests.console.shell import Shell
from tests.web_api.conftest import Served

API = "/api/v1/imports"
PGN = b"""[Event "Easter"]
[Site "Bern"]
[Date "1996.??.??"]
[Round "1"]
[White "Berg, Berta"]
[Black "Strauss, Carla"]
[Result "1-0"]

1. e4 1-0
"""


def test_the_command_answers_every_question_that_the_request_has() -> None:
    own = {each.option for each in own_fields_of(operation("import_file").request_class)}
    spelt = {word for each in import_command.params for word in each.opts if word.startswith("--")}
    assert {each for each in own if each.startswith("--")} <= spelt


def test_a_file_without_its_last_day_is_accepted_by_answering(
    in_file: Served, tmp_path: Path
) -> None:
    """The answers that the command takes are those of the API, and the answer is the same."""
    path = tmp_path / "easter.pgn"
    path.write_bytes(PGN)
    answers = {
        "ended_on": "1996-04-07",
        "minutes": "90",
        "increment": "30",
        "country": "SUI",
        "name": "Easter Cup",
        "system": "games",
    }
    words = [word for name, it in answers.items() for word in (f"--{name.replace('_', '-')}", it)]
    words += ["--new-player", "1.birth_date=1968", "--new-player", "1.club=SK Bern"]
    words += ["--link", "2=carla", "--pool", "dwz", "--dry-run"]
    query = "&".join(f"{name}={it}" for name, it in answers.items())
    query += "&new_player=1.birth_date%3D1968&new_player=1.club%3DSK+Bern&link=2%3Dcarla"
    address = f"{API}?format=pgn&pool=dwz&dry_run=true&{query}"
    upload = {"file": (str(path), PGN)}
    refused = in_file.post(f"{API}?format=pgn&pool=dwz", files=upload)
    assert refused.status_code == 422
    answer = in_file.post(address, files={"file": (str(path), PGN)})
    assert answer.status_code == 200, answer.text
    shell = Shell(in_file.ledger.database, tmp_path)
    printed = shell.run("--format", "json", "import", "pgn", str(path), *words, "--clock-is-right")
    assert printed.out == answer.text
    assert answer.json()["tournament"]["thinking_time"] == {"minutes": 90, "increment_seconds": 30}
    told = in_file.ledger.import_file(
        Upload(str(path), PGN),
        pools=["dwz"],
        format="pgn",
        by="anna",
        dry_run=True,
        links={"2": "carla"},
        new_players={"1.birth_date": "1968", "1.club": "SK Bern"},
        **{**answers, "minutes": 90, "increment": 30},
    )
    berta = told["players"][0]
    assert (berta["name"], berta["birth_year"], berta["club"]) == ("Berg, Berta", 1968, "SK Bern")
    assert berta == answer.json()["players"][0]


def test_answers_that_contradict_each_other_are_refused_by_their_names(in_file: Served) -> None:
    given = {"file": Upload("easter.pgn", PGN), "pools": ["dwz"], "by": "anna"}
    with pytest.raises(Refused, match=r"another: .*not both"):
        in_file.ledger.import_file(**given, same_as="spring", another=True)
    with pytest.raises(Refused, match=r"minutes: .*give both"):
        in_file.ledger.import_file(**given, increment=30)
    for minutes, increment in ((0, None), (10_001, None), (90, -1), (90, 10_001)):
        with pytest.raises(Refused, match="at most 10,000"):
            in_file.ledger.import_file(**given, minutes=minutes, increment=increment)
    for minutes, increment in ((1, 0), (10_000, 10_000)):
        time = {"minutes": minutes, "increment": increment}
        told = in_file.ledger.import_file(**given, **time, dry_run=True)
        assert told["tournament"]["thinking_time"]["minutes"] == minutes
    query = "format=pgn&pool=dwz&same_as=spring&another=true"
    answer = in_file.post(f"{API}?{query}", files={"file": ("easter.pgn", PGN)})
    assert [it["field"] for it in answer.json()["problems"]] == ["another"]


@pytest.mark.parametrize(
    ("query", "field"),
    [("minutes=many", "minutes"), ("system=chaos", "system"), ("format=doc", "format")],
)
def test_an_answer_that_is_none_is_refused_by_its_name(
    in_file: Served, query: str, field: str
) -> None:
    answer = in_file.post(f"{API}?pool=dwz&{query}", files={"file": ("easter.pgn", PGN)})
    assert answer.status_code in {400, 422}
    assert [it["field"] for it in answer.json()["problems"]] == [field]


def test_a_file_is_refused_if_the_log_has_grown_beyond_what_is_expected(
    in_file: Served, tmp_path: Path
) -> None:
    path = tmp_path / "easter.pgn"
    path.write_bytes(PGN)
    words = ["--pool", "dwz", "--register-new", "--ended-on", "1996-04-07", "--name", "Easter"]
    words += ["--minutes", "90", "--expect", "1", "--clock-is-right"]
    outcome = Shell(in_file.ledger.database, tmp_path).run("import", "pgn", str(path), *words)
    assert (outcome.status, "has grown" in outcome.err) == (1, True), outcome.err
