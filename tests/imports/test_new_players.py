"""New players in a tournament file: the id reveals nothing, the number finds him again."""

import json

import pytest
from sqlalchemy import text

from projections.api import Ledger
from tests.imports.import_ledger import ImportLedger
from tests.imports.log_text import log_text
from tests.imports.tournament_files import (
    csv_text,
    dsb,
    dsb_game,
    dsb_player,
    h9,
    pgn,
    tags,
    trf,
    trf_player,
)

NUMBERS = "46000017", "46000028"
HEAD = "012 Match", "042 2024/03/01", "052 2024/03/03", "092 Match"


def match(month: int = 3, points: str = "10") -> bytes:
    """A match of two with numbers of FIDE."""
    cells = [(2, "w", points[0])], [(1, "b", points[1])]
    head = tuple(line.replace("2024/03", f"2024/{month:02}") for line in HEAD)
    names = "Ahorn, Anna", "Buche, Bert"
    people = zip((1, 2), names, cells, NUMBERS, strict=True)
    return trf([trf_player(n, name, own, fide=id_) for n, name, own, id_ in people], head)


def table(one: str, other: str) -> bytes:
    """A cup by the canonical tables, with these numbers in the file."""
    players = (
        f'number,name,fide\n{one},"Ahorn, Anna",{NUMBERS[0]}\n{other},"Buche, Bert",{NUMBERS[1]}\n'
    )
    return csv_text(f"1,{one},{other},1,0,\n", players)


FILES = {
    "trf": match(),
    "csv": table("1", "2"),
    "h9": h9(
        [
            f"1 Nagy Anna 2d HU Buda 2+/w0 |{NUMBERS[0]}",
            f"2 Kis Bela 1d HU Buda 1-/b0 |{NUMBERS[1]}",
        ]
    ),
    "dsb": dsb(
        dsb_game("1", "0"),
        players="".join(
            dsb_player(n, f"<dsbId>{id_}</dsbId>") for n, id_ in enumerate(NUMBERS, 1)
        ),
    ),
    "pgn": pgn(
        tags("Ahorn, A", "Buche, B", WhiteFideId=NUMBERS[0], BlackFideId=NUMBERS[1]),
    ),
}


def registered(ledger: ImportLedger) -> list[str]:
    return [e["data"]["player"] for e in ledger.log() if e["type"] == "player.registered"]


@pytest.mark.parametrize("format_", FILES)
def test_no_number_of_anybody_imported_is_in_the_log(
    either_ledger: ImportLedger, format_: str
) -> None:
    supplied = ("--ended-on", "2024-03-03") if format_ == "pgn" else ()
    file_path = either_ledger.write_file("a file", FILES[format_])
    document = either_ledger.import_file(format_, file_path, "--register-new", *supplied)
    found = [set(player["ids"].values()) for player in document["players"]]
    assert found == [{number} for number in NUMBERS]
    text = log_text(either_ledger.database)
    assert [id_ in text for id_ in registered(either_ledger)] == [True, True]
    assert [number for number in NUMBERS if number in text] == []


@pytest.mark.parametrize("numbers", [NUMBERS, ("ahorn", "buche"), ("1", NUMBERS[1])])
def test_a_file_that_numbers_by_something_personal_is_counted(
    ledger: ImportLedger, numbers: tuple[str, str]
) -> None:
    document = ledger.import_file("csv", ledger.write_file("a", table(*numbers)), "--register-new")
    cup = document["tournament"]["tournament"]
    assert registered(ledger) == [f"{cup}-p1", f"{cup}-p2"]
    assert ledger.log()[-1]["id"] == f"{cup}-r1-1-2"
    text = log_text(ledger.database)
    assert [each for each in (*NUMBERS, "ahorn", "buche") if each in text] == []


def test_a_changed_file_brings_no_number_into_the_log(ledger: ImportLedger) -> None:
    arguments = "--register-new", "--same-as"
    document = ledger.import_file("trf", ledger.write_file("a", match()), "--register-new")
    cup = document["tournament"]["tournament"]
    other = match(points="01").replace(NUMBERS[1].encode(), b"46000035")
    other = other.replace(b"Buche, Bert", b"Esche, Eva ")
    ledger.import_file("trf", ledger.write_file("b", other), *arguments, cup)
    assert registered(ledger) == [f"{cup}-p1", f"{cup}-p2", f"{cup}-p2-2"]
    text = log_text(ledger.database)
    assert [each for each in (*NUMBERS, "46000035") if each in text] == []


