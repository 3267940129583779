"""A valid file of every format, and the same file with some bytes changed."""

from collections.abc import Iterator
from datetime import date

import orjson
from hypothesis import strategies as st

from ledger.events.codec import read_line
from ledger.importing.formats.registry import read
from ledger.importing.formats.tournament_report import (
    NOTHING_SUPPLIED,
    SuppliedDetails,
    TournamentReport,
)
from ledger.importing.report_events import events_of, new_player_ids, reported_tournament
from ledger.validation.fact_checks import complaints_about
from tests.imports import tournament_files
from tests.imports.aga_files import aga
from tests.imports.chess_results_files import chess_results
from tests.imports.go_tables import ROWS, TOU
from tests.imports.json_lines import ANNA, BERT, CUP, GAME, lines
from tests.imports.macmahon_files import PAIRINGS, macmahon, wall_list
from tests.imports.online_games import GAME_1, GAME_2, LIVE, chesscom, lichess
from tests.imports.pairtwo_files import pairtwo
from tests.imports.pairtwo_report_files import pairtwo_report
from tests.imports.papi_files import papi, papi_json
from tests.imports.sharly_files import sharly
from tests.imports.swar_files import swar
from tests.imports.swiss_chess_forms import player_forms
from tests.imports.swiss_manager_files import swiss_manager
from tests.imports.swissperfect_files import swissperfect
from tests.imports.trx_files import trx
from tests.imports.us_chess_files import us_chess

GOOD: dict[str, bytes] = {
    "trf": tournament_files.trf_pair("1", "0"),
    "csv": tournament_files.csv_text(
        "1,1,2,1,0,\n2,2,,+,,\n", 'number,name,title\n1,"Ahorn, Anna",WFM\n2,"Buche, Bert",\n'
    ),
    "jsonl": lines(
        CUP, {**ANNA, "title": "WFM"}, BERT, {**GAME, "result_white": 1, "result_black": 0}
    ),
    "h9": tournament_files.h9(ROWS),
    "tou": TOU.encode(),
    "opengotha": tournament_files.opengotha(tournament_files.opengotha_game("RESULT_WHITEWINS")),
    "dsb": tournament_files.dsb(tournament_files.dsb_game("1", "0")),
    "pgn": tournament_files.pgn(tournament_files.tags("Ahorn, Anna", "Buche, Bert")),
    "swi": tournament_files.swi(tournament_files.SWI_PLAYERS),
    "swt": tournament_files.swt(tournament_files.SWT_PAIRINGS),
    "swisschess": player_forms(),
    "macmahon": macmahon(PAIRINGS),
    "walllist": wall_list(),
    "trx": trx(),
    "papi": papi(),
    "papijson": papi_json(),
    "pairtwo": pairtwo(),
    "pairtwojson": pairtwo_report(),
    "swissmanager": swiss_manager(),
    "swissperfect": swissperfect(),
    "lichess": lichess(GAME_1, GAME_2),
    "chesscom": chesscom(LIVE),
    "uschess": us_chess(),
    "sharly": sharly(),
    "aga": aga(),
    "chessresults": chess_results(),
    "swar": swar(),
    "crosstable": tournament_files.crosstable(tournament_files.CROSSTABLE_ROWS),
}


# What their formats have no place for is said by whoever hands them in.
SAID = SuppliedDetails(name="Cup", ended_on=date(2024, 3, 3))
NAMED = SuppliedDetails(name="Cup")
SUPPLIED = {
    "crosstable": SAID,
    "macmahon": SAID,
    "swisschess": SAID,
    "swissperfect": SAID,
    "walllist": SAID,
    "tou": SAID,
    "lichess": NAMED,
    "swar": SAID,
}
BINARY = {"swt", "papi", "pairtwo", "swissmanager", "swissperfect", "uschess", "sharly"}


def check(format_: str, content: bytes) -> None:
    report, issues = read(format_, "a file", content, SUPPLIED.get(format_, NOTHING_SUPPLIED))
    refused = any(issue.kind == "error" for issue in issues)
    assert refused or (report is not None and report.ended_on and report.players and report.games)
    assert all(issue.message and issue.message.isprintable() for issue in issues)
    if report is not None and not refused:
        assert [*objections(report)] == []


def objections(report: TournamentReport) -> Iterator[object]:
    """Yield the ledger's objections to the events of a report, for any players."""
    new = new_player_ids(report)
    for event in events_of(reported_tournament(report, new, new, ("pool",)), "a file"):
        read_back = read_line(1, orjson.dumps(event))
        if isinstance(read_back, list):
            yield from read_back
        else:
            yield from complaints_about(read_back.fact)


def changed(valid_report: bytes, data: st.DataObject) -> bytes:
    """The file with some bytes replaced, put in or taken out."""
    content = bytearray(valid_report)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.integers(0, 2)):
            case 0:
                content[at] = data.draw(st.integers(0, 255))
            case 1:
                content[at:at] = data.draw(
                    st.sampled_from([b"0", b"9" * 30, b'"', b"\n", b" ", b"\xff"])
                )
            case _:
                del content[at : at + data.draw(st.integers(1, 40))]
                content = content or bytearray(b"0")
    return bytes(content)
