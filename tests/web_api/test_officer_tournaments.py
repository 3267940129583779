"""A tournament is typed into a crosstable; an arbiter's waits, or is appended at once."""

import re
from html import unescape

import pytest

from tests.projections.submissions import player
from tests.web_api.conftest import Serve, Served
from tests.web_api.hand_ins import TRF, hand_in
from tests.web_api.officer import come, do, employ, faults_in, fields_in, send, size

PATH = "/desk/tournaments/new"
TYPED = {
    "name": "Winter blitz",
    "pool": "dwz",
    "ended_on": "1996-12-15",
    "system": "round-robin",
    "minutes": "120",
    "players": "Müller, Ágnes\nbjorn\nnew Neumann, Nora, born 1980",
}
SIGNS = {"cell.1.2": "1", "cell.1.3": "=", "cell.2.3": "+"}


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None, append_at_once=("dwz",))
    employ(served)
    come(served, "olga")
    return served


def test_a_round_robin_is_typed_shown_and_appended(office: Served):
    """Ágnes beats Björn, draws with Nora; Björn wins against Nora without a game."""
    grid = send(office, PATH, action="players", **TYPED)
    assert "Neumann, Nora" in grid.text
    seen = send(office, PATH, grid, action="show", **SIGNS)
    assert "dwz: would be rated" in seen.text
    before = size(office)
    assert do(office, PATH, seen).status_code == 303
    events = list(office.ledger.log(before))
    assert {entry["recorded_by"] for entry in events} == {"olga"}
    played = [entry["data"] for entry in events if entry["type"] == "game.submitted"]
    assert [(it["white_points"], it.get("played", True)) for it in played] == [
        (1, True),
        (0.5, True),
        (1, False),
    ]


def test_of_two_of_one_name_the_one_is_chosen_by_year_and_club(office: Served):
    """Two Otto Otters are registered; the younger one plays."""
    office.ledger.append(
        [
            player("otto", name="Otter, Otto", birth_year=1950),
            player("otto-2", name="Otter, Otto", birth_year=1980, club="SK Lindental"),
        ],
        by="olga",
    )
    names = "bjorn\n\nOtter, Otto"
    asked = send(office, PATH, action="players", **{**TYPED, "players": names})
    assert asked.status_code == 422
    page = re.sub(r"\s+", " ", asked.text)
    assert 'name="who.2" value="otto"> <span><bdi>Otter, Otto, 1950</bdi>' in page
    chosen = 'name="who.2" value="otto-2"> <span><bdi>Otter, Otto, 1980, SK Lindental</bdi>'
    assert chosen in page
    grid = send(office, PATH, asked, action="players", **{"who.2": "otto-2"})
    seen = send(office, PATH, grid, action="show", **{"cell.1.2": "0"})
    before = size(office)
    assert do(office, PATH, seen).status_code == 303
    (game,) = (it["data"] for it in office.ledger.log(before, types=["game.submitted"]))
    assert (game["white"], game["black"], game["white_points"]) == ("bjorn", "otto-2", 0)


def test_two_of_one_name_are_told_apart_in_the_table(office: Served):
    both = [player(f"otto-{year}", name="Otter, Otto", birth_year=year) for year in (1950, 1980)]
    office.ledger.append(both, by="olga")
    grid = send(office, PATH, action="players", **{**TYPED, "players": "otto-1950\notto-1980"})
    for year in (1950, 1980):
        assert re.search(rf"<bdi>Otter, Otto</bdi>\s+<small>{year}</small>", grid.text)


def test_a_swiss_is_typed_round_by_round(office: Served):
    rounds = "1 1-0 2\n3 bye\n\n2 = 3\n1 bye 0"
    typed = {**TYPED, "system": "swiss"}
    form = send(office, PATH, action="players", **typed)
    wrong = send(office, PATH, form, action="show", rounds="1 2-0 2\n1 1-0 9")
    ((field, message),) = faults_in(wrong)
    assert field == "rounds"
    assert "line 1" in message
    assert "line 2" in message
    assert "1 2-0 2" in wrong.text
    before = size(office)
    assert (
        do(office, PATH, send(office, PATH, form, action="show", rounds=rounds)).status_code == 303
    )
    rounds_of = [it["data"]["round"] for it in office.ledger.log(before, types=["game.submitted"])]
    assert rounds_of == [1, 1, 2, 2]


