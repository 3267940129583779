"""The line of arithmetic of each rulebook, from values worked out by hand."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.api import Ledger
from projections.i18n.languages import language
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.pages.public.audit_summary import summary_of
from projections.interfaces.server.app import application
from tests.audit.seasons import ingo_season, mgsz_season
from tests.projections.submissions import Event
from tests.web.conftest import NOON as DAY
from tests.web.conftest import PATIENCE, text_of

ROWS: dict[str, tuple[dict[str, Any], float, str]] = {
    "DWZ 4.9.1": (
        {"rating_before": 1853, "points": 3.5, "games": 4, "expected": 2.9, "coefficient": 27},
        1868,  # 1853 + 800 * 0.6 / 31 = 1868.5, rounded from the exact expectation
        "1853 + 800 · (3½ − 2.90) / (27 + 4) = 1868",
    ),
    "FIDE 8.3.4": (
        {"rating_before": 1650, "k": 20, "delta": -0.48},
        1640,
        "1650 − 20 · 0.48 = 1640",
    ),
    "MGSZ 5": (
        {"elo_before": 1400, "multiplier": 30, "game_points": 0.55},
        1416,  # 16.5, and fractions go
        "1400 + 30 · 0.550 = 1416",
    ),
    "EGF": (
        {"gor_before": 2000.0, "con": 20, "change": -3.125},
        1996.875,
        "2000 − 3.125 = 1996.88",
    ),
    "LASK Metod 4": ({"base": 2100, "change": 12}, 2112, "2100 + 12 = 2112"),
    "INGO C IV": (
        {"level": 122, "percent_difference": -40, "performance": 82}
        | {"number_before": 104, "number_after": 100},
        100,
        "H = 122 − 40 = 82; F = 104 → F = 100",
    ),
}


@pytest.mark.parametrize("rule", ROWS)
def test_every_rulebook_has_its_line_of_arithmetic(rule: str) -> None:
    row, after, formula = ROWS[rule]
    assert summary_of([row], after, language("en")).formula == formula


@pytest.mark.parametrize(
    "row",
    [
        {**ROWS["DWZ 4.9.1"][0], "rating_before": None},  # a first rating
        {**ROWS["DWZ 4.9.1"][0], "expected": 1.0},  # a junior's acceleration, a special case
        {},
    ],
)
def test_another_rule_has_no_line_that_would_be_wrong(row: dict[str, Any]) -> None:
    assert summary_of([row], 1868, language("en")).formula is None


def test_the_points_of_several_reports_of_a_list_are_added() -> None:
    """Two reports: 1 of 2 and 2 of 2; 0.5 + 0.75 and 0.5 + 0.5 were expected."""
    reports = [
        {"games_used": [_game(1, 0.5), _game(0, 0.75)]},
        {"games_used": [_game(1, 0.5), _game(1, 0.5)]},
    ]
    score = summary_of(reports, 1868, language("en")).score
    assert str(score) == "3 points from 4 games; 2.25 were expected."


def _game(points: float, expected: float) -> dict[str, Any]:
    return {"game": "g", "opponent": "p", "points": points, "expected": expected}


def test_the_parts_of_a_tournament_are_added() -> None:
    """MGSZ: two parts of 30 (0.55) and 30 (-0.25) are 9 together."""
    parts = [
        {"elo_before": 1400, "multiplier": 30, "game_points": 0.55},
        {"elo_before": 1416, "multiplier": 30, "game_points": -0.25},
    ]
    assert summary_of(parts, 1409, language("en")).formula == "1400 + 30 · 0.300 = 1409"


@pytest.mark.parametrize(
    ("season", "at", "headings", "row"),
    [
        (ingo_season, "/ingo/players/gerd/audit/swiss", ["Opponent", "Rating", "Score"], "135 1"),
        (
            mgsz_season,
            "/go/players/mari/audit/budapest",
            ["Round", "Opponent", "Rating", "Difference", "Score", "Expected", "Change"],
            "1700 150 0 0.18 −0.82",
        ),
    ],
)
def test_a_game_has_the_round_and_the_points_that_were_recorded(
    tmp_path: Path, season: Callable[[], list[Event]], at: str, headings: list[str], row: str
) -> None:
    """The Swiss of 1965 states no rounds; a report of go has no points: Mari lost to Nagy."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()
    with Ledger(url, clock=lambda: DAY) as ledger:
        ledger.append(season(), by="anna")
    settings = ServeSettings(database=url, clock=lambda: DAY, follow=False, patience=PATIENCE)
    with TestClient(application(settings)) as client:
        page = client.get(at).text
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    assert re.findall(r'<th [^>]*scope="col">(\w+)</th>', games) == headings
    assert row in text_of(f"<main {games}")
