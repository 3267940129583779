"""The tournaments of a realistic ledger that are running."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starlette.testclient import TestClient

from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.queries.arguments import Upload
from tests.databases.fresh import copied
from tests.district.expected import rating_list as listed_in
from tests.web.conftest import NOON, PATIENCE, links_of, text_of
from tests.web.district.conftest import row_of


def test_a_running_tournament_explains_its_tie_breaks_and_colours(visitor: TestClient) -> None:
    """The file has 4 points for Dornbauer, 3 for Dornberger, and no boards of round 5."""
    page = visitor.get("/district/live").text
    said = text_of(page)
    assert "Equal points are decided by Buchholz (FIDE C.07 8.1), Sonneborn-Berger" in said
    assert "○ White, ● Black." in said
    assert "Win, draw, loss: the change of the live rating by that result." in said
    assert "Rating ± Live Live place Points BH SB 1 Dornbauer, Christoph 2044" in said
    assert "2044 ▲ +24 2068 18 ▲ +1 4 9½ 9.50 2 " in said  # 2044 + 24 = 2068
    head, _, pairings = page.partition('id="pairings-1-5"')
    assert '<a href="#pairings-1-5">Round 5: pairings</a>' in head
    white, black = (row_of(pairings, name) for name in ("Dornberger, C", "Dornbauer, C"))
    assert white[:5] == [
        "1",
        "○ Dornberger, Claus-Dieter #1 · 1561 · Points 3 · expected 0.04",
        "1561",
        "3",
        "0.04",
    ]
    assert black[:5] == [
        "",
        "● Dornbauer, Christoph 2044 · Points 4 · expected 0.96",
        "2044",
        "4",
        "0.96",
    ]
    assert "The file has no boards: the pairings are numbered by points." in said


def test_the_results_have_boards_ratings_and_points(visitor: TestClient) -> None:
    """Dornbauer has 4 points, and so had 3; the file has no boards, so that games are numbered."""
    said = text_of(visitor.get("/district/live").text).partition("Round 4: results ")[2]
    first, _, rest = said.partition(" 2. ")
    assert first.split("1. ")[-1] == (
        "Dornbauer, Christoph (2044) 3 1 : 0 2½ Lindenhauer, Wolfgang (1768)"
    )
    assert rest.startswith("Hirschfeld, Erik (1670) 2 ½ : ½ 2½ Dornberger, Claus-Dieter (1561)")
    assert "White is named first" in rest


def test_a_tournament_without_results_for_two_weeks_is_not_called_running(
    visitor: TestClient, copy: str
) -> None:
    """The last file came on 12 October at noon, the day after the one on which it was to end."""
    page = visitor.get("/district/live").text
    said = text_of(page)
    assert "After round 4 of 7 · planned end has passed: 11 Oct 2026 last results: 12" in said
    assert "2026 running DWZ (Wertungsordnung 2014) · After round 4" in said
    assert "/district/rulebooks/dwz-2014" in links_of(page)
    assert "No results have come in" not in said
    settings = ServeSettings(
        database=copy, clock=lambda: NOON - timedelta(1), follow=False, patience=PATIENCE
    )
    with TestClient(application(settings)) as earlier:
        assert "planned end: 11 Oct 2026" in text_of(earlier.get("/district/live").text)
    for days, is_quiet in ((13, False), (15, True)):
        noon = datetime(2026, 10, 12, 12, tzinfo=UTC) + timedelta(days)
        settings = ServeSettings(
            database=copy, clock=lambda at=noon: at, follow=False, patience=PATIENCE
        )
        with TestClient(application(settings)) as later:
            said = text_of(later.get("/district/live").text)
            menu = later.get("/district").text
            elsewhere = text_of(later.get("/").text) + text_of(
                later.get("/district/tournaments").text
            )
        assert ("2026 no news No results have come in since 12 Oct 2026:" in said) == is_quiet
        assert ("Birkenau/Dornhausen 2026 running" in elsewhere) != is_quiet
        assert ('/live">● Live<' in menu, '/live">Live<' in menu) == (not is_quiet, is_quiet)


def running_again(copy: str, tournament: str, days: tuple[str, str], until: int) -> str:
    """The live page while a tournament of 2026 is played again: up to the column of a round."""
    with Ledger(copy, clock=lambda: NOON) as ledger:
        content = ledger.export_tournament(tournament, "trf26", pool="district").content
        text = content.decode().replace("2025/26", "2026/27").replace("Stadt Ackerburg 2026", "")
        text = text.replace(days[0], "2026/09/13").replace(days[1], "2026/11/30")
        lines = [it for it in text.splitlines() if not it.startswith("132")]
        played = (f"{it[:85]}    {it[89:until]}" if it[:3] == "001" else it for it in lines)
        file = Upload("again.trf", "\n".join(played).encode())
        asked = ledger.submit_running("district", file, by="root", as_officer=True)
        links = {it["number"]: it["candidate"] for it in asked["players"] if it["candidate"]}
        ledger.submit_running("district", file, links=links, by="root", as_officer=True)
        url = ledger.engine.url.render_as_string()
        settings = ServeSettings(database=url, clock=lambda: NOON, follow=False, patience=PATIENCE)
        with TestClient(application(settings)) as client:
            return client.get("/district/live").text


def test_a_running_league_has_its_players_by_points(district: str, tmp_path: Path) -> None:
    """The league of the year before, of which four of eleven rounds are played.

    Boards stood where places are expected; nobody has more than all four points, and who had no
    board in a round is not named with a bye.
    """
    copy = copied(district, tmp_path / "league.db")
    page = running_again(copy, "league-2026", ("2026/01/11", "2026/05/31"), 131)
    table = page.partition("2026/27")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [row_of(f"<tr>{it}", "</tr>") for it in table.split("<tr>")[1:]]
    places = [int(cells[0]) for cells in rows]
    scored = [2 * int(it[:-1] or 0) + 1 if it[-1] == "½" else 2 * int(it) for *_, it in rows]
    assert len(rows) == 120
    assert scored == sorted(scored, reverse=True)
    assert scored[0] <= 8
    assert places == [1 + sum(other > own for other in scored) for own in scored]
    assert " bye" not in text_of(page)


def test_exceptional_performances_of_a_running_tournament_are_named(
    visitor: TestClient, district: str, tmp_path: Path
) -> None:
    """With 8 of 9 Dieter had one in the Sommer-Open; he came with 2103, and now with 2139.

    After four rounds there is none, but a fifth game can bring one.
    """
    copy = copied(district, tmp_path / "summer.db")
    page = running_again(copy, "summer-2026", ("2026/08/01", "2026/08/09"), 200)
    named = text_of(page).partition("Exceptional performances in the tournament count")[2]
    dieter = re.search(r"Leutheusser-Hohenstein, Dieter \(2139 → (\d+)\)", named)
    assert dieter is not None
    assert int(dieter[1]) > 2139
    assert "DWZ 2014 3.6.3" in named.partition("Round 9")[0]
    autumn = text_of(visitor.get("/district/live").text)
    assert "Exceptional performances in" not in autumn
    exceptional = "an opponent whose performance becomes exceptional counts with that instead"
    assert f"{exceptional} of the rating before the tournament (DWZ 2014 3.6.3)." in autumn


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
        rows = re.findall(r"<tr>\s*<td.*?</tr>", page, re.DOTALL)
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
