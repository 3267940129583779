"""An example of every write of the API: what it sends, and the same as a command of curl.

Each can be sent after those before it.
"""

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from projections.operations.catalogue import Operation
from projections.operations.reads import PARTS

BASE = "/api/v1"


class Example(NamedTuple):
    """The parts of the path, the fields of the body, and the files in it, by their fields."""

    parts: Mapping[str, str] = {}
    body: Mapping[str, Any] = {}
    files: Mapping[str, str] = {}


_CLUB, _PENDING = {"pool": "club"}, {"submission": "$SUBMISSION"}
EXAMPLES: Mapping[str, Example] = {
    "adopt": Example(_CLUB, {"rulebook": "dwz-2014", "from": "2014-01-01"}),
    "publish": Example(_CLUB, {"on": "1996-12-31", "confirm": "club"}),
    "describe_list": Example(_CLUB, {"title": "The club's rating list"}),
    "describe_site": Example(body={"name": "Chess Club Bamberg"}, files={"logo": "logo.png"}),
    "correct": Example(
        body={"corrects": "autumn:carla-anna", "result": "½-½", "reason": "both slips say so"}
    ),
    "decide_rating": Example(
        _CLUB | {"player": "anna"},
        {
            "card": {"rating": 1700, "index": 5},
            "from": "1995-07-01",
            "decided_by": "the board",
            "reason": "known strength",
        },
    ),
    "decide_rule": Example(
        _CLUB,
        {
            "rule": "DWZ 6.2.1",
            "about": {"tournament": "autumn"},
            "value": {"evaluate": True},
            "decided_by": "the board",
            "reason": "an exception",
        },
    ),
    "answer_signal": Example({"signal": "3b1f0c2d9a7e6458"}, {"reason": "two halls of one house"}),
    "import_file": Example(
        body={"pool": ["club"], "minutes": 90, "register_new": True},
        files={"file": "spring.trf"},
    ),
    "submit": Example(body={"pool": "club"}, files={"file": "league.trf"}),
    "accept": Example(_PENDING, {"register_new": True, "minutes": 90}),
    "send_back": Example(_PENDING, {"message": "round 2 is missing"}),
    "comment": Example(_PENDING, {"text": "round 2 is missing"}),
    "discard": Example(_PENDING),
    "submit_running": Example(_CLUB, {"minutes": 90}, {"file": "cup.trf"}),
    "calculate_file": Example(_CLUB, {"minutes": 90}, {"file": "cup.trf"}),
    "withdraw_running": Example(_CLUB | {"tournament": "$RUNNING"}),
    "add_players": Example(body={"pool": "club"}, files={"file": "members.csv"}),
    "add_player": Example(body={"name": "Ewig, Emil", "birth_date": "1988", "pool": "club"}),
    "rename": Example({"player": "bruno"}, {"name": "Berg, Bruno"}),
    "merge": Example(
        {"keep": "bruno"}, {"drop": "bruno-2", "reason": "one person", "confirm": "bruno-2"}
    ),
    "withhold": Example({"player": "anna"}, {"from": "2026-07-01", "until": "2044-06-30"}),
    "forget": Example({"player": "dora"}, {"reason": "she asked for it", "confirm": "dora"}),
    "add_account": Example(body={"name": "carla", "role": "officer"}),
    "change_role": Example({"account": "carla"}, {"role": "arbiter"}),
    "limit_account": Example({"account": "carla"}, {"lists": ["club"]}),
    "reset_password": Example({"account": "carla"}, {"password": "a long new password"}),
    "add_token": Example({"account": "carla"}, {"until": "2099-12-31"}),
    "revoke_token": Example({"token": "$TOKEN_ID"}),
    "close_account": Example({"account": "carla"}, {"confirm": "carla"}),
    "second_pair": Example(_CLUB),
    "approve": Example({"submission": "$REQUEST"}),
}


def curl(operation: Operation) -> str:
    """The command of curl that sends an example; a server is in ``$LEDGER``."""
    example = EXAMPLES[operation.name]
    path = PARTS.sub(lambda found: _part(example.parts[found[1]]), operation.http.path)
    lines = [
        f'curl --fail-with-body "$LEDGER{BASE}{path}"',
        '--header "Authorization: Bearer $TOKEN"',
    ]
    if example.files:
        lines += [f"--form {name}=@{file}" for name, file in example.files.items()]
        lines += [f"--form {shlex.quote(f'{name}={text}')}" for name, text in form_of(example)]
    else:
        body = json.dumps(example.body, ensure_ascii=False)
        lines += ['--header "Content-Type: application/json"', f"--data {shlex.quote(body)}"]
    return " \\\n  ".join(lines)


def _part(text: str) -> str:
    return text if text.startswith("$") else quote(text, safe="")


def form_of(example: Example) -> Iterator[tuple[str, str]]:
    """The fields of a form as texts, those of a list each by itself."""
    for name, value in example.body.items():
        for each in value if isinstance(value, list) else [value]:
            yield name, each if isinstance(each, str) else json.dumps(each)
