"""Details that a file leaves open are filled in on its page; the file is unchanged."""

import re
from html import unescape

import pytest

from tests.web_api.conftest import Serve, Served
from tests.web_api.hand_ins import hand_in
from tests.web_api.officer import come, employ, fields_in, send

WITHOUT_DAYS = b"""[Event "Easter"]
[Site "Bern"]
[Date "1996.??.??"]
[Round "1"]
[White "Berg, Berta"]
[Black "Strauss, Carla"]
[Result "1-0"]

1. e4 1-0
"""
LINKS = {"link.1": "agnes", "link.2": "bjorn"}


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    found = serve(season_in_file, patience=None)
    employ(found)
    return found


def open_fields(page: str) -> set[str]:
    """The names of the fields that are marked as open."""
    inputs = re.findall(r"<(?:input|select)[^>]*>", page)
    marked = " ".join(each for each in inputs if "aria-invalid" in each)
    return set(re.findall(r'name="(\w+)"', marked))


def test_the_last_day_is_asked_for_at_its_field_and_the_rest_is_filled_in(office: Served) -> None:
    come(office, "olga")
    page = office.get(hand_in(office, WITHOUT_DAYS)).text
    said = fields_in(page)
    assert open_fields(page) == {"ended_on"}
    assert (said["name"], said["system"], said["ended_on"]) == ("Easter", "match", "")
    (focused,) = re.findall(r"<input[^>]*autofocus[^>]*>", page)
    assert 'name="ended_on"' in focused
    assert "give “Last day”" in unescape(page)


def test_a_file_without_its_last_day_is_accepted_with_what_was_filled_in(office: Served) -> None:
    """The file has no day, minutes or country."""
    come(office, "olga")
    address = hand_in(office, WITHOUT_DAYS)
    typed = {"ended_on": "1996-04-07", "minutes": "90", "increment": "30", "country": "SUI"}
    seen = send(office, address, action="show", **typed, **LINKS)
    assert open_fields(seen.text) == set()
    before = len(list(office.ledger.log()))
    assert send(office, address, seen, action="accept").status_code == 303
    first, *_ = list(office.ledger.log())[before:]
    facts = first["data"]
    assert (facts["ended_on"], facts["country"], facts["name"]) == ("1996-04-07", "SUI", "Easter")
    assert facts["thinking_time"] == {"minutes": 90, "increment_seconds": 30}


def test_what_an_arbiter_filled_in_is_there_when_an_officer_looks(office: Served) -> None:
    come(office, "anton")
    address = hand_in(office, WITHOUT_DAYS)
    send(office, address, action="show", ended_on="1996-04-07", name="Easter Cup")
    come(office, "olga")
    said = fields_in(office.get(address).text)
    assert (said["ended_on"], said["name"]) == ("1996-04-07", "Easter Cup")


@pytest.mark.parametrize(
    ("name", "text"),
    [("ended_on", "1996-02-30"), ("minutes", "many"), ("increment", "30"), ("minutes", "0")],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_accepted(
    office: Served, name: str, text: str
) -> None:
    come(office, "olga")
    address = hand_in(office, WITHOUT_DAYS)
    seen = send(office, address, action="show", **{name: text}, **LINKS)
    assert seen.status_code == 200
    assert open_fields(seen.text) - {"ended_on"} or name == "ended_on"
    assert fields_in(seen.text)[name] == text
    before = len(list(office.ledger.log()))
    assert send(office, address, seen, action="accept").status_code == 409
    assert len(list(office.ledger.log())) == before


def test_the_list_says_the_tournament_and_the_state_of_each_file(office: Served) -> None:
    come(office, "olga")
    address = hand_in(office, WITHOUT_DAYS)
    hand_in(office, b"no tournament")
    page = unescape(office.get("/desk").text)
    assert ">Easter</" in page
    assert "3 questions open" in page  # the last day, and who two players are
    assert "2 players, 2 of them open" in page
    assert "cannot be read" in page
    send(office, address, action="show", ended_on="1996-04-07", **LINKS)
    page = office.get("/desk").text
    assert ">ready<" in page
    assert "of them open" not in page


def test_the_effect_names_the_players_with_what_they_then_have(office: Served) -> None:
    come(office, "olga")
    address = hand_in(office, WITHOUT_DAYS)
    typed = {"ended_on": "1996-12-07", "minutes": "120"}
    seen = send(office, address, action="show", **typed, **LINKS)
    shown = figures_in(seen.text)
    assert set(shown) == {"Müller, Ágnes", "Østergård, Björn"}
    before = {name: each[0] for name, each in shown.items()}
    assert before == figures_of(office)
    assert send(office, address, seen, action="accept").status_code == 303
    office.watch.go_on(days=1)
    assert {name: each[1] for name, each in shown.items()} == figures_of(office)


def test_what_would_make_it_count_is_said_with_the_field(office: Served) -> None:
    """DWZ 4.2 wants the time of a game, and the file has none."""
    come(office, "olga")
    address = hand_in(office, WITHOUT_DAYS)
    seen = unescape(send(office, address, action="show", ended_on="1996-12-07", **LINKS).text)
    assert "would not be rated" in seen
    assert "It would count with “Minutes for each player and game: " in seen


def figures_in(page: str) -> dict[str, tuple[str, str]]:
    """The figures before and after by the players' names, of the table of the effect."""
    table = page.partition('<table class="effects">')[2].partition("</table>")[0]
    rows = [re.sub(r"<[^>]+>", " ", each).split() for each in table.split("<tr>")[2:]]
    return {f"{row[0]} {row[1]}": (row[2], row[3]) for row in map(list, rows)}


def figures_of(office: Served) -> dict[str, str]:
    """The figures of the two who play, as the ledger has them."""
    pool = office.ledger.pool("dwz")
    rows = [pool.player(each) for each in ("agnes", "bjorn")]
    return {row["name"]: str(row["card"]["rating"]) for row in rows}


def test_the_api_lists_what_waits_with_its_tournament_and_state(office: Served) -> None:
    come(office, "anton")
    hand_in(office, WITHOUT_DAYS)
    come(office, "olga")
    hand_in(office, b"no tournament")
    rows = office.get("/api/v1/submissions", "officer").json()
    said = [(row["account"], row["tournament"], row["state"], row["questions"]) for row in rows]
    assert sorted(said) == [("anton", "Easter", "questions", 3), ("olga", None, "unreadable", 0)]
    assert office.get("/api/v1/submissions", "arbiter").json() == []  # another arbiter's
