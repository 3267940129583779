"""An officer sees what a correction would change before it is made; it is made as it was shown."""

import re
from html import unescape

import pytest

from projections.i18n.languages import language
from tests.projections.submissions import player
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, do, employ, faults_in, look, send, size

GAME = "/desk/corrections/spring:agnes-bjorn"
SPRING = "/desk/corrections/spring"


@pytest.fixture
def office(served: Served) -> Served:
    employ(served)
    come(served, "olga")
    return served


@pytest.fixture
def in_office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None)
    employ(served)
    come(served, "olga")
    return served


def said_in(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_result_is_corrected_with_the_sentences_that_the_dry_run_gives(office: Served):
    """Agnes loses to Bjorn instead: her 1523 was computed by hand in the season."""
    before = size(office)
    seen = look(office, GAME, **{"set.result": "0-1"}, reason="the score sheet")
    assert seen.status_code == 200
    foreseen = office.ledger.correct(
        "spring:agnes-bjorn",
        set={"white_points": 0, "black_points": 1},
        reason="the score sheet",
        by="olga",
        dry_run=True,
    )
    assert {row["player"] for row in foreseen["changed"]} >= {"agnes", "bjorn"}
    said = unescape(seen.text).replace("\N{NO-BREAK SPACE}", " ")
    for row in foreseen["changed"]:
        for sentence in row["told"]:
            assert language("en").translate(sentence) in said
    assert size(office) == before
    done = do(office, GAME, seen)
    assert (done.status_code, done.headers["location"]) == (303, f"/desk?written={before + 1}")
    (entry,) = office.ledger.log(before)
    assert (entry["recorded_by"], entry["data"]["reason"]) == ("olga", "the score sheet")
    assert entry["data"]["replacement"]["white_points"] == 0
    shown = {row["player"]: row["after"] for row in foreseen["changed"]}
    held = {row["player"]: row["figure"] for row in office.ledger.pool("dwz").ratings()}
    assert {player: held[player] for player in shown} == shown


def test_what_was_not_shown_is_not_written(in_office: Served):
    before = size(in_office)
    seen = look(in_office, GAME, **{"set.result": "0-1"}, reason="slip")
    other = do(in_office, GAME, seen, **{"set.result": "½-½"})
    assert other.status_code == 409
    assert "the effect is no longer the one that was shown" in other.text
    assert '<option value="½-½" selected>' in other.text
    assert send(in_office, GAME, action="do", reason="slip").status_code != 303
    assert size(in_office) == before


def test_where_the_log_has_moved_on_so_that_something_else_follows_it_is_shown_again(
    in_office: Served,
):
    """Meanwhile Dora's draw becomes a win: other figures than were shown would follow."""
    seen = look(in_office, GAME, **{"set.result": "0-1"}, reason="slip")
    win = {"white_points": 1, "black_points": 0}
    in_office.ledger.correct("spring:dora-agnes", set=win, reason="meanwhile", by="otto")
    before = size(in_office)
    again = do(in_office, GAME, seen)
    assert again.status_code == 409
    assert size(in_office) == before
    assert do(in_office, GAME, again).status_code == 303


def test_an_event_that_changes_nothing_of_it_does_not_stand_in_the_way(in_office: Served):
    seen = look(in_office, GAME, **{"set.result": "0-1"}, reason="slip")
    in_office.ledger.append([player("hanna")], by="otto")
    assert do(in_office, GAME, seen).status_code == 303


def test_a_tournament_is_struck_and_restored(in_office: Served):
    before = size(in_office)
    seen = look(in_office, SPRING, strike="1", reason="never played")
    assert "was struck on" in said_in(seen.text)
    assert do(in_office, SPRING, seen).status_code == 303
    assert in_office.ledger.event_as_it_stands("spring")["struck"]
    assert "It was struck" in in_office.get(SPRING).text
    (correction,) = in_office.ledger.log(before)
    path = f"/desk/corrections/{correction['id']}"
    assert (
        do(in_office, path, look(in_office, path, strike="1", reason="it was")).status_code == 303
    )
    assert not in_office.ledger.event_as_it_stands("spring")["struck"]


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_is_kept(in_office: Served):
    typed = {"set.white": "nobody", "set.round": "first", "set.played_on": "1996-02-30"}
    refused = look(in_office, GAME, **typed, reason="it was so")
    assert refused.status_code == 422
    assert {name for name, _ in faults_in(refused)} == {"set.round", "set.played_on"}
    for text in (*typed.values(), "it was so"):
        assert f'value="{text}"' in refused.text
    assert [name for name, _ in faults_in(look(in_office, GAME, **typed))] == ["reason"]
    nothing = look(in_office, GAME, reason="nothing")
    assert "nothing was changed" in nothing.text
    assert 'name="shown"' not in nothing.text


def test_the_thinking_time_of_a_tournament_is_set_and_taken_away(in_office: Served):
    data = {"set.thinking_time.minutes": "90", "set.thinking_time.increment_seconds": "30"}
    assert do(in_office, SPRING, look(in_office, SPRING, **data, reason="x")).status_code == 303
    stands = in_office.ledger.event_as_it_stands("spring")["data"]
    assert stands is not None
    assert stands["thinking_time"] == {"minutes": 90, "increment_seconds": 30}
    none = {"set.thinking_time.minutes": "", "set.thinking_time.increment_seconds": ""}
    assert do(in_office, SPRING, look(in_office, SPRING, **none, reason="x")).status_code == 303
    assert "thinking_time" not in (in_office.ledger.event_as_it_stands("spring")["data"] or {})


def test_what_does_not_exist_is_not_found(in_office: Served):
    assert in_office.get("/desk/corrections/nothing").status_code in {400, 404}


def test_the_pages_of_readers_lead_an_officer_to_what_he_corrects(in_office: Served):
    for path, link in (
        ("/dwz/tournaments/spring", "/desk/corrections/spring%3Aagnes-bjorn"),
        ("/dwz/tournaments/spring", "/desk/corrections/spring"),
        ("/dwz/players/agnes", "/desk/players/agnes"),
        ("/log/8", "/desk/corrections/"),
    ):
        assert f'href="{link}' in in_office.get(path).text
    tag = in_office.get("/dwz/tournaments/spring").headers["etag"]
    in_office.client.cookies.clear()
    page = in_office.get("/dwz/tournaments/spring", **{"If-None-Match": tag})
    assert page.status_code == 200
    assert "/desk" not in page.text
