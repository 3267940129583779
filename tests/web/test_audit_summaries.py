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
from tests.audit import fide_season
from tests.audit.seasons import dwz_season, egf_season, ingo_season, lask_season, mgsz_season
from tests.projections.submissions import Event
from tests.web.conftest import NOON as DAY
from tests.web.conftest import PATIENCE, text_of

Row = dict[str, Any]


def _document(after: float, step: Row | None = None, /, **cards: Any) -> Row:
    """An audit of which only the rating after, a step and cards are known."""
    card_after = {"figure": after, "card": cards.get("after")}
    one = {"rule": "a rule", "text": "", "result": after, "given": step}
    steps = [] if step is None else [one]
    held = {"card": cards.get("before")}
    facts = {"player": "p", "name": "P", "tournament": "t", "inputs": []}
    facts |= {"opponents": [], "not_counted": [], "rulebook": "fide-2024"}
    return {**facts, "steps": steps, "card_before": held, "card_after": card_after}


def _games(*points_and_expected: tuple[float, float | None]) -> list[Row]:
    return [
        {"game": "g", "opponent": "o", "points": points, "expected": expected}
        for points, expected in points_and_expected
    ]


def _lists(*lists: tuple[int, int, list[int], int]) -> list[Row]:
    """FIDE's steps for the rating before a list, K, the points more than expected, the result."""
    return [
        {"rule": rule, "text": "", "given": given, "result": after}
        for base, factor, deltas, after in lists
        for rule, given in (
            ("FIDE 8.3.4", {"K": factor, "deltas": deltas}),
            ("FIDE 7.1", {"base": base, "change": after - base}),
        )
    ]


