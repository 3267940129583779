"""The changes of a realistic ledger since a list, and the text for a newsletter."""

import re
from html import unescape

from starlette.testclient import TestClient

from projections.api import Ledger
from projections.queries.people import born_of_namesakes
from tests.web.conftest import links_of, text_of
from tests.web.district.conftest import MOST_ELEMENTS, blocks_of, elements_of, logged_in, row_of
from tests.web_api.officer import fields_in


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
    counted = "Improved 143 · Declined 130 · New 1 · Unchanged 65 · All changes"
    assert counted in text, "of 339 players on the list"
    (whole,) = (it for it in links_of(page) if "show=all" in it)
    everybody = text_of(visitor.get(f"{whole}&page=3").text)
    assert "All changes (274)" in everybody
    assert len(re.findall("[▲▼]", everybody)) == 73, "and one is new"
    bars = [int(it) for it in re.findall(r"[+-]\d+: (\d+)</title>", page)]
    above = page.partition('class="small"')[2].partition("</figure>")[0]
    assert sum(bars) == 143 + 130
    assert all(f">{each}</text>" in above for each in bars)
    blocks = blocks_of(page)
    assert [*blocks][:6] == [
        *("Largest gains", "Largest losses", "Best rating so far", "Rated for the first time"),
        *("For a newsletter", "Westfalen Open 2026"),
    ]
    gained = ["Mühlhauer, Detlef", "1572", "1717", "▲ +145"]
    assert row_of(blocks["Largest gains"], "Mühlhauer") == gained
    assert row_of(blocks["Westfalen Open 2026"], "Mühlhauer") == gained
    lost = ["Ostermeier, Hans-Joachim", "1383", "1275", "▼ −108"]
    assert row_of(blocks["Largest losses"], "Ostermeier") == lost
    league = blocks["Bezirksliga Ackerburg-Lindental 2025/26"]
    assert "Why?" in league  # its players' later opponents played the late cup: that is the cause
    ended = "(ended 22\N{NO-BREAK SPACE}May\N{NO-BREAK SPACE}2026)"
    assert f"Seniorencup um den Wanderpokal der Sparkasse {ended}" in league, "a day on one line"
    assert row_of(blocks["Rated for the first time"], "Birkenmeier")[1:] == ["1550"]
    (best,) = re.findall(
        r'href="(/district/players/\w+)"><bdi>Dornhauer', blocks["Best rating so far"]
    )
    assert "best 2477 (" in text_of(visitor.get(best).text)
    assert row_of(blocks["Best rating so far"], "Dornhauer")[2] == "2477"
    links = [each for each in links_of(page) if "from_on=2025-12-31&from_known=" in each]
    assert "31 Dec 2025 → 9 Oct 2026" in text_of(visitor.get(links[0]).text)
    assert elements_of(page) <= MOST_ELEMENTS


def test_each_tournament_has_the_changes_that_the_cards_state(visitor: TestClient) -> None:
    """Schulze-Wechsungen gained 200: 131 in the club's tournament and 69 in the open after it."""
    blocks = blocks_of(visitor.get("/district/changes").text)
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
        assert row_of(blocks[heading], "Schulze-Wechsungen, Dieter")[1:] == cells
    assert row_of(blocks["Westfalen Open 2026"], "Falkenberger, Dieter")[3] == "▲ +103"


def test_namesakes_whose_ratings_changed_have_their_years_of_birth(
    visitor: TestClient, district: str
) -> None:
    """Three are named Dieter Dornberger; nobody else is named Schulze-Wechsungen."""
    said = text_of(visitor.get("/district/changes").text)
    assert "Dornberger, Dieter (2009) 1230 1328 ▲ +98" in said
    assert "Schulze-Wechsungen, Dieter 1375 1575 ▲ +200" in said
    named = {"d0142": "Dornberger", "d0004": "Dornberger", "d0154": "Britta", "d0011": None}
    with Ledger(district) as ledger, ledger.pool("district").answers() as answers:
        assert born_of_namesakes(answers, named) == {"d0142": 1982, "d0004": 1942}


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
    blocks = blocks_of(page)
    assert row_of(page[: page.index("<h2>")], "Eichenmüller")[1:] == ["1884", "1921", "▲ +37"]
    assert row_of(blocks["Westfalen Open 2026"], "Eichenmüller")[1:] == ["1885", "1921", "▲ +36"]
    league = blocks["Bezirksliga Ackerburg-Lindental 2025/26"]
    assert row_of(league, "Eichenmüller")[1:] == ["−34", "−33", "▲ +1"]
    cause = "Seniorencup um den Wanderpokal der Sparkasse"
    assert f"late results ( {cause} ): 1 player differs" in text_of(f"<main>{league}")
    cup = blocks[cause]
    assert "was submitted on 9 Oct 2026" in text_of(f"<main>{cup}")
    assert "<table" not in cup


