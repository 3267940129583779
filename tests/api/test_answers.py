"""The façade and the command line give one answer, and the answers are right."""

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger, as_json, audit_as_document, check_audit
from projections.files.documents import files
from projections.interfaces.cli import export_commands
from tests.api.season import AFTER_SPRING, SEASON
from tests.console.shell import Shell
from tests.tables import every

POOL = "dwz"


def club(ledger: Ledger, **asked):
    return ledger.pool(POOL, **asked)


# Questions through the façade and as commands.  Those of tests/web_api/questions.py are compared
# there: HTTP answers what the façade does.
SAME = {
    "diff of two readings": (
        lambda it: club(it).diff(club(it, rulebook="ingo-1960")),
        ["diff", POOL, "--rulebook", "ingo-1960"],
    ),
    "games": (lambda it: it.games("spring"), ["games", "spring"]),
    "games as of a day": (
        lambda it: it.games("spring", on="1996-12-31", known_at=16),
        ["games", "spring", "--on", "1996-12-31", "--known-at", "16"],
    ),
    "log in part": (
        lambda it: it.log(after=4, to=18, types=["player.registered", "game.submitted"]),
        [
            *("log", "--from", "5", "--to", "18"),
            *("--type", "player.registered", "--type", "game.submitted"),
        ],
    ),
    "verify": (lambda it: it.verify(), ["verify"]),
    "rebuild": (lambda it: it.rebuild(), ["rebuild"]),
    "rebuild, checked": (lambda it: it.rebuild(POOL, check=True), ["rebuild", POOL, "--check"]),
}


def plain(answer):
    """An answer as what its JSON says; how long something took is nobody's answer."""
    answer = answer if isinstance(answer, dict) else list(answer)
    document = json.loads(as_json(answer))
    if isinstance(document, dict):
        document.pop("seconds", None)
    return document


@pytest.mark.parametrize(("asked", "command"), SAME.values(), ids=SAME)
def test_the_door_answers_what_the_command_prints(
    in_file: Ledger, shell_in_file: Shell, asked, command
):
    printed = shell_in_file.run("--format", "json", *command)
    assert printed.status == 0, printed.err
    assert plain(asked(in_file)) == plain(json.loads(printed.out))


def test_an_answer_writes_itself_as_the_command_does(in_file: Ledger, shell_in_file: Shell):
    assert (
        club(in_file).ratings().json() + "\n"
        == shell_in_file.run("--format", "json", "ratings", POOL).out
    )
    record = club(in_file).player("agnes")
    assert as_json(record) == record.json()


class TestWhatStands:
    def test_the_list_of_the_season(self, ledger):
        with club(ledger) as view:
            assert {row["player"]: row["figure"] for row in view.ratings()} == AFTER_SPRING
            assert (view.day, view.rulebook) == (date(1996, 11, 17), "dwz-1995")
            assert view.position == len(SEASON)

    def test_a_career_by_one_tournament(self, ledger):
        record = club(ledger).player("agnes")
        assert record["name"] == "Müller, Ágnes"
        assert record["card"] == {"rating": 1523, "index": 11}
        spring = record["history"][0]
        assert (spring["tournament"], spring["points"], spring["games"]) == ("spring", 1.5, 2)
        assert spring["expected"] == pytest.approx(0.86184, abs=1e-5)

    def test_nothing_that_could_be_searched_tells_a_name_that_is_withheld(self, ledger):
        assert "Secret" not in club(ledger).ratings(everyone=True).json()
        assert "Erased" not in club(ledger).players().json()

    def test_an_audit_becomes_a_page_that_is_checked(self, in_file):
        page = audit_as_document(club(in_file).audit("agnes", "spring"), ".html")
        assert check_audit(page)["holds"] is True
        assert check_audit(page.replace("1523", "1533"))["holds"] is False
        with pytest.raises(Refused, match="the letter contains no audit"):
            check_audit("Dear Ágnes", "the letter")

    def test_a_head_noted_earlier_is_verified(self, in_file):
        verdict = in_file.verify()
        head = f"{verdict['events']}:{verdict['head_hash']}"
        assert in_file.verify(against=head)["ok"] is True
        assert in_file.verify(against=f"3:{verdict['head_hash']}")["ok"] is False
        with pytest.raises(ValueError, match="POSITION:HASH"):
            in_file.verify(against="yesterday")


class TestTwoClocks:
    """Every way to write a day and a state of knowledge."""

    @pytest.mark.parametrize(
        "day", ["1996-04-30", date(1996, 4, 30), datetime(1996, 4, 30, 23, tzinfo=UTC)]
    )
    def test_a_day_as_text_date_or_moment(self, in_file, day):
        figures = {row["player"]: row["figure"] for row in club(in_file, on=day).ratings()}
        assert figures == {"agnes": 1500, "bjorn": 1500, "dora": 1600}

    def test_a_state_of_knowledge_as_position_or_moment(self, sqlite_database):
        moments = iter(datetime(2000, 1, day, tzinfo=UTC) for day in (1, 2, 3))
        current = [next(moments)]
        with Ledger.open(sqlite_database, clock=lambda: current[0]) as ledger:
            ledger.append(SEASON[:14], by="anna")
            current[0] = next(moments)
            ledger.append(SEASON[14:], by="anna")
            before = current[0] - timedelta(hours=1)
            berlin = before.astimezone(tz=None)
            for known in (14, "14", before, berlin, "2000-01-01", "2000-01-01T12:00:00"):
                with club(ledger, known_at=known) as view:
                    assert view.position == 14, known
                    assert {row["figure"] for row in view.ratings()} == {1500, 1600}
            for known in (None, len(SEASON), 10**6, current[0], "2000-01-02T00:00:00Z"):
                assert club(ledger, known_at=known).position == len(SEASON), known


