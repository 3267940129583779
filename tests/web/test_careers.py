"""The careers of several players on one page, with both clocks, in every language."""

import re

import pytest

from projections.interfaces.server.site import file_of, page_with_relative_links
from tests.web.conftest import links_of, text_of

BOTH = "/club/careers?player=rosa&player=konrad"


def lines_in(page: str) -> int:
    chart = page[page.index('<svg class="chart"') : page.index('<svg class="chart slim"')]
    return len(re.findall(r'<path class="curve series', chart))


def test_two_players_are_drawn_in_one_chart_and_stand_below_it(reader):
    page = reader.get(BOTH)
    assert page.status_code == 200
    assert lines_in(page.text) == 2
    said = text_of(page.text)
    assert re.search(
        r"Remis, Rosa best on 25 Nov 1995 · 2 evaluations 1536-2 1536 25 Nov 1995 13 Aug 1995 2",
        said,
    )
    # König came with 1906, his best as on his card, and had 1901 after spring, 1899 after autumn.
    assert re.search(r"König, Konrad 2 evaluations 1899-33 1906 29 Apr 1995 2", said)
    assert "best 1906" in text_of(reader.get("/club/players/konrad").text)
    assert "Each rating scale" not in said, "both are on one"
    assert "/club/players/rosa" in links_of(page.text)


def test_somebody_is_added_by_a_part_of_his_name(reader):
    page = reader.get(f"{BOTH}&player=dorothea")
    assert lines_in(page.text) == 3
    for name in ("rosa", "konrad", "dorothea"):
        assert f'<input type="hidden" name="player" value="{name}">' in page.text
    past = reader.get(f"{BOTH}&known_at=100").text
    assert '<input type="hidden" name="known_at" value="100">' in past


def test_where_several_may_be_meant_they_are_proposed_beside_those_who_are_known(reader):
    page = reader.get("/club/careers?player=konrad&player=ro")
    assert "Several players may be meant by “ro”:" in text_of(page.text)
    assert "/club/careers?player=konrad&player=rosa" in links_of(page.text)
    assert "/club/careers?player=konrad&player=rolf" in links_of(page.text)
    assert lines_in(page.text) == 1


def test_who_is_nobody_is_said_so_and_nobody_is_left_out_for_it(reader):
    page = reader.get("/club/careers?player=konrad&player=<b>nobody")
    assert "No player is named “&lt;b&gt;nobody”." in page.text
    assert "<b>nobody" not in page.text
    assert lines_in(page.text) == 1


@pytest.mark.parametrize("at", ["/club/careers", "/club/careers?player="])
def test_who_has_chosen_nobody_reads_what_the_page_does_and_types_two_names(reader, at):
    page = reader.get(at).text
    assert "Type two names: the page shows the score of their games" in text_of(page)
    assert page.count(' name="player" autocomplete="off"') == 2
    assert 'data-of="club" data-go="/club/careers?player="' in page
    one = reader.get("/club/careers?player=rosa").text
    assert one.count(' name="player" autocomplete="off"') == 1
    assert 'data-go="/club/careers?player=rosa&amp;player="' in one


def test_a_player_is_named_once_and_can_be_left_out(reader):
    page = reader.get(f"{BOTH}&player=rosa&player=Remis, Rosa")
    assert lines_in(page.text) == 2
    assert "/club/careers?player=konrad" in links_of(page.text)
    assert "/club/careers?player=rosa" in links_of(page.text)


def test_no_more_are_shown_than_there_are_colours(reader):
    everybody = "rosa konrad dorothea tilda svenja ludwig marta berta rolf patrick"
    page = reader.get("/club/careers", params={"player": everybody.split()})
    assert lines_in(page.text) == 8
    assert "At most 8 players are shown." in text_of(page.text)


def test_a_card_leads_there(reader):
    card = reader.get("/club/players/rosa").text
    form = card[card.index('action="/club/careers"') :]
    assert 'name="player" value="rosa"' in form[: form.index("</form>")]


def test_it_is_no_part_of_a_static_site(reader):
    """Pages that need a server are left out, as comparisons are."""
    assert file_of("/club/careers?player=rosa") is None
    card = reader.get("/club/players/rosa").text
    static = page_with_relative_links(card, "club/players/rosa/index.html", lambda _: True)
    assert "careers" not in static
