"""The valid file of every format with the results of its last round taken out.

Three formats have no place for a pairing without a result: a rating report of US Chess, the
results for the AGA, and the games that servers export.
"""

import re

from tests.imports import tournament_files
from tests.imports.chess_results_files import PAIRINGS as UPLOADED
from tests.imports.chess_results_files import chess_results
from tests.imports.json_lines import ANNA, BERT, CUP, GAME, lines
from tests.imports.macmahon_files import WALL, macmahon, pairing, wall_list
from tests.imports.pairtwo_files import PAIRINGS as SWS
from tests.imports.pairtwo_files import pairtwo
from tests.imports.pairtwo_report_files import ROUNDS as REPORTED
from tests.imports.pairtwo_report_files import pairtwo_report
from tests.imports.papi_files import ROWS, papi
from tests.imports.sharly_files import CELLS, sharly
from tests.imports.swiss_chess_forms import FORMS, player_forms
from tests.imports.swiss_manager_files import ROUNDS, swiss_manager
from tests.imports.swissperfect_files import RESULTS, swissperfect
from tests.imports.valid_files import GOOD

WITHOUT_PAIRINGS = {"uschess", "aga", "lichess", "chesscom"}
Open = set[tuple[int, str, str]]
"""Round, White and Black of the pairings that are left open."""


def _without(format_: str, *changes: tuple[str, str]) -> bytes:
    """The valid file of a text format with some texts replaced."""
    text = GOOD[format_].decode("cp850" if format_ == "swi" else "utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text.encode("cp850" if format_ == "swi" else "utf-8")


def _swt() -> bytes:
    rows = [list(row) for row in tournament_files.SWT_PAIRINGS]
    for row, opponent, colour in ((1, 3, 3), (2, 2, 1), (0, 4, 1), (3, 1, 3)):
        rows[row][2] = (colour, opponent, 0, 0)
    return tournament_files.swt(rows)


def _papi() -> bytes:
    last = {2: ("N", 4, 0), 4: ("B", 2, 0)}
    return papi({ref: (*ROWS[ref][1][:2], cell) for ref, cell in last.items()})


def _pairtwo() -> bytes:
    rows = [list(row) for row in SWS]
    rows[0][2], rows[3][2] = (4, "b", 0), (1, "w", 0)
    return pairtwo(rows)


RUNNING: dict[str, tuple[bytes, Open]] = {
    "trf": (tournament_files.trf_pair("", ""), {(1, "1", "2")}),
    "csv": (
        tournament_files.csv_text("1,1,2,1,0,\n2,2,1,,,\n"),
        {(2, "2", "1")},
    ),
    "jsonl": (
        lines(
            CUP,
            ANNA,
            BERT,
            {**GAME, "round": 1, "result_white": 1, "result_black": 0},
            {**GAME, "round": 2},
        ),
        {(2, "1", "2")},
    ),
    "h9": (_without("h9", ("3+/w2", "3?/w2"), ("1-/b2", "1?/b2")), {(2, "1", "3")}),
    "tou": (_without("tou", ("2+w2", "2?w2"), ("1-b2", "1?b2")), {(1, "1", "2")}),
    "opengotha": (
        _without("opengotha", ("RESULT_WHITEWINS", "RESULT_UNKNOWN")),
        {(1, "1", "2")},
    ),
    "dsb": (tournament_files.dsb(tournament_files.dsb_game("", "")), {(1, "1", "2")}),
    "pgn": (_without("pgn", ("1-0", "*")), {(1, "1", "2")}),
    "swi": (
        _without("swi", ("0B  3", " B  3"), ("1W  2", " W  2")),
        {(3, "3", "2")},
    ),
    "swt": (_swt(), {(3, "3", "2"), (3, "1", "4")}),
    "swisschess": (
        player_forms([re.sub(r"(?:&frac12;|½)&nbsp;-&nbsp;½", "-", each) for each in FORMS]),
        {(2, "3", "1")},
    ),
    "macmahon": (
        macmahon(pairing("?-?") + pairing("0-1", 0, 3, PairingWithBye="true")),
        {(1, "1", "2")},
    ),
    "walllist": (
        wall_list([re.sub(r"(2|3|4)[+-]( +[0-9.]+\n)$", r"\1?\2", row) for row in WALL]),
        {(3, "1", "4"), (3, "2", "3")},
    ),
    "trx": (_without("trx", ('Res="="', 'Res="?"')), {(2, "2", "1")}),
    "papi": (_papi(), {(3, "4", "2")}),
    "papijson": (_without("papijson", ('"result": 2', '"result": 0')), {(3, "4", "2")}),
    "pairtwo": (_pairtwo(), {(3, "4", "1")}),
    "pairtwojson": (
        pairtwo_report([*REPORTED[:2], [("Esche, Eva", "Ahorn, Anna", " - ")]]),
        {(3, "3", "1")},
    ),
    "swissmanager": (
        swiss_manager([*ROUNDS[:2], [(1, 3, 0), (2, 0xFFFF, 9)]]),
        {(3, "1", "3")},
    ),
    "swissperfect": (
        swissperfect(games=[*RESULTS[:4], (3, 11, 13, 0, 0, 0, 0)]),
        {(3, "11", "13")},
    ),
    "sharly": (
        sharly([(*cell[:2], 0, cell[3]) if cell[1] == 3 else cell for cell in CELLS]),
        {(3, "2", "3"), (3, "1", "4")},
    ),
    "chessresults": (
        chess_results([*UPLOADED[:5], (3, 1, 2, "", "", ""), (3, 3, 4, "", "", "H")]),
        {(3, "1", "2"), (3, "3", "4")},
    ),
    "swar": (_without("swar", ('"Result": "½"', '"Result": "-"')), {(2, "2", "1")}),
    "crosstable": (
        tournament_files.crosstable(
            (
                "1;FM;Ahorn Anna ;2100;GER;  3w1;  2b½;  4w;1,5;5",
                "2;;Buche Bert ;2000;HUN;  4b1;  1w½;  3b;1,5;4",
                ";;Esche Eva ;1900;GER;  1b0;-1;  2w;1;4",
                "4;;Fichte Fritz ;0;;  2w0;0;  1b;0;4",
            )
        ),
        {(3, "1", "4"), (3, "3", "2")},
    ),
}
