"""The rating report of US Chess against fields set by hand, read as dBase prescribes."""

import struct
import zipfile
from io import BytesIO

import pytest

from tests.exports.export_ledger import ExportLedger
from tests.imports.tournament_files import valid_report
from tests.projections.submissions import game, player, tournament

FACTS = {
    "name": "Boston Club Championship of the Year 2012",
    "place": "Boston, MA",
    "country": "USA",
    "format": "swiss",
    "starts_on": "2012-03-01",
    "thinking_time": {"minutes": 60, "increment_seconds": 10},
}
CUP = [
    player("a", name="Ångström, Åsa", sex="f", club="Boylston"),
    player("b", name="Buche, Bert"),
    player("c", name="Esche, Eva"),
    tournament("cup", "2012-03-03", **FACTS),
    game("cup", "a", "1-0", "b", round=1),
    game("cup", "c", "½-0", None, game="half", round=1, played=False, reason="bye"),
    game("cup", "c", "½-½", "a", round=2),
    game("cup", "b", "0-1", "c", round=3, played=False, reason="forfeit"),
]

ELSEWHERE = "warning: left out: the opponents in games won or lost without play (2 times)"
ASKED = (
    "warning: the affiliate, the directors, the postal code and the scholastic level are blank: "
    "complete them at the upload"
)


@pytest.fixture
def cup(ledger: ExportLedger) -> ExportLedger:
    ledger.append(*CUP)
    return ledger


def table(content: bytes, name: str) -> list[dict[str, str]]:
    """The rows of a table, by the offsets of dBase III."""
    with zipfile.ZipFile(BytesIO(content)) as pack:
        data = pack.read(name)
    version, count, head, width = struct.unpack("<B3xIHH", data[:12])
    assert (version, data[head - 1], data[-1]) == (0x03, 0x0D, 0x1A)
    assert len(data) == head + count * width + 1
    fields = [
        (data[at : at + 11].rstrip(b"\0").decode(), data[at + 16])
        for at in range(32, head - 1, 32)
    ]
    rows = []
    for start in range(head, head + count * width, width):
        assert data[start : start + 1] == b" "
        row, at = {}, start + 1
        for field, size in fields:
            row[field] = data[at : at + size].decode("ascii").rstrip()
            at += size
        rows.append(row)
    return rows


def test_event_and_section(cup: ExportLedger) -> None:
    content, _ = cup.written("cup", "uschess")
    (event,) = table(content, "THEXPORT.DBF")
    assert {name: value for name, value in event.items() if value} == {
        "H_FORMAT": "2C",
        "H_PROGRAM": "RATLEDGER",
        "H_NAME": "Boston Club Championship of the Yea",
        "H_TOT_SECT": "1",
        "H_BEG_DATE": "20120301",
        "H_END_DATE": "20120303",
        "H_CITY": "Boston",
        "H_STATE": "MA",
        "H_COUNTRY": "USA",
    }
    (section,) = table(content, "TSEXPORT.DBF")
    assert {name: value for name, value in section.items() if value} == {
        "S_SEC_NUM": "1",
        "S_SEC_NAME": "Boston Club Championship of th",
        "S_R_SYSTEM": "R",
        "S_TIMECTL": "G/60;+10",
        "S_TRN_TYPE": "S",
        "S_TOT_RNDS": "3",
        "S_LST_PAIR": "3",
        "S_BEG_DATE": "20120301",
        "S_END_DATE": "20120303",
    }


def test_players_in_capitals_with_a_code_for_each_round(cup: ExportLedger) -> None:
    content, _ = cup.written("cup", "uschess")
    assert [tuple(row.values()) for row in table(content, "TDEXPORT.DBF")] == [
        ("", "1", "1", "", "ANGSTROM, ASA", "", "", "W2W", "D3B", "U0"),
        ("", "1", "2", "", "BUCHE, BERT", "", "", "L1B", "U0", "F0"),
        ("", "1", "3", "", "ESCHE, EVA", "", "", "H0", "D1W", "X0"),
    ]


