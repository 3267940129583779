"""The tournaments of a realistic ledger that are running."""

import re

from starlette.testclient import TestClient

from tests.district.expected import rating_list as listed_in
from tests.web.conftest import links_of, text_of
from tests.web.district.conftest import row_of


def test_a_running_tournament_explains_its_tie_breaks_and_colours(visitor: TestClient) -> None:
    """The file has 4 points for Dornbauer, 3 for Dornberger, and no boards of round 5."""
    page = visitor.get("/district/live").text
    said = text_of(page)
    assert "Equal points are decided by Buchholz (FIDE C.07 8.1), Sonneborn-Berger" in said
    assert "○ White, ● Black." in said
    assert "an opponent can count with another rating by then" in said
    assert "Rating ± Live Live place Points BH SB 1 Dornbauer, Christoph 2044" in said
    assert "2044 ▲ +24 2068 18 ▲ +1 4 9½ 9.50 2 " in said  # 2044 + 24 = 2068
    head, _, pairings = page.partition('id="pairings-1-5"')
    assert '<a href="#pairings-1-5">Round 5: pairings</a>' in head
    white, black = (row_of(pairings, name) for name in ("Dornberger, C", "Dornbauer, C"))
    assert white[:5] == [
        "1",
        "○ Dornberger, Claus-Dieter #1 · 1561 · Points 3",
        "1561",
        "3",
        "0.04",
    ]
    assert black[:5] == ["", "● Dornbauer, Christoph 2044 · Points 4", "2044", "4", "0.96"]
    assert "The file has no boards: the pairings are numbered by points." in said


def test_the_menu_leads_to_running_tournaments_while_there_are_any(visitor: TestClient) -> None:
    """One is running in the district's list, none in that of FIDE; a past day has none."""
    menu = '<a href="/{}/live"'
    assert menu.format("district") in visitor.get("/district").text
    assert menu.format("fide") not in visitor.get("/fide").text
    assert "/live?on=" not in visitor.get("/district?on=2026-10-01").text


def test_who_is_paired_next_has_a_link_to_the_card(visitor: TestClient) -> None:
    """The 46 players of the running tournament: 23 boards in round 5."""
    page = visitor.get("/district/live").text
    pairings = page.partition('<table class="pairings">')[2].partition("</table>")[0]
    found = re.findall(r'<a href="/district/players/(\w+)">', pairings)
    assert len({*found}) == len(found) == 46


def test_the_live_ratings_of_the_whole_list_are_by_places_on_pages_of_a_hundred(
    visitor: TestClient, copy: str
) -> None:
    """Everybody on the recorded list; who does not play has the recorded rating."""
    assert "/district/live?list=whole" in links_of(visitor.get("/district/live").text)
    recorded = {it.player: it.rating for it in listed_in(copy, "district")}
    shown: dict[str, tuple[int, int | None, bool]] = {}
    for number in range(1, len(recorded) // 100 + 2):
        page = visitor.get(f"/district/live?list=whole&page={number}").text
        assert 'class="pairings"' not in page
        rows = re.findall(r"<tr><td.*</tr>", page)
        assert len(rows) <= 100
        for row in rows:
            (player,) = re.findall(r'players/(\w+)"', row)
            cells = [text_of(f"<main>{it}").strip() for it in re.split(r"<t[dh]", row)[1:]]
            before, live = (re.sub(r".*> ?", "", it) for it in cells[2:5:2])
            shown[player] = int(live), int(before) if before else None, "<em>" in row
    assert [*shown.values()] == sorted(shown.values(), key=lambda it: -it[0])
    assert recorded.keys() <= shown.keys()
    assert sum(plays for *_, plays in shown.values()) == 46
    for player, (live, before, plays) in shown.items():
        assert before == recorded.get(player)
        assert plays or live == before


def test_the_card_of_somebody_who_is_playing_leads_to_the_live_page(visitor: TestClient) -> None:
    live = visitor.get("/district/live").text
    playing = re.findall('href="(/district/players/[^"]+)"', live)
    assert len(playing) > 10
    assert "● Playing now: Herbstturnier der SG" in text_of(visitor.get(playing[0]).text)
    assert "/district/players/d0154" not in playing
    assert "Playing now" not in visitor.get("/district/players/d0154").text
    assert "Playing now" not in visitor.get(f"{playing[0]}?on=2026-10-01").text