_WON, _LOST = {"points": 1.0}, {"points": 0.0}
DWZ = {"rating_before": 1853, "points": 3.5, "games": 4, "expected": 2.9, "coefficient": 27}
INGO = {"level": 150, "percent_difference": -30, "performance": 120, "games": 9, "points": 7.5}
INGO |= {"number_before": 128, "count_before": 5, "count_after": 6, "rule": "B I 4"}
LASK_NINE = [(1.0, None)] * 5 + [(0.5, None)] + [(0.0, None)] * 3
CASES: dict[str, tuple[Row, Row, str]] = {
    # 1853 + 800 * 0.6 / 31 = 1868.48
    "DWZ 4.9.1": (DWZ, _document(1868), "1853 + 800 · (3½ − 2.90) / (27 + 4) = 1868"),
    # 1800 + 800 * 0.8715 / 34 = 1820.506: with two decimals anyone would find 1820
    "DWZ 4.9.1, three decimals": (
        {**DWZ, "rating_before": 1800, "points": 6.0, "games": 9}
        | {"expected": 5.1285, "coefficient": 25},
        _document(1821),
        "1800 + 800 · (6 − 5.128) / (25 + 9) = 1821",
    ),
    "DWZ 2026 3.5": (
        {**DWZ, "rating_before": 1800, "points": 6.0, "expected": 5.1, "coefficient": 30.0},
        _document(1827),
        "1800 + 30 · (6 − 5.10) = 1827",
    ),
    "FIDE 8.3.4": (
        {"rating_before": 1650, "k": 20, "games_used": _games((1, 0.76), (0, 0.72))},
        _document(1640),
        "1650 + 20 · (1 − 1.48) = 1640",
    ),
    # the rating of the list is 1650 with another tournament of the month
    "FIDE 8.3.4, one of two tournaments": (
        {"rating_before": 1650, "k": 20, "games_used": _games((1, 0.76), (0, 0.72))}
        | {"list": "2025-02-01"},
        _document(1650) | {"steps": _lists((1650, 20, [50, -48], 1650))},
        "1650 + 20 · (1 − 1.48 + 0.50) = 1650",
    ),
    "FIDE 8.3.4, before the list": (
        {"rating_before": 1650, "k": 20, "games_used": _games((1, 0.76), (0, 0.72))},
        _document(1650),
        "20 · (1 − 1.48) = −9.6",
    ),
    # two months of a tournament, in the second another one: 14.2 and -14.8, so 14 and -15
    "FIDE 8.3.4, two lists": (
        {"rating_before": 1965, "k": 20, "games_used": _games((1, 0.29), (0, 0.84))},
        _document(1950) | {"steps": _lists((1951, 20, [71], 1965), (1965, 20, [-84, 10], 1950))},
        "1951 + 20 · 0.71 = 1965 1965 + 20 · (− 0.84 + 0.10) = 1950",
    ),
    # (16772 + 2 * 1800) / 11 = 1852, (4 + 1) / 11 = 45 %, dp -36
    "FIDE 8.2.3": (
        {"list": "2025-11-01", "k": None},
        _document(1816, {"Ra": "1852", "p": 45}),
        "1852 − 36 = 1816",
    ),
    # 2300 - 36 = 2264, but a first rating is at most 2200
    "FIDE 8.2.3, the limit": (
        {"list": "2025-11-01", "k": None},
        _document(2200, {"Ra": "2300", "p": 45}),
        None,
    ),
    # example 5 of the document: -0.52 + 0.31 + 0.44 - 0.38 + 0.67 = 0.52; 15.6, half up
    "MGSZ 7": (
        {"elo_before": 1947, "multiplier": 30}
        | {
            "games_used": [
                {"game": "g", "game_points": won, **result}
                for won, result in (
                    *((-0.52, _LOST), (0.31, _WON), (0.44, _WON)),
                    *((-0.38, _LOST), (0.67, _WON)),
                )
            ]
        },
        _document(1963),
        "1947 + 30 · (3 − 2.48) = 1963",
    ),
    # 1800 against 2028.143, jigo, class B: +5.845, as the European Go Database has it
    "EGF update": (
        {
            "gor_before": 1800.0,
            "con": 25.124,
            "bonus": 1.2504,
            "games_used": _games((0.5, 0.2396)),
        },
        _document(1806, {"f": 0.75, "con": 25.124, "Sa": 0.5}, before={"gor": 1800.0}),
        "1800 + 0.75 · (1 · 1.25 + 25.12 · (½ − 0.24)) = 1806",
    ),
    # Sven Andersson: beats Olle Persson 1850 (+14), draws Per Olsson 1970 (+3): 1917
    "LASK Rankingregel 1": (
        {"base": 1900, "change": 17, "games_used": _games((1, None), (0.5, None))},
        _document(1900, before={"running": 1900}, after={"running": 1917}),
        "1900 + 16 · (1½ − ½) + 1 = 1917",
    ),
    # the example of formula (1): 5.5 of 9 in class I of 1950, K 2
    "LASK Formel (1)": (
        {"base": 1900, "change": 50, "games_used": _games(*LASK_NINE)},
        _document(
            1900,
            {"base": 1900, "mean": 1950, "points": 5.5, "games": 9},
            before={"running": 1900},
            after={"running": 1950},
        ),
        "1900 + 16 · (5½ − 3½) + 9 · 2 = 1950",
    ),
    # Abel and Behn of example B II; three games change a number by no more than 4
    "INGO B I 4": (INGO, _document(126), "(3 · 128 + 120) / 4 = 126"),
    "INGO C I": (
        {**INGO, "number_before": None, "count_after": 1, "percent_difference": -25}
        | {"performance": 125},
        _document(125),
        "150 − 25 = 125",
    ),
    "INGO C III": ({**INGO, "rule": "C III"}, _document(123), "(128 + 2 · 120) / 3 = 123"),
    "INGO C IV": (
        {**INGO, "rule": "C IV", "games": 3, "performance": 60},
        _document(124),
        "(7 · 128 + 60) / 8 = 119.5 → 124",
    ),
}


def _line(row: Row, document: Row) -> str | None:
    line = summary_of(document, [row], language("en")).working.line
    return None if line is None else " ".join(line.split())


@pytest.mark.parametrize("rule", CASES)
def test_every_rulebook_has_its_line_of_arithmetic(rule: str) -> None:
    row, document, line = CASES[rule]
    assert _line(row, document) == line


