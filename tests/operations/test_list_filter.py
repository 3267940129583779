"""A rating list is narrowed down alike by Python, command, HTTP, exported file and page."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from projections.api import Ledger
from projections.queries.list_filter import ListFilter
from tests.console.shell import Shell
from tests.projections.submissions import adoption, decided, event, player
from tests.web_api.conftest import Serve, Served

ON = "1996-06-01"
PEOPLE: Mapping[str, Mapping[str, Any]] = {
    "anna": {"name": "Adler, Anna", "sex": "f", "birth_year": 1980, "club": "Bern"},
    "bela": {"name": "Ábel, Béla", "sex": "m", "birth_year": 1950, "federation": "HUN"},
    "cleo": {"name": "Cohn, Cleo", "sex": "f", "birth_year": None, "club": "SK Bern-Nord"},
    "edda": {"name": "Adam, Edda", "sex": "f", "birth_year": 1981, "club": "Bern"},
}
WANTED = [
    ({"club": "bern"}, ["anna", "cleo"]),
    ({"sex": "f"}, ["anna", "cleo"]),
    ({"sex": "m"}, ["bela"]),
    ({"born_from": 1950, "born_to": 1979}, ["bela"]),
    ({"born_from": 1980}, ["anna"]),
    ({"federation": "hun"}, ["bela"]),
    ({"letter": "a"}, ["anna", "bela"]),
    ({"q": "abel"}, ["bela"]),
    ({"age": "U16"}, ["anna"]),
    ({"age": "46+"}, ["bela"]),
    ({"age": "47+"}, []),
    ({"age": "U18", "born_from": 1980}, ["anna"]),
    ({"age": "U18", "born_from": 1981}, []),
    ({"age": "40+", "born_to": 1950}, ["bela"]),
    ({"age": "40+", "born_to": 1949}, []),
    ({"top": 2}, ["anna", "bela"]),
    ({"club": "bern", "top": 1}, ["anna"]),
    ({}, ["anna", "bela", "cleo", "edda"]),
]


@pytest.fixture
def club(season_in_file: str, serve: Serve) -> Served:
    """Four members of a list; Edda's name is withheld, so what is known of her selects nobody."""
    served = serve(season_in_file)
    figures = dict(zip(PEOPLE, (1800, 1700, 1600, 1500), strict=True))
    served.ledger.append(
        [
            adoption("1990-01-01", "members"),
            *(player(id_, **facts) for id_, facts in PEOPLE.items()),
            *(decided(id_, f"{figure}-9", pool="members") for id_, figure in figures.items()),
            event("player.withheld", "wish", {"player": "edda", "from_day": "1990-01-01"}),
        ],
        by="anna",
    )
    served.ledger.catch_up()
    return served


def query_of(given: Mapping[str, Any]) -> str:
    return f"&{urlencode(given)}" if given else ""


def test_python_narrows_it(club: Served) -> None:
    for given, found in WANTED:
        with club.ledger.pool("members", on=ON) as view:
            rows = view.ratings(only=ListFilter(**given))
            exported = json.loads(view.export_ratings("json", ListFilter(**given)).content)
        assert [row["player"] for row in rows] == found, given
        assert [row["player"] for row in exported["players"]] == found, given


def test_http_narrows_it(club: Served) -> None:
    for given, found in WANTED:
        rows = club.get(f"/api/v1/pools/members/ratings?on={ON}{query_of(given)}").json()
        assert [row["player"] for row in rows] == found, given


def test_the_command_narrows_it(club: Served, tmp_path: Path) -> None:
    shell = Shell(club.ledger.database, tmp_path)
    for given, found in WANTED:
        words = [
            word
            for name, value in given.items()
            for word in (f"--{name.replace('_', '-').replace('q', 'query')}", str(value))
        ]
        rows = shell.json("ratings", "members", "--on", ON, *words)
        assert [row["player"] for row in rows] == found, given
        exported = shell.run("export", "ratings", "members", "--on", ON, "--as", "csv", *words)
        assert [line.split(",")[1] for line in exported.out.splitlines()[1:]] == found, given


def test_the_page_narrows_it(club: Served) -> None:
    for given, found in WANTED:
        page = club.get(f"/members?on={ON}{query_of(given)}").text
        table = page.partition("<tbody>")[2].partition("</tbody>")[0]
        named = re.findall(r'<th scope="row">.*?<a href="/members/players/(\w+)', table)
        assert named == found, given


def test_the_places_of_a_part_are_those_of_the_whole_list(club: Served, tmp_path: Path) -> None:
    shell = Shell(club.ledger.database, tmp_path)
    exported = shell.run("export", "ratings", "members", "--on", ON, "--as", "csv", "--sex", "m")
    assert exported.out.splitlines()[1].startswith("2,bela")


def test_columns_are_there_if_they_are_asked_for(club: Served, tmp_path: Path) -> None:
    """Bela was second in August with 1700 and is third since February with 1590."""
    shell = Shell(club.ledger.database, tmp_path)
    club.ledger.publish("members", on="1995-08-01", by="anna")
    club.ledger.append([decided("bela", "1590-9", "1996-02-01", pool="members")], by="anna")
    club.ledger.catch_up()
    columns = ["birth_year", "change", "place_before", "entry"]
    with club.ledger.pool("members", on=ON) as view:
        rows = view.ratings(columns=columns)
    assert [tuple(row[each] for each in columns) for row in rows] == [  # type: ignore[literal-required]
        (1980, 0, 1, None),
        (None, 0, 3, None),
        (1950, -110, 2, None),
        (None, 0, 4, None),
    ]
    address = f"/api/v1/pools/members/ratings?on={ON}&with={','.join(columns)}"
    assert club.get(address).json() == [dict(row) for row in rows]
    assert shell.json("ratings", "members", "--on", ON, "--with", ",".join(columns)) == [*rows]
    exported = shell.run(
        *("export", "ratings", "members", "--on", ON, "--as", "csv", "--with", "change,club")
    )
    assert exported.out.splitlines()[0].endswith(",status,club,change")
    assert exported.out.splitlines()[3].endswith(",valid,,-110")
    every = club.get(f"/api/v1/pools/members/ratings?on={ON}&with=name").json()
    assert "'name' is not a valid column" in every["problems"][0]["message"]
    refused = club.get(f"/api/v1/pools/members/ratings?on={ON}&with=colour").json()
    assert [each["field"] for each in refused["problems"]] == ["with"]


def test_what_is_no_sex_or_number_of_players_is_refused_by_name(club: Served) -> None:
    for wrong in ("sex=x", "top=0", "born_from=10000", "born_to=10000", "age=18"):
        answer = club.get(f"/api/v1/pools/members/ratings?{wrong}")
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["field"]) == (400, wrong.partition("=")[0])
    assert isinstance(club.ledger, Ledger)
