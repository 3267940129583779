"""An officer corrects lists inside of an event: entrants, rating lists, flags, readings."""

import re

import pytest

from tests.projections.submissions import adoption, tournament
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, do, employ, faults_in, look, size

SPRING = "/desk/corrections/spring"
ENTERED = [
    {"player": "agnes"},
    {"player": "carla", "junior": True, "status": "newcomer"},
    {"player": "bjorn", "entry_grade": "1k"},
]
CONVERTED = {
    "pieces": [{"factor": -8, "plus": 2840}],
    "count_plus": 2,
}


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None)
    employ(served)
    come(served, "olga")
    return served


def stands(office: Served, event: str) -> dict:
    found = office.ledger.event_as_it_stands(event)["data"]
    assert found is not None
    return dict(found)


def correct(office: Served, path: str, **typed: str | None) -> None:
    """It is looked at, then done."""
    seen = look(office, path, reason="as the letter says", **typed)
    assert seen.status_code == 200, seen.text
    done = do(office, path, seen)
    assert done.status_code == 303, done.text


def entered(office: Served) -> str:
    """A tournament of go with three who were entered; the path of its correction."""
    data = {"pools": ["dwz"], "entrants": ENTERED, "discipline": "go"}
    office.ledger.append([tournament("summer-go", "1996-07-05", **data)], by="anna")
    return "/desk/corrections/summer-go"


def test_an_entrant_is_set_right_one_taken_out_and_one_added(office: Served):
    path = entered(office)
    typed = {
        "set.entrants.0.player": "",
        "set.entrants.2.entry_grade": "2k",
        "set.entrants.3.player": "dora",
        "set.entrants.3.status": "guest",
        "set.entrants.3.junior": "false",
    }
    correct(office, path, **typed)
    assert stands(office, "summer-go")["entrants"] == [
        {"player": "carla", "junior": True, "status": "newcomer"},
        {"player": "bjorn", "entry_grade": "2k"},
        {"player": "dora", "status": "guest"},
    ]


def test_a_list_that_is_sent_as_it_stands_is_no_change(office: Served):
    path = entered(office)
    assert "nothing was changed" in look(office, path, reason="nothing").text
    correct(office, path, **{"set.name": "Summer go"})
    (entry,) = office.ledger.log(size(office) - 1)
    assert entry["data"]["replacement"]["entrants"] == ENTERED


def test_what_is_wrong_with_an_entrant_stands_beside_him_and_what_was_typed_is_kept(
    office: Served,
):
    path, before = entered(office), size(office)
    typed = {
        "set.entrants.1.player": "",
        "set.entrants.1.junior": "",
        "set.entrants.1.status": "",
        "set.entrants.2.entry_grade": "strong",
        "set.entrants.4.player": "nobody",
    }
    refused = look(office, path, reason="x", **typed)
    assert refused.status_code == 422
    # The row that was emptied is gone, so that Björn's is the second and the new one the third.
    assert [name for name, _ in faults_in(refused)] == ["set.entrants.1.entry_grade"]
    for text in ("strong", "nobody"):
        assert f'value="{text}"' in refused.text
    mended = look(office, path, reason="x", **{**typed, "set.entrants.2.entry_grade": "3k"})
    ((name, message),) = faults_in(mended)
    assert name == "set.entrants.2.player"
    assert "nobody" in message
    assert size(office) == before


def test_somebody_entered_twice_is_said_above_the_list(office: Served):
    path = entered(office)
    refused = look(office, path, reason="x", **{"set.entrants.3.player": "agnes"})
    assert [name for name, _ in faults_in(refused)] == ["set.entrants"]


def test_more_rows_come_when_the_empty_ones_are_filled(office: Served):
    players = ["dora", "gustav", "agnes-2"]
    typed = {f"set.entrants.{3 + at}.player": each for at, each in enumerate(players)}
    refused = look(office, entered(office), reason="x", **typed)
    assert 'name="set.entrants.8.player"' in refused.text


def test_a_tournament_is_put_into_another_list_with_what_follows_shown_first(office: Served):
    """Out of the list it was in, its players go back to what they came with."""
    office.ledger.append([adoption("1996-01-01", "blitz")], by="anna")
    seen = look(office, SPRING, reason="the wrong list", **{"set.pools.0": "blitz"})
    assert seen.status_code == 200
    assert "3 ratings would change. <span><bdi>dwz</bdi></span></caption>" in seen.text
    assert stands(office, "spring")["pools"] == ["dwz"]
    assert do(office, SPRING, seen).status_code == 303
    assert stands(office, "spring")["pools"] == ["blitz"]
    held = {row["player"]: row["figure"] for row in office.ledger.pool("dwz").ratings()}
    assert (held["agnes"], held["bjorn"]) == (1500, 1500)


