"""The JSON that PairTwo Classic makes for the Belgian federation, as the tests write it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

PEOPLE = (
    {"name": "Ahorn, Anna", "fide_id": "200001", "title": "WFM", "birth_year": "1990", "sex": "F"},
    {"name": "Esche, Eva", "id": "0", "club": "621, Gent-Zuid", "rating": {"fide": "0"}},
    {"name": "Buche, Bert", "id": "12345", "title": "-", "rating": {"national": "1700"}},
    {"name": "Fichte, Fritz", "rating": {"fide": "1900", "national": "1950"}},
    {"name": "Linde, Lea"},
)
NUMBERS = {"Ahorn, Anna": "1", "Buche, Bert": "2", "Esche, Eva": "3", "(bye)": "0"}
Game = tuple[str, str, str]
"""White, Black, the result."""
ROUNDS: Sequence[Sequence[Game]] = (
    (("Ahorn, Anna", "Buche, Bert", " 1-0 "), ("Esche, Eva", "(bye)", " \ufffd-\ufffd ")),
    (("Buche, Bert", "Esche, Eva", " \ufffd-\ufffd "), ("Ahorn, Anna", "(bye)", " 0-1 ")),
    (("Esche, Eva", "Ahorn, Anna", " 0-1 "), ("Buche, Bert", "(bye)", " 1-0 ")),
)


def pairtwo_report(
    rounds: Sequence[Sequence[Game]] = ROUNDS,
    people: Sequence[Mapping[str, Any]] = PEOPLE,
    **about: Any,
) -> bytes:
    """A report of three rounds."""
    tournament = {
        "name": "Kerstblitz",
        "pairing": "Swiss",
        "federation": "BEL",
        "location": "Gent",
        "start_date": "20.12.2024",
        "end_date": "21.12.2024",
        "timecontrol": "3 min + 2 sec inc",
        "chief arbiter": "Eibe, Emil, FIDE-ID: 200009",
        "software": "Pairtwo Classic 1.26.00",
    }
    played = [
        {
            "round_number": str(number),
            "date": "20.12.2024" if number < 3 else "22.12.2024",
            "games": [
                {
                    "board": str(board),
                    "white": white,
                    "black": black,
                    "white_nr": NUMBERS.get(white, "?"),
                    "black_nr": NUMBERS.get(black, "?"),
                    "result": result,
                }
                for board, (white, black, result) in enumerate(games, start=1)
            ],
        }
        for number, games in enumerate(rounds, start=1)
    ]
    document = {"tournament": tournament | about, "players": list(people), "rounds": played}
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