@pytest.mark.parametrize("dry_run", [True, False])
def test_two_files_of_a_call_that_name_the_same_newcomers_register_them_once(
    either_ledger: ImportLedger, dry_run: bool
) -> None:
    file_paths = [either_ledger.write_file(f"{month}.trf", match(month)) for month in (3, 5)]
    arguments = "--register-new", *(["--dry-run"] if dry_run else [])
    first, second = either_ledger.import_file("trf", *file_paths, *arguments)
    cup = first["tournament"]["tournament"]
    assert [player["linked"] for player in first["players"]] == ["new", "new"]
    assert [(player["player"], player["linked"]) for player in second["players"]] == [
        (f"{cup}-p1", "number"),
        (f"{cup}-p2", "number"),
    ]
    assert registered(either_ledger) == ([] if dry_run else [f"{cup}-p1", f"{cup}-p2"])


def test_a_forgotten_player_who_comes_in_again_is_a_new_one(either_ledger: ImportLedger) -> None:
    first = either_ledger.import_file(
        "trf", either_ledger.write_file("a", match()), "--register-new"
    )
    anna = f"{first['tournament']['tournament']}-p1"
    forgotten = {"player": anna, "reason": "on request"}
    either_ledger.append({"type": "player.forgotten", "data": forgotten})
    second = either_ledger.import_file(
        "trf", either_ledger.write_file("b", match(5)), "--register-new"
    )
    assert [player["linked"] for player in second["players"]] == ["new", "number"]
    assert registered(either_ledger)[2:] == [f"{second['tournament']['tournament']}-p1"]


class TestTheDataOfANewPlayer:
    """Data given with the import stand in place of those in the file."""

    @staticmethod
    def own(**fields: str) -> list[str]:
        return [it for key, it in fields.items() for it in ("--new-player", f"2.{key}={it}")]

    def test_they_are_registered_and_an_empty_text_removes_a_value(
        self, ledger: ImportLedger
    ) -> None:
        path = ledger.write_file("a", match())
        given = self.own(
            name="Buche, Berthold", birth_date="4.5.1979", sex="w", federation="ger", fide=""
        )
        document = ledger.import_file("trf", path, "--link", "1=new", *given)
        (row,) = (each for each in document["players"] if each["number"] == "2")
        assert (row["name"], row["birth_year"], row["ids"]) == ("Buche, Berthold", 1979, {})
        with Ledger.open(ledger.database) as opened, opened.engine.connect() as connection:
            kept = connection.execute(text("SELECT data FROM person ORDER BY position")).scalars()
            personal = json.loads(list(kept)[1])
        assert (personal["name"], personal["sex"]) == ("Buche, Berthold", "f")
        assert personal["birth_date"] == "1979-05-04"
        public = next(each["data"] for each in ledger.log() if each["id"].endswith("p2"))
        assert public.items() >= {"birth_year": 1979, "federation": "GER"}.items()
        again = ledger.import_file("trf", path, "--link", "1=new", *given)
        assert again["appended"] == 0

    def test_what_cannot_be_meant_is_asked_about_by_its_field(self, ledger: ImportLedger) -> None:
        ledger.register("dora", "Dame, Dora", ids={"fide": "46000099"})
        path = ledger.write_file("a", match())
        given = self.own(birth_date="long ago", fide="46000099", colour="red")
        document = ledger.import_file("trf", path, "--link", "1=new", *given, status=1)
        asked = [each["answers"][0] for each in document["questions"]]
        assert asked == [
            {"field": "--new-player", "value": "2.colour"},
            {"field": "--new-player", "value": "2.birth_date"},
            {"field": "--new-player", "value": "2.fide"},
        ]

    def test_nobody_is_new_and_linked(self, ledger: ImportLedger) -> None:
        ledger.register("dora", "Dame, Dora")
        path = ledger.write_file("a", match())
        links = "--link", "1=new", "--link", "2=dora", *self.own(club="Bern")
        document = ledger.import_file("trf", path, *links, status=1)
        (issue,) = (each for each in document["issues"] if each["kind"] == "error")
        assert issue["message"] == "player 2 is new, or --link 2=dora: not both"