def test_the_best_ratings_so_far_are_the_strongest_of_all_who_have_one(
    visitor: TestClient,
) -> None:
    """Since the event 6195 31 players; the fifth of them, 1994, is far from the strongest."""
    page = visitor.get("/district/changes?from_known=6195").text
    block = blocks_of(page)["Best rating so far"]
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
    assert "All 31 →" in text_of(f"<main>{block}")
    whole = visitor.get("/district/changes?from_known=6195&show=best").text
    assert re.findall(r'scope="row"><a href="/district/players/(\w+)"', whole)[:5] == best[:5]


def test_all_who_gained_or_lost_are_on_pages_of_a_hundred(visitor: TestClient) -> None:
    """143 gained and 130 lost since July; the tables of the changes have five of each."""
    page = visitor.get("/district/changes").text
    assert "Improved 143 · Declined 130 · New 1" in text_of(page)
    assert '<a href="/district/changes?show=losses">130</a>' in page
    blocks = blocks_of(page)
    for name, heading, number, sign in (
        ("gains", "Largest gains", 143, "▲ +"),
        ("losses", "Largest losses", 130, "▼ −"),
    ):
        assert f"All {number} →" in text_of(f"<main>{blocks[heading]}")
        assert blocks[heading].count("<tr>") == 1 + 5
        changed: list[int] = []
        for at in (1, 2):
            own = visitor.get(f"/district/changes?show={name}&page={at}").text
            assert "Westfalen Open" not in own
            rows = re.findall(r"<tr>\s*<th scope=\"row\".*?</tr>", own, re.DOTALL)
            assert len(rows) == (100 if at == 1 else number - 100)
            changed += [int(row_of(it, "</tr>")[3].removeprefix(sign)) for it in rows]
        assert changed == sorted(changed, reverse=True)
        assert changed[-1] > 0
    assert "All 1" not in text_of(f"<main>{blocks['Rated for the first time']}")
    unknown = text_of(visitor.get("/district/changes?show=nothing").text)
    assert "Westfalen Open 2026 (ended" in unknown


def test_a_tournament_has_its_five_largest_changes_and_the_newsletter_is_folded(
    visitor: TestClient,
) -> None:
    """All that a tournament changed is a link away, and the text is of the tables above it."""
    blocks = blocks_of(visitor.get("/district/changes").text)
    open_ = blocks["Westfalen Open 2026"]
    assert open_.count("<tr>") == 1 + 5
    assert "219 players differ; the 5 largest changes. All of the tournament" in text_of(
        f"<main>{open_}"
    )
    assert blocks["For a newsletter"].lstrip().startswith("<details><summary>")


def test_the_results_of_one_submission_are_one_sentence(visitor: TestClient) -> None:
    """The Westfalen's last 96 games, the events 6203 to 6298, after all others of it."""
    text = text_of(visitor.get("/district/changes?from_known=6202&to_known=6298").text)
    assert "96 results of Westfalen Open 2026 were submitted on 11 Oct 2026" in text
    assert "more events had a part in it" not in text


def test_a_newsletter_has_the_list_the_winners_the_gains_and_the_corrections(
    visitor: TestClient,
) -> None:
    """The tournaments since the list of 1 July, the last one first; the sixth is of May."""
    page = visitor.get("/district/changes").text
    said = text_of(f"<main>{blocks_of(page)['For a newsletter']}")
    paragraph = said.partition("to copy")[2].strip()
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
