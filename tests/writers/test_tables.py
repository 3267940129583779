"""The canonical tables and lines: what a federation hands on is what another one reads."""

import json

import pytest

from ledger.files import read
from tests.projections.submissions import game, player, tournament
from tests.writers.bureau import Bureau

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
def winter(bureau: Bureau) -> Bureau:
    bureau.append(*MATCH)
    return bureau


def test_the_three_tables(winter: Bureau) -> None:
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
        "number,name,birth_year,club",
        '1,"Ahorn, ""Anni""",1950,=1+1; Bär',
        '2,"Bert, Test",,',
        "[games]",
        "board,white,black,result_white,result_black,rated,reason,date,finished",
        "3,1,2,1,0,,,1996-03-01,",
        ",1,2,0.5,0.5,black,,,1996-03-09",
        ",2,1,-,+,,,,",
        ",2,1,1,0,,referee,,",
    ]


def test_a_line_each(winter: Bureau) -> None:
    lines = [json.loads(line) for line in winter.lines("match", "jsonl")]
    assert [line["kind"] for line in lines] == ["tournament", *["player"] * 2, *["game"] * 4]
    assert lines[1] == {
        "kind": "player",
        "number": "1",
        "name": 'Ahorn, "Anni"',
        "birth_year": 1950,
        "club": "=1+1; Bär",
    }
    assert lines[5] == {
        "kind": "game",
        "white": "2",
        "black": "1",
        "result_white": "-",
        "result_black": "+",
    }


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_single_games_come_in_again(winter: Bureau, form: str) -> None:
    content, told = winter.written("match", form)
    assert told == []
    report, issues = read(form, "the match", content)
    assert issues == []
    assert report is not None
    assert [(g.day, g.finished, g.reason, g.rated_for, g.board) for g in report.games] == [
        (report.starts_on, None, None, "both", 3),
        (None, report.ended_on, None, "black", None),
        (None, None, "forfeit", "both", None),
        (None, None, "referee", "both", None),
    ]


def test_a_file_of_a_tournament_that_is_on_record_is_known(winter: Bureau) -> None:
    """Its id goes along as the key; so nothing of it can come in as another tournament."""
    content, _ = winter.written("match", "csv")
    report, _ = read("csv", "the match", content)
    assert report is not None
    assert report.key == "match"


class TestLeftOut:
    def told(self, bureau: Bureau, form: str = "csv", **facts: object) -> list[str]:
        bureau.append(
            tournament("cup", "1996-04-01", **facts),
            game("cup", "anna", "1-0", "bert", round=1, minutes_per_move=2.5),
        )
        return bureau.written("cup", form)[1]

    def test_what_no_table_has_a_field_for(self, winter: Bureau) -> None:
        entrants = [{"player": "anna", "junior": True}, {"player": "bert", "status": "guest"}]
        facts = {"flags": ["undated"], "class": "I", "participants": 9, "entrants": entrants}
        assert self.told(winter, **facts) == [
            "warning: left out: that the tournament is undated",
            "warning: left out: the class I",
            "warning: left out: that 9 participants were reported",
            "warning: left out: who entered as a junior",
            "warning: left out: who entered as a guest",
            "warning: left out: the minutes per move of single games",
        ]

    def test_the_overtime_of_go(self, winter: Bureau) -> None:
        time = {"minutes": 60, "overtime": "japanese", "seconds": 30}
        told = self.told(winter, discipline="go", pools=["mgsz"], thinking_time=time)
        assert told[1:] == [
            "warning: left out: the kind of the overtime",
            "warning: left out: the seconds of the overtime",
        ]

    def test_an_id_that_cannot_be_a_key(self, winter: Bureau) -> None:
        winter.append(tournament("a cup", "1996-05-01"))
        content, told = winter.written("a cup", "jsonl")
        assert "key" not in json.loads(content.splitlines()[0])
        assert len(told) == 1
        assert "would be another tournament" in told[0]

    def test_that_a_player_is_a_computer_has_no_place_in_a_line(self, winter: Bureau) -> None:
        winter.append(
            player("deep", kind="computer"),
            tournament("vs", "1996-05-01"),
            game("vs", "anna", "1-0", "deep", round=1),
        )
        assert winter.written("vs", "csv")[1] == []
        (told,) = winter.written("vs", "jsonl")[1]
        assert "is a computer" in told
