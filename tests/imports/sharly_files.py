"""Events of Sharly-Chess, as the tests make them: databases with the tables of its versions."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

SCHEMA: Mapping[str, str] = {
    "info": "name TEXT, federation TEXT, location TEXT, pab_value INTEGER DEFAULT 3",
    "tournament": (
        "id INTEGER PRIMARY KEY, name TEXT, location TEXT, start_date TEXT, stop_date TEXT, "
        "pairing TEXT, rating INTEGER, time_control_trf25 TEXT, team_player_count INTEGER, "
        "game_points TEXT, round_datetimes TEXT"
    ),
    "player": (
        "id INTEGER PRIMARY KEY, last_name TEXT, first_name TEXT, date_of_birth TEXT, "
        "year_of_birth INTEGER, gender TEXT, title TEXT, ratings TEXT, fide_id INTEGER, "
        "federation TEXT, club TEXT, mail TEXT, phone TEXT"
    ),
    "tournament_player": "tournament_id INTEGER, player_id INTEGER, pairing_number INTEGER",
    "board": "id INTEGER PRIMARY KEY, white_player_id INTEGER, black_player_id INTEGER",
    "pairing": (
        "tournament_id INTEGER, player_id INTEGER, round INTEGER, result INTEGER, board_id INTEGER"
    ),
}
Rows = Mapping[str, Sequence[Mapping[str, Any]]]
INFO = {"name": "Festival", "federation": "FRA", "location": "Rochefort"}
OPEN = {
    "id": 1,
    "name": "Open A",
    "start_date": "2026-07-03",
    "stop_date": "2026-07-05",
    "pairing": "SWISS_STANDARD",
    "rating": 2,
    "time_control_trf25": "40/5400+30:900+30",
    "round_datetimes": json.dumps({"1": "2026-07-03T14:00:00", "2": None}),
}
PEOPLE = (
    {
        "last_name": "AHORN",
        "first_name": "Anna",
        "date_of_birth": "1990-05-17",
        "gender": "F",
        "title": "WFM",
        "fide_id": 600001,
        "federation": "FRA",
        "club": "Échiquier",
        "ratings": json.dumps({"1": {"fide": 1900}, "2": {"fide": 2000, "national": 1980}}),
        "mail": "anna@example.org",
    },
    {"last_name": "BUCHE", "first_name": "Bert", "year_of_birth": 1985, "gender": "M"},
    {"last_name": "ESCHE", "gender": ""},
    {"last_name": "FICHTE", "gender": ""},
)
Cell = tuple[int, int, int, int | None]
"""Player, round, result and board."""
BOARDS: Mapping[int, tuple[int, int | None]] = {
    1: (11, 13),
    2: (14, 12),
    3: (12, 11),
    4: (13, None),
    5: (12, 13),
    6: (11, 14),
}
CELLS: Sequence[Cell] = (
    (11, 1, 3, 1),
    (13, 1, 1, 1),
    (14, 1, 6, 2),
    (12, 1, 4, 2),
    (12, 2, 2, 3),
    (11, 2, 2, 3),
    (13, 2, 9, 4),
    (14, 2, 8, None),
    (12, 3, 13, 5),
    (13, 3, 11, 5),
    (11, 3, 16, 6),
    (14, 3, 17, 6),
)


def rows(cells: Sequence[Cell] = CELLS, **tournament: Any) -> dict[str, list[dict[str, Any]]]:
    """The rows of an event with one tournament of four players, whose ids begin at 11."""
    return {
        "info": [dict(INFO)],
        "tournament": [{**OPEN, **tournament}],
        "player": [
            {"id": id_, "ratings": "{}", **person} for id_, person in enumerate(PEOPLE, start=11)
        ],
        "tournament_player": [
            {"tournament_id": 1, "player_id": id_, "pairing_number": id_ - 10}
            for id_ in (11, 12, 13, 14)
        ],
        "board": [
            {"id": id_, "white_player_id": white, "black_player_id": black}
            for id_, (white, black) in BOARDS.items()
        ],
        "pairing": [
            dict(
                zip(
                    ("tournament_id", "player_id", "round", "result", "board_id"),
                    (1, *cell),
                    strict=True,
                )
            )
            for cell in cells
        ],
    }


def database(
    content: Rows, schema: Mapping[str, str] = SCHEMA, statements: Sequence[str] = ()
) -> bytes:
    """A database of rows; ``statements`` are run at its end."""
    connection = sqlite3.connect(":memory:")
    for table, columns in schema.items():
        connection.execute(f"CREATE TABLE `{table}` ({columns})")
        for row in content.get(table, ()):
            names = ", ".join(row)
            marks = ", ".join("?" * len(row))
            insert = f"INSERT INTO `{table}` ({names}) VALUES ({marks})"  # noqa: S608 - our own
            connection.execute(insert, list(row.values()))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    content_ = connection.serialize()
    connection.close()
    return content_


def sharly(cells: Sequence[Cell] = CELLS, **tournament: Any) -> bytes:
    """An event with one tournament."""
    return database(rows(cells, **tournament))
