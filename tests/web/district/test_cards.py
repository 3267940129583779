"""The cards of the players of a realistic ledger, seasons in review and comparisons."""

import io
import re
from collections import Counter

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from projections.api import Ledger
from tests.district.expected import facts
from tests.web.conftest import NOON, links_of, text_of
from tests.web.district.conftest import (
    MOST_ELEMENTS,
    blocks_of,
    elements_of,
    row_of,
)


def test_a_card_without_a_rating_does_not_say_that_games_counted(visitor: TestClient) -> None:
    """Eichenbauer has four games for a first FIDE rating, which takes five (7.1.4)."""
    page = text_of(visitor.get("/fide/players/d0133").text)
    assert page.count("kept until") == 4
    assert "games that counted" not in page.lower()
    assert "10 opponents in games that counted" in text_of(visitor.get("/fide/players/d0034").text)


def test_a_list_compared_with_itself_has_no_charts_and_another_rulebook_is_offered(
    visitor: TestClient,
) -> None:
    """DWZ 2014 from the beginning is what this pool has: every one of 339 would be equal."""
    page = visitor.get("/district/compare?rulebook=dwz-2014").text
    assert "No rating differs between these two states." in text_of(page)
    assert "<figure" not in page
    assert "<table" not in page
    form = visitor.get("/district/compare").text
    assert re.findall(r'value="([^"]+)"\s+selected', form) == ["dwz-1995"]


def test_two_rulebooks_of_one_scale_are_compared_in_one_chart(visitor: TestClient) -> None:
    """Under the editions of 2014 and 2026: the lists of today, on one axis, not then and now."""
    page = visitor.get("/district/compare?rulebook=dwz-2026").text
    charts = page.count("Ratings under both rulebooks")
    assert charts == 3  # the chart's name in two widths, and its caption
    assert "Ratings then and now" not in page
    assert elements_of(page) <= MOST_ELEMENTS


def test_a_season_in_review_begins_with_its_story(visitor: TestClient, district: str) -> None:
    pytest.importorskip("weasyprint")
    with Ledger(district, clock=lambda: NOON) as ledger:
        season = ledger.pool("district").review()
    (gain, *_), (upset, *_), (run, *_) = season["gains"], season["upsets"], season["unbeaten"]
    said = text_of(visitor.get("/district/review").text).replace(" ,", ",")
    assert "Season in review: Bezirksliste der Schachvereinigung Ackerburg-Lindental" in said
    assert f"Gained most: {gain['name']}, +{gain['change']:.0f} ({gain['after']:.0f})." in said
    both = "Mühlrath, Arno 1150 – Eichenmann, Felix 1974"  # before the open, by their cards
    assert f"{both} Oster-Open Lindental 2026 0.2 %" in said
    assert f"Upset of the season: {both}, {upset['title']} (expected score 0.2 %)." in said
    # Without days: his run ended in round 8 of the open, whose games have none.
    assert f"Longest unbeaten: {run['name']}, {run['games']} games." in said
    assert "Eichenfeld, Bastian 13 13 0" in said
    assert "A tournament that ended in the season counts with all its games" in said
    assert "those before it included" in said
    firsts = blocks_of(visitor.get("/district/review").text)["Most first places"]
    assert firsts.count("<tr>") == 1 + 3  # one with two, two with a place beside the first one
    assert "13 more players were first once" in text_of(f"<main>{firsts}")
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
    assert "Longest run without a loss: 14 games. " in own
    rows = page.partition("<h2>Tournaments</h2>")[2].partition("</table>")[0]
    assert row_of(rows, "Westfalen Open 2026")[2:] == ["1 of 220", "8½/9", "2317", "▲ +28"]
    assert rows.count("<tr>") == 1 + 2
    assert "Place in the list: 7 → 6 ▲ +1 of 339." in own
    assert "Podiums: 1 first place." in own


