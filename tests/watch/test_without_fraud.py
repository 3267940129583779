"""On federations without fraud the share of false alarms stays at the stated rate."""

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.api import Ledger
from projections.watch.scope import Scope
from scripts.generate_federation import federation

WITH_CHANCES = (
    *("same-event", "improbable-result", "improbable-series", "arranged", "sandbagging"),
    *("draws", "unplayed", "closed-circle", "late-or-changed"),
)
SEEDS = range(1, 6)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1_000, 4_000, 10_000])
def test_at_most_the_stated_share_of_players_is_flagged(size: int, tmp_path: Path) -> None:
    players, flagged, alarms = 0, 0, 0
    asked: Counter[str] = Counter()
    for seed in SEEDS:
        url = f"sqlite:///{tmp_path / f'{seed}.db'}"
        engine = connect(url, create=True)
        upgrade(engine)
        engine.dispose()
        with Ledger(url) as ledger:
            ledger.append(federation(size, seed), by="the office")
            ledger.catch_up()
            with ledger.pool("dwz") as view:
                first = view.day - timedelta(days=1095)
                found = view.watch(Scope(first=first))
        asked.update({each["kind"]: each["asked"] for each in found["families"]})
        rows = [row for row in found["signals"] if row["kind"] in WITH_CHANCES]
        alarms += len({row["kind"] for row in rows})
        flagged += len({player for row in rows for player in row["players"]})
        players += next(it["asked"] for it in found["families"] if it["kind"] == "two-places")
    # 45 lists, each with false alarms in at most 5 % of cases: five or fewer in 97 of 100 runs.
    assert alarms <= 5
    assert flagged <= 0.05 * players
    assert asked["improbable-result"] > 50
