"""``init`` and ``append``: making the ledger and handing in."""

import json

from tests.console.shell import Shell, lines
from tests.console.spring import SPRING
from tests.projections.submissions import adoption, game, player, tournament


def test_init_makes_the_ledger_once(tmp_path):
    shell = Shell(f"sqlite:///{tmp_path / 'new.db'}", tmp_path)
    first = shell.json("init")
    assert set(first) == {"revision", "created", "before", "steps"}
    assert first["created"] is True
    again = {"created": False, "before": first["revision"], "steps": []}
    assert shell.json("init") == {**first, **again}
    assert shell.json("append", "-", stdin=lines(adoption()))["appended"] == 1
    assert shell.json("init")["created"] is False
    assert shell.json("ratings", "dwz") == []


def test_init_tells_people_what_it_did(tmp_path):
    shell = Shell(f"sqlite:///{tmp_path / 'new.db'}", tmp_path)
    assert "created" in shell.table("init")
    assert "up to date" in shell.table("init")


def test_init_makes_no_ledger_where_one_was_lost(tmp_path):
    """SQLite would delete the log of the lost file, with the last events in it."""
    log = tmp_path / "club.db-wal"
    log.write_bytes(b"the last events")
    shell = Shell(f"sqlite:///{tmp_path / 'club.db'}", tmp_path)
    assert shell.refused("log") == shell.refused("init")
    (problem,) = shell.refused("init")
    assert problem["code"] == "lost-ledger"
    assert str(tmp_path / "club.db") in problem["message"]
    assert "rating-ledger backup restore" in problem["message"]
    assert [*tmp_path.iterdir()] == [log]
    assert log.read_bytes() == b"the last events"


def test_append_tells_positions(empty):
    receipt = empty.json("append", empty.file("spring.jsonl", *SPRING))
    assert receipt == {"appended": 19, "duplicates": 0, "first": 1, "last": 19}


def test_what_is_known_already_is_a_duplicate(empty):
    path = empty.file("spring.jsonl", *SPRING[:5])
    empty.json("append", path)
    assert empty.json("append", empty.file("more.jsonl", *SPRING[3:7])) == {
        "appended": 2,
        "duplicates": 2,
        "first": 6,
        "last": 7,
    }
    assert empty.json("append", path) == {
        "appended": 0,
        "duplicates": 5,
        "first": None,
        "last": None,
    }


def test_several_files_and_standard_input_are_one_call(empty):
    first = empty.file("first.jsonl", *SPRING[:3])
    receipt = empty.json("append", first, "-", stdin=lines(*SPRING[3:6]))
    assert (receipt["appended"], receipt["last"]) == (6, 6)
    wrong = empty.file("wrong.jsonl", {"type": "game.played", "data": {}})
    empty.refused("append", empty.file("last.jsonl", *SPRING[6:]), wrong)
    assert len(empty.json("log")) == 6


def test_by_says_who_hands_it_in(empty_file):
    empty_file.json("append", "--by", "Rita Rating", "-", stdin=lines(adoption()))
    assert empty_file.json("log")[0]["recorded_by"] == "Rita Rating"
    (problem,) = empty_file.refused("append", "--by", " ", "-", stdin=lines(player("anna")))
    assert problem["field"] == "--by"


def test_append_tells_people_positions_and_duplicates(empty_file):
    path = empty_file.file("spring.jsonl", *SPRING[:5])
    assert "5 events appended at positions 1 to 5" in empty_file.table("append", path)
    assert "5 were known already" in empty_file.table("append", path)


class TestRefused:
    def test_all_problems_are_told_with_line_field_and_remedy(self, empty):
        wrong = [
            adoption(),
            player("anna"),
            player("bela", birth_year="1950"),
            tournament("may", "1996-05-01", pools=["dzw"]),
            tournament("june", "1996-06-01"),
            game("june", "anna", "1-0", "nobody", colour="green"),
            game("june", "nobody", "1-0", "anna"),
        ]
        problems = empty.refused("append", "-", stdin=lines(*wrong))
        assert {(each["line"], each["field"], each["code"]) for each in problems} == {
            (3, "data.birth_year", "wrong-type"),
            (4, "data.pools", "unknown-pool"),
            (6, "data.colour", "unknown-field"),
            (7, "data.white", "unknown-player"),
        }
        assert empty.json("log") == []

    def test_one_refused_line_and_nothing_is_written(self, empty):
        problems = empty.refused("append", "-", stdin=lines(*SPRING) + b"{}\n")
        assert [each["line"] for each in problems] == [20]
        assert empty.json("log") == []

    def test_the_same_id_with_other_content(self, empty_file):
        empty_file.append(adoption())
        (problem,) = empty_file.refused("append", "-", stdin=lines(adoption(reason="why not")))
        assert (problem["line"], problem["field"]) == (1, "id")

    def test_a_rulebook_that_there_is_not(self, empty_file):
        (problem,) = empty_file.refused("append", "-", stdin=lines(adoption(rulebook="dwz-1905")))
        assert (problem["field"], problem["code"]) == ("data.rulebook", "unknown-rulebook")
        assert "dwz-1995" in problem["message"]

    def test_readings_cards_and_decisions_that_the_rulebook_does_not_know(self, in_file):
        wrong = [
            adoption("2000-01-01", parameters={"validity": 3}),
            {
                "type": "rating.decided",
                "data": {
                    "pool": "dwz",
                    "player": "anna",
                    "from_day": "1996-01-01",
                    "kind": "initial",
                    "by": "us",
                    "reason": "so",
                    "card": {"elo": 3},
                },
            },
            {
                "type": "decision.recorded",
                "data": {
                    "pool": "dwz",
                    "rule": "DWZ 9.9",
                    "about": {"tournament": "may"},
                    "value": True,
                    "by": "us",
                    "reason": "so",
                },
            },
        ]
        problems = in_file.refused("append", "-", stdin=lines(*wrong))
        assert {each["line"] for each in problems} == {1, 2, 3}

    def test_a_file_that_is_not_there(self, empty):
        (problem,) = empty.refused("append", str(empty.folder / "missing.jsonl"))
        assert problem["code"] == "file"
        assert "missing.jsonl" in problem["message"]

    def test_a_folder_in_place_of_a_file(self, empty_file):
        (problem,) = empty_file.refused("append", str(empty_file.folder))
        assert problem["code"] == "file"

    def test_problems_for_people_go_to_standard_error(self, empty_file):
        outcome = empty_file.run("append", "-", stdin=b"[]\n")
        assert (outcome.status, outcome.out) == (1, "")
        assert "line 1" in outcome.err


def test_a_file_with_a_byte_order_mark_and_blank_lines_is_read(empty_file):
    text = b"\xef\xbb\xbf" + lines(adoption()) + b"\n  \r\n" + lines(player("anna"))
    assert empty_file.json("append", "-", stdin=text)["appended"] == 2
    problems = empty_file.refused("append", "-", stdin=b"\n\n" + json.dumps([]).encode())
    assert [each["line"] for each in problems] == [3]
