"""The tournaments of a realistic ledger: Swiss, round robins, leagues."""

import gzip
import re
from collections import Counter
from urllib.parse import quote_plus

import pytest
from starlette.testclient import TestClient

from scripts.federation.district.calendar import District
from scripts.federation.district.files import Files
from tests.district.expected import facts
from tests.tables import some_at_once
from tests.web.conftest import WESTFALEN, text_of
from tests.web.district.conftest import (
    MOST_BYTES,
    MOST_ELEMENTS,
    elements_of,
    logged_in,
    row_of,
)

LEAGUE = "/district/tournaments/league-2026"
TOURNAMENTS = (
    WESTFALEN,
    "/fide/tournaments/westfalen-2026",
    LEAGUE,
    "/district/tournaments/summer-2026",
    "/district/tournaments/juniors-2026",
    "/district/tournaments/club-3-2026",
)


PARTS = ("", *(f"?part={part}" for part in ("rounds", "crosstable", "ratings", "about")))


@pytest.mark.parametrize("tournament", some_at_once(TOURNAMENTS, [WESTFALEN, LEAGUE]))
def test_no_part_of_a_tournament_is_too_heavy_for_a_phone(
    visitor: TestClient, tournament: str
) -> None:
    for part in (*PARTS, "?method=waldstein", "?page=2", "?round=1&part=rounds", "?part=teams"):
        page = visitor.get(f"{tournament}{part}").text
        assert (part, elements_of(page) <= MOST_ELEMENTS) == (part, True)
        assert len(gzip.compress(page.encode())) <= MOST_BYTES


def test_the_standings_of_a_large_tournament_have_ratings_clubs_and_changes(
    visitor: TestClient,
) -> None:
    """The winner had 2289-44 and 8½ of 9; 7.13 were expected, and he gained 28.

    On a phone the rating and the club are below his name, the tie-breaks above his games.
    """
    row = row_of(visitor.get(WESTFALEN).text, "Eichenbauer, Detlef")
    club = "Schachfreunde Lindental-Hofstetten 1952"
    named = f"CM Eichenbauer, Detlef 2289-44 · {club}"
    cells = ["1", named, "2289-44", club]
    heads = "Place Name Rating Club Points BH SB Expected Performance Change ± 1 CM Eichenbauer"
    assert heads in text_of(visitor.get(WESTFALEN).text)
    assert row == [*cells, "8½", "59½", "55.75", "7.13", "2602", "▲ +28"]


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
    players = {each for page in pages for each in re.findall(r'row">.*?<a href="([^"]+)"', page)}
    assert len(players) == 220


def test_a_line_opens_to_the_games_of_its_player(visitor: TestClient) -> None:
    """The winner met d0113, who had 1828, in the last round with Black and won."""
    page = visitor.get(f"{WESTFALEN}?open=d0133").text
    text = text_of(page)
    assert "BH 59½ · SB 55.75 1. 1 CM Falkenhauer, Norbert (2259)" in text
    assert "9. 1 Leutheusser-Hohenstein, Christoph (1828) · expected 0.9" in text
    assert text.count("· expected") == 9
    headings = page.partition('<table class="places">')[2].partition("</thead>")[0].count("<th ")
    assert '<td colspan="9"><ul class="opened">' in page  # the place is beside them
    assert headings == 10


def test_a_round_has_its_games_with_points_before_it_and_the_others_a_link(
    visitor: TestClient,
) -> None:
    """Both had won twice; nobody has points before the first round."""
    page = visitor.get(f"{WESTFALEN}?part=rounds&round=3").text
    assert page.count("<li>") == 110
    assert "1. Lindenmann, Łukasz (2068) 2 0 : 1 2 CM Eichenbauer, Detlef (2289)" in text_of(page)
    legend = "The player named first had White. Beside the result: the points before the round."
    assert legend in text_of(page)
    first = visitor.get(f"{WESTFALEN}?part=rounds&round=1").text
    assert 'class="inner scored"' not in first
    assert "points before the round" not in first
    german = visitor.get("/district/tournaments/summer-2026?part=rounds&lang=de").text
    assert "Lindenmeier, Detlef (761) ( kampflos )" in text_of(german)
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


def test_a_player_is_found_in_a_round(visitor: TestClient) -> None:
    """Uhlenbrock had Black on board 20; who had no game in a round is not found in it."""
    asked = f"{WESTFALEN}?part=rounds&round=5&find="
    page, _, anchor = visitor.get(f"{asked}uhlenbrock, karl").headers["Location"].partition("#")
    (span,) = re.findall(rf'<span id="{anchor}">.*?</li>', visitor.get(page).text)
    assert "Uhlenbrock, Karl-Friedrich" in span
    assert 'type="hidden" name="round" value="5"' in visitor.get(page).text
    league = facts().games["league-2026"].values()
    at_last = {it[side] for it in league if it["round"] == 11 for side in ("white", "black")}
    absent = facts().shown(min(facts().field("league-2026") - at_last))
    at = f"/district/tournaments/league-2026?part=rounds&find={quote_plus(absent)}"
    assert f"No player has “{absent}” in the name." in text_of(visitor.get(f"{at}&round=11").text)
    before = {
        it["round"] for it in league if absent in map(facts().shown, (it["white"], it["black"]))
    }
    assert visitor.get(f"{at}&round={min(before)}").status_code == 303


