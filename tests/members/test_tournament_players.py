"""``players add`` with a tournament file: its players are the members, with the ratings in it."""

from pathlib import Path

import pytest

from tests.imports.real_files import REAL
from tests.imports.tournament_files import swi, swi_player
from tests.members.club import Club

PLAYERS = [
    swi_player(1, "Ahorn, Anna", ["1W  2", "RB  3"], dwz="1800"),
    swi_player(2, "Buche, Bert", ["0B  1", "1W  4"], dwz="1650"),
    swi_player(3, "Esche, Eva", ["1W  4", "RW  1"], dwz="1500"),
    swi_player(4, "Fichte, Fritz", ["0B  3", "0B  2"]),
]


def test_players_of_an_swi_enter_with_the_ratings_in_it(either_club: Club) -> None:
    document = either_club.add(swi(PLAYERS), "--index", "6", name="open.swi")
    assert (document["registered"], document["figures"]) == (4, 3)
    assert either_club.cards() == {
        "Ahorn, Anna": (1800, 6),
        "Buche, Bert": (1650, 6),
        "Esche, Eva": (1500, 6),
    }
    reasons = {
        each["data"]["reason"] for each in either_club.json("log") if "card" in each["data"]
    }
    assert reasons == {"carried over from open.swi; index 6 assumed"}


def test_a_rating_without_an_index_is_asked_about_and_nobody_enters(club: Club) -> None:
    problems = club.refused("players", "add", club.file_of(swi(PLAYERS), "open.swi"))
    assert [each["line"] for each in problems] == [1, 2, 3]
    assert problems[0]["message"].endswith("or give one for all (--index)")
    assert club.json("players", "club") == []


def test_a_list_may_have_an_index_for_some_and_one_for_the_others(club: Club) -> None:
    rows = "Name;Born;DWZ;Index\nAhorn, Anna;1970;1800;21\nBuche, Bert;1955;1650;\n"
    club.add(rows.encode(), "--index", "4")
    assert club.cards() == {"Ahorn, Anna": (1800, 21), "Buche, Bert": (1650, 4)}
    anna, bert = (each["data"] for each in club.json("log") if "card" in each["data"])
    assert anna["reason"] == "carried over from members.csv"
    assert bert["reason"] == "carried over from members.csv; index 4 assumed"


def test_a_single_person_has_no_index_of_a_list(club: Club) -> None:
    outcome = club.run("players", "add", "Ahorn, Anna", "--rating", "1800", "--index", "4")
    assert outcome.status == 2
    assert "--index is about a file" in outcome.err


def test_a_tournament_file_without_players_is_refused_in_a_sentence(club: Club) -> None:
    (problem,) = club.refused("players", "add", club.file_of(swi([]), "open.swi"))
    assert problem["code"] == "nobody"
    assert "tournament file (swi)" in problem["message"]


def test_the_players_of_an_swi_are_found_again_by_its_import(bare: Club) -> None:
    path = bare.file_of(swi(PLAYERS), "open.swi")
    bare.json("pool", "club", "--rulebook", "dwz-2014", "--from", "2024-01-01")
    bare.json("players", "add", path, "--index", "6")
    bare.json("import", "auto", path, "--pool", "club", "--accept", "names")
    assert len(bare.json("players", "club")) == 4
    # Anna scores W = 1.5 against 1650 and 1500: We = P(150) + P(300) = 0.7020 + 0.8556 = 1.5576;
    # E = round(1.8^4 + 15) = 25; 1800 + 800 (1.5 - 1.5576) / (25 + 2) = 1798.29.
    assert bare.cards()["Ahorn, Anna"] == (1798, 7)


@pytest.mark.skipif(not REAL.is_dir(), reason="real tournament files are not at hand")
def test_a_real_swi_is_a_printed_list_after_five_commands(bare: Club) -> None:
    path = str(next((REAL / "swi").glob("*.swi")))
    bare.table("pool", "town", "--rulebook", "dwz-2014", "--from", "2011-01-01")
    bare.json("players", "add", path, "--index", "10")
    bare.json("import", "auto", path, "--pool", "town", "--accept", "names")
    printed = bare.folder / "list.html"
    bare.table("export", "ratings", "town", "--as", "html", "--output", str(printed))
    assert "Reck, Moritz" in Path(printed).read_text()