@pytest.mark.parametrize(
    "row",
    [
        {**DWZ, "rating_before": None},  # a first rating
        {**DWZ, "expected": 1.0},  # a junior's acceleration, a special case
        {},
    ],
)
def test_another_rule_has_no_line_that_would_be_wrong(row: Row) -> None:
    assert _line(row, _document(1868)) is None


def _sentence(*rows: Row) -> str:
    return str(summary_of(_document(1868), rows, language("en")).score)


def test_the_score_is_told_as_the_rulebook_reckons_it() -> None:
    """Two reports: 1 of 2 and 2 of 2, together 2.25 expected; Abel's H; a first DWZ."""
    reports = [_games((1, 0.5), (0, 0.75)), _games((1, 0.5), (1, 0.5))]
    told = _sentence(*({"games_used": games} for games in reports))
    assert told == "Scored 3 of 4; 2.25 was expected."
    assert _sentence(INGO) == "Scored 7½ of 9: performance 150 − 30 = 120."
    first = {**DWZ, "status": "first", "expected": 3.499, "stage": 1}
    assert _sentence(first) == "Scored 3½ of 4."


def test_a_difference_of_more_than_400_points_is_shown_beside_the_400_that_count() -> None:
    """FIDE 8.3.1: 2300 against 1788, 1900 and 1899, and 1850 against 2300."""
    games = [
        {"game": "g", "opponent": "o", "opponent_rating": rating, "difference": counts}
        for rating, counts in ((1788, 400), (1900, 400), (1899, 400), (2300, 0))
    ]
    rows = [{"rating_before": 2300, "games_used": games}]
    of_white = summary_of(_document(2300), rows, language("en"))
    assert [game.limited for game in of_white.games] == [512, None, 401, None]
    lower = {"rating_before": 1850, "games_used": [{**games[3], "difference": -400}]}
    (game,) = summary_of(_document(1850), [lower], language("en")).games
    assert game.limited == -450


def test_games_that_did_not_count_are_named_and_a_number_that_stays_is_explained() -> None:
    """Two scored games are too few under Ingo; a third opponent did not appear, one is unrated."""
    recorded = [
        {"what": "game", "data": {"game": game, "tournament": "t", "white": "p", "black": game}}
        for game in ("g", "absent", "unrated")
    ]
    figures = [
        {"player": name, "name": name, "figure": figure}
        for name, figure in (("absent", 130), ("unrated", None))
    ]
    reasons = [{"game": "absent", "reason": "forfeit"}]
    document = _document(128) | {"inputs": recorded, "opponents": figures, "not_counted": reasons}
    row = {**INGO, "rule": None, "games": 2, "games_used": _games((1, None), (0.5, None))}
    found = summary_of(document, [row], language("en"))
    assert [(it.opponent, it.reason, it.rating) for it in found.games if not it.counts] == [
        *(("absent", "forfeit", 130), ("unrated", "unrated", None)),
    ]
    assert [it.counts for it in found.games] == [True, True, False, False]
    assert [str(each) for each in found.working.words] == [
        "Too few scored games: the number does not change."
    ]


def test_the_parts_of_a_tournament_are_added() -> None:
    """MGSZ: two parts of 30 (0.55) and 30 (-0.25) are 9 together."""
    parts = [
        {"elo_before": elo, "multiplier": 30}
        | {"games_used": [{"game": "g", "game_points": won, **result}]}
        for elo, won, result in ((1400, 0.55, _WON), (1416, -0.25, _LOST))
    ]
    working = summary_of(_document(1409), parts, language("en")).working
    assert working.line is not None
    assert " ".join(working.line.split()) == "1400 + 30 · (1 − 0.70) = 1409"