def test_titles_stand_before_the_names(visitor: TestClient) -> None:
    """On every list of players those of the register, and none of a withheld name."""
    league, live = "/district/tournaments/league-2026", "/district/live"
    for at in (
        *(
            WESTFALEN,
            *(f"{WESTFALEN}?part={part}" for part in ("rounds", "crosstable", "ratings")),
        ),
        *(league, f"{league}?part=standings", f"{league}?part=rounds"),
        *("/district/tournaments", "/district", live, f"{live}?list=whole"),
    ):
        rows = visitor.get(at).text.partition("<table" if at in ("/district", live) else "<main")[
            2
        ]
        shown = re.findall(
            r'(?:class="title">(\w+)</small> (?:</span>)?)?<a href="/district/players/(d\d+)">',
            rows,
        )
        assert len(shown) > 20, at
        titles = {player: facts().players[player].get("title") or "" for _, player in shown}
        assert {(player, title) for title, player in shown} == {*titles.items()}, at
        assert any(titles.values()) or at == live, at


def test_the_heading_has_system_rounds_time_and_the_rules(visitor: TestClient) -> None:
    page = visitor.get(WESTFALEN).text
    said = text_of(page)
    time = "120 minutes and 30 seconds a move"
    assert f"Ackerburg · 1 Oct 2026 – 9 Oct 2026 · swiss · 9 rounds · {time} ✓ Rated by" in said
    assert "Winner: CM Eichenbauer, Detlef (8½/9) · 220 players" in said
    rules, *_ = re.findall(r'href="(/district/rulebooks/[^"]+)"', page)
    assert "DWZ" in visitor.get(rules).text


def test_standings_and_ratings_name_the_exceptional_performances_among_the_expected(
    visitor: TestClient,
) -> None:
    """DWZ 2014 3.6.3: Detlef, with 1572 and 6 of 9, counts with more; a club's cup had none."""
    of_none = text_of(visitor.get("/district/tournaments/club-12-2026").text)
    assert "Exceptional performances" not in of_none
    phone = text_of(visitor.get(f"{WESTFALEN}?part=ratings").text)
    assert "Mühlhauer, Detlef 1572-2 · 6/9 · expected 2.55" in phone
    for part in ("standings", "ratings"):
        page = visitor.get(f"{WESTFALEN}?part={part}").text
        said = text_of(page).partition("Exceptional performances in the tournament count")[2]
        detlef = re.search(r"Mühlhauer, Detlef \(1572 → (\d+)\)", said)
        assert detlef is not None
        assert int(detlef[1]) > 1572
        assert "#DWZ-2014-3.6.3" in page


def test_a_bye_is_no_game(visitor: TestClient) -> None:
    """91 players, so that in each of seven rounds one has a bye; the log counts them apart."""
    recorded = facts().games["easter-2026"].values()
    games = sum(it.get("black") is not None for it in recorded)
    assert (games, len(recorded)) == (315, 322)
    list_ = visitor.get("/district/tournaments").text
    assert row_of(list_, 'tournaments/easter-2026"')[5] == "315"
    said = text_of(visitor.get("/district/tournaments/easter-2026").text)
    assert "91 players · 315 games" in said
    assert "ended 8 Apr 2026 , 315 games, 7 byes Bezirks" in text_of(visitor.get("/log").text)


def test_a_round_has_the_day_of_its_games(visitor: TestClient) -> None:
    """The league's rounds were on Sundays; of the open no game has its day."""
    league = facts().games["league-2026"].values()
    assert {it["played_on"] for it in league if it["round"] == 11} == {"2026-05-31"}
    page = visitor.get("/district/tournaments/league-2026?part=rounds").text
    assert "Round 11 · 31 May 2026 SK Turm" in text_of(page)
    assert "<h3>Round 9</h3>" in visitor.get(f"{WESTFALEN}?part=rounds").text


def test_a_performance_that_is_missing_is_explained(visitor: TestClient) -> None:
    """Falkenhofer had four games, one too few; in round robins everybody had enough."""
    page = visitor.get("/district/tournaments/league-2026?part=standings").text
    assert row_of(page, "Falkenhofer, Norbert")[6:9] == ["4", "62.5", "–"]
    assert "–: too few games that count for a performance." in text_of(page)
    club = visitor.get("/district/tournaments/club-1-2026").text
    assert "too few games that count" not in text_of(club)


