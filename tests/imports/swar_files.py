"""The JSON of SWAR, the Belgian pairing program, as the tests write it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

Cell = Mapping[str, Any]


def cell(round_: int, opponent: int, colour: str, result: str, table: str = "1") -> Cell:
    return {
        "RoundNr": round_,
        "Tabel": table,
        "OpponentNi": opponent,
        "OpponentName": "?",
        "Color": colour,
        "Result": result,
        "Float": "",
    }


def free(round_: int, table: str, result: str = "") -> Cell:
    return {"RoundNr": round_, "Tabel": table, "Color": "No Color", "Result": result}


CELLS: Sequence[Sequence[Cell]] = (
    (cell(1, 3, "White", "1"), cell(2, 2, "Black", "½")),
    (cell(1, 4, "Black", "0FF"), cell(2, 1, "White", "½")),
    (cell(1, 1, "Black", "0"), free(2, "BYE", "1")),
    (cell(1, 2, "White", "1FF"), free(2, "Absent")),
)
PEOPLE = (
    {"Name": "Ahorn, Anna", "Sex": "Female", "FideId": 200001, "FideElo": 1900, "Titel": "WFM"},
    {"Name": "Buche, Bert", "Sex": "Male", "NationalId": 12345, "NationalElo": 1700},
    {"Name": "Esche, Eva", "ClubName": "Gent", "Country": "BEL", "FideElo": 0},
    {"Name": "Fichte, Fritz"},
)


def swar(cells: Sequence[Sequence[Cell]] = CELLS) -> bytes:
    """A file of four players."""
    players = [
        {"Ni": number, "Ranking": number, "Points": "1.0", **person, "RoundArray": list(rounds)}
        for number, (person, rounds) in enumerate(zip(PEOPLE, cells, strict=True), start=1)
    ]
    return json.dumps({"Swar": {"Player": players}}, ensure_ascii=False, indent=1).encode()
