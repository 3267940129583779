"""A tournament's page, its answer and its table on a terminal, if the tie-breaks are stated."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.console.shell import Shell
from tests.projections.submissions import adopted, adoption, game, player, tournament
from tests.web.conftest import DAY, text_of

PLAYERS = ("anna", "berta", "carl")
FURTHER = "<b>TB9</b>"


@pytest.fixture(scope="module")
def stated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, TestClient]]:
    """Everybody has a point; Anna and Berta had Black, Carl had not."""
    folder = tmp_path_factory.mktemp("stated")
    database = f"sqlite:///{folder / 'ledger.db'}"
    engine = connect(database, create=True)
    upgrade(engine)
    engine.dispose()
    names, days = ["WON", "BPG", FURTHER], [{"round": 1, "day": "1995-04-29"}]
    events = [
        adoption(),
        *(player(each, name=each.title()) for each in PLAYERS),
        *(adopted(each, 1500, "1995-01-01") for each in PLAYERS),
        tournament("cup", "1995-05-01", name="Cup", tie_break_names=names, round_days=days),
        game("cup", "carl", "1-0", "anna", round=1),
        game("cup", "anna", "1-0", "berta", round=2, played_on="1995-04-30"),
        game("cup", "carl", "0-0", None, round=2, played=False, played_on="1995-05-01"),
        game("cup", "carl", "0-1", "berta"),
    ]
    with Ledger.open(database, clock=lambda: DAY) as ledger:
        ledger.append(events, by="anna")
        ledger.catch_up()
    settings = ServeSettings(database=database, clock=lambda: DAY, follow=False)
    with TestClient(application(settings), follow_redirects=False) as client:
        yield database, client


def test_the_page_heads_the_columns_with_the_codes_and_names_the_articles(
    stated: tuple[str, TestClient],
) -> None:
    """Berta had Black twice, Anna once, Carl never."""
    page = stated[1].get("/dwz/tournaments/cup").text
    assert 'title="Number of Games Played with Black (FIDE C.07 7.3)">BPG</th>' in page
    places = [page.index(f"players/{each}") for each in ("berta", "anna", "carl")]
    assert places == sorted(places)


def test_a_round_has_its_day_and_the_points_before_it(stated: tuple[str, TestClient]) -> None:
    """Anna lost to Carl before she won against Berta; a bye was dated a day later."""
    page = text_of(stated[1].get("/dwz/tournaments/cup").text)
    assert "Round 1 · 29 Apr 1995 Carl (1500) 1 : 0 Anna (1500) " in page
    assert "Round 2 · 30 Apr 1995 – 1 May 1995 Anna (1500) 0 1 : 0 0 Berta (1500) " in page


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Stated, but not evaluated: <b>TB9</b>"),
        ("de", "Angegeben, aber nicht ausgewertet: <b>TB9</b>"),
    ],
)
def test_the_page_names_those_that_are_not_evaluated(
    stated: tuple[str, TestClient], code: str, sentence: str
) -> None:
    """They are text, whatever is in them."""
    page = stated[1].get(f"/dwz/tournaments/cup?lang={code}").text
    assert FURTHER not in page
    assert sentence in text_of(page)


def test_the_answer_and_the_terminal_name_them(
    stated: tuple[str, TestClient], tmp_path: Path
) -> None:
    shell = Shell(stated[0], tmp_path)
    document = shell.json("crosstable", "dwz", "cup")
    assert document["tie_breaks"] == ["WON", "BPG"]
    assert document["unused_tie_breaks"] == [FURTHER]
    assert [row["player"] for row in document["players"]] == ["berta", "anna", "carl"]
    printed = shell.run("crosstable", "dwz", "cup").out
    assert f"Stated, but not evaluated: {FURTHER}" in printed
    assert "BPG" in printed