def test_standings_have_no_expected_points_under_ingo(visitor: TestClient) -> None:
    """Ingo expects none; who had no game that counts for FIDE has no performance there."""
    ingo = text_of(visitor.get("/juniors/tournaments/juniors-2026").text)
    assert "Points BH SB Performance Change ± 1 Lindenbauer, Karl-Friedrich 104 /4" in ingo
    assert "Expected" not in ingo
    fide = visitor.get("/fide/tournaments/westfalen-2026").text
    assert row_of(fide, "Falkenmüller, Anna")[-3:] == ["", "–", ""]


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
    assert row_of(page, "SF Waldstadt</")[:7] == ["1", "SF Waldstadt", "10", "0", "1", "20", "56"]
    (lost,) = re.findall(
        r'href="([^"]+)">1</a>', page.partition('"cross')[2].partition("SC Rochade")[0]
    )
    match = text_of(visitor.get(lost.replace("&amp;", "&")).text)
    assert "SF Waldstadt 1 : 7 SC Rochade Acker am Stein" in match  # his only lost one
    third = ["3", "Schachklub Steinbrück von 1903", "7", "2", "2", "16", "53"]
    assert row_of(page, "Schachklub Steinbrück von 1903</")[:7] == third
    assert "Equal match points are decided by board points; teams equal in both" in text_of(page)
    assert "Line-ups SF Waldstadt Board Name Rating Points Games % Performance 1 " in text_of(page)
    assert visitor.get(f"{league}?part=standings&find=turm, paul").status_code == 303
    assert "Winner: SF Waldstadt" in visitor.get("/district/feed.atom").text


FROM = "/district/tournaments?from="


def test_the_list_of_tournaments_names_the_winner_of_each(visitor: TestClient) -> None:
    """The only one with most points, or one of several; of a league the team, without a link."""
    page = visitor.get("/district/tournaments").text
    rows = re.findall(r'<tr>\s*<th scope="row">\s*<a href="/district/tournaments/([^"]+)".*', page)
    assert "league-2026" in rows
    running = text_of(page).partition("Filter the list")[0]
    assert "● Herbstturnier der SG Birkenau/Dornhausen 2026 running" in running
    alone = 0
    for tournament in rows:
        cells = row_of(page, f'tournaments/{tournament}"')
        if tournament.startswith("league"):
            assert cells[2] == ("SF Waldstadt" if tournament == "league-2026" else cells[2])
            continue
        points: Counter[str] = Counter()
        for it in facts().games[tournament].values():
            points[it["white"]] += it["white_points"]
            points[it.get("black") or ""] += it["black_points"] or 0
        most = max(points.values())
        best = {facts().titled(it) for it in points if points[it] == most}
        winners = {*cells[2].split(" ; ")}
        assert winners <= best
        if len(best) == 1:
            alone += 1
            assert winners == best
        for name in winners:
            assert name in cells[0]  # on a phone it is below that of the tournament
        assert f"{cells[3]} · {cells[1]} · {cells[4]} players Winner: {cells[2]}" in cells[0]
    assert alone > 5


def test_tournaments_of_one_format_are_listed(visitor: TestClient) -> None:
    """Two leagues of 36; the club championships are round robins."""
    listed = re.compile(r'<th scope="row"><a href="/district/tournaments/([^"?]+)')
    of = {
        each: listed.findall(visitor.get(f"/district/tournaments?format={each}").text)
        for each in ("team", "swiss", "round-robin")
    }
    assert of["team"] == ["league-2026", "league-2025"]
    assert "westfalen-2026" in of["swiss"]
    assert {it.partition("-")[0] for it in of["round-robin"]} >= {"club"}
    assert sum(map(len, of.values())) == 36
    page = visitor.get("/district/tournaments?format=team").text
    assert '<option value="team" selected>' in page


def test_the_list_of_tournaments_has_years_formats_and_the_late_ones(visitor: TestClient) -> None:
    """The cup of 22 May was recorded in October, after the lists of July."""
    page = visitor.get("/district/tournaments").text
    assert re.findall(r'<th scope="rowgroup">(\d+)', page) == ["2026", "2025", "2024"]
    formats = ("westfalen", "swiss"), ("club-3", "round-robin"), ("league", "team")
    for tournament, format_ in formats:
        assert row_of(page, f'tournaments/{tournament}-2026"')[1] == format_
    (late,) = (it for it in page.split("<tr>") if "late for the list of" in it)
    assert "late for the list of 1 Jul 2026" in text_of(f"<main>{late}")
    assert "/tournaments/senior-cup-2026" in late
    of_year = visitor.get("/district/tournaments?year=2024").text
    rows = re.findall(
        r'<tr>\s*<th scope="row">\s*<a href="/district/tournaments/([^"]+)"', of_year
    )
    assert rows == ["club-3-2025", "club-2-2025", "club-1-2025"]
    assert 'type="date"' not in of_year.partition("<main")[2]
    assert 'name="from" value="2025-06-01"' in visitor.get(f"{FROM}2025-06-01").text