def test_a_players_season_is_told_in_sentences(visitor: TestClient) -> None:
    """7½ of 9, 8½ of 10, 6 of 7: 22 of 26, expected 7.87 + 9.19 + 5.97 = 23.0.

    Two have more than her 7½ points in Westfalen and one has 6½ in Lindental; +1 is her only gain.
    The strongest whom she beat in 2026 is Norbert, 2309 when she had 2516: 0.77 was expected.
    Friedrich's best win is that over her, 2502, and not over Dieter, who had 2103 before an open
    in which 2494 counted in its place.
    """
    said = text_of(visitor.get("/district/players/d0154/review").text)
    sums = "22 of 26 points in 3 tournaments that counted (expected 23.0)"
    assert f"{sums}; rating from 2515 to 2494 (−21)." in said
    best = "Best tournament: Oster-Open Lindental 2026 , 6/7, place 2 of 91, +1."
    assert best in said
    assert "Podiums: 1 second place, 1 third place." in said
    by = "Best win, by the opponent's rating before the tournament:"
    assert f"{by} Falkenhauer, Norbert 2309 , Bezirksliga Ackerburg-Lindental 2025/26" in said
    assert "(expected score 76.8 %)." in said
    other = text_of(visitor.get("/district/players/d0034/review").text)
    assert f"{by} Ackerbauer, Britta 2502 , Westfalen Open 2026" in other
    # Wolfgang, 1861, was expected less when the winner had 1578, than Reinhard later.
    third = text_of(visitor.get("/district/players/d0130/review").text)
    assert f"{by} Dornbauer, Reinhard (1969) 1873 , Westfalen Open 2026" in third
    assert "1578 – Quaas, Wolfgang 1861 Vereinsmeisterschaft" in third


def test_a_card_says_who_the_player_is_and_leads_to_other_registers(visitor: TestClient) -> None:
    """FIDE and the German federation have a page for each of their numbers."""
    page = visitor.get("/district/players/d0328").text
    head = text_of(page.partition('<p class="figure">')[0])
    who = "FM · Schachklub Steinbrück von 1903 · born 1942 · GER"
    assert page.count('class="published"') == 2 * 3  # December, March, July; in both charts
    assert f"{who} Number d0328 · FIDE number 24600328 · DSB number 10000328" in head
    assert 'href="/district?club=Schachklub+Steinbr%C3%BCck+von+1903"' in page
    assert 'href="https://ratings.fide.com/profile/24600328"' in page
    assert 'href="https://www.schachbund.de/spieler/10000328.html"' in page
    without = text_of(visitor.get("/district/players/d0154").text)
    assert "born 1985 · GER Number d0154 2494 -33 ▼" in without, "the index is small"


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
    (games,) = blocks_of(page).values()
    assert games.count("kept until") == 4
    assert games.count('<details class="of-row" open>') == games.count("<details")
    opponents = re.findall(r'<a href="/fide/players/(d\d+)">', games)
    assert len(opponents) == len({*opponents}) == 5, "once, one of them not counted"
    assert "Ended on Status Points Games List Performance" in said  # no rating before or after
    nothing = visitor.get("/fide/players/d0116").text
    assert "No game counts for it yet." in text_of(nothing)
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


def test_a_phone_has_the_performance_of_a_tournament_under_its_name(visitor: TestClient) -> None:
    said = text_of(visitor.get("/district/players/d0154").text)
    assert "9 Oct 2026 · 7½/9, expected 7.87 · performance 2429" in said
    season = text_of(visitor.get("/district/players/d0154/review").text)
    assert "Bars below: points above or below expectation." in season


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
    assert "kept too few games for a rating yet; they count with the next" in shown
    symbols = re.findall(r'class="symbol([^"]*)"><b>(.*?)</b>', note[1])[:-1]
    assert len(symbols) == 2
    for symbol, kind in symbols:
        assert f'class="n{symbol}">{kind}<' in columns[0]


def test_a_comparison_has_all_players_on_pages_of_a_hundred(
    visitor: TestClient, district: str
) -> None:
    """339 players; two years have no course, so no chart of means."""
    at = "/district/compare?rulebook=dwz-1995"
    page = visitor.get(at).text
    differing, _, placed = page.partition("<h2>List</h2>")
    link = re.compile(r'<th scope="row"><a href="/district/players/([^"]*)')
    assert len(link.findall(differing)) == 10
    assert {">2.5%<", ">5%<", ">7.5%<"} <= {*re.findall(r">[\d.]+%<", differing)}
    assert "end of each year" not in page
    listed = link.findall(placed)
    assert len(listed) == 100
    assert f'rel="next" href="{at}&amp;page=2"' in page
    for number in (2, 3, 4):
        further = visitor.get(f"{at}&page={number}").text
        assert "Largest differences" not in further
        listed += link.findall(further)
    assert len({*listed}) == len(listed) == 339
    with Ledger(district, clock=lambda: NOON) as ledger:
        held = {row["player"]: row["figure"] for row in ledger.pool("district").ratings()}
        other = ledger.pool("district", rulebook="dwz-1995").ratings()
        moves = [row["figure"] - held[row["player"]] for row in other]
    largest = re.findall(r"[−+]\d+", differing.partition("<h2>Largest differences")[2])
    assert [int(it.replace("−", "-")) for it in largest] == sorted(moves, key=abs, reverse=True)[
        :10
    ]
    higher, lower = sum(it > 0 for it in moves), sum(it < 0 for it in moves)
    equal = len(moves) - higher - lower
    said = text_of(page)
    assert f"Ratings there: {higher} higher, {lower} lower, {equal} equal." in said
    assert "Dornhauer, Friedrich Place 2 → 3 2477-45 2458-45 3 ▼ −19" in said


