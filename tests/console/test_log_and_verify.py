"""``log``, ``export log`` and ``verify``: the log as it was recorded."""

import csv
import io
import json
from hashlib import sha256

import pytest
from sqlalchemy import text

from ledger.log.database import connect
from tests.console.spring import SPRING
from tests.projections.submissions import forgotten

ENVELOPE = {"position", "recorded_at", "recorded_by", "type", "id", "data"}
HASHES = {"previous_hash", "hash"}


class TestLog:
    def test_json_is_the_list_of_events_as_recorded(self, shell):
        log = shell.json("log")
        assert [each["position"] for each in log] == list(range(1, 20))
        assert [each["type"] for each in log] == [each["type"] for each in SPRING]
        assert [each["id"] for each in log] == [each["id"] for each in SPRING]
        for each in log:
            assert set(each) >= ENVELOPE | HASHES
        assert [each["previous_hash"] for each in log[1:]] == [each["hash"] for each in log[:-1]]
        assert log[0]["previous_hash"] == "00" * 32

    def test_a_time_is_utc_with_six_decimals(self, in_file):
        recorded_at = in_file.json("log")[0]["recorded_at"]
        date, _, time = recorded_at.partition("T")
        assert (len(date), len(time), time[-1], time[8]) == (10, 16, "Z", ".")

    def test_from_and_to_are_inclusive(self, shell):
        def positions(*options):
            return [each["position"] for each in shell.json("log", *options)]

        assert positions("--from", "18") == [18, 19]
        assert positions("--to", "2") == [1, 2]
        assert positions("--from", "5", "--to", "5") == [5]
        assert positions("--from", "6", "--to", "5") == []
        assert positions("--from", "20") == []

    def test_a_part_of_the_log_names_the_hash_before_it(self, in_file):
        first, second = in_file.json("log", "--to", "2")
        (alone,) = in_file.json("log", "--from", "2", "--to", "2")
        assert alone == second
        assert alone["previous_hash"] == first["hash"]

    def test_only_the_types_asked_for(self, in_file):
        log = in_file.json("log", "--type", "tournament.submitted", "--type", "player.withheld")
        assert [each["id"] for each in log] == [
            "withheld cleo 1996-01-01",
            "tournament may",
            "tournament wien",
        ]

    def test_an_empty_log_is_an_empty_list(self, empty):
        assert empty.json("log") == []

    def test_csv_has_a_line_per_event(self, shell):
        rows = list(csv.DictReader(io.StringIO(shell.table("--format", "csv", "log"))))
        assert [int(row["position"]) for row in rows] == list(range(1, 20))
        assert "pool dwz" in rows[0]["data"].split(", ")

    def test_the_table_says_in_words_what_happened_and_the_facts_with_ids(self, in_file):
        text = in_file.table("log", "--type", "tournament.submitted")
        assert "Tournament The may, ended 1996-05-01" in text
        text = in_file.table("log", "--type", "tournament.submitted", "--ids")
        for told in ("13", "tournament may", "1996-05-01"):
            assert told in text

    @pytest.mark.parametrize(
        "option",
        [("--from", "0"), ("--to", "-1"), ("--from", "one"), ("--type", "game.played")],
    )
    def test_positions_and_types_that_cannot_be_are_wrong_usage(self, in_file, option):
        outcome = in_file.run("log", *option)
        assert (outcome.status, outcome.out) == (2, "")


class TestExport:
    def test_it_writes_a_line_per_event_without_names(self, shell):
        text = shell.table("export", "log")
        documents = [json.loads(each) for each in text.splitlines()]
        assert documents == shell.json("log")
        assert "Anna" not in text

    def test_with_persons_it_adds_data_and_salts_that_prove_the_commitment(self, shell):
        text = shell.table("export", "log", "--with-persons")
        anna = json.loads(text.splitlines()[1])
        assert anna["person"]["data"]["name"] == "Anna, Test"
        canonical = json.dumps(
            anna["person"]["data"], sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
        salt = bytes.fromhex(anna["person"]["salt"])
        assert sha256(salt + canonical.encode()).hexdigest() == anna["data"]["commitment"]

    def test_of_a_forgotten_player_nothing_is_left(self, shell):
        shell.append(forgotten("anna"))
        text = shell.table("export", "log", "--with-persons")
        assert "Anna" not in text
        assert "Bela, Test" in text
        assert shell.json("verify")["ok"]


class TestVerify:
    def test_a_log_as_recorded_holds(self, shell):
        verdict = shell.json("verify")
        assert set(verdict) == {"ok", "events", "head_hash", "first_bad"}
        assert (verdict["ok"], verdict["events"], verdict["first_bad"]) == (True, 19, None)
        assert verdict["head_hash"] == shell.json("log", "--from", "19")[0]["hash"]
        assert verdict["head_hash"] in shell.table("verify")

    def test_an_empty_log_holds(self, empty):
        verdict = empty.json("verify")
        assert (verdict["ok"], verdict["events"], verdict["head_hash"]) == (True, 0, "00" * 32)

    def test_the_first_position_that_does_not_hold_is_named(self, in_file):
        engine = connect(in_file.database)
        with engine.begin() as connection:
            for name in connection.scalars(
                text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            ).all():
                connection.execute(text(f'DROP TRIGGER "{name}"'))
            changed = "UPDATE event SET recorded_by = 'somebody else' WHERE position IN (7, 9)"
            connection.execute(text(changed))
        engine.dispose()
        outcome = in_file.run("--format", "json", "verify")
        document = json.loads(outcome.out)
        assert (outcome.status, document["ok"], document["first_bad"]) == (1, False, 7)
        assert "position 7" in outcome.err
        told = in_file.run("verify")
        assert (told.status, told.out) == (1, "")
        assert "position 7" in told.err
