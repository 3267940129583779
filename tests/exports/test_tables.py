"""The canonical tables and lines: what a federation hands on is what another one reads."""

import json
from pathlib import Path

import pytest

from ledger.importing.formats.registry import read
from tests.exports.conftest import NewLedger
from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import game, player, tournament

PEOPLE = [player("anna", name='Ahorn, "Anni"', club="=1+1; Bär"), player("bert", birth_year=None)]
MATCH = [
    *PEOPLE,
    tournament("match", "1996-03-09", format="games", starts_on="1996-03-01"),
    game("match", "anna", "1-0", "bert", game="a", played_on="1996-03-01", board=3),
    game("match", "anna", "½-½", "bert", game="b", finished_on="1996-03-09", rated_for="black"),
    game("match", "bert", "0-1", "anna", game="c", played=False),
    game("match", "bert", "1-0", "anna", game="d", played=False, reason="referee"),
]


@pytest.fixture
def winter(ledger: ExportLedger) -> ExportLedger:
    ledger.append(*MATCH)
    return ledger


def test_the_three_tables(winter: ExportLedger) -> None:
    assert winter.lines("match", "csv") == [
        "[tournament]",
        "key,value",
        "key,match",
        "name,The match",
        "discipline,chess",
        "system,games",
        "starts_on,1996-03-01",
        "ended_on,1996-03-09",
        "minutes,120",
        "[players]",
        "number,name,birth_year,club,entered",
        '1,"Ahorn, ""Anni""",1950,\'=1+1; Bär,no',
        '2,"Bert, Test",,,no',
        "[games]",
        "board,white,black,result_white,result_black,rated,reason,date,finished",
        "3,1,2,1,0,,,1996-03-01,",
        ",1,2,0.5,0.5,black,,,1996-03-09",
        ",2,1,0,1,,unstated,,",
        ",2,1,1,0,,referee,,",
    ]


def test_a_line_each(winter: ExportLedger) -> None:
    lines = [json.loads(line) for line in winter.lines("match", "jsonl")]
    assert [line["kind"] for line in lines] == ["tournament", *["player"] * 2, *["game"] * 4]
    assert lines[1] == {
        "kind": "player",
        "number": "1",
        "name": 'Ahorn, "Anni"',
        "birth_year": 1950,
        "club": "=1+1; Bär",
        "entered": False,
    }
    assert lines[5] == {
        "kind": "game",
        "white": "2",
        "black": "1",
        "result_white": "0",
        "result_black": "1",
        "reason": "unstated",
    }


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_single_games_come_in_again(winter: ExportLedger, form: str) -> None:
    content, messages = winter.written("match", form)
    assert messages == []
    report, issues = read(form, "the match", content)
    assert issues == []
    assert report is not None
    assert [(g.day, g.finished, g.reason, g.rated_for, g.board) for g in report.games] == [
        (report.starts_on, None, None, "both", 3),
        (None, report.ended_on, None, "black", None),
        (None, None, None, "both", None),
        (None, None, "referee", "both", None),
    ]


def test_a_file_of_a_tournament_that_is_on_record_is_known(winter: ExportLedger) -> None:
    """Its id goes along as the key; so nothing of it can come in as another tournament."""
    content, _ = winter.written("match", "csv")
    report, _ = read("csv", "the match", content)
    assert report is not None
    assert report.key == "match"


SEASON = {
    "starts_on": "1970-09-01",
    "format": "games",
    "flags": ["undated", "long-games"],
    "class": "I",
    "participants": 9,
    "entrants": [
        {"player": "deep", "junior": True},
        {"player": "anna", "status": "newcomer"},
        {"player": "cleo", "status": "guest"},
    ],
}
KOMI = {"minutes": 60, "overtime": "canadian", "seconds": 0, "stones": 30, "overtime_minutes": 7.5}


@pytest.fixture
def season(winter: ExportLedger) -> ExportLedger:
    winter.append(
        player("deep", kind="computer"),
        player("cleo"),
        tournament("season 1970/72, class I", "1972-08-31", **SEASON),
        game("season 1970/72, class I", "anna", "1-0", "deep", game="e", minutes_per_move=2.5),
        game("season 1970/72, class I", "bert", "0-1", "anna", game="f"),
    )
    return winter