@pytest.mark.parametrize(
    ("season", "at", "headings", "said"),
    [
        # gerd's 120 and the opponents' 135 + 125 + 145 + 150, and half a point more than 3 of 4
        (
            *(ingo_season, "/ingo/players/gerd/audit/swiss", ["Opponent", "Rating", "Points"]),
            [
                *("135 1", "(555 + 120) / 5 = 135, and 3½ of 5 are 70 %."),
                "Jost, Test not counted: INGO C VI: Gerd, Test, more than 50 degrees ahead, won",
                "Not scored: Gerd, Test, more than 50 degrees ahead, won.",
                "Rating of Gerd, Test decided: 120 /5 from",
            ],
        ),
        (
            *(lask_season, "/lask/players/rolf/audit/series"),
            ["Opponent", "Rating", "Difference", "Points", "Change"],
            ["1900 −50 0 −14"],
        ),
        (
            *(dwz_season, "/dwz/players/niko/audit/summer"),
            ["Opponent", "Rating", "Points", "Expected"],
            ["spring:anna-niko black Anna, Test spring 1800 0"],
        ),
        (
            mgsz_season,
            "/go/players/mari/audit/budapest",
            [
                *("Round", "Opponent", "Rating", "Stones", "Difference"),
                *("Points", "Expected", "Change"),
            ],
            ["1700 +150 0 0.82 −12.30"],
        ),
    ],
)
def test_a_game_has_the_round_and_the_points_that_were_recorded(
    tmp_path: Path,
    season: Callable[[], list[Event]],
    at: str,
    headings: list[str],
    said: list[str],
) -> None:
    """The Swiss of 1965 states no rounds; a report of go has no points: Mari lost to Nagy."""
    page = _page(tmp_path, season, at)
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    assert re.findall(r'<th [^>]*scope="col">(\w+)</th>', games) == headings
    text = text_of(page)
    assert [each for each in said if each not in text] == []


def test_the_audit_of_a_list_has_the_games_of_each_tournament_by_themselves(
    tmp_path: Path,
) -> None:
    """Anna's open and cup are on one list, and her loss to Nora, who had no rating, on none."""
    page = _page(tmp_path, fide_season.fide_season, "/elo/players/anna/audit?on=2025-02-15")
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    names = re.findall(r'scope="row(?:group)?">(?:<[^>]*>)*([\w ,]+)', games)
    opened = ["Bela, Test", "Cora, Test", "Dora, Test", "Nora, Test"]
    assert names == ["The open", *opened, "The cup", "Emil, Test", "Gina, Test", "Sum"]
    nora = text_of(f"<main {games.partition('Nora, Test')[2].partition('</tr>')[0]}")
    assert nora.split() == ["not", "counted:", "unrated", "0"]
    assert games.count('class="black"') == 5  # Cora, Dora, Nora and Gina had White; and the legend


def test_the_audit_of_a_list_is_there_while_a_league_that_it_rates_goes_on(
    tmp_path: Path,
) -> None:
    """FIDE 8.3 by hand: 1951 + 20 · (1 - 0.29) = 1965.2, in the first of three months."""
    page = _page(tmp_path, fide_season.fide_season, "/elo/players/anna/audit?on=2025-03-15")
    assert "1951 + 20 · (1 − 0.29) = 1965" in text_of(page)


def test_a_german_page_writes_all_numbers_as_german_does(tmp_path: Path) -> None:
    """EGF: eve met cora of -899.9, so that two signs and the decimals are to be seen."""
    text = text_of(_page(tmp_path, egf_season, "/egf/players/eve/audit/cup", "de"))
    assert "−899,900 (30k)" in text
    assert re.findall(r"\d\.\d{3} \(|[^\w.:]-9\d\d", text) == []
    assert language("de").phrase("replacement") == "Ersatz"


def _page(folder: Path, season: Callable[[], list[Event]], at: str, lang: str = "en") -> str:
    url = f"sqlite:///{folder / 'ledger.db'}"
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()
    with Ledger(url, clock=lambda: DAY) as ledger:
        ledger.append(season(), by="anna")
    settings = ServeSettings(database=url, clock=lambda: DAY, follow=False, patience=PATIENCE)
    with TestClient(application(settings)) as client:
        return client.get(at, headers={"Accept-Language": lang}).text
