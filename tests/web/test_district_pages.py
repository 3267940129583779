"""The pages of a realistic ledger: how much they weigh, and what they have."""

import gzip
import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from urllib.parse import quote_plus

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.files.charts import link_picture as fonts
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.pages.public import link_picture, rating_list, search
from projections.interfaces.server.app import application
from scripts.federation.district.calendar import District
from scripts.federation.district.files import Files
from tests.databases.fresh import copied
from tests.district.expected import facts
from tests.district.expected import rating_list as listed_in
from tests.web.conftest import NOON, PATIENCE, WESTFALEN, links_of, text_of
from tests.web_api.officer import fields_in

PASSWORD = "of these pages alone"  # noqa: S105 - of an account in a copy that is thrown away
MOST_BYTES, MOST_ELEMENTS = 60_000, 3_000


@pytest.fixture(scope="module")
def copy(district: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a copy of the district's ledger, which no other process opens and closes."""
    return copied(district, tmp_path_factory.mktemp("pages") / "district.db")


@pytest.fixture(scope="module")
def visitor(copy: str) -> Iterator[TestClient]:
    """Somebody with a browser, the day after the last tournament was recorded."""
    settings = ServeSettings(database=copy, clock=lambda: NOON, follow=False, patience=PATIENCE)
    with TestClient(application(settings), follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("at", ["/", "/district", WESTFALEN, "/static/style.css"])
def test_a_page_is_sent_compressed(visitor: TestClient, at: str) -> None:
    plain = visitor.get(at, headers={"Accept-Encoding": "identity"})
    packed = visitor.get(at, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) < len(plain.content) / 2
    assert packed.content == plain.content


@pytest.mark.parametrize(
    ("at", "cookie"),
    [("/login", None), ("/district", "rating_ledger_session"), ("/api/v1/pools", None)],
)
def test_what_holds_a_secret_is_not_compressed(
    visitor: TestClient, at: str, cookie: str | None
) -> None:
    """The length of a compressed page tells of the secret in it (BREACH)."""
    headers = {"Accept-Encoding": "gzip"} | ({"Cookie": f"{cookie}=x"} if cookie else {})
    assert "Content-Encoding" not in visitor.get(at, headers=headers).headers


TOURNAMENTS = (
    WESTFALEN,
    "/fide/tournaments/westfalen-2026",
    "/district/tournaments/league-2026",
    "/district/tournaments/summer-2026",
    "/district/tournaments/juniors-2026",
    "/district/tournaments/club-3-2026",
)
PARTS = ("", *(f"?part={part}" for part in ("rounds", "crosstable", "ratings", "about")))


@pytest.mark.parametrize("tournament", TOURNAMENTS)
def test_no_part_of_a_tournament_is_too_heavy_for_a_phone(
    visitor: TestClient, tournament: str
) -> None:
    for part in (*PARTS, "?method=waldstein", "?page=2", "?round=1&part=rounds", "?part=teams"):
        page = visitor.get(f"{tournament}{part}").text
        assert (part, elements_of(page) <= MOST_ELEMENTS) == (part, True)
        assert len(gzip.compress(page.encode())) <= MOST_BYTES


@contextmanager
def logged_in(copy: str, name: str, role: str) -> Iterator[TestClient]:
    """Somebody new of a role who is logged in."""
    with Ledger(copy, clock=lambda: NOON) as ledger:
        AccountStore(ledger.engine, lambda: NOON).add(name, role, PASSWORD)
    settings = ServeSettings(database=copy, clock=lambda: NOON, follow=False, patience=PATIENCE)
    with TestClient(application(settings), follow_redirects=False) as client:
        token = re.search(r'name="form_token" value="([^"]+)"', client.get("/login").text)
        assert token is not None
        texts = {"form_token": token[1], "name": name, "password": PASSWORD}
        assert client.post("/login", data=texts).status_code == 303
        yield client


@pytest.fixture(scope="module")
def arbiter(copy: str) -> Iterator[TestClient]:
    """An arbiter who is logged in."""
    with logged_in(copy, "Anna Arbiter", "arbiter") as client:
        yield client


@pytest.mark.parametrize("at", ["/", "/district", WESTFALEN, "/log", "/nothing/here"])
def test_who_is_logged_in_has_his_corner_on_every_page(
    visitor: TestClient, arbiter: TestClient, at: str
) -> None:
    """The way back to the dashboard, and out; nobody else sees them."""
    menu = links_of(arbiter.get(at).text.partition("<main")[0])
    assert {"/desk", "/login"} <= {*menu}
    assert "Anna Arbiter" in arbiter.get(at).text
    assert "/desk" not in links_of(visitor.get(at).text)
    assert "Anna Arbiter" not in visitor.get(at).text


def test_the_log_in_leads_back_to_the_page(visitor: TestClient, arbiter: TestClient) -> None:
    assert "/login?next=/district%3Fsex%3Df" in links_of(visitor.get("/district?sex=f").text)
    foot = arbiter.get("/district").text.partition("<footer")[2]
    assert ">Log out<" in foot
    assert ">Log in<" not in foot


def test_a_page_that_is_refused_or_unknown_has_the_menu_of_all_others(
    visitor: TestClient, arbiter: TestClient
) -> None:
    refused, unknown = arbiter.get("/desk/publishing"), visitor.get("/nothing/here")
    assert (refused.status_code, unknown.status_code) == (403, 404)
    text = text_of(refused.text)
    assert "You are logged in as Anna Arbiter. This page is for rating officers." in text
    for page in (refused, unknown):
        assert {"/", "/district", "/fide", "/juniors", "/log"} <= {*links_of(page.text)}


def test_the_pages_of_a_list_lead_to_the_other_lists(visitor: TestClient) -> None:
    for at in ("/district", "/district/players/d0034", "/district/changes?on=2026-07-01"):
        foot = visitor.get(at).text.partition("<footer")[2]
        assert "Other lists: FIDE-Elo der Turniere im Bezirk · Jugend" in text_of(f"<main {foot}")
        day = "?on=2026-07-01" if "on=" in at else ""
        assert {f"/fide{day}", f"/juniors{day}"} <= {*links_of(foot)}


def test_who_publishes_sees_first_what_has_changed_most(copy: str) -> None:
    """Since July Schulze-Wechsungen gained 200 and Mühlhauer 145; the list itself is folded."""
    address = "/desk/publishing"
    with logged_in(copy, "Olga Officer", "officer") as office:
        fields = fields_in(office.get(address).text)
        fields |= {"pool": "district", "on": "2026-10-12", "action": "show"}
        page = office.post(address, data=fields).text
    largest, _, rest = page.partition("<summary>Rating list</summary>")
    said = text_of(largest)
    assert "Schulze-Wechsungen, Dieter 1375 1575 ▲ +200" in said
    assert said.index("Dieter 1375") < said.index("Mühlhauer, Detlef 1572 1717 ▲ +145")
    assert "the 20 largest changes" in said
    assert largest.count('<th scope="row">') == 20
    assert rest.count('<th scope="row">') == 100


def elements_of(page: str) -> int:
    """The number of elements of a page."""
    return len(re.findall(r"<[a-z]", page))


def test_the_standings_of_a_large_tournament_have_ratings_clubs_and_changes(
    visitor: TestClient,
) -> None:
    """The winner had 2289-44 and 8½ of 9; 7.13 were expected, and he gained 28."""
    row = _row(visitor.get(WESTFALEN).text, "Eichenbauer, Detlef")
    club = "Schachfreunde Lindental-Hofstetten 1952"
    cells = ["1", f"Eichenbauer, Detlef 2289-44 · {club}", "2289-44", club]
    assert row == [*cells, "8½", "59½", "55.75", "7.13", "▲ +28"]


def test_the_figures_of_a_column_are_written_alike(visitor: TestClient) -> None:
    """8½, 8 and 7½ points, where 8 has the room of a half; Sonneborn-Berger has quarters.

    Dornhauer, with K 40, gained 40 · 1.30 in FIDE's list.
    """
    rows = re.findall(r'<tr id="p\d+">.*?</tr>', visitor.get(WESTFALEN).text, re.DOTALL)
    points = [
        re.findall(r'<td class="n( whole)?"><a [^>]*title="Games">([^<]+)', it) for it in rows
    ]
    assert points[:3] == [[("", "8½")], [(" whole", "8")], [("", "7½")]]
    scores = [re.findall(r'class="n f3( whole)?">([^<]+)', it) for it in rows]
    assert scores[0] == [("", "59½"), ("", "55.75")]
    assert all(re.fullmatch(r"\d\d?\.(00|25|50|75)", score) for _, (_, score) in scores)
    assert all(("½" in score) is not bool(room) for (room, score), _ in scores)
    ratings = visitor.get("/fide/tournaments/westfalen-2026?part=ratings").text
    changes = re.findall(r"[▲▼]</span> ([^<]+)", ratings)
    assert all(re.fullmatch(r"[+−]\d+\.\d", each) for each in changes)
    assert "first rating 3½ 4" in text_of(ratings)
    assert "1.30 40 ▲ +52.0" in text_of(ratings)
    assert "Points and expected points are those of the games that count." in text_of(ratings)


def test_everybody_is_in_the_standings_once_on_the_pages_of_a_hundred(
    visitor: TestClient,
) -> None:
    pages = [visitor.get(f"{WESTFALEN}?page={number}").text for number in (1, 2, 3)]
    lines = [re.findall(r'<tr id="p(\d+)"', page) for page in pages]
    assert [len(each) for each in lines] == [100, 100, 20]
    assert [int(each) for page in lines for each in page] == list(range(1, 221))
    players = {each for page in pages for each in re.findall(r'row"><a href="([^"]+)"', page)}
    assert len(players) == 220


def test_a_line_opens_to_the_games_of_its_player(visitor: TestClient) -> None:
    """The winner met d0113, who had 1828, in the last round with Black and won."""
    text = text_of(visitor.get(f"{WESTFALEN}?open=d0133").text)
    assert "9. 1 Leutheusser-Hohenstein, Christoph (1828) · expected 0.9" in text
    assert text.count("· expected") == 9


def test_a_round_has_its_games_with_points_before_it_and_the_others_a_link(
    visitor: TestClient,
) -> None:
    """Both had won twice; nobody has points before the first round."""
    page = visitor.get(f"{WESTFALEN}?part=rounds&round=3").text
    assert page.count("<li>") == 110
    assert "1. Lindenmann, Łukasz (2068-19) 2 0 : 1 2 Eichenbauer, Detlef (2289-44)" in text_of(
        page
    )
    assert "The player named first had White." in text_of(page)
    assert 'class="inner scored"' not in visitor.get(f"{WESTFALEN}?part=rounds&round=1").text
    german = visitor.get("/district/tournaments/summer-2026?part=rounds&lang=de").text
    assert "Lindenmeier, Detlef (761-41) ( kampflos )" in text_of(german)
    assert f"{WESTFALEN}?part=rounds&round=4".replace("&", "&amp;") in page


def test_a_player_is_found_on_his_page_of_the_standings(visitor: TestClient) -> None:
    """Line 127 is on the second page of a hundred."""
    line = visitor.get(f"{WESTFALEN}?find=dornmuller, arno")
    assert line.status_code == 303
    page, _, anchor = line.headers["Location"].partition("#")
    row = re.search(rf'<tr id="{anchor}">.*?</tr>', visitor.get(page).text, re.DOTALL)
    assert row is not None
    assert anchor == "p127"
    assert "Dornmüller, Arno" in row[0]
    assert "No player has" in visitor.get(f"{WESTFALEN}?find=nobody").text


def test_games_that_do_not_count_are_counted_by_their_reasons(visitor: TestClient) -> None:
    """Of 990 games 570 are between players without a FIDE rating, or not played."""
    text = text_of(visitor.get("/fide/tournaments/westfalen-2026?part=ratings").text)
    counts = [int(each) for each in re.findall(r"\((\d+) games?\)", text)]
    assert sum(counts) == 570
    assert counts == sorted(counts, reverse=True)


def test_a_league_opens_on_its_teams_whose_first_has_won(visitor: TestClient) -> None:
    """Waldstadt won ten of eleven matches; a player is found on the page of the players.

    Steinbrück won seven, drew two and has as many match points as Großdorn, and more board points.
    """
    league = "/district/tournaments/league-2026"
    page = visitor.get(league).text
    assert "Winner: SF Waldstadt (MP 20, BP 56)" in text_of(page)
    assert '<b aria-current="page">Teams</b>' in page
    assert "MP: match points; BP: board points. 1 game was lost by both." in text_of(page)
    assert _row(page, "SF Waldstadt</")[:7] == ["1", "SF Waldstadt", "10", "0", "1", "20", "56"]
    third = ["3", "Schachklub Steinbrück von 1903", "7", "2", "2", "16", "53"]
    assert _row(page, "Schachklub Steinbrück von 1903</")[:7] == third
    assert "Equal match points are decided by board points; teams equal in both" in text_of(page)
    assert "Line-ups SF Waldstadt Board Name Rating Points Games % Performance 1 " in text_of(page)
    assert visitor.get(f"{league}?part=standings&find=turm, paul").status_code == 303
    assert "Winner: SF Waldstadt" in visitor.get("/district/feed.atom").text


def test_the_list_of_tournaments_names_the_winner_of_each(visitor: TestClient) -> None:
    """The only one with most points, or one of several; of a league the team, without a link."""
    page = visitor.get("/district/tournaments").text
    rows = re.findall(r'<tr><th scope="row"><a href="/district/tournaments/([^"]+)".*', page)
    assert "league-2026" in rows
    running = text_of(page).partition("Filter the list")[0]
    assert "● Herbstturnier der SG Birkenau/Dornhausen 2026 running" in running
    alone = 0
    for tournament in rows:
        cells = _row(page, f'tournaments/{tournament}"')
        if tournament.startswith("league"):
            assert cells[1] == ("SF Waldstadt" if tournament == "league-2026" else cells[1])
            continue
        points: Counter[str] = Counter()
        for it in facts().games[tournament].values():
            points[it["white"]] += it["white_points"]
            points[it.get("black") or ""] += it["black_points"] or 0
        most = max(points.values())
        best = {facts().shown(it) for it in points if points[it] == most}
        winners = {*cells[1].split(" ; ")}
        assert winners <= best
        if len(best) == 1:
            alone += 1
            assert winners == best
        for name in winners:
            assert name in cells[0]  # on a phone it is below that of the tournament
        assert f"{cells[2]} · {cells[3]} players · " in cells[0]
    assert alone > 5


def test_the_first_page_has_a_tournament_once_by_the_day_of_its_end(visitor: TestClient) -> None:
    """The senior cup of May came in October; the autumn tournament has four rounds of seven.

    All are in the first list, so that no list is named; each list has its own gains.
    """
    page = visitor.get("/").text
    latest, _, others = text_of(page).partition("Latest tournaments")[2].partition("Corrections")
    assert latest.startswith(" ● Herbstturnier der SG Birkenau/Dornhausen 2026 running")
    assert page.count(">Westfalen Open 2026<") == 1
    assert re.search(
        r"Westfalen Open 2026 9 Oct 2026 · Winner: Eichenbauer, Detlef \(8½\)", latest
    )
    put_right = others.partition("Bezirksliste")[0]
    assert "read the wrong way round ( Bezirksspielleiter , 11 Oct 2026)" in put_right
    assert re.search(r"Seniorencup .* reported late \( Bezirksspielleiter , 9 Oct", put_right)
    assert put_right.count("Tournament ") == 1
    assert page.index("late reports") < page.index("Top five")
    assert page.count("A lower number is better.") == 1
    assert "Jugendrangliste (Ingo) Top five A lower number is better." in text_of(page)
    assert re.search(r"Falkensee 2026 12 Sept 2026, not rated", latest)
    assert "Seniorencup" not in latest
    assert "Bezirksliste" not in latest
    assert "running · After round 4 of 7" in latest
    assert "/district/live" in links_of(page)
    said = text_of(page)
    for title in (
        "Bezirksliste der Schachvereinigung Ackerburg-Lindental",
        "FIDE-Elo der Turniere",
    ):
        assert re.search(rf"{title}.{{,40}} Top five .* gains since the list of 1 Jul 2026", said)


def test_the_first_page_says_that_a_list_is_one_to_come(visitor: TestClient) -> None:
    """The FIDE list of 1 November is known on 13 October; the district's list is of that day."""
    page = text_of(visitor.get("/").text)
    assert "135 players, 5 tournaments, upcoming rating list of 1 Nov 2026" in page
    assert "Bezirk Top five Upcoming rating list of 1 Nov 2026" in page
    assert "36 tournaments, up to 9 Oct 2026" in page
    assert page.count("pcoming rating list of ") == 2
    bar = re.compile(r'<details class="clocks.*?</summary>', re.DOTALL)

    def text_of_bar(at: str) -> str:
        return text_of(f"<main {bar.findall(visitor.get(at).text)[0]}").strip()

    said_of = {
        "/fide": "Upcoming rating list of 1 Nov 2026",
        "/district": "Results up to 9 Oct 2026",
    }
    for at, said in said_of.items():
        assert (at, text_of_bar(at)) == (at, said)
    assert "As of 13 Oct 2026" in text_of_bar("/fide?on=2026-10-13")


def test_namesakes_are_told_apart_on_a_phone_too(visitor: TestClient) -> None:
    """Three and a Claus-Dieter; years and clubs have no columns there.  The menu has the lists."""
    page = visitor.get("/search?q=dornberger, dieter").text
    lines = re.findall(r'<span class="only-small">(.*?)</span>', page)
    assert len({*lines}) == 4
    assert "1982 · SC Rochade Acker am Stein" in text_of(f"<main {''.join(lines)}")
    assert "/fide" in links_of(page.partition("<main")[0])
    assert ">Status<" not in page


def test_a_search_shows_everybody_once_with_the_ratings_in_every_list(
    visitor: TestClient,
) -> None:
    page = visitor.get("/search?q=ackerbauer, b").text
    assert page.count("Ackerbauer, Britta</") == 1
    assert "2494 DWZ 2014 2216 FIDE 2024" in text_of(page)  # the titles of the lists are long


def test_a_search_finds_clubs_and_leads_to_their_lists(visitor: TestClient) -> None:
    """SK Turm Ackerburg has its list in each of three; some are called Turm, two cups after it."""
    page = visitor.get("/search?q=turm ackerburg").text
    assert "1 club SK Turm Ackerburg 1921 e. V. DWZ 2014 FIDE 2024 INGO 1960" in text_of(page)
    (club, *_) = (it for it in links_of(page) if "club=SK+Turm" in it)
    assert "SK Turm Ackerburg 1921 e. V." in visitor.get(club).text.partition("</h1>")[0]
    said = text_of(visitor.get("/search?q=turm").text)
    assert "3 players" in said
    assert "2 tournaments" in said
    assert "club" not in text_of(visitor.get("/search?q=schmidt").text).partition("players")[2]


def test_a_search_shows_some_clubs_of_many(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Schachfreunde, a Schachklub, a Schachverein and a Schachabteilung are among the twelve."""
    assert "4 clubs" in text_of(visitor.get("/search?q=schach").text)
    monkeypatch.setattr(search, "MOST_FOUND", 2)
    assert "2 clubs The first 2 are shown." in text_of(visitor.get("/search?q=schac").text)


def test_a_large_tournament_has_a_page_to_print_with_everything(visitor: TestClient) -> None:
    page = visitor.get(f"{WESTFALEN}?part=all").text
    assert len(re.findall(r'<tr id="p\d+"', page)) == 220
    assert page.count("<details open") >= 9
    assert f"{WESTFALEN}?part=all" in visitor.get(WESTFALEN).text


def test_the_rounds_of_a_league_are_its_matches_and_its_players_are_by_points(
    visitor: TestClient, copy: str
) -> None:
    """Five had 7 points, as only four had more; 7 of 8 is the best percentage of these."""
    league = "/district/tournaments/league-2026"
    last = text_of(visitor.get(f"{league}?part=rounds").text)
    assert "Round 11 SK Turm Ackerburg 1921 e. V. 1 : 7 Schachfreunde Lindental" in last
    assert "Winner: SF Waldstadt (MP 20, BP 56) · 120 players" in last
    for address in ("part=rounds&round=3", "round=3", "part=teams&round=3"):
        page = visitor.get(f"{league}?{address}").text
        assert '<b aria-current="page">Rounds</b>' in page
        assert re.findall(r"<(?:summary|h3)>(Round \d+)", page) == ["Round 3"]
    with logged_in(copy, "Otto Officer", "officer") as officer:
        assert officer.get(f"{league}?round=3").text.count('class="correct"') == 48
    for old in ("Standings", "Progress table"):
        assert f">{old}</a>" not in page
    page = visitor.get(f"{league}?part=standings").text
    assert '<b aria-current="page">Players</b>' in page
    team = "Schachverein Großdorn 1978"
    row = ["5–9", f"Ackerhofer, Uwe 2449-18 · {team}", "2449-18", team, "1", "7 /8", "8", "87.5"]
    assert _row(page, "Ackerhofer, Uwe")[:8] == row
    assert "Ackerhofer" in page.partition('id="p5"')[2].partition("</tr>")[0]
    assert "Players by points, of equal ones the best percentage first." in text_of(page)
    third = "Schmidt, Maximilian 7½/10, Hirschmüller, Felix 7½/10"
    best = f"Ackerbauer, Friedrich 9½/11, Ackerbauer, Britta 8½/10, {third}"
    assert f"Best scorers: {best} Gained most:" in text_of(page)
    assert "BH" not in text_of(page)
    assert f"club={quote_plus(team)}" in page
    assert "Standings by other methods" not in page


def test_the_crosstable_of_a_round_robin_has_the_ratings_before_it(visitor: TestClient) -> None:
    page = visitor.get("/district/tournaments/club-1-2026").text
    crosstable = page.partition("<h2>Crosstable")[2].partition("</section>")[0]
    assert _row(crosstable, "Eichenhauer")[:4] == [
        "1",
        "Eichenhauer, Hans-Joachim",
        "1931-10",
        "8",
    ]
    assert _row(page.partition("<h2>Ratings")[2], "Eichenhauer")[1] == "1931-10"
    assert "E development coefficient" in text_of(page)
    forfeit = text_of(visitor.get("/district/tournaments/club-11-2026").text)
    assert "ff: not played." in forfeit
    assert "ff: not played." not in text_of(page)


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
    white, black = (_row(pairings, name) for name in ("Dornberger, C", "Dornbauer, C"))
    assert white[:5] == [
        "1",
        "○ Dornberger, Claus-Dieter #1 · 1561 · Points 3",
        "1561",
        "3",
        "0.04",
    ]
    assert black[:5] == ["", "● Dornbauer, Christoph 2044 · Points 4", "2044", "4", "0.96"]
    assert "The file has no boards: the pairings are numbered by points." in said


def test_a_card_without_a_rating_does_not_say_that_games_counted(visitor: TestClient) -> None:
    """Eichenbauer has four games for a first FIDE rating, which takes five (7.1.4)."""
    page = text_of(visitor.get("/fide/players/d0133").text)
    assert page.count("kept until") == 4
    assert "games that counted" not in page.lower()
    assert "10 opponents in games that counted" in text_of(visitor.get("/fide/players/d0034").text)


def _row(page: str, name: str) -> list[str]:
    """The cells of the line of a table with a name."""
    rows = re.findall(r"<tr[ >].*?</tr>", page, re.DOTALL)
    (row,) = (each for each in rows if name in each and "<td" in each)
    cells = re.split(r"<t[dh][ >]", row)[1:]
    return [text_of(f"<main><td {each}").strip() for each in cells]


def test_a_column_that_says_the_same_in_every_row_is_left_out(visitor: TestClient) -> None:
    """All tournaments of the first of the list were rated; not everybody was at the Westfalen."""
    assert ">Status<" not in visitor.get("/district/players/d0154").text
    assert ">Status<" in visitor.get(f"{WESTFALEN}?part=ratings").text


def test_changes_open_on_the_last_published_list(visitor: TestClient) -> None:
    """Published for 1 July and recorded; since then five tournaments, a late one among them."""
    page = visitor.get("/district/changes").text
    text = text_of(page)
    assert "1 Jul 2026 → 9 Oct 2026" in text
    assert "/district/changes" in links_of(visitor.get("/").text)
    assert not re.search(r"The result of round [^.]*was submitted", text)
    assert "Seniorencup um den Wanderpokal der Sparkasse (ended 22 May 2026)" in text
    assert "/district/tournaments/senior-cup-2026" in {
        each.partition("?")[0] for each in links_of(page)
    }
    blocks = _blocks(page)
    assert [*blocks][:6] == [
        *("Largest gains", "Largest losses", "Best rating so far", "Rated for the first time"),
        *("For a newsletter", "Westfalen Open 2026"),
    ]
    gained = ["Mühlhauer, Detlef", "1572", "1717", "▲ +145"]
    assert _row(blocks["Largest gains"], "Mühlhauer") == gained
    assert _row(blocks["Westfalen Open 2026"], "Mühlhauer") == gained
    lost = ["Ostermeier, Hans-Joachim", "1383", "1275", "▼ −108"]
    assert _row(blocks["Largest losses"], "Ostermeier") == lost
    league = blocks["Bezirksliga Ackerburg-Lindental 2025/26"]
    assert "Why?" in league  # its players' later opponents played the late cup: that is the cause
    assert "Seniorencup um den Wanderpokal der Sparkasse (ended 22 May 2026)" in league
    assert _row(blocks["Rated for the first time"], "Birkenmeier")[1:] == ["1550"]
    (best,) = re.findall(
        r'href="(/district/players/\w+)"><bdi>Dornhauer', blocks["Best rating so far"]
    )
    assert "best 2477 (" in text_of(visitor.get(best).text)
    assert _row(blocks["Best rating so far"], "Dornhauer")[2] == "2477"
    links = [each for each in links_of(page) if "from_on=2025-12-31&from_known=" in each]
    assert "31 Dec 2025 → 9 Oct 2026" in text_of(visitor.get(links[0]).text)
    assert elements_of(page) <= MOST_ELEMENTS


def _blocks(page: str) -> dict[str, str]:
    """The sections of *Changes* by their headings."""
    found = re.findall(r"<h2>(.*?)</h2>(.*?)</section>", page, re.DOTALL)
    return {text_of(f"<main>{heading}").strip(): table for heading, table in found}


def test_each_tournament_has_the_changes_that_the_cards_state(visitor: TestClient) -> None:
    """Schulze-Wechsungen gained 200: 131 in the club's tournament and 69 in the open after it."""
    blocks = _blocks(visitor.get("/district/changes").text)
    club, summer = (
        "Vereinsmeisterschaft 2026 SK Unterlinden",
        "Internationales Sommer-Open der Stadt Ackerburg 2026",
    )
    by_hand = {
        club: ["1375", "1506", "▲ +131"],
        summer: ["1506", "1575", "▲ +69"],
        "Largest gains": ["1375", "1575", "▲ +200"],
    }
    for heading, cells in by_hand.items():
        assert _row(blocks[heading], "Schulze-Wechsungen, Dieter")[1:] == cells
    assert _row(blocks["Westfalen Open 2026"], "Falkenberger, Dieter")[3] == "▲ +103"


def test_the_parts_of_a_change_add_up_to_what_the_card_says_since_the_list(
    visitor: TestClient,
) -> None:
    """The league, ended on 31 May, is evaluated again after a cup of 22 May that came in October.

    1918 → 1885 instead of 1884 there, and +36 in the Westfalen: 37 since the list of 1 July.
    """
    card = visitor.get("/district/players/d0011").text
    parts = "+36 by new results, +1 by corrections or late reports"
    assert f"▲ +37 since 1 Jul 2026: {parts}" in text_of(card)
    (more,) = (each for each in links_of(card) if "/district/changes?player=d0011" in each)
    page = visitor.get(unescape(more)).text
    blocks = _blocks(page)
    assert _row(page[: page.index("<h2>")], "Eichenmüller")[1:] == ["1884", "1921", "▲ +37"]
    assert _row(blocks["Westfalen Open 2026"], "Eichenmüller")[1:] == ["1885", "1921", "▲ +36"]
    league = blocks["Bezirksliga Ackerburg-Lindental 2025/26"]
    assert _row(league, "Eichenmüller")[1:] == ["−34", "−33", "▲ +1"]
    assert "Evaluated again after corrections or late results: 1 player differs" in text_of(
        f"<main>{league}"
    )
    cup = blocks["Seniorencup um den Wanderpokal der Sparkasse"]
    assert "was submitted on 9 Oct 2026" in cup
    assert "<table" not in cup


def test_the_best_ratings_so_far_are_the_strongest_of_all_who_have_one(
    visitor: TestClient,
) -> None:
    """Since the event 6195 31 players; the fifth of them, 1994, is far from the strongest."""
    page = visitor.get("/district/changes?from_known=6195").text
    block = _blocks(page)["Best rating so far"]
    asked = "/api/v1/pools/district/diff?from_known=6195"
    gained = [
        row
        for row in visitor.get(asked).json()
        if row["before"] and row["after"] and 1994 <= row["after"] > row["before"]
    ]
    best = []
    for row in sorted(gained, key=lambda row: -row["after"]):
        profile = visitor.get(f"/api/v1/pools/district/players/{row['player']}/profile").json()
        best += [row["player"]] * (profile["peak"]["figure"] == row["after"])
    assert re.findall(r'scope="row"><a href="/district/players/(\w+)"', block) == best[:5]
    assert "5 of " in text_of(f"<main>{block}")


def test_the_results_of_one_submission_are_one_sentence(visitor: TestClient) -> None:
    """The Westfalen's last 96 games, the events 6203 to 6298, after all others of it."""
    text = text_of(visitor.get("/district/changes?from_known=6202&to_known=6298").text)
    assert "96 results of Westfalen Open 2026 were submitted on 11 Oct 2026" in text
    assert "more events had a part in it" not in text


def test_two_rulebooks_of_one_scale_are_compared_in_one_chart(visitor: TestClient) -> None:
    """Under the editions of 2014 and 2026: the lists of today, on one axis, not then and now."""
    page = visitor.get("/district/compare?rulebook=dwz-2026").text
    assert page.count("Ratings under both rulebooks") == 2  # the chart's name and its caption
    assert "Ratings then and now" not in page
    assert elements_of(page) <= MOST_ELEMENTS


def test_an_audit_begins_with_a_sentence_a_line_of_arithmetic_and_the_games(
    visitor: TestClient,
) -> None:
    """DWZ 4.9.1 by hand: 2502 + 800 (7.5 - 7.87) / 39 = 2494.4; the steps are folded."""
    page = visitor.get("/district/players/d0154/audit/westfalen-2026").text
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    why = text_of(f"<main {games}")
    assert "Scored 7½ of 9; 7.87 was expected." in why
    assert "2502 + 800 · (7½ − 7.87) / (30 + 9) = 2494" in why
    gerd = _row(games, "Mühlfeld, Gerd")[:5]  # on a phone his rating is below his name
    assert gerd == ["1", "Mühlfeld, Gerd 2431", "2431", "½", "0.60"]
    assert "White Black Bars: the points, over the expectation in grey." in why
    rows = re.findall("<tr>.*</tr>", games.partition("<tbody>")[2].partition("</tbody>")[0])
    expected = [float(re.findall(r'<td class="n">([01]\.\d+)', row)[0]) for row in rows]
    assert f"{sum(expected):.2f}" == "7.88"
    assert "The sum is that of the expectations before they are rounded." in why
    assert re.findall(r'<details class="worked"( open)?>', page) == ["", ""]


def test_an_audit_of_a_fide_list_has_a_table_of_its_games(visitor: TestClient) -> None:
    """FIDE 8.3.4 by hand: 40 (0.42 + 0.18 - 0.62 + 0.08 + 0.08 + 0.27) = 40 * 0.41 = 16.4."""
    page = visitor.get("/fide/players/d0154/audit").text
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    assert "2200 + 40 · (5 − 4.59) = 2216" in text_of(f"<main {games}")
    row = _row(games, "Dornhauer, Friedrich")
    assert row == ["Dornhauer, Friedrich 2111", "2111", "+89", "0", "0.62", "−24.80"]
    assert games.count("<tr>") == 8
    assert _row(games, "Sum") == ["Sum", "", "", "5", "4.59", "+16.40"]


def test_a_feed_is_dated_by_the_recording_so_that_late_ones_surface(visitor: TestClient) -> None:
    """The senior cup of May was recorded on 9 October, two days before the Westfalen."""
    feed = visitor.get("/district/feed.atom").text
    entries = re.findall(r"<entry>.*?</entry>", feed, re.DOTALL)
    assert "<title>Westfalen Open 2026</title>" in entries[0]
    assert "<updated>2026-10-11T18:00:00" in entries[0]
    assert "<summary>220 players, Winner: Eichenbauer, Detlef</summary>" in entries[0]
    assert "<title>Seniorencup um den Wanderpokal der Sparkasse</title>" in entries[1]
    assert "<updated>2026-10-09T18:00:00" in entries[1]
    assert len(entries) == 30
    own = visitor.get("/district/players/d0154/feed.atom").text
    assert "<updated>2026-10-11T18:00:00" in own
    assert "<summary>2502-32 → 2494-33</summary>" in own


@pytest.mark.parametrize(
    ("at", "title", "text"),
    [
        ("/district/players/d0154", "Ackerbauer, Britta", "2494-33 · place 1 of 339 · SC Rochade"),
        (WESTFALEN, "Westfalen Open 2026", "9 Oct 2026 · 220 players · Winner: Eichenbauer, Detl"),
        (
            "/district",
            "Bezirksliste der",
            "DWZ (Wertungsordnung 2014) · 339 players · Ackerbauer,",
        ),
    ],
)
def test_a_link_that_is_sent_has_a_title_and_a_text(
    visitor: TestClient, at: str, title: str, text: str
) -> None:
    head = unescape(visitor.get(at).text.partition("</head>")[0])
    assert f'<meta property="og:title" content="{title}' in head
    assert f'<meta property="og:description" content="{text}' in head
    assert f'<meta name="description" content="{text}' in head
    assert re.search(rf'<meta property="og:url" content="http[^"]+{at}">', head)


@pytest.mark.parametrize(
    "audit",
    [
        "/district/players/d0154/audit/westfalen-2026",
        "/fide/players/d0154/audit",
        "/juniors/players/d0029/audit",
    ],
)
def test_every_paragraph_of_an_audit_leads_to_it_in_the_rulebook(
    visitor: TestClient, audit: str
) -> None:
    page = visitor.get(audit).text
    cited = re.findall('<span class="rule"><a href="([^"#]+)#([^"]+)">', page)
    assert len(cited) == page.count('class="rule"') > 3
    for address in {address for address, _ in cited}:
        places = re.findall('<tr id="([^"]+)">', visitor.get(address).text)
        assert {place for to, place in cited if to == address} <= {*places}


def test_the_paragraphs_of_a_rulebook_are_those_of_its_document(visitor: TestClient) -> None:
    """DWZ 2014 3.3 has the text of 4.6 in the edition of 1995; nothing is under another name."""
    page = visitor.get("/district/rulebooks/dwz-2014").text
    assert '<th scope="row">DWZ 2014 3.3</th><td lang="en">We is the sum of the' in page
    assert visitor.get("/district/rulebooks/dwz-1066").status_code == 404


@pytest.mark.parametrize("at", ["/district", "/district/players/d0154", WESTFALEN])
def test_a_link_that_is_sent_has_a_picture_of_its_title_and_text(
    visitor: TestClient, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1200 × 630; width and height are bytes 16 to 24 of a PNG (RFC 2083, 11.2.1)."""
    drawn: list[tuple[str, list[str]]] = []
    draw = link_picture.link_picture

    def noted(title: str, texts: list[str], *rest: str) -> bytes:
        drawn.append((title, texts))
        return draw(title, texts, *rest)

    monkeypatch.setattr(link_picture, "link_picture", noted)
    head = unescape(visitor.get(at).text.partition("</head>")[0])
    (address,) = re.findall(r'<meta property="og:image" content="http://[^/]+([^"]+)">', head)
    picture = visitor.get(address)
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    ((title, texts),) = drawn
    assert f'<meta property="og:title" content="{title}">' in head
    assert re.sub("[\u2066-\u2069]", "", head).count(" · ".join(texts)) == 2


def test_a_picture_has_no_parameters_but_the_clocks(visitor: TestClient) -> None:
    """A tournament answers ``find`` with another address, which is no picture."""
    address = "/district/tournaments/summer-2026/link.png"
    plain, searched = visitor.get(address), visitor.get(f"{address}?find=a")
    assert (searched.status_code, searched.content) == (200, plain.content)


@pytest.mark.parametrize("clocks", ["known_at=0", "on=0001-01-01"])
def test_a_list_before_all_days_is_empty(visitor: TestClient, clocks: str) -> None:
    """The quarters before the first day of the calendar are none."""
    assert visitor.get(f"/district?{clocks}").status_code == 200


def test_of_the_past_and_without_a_font_no_picture_is_named(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "og:image" not in visitor.get("/district?on=2026-01-01").text
    monkeypatch.setattr(fonts, "FONTS", ("no font has this name",))
    fonts._font.cache_clear()
    assert visitor.get("/fide/link.png").status_code == 404
    assert "og:image" not in visitor.get("/juniors").text
    fonts._font.cache_clear()


@pytest.mark.parametrize(
    ("at", "document", "said"),
    [
        ("/district?club=Falkensee&sort=club", ".pdf?sort=club&club=Falkensee", "SC Falkensee"),
        ("/district/players/d0154", "/players/d0154/card.pdf", "Ackerbauer, Britta"),
        ("/district/tournaments/club-3-2026", "/tournaments/club-3-2026/table.pdf", "Standings"),
    ],
)
def test_a_page_that_is_worth_a_sheet_has_it_as_a_pdf(
    visitor: TestClient, at: str, document: str, said: str
) -> None:
    pytest.importorskip("weasyprint")
    assert f"/district{document}" in links_of(visitor.get(at).text)
    answer = visitor.get(f"/district{document}")
    assert answer.headers["content-type"] == "application/pdf"
    sheets = PdfReader(io.BytesIO(answer.content)).pages
    texts = [sheet.extract_text() for sheet in sheets]
    assert any(said in text for text in texts)
    headed = [text for text in texts if re.search(r"^Opponents$", text, re.MULTILINE)]
    assert all("Opponent Games Score" in text for text in headed), "a heading stands alone"


@pytest.mark.slow
def test_a_sheet_of_a_list_has_a_line_for_each_of_fifty_players(visitor: TestClient) -> None:
    """The longest name of a club, Schachfreunde Lindental-Hofstetten 1952, is not broken."""
    pytest.importorskip("weasyprint")
    sheet = PdfReader(io.BytesIO(visitor.get("/district.pdf").content)).pages[1]
    lines = re.findall(r"^\d+ .*(?:[+\u2212]\d+|=|new|back)$", sheet.extract_text(), re.MULTILINE)
    assert len(lines) >= 50
    index = re.findall(r"-(\d+)(\u2007?)", sheet.extract_text())
    assert {len(number) + len(room) for number, room in index} == {2}, "the dashes are in line"


@pytest.mark.parametrize(
    ("at", "document"),
    [("/district/players/d0154", "card.pdf"), ("/district/tournaments/club-3-2026", "table.pdf")],
)
def test_a_sheet_leads_a_telephone_to_its_page(
    visitor: TestClient, at: str, document: str
) -> None:
    pytest.importorskip("weasyprint")
    first = PdfReader(io.BytesIO(visitor.get(f"{at}/{document}").content)).pages[0]
    links = {it.get_object()["/A"]["/URI"] for it in first["/Annots"]}
    assert links == {f"http://127.0.0.1:8000{at}"}


def test_a_final_table_on_paper_has_what_decides_between_equal_points(
    visitor: TestClient,
) -> None:
    """The fourth has beaten 6½, 6, 3½, 2½ and 0 points and drawn with 4½ and 2: SB 21¾."""
    pytest.importorskip("weasyprint")
    answer = visitor.get("/district/tournaments/club-3-2026/table.pdf").content
    sheet = PdfReader(io.BytesIO(answer)).pages[0].extract_text()
    assert "Place Name Points SB 1 2 3" in sheet
    assert "4 Ackerbauer, Emre 6 21.75 0 0 1 1 0 ½ 1 1 ½ 1" in sheet


def test_a_card_on_paper_shows_its_ratings_in_a_chart(visitor: TestClient) -> None:
    """Its band, the newest year, three levels, and the best figure over its mark."""
    pytest.importorskip("weasyprint")
    answer = visitor.get("/district/players/d0154/card.pdf").content
    sheet = PdfReader(io.BytesIO(answer)).pages[0].extract_text()
    assert "Rating history" in sheet
    assert "DWZ 2014\n2026\n9 Oct 2026\n2450\n2500\n2550\n2516\n" in sheet


def test_a_list_too_long_for_a_pdf_has_none(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_list, "MOST_ON_PAPER", 20)
    assert not any(".pdf" in it for it in links_of(visitor.get("/district?letter=A&top=21").text))
    assert "at most 20 players" in text_of(visitor.get("/district.pdf?letter=A&top=21").text)
    assert visitor.get("/district.pdf?letter=Z&top=2").status_code == 200


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


def test_games_without_boards_hang_by_the_points_before_their_round(visitor: TestClient) -> None:
    """The higher score of a pairing first, then both scores, then the smaller start number.

    In TRF16 the name is in columns 15 to 47, and each round has ten from 90 on.
    """
    content = Files(District(1)).running_with_next_round.content.decode()
    lines = {int(it[4:8]): it for it in content.splitlines() if it.startswith("001")}

    def points(player: int, round_: int) -> float:
        results = (lines[player][98 + 10 * at : 99 + 10 * at] for at in range(round_ - 1))
        return sum({"1": 1, "=": 0.5}.get(it, 0) for it in results)

    def place(board: tuple[int, int], round_: int) -> tuple[float, ...]:
        scores = [points(it, round_) for it in board]
        return -max(scores), -sum(scores), min(board)

    page = visitor.get("/district/live").text
    for round_, begins in ((4, "<li>"), (5, "<tbody>")):
        cells = {it: line[79 + 10 * round_ : 89 + 10 * round_] for it, line in lines.items()}
        boards = [(it, int(cell[2:6])) for it, cell in cells.items() if cell[7] == "w"]
        shown = page.partition(f"<summary>Round {round_}")[2].partition("</details>")[0]
        names = [
            re.findall(r'<bdi>(.*?)</bdi>|class="withheld">', it)[0]
            for it in shown.split(begins)[1:]
        ]
        in_order = sorted(boards, key=lambda board: place(board, round_))
        assert len(names) == 23
        for name, (white, _) in zip(names, in_order, strict=True):
            assert name in (lines[white][14:47].strip(), "")


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


def test_a_season_in_review_begins_with_its_story(visitor: TestClient, district: str) -> None:
    pytest.importorskip("weasyprint")
    with Ledger(district, clock=lambda: NOON) as ledger:
        season = ledger.pool("district").review()
    (gain, *_), (upset, *_), (run, *_) = season["gains"], season["upsets"], season["unbeaten"]
    said = text_of(visitor.get("/district/review").text).replace(" ,", ",")
    assert "Season in review: Bezirksliste der Schachvereinigung Ackerburg-Lindental" in said
    assert f"Gained most: {gain['name']}, +{gain['change']:.0f} ({gain['after']:.0f})." in said
    both = f"{upset['winner_name']} – {upset['loser_name']}, {upset['title']}"
    odds = f"{100 * upset['expected']:.1f} % of the point expected"
    assert f"{upset['winner_name']} – {upset['loser_name']} {upset['title']} 0.2 %" in said
    assert f"Upset of the season: {both} ({odds})." in said
    assert f"Longest unbeaten: {run['name']}, {run['games']} games." in said
    file = visitor.get("/district/review/html").text
    assert ": <bdi>Bezirksliste der Schachvereinigung Ackerburg-Lindental</bdi></h1>" in file
    page = visitor.get("/district/players/d0133/review").text
    drawn, own = page.partition("<figure>")[2].partition("</figure>")[0], text_of(page)
    assert '<text class="year peak"' in drawn, "the chart of the season"
    sheets = PdfReader(io.BytesIO(visitor.get("/district/review/pdf").content)).pages
    printed = "\n".join(sheet.extract_text() for sheet in sheets)
    assert f"Oster-Open Lindental 2026 {100 * upset['expected']:.1f} %" in printed
    assert "31 Dec 2025 (337)" in printed.partition("Ratings then and now")[2]
    assert "1 Jan 2026 – 12 Oct 2026 (so far)" in own
    assert "31 Dec" not in said.replace("31 Dec 2025", "")
    last = text_of(visitor.get("/district/review?from=2025-01-01&to=2025-12-31").text)
    assert "1 Jan 2025 – 31 Dec 2025 ·" in last
    asked = text_of(visitor.get("/district/review?on=2026-05-01").text)
    assert "1 Jan 2026 – 1 May 2026 (so far)" in asked
    assert "; rating from 2283 to 2317 (+34)." in own
    # The days of rounds in a tournament are not known: only by when the last game was played.
    assert "Longest run without a loss: 14 games, up to 9 Oct 2026." in own
    rows = page.partition("<h2>Tournaments</h2>")[2].partition("</table>")[0]
    assert _row(rows, "Westfalen Open 2026")[2:] == ["1 of 220", "8½/9", "2317", "▲ +28"]
    assert rows.count("<tr>") == 1 + 2
    assert "Place in the list: 7 → 6 ▲ +1 of 339." in own
    assert "Podiums: 1 first place." in own


def test_a_players_season_is_told_in_sentences(visitor: TestClient) -> None:
    """7½ of 9, 8½ of 10, 6 of 7: 22 of 26, expected 7.87 + 9.19 + 5.97 = 23.0.

    Two have more than her 7½ points in Westfalen and one has 6½ in Lindental; +1 is her only gain.
    The strongest whom she beat in 2026 is Norbert, 2309 when she had 2516: 0.77 was expected.
    """
    said = text_of(visitor.get("/district/players/d0154/review").text)
    sums = "22 of 26 points in 3 tournaments that counted (expected 23.0)"
    assert f"{sums}; rating from 2515 to 2494 (−21)." in said
    best = "Best tournament: Oster-Open Lindental 2026 , 6/7, place 2 of 91, +1."
    assert best in said
    assert "Podiums: 1 second place, 1 third place." in said
    assert re.search(r"Best win: Falkenhauer, Norbert , .* \(expected 0.77\)\.", said)


def test_the_list_of_a_club_begins_with_a_glance_at_it(visitor: TestClient) -> None:
    """(2494 + 2477 + 2035 + 2018 + 1979 + 1869 + 1867 + 1821) / 8 = 2070."""
    page = visitor.get("/district?club=SC Rochade Acker am Stein").text
    said = text_of(page)
    assert "SC Rochade Acker am Stein" in said[: said.index("Ratings as of")]
    assert "Mean of the first 8 2070" in said
    assert "Youngest Ackerhofer, Maximilian (2016)" in said
    assert "Gained most since 1 Jul 2026 Mühlbauer, Ingo ▲ +60 Birkenmann, Arno (1945)" in said
    own = "Vereinsmeisterschaft 2026 SC Rochade Acker am Stein"
    assert f"Tournaments {own} Vereinsmeisterschaft 2025" in said
    children = text_of(visitor.get("/district?club=SC Rochade Acker am Stein&age=U12").text)
    glance = said[said.index("Mean of the first") : said.index("Filter the list")]
    assert glance in children, "the same on every tab"
    other = text_of(visitor.get("/district?club=SC Falkensee").text)  # rapid games are in its town
    assert re.search(r"Tournaments Verein[^▶]*2026 SC Falkensee Verein\S* 2025 SC Falk", other)
    head = page[page.index('<table class="list">') : page.index("<tbody>")]
    assert ">Club<" not in head  # in every row the same
    assert (
        '<details class="filters more"><summary>Filter the list' in page
    )  # the members come first
    whole = visitor.get("/district").text
    assert 'href="/district?club=SC+Rochade+Acker+am+Stein"' in whole
    assert "Mean of the first" not in whole
    assert "Mean of the first" not in visitor.get("/district?club=Schach").text


def test_a_list_and_a_card_say_how_ratings_are_read(visitor: TestClient) -> None:
    """A DWZ is 2477-45, an Ingo number 100 /5; a rating of FIDE is a number alone."""
    index = "The number behind a rating is its index, the number of evaluations."
    count = (
        "A lower number is better. The number behind a rating is the number of its evaluations."
    )
    for of in ("", "/players/d0029"):
        for pool, said in (("district", index), ("juniors", count)):
            assert said in text_of(visitor.get(f"/{pool}{of}").text)
        for pool in ("district", "fide"):
            assert "A lower number" not in text_of(visitor.get(f"/{pool}{of}").text)
        assert "The number behind" not in text_of(visitor.get(f"/fide{of}").text)


def test_a_list_says_when_each_played_last_and_who_was_corrected(visitor: TestClient) -> None:
    """Bastian's last game was in the league; a star is for who has not played since July."""
    page = visitor.get("/district").text
    league = 'title="Bezirksliga Ackerburg-Lindental 2025/26">31 May 2026<'
    assert re.search(rf"Eichenfeld, Bastian((?!<tr).)*{league}", page, re.DOTALL)
    starred = re.findall(r'/players/(\w+)"><bdi>(?:(?!<tr).)*>\* <span', page, re.DOTALL)
    assert "d0328" in starred
    assert "* by a correction or a late report" in text_of(page)
    known = facts()
    lately = [it for it, each in known.tournaments.items() if each["ended_on"] > "2026-07-01"]
    games = [game for it in lately for game in known.games[it].values()]
    assert not {*starred} & {game.get(side) for game in games for side in ("white", "black")}


def test_a_filtered_list_has_the_places_in_it_beside_those_of_the_whole(
    visitor: TestClient,
) -> None:
    """The best woman is first of all; the places of the women are counted, equal ones shared."""
    page = visitor.get("/district?sex=f").text
    rows = [re.split(r"<t[dh][ >]", row)[1:3] for row in page.split("<tr>")[2:]]
    places = [tuple(text_of(f"<main {cell}").strip() for cell in row) for row in rows]
    assert places[0] == ("1", "1")
    within, whole = zip(*places, strict=True)
    assert within[:5] == ("1", "2", "3", "4", "5")
    assert [*map(int, whole)] == sorted(map(int, whole)) != [*map(int, within)]
    assert "Here" not in text_of(visitor.get("/district").text)


def test_the_files_below_a_filtered_list_have_its_players(visitor: TestClient) -> None:
    page = visitor.get("/district?sex=f&age=U18").text
    (link,) = (each for each in links_of(page) if each.startswith("/district.csv"))
    names = re.findall(r'/players/[^"]+"><bdi>([^<]+)', page)
    rows = visitor.get(link).text.splitlines()[1:]
    assert len(rows) == len(names) > 3
    assert "This list:" in page
    assert len(visitor.get("/district.csv").text.splitlines()) == 340


def test_a_card_begins_with_the_movement_the_share_and_the_best_rating(
    visitor: TestClient,
) -> None:
    """Second of 339: better than 337 of 339; 2430 on the list of 1 July, 2477 is his best.

    The corrected game against Ackerhofer, 1:0 instead of 0:1, is worth 20 of the 47.
    """
    text = text_of(visitor.get("/district/players/d0034").text)
    assert "▲ +47 since 1 Jul 2026: +27 by new results, +20 by corrections or late" in text
    assert "better than 99 % of the list · best 2477 ( 9 Oct 2026 )" in text
    assert (
        "since" not in text_of(visitor.get("/juniors/players/d0029").text).partition("Rating")[0]
    )


def test_who_has_no_rating_yet_reads_what_is_missing(visitor: TestClient) -> None:
    """FIDE 7.1.4: five games; Adler has four and nobody else's; Björn has played none."""
    page = visitor.get("/fide/players/d0020").text
    said = text_of(page)
    assert "No rating in this list yet. A first rating needs five games" in said
    assert "4 games are kept for it, 1 more is needed." in said
    (games,) = _blocks(page).values()
    assert games.count("kept until") == 4
    assert games.count('<details class="of-row" open>') == games.count("<details")
    opponents = re.findall(r'<a href="/fide/players/(d\d+)">', games)
    assert len(opponents) == len({*opponents}) == 5, "once, one of them not counted"
    assert "Ended on Status Points Games List Performance" in said  # no rating before or after
    nothing = visitor.get("/fide/players/d0116").text
    assert "None is kept for it so far." in text_of(nothing)
    for link in links_of(nothing.partition("<main")[2].partition("</main>")[0]):
        assert not re.search("audit|review|card|feed|careers", link)


def test_a_card_has_the_ratings_in_other_lists(visitor: TestClient) -> None:
    """2200 after her first rated games, and 16.4 more; Björn has no games under FIDE."""
    text = text_of(visitor.get("/district/players/d0154").text)
    assert "FIDE-Elo der Turniere im Bezirk 2216" in text
    assert 'href="/fide/players/d0154"' in visitor.get("/district/players/d0154").text
    of_bjoern = text_of(visitor.get("/district/players/d0116").text)
    assert "FIDE-Elo" not in of_bjoern.partition("Other lists:")[0]


def test_a_rating_that_is_typed_is_calculated(visitor: TestClient) -> None:
    """50 points are 0.43 of a game: 800 · 0.57 / (25 + 1) = 17.5, where E = 1.8⁴ + 15 = 25."""
    answer = visitor.get("/district/calculate?player=1800-12&opponent.1=1850-5&result.1=1")
    assert answer.status_code == 200
    assert "1800-12 → 1818-13" in text_of(answer.text)
    unrated = visitor.get("/district/calculate?opponent.1=1850-5&result.1=1")
    assert "unrated → unrated" in text_of(unrated.text)


def test_each_published_list_says_who_published_it_and_leads_to_its_changes(
    visitor: TestClient,
) -> None:
    """The list of 1 July was published two days later; the one before it was of 31 March."""
    page = visitor.get("/district/published").text
    assert "Published lists Bezirksliste der Schachvereinigung Ackerburg-" in text_of(page)
    row = _row(page, "Rating list of 1 Jul 2026")
    assert row[0] == "Rating list of 1 Jul 2026 published on 3 Jul 2026 · Bezirksspielleiter"
    assert row[1:4] == ["338", "since 31 Mar 2026", "✓ confirmed 62 ratings would differ"]
    (changes,) = (it for it in links_of(page) if "from_on=2026-03-31" in it and "to_on" in it)
    assert "31 Mar 2026 → 1 Jul 2026" in text_of(visitor.get(changes).text)
    assert _row(page, "Rating list of 31 Dec 2025")[2] == "–"


def test_a_published_list_is_taken_along_as_it_was_published(visitor: TestClient) -> None:
    """338 players on 1 July, Friedrich with 2430; the list of today has 339 and his 2477."""
    links = links_of(visitor.get("/district/published").text)
    newest = next(link for link in links if ".csv?on=2026-07-01" in link)
    heading, *rows = visitor.get(newest).text.splitlines()
    assert len(rows) == 338
    assert any(",d0034," in row and ",2430," in row for row in rows), heading
    assert len([link for link in links if ".xlsx?" in link]) == 3
    as_published = visitor.get(newest.replace(".csv", "")).text
    assert "Rating list of 1 Jul 2026" in text_of(as_published)
    assert "Ratings as of 1 Jul 2026" in text_of(visitor.get("/district?on=2026-07-01").text)


def test_a_best_rating_that_was_carried_over_has_no_day(visitor: TestClient) -> None:
    """Bastian came with 2368 and has not had it since."""
    text = text_of(visitor.get("/district/players/d0328").text)
    assert "best 2368 In the list" in text


def test_a_tournament_on_a_card_opens_to_its_games(visitor: TestClient) -> None:
    page = visitor.get("/district/players/d0154").text
    games = re.findall(r'<details class="of-row">(.*?)</details>', page, re.DOTALL)
    assert len(games) == 6
    first = text_of(f"<main {games[0]}")
    assert "9 games" in first
    assert "9 Oct 2026 · 7½/9" in text_of(page), "on phones, which have no column for it"
    assert "■ ½ Mühlfeld, Gerd (2431) · expected 0.60 □ 1 Leutheusser-Hohenstein, Dieter" in first
    for html, rounds in zip(games, (9, 10, 7, 9, 10, 9), strict=True):  # the league had a pause
        numbers = [*map(int, re.findall(r'<li value="(\d+)">', html))]
        assert numbers == sorted({*numbers})
        assert len(numbers) == rounds
    assert elements_of(page) <= MOST_ELEMENTS


def test_a_card_has_the_place_in_each_tournament(visitor: TestClient) -> None:
    """Somebody alone with most points is first; her 7½ of 9 are shared by those around her."""
    page = visitor.get("/district/players/d0154").text
    said = text_of(page)
    points = Counter[str]()
    for it in facts().games["westfalen-2026"].values():
        points.update({it["white"]: it["white_points"], it.get("black"): it["black_points"] or 0})
    ahead = sum(it > 7.5 for it in points.values())
    level = sum(it == 7.5 for it in points.values())
    place = re.search(r"9 games · place (\d+) of 220", said)
    assert place is not None
    assert ahead < int(place[1]) <= ahead + level
    assert "10 games · place 1 of 11" in said  # 10 of 10 in the round robin of her club
    assert said.count("· place ") == 4  # of six: two were leagues of teams


def test_a_card_says_which_rules_of_fide_held_a_rating(visitor: TestClient) -> None:
    """8.2.3: her first rating was 2200; 8.3.1: 2200 − 1722 and 2200 − 1720 counted as 400."""
    said = text_of(visitor.get("/fide/players/d0154").text)
    assert "1 Lindenmann, Norbert (1722) · expected 0.92 · difference counted as 400" in said
    assert said.count("difference counted as 400") == 2
    assert "A first rating is at most 2200. FIDE 8.2.3" in said
    other = text_of(visitor.get("/fide/players/d0127").text)
    assert "A first rating is at most" not in other


def test_the_chart_of_a_card_shows_some_years_or_all(visitor: TestClient) -> None:
    """Since October 2025 three tournaments, after the last one before.

    All begin with the rating that was brought along, of which there is no calculation.
    """
    page = visitor.get("/district/players/d0154").text
    drawn = page[: page.index('<svg class="chart slim"')]  # again for phones
    assert drawn.count("<circle") == 1 + 6
    assert len(re.findall(r'<a href="[^"]+"[^>]*><circle', drawn)) == 6
    assert page.count("<circle") == 14
    assert "/district/players/d0154?years=1" in links_of(page)
    assert visitor.get("/district/players/d0154?years=1").text.count("<circle") == 10


def test_the_columns_of_a_card_are_explained_below_them(visitor: TestClient) -> None:
    """FIDE's symbols of which there is no common word; a phone leaves some out with columns."""
    page = visitor.get("/fide/players/d0154").text
    note = re.search(r'<p class="note">(<span class="symbol.*?)</p>', page, re.DOTALL)
    assert note is not None
    shown = text_of(f"<main>{note[1]}")
    assert "K development coefficient" in shown
    assert "ΔR points above or below the expected score" in shown
    words = "Before Points Games Expected ΔR K Change List After Performance"
    assert words in text_of(page)
    assert "Before Points Games Expected E After Change Performance" in text_of(
        visitor.get("/district/players/d0154").text
    )
    columns = re.search(r'<table class="evaluations">.*?</thead>', page, re.DOTALL)
    assert columns is not None
    for symbol, kind in re.findall(r'class="symbol([^"]*)"><b>(.*?)</b>', note[1]):
        assert f'class="n{symbol}">{kind}<' in columns[0]


def test_a_fide_table_writes_days_minus_and_decimals_alike(visitor: TestClient) -> None:
    """Birkenrath: ΔR −0.12, times 20 is −2.4; the list is the same for all and left out."""
    page = visitor.get("/fide/tournaments/westfalen-2026?part=ratings").text
    row = _row(page, "Birkenrath, Detlef")
    assert row[:6] == ["Birkenrath, Detlef", "rated", "2021", "1½", "3", "1.62"]
    assert row[6:] == ["−0.12", "20", "▼ −2.4", "2019", "1994"]
    assert _row(page, "Dornhauer, Friedrich")[6] == "1.30"
    assert "2026-11-01" not in text_of(page)
    assert ">List<" not in page


@pytest.mark.parametrize(
    ("lang", "words"),
    [("de", ("Turnier", "Berichtigung")), ("hu", ("Verseny",)), ("sv", ("Turnering",))],
)
def test_the_log_names_the_types_of_events_in_words(
    visitor: TestClient, lang: str, words: tuple[str, ...]
) -> None:
    options = re.findall(
        r'<option value="\w[^"]*"[^>]*>([^<]+)', visitor.get(f"/log?lang={lang}").text
    )
    visitor.cookies.clear()
    assert len(options) == 14
    assert {*words} <= {*options}
    assert not any("." in each or "submitted" in each for each in options)


def test_the_log_says_that_a_name_is_withheld_and_who_recorded_it_when(
    visitor: TestClient,
) -> None:
    """On a phone the account and the time are below the event."""
    said = text_of(visitor.get("/log?q=d0017").text)
    assert "Round 9, a player whose name is withheld (d0017) – Nowak, 0 : 1 (Westfalen" in said
    assert "Name of the player d0017 withheld from 1 Jan 2026 on" in said
    assert not re.search(r"(?<!player )(?<!\()d0017", said)
    below = "Westfalen Open 2026) Bezirksspielleiter · 11 Oct 2026, 18:00 UTC"
    assert below in said


def test_the_log_has_a_tournament_and_its_many_games_in_one_line(visitor: TestClient) -> None:
    """The Westfalen has 990; no page ends within the games of a tournament, the Sommer-Open's."""
    page = visitor.get("/log").text
    below = "Bezirksspielleiter · 11 Oct 2026, 18:00 UTC"
    said = "Tournament Westfalen Open 2026, ended 9 Oct 2026 , 990 games"
    assert _row(page, "5308–6298")[1] == f"{said} {below}"
    assert "Sommer-Open" not in page
    assert "/log?before=5146" in links_of(page)
    whole = _row(visitor.get("/log?before=5146").text, "Sommer-Open")[1]
    assert whole.startswith("Tournament Internationales Sommer-Open der Stadt Ackerburg 2026")
    assert "540 games" in whole
    (games,) = (it for it in links_of(page) if it == "/log?type=game.submitted&before=6299")
    assert "Round 9, Meyer-Zwickau – Lindenmeier, 0 : 1" in text_of(visitor.get(games).text)


def test_a_newsletter_has_the_list_the_winners_the_gains_and_the_corrections(
    visitor: TestClient,
) -> None:
    """The tournaments since the list of 1 July, the last one first; the sixth is of May."""
    page = visitor.get("/district/changes").text
    said = text_of(f"<main>{_blocks(page)['For a newsletter']}")
    paragraph = said.strip()
    opened = "Ratings of 9 Oct 2026, compared with those of 1 Jul 2026. Newly rated tournaments: "
    first = "Westfalen Open 2026 (9 Oct 2026, won by Eichenbauer, Detlef); "
    assert paragraph.startswith(opened + first)
    gains = "The ratings of 273 players change; the largest gains: Schulze-Wechsungen, Dieter 1375"
    corrected = "1 : 0 instead of 0 : 1 (the result slip was read the wrong way round)."
    places = [
        paragraph.index(it) for it in (first, "Sommer-Open", gains, "Birkenmeier", corrected)
    ]
    assert places == sorted(places)
    assert "−" not in paragraph.partition("largest gains")[2].partition(".")[0]


def test_a_comparison_shows_some_players_and_folds_the_others(visitor: TestClient) -> None:
    page = visitor.get("/district/compare?rulebook=dwz-1995").text
    shown, _, folded = page.partition('<details class="worked">')
    link = re.compile(r'<th scope="row"><a href="/district/players/')
    assert len(link.findall(shown)) == 30
    assert len(link.findall(folded)) == 170
    assert "170 more players" in folded


def test_the_methods_of_standings_are_named_in_words(visitor: TestClient) -> None:
    page = visitor.get(f"{WESTFALEN}?part=standings&method=buchholz-fide").text
    assert "-fide" not in text_of(page)
    assert "selected>Buchholz (FIDE)</option>" in page
    assert '<th class="n" scope="col">Buchholz (FIDE)</th>' in page


def test_two_players_are_shown_head_to_head(visitor: TestClient) -> None:
    """Three games of d0154 and d0100: a win, a draw and a loss; d9003 she never met."""
    card = visitor.get("/district/players/d0154").text
    assert "/district/careers?player=d0154&player=d0100" in links_of(card)
    text = text_of(visitor.get("/district/careers?player=d0154&player=d0100").text)
    level = "Ackerbauer, Britta and Yıldız, Oskar are level, 1½ : 1½."
    assert f"{level} 3 games: Ackerbauer, Britta +1 =1 −1" in text
    games = text.partition("Games against each other Tournament Ended on White Result ")[2]
    assert games.startswith("Westfalen Open 2026 9 Oct 2026 9 Oct 2026 Ackerbauer, Britta 1 : 0")
    assert re.search(r"2025/26 (31 May 2026 ){2}Yıldız, Oskar 1 : 0 .* Oskar ½ : ½", games)
    # 2494 − 2151 = 343; 343 / (200 · √2) = 1.213, below which are 88.7 % of a normal distribution.
    assert "By the ratings Ackerbauer, Britta is expected to score 0.89 points a game." in text
    behind = text_of(visitor.get("/district/careers?player=d0154&player=d0034").text)
    assert "Dornhauer, Friedrich leads against Ackerbauer, Britta, 1 : 0." in behind
    menu = visitor.get("/district/careers").text.partition("<main")[0]
    assert '<a href="/district/careers" aria-current="page">Compare</a>' in menu
    others = visitor.get("/district/careers?player=d0154&player=d9003").text
    assert "have not met in games that counted" in text_of(others)
    assert "Games against each other" not in text_of(others)


def test_a_fide_rating_is_best_and_steps_on_the_day_of_its_list(visitor: TestClient) -> None:
    """Britta's 2216 of a tournament that ended on 9 October is of the list of 1 November."""
    at = "/fide/players/d0154"
    html = visitor.get(at).text
    best = re.search(r'best 2216 \(<a href="/fide/tournaments/westfalen-2026">(.*?)</a>', html)
    assert best is not None
    assert best[1] == "1 Nov 2026"
    assert ">1 Nov 2026</text>" in html, "the chart ends with the list"
    earlier = visitor.get(f"{at}?on=2026-10-13").text
    assert "best 2200" in earlier
    assert "2216" not in text_of(earlier)
