"""Submissions through the façade: dicts and lines of JSON, all of them or none."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import numpy
import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from tests.api.season import SEASON
from tests.console.shell import Shell, lines
from tests.projections.submissions import event, games, player, tournament

TEXT = lines(*SEASON).decode()


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(SEASON, id="a list of dicts"),
        pytest.param(TEXT, id="one text"),
        pytest.param(TEXT.encode(), id="bytes"),
        pytest.param(TEXT.splitlines(), id="lines"),
        pytest.param(TEXT.encode().splitlines(keepends=True), id="lines of bytes"),
        pytest.param("\ufeff\n" + TEXT.replace("\n", "\r\n\r\n"), id="as Windows writes"),
        pytest.param([SEASON[0], *TEXT.splitlines()[1:]], id="dicts and lines"),
    ],
)
def test_a_season_is_handed_in_in_whatever_form(sqlite_database, events):
    with Ledger.open(sqlite_database) as ledger:
        receipt = ledger.append(events, by="anna")
        assert (receipt.appended, receipt.first, receipt.last) == (len(SEASON), 1, len(SEASON))
        assert [entry["id"] for entry in ledger.log()] == [event["id"] for event in SEASON]
        assert {entry["recorded_by"] for entry in ledger.log()} == {"anna"}


def test_a_generator_is_handed_in_as_it_comes(empty):
    assert empty.append((event for event in SEASON), by="anna").appended == len(SEASON)


def test_an_open_file_is_handed_in(empty, tmp_path: Path):
    path = tmp_path / "season.jsonl"
    path.write_text(TEXT, "utf-8")
    with path.open(encoding="utf-8") as file:
        assert empty.append(file, by="anna").appended == len(SEASON)


def test_a_generator_that_fails_half_way_leaves_nothing(empty):
    def failing():
        yield from SEASON
        raise RuntimeError("the network is gone")

    with pytest.raises(RuntimeError, match="the network is gone"):
        empty.append(failing(), by="anna")
    assert list(empty.log()) == []


def test_one_event_alone_needs_no_list(empty):
    assert empty.append(player("anna"), by="anna").appended == 1


def test_what_is_in_the_ledger_already_is_a_duplicate(ledger):
    receipt = ledger.append(SEASON, by="anna")
    assert (receipt.appended, receipt.duplicates) == (0, len(SEASON))


def test_a_name_may_have_any_line_separator_of_unicode_in_a_line(empty):
    """Only a line feed ends a line of JSON; U+2028 may stand within a text."""
    registered = json.dumps(player("anna", register={"x": "a\u2028b"}), ensure_ascii=False)
    with pytest.raises(Refused) as refused:
        empty.append(registered, by="anna")
    assert {problem.line for problem in refused.value.problems} == {1}
    assert "not-json" not in {problem.code for problem in refused.value.problems}


def test_days_and_numbers_of_numpy_are_taken(empty):
    born = player("anna", birth_year=numpy.int64(1950))
    ended = tournament("open", "1996-05-01")
    ended["data"]["ended_on"] = date(1996, 5, 1)
    empty.append([SEASON[0], born, ended], by="anna")
    *_, last = empty.log()
    assert last["data"]["ended_on"] == "1996-05-01"


def test_a_refusal_names_every_problem_as_the_command_does(ledger, shell: Shell):
    wrong = [
        *games("spring", "nobody 1-0 agnes"),
        {"type": "game.lost", "data": {}},
        tournament("winter", "1996-13-01"),
    ]
    with pytest.raises(Refused) as refused:
        ledger.append(wrong, by="anna")
    told = [
        {"line": it.line, "field": it.field, "code": it.code, "message": it.message}
        for it in refused.value.problems
    ]
    assert {it["line"] for it in told} == {1, 2, 3}
    assert told == shell.refused("append", "-", stdin=lines(*wrong))
    assert len(list(ledger.log())) == len(SEASON)


@pytest.mark.parametrize("event", [5, None, {"type": {1, 2}}, {"type": "\ud800"}, {"id": 2**70}])
def test_what_is_no_event_is_refused_with_its_place(empty, event):
    with pytest.raises(Refused) as refused:
        empty.append([player("anna"), event], by="anna")
    assert refused.value.problems[-1].line == 2
    assert list(empty.log()) == []


@pytest.mark.parametrize("nothing", [[], "", b"", "\n\n", iter(())])
def test_nothing_at_all_is_refused(empty, nothing):
    with pytest.raises(Refused, match="there is nothing in it"):
        empty.append(nothing, by="anna")


class TestListsOfDaysToCome:
    @pytest.fixture
    def ledger(self, ledger):
        """The season on the first of June 2020."""
        clock = datetime(2020, 6, 1, 12, tzinfo=UTC)
        with Ledger.open(ledger.database, clock=lambda: clock) as opened:
            yield opened

    def test_a_list_is_published_on_its_day(self, ledger):
        assert ledger.publish("dwz", on="2020-06-01", by="anna")["day"] == "2020-06-01"

    @pytest.mark.parametrize("dry_run", [False, True])
    def test_but_not_before_it(self, ledger, dry_run):
        with pytest.raises(Refused, match="2020-06-02 is after today, 2020-06-01") as refused:
            ledger.publish("dwz", on="2020-06-02", by="anna", dry_run=dry_run)
        assert [each.code for each in refused.value.problems] == ["day-to-come"]
        assert len(list(ledger.log())) == len(SEASON)

    def test_nor_by_an_event_that_is_written_by_hand(self, ledger):
        given = {"pool": "dwz", "position": 1, "digest": "0" * 64, "players": 0}
        early = event("list.published", "early", {**given, "day": "2020-06-02"})
        with pytest.raises(Refused, match="publish the list on its day or later") as refused:
            ledger.append([early], by="anna")
        (problem,) = refused.value.problems
        assert (problem.line, problem.field, problem.code) == (1, "data.day", "day-to-come")
        due = event("list.published", "due", {**given, "day": "2020-06-01"})
        assert ledger.append([due], by="anna").appended == 1


@pytest.mark.parametrize("by", ["", "  ", "two\nlines", "x" * 201, None])
def test_whoever_hands_in_has_a_name(ledger, by):
    for hand_in in (
        lambda: ledger.append(SEASON, by=by),
        lambda: ledger.correct("spring", strike=True, reason="a slip", by=by),
        lambda: ledger.merge("agnes", "bjorn", reason="one person", by=by),
        lambda: ledger.publish("dwz", on="1996-12-31", by=by),
    ):
        with pytest.raises(Refused, match="up to 200 printable characters"):
            hand_in()
    assert len(list(ledger.log())) == len(SEASON)