BAD = {
    "no day": lambda it: club(it, on="yesterday"),
    "a 13th month": lambda it: club(it, on="1996-13-01"),
    "a number as a day": lambda it: club(it, on=19960430),
    "no moment": lambda it: club(it, known_at="soon"),
    "a position below the first": lambda it: club(it, known_at=-1),
    "a position beyond all": lambda it: club(it, known_at=2**64),
    "a truth as a position": lambda it: club(it, known_at=True),
    "a half position": lambda it: club(it, known_at=3.5),
    "a list from a position below the first": lambda it: it.log(after=-1),
    "a log of no type": lambda it: it.log(types=["game.lost"]),
    "no rows": lambda it: club(it).players(limit=0),
    "fewer than no rows": lambda it: club(it).tournaments(limit=-1),
    "a player who is a number": lambda it: club(it).player(5),
    "a player of bytes that no database takes": lambda it: club(it).player("a\0b"),
    "a tournament that is not text": lambda it: club(it).tournament("\ud800"),
    "a pool that is not text": lambda it: it.pool("\0"),
    "two pools": lambda it: club(it).diff(it.pool("other")),
    "a correction known at no position": lambda it: it.correct(
        "spring", strike=True, reason="a slip", by="anna", expect=-1
    ),
}


@every("ask", BAD.values(), ids=BAD)
def test_what_is_no_question_is_a_value_error_at_once(in_file, ask):
    with pytest.raises(ValueError, match=r".{10,}"):
        ask(in_file)


REFUSED = {
    "unknown-pool": (lambda it: it.pool("chess").ratings(), ["ratings", "chess"]),
    "unknown-player": (lambda it: club(it).player("zoe"), ["player", POOL, "zoe"]),
    "unknown-tournament": (
        lambda it: club(it).tournament("winter"),
        ["tournament", POOL, "winter"],
    ),
    "not-ended": (
        lambda it: club(it, on="1996-06-01").tournament("autumn"),
        ["tournament", POOL, "autumn", "--on", "1996-06-01"],
    ),
    "no games": (lambda it: it.games("winter"), ["games", "winter"]),
    "standings": (lambda it: it.standings("winter"), ["standings", "winter"]),
    "unknown-rulebook": (
        lambda it: club(it, rulebook="elo-1890").ratings(),
        ["ratings", POOL, "--rulebook", "elo-1890"],
    ),
    "bad reading": (
        lambda it: club(it, set={"luck": 3}).ratings(),
        ["ratings", POOL, "--set", "luck=3"],
    ),
    "after nobody": (
        lambda it: club(it).players(after="zoe"),
        ["players", POOL, "--after", "zoe"],
    ),
    "after no tournament": (
        lambda it: club(it).tournaments(after="winter"),
        ["tournaments", POOL, "--after", "winter"],
    ),
    "published": (lambda it: it.published("chess"), ["published", "chess"]),
    "rebuild": (lambda it: it.rebuild("chess"), ["rebuild", "chess"]),
}


@every(("ask", "command"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_has_the_words_of_the_command(in_file, shell_in_file: Shell, ask, command):
    with pytest.raises(Refused) as refused:
        ask(in_file)
    told = [
        {"line": it.line, "field": it.field, "code": it.code, "message": it.message}
        for it in refused.value.problems
    ]
    by_fields = [
        {**it, "field": it["field"] and it["field"].removeprefix("--").replace(" ", ".")}
        for it in shell_in_file.refused(*command)
    ]
    assert told == by_fields


def test_a_form_or_method_that_there_is_not_is_refused_with_those_there_are(in_file):
    for ask in (
        lambda: club(in_file).export_ratings("docx"),
        lambda: club(in_file).export_evaluation("spring", "docx"),
        lambda: club(in_file).export_evaluations("pdf"),
        lambda: in_file.export_tournament("spring", "pdf"),
        lambda: in_file.standings("spring", method="by-luck"),
    ):
        with pytest.raises(Refused, match=r"csv|waldstein"):
            ask()


def test_a_file_of_the_list_is_what_the_command_writes(in_file, shell_in_file: Shell, tmp_path):
    content = club(in_file).export_ratings("csv").content
    written = tmp_path / "list.csv"
    shell_in_file.table("export", "ratings", POOL, "--as", "csv", "--output", str(written))
    assert content == written.read_bytes()
    first = next(csv.DictReader(io.StringIO(content.decode())))
    assert "1595" in first.values()


def test_the_commands_offer_every_form_that_there_is():
    """They are written out in the commands, so that help need not load what answers."""
    offered, there_are = export_commands, files
    assert list(offered.TOURNAMENTS) == list(there_are.TOURNAMENTS)
    assert list(offered.LISTS) == list(there_are.LISTS)
    assert list(offered.EVALUATIONS) == [*there_are.EVALUATIONS, offered.CLUB_REPORT]
    assert list(offered.CARDS) == list(there_are.CARDS)
    assert list(offered.FLAT) == list(there_are.FLAT)
