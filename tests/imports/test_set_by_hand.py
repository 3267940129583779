"""Values set by hand, and the effect of a changed file on them."""

from typing import Any

from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import HEAD, dsb, dsb_game, dsb_player
from tests.imports.versions import (
    ID,
    ROUNDS,
    SLIP,
    changed,
    correct,
    handed_in,
    open_,
    without_system,
)


def test_what_a_file_cannot_say_is_kept(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    correct(ledger, ID, flags=["official-delegation"], country="AUT", **{"class": "I"})
    correct(ledger, f"{ID}-r1-1-2", finished_on="2026-06-27", minutes_per_move=3)
    changed(ledger, dsb(dsb_game("0.5", "0.5")), kind="dsb")
    tournament, game = (event["data"]["replacement"] for event in ledger.log()[-2:])
    assert (game["finished_on"], game["minutes_per_move"]) == ("2026-06-27", 3)
    assert (tournament["flags"], tournament["class"]) == (["official-delegation"], "I")
    assert tournament["country"] == "AUT"
    changed(ledger, dsb(dsb_game("0", "1")), kind="dsb")
    assert ledger.log()[-1]["data"]["replacement"]["finished_on"] == "2026-06-27"


def test_who_was_entered_by_hand_stays_entered(ledger: ImportLedger) -> None:
    ledger.register("late", "Later, Lena")
    handed_in(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    entered = [{"player": f"{ID}-p{number}", "junior": number == 1} for number in (1, 2, 3)]
    correct(ledger, ID, entrants=[*entered, {"player": "late"}])
    people = "".join(map(dsb_player, (1, 2)))
    changed(ledger, dsb(dsb_game("0", "1"), players=people), kind="dsb")
    stands = ledger.log()[-2]["data"]["replacement"]["entrants"]
    assert stands == [
        {"player": f"{ID}-p1", "junior": True},
        {"player": f"{ID}-p2"},
        {"player": "late"},
    ]


def test_a_system_set_by_hand_stays_where_the_file_tells_none(ledger: ImportLedger) -> None:
    name = handed_in(ledger, without_system(ROUNDS))
    correct(ledger, name, format="knockout")
    document = changed(ledger, without_system(SLIP), "--same-as", name)
    assert {each["field"] for each in document["changes"]} == {"white_points", "black_points"}
    assert changed(ledger, open_(SLIP), "--same-as", name)["changes"][0] == {
        "what": "tournament",
        "event": name,
        "field": "format",
        "before": "knockout",
        "after": "swiss",
    }


def test_what_a_file_no_longer_says_goes(ledger: ImportLedger) -> None:
    name = handed_in(ledger, open_())
    short = tuple(line for line in HEAD if not line.startswith("022"))
    document = changed(ledger, open_(head=short), "--same-as", name)
    (only,) = document["changes"]
    assert (only["field"], only["before"], only["after"]) == ("place", "Neustadt", None)


def test_a_correction_by_hand_that_a_file_undoes_is_told_with_its_reason(
    ledger: ImportLedger,
) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    correct(ledger, f"{ID}-r1-1-2", white_points=0, black_points=1)
    correct(ledger, ID, name="Meisterschaft")
    second = dsb(dsb_game("1", "0") + dsb_game("0", "1", 2))
    issues = [each["message"] for each in changed(ledger, second, kind="dsb")["issues"]]
    assert sum("as the arbiter said" in message for message in issues) == 2
    assert any(message.startswith(f"game {ID}-r1-1-2 was corrected on ") for message in issues)


def test_a_game_struck_by_hand_that_a_file_still_has_is_told(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    correct(ledger, f"{ID}-r1-1-2")
    same = ledger.import_file("dsb", str(ledger.folder / "first.txt"))
    assert (same["appended"], same["issues"]) == (0, [])
    second = dsb(dsb_game("1", "0") + dsb_game("0", "1", 2))
    issues = [each["message"] for each in changed(ledger, second, kind="dsb")["issues"]]
    assert any("was struck on" in message and "still has it" in message for message in issues)


def test_the_same_bytes_undo_nothing_even_with_the_same_links_said_again(
    ledger: ImportLedger,
) -> None:
    ledger.register("bert", "Buche, Bert")
    content, supplied = dsb(dsb_game("1", "0")), ("--link", "2=bert")
    handed_in(ledger, content, *supplied, kind="dsb")
    correct(ledger, f"{ID}-r1-1-2", white_points=0, black_points=1)
    before = ledger.log()
    assert changed(ledger, content, *supplied, "--link", "1=new", kind="dsb")["appended"] == 0
    assert ledger.log() == before


def test_the_pools_of_a_tournament_are_not_a_files_to_change(ledger: ImportLedger) -> None:
    pool = {"pool": "blitz", "rulebook": ledger.rulebook, "from_day": "1990-01-01"}
    ledger.append({"type": "rulebook.adopted", "data": pool})
    handed_in(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    document = changed(ledger, dsb(dsb_game("0", "1")), "--pool", "blitz", kind="dsb")
    assert any("is recorded without blitz" in each["message"] for each in document["issues"])
    assert ledger.log()[-2]["data"]["replacement"]["pools"] == ["house"]


def test_a_game_on_which_a_decision_relies_is_not_struck(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    pool = {"pool": "house", "rulebook": "fide-2024", "from_day": "2024-03-01"}
    ledger.append({"type": "rulebook.adopted", "data": pool})
    decision = {"pool": "house", "rule": "FIDE 5.1", "about": {"game": f"{ID}-r2-1-2"}}
    decision |= {"value": {"rate": False}, "by": "board", "reason": "asked"}
    ledger.append({"type": "decision.recorded", "data": decision})
    before = ledger.log()
    document = changed(ledger, dsb(dsb_game("1", "0")), kind="dsb", status=1)
    assert "needed by" in document["problems"][0]["message"]
    assert document["appended"] == 0
    assert ledger.log() == before


def test_a_struck_tournament_is_not_brought_back_by_a_file(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    correct(ledger, ID)
    document = changed(ledger, dsb(dsb_game("1", "0")), kind="dsb", status=1)
    assert "as the arbiter said" in document["problems"][0]["message"]


TABLES = """[tournament]
key,{key}
name,Stadtmeisterschaft
system,swiss
starts_on,2026-06-20
ended_on,2026-06-28
{more}[players]
number,name,birth_year{columns}
1,"Spieler1, Otto",1990{one}
2,"Spieler2, Otto",1990
3,"Spieler3, Otto",1990
[games]
round,white,black,result_white,result_black{pace}
1,1,2,1,0{minutes}
"""


def tables(more: str = "", columns: str = "", one: str = "", **pace: str) -> bytes:
    """The file of the federation once more, as the canonical tables."""
    pace = {"pace": "", "minutes": "", **pace}
    return TABLES.format(key=ID, more=more, columns=columns, one=one, **pace).encode()


def standing(ledger: ImportLedger, id_: str) -> Any:
    """The data of an event as the last correction of it left them."""
    data: Any = None
    for event in ledger.log():
        if event["id"] == id_:
            data = event["data"]
        elif event["data"].get("corrects") == id_:
            data = event["data"]["replacement"]
    return data


def test_a_file_that_can_say_flags_changes_them_and_no_other_does(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    supplied = tables("flags,undated\nclass,I\nparticipants,9\n", ",junior,status", ",yes,guest")
    changed(ledger, supplied, kind="csv")
    changed(ledger, dsb(dsb_game("0", "1")), kind="dsb")
    stands = standing(ledger, ID)
    assert (stands["flags"], stands["class"], stands["participants"]) == (["undated"], "I", 9)
    assert {"player": f"{ID}-p1", "junior": True, "status": "guest"} in stands["entrants"]
    document = changed(ledger, tables(), kind="csv")
    fields = [each["field"] for each in document["changes"] if each["what"] != "game"]
    assert {"flags", "class", "participants", f"{ID}-p1"} <= set(fields)
    assert not {"flags", "class", "participants"} & standing(ledger, ID).keys()


def test_flags_set_by_hand_stay_where_such_a_file_is_silent(ledger: ImportLedger) -> None:
    handed_in(ledger, tables(), kind="csv")
    entered = [{"player": f"{ID}-p{number}", "junior": number == 1} for number in (1, 2, 3)]
    correct(ledger, ID, flags=["larger-event"], entrants=entered)
    correct(ledger, f"{ID}-r1-1-2", minutes_per_move=3)
    again = changed(ledger, tables("place,Neustadt\n", ",status", ",guest"), kind="csv")
    assert [each["field"] for each in again["changes"]] == ["place", f"{ID}-p1"]
    stands = standing(ledger, ID)
    assert stands["flags"] == ["larger-event"]
    assert {"player": f"{ID}-p1", "junior": True, "status": "guest"} in stands["entrants"]
    other = tables(
        "place,Neustadt\nflags,undated\n",
        ",status",
        ",guest",
        pace=",minutes_per_move",
        minutes=",2",
    )
    document = changed(ledger, other, kind="csv")
    assert [each["field"] for each in document["changes"]] == ["flags", "minutes_per_move"]
    assert standing(ledger, ID)["flags"] == ["undated"]
    assert standing(ledger, f"{ID}-r1-1-2")["minutes_per_move"] == 2
    found = " ".join(issue["message"] for issue in document["issues"])
    assert "was corrected on" in found
    assert "the file says otherwise" in found