class TestNothingIsLeftOut:
    def test_in_the_tables(self, season: ExportLedger) -> None:
        assert season.lines("season 1970/72, class I", "csv") == [
            "[tournament]",
            "key,value",
            'key,"season 1970/72, class I"',
            'name,"The season 1970/72, class I"',
            "discipline,chess",
            "system,games",
            "starts_on,1970-09-01",
            "ended_on,1972-08-31",
            "participants,9",
            "minutes,120",
            "flags,undated long-games",
            "class,I",
            "[players]",
            "number,name,birth_year,club,entered,junior,status,kind",
            '1,"Deep, Test",1950,,,yes,,computer',
            '2,"Ahorn, ""Anni""",1950,\'=1+1; Bär,,,newcomer,',
            '3,"Cleo, Test",1950,,,,guest,',
            '4,"Bert, Test",,,no,,,',
            "[games]",
            "white,black,result_white,result_black,minutes_per_move",
            "2,1,1,0,2.5",
            "4,2,0,1,",
        ]

    def test_in_the_lines(self, season: ExportLedger) -> None:
        lines = [json.loads(line) for line in season.lines("season 1970/72, class I", "jsonl")]
        assert lines[0]["flags"] == ["undated", "long-games"]
        assert lines[1] == {
            "kind": "player",
            "number": "1",
            "name": "Deep, Test",
            "birth_year": 1950,
            "junior": True,
            "computer": True,
        }

    def test_nor_the_overtime_of_go(self, winter: ExportLedger) -> None:
        winter.append(
            tournament("kupa", "1996-04-01", discipline="go", pools=["mgsz"], thinking_time=KOMI),
            game("kupa", "anna", "1-0", "bert", round=1, stones=3, receiver="white"),
            game("kupa", "anna", "1-0", None, round=2, played=False, reason="referee"),
        )
        lines = winter.lines("kupa", "csv")
        assert lines[7:12] == [
            "minutes,60",
            "overtime,canadian",
            "seconds,0",
            "stones,30",
            "overtime_minutes,7.5",
        ]
        assert lines[-3:] == [
            "round,white,black,result_white,result_black,reason,handicap,receiver",
            "1,1,2,1,0,,3,white",
            "2,1,,1,,referee,,",
        ]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_what_was_exported_is_imported_elsewhere_and_exported_again(
    season: ExportLedger, new_ledger: NewLedger, tmp_path: Path, form: str
) -> None:
    name = "season 1970/72, class I"
    path = str(tmp_path / f"season.{form}")
    exported = season.run("export", "tournament", name, "--as", form, "--output", path)
    assert (exported.exit_code, exported.stderr) == (0, "")
    with new_ledger() as other:
        imported = other.run("import", "auto", path, "--pool", "dwz", "--register-new")
        assert imported.exit_code == 0
        again = other.run("export", "tournament", name, "--as", form)
    assert again.stdout_bytes == Path(path).read_bytes()


def test_a_tournament_without_games_is_written_and_told_not_to_be_read(
    winter: ExportLedger,
) -> None:
    winter.append(tournament("cup", "1996-04-01", entrants=[{"player": "anna"}]))
    content, messages = winter.written("cup", "csv")
    assert messages == [
        "warning: there are no games in the tournament: a file without games is not read"
    ]
    _, issues = read("csv", "the cup", content)
    assert [issue.kind for issue in issues] == ["error"]


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_what_only_the_tables_have_a_field_for(season: ExportLedger, form: str) -> None:
    season.append(
        tournament("cup", "1996-04-01", **{**SEASON, "starts_on": None, "format": "swiss"}),
        game("cup", "anna", "1-0", "deep", round=1, minutes_per_move=2.5),
        game("cup", "bert", "1-0", None, round=1, played=False, reason="referee"),
    )
    _, messages = season.written("cup", form)
    assert messages[:7] == [
        "warning: left out: that the tournament is undated",
        "warning: left out: that the tournament is long-games",
        "warning: left out: the class I",
        "warning: left out: that 9 participants were reported",
        "warning: left out: who entered as a junior",
        "warning: left out: who entered as a newcomer",
        "warning: left out: who entered as a guest",
    ]
    assert messages[7:9] == [
        "warning: left out: the minutes per move of single games",
        "warning: left out: that a game without an opponent was decided by referee",
    ]