def test_every_slip_is_named_at_its_field_and_nothing_typed_is_lost(office: Served):
    grid = send(office, PATH, action="players", **TYPED)
    wrong = send(
        office, PATH, grid, action="show", **{**SIGNS, "cell.1.3": "won"}, ended_on="soon"
    )
    assert wrong.status_code == 422
    assert [name for name, _ in faults_in(wrong)] == ["ended_on"]
    assert 'value="won" maxlength="3"' in wrong.text
    assert 'aria-invalid="true"' in wrong.text
    assert "Müller, Ágnes – Neumann, Nora: 'won' is not a result" in unescape(wrong.text)
    slips = {"players": "nobody at all\nbjorn\nbjorn", "ended_on": TYPED["ended_on"]}
    unknown = send(office, PATH, wrong, action="show", **slips)
    ((field, message),) = faults_in(unknown)
    assert field == "players"
    assert "line 1" in message
    assert "line 3" in message
    again = send(office, PATH, unknown, action="players", players=TYPED["players"])
    assert re.search(r'name="cell.2.3" value="\+"', again.text)


def test_results_follow_a_player_who_is_moved_in_the_list(office: Served):
    """Ágnes beats Björn and draws with Nora; then Björn is put first and Otto is entered."""
    grid = send(office, PATH, action="players", **TYPED)
    seen = send(office, PATH, grid, action="show", **SIGNS)
    otto = "bjorn\nnew Otter, Otto\nMüller, Ágnes\nnew Neumann, Nora, born 1980"
    moved = send(office, PATH, seen, action="players", players=otto)
    cells = {name: text for name, text in fields_in(moved.text).items() if text}
    assert cells.items() >= {"cell.1.3": "0", "cell.1.4": "+", "cell.3.4": "="}.items()
    assert not cells.keys() & {"cell.1.2", "cell.2.3", "cell.2.4"}
    before = size(office)
    assert do(office, PATH, send(office, PATH, moved, action="show")).status_code == 303
    games = [it["data"] for it in office.ledger.log(before, types=["game.submitted"])]
    assert [(it["white_points"], it["black_points"]) for it in games] == [
        (0, 1),
        (1, 0),
        (0.5, 0.5),
    ]
    assert games[0]["white"] == "bjorn"
    assert games[0]["black"] == "agnes"


def test_results_stay_where_a_player_was_mistaken_for_another(office: Served):
    grid = send(office, PATH, action="players", **TYPED)
    seen = send(office, PATH, grid, action="show", **SIGNS)
    right = TYPED["players"].replace("bjorn", "carla")
    mended = send(office, PATH, seen, action="show", players=right)
    assert fields_in(mended.text).items() >= SIGNS.items()


def test_what_is_typed_other_than_shown_is_not_appended(office: Served):
    before = size(office)
    grid = send(office, PATH, action="players", **TYPED)
    seen = send(office, PATH, grid, action="show", **SIGNS)
    assert do(office, PATH, seen, **{"cell.1.2": "0"}).status_code == 409
    assert size(office) == before


def test_where_nothing_is_open_an_arbiters_tournament_is_appended_at_once(office: Served):
    come(office, "anton")
    before = size(office)
    grid = send(office, PATH, action="players", **TYPED)
    answer = do(office, PATH, send(office, PATH, grid, action="show", **SIGNS))
    assert answer.status_code == 303
    assert size(office) > before
    assert "accepted" in office.get(answer.headers["location"]).text


def test_what_is_open_or_changes_what_stands_waits_all_the_same(office: Served):
    come(office, "anton")
    before = size(office)
    address = hand_in(office, TRF)  # nobody of it is known
    assert size(office) == before
    come(office, "olga")
    assert address in office.get("/desk").text
    page = office.get(address).text
    assert "4 of 4 players are not identified" in page
    assert "--link" not in page


def test_elsewhere_it_waits_with_the_players_that_the_arbiter_chose(
    season_in_file: str, serve: Serve
):
    office = serve(season_in_file, patience=None)
    employ(office)
    come(office, "anton")
    before = size(office)
    grid = send(office, PATH, action="players", **TYPED)
    address = do(office, PATH, send(office, PATH, grid, action="show", **SIGNS)).headers[
        "location"
    ]
    assert size(office) == before
    come(office, "olga")
    seen = office.get(address)
    assert "would be rated" in seen.text
    assert send(office, address, seen, action="accept").status_code == 303
    assert {it["recorded_by"] for it in office.ledger.log(before)} == {"anton"}