def test_two_players_are_shown_head_to_head(visitor: TestClient) -> None:
    """Three games of d0154 and d0100: a win, a draw and a loss; d9003 she never met."""
    card = visitor.get("/district/players/d0154").text
    assert "/district/careers?player=d0154&player=d0100" in links_of(card)
    page = visitor.get("/district/careers?player=d0154&player=d0100").text
    text = text_of(page)
    level = "Ackerbauer, Britta and Yıldız, Oskar are level, 1½ : 1½."
    assert f"{level} 3 games: Ackerbauer, Britta +1 =1 −1" in text
    both = "Ackerbauer, Britta Yıldız, Oskar "
    games = text.partition(f"Games against each other Tournament Ended on {both}")[2]
    assert games.startswith("Westfalen Open 2026 (Round 3) 9 Oct 2026 9 Oct 2026 1 0 ")
    colours = re.findall(r'<span class="(white|black)" title="[^"]+">([^<]+)', page)
    assert colours == [
        *(("white", "1"), ("black", "0")),
        *(("black", "0"), ("white", "1")),
        *(("black", "½"), ("white", "½")),
    ]
    round_of_it = next(it for it in links_of(page) if "part=rounds" in it)
    round_3 = text_of(visitor.get(round_of_it).text)
    assert re.search(r"Ackerbauer, Britta [^:]{,30} 1 : 0 [^:]{,30}Yıldız, Oskar", round_3)
    assert re.search(r"2025/26 \(Round \d+\) (31 May 2026 ){2}0 1 .* ½ ½ The points of", games)
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
    best = re.search(r'best 2216\s+\(<a href="/fide/tournaments/westfalen-2026">(.*?)</a>', html)
    assert best is not None
    assert best[1] == "1\N{NO-BREAK SPACE}Nov\N{NO-BREAK SPACE}2026", "on one line"
    assert ">1 Nov 2026</text>" in html, "the chart ends with the list"
    earlier = visitor.get(f"{at}?on=2026-10-13").text
    assert "best 2200" in earlier
    assert "2216" not in text_of(earlier)


def test_a_first_fide_rating_names_the_tournaments_whose_games_it_is_made_of(
    visitor: TestClient,
) -> None:
    """Britta had two games at Easter and four of the summer before: FIDE 7.1.4 keeps those."""
    html = visitor.get("/fide/players/d0154").text
    table = html.partition("Evaluations under")[2]
    row = row_of(table, 'tournaments/easter-2026"')
    kept = "Internationales Sommer-Open der Stadt Ackerburg 2025 (4 games) FIDE 7.1.4"
    assert f"The first rating counts kept games, too: {kept}" in row[0]
    assert "#FIDE-7.1.4" in html
    for other in ("westfalen-2026", "summer-2025"):
        assert f'/{other}"' in table
    assert table.count("kept games") == 1


def test_a_card_says_that_exceptional_performances_are_in_the_expected_points(
    visitor: TestClient,
) -> None:
    """DWZ 2014 3.6.3; FIDE has no such rule."""
    said = "Expected with an opponent's exceptional performance in place of the rating before DWZ"
    assert f"{said} 2014 3.6.3" in text_of(visitor.get("/district/players/d0154").text)
    assert "exceptional" not in text_of(visitor.get("/fide/players/d0154").text)


def test_games_that_are_disregarded_have_the_paragraph(visitor: TestClient) -> None:
    """FIDE 8.2.1: Thomas lost both games of his first event; Britta scored in hers."""
    said = "not counted without a point in the first event FIDE 8.2.1"
    assert said in text_of(visitor.get("/fide/players/d0027").text)
    assert "8.2.1" not in text_of(visitor.get("/fide/players/d0154").text)