def test_the_rounds_of_a_league_are_its_matches_and_its_players_are_by_points(
    visitor: TestClient, copy: str
) -> None:
    """Five had 7 points, as only four had more; 7 of 8 is the best percentage of these."""
    league = "/district/tournaments/league-2026"
    last = text_of(visitor.get(f"{league}?part=rounds").text)
    lost = "Round 11 · 31 May 2026 SK Turm Ackerburg 1921 e. V. 1 : 7 Schachfreunde Lindental"
    assert f"{lost}-Hofstetten 1952 (Winner)" in last
    assert "Schachklub Steinbrück von 1903 (Winner) 5 : 3 Schachverein Großdorn 1978" in last
    assert last.count("(Winner)") == 5, "one of the six matches was drawn"
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
    row = ["5", f"IM Ackerhofer, Uwe 2449-18 · {team}", "2449-18", team, "1", "7 /8", "8", "87.5"]
    assert row_of(page, "Ackerhofer, Uwe")[:8] == row
    assert "Ackerhofer" in page.partition('id="p5"')[2].partition("</tr>")[0]
    places = re.findall(r'<tr id="p\d+"><td class="n">(\d+)', page)
    assert places[:9] == [*"123356669"]  # the next three of the five had 7 of 9, the last 7 of 11
    assert "Players by points, of equal ones the best percentage first." in text_of(page)
    third = "Schmidt, Maximilian 7½/10, Hirschmüller, Felix 7½/10"
    best = f"Ackerbauer, Friedrich 9½/11, FM Ackerbauer, Britta 8½/10, {third}"
    assert f"Best scorers: {best} Gained most:" in text_of(page)
    assert "BH" not in text_of(page)
    assert f"club={quote_plus(team)}" in page
    assert "Standings by other methods" not in page


def test_the_crosstable_of_a_round_robin_has_the_ratings_before_it(visitor: TestClient) -> None:
    page = visitor.get("/district/tournaments/club-1-2026").text
    crosstable = page.partition("<h2>Crosstable")[2].partition("</section>")[0]
    assert row_of(crosstable, "Eichenhauer")[:4] == [
        "1",
        "Eichenhauer, Hans-Joachim 1931-10 · SB 34.25",
        "1931-10",
        "8",
    ]
    assert row_of(page.partition("<h2>Ratings")[2], "Eichenhauer")[1] == "1931-10"
    assert "E development coefficient" in text_of(page)
    forfeit = text_of(visitor.get("/district/tournaments/club-11-2026").text)
    assert "ff: not played." in forfeit
    assert "ff: not played." not in text_of(page)


def test_a_column_that_says_the_same_in_every_row_is_left_out(visitor: TestClient) -> None:
    """All tournaments of the first of the list were rated, and the first hundred of the Westfalen;
    the second had not all been rated before.  One performance is a column: those that
    counted for opponents are named below.
    """
    assert ">Status<" not in visitor.get("/district/players/d0154").text
    first, second = (visitor.get(f"{WESTFALEN}?part=ratings&page={it}").text for it in (1, 2))
    assert (">Status<" in first, ">Status<" in second) == (False, True)
    assert "first rating" in text_of(second)
    assert (text_of(first).count("Performance"), ">Rp<" in first) == (1, False)
    assert "Mühlhauer, Detlef (1572 → 1899)" in text_of(first)


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


def test_a_fide_table_writes_days_minus_and_decimals_alike(visitor: TestClient) -> None:
    """Birkenrath: ΔR −0.12, times 20 is −2.4; the list is the same for all and left out."""
    page = visitor.get("/fide/tournaments/westfalen-2026?part=ratings").text
    row = row_of(page, "Birkenrath, Detlef")
    assert row[:6] == [
        "Birkenrath, Detlef 2021 · 1½/3 · expected 1.62",
        "rated",
        "2021",
        "1½",
        "3",
        "1.62",
    ]
    assert row[6:] == ["−0.12", "20", "▼ −2.4", "2019", "1994"]
    assert row_of(page, "Dornhauer, Friedrich")[6] == "1.30"
    assert "2026-11-01" not in text_of(page)
    assert ">List<" not in page


def test_the_methods_of_standings_are_named_in_words(visitor: TestClient) -> None:
    page = visitor.get(f"{WESTFALEN}?part=standings&method=buchholz-fide").text
    assert "-fide" not in text_of(page)
    assert "selected>Buchholz (FIDE)</option>" in page
    assert '<th class="n" scope="col">Buchholz (FIDE)</th>' in page
