"""The lists and clubs of a realistic ledger, published lists and their files."""

import re
from datetime import date

import pytest
from starlette.testclient import TestClient

from projections.api import Ledger
from tests.web.conftest import NOON, links_of, text_of
from tests.web.district.conftest import row_of


@pytest.mark.parametrize("clocks", ["known_at=0", "on=0001-01-01"])
def test_a_list_before_all_days_is_empty(visitor: TestClient, clocks: str) -> None:
    """The quarters before the first day of the calendar are none."""
    assert visitor.get(f"/district?{clocks}").status_code == 200


def test_the_list_of_a_club_begins_with_a_glance_at_it(visitor: TestClient) -> None:
    """(2494 + 2477 + 2035 + 2018 + 1979 + 1869 + 1867 + 1821) / 8 = 2070."""
    page = visitor.get("/district?club=SC Rochade Acker am Stein").text
    said = text_of(page)
    assert "SC Rochade Acker am Stein" in said[: said.index("Ratings as of")]
    assert "Mean of the first 8 2070" in said
    assert "Youngest Ackerhofer, Maximilian (2016)" in said
    assert "Gained most since 1 Jul 2026 Mühlbauer, Ingo ▲ +60 Birkenmann, Arno (1945)" in said
    own = "Vereinsmeisterschaft 2026 SC Rochade Acker am Stein"
    leagues = "Bezirksliga Ackerburg-Lindental 2025/26 Bezirksliga Ackerburg-Lindental 2024/25"
    assert f"Teams {leagues} Tournaments {own} Vereinsmeisterschaft 2025" in said
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


def test_a_list_of_several_pages_is_printed_as_a_whole(visitor: TestClient) -> None:
    """Its page has a hundred of 339; 49 juniors are on one sheet, with a lower number better."""
    pytest.importorskip("weasyprint")
    page, juniors = (visitor.get(at).text for at in ("/district", "/juniors"))
    assert ("data-print" in page, "/district.pdf" in page) == (False, True)
    assert ("data-print" in juniors, "/juniors.pdf" in juniors) == (True, True)
    star = "* wholly or in part by corrections or late reports"
    assert f"Changes since the list published for 1 Jul 2026. {star} The number" in text_of(page)
    assert "The lines of two years rise as a player improves." in text_of(juniors)
    assert "The lines of two years" not in text_of(page)


def test_a_list_says_when_each_played_last_and_who_was_corrected(
    visitor: TestClient, district: str
) -> None:
    """Starred is whose rating of 1 July is another today, because of a correction."""
    page = visitor.get("/district").text.replace("\N{NO-BREAK SPACE}", " ")
    league = 'title="Bezirksliga Ackerburg-Lindental 2025/26">31 May 2026<'
    assert re.search(rf"Eichenfeld, Bastian((?!<tr).)*{league}", page, re.DOTALL)
    starred = re.findall(r'/players/(\w+)"><bdi>(?:(?!<tr).)*>\* <span', page, re.DOTALL)
    assert "* wholly or in part by corrections or late reports" in text_of(page)
    july = date(2026, 7, 1)
    with Ledger(district, clock=lambda: NOON) as ledger:
        known_at = ledger.published("district")[-1]["position"]
        lists = [
            {row["player"]: row["figure"] for row in ledger.pool("district", **asked).ratings()}
            for asked in ({"on": july, "known_at": known_at}, {"on": july})
        ]
    other = {it for it, rating in lists[0].items() if rating != lists[1].get(it)}
    assert (
        {"d0328", "d0034"} <= {*starred} == other & {*re.findall(r'/players/(\w+)"><bdi>', page)}
    )


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
    assert "Ackerbauer, Britta FM · place 1 of 339 · 1985 · SC Rochade" in text_of(page)


def test_a_change_of_place_is_among_those_who_are_on_both_lists(visitor: TestClient) -> None:
    """The open made many first ratings: nobody is pushed down by them."""
    rows = visitor.get("/api/v1/pools/fide/ratings?with=place,place_before").json()
    both = {it["player"]: (it["place"], it["place_before"]) for it in rows if it["place_before"]}
    assert len(rows) > len(both) + 30
    now, before = (sorted(it) for it in zip(*both.values(), strict=True))
    cells = re.findall(
        r'climbed">(.*?)</td>\s*<th scope="row">.*?players/(\w+)"', visitor.get("/fide").text
    )
    shown = {player: text_of(f"<main>{cell}").strip() for cell, player in cells}
    assert len(shown) == 100
    for player, text in shown.items():
        place, then = both.get(player, (1, 1))
        by = before.index(then) - now.index(place) if player in both else 0
        assert text == ("" if not by else f"▲ +{by}" if by > 0 else f"▼ −{-by}"), player
    assert {it[:1] for it in shown.values()} == {"", "▲", "▼"}


def test_a_list_is_offered_for_the_age_groups_that_it_has(visitor: TestClient) -> None:
    """The youth list has nobody of fifty; the youngest of the district are born in 2016."""
    for pool, last in (("juniors", "U12 U10 A B"), ("district", "U12 U10 50+ 65+ A B")):
        assert f"Girls U20 U18 U16 U14 {last}" in text_of(visitor.get(f"/{pool}").text)


def test_the_files_below_a_filtered_list_have_its_players(visitor: TestClient) -> None:
    page = visitor.get("/district?sex=f&age=U18").text
    (link,) = (each for each in links_of(page) if each.startswith("/district.csv"))
    names = re.findall(r'/players/[^"]+"><bdi>([^<]+)', page)
    rows = visitor.get(link).text.splitlines()[1:]
    assert len(rows) == len(names) > 3
    assert "This list:" in page
    assert len(visitor.get("/district.csv").text.splitlines()) == 340


def test_each_published_list_says_who_published_it_and_leads_to_its_changes(
    visitor: TestClient,
) -> None:
    """The list of 1 July was published two days later; the one before it was of 31 March."""
    page = visitor.get("/district/published").text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Published lists Bezirksliste der Schachvereinigung Ackerburg-" in text_of(page)
    row = row_of(page, "Rating list of 1 Jul 2026")
    assert row[0] == "Rating list of 1 Jul 2026 published on 3 Jul 2026 · Bezirksspielleiter"
    assert row[1:4] == [
        "338",
        "since 31 Mar 2026",
        "✓ confirmed as known at event 4499 As known now: 62 ratings would differ",
    ]
    meaning = "Confirmed: the list was calculated again from the log up to that event"
    assert meaning in text_of(page)
    published = text_of(visitor.get("/log/4500").text)
    assert "of 1 Jul 2026 published" in published
    (changes,) = (it for it in links_of(page) if "from_on=2026-03-31" in it and "to_on" in it)
    assert "31 Mar 2026 → 1 Jul 2026" in text_of(visitor.get(changes).text)
    assert row_of(page, "Rating list of 31 Dec 2025")[2] == "–"


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


def test_what_is_not_known_of_a_player_is_left_out_of_the_lines_of_a_list(
    visitor: TestClient,
) -> None:
    """Aurelio, alone on the list of FIDE, has no club, no birth year and no title."""
    page = visitor.get("/fide").text
    assert "Aurelio" in page
    assert "None" not in text_of(page)
