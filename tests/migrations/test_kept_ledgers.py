"""Ledgers written by the program of every earlier revision, kept as files, work after ``init``.

Each file has the same seventeen events: a club under DWZ 1995, a tournament of autumn, a match of
summer that came late, a correction, and a player who was registered and forgotten.
"""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from ledger.log.database import connect
from ledger.log.revisions import NEWEST_REVISION, revision_of, upgrade
from projections.api import Ledger

KEPT = sorted((Path(__file__).parent / "ledgers").glob("*.db.xz"))
HEAD = "SELECT chain_hash FROM event ORDER BY position DESC LIMIT 1"
# DWZ 4.9.1, 4.9.2: Bruno 1650 + 800 (1.5 − 1.0923) / (22 + 2); the others by the same rules.
RATINGS = {"bruno": (1664, 16), "anna": (1647, 22), "carla": (1565, 10)}
SPRING = (
    {
        "type": "tournament.submitted",
        "id": "spring",
        "data": {
            "tournament": "spring",
            "name": "Spring match",
            "pools": ["club"],
            "discipline": "chess",
            "format": "match",
            "ended_on": "1997-03-16",
            "thinking_time": {"minutes": 120},
        },
    },
    {
        "type": "game.submitted",
        "id": "spring-1",
        "data": {
            "game": "spring-1",
            "tournament": "spring",
            "white": "anna",
            "black": "bruno",
            "white_points": 1,
            "black_points": 0,
        },
    },
)


def test_a_ledger_of_every_revision_is_kept() -> None:
    assert [path.name[:4] for path in KEPT][-1] == NEWEST_REVISION
    assert len(KEPT) == int(NEWEST_REVISION)


@pytest.mark.parametrize("kept", KEPT, ids=[path.name[:4] for path in KEPT])
def test_a_ledger_of_an_earlier_revision_is_upgraded_and_goes_on(
    kept: Path, tmp_path: Path
) -> None:
    file = tmp_path / "club.db"
    file.write_bytes(lzma.decompress(kept.read_bytes()))
    url = f"sqlite:///{file}"
    engine = connect(url)
    assert revision_of(engine) == kept.name[:4]
    with engine.connect() as connection:
        head = connection.execute(text(HEAD)).scalar_one()
    upgrade(engine)
    assert revision_of(engine) == NEWEST_REVISION
    with engine.connect() as connection:
        assert connection.execute(text(HEAD)).scalar_one() == head
    engine.dispose()
    with Ledger(url) as ledger:
        assert ledger.verify()["head_hash"] == head.hex()
        found = ledger.pool("club").ratings()
        assert {each["player"]: _card(each) for each in found} == RATINGS
        ledger.append(map(json.dumps, SPRING), by="the club")
        after = {each["player"]: _card(each)[1] for each in ledger.pool("club").ratings()}
        assert after == {"bruno": 17, "anna": 23, "carla": 10}


def _card(row: Any) -> tuple[int, int]:
    return row["card"]["rating"], row["card"]["index"]