def test_without_any_list_a_tournament_is_refused(office: Served):
    refused = look(office, SPRING, reason="x", **{"set.pools.0": ""})
    assert refused.status_code == 422
    assert [name for name, _ in faults_in(refused)] == ["set.pools"]


def test_flags_are_ticked_and_unticked(office: Served):
    correct(office, SPRING, **{"set.flags.undated": "1", "set.flags.invitational": "1"})
    assert set(stands(office, "spring")["flags"]) == {"undated", "invitational"}
    page = office.get(SPRING).text
    ticked = 'name="set.flags.undated" type="checkbox" value="1" checked'
    assert ticked in re.sub(r"\s+", " ", page)
    correct(office, SPRING, **{"set.flags.undated": None})
    assert stands(office, "spring")["flags"] == ["invitational"]
    correct(office, SPRING, **{"set.flags.invitational": None})
    assert "flags" not in stands(office, "spring")


def test_a_form_without_the_list_leaves_it_as_it_is(office: Served):
    correct(office, SPRING, **{"set.flags.undated": "1"})
    typed = {"set.flags": None, "set.flags.undated": None, "set.place": "Wien"}
    seen = look(office, SPRING, reason="x", **typed)
    assert do(office, SPRING, seen, **typed).status_code == 303
    assert stands(office, "spring")["flags"] == ["undated"]


def test_the_pieces_of_a_conversion_are_set(office: Served):
    adopted = adoption("1998-01-01", rulebook="dwz-2014", conversion=CONVERTED)
    position = office.ledger.append([adopted], by="anna").last
    (entry,) = office.ledger.log(position - 1)
    path = f"/desk/corrections/{entry['id']}"
    typed = {
        "set.conversion.pieces.0.below": "1000",
        "set.conversion.pieces.1.factor": "-7,5",
        "set.conversion.pieces.1.plus": "2800",
    }
    correct(office, path, **typed)
    assert stands(office, entry["id"])["conversion"] == {
        "pieces": [
            {"factor": -8, "plus": 2840, "below": 1000},
            {"factor": -7.5, "plus": 2800},
        ],
        "count_plus": 2,
    }


def test_a_reading_is_added_changed_and_taken_back(office: Served):
    """Texts as texts, numbers as numbers; an unknown reading is refused beside what was typed."""
    adopted = adoption("1970-01-01", "svensk", rulebook="lask-1970")
    position = office.ledger.append([adopted], by="anna").last
    (entry,) = office.ledger.log(position - 1)
    path = f"/desk/corrections/{entry['id']}"
    typed = {
        "set.parameters.0.name": "general_addition_seasons",
        "set.parameters.0.value": "[1970, 1971]",
        "set.parameters.1.name": "table2_096",
        "set.parameters.1.value": "501",
        "set.parameters.2.name": "monrad_n8",
        "set.parameters.2.value": "2a",
    }
    correct(office, path, **typed)
    readings = {"general_addition_seasons": [1970, 1971], "table2_096": 501, "monrad_n8": "2a"}
    assert stands(office, entry["id"])["parameters"] == readings
    # Single values have fields of their own now, the list of seasons is still a row.
    changed = {"set.parameters.table2_096": "", "set.parameters.0.value": "[1970]"}
    correct(office, path, **changed)
    left = {"general_addition_seasons": [1970], "monrad_n8": "2a"}
    assert stands(office, entry["id"])["parameters"] == left
    unknown = {"set.parameters.1.name": "luck", "set.parameters.1.value": "1"}
    refused = look(office, path, reason="x", **unknown)
    assert refused.status_code == 422
    assert 'value="luck"' in refused.text


def test_what_a_rule_left_open_is_decided_otherwise(office: Served):
    """MGSZ 6 (3): a field is split into other parts."""
    decided = {
        "type": "decision.recorded",
        "id": "the-split",
        "data": {
            "pool": "go",
            "rule": "MGSZ 6 (3)",
            "about": {"tournament": "spring"},
            "value": {"parts": [3, 3, 2]},
            "by": "MGSZ",
            "reason": "strength",
        },
    }
    adopted = adoption("1996-01-01", "go", rulebook="mgsz-2011")
    office.ledger.append([adopted, decided], by="anna")
    path = "/desk/corrections/the-split"
    assert 'value="[3, 3, 2]"' in office.get(path).text
    correct(office, path, **{"set.value.0.value": "[4, 4]"})
    assert stands(office, "the-split")["value"] == {"parts": [4, 4]}
