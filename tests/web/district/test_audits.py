"""The audits of a realistic ledger, and the paragraphs that they lead to."""

import re

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import text_of
from tests.web.district.conftest import row_of


def test_an_audit_begins_with_a_sentence_a_line_of_arithmetic_and_the_games(
    visitor: TestClient,
) -> None:
    """DWZ 4.9.1 by hand: 2502 + 800 (7.5 - 7.87) / 39 = 2494.4; the steps are folded."""
    page = visitor.get("/district/players/d0154/audit/westfalen-2026").text
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    why = text_of(f"<main {games}")
    assert "Scored 7½ of 9; 7.87 was expected." in why
    assert "2502 + 800 · (7½ − 7.87) / (30 + 9) = 2494" in why
    gerd = row_of(games, "Mühlfeld, Gerd")[:5]  # on a phone his rating is below his name
    assert gerd == ["1", "Mühlfeld, Gerd Round 1 · 2431", "2431", "½", "0.60"]
    assert "White Black Bars: the points, over the expectation in grey." in why
    rows = games.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr>")[1:]
    expected = [float(re.findall(r'<td class="n">([01]\.\d+)', row)[0]) for row in rows]
    assert f"{sum(expected):.2f}" == "7.88"
    assert "The sum is that of the expectations before they are rounded." in why
    assert re.findall(r'<details class="worked(?: asked)?"( open)?>', page) == ["", ""]
    for_checkers = page.partition("The games that count")[2].partition("</table>")[0]
    assert for_checkers.count('href="/district/players/') == 9  # her opponents


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "country = GER, official delegation = no, decided = none"),
        ("de", "Land = GER, offizielle Delegation = nein,"),
        ("hu", "ország = GER, hivatalos küldöttség = nem,"),
        ("sv", "land = GER, officiell delegation = nej,"),
    ],
)
def test_the_conditions_of_a_step_are_in_words_and_each_step_is_there_once(
    visitor: TestClient, lang: str, said: str
) -> None:
    """We is needed for E and for Rn; which table of P(D) is used is among the readings."""
    steps = _steps(visitor, f"/district/players/d0154/audit/westfalen-2026?lang={lang}")
    assert said in steps
    assert "= Bezirksliga Ackerburg-Lindental 2025/26," in steps
    assert steps.count("P(D)") == 1
    assert "normal" not in steps
    fide = _steps(visitor, f"/fide/players/d0154/audit/westfalen-2026?lang={lang}")
    assert "2650" in fide
    assert "_" not in steps + fide


def _steps(visitor: TestClient, at: str) -> str:
    steps = visitor.get(at).text.partition('<ol class="steps"')[2]
    return text_of(f"<main {steps.partition('</ol>')[0]}").replace(" ,", ",")


def test_an_audit_names_the_exceptional_performances_that_count(visitor: TestClient) -> None:
    """Two of Friedrich's opponents played far above their ratings of 2103 and 1692."""
    page = visitor.get("/district/players/d0034/audit/summer-2026").text
    said = "count in place of the ratings before it: Leutheusser-Hohenstein, Dieter (2103 → 2494);"
    assert said in text_of(page)
    assert "Lindenmann, Norbert (1692 → 2107) DWZ 2014 3.6.3" in text_of(page)
    assert "in place of" not in visitor.get("/fide/players/d0154/audit").text


def test_an_audit_of_a_fide_list_has_a_table_of_its_games(visitor: TestClient) -> None:
    """FIDE 8.3.4 by hand: 40 (0.42 + 0.18 - 0.62 + 0.08 + 0.08 + 0.27) = 40 * 0.41 = 16.4."""
    page = visitor.get("/fide/players/d0154/audit").text
    games = page[page.index('class="why"') : page.index("How this is worked out")]
    assert "2200 + 40 · (5 − 4.59) = 2216" in text_of(f"<main {games}")
    row = row_of(games, "Dornhauer, Friedrich")
    below = "Dornhauer, Friedrich Round 5 · 2111 (+89)"
    assert row == ["5", below, "2111", "+89", "0", "0.62", "−24.80"]
    assert games.count("<tr>") == 8
    assert row_of(games, "Sum") == ["", "Sum", "", "", "5", "4.59", "+16.40"]
    ingo = visitor.get("/juniors/players/d0029/audit").text  # 125 + 104 + 146 + 131 = 506
    assert row_of(ingo, "Sum") == ["", "Sum", "506", "4"]
    assert "For the rating list of 1 Nov 2026: Westfalen Open 2026 2200" in text_of(page)


def test_an_audit_of_ingo_says_why_the_number_before_counts_five_times(
    visitor: TestClient,
) -> None:
    """INGO C IV: of an event of four scored games."""
    said = text_of(visitor.get("/juniors/players/d0029/audit").text).replace(" ;", ";")
    assert "(5 · 104 + 82) / 6 = 100" in said
    assert "In an event of 4 scored games the number before counts 5 times." in said


def test_games_that_do_not_count_are_grey_lines_with_the_reason(visitor: TestClient) -> None:
    """Three opponents of the open have no FIDE rating; three of the juniors are far below."""
    fide = visitor.get("/fide/players/d0154/audit").text
    assert row_of(fide, "Yıldız, Oskar")[:2] == [
        *("3", "Yıldız, Oskar not counted: unrated Round 3"),
    ]
    assert row_of(fide, "Yıldız, Oskar")[2:] == ["", "", "1", "", ""]
    ingo = visitor.get("/juniors/players/d0029/audit").text
    ahead = "INGO C VI: Lindenbauer, Karl-Friedrich, more than 50 degrees ahead, won"
    nele = ["7", f"Dornmüller, Nele not counted: {ahead} Round 7", "267", "1"]
    assert row_of(ingo.partition("worked out")[0], "Dornmüller, Nele") == nele
    for page in (fide, ingo):
        assert page.count('<tr class="faint">') == 3
    bye = visitor.get("/district/players/d0170/audit/easter-2026").text
    games = bye.partition("worked out")[0]
    reason = "bye not counted: DWZ 2014 4.2: not played (bye) Round 1"
    assert row_of(games, "bye")[:4] == ["1", reason, "", "1"]
    assert re.findall('<tr class="faint">.*?scope="row">(\\w+)', games) == ["bye"]


def test_a_difference_of_more_than_400_is_shown_with_what_it_counts_as(
    visitor: TestClient,
) -> None:
    """FIDE 8.3.1: 2200 − 1722 = 478, which counts as 400."""
    page = visitor.get("/fide/players/d0154/audit").text
    assert row_of(page.partition("worked out")[0], "Lindenmann, Norbert")[3] == "+478 → +400"
    assert "A difference of more than 400 points counts as 400. FIDE 8.3.1" in text_of(page)


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
    assert re.search(r'"row">DWZ 2014 3.3</th>\s*<td lang="en">We is the sum of the', page)
    assert re.search(r'"row">DWZ 2014 3.4</th>\s*<td lang="en"><b>players without a DWZ</b>', page)
    assert "tournaments handed in as undated are still evaluated by it</td>" in page
    assert "SOURCE.md" not in page
    assert visitor.get("/district/rulebooks/dwz-1066").status_code == 404