@pytest.mark.parametrize(
    ("minutes", "increment", "system"),
    [(60, 6, "R"), (60, 5, "D"), (30, 0, "D"), (25, 4, "Q"), (10, 1, "Q"), (5, 5, "")],
)
def test_the_rating_system_follows_the_thinking_time(
    ledger: ExportLedger, minutes: int, increment: int, system: str
) -> None:
    """US Chess rule 5C: minutes and seconds together, above 65, from 30, above 10."""
    time = {"minutes": minutes, "increment_seconds": increment}
    ledger.append(
        *CUP[:3],
        tournament("cup", "2012-03-03", **{**FACTS, "thinking_time": time}),
        *CUP[4:],
    )
    content, messages = ledger.written("cup", "uschess")
    assert table(content, "TSEXPORT.DBF")[0]["S_R_SYSTEM"] == system
    assert any("blitz" in each for each in messages) is (not system)


def test_a_members_number_is_written(ledger: ExportLedger) -> None:
    ledger.append(player("d", name="Dorn, Dora", ids={"uschess": "12345678"}), *CUP[1:4])
    ledger.append(game("cup", "d", "1-0", "b", round=1))
    content, _ = ledger.written("cup", "uschess")
    rows = table(content, "TDEXPORT.DBF")
    assert sorted(row["D_MEM_ID"].strip() for row in rows) == ["", "12345678"]


def test_what_it_cannot_say_is_told(cup: ExportLedger) -> None:
    _, messages = cup.written("cup", "uschess")
    assert sorted(messages) == [
        "warning: left out: clubs and federations of players",
        "warning: left out: sex and birth of players (3 times)",
        ELSEWHERE,
        "warning: names of players: letters that are not ASCII are written without their accents",
        "warning: numbers of US Chess are not on record: complete them at the upload",
        ASKED,
        "warning: the name of the tournament: cut to 35 letters",
    ]


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"rated_for": "none"}, "1 – 2 is not rated for both"),
        ({"result": "½-0"}, "uschess has no sign for"),
        ({"round": None}, "a game has no round"),
    ],
)
def test_what_has_no_sign_is_refused(
    ledger: ExportLedger, facts: dict[str, object], says: str
) -> None:
    result = str(facts.get("result", "1-0"))
    about = {"round": 1, **{name: value for name, value in facts.items() if name != "result"}}
    ledger.append(
        *CUP[:3], tournament("one", "2012-03-03", **FACTS), game("one", "a", result, "b", **about)
    )
    content, messages = ledger.written("one", "uschess")
    assert content == b""
    assert any(says in each for each in messages if each.startswith("error: "))


@pytest.mark.parametrize(
    ("system", "code"), [("round-robin", "R"), ("swiss", "S"), ("knockout", "S")]
)
def test_a_double_forfeit_and_the_system_come_back(
    ledger: ExportLedger, system: str, code: str
) -> None:
    ledger.append(
        *CUP[:3],
        tournament("one", "2012-03-03", **{**FACTS, "format": system}),
        game("one", "a", "1-0", "b", round=1),
        game("one", "b", "0-0", "c", round=2, played=False, reason="forfeit"),
    )
    content, messages = ledger.written("one", "uschess")
    assert table(content, "TSEXPORT.DBF")[0]["S_TRN_TYPE"] == code
    report = valid_report("uschess", content)
    assert report.system == (system if code != "S" else "swiss")
    assert [(g.white, g.black, g.black_points) for g in report.games if not g.played] == [
        ("2", "3", 0)
    ]
    assert ("warning: left out: the system: knockout" in messages) is (system == "knockout")


@pytest.mark.parametrize(
    ("name", "kept"), [("Анна, Ким", ""), ("Ahorn, Анна", ""), ("Łoś, Ağ", "LOS, AG")]
)
def test_a_name_in_another_script_is_refused_and_accents_are_not(
    ledger: ExportLedger, name: str, kept: str
) -> None:
    ledger.append(player("a", name=name), *CUP[1:4], game("cup", "a", "1-0", "b", round=1))
    content, messages = ledger.written("cup", "uschess")
    refused = [each for each in messages if each.startswith("error: names of players: ")]
    assert bool(refused) is not bool(kept)
    if kept:
        assert table(content, "TDEXPORT.DBF")[0]["D_NAME"] == kept
    else:
        assert name.upper() in refused[0]
        assert content == b""


def test_go_is_refused(ledger: ExportLedger) -> None:
    ledger.append(
        *CUP[:2],
        tournament("go", "2012-03-03", pools=["mgsz"], discipline="go"),
        game("go", "a", "1-0", "b", round=1),
    )
    _, messages = ledger.written("go", "uschess")
    assert any("is for chess" in each for each in messages)
