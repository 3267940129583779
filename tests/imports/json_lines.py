"""A tournament as lines of JSON."""

import json


def lines(*objects: object) -> bytes:
    return "\n".join(
        each if isinstance(each, str) else json.dumps(each) for each in objects
    ).encode()


CUP = {"kind": "tournament", "name": "Cup", "ended_on": "2024-03-03", "key": "cup-2024"}
ANNA = {"kind": "player", "number": 1, "name": "Ahorn, Anna"}
BERT = {"kind": "player", "number": "2", "name": "Buche, Bert", "birth_year": 1980}
GAME = {"kind": "game", "round": 1, "white": 1, "black": 2}
WON = {**GAME, "result_white": 1, "result_black": 0}
