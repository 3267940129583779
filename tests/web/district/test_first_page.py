"""The first page of a realistic ledger, the search, the log and the feeds."""

import re

import pytest
from starlette.testclient import TestClient

from projections.api import Ledger
from projections.interfaces.pages.public import search
from projections.queries import log_lines
from tests.web.conftest import links_of, text_of
from tests.web.district.conftest import row_of


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
        "/district": "As of 9 Oct 2026",
    }
    for at, said in said_of.items():
        assert (at, text_of_bar(at)) == (at, said)
    assert "As of 13 Oct 2026" in text_of_bar("/fide?on=2026-10-13")
    for at in ("/fide", "/fide/players/d0034"):
        shown = visitor.get(at).text
        bar = text_of(shown[shown.index("<header") :].replace("<header", "<main", 1))
        assert "These ratings hold from 1 Nov 2026 on. Ratings in force today" in bar
        assert f"{at}?on=2026-10-12" in links_of(shown)
    assert "2111" in text_of(visitor.get("/fide/players/d0034?on=2026-10-12").text)
    assert "in force today" not in visitor.get("/district").text


def test_the_best_have_their_titles_before_their_names(visitor: TestClient) -> None:
    """Britta is an FM, Uwe an IM; Friedrich, a grandmaster, is second here and fifth of FIDE."""
    said = text_of(visitor.get("/").text)
    assert "1 FM Ackerbauer, Britta SC Rochade" in said
    assert said.count("GM Dornhauer, Friedrich SC Rochade") == 2


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
    said = text_of(page)
    assert "2494 DWZ 2216 FIDE" in said  # the titles of the lists are long
    assert re.search(r'<a href="/fide/players/d0154[^>]*><b>2216</b> <bdi>FIDE</bdi></a>', page)
    assert "FIDE : Upcoming rating list of 1 Nov 2026" in said
    assert said.count("Upcoming") == 1  # her DWZ holds since 9 October


def test_a_search_finds_clubs_and_leads_to_their_lists(visitor: TestClient) -> None:
    """SK Turm Ackerburg has its list in each of three; some are called Turm, two cups after it."""
    page = visitor.get("/search?q=turm ackerburg").text
    assert "1 club SK Turm Ackerburg 1921 e. V. · DWZ · FIDE · INGO" in text_of(page)
    (club, *_) = (it for it in links_of(page) if "club=SK+Turm" in it)
    (suggested, *_) = visitor.get("/search?q=turm ackerburg&format=json").json()
    assert suggested["href"] == club
    assert (suggested["name"], suggested["pool"]) == ("SK Turm Ackerburg 1921 e. V.", "district")
    assert "SK Turm Ackerburg 1921 e. V." in visitor.get(club).text.partition("</h1>")[0]
    opens = text_of(visitor.get("/search?q=sommer open").text)
    assert "2 tournaments" in opens
    assert "Ackerburg 2026 DWZ FIDE DWZ FIDE 9 Aug 2026" in opens  # once, in both of its lists
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
    """The Westfalen has 990; no page ends within the games of a tournament.

    A page has 50 lines: all 36 tournaments, 11 lists and other events, and six decided ratings.
    """
    page = visitor.get("/log").text
    below = "Bezirksspielleiter · 11 Oct 2026, 18:00 UTC"
    said = "Tournament Westfalen Open 2026, ended 9 Oct 2026 , 990 games"
    assert row_of(page, "5308–6298")[1] == f"{said} {below}"
    assert "540 games" in row_of(page, "4605–5145")[1]
    assert len(re.findall(r"<tr>\s*<td", page)) == 50
    assert "/log?before=737" in links_of(page)
    next_page = visitor.get("/log?before=737").text
    assert len(re.findall(r"<tr>\s*<td", next_page)) == 50
    assert '<a href="/log/736?' in next_page or '<a href="/log/736">' in next_page
    assert "earlier" not in text_of(visitor.get("/log?before=50").text).partition("<main")[0]
    (games,) = (it for it in links_of(page) if it == "/log?type=game.submitted&before=6299")
    assert "Round 9, Meyer-Zwickau – Lindenmeier, 0 : 1" in text_of(visitor.get(games).text)


def test_the_log_has_the_results_and_reasons_of_corrections(visitor: TestClient) -> None:
    """Dornhauer won the game against Ackerhofer, as the slip says; so do the filtered events."""
    for address in ("/log", "/log?type=correction.submitted"):
        said = row_of(visitor.get(address).text, ">6299<")[1]
        game = "Round 1, Dornhauer – Ackerhofer, 0 : 1 (Oster-Open Lindental 2026)"
        assert said.startswith(f"Correction: {game}, now 1 : 0 Reason: the result slip was read")
        whole = "now 1 : 0".replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")
        assert whole in visitor.get(address).text, "not on two lines"
    assert "Reason: on request" in row_of(visitor.get("/log").text, ">6300<")[1]


def test_a_page_of_the_log_does_not_end_within_a_tournament(
    copy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 1,200 events the last ones are games of the Sommer-Open, which began at 4605."""
    monkeypatch.setattr(log_lines, "LOOKED_AT", 1_200)
    with Ledger(copy) as ledger:
        page = ledger.log_page(6301, 50)
        assert (page.lines[-1].oldest["position"], page.before) == (5146, 5146)
        numbers = [it.events for it in ledger.log_page(5145, 50).lines]
        assert numbers == [541, 46, 56, 1, 1, 1, 141, 46]
        assert ledger.log_page(6298, 50).lines[0].events == 991
        # Of a type nothing is folded, and the next page begins where this one stopped looking.
        corrected = ledger.log_page(6301, 50, "correction.submitted")
        assert [it.newest["position"] for it in corrected.lines] == [6299]
        assert corrected.before == 5102
        games = ledger.log_page(6301, 50, "game.submitted")
        assert {it.events for it in games.lines} == {1}
        assert (len(games.lines), games.before) == (50, 6249)
        # The account, an id in the data, the name of a player, part of the id of an event.
        for text in (["Bezirksspiel"], ["d0034"], ["?", "d0034"], ["westfalen-2026/9"]):
            assert ledger.log_page(6301, 50, about=text).lines
        assert not ledger.log_page(6301, 50, about=["?", "d9999"]).lines


def test_the_log_names_the_lists(visitor: TestClient) -> None:
    """By their titles: what was published, which rulebook they follow, what was decided."""
    juniors, district = "Jugendrangliste (Ingo)", "Bezirksliste der Schachvereinigung"
    said = text_of(visitor.get("/log").text)
    assert f"{juniors} of 1 Jul 2026 published" in said
    assert f"{district} Ackerburg-Lindental of 1 Jul 2026 published" in said
    assert f"{juniors} follows Ingo" in text_of(visitor.get("/log?type=rulebook.adopted").text)
    decided = text_of(visitor.get("/log?type=rating.decided").text)
    assert f"from 1 Aug 2024 on · {district} Ackerburg-Lindental Reason" in decided
    event = visitor.get("/log/4502").text
    assert f"<h1><bdi>{juniors}" in event or f"<h1>{juniors}" in event
    assert f'<a href="/juniors"><bdi>{juniors}</bdi></a>' in event.partition("<main")[2]
