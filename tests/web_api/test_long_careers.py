"""The card of a player with a long career: its evaluations and opponents on several pages."""

import json
import re
from collections import Counter

import pytest

from projections.interfaces.pages.public import player as player_parts
from tests.projections.submissions import adoption, decided, games, player, tournament
from tests.web_api.conftest import Serve, Served

pytestmark = pytest.mark.slow

MANY = 120
_EVALUATED = re.compile(r'<th scope="row"><a href="/dwz/tournaments/(open\d+)">')
_SCORE = re.compile(r'/players/(p\d+)">.*?</a></th>\s*<td class="n">(.*?)</td>')


@pytest.fixture
def career(sqlite_database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Served:
    """Anna plays 120 tournaments, in each against somebody new and against Bela.

    A page has fifty of her opponents, so that they go on as far as her evaluations.
    """
    monkeypatch.setattr(player_parts, "OPPONENTS_OF_A_PAGE", 50)
    events = [adoption(), player("anna"), player("bela")]
    events += [decided("anna", "1500-10"), decided("bela", "1600-10")]
    for number in range(MANY):
        id_, other = f"open{number:03}", f"p{number:03}"
        day = f"{1996 + number // 12}-{number % 12 + 1:02}-01"
        events += [player(other), decided(other, "1400-5", day), tournament(id_, day)]
        events += games(id_, "anna 1-0 bela", f"anna ½-½ {other}")
    return serve(sqlite_database, events, patience=None)


def test_every_evaluation_and_every_opponent_is_on_one_of_the_pages(career: Served):
    pages = [career.get(f"/dwz/players/anna?page={number}").text for number in (1, 2, 3)]
    evaluated = Counter(each for page in pages for each in _EVALUATED.findall(page))
    assert evaluated == Counter(f"open{number:03}" for number in range(MANY))
    assert [len(_EVALUATED.findall(page)) for page in pages] == [50, 50, 20]
    assert _EVALUATED.findall(pages[0])[0] == "open119"
    assert [page.count("place 1 of 3") for page in pages] == [player_parts.MOST_PLACED] * 3
    record = career.get("/api/v1/pools/dwz/players/anna").json()
    met = {game["opponent"] for row in record["history"] for game in row["games_used"]}
    scores = Counter(each for page in pages for each, _ in _SCORE.findall(page))
    assert scores == Counter(met - {"bela"})
    assert f"{len(met)} opponents" in pages[0]
    assert [len(_SCORE.findall(page)) > 0 for page in pages] == [True, True, True]


def test_the_pages_lead_to_each_other_and_a_page_too_far_is_the_last(career: Served):
    first, last = (career.get(f"/dwz/players/anna{query}").text for query in ("", "?page=99"))
    assert 'rel="next" href="/dwz/players/anna?page=2"' in first
    assert 'rel="prev" href="/dwz/players/anna?page=2"' in last
    assert 'rel="next"' not in last
    assert "page 3 of 3" in last


def test_the_chart_is_of_the_whole_career_on_each(career: Served):
    charts = [
        re.search(r"<svg.*?</svg>", career.get(f"/dwz/players/anna?page={number}").text, re.DOTALL)
        for number in (1, 3)
    ]
    assert charts[0] is not None
    assert charts[1] is not None
    assert charts[0][0] == charts[1][0]
    assert charts[0][0].count("<circle") == 1 + MANY, "from the rating before all of them"


def test_a_short_career_has_no_pages(career: Served):
    assert 'class="pages"' not in career.get("/dwz/players/p000").text


def test_the_chart_marks_the_published_lists_that_stand(career: Served):
    """Three lists in the time of the career; that of 1998 was published by mistake.

    Phones have a chart of their own, so each mark is there twice.
    """
    for year in (1997, 1998, 1999):
        career.ledger.publish("dwz", on=f"{year}-12-31", by="anna")
    lists = {row["day"][:4]: row for row in career.ledger.published("dwz")}
    before = career.ledger.positions()["head"]
    career.ledger.correct(lists["1998"]["event"], strike=True, reason="by mistake", by="anna")
    career.ledger.catch_up()
    counts = [
        career.get(f"/dwz/players/anna{query}").text.count('<path class="published"')
        for query in ("", f"?known_at={before}", f"?known_at={lists['1997']['published_at']}")
    ]
    assert counts == [2 * 2, 2 * 3, 2 * 1]


def test_the_api_says_of_a_long_career_what_the_door_says(career: Served):
    """From rows that a card has kept, or the API itself, before and after the log has grown."""
    for number in (1, 2):
        career.get("/dwz/players/anna")
        for _ in range(2):
            answer = career.get("/api/v1/pools/dwz/players/anna")
            with career.ledger.pool("dwz") as view:
                assert answer.json() == json.loads(view.player("anna").json())
        day, id_ = f"2007-0{number}-01", f"later{number}"
        career.ledger.append([tournament(id_, day), *games(id_, "anna 1-0 bela")], by="anna")
        career.ledger.catch_up()


def test_a_badge_has_the_figure_of_the_card(career: Served):
    with career.ledger.pool("dwz") as view:
        card = view.player("anna")["card"]
    badge = career.get("/dwz/players/anna/card.svg")
    assert f"{card['rating']}-{card['index']}" in badge.text
    assert career.get("/dwz/players/nobody/card.svg").status_code == 404
