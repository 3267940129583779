"""Tournament files as the tests write them: small, of our own, in the shape of each format."""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

from xlsxwriter import Workbook

from ledger.importing.formats.registry import read
from ledger.importing.formats.tournament_report import (
    NOTHING_SUPPLIED,
    GameReport,
    Issue,
    SuppliedDetails,
    TournamentReport,
)

Cell = tuple[int | None, str, str]
"""Opponent, colour, result of one round of a TRF line."""


def trf_player(  # noqa: PLR0917 - the fields of the line in their order
    number: int,
    name: str,
    cells: Sequence[Cell] = (),
    sex: str = "",
    title: str = "",
    rating: str = "",
    federation: str = "",
    fide: str = "",
    birth: str = "",
    points: str = "",
) -> str:
    """A record 001, every field in the columns of the specification."""
    line = (
        f"001 {number:>4} {sex:1}{title:>3} {name:33} {rating:>4} {federation:3} {fide:>11} "
        f"{birth:10} {points:>4} {'':4}"
    )
    for opponent, colour, code in cells:
        line += f"  {'' if opponent is None else opponent:>4} {colour:1} {code:1}"
    return line.rstrip()


HEAD = ("012 Spring Open", "022 Neustadt", "032 GER", "042 2024/03/01", "052 2024/03/03")


def trf(players: Sequence[str], head: Sequence[str] = (*HEAD, "092 Swiss")) -> bytes:
    """A TRF file."""
    return "\n".join([*head, *players, ""]).encode()


def trf_pair(white: str, black: str) -> bytes:
    """A TRF file with one game between two players, given the codes of both lines."""
    return trf(
        [
            trf_player(1, "Ahorn, Anna", [(2, "w", white)]),
            trf_player(2, "Buche, Bert", [(1, "b", black)]),
            *others(),
        ]
    )


def trf_bye(code: str) -> bytes:
    """A TRF file in which player 1 has a code without an opponent."""
    return trf([trf_player(1, "Ahorn, Anna", [(None, "-", code)]), *others()])


def others() -> list[str]:
    """Two more players with a game of their own."""
    return [
        trf_player(3, "Esche, Eva", [(4, "w", "1")]),
        trf_player(4, "Fichte, Fritz", [(3, "b", "0")]),
    ]


H9_HEAD = """; TC[T240301A]
; CL[B]
; EV[Frühlingsturnier]
; PC[HU, Budapest]
; DT[2024-03-01,2024-03-03]
; HA[h9]
; KM[6.5]
; TM[60]
"""


def h9(rows: Sequence[str], head: str = H9_HEAD) -> bytes:
    """An h9 file."""
    return (head + "\n".join(rows) + "\n").encode()


def dsb(games: str, tournament: str = "", players: str | None = None) -> bytes:
    """A DSB file: three players unless others are given."""
    people = players if players is not None else "".join(map(dsb_player, (1, 2, 3)))
    about = (
        "<tournamentUUID>0a1b2c3d-0000-4000-8000-00000000beef</tournamentUUID>"
        "<label>Stadtmeisterschaft</label><tournamentType>SW</tournamentType>"
        "<timecontrol>90/40+30/0+30</timecontrol><rounds>3</rounds>"
        "<startDate>2026-06-20</startDate><endDate>2026-06-28</endDate>"
        "<location>Neustadt</location>"
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<DSB_DWZ_TournamentReport xmlns="http://www.schachbund.de/XMLSchema" version="2.5">\n'
        f"<tournament>{tournament or about}</tournament>\n"
        f"<players>{people}</players>\n<games>\n{games}\n</games>\n"
        "</DSB_DWZ_TournamentReport>\n"
    ).encode()


def dsb_player(number: int, more: str = "") -> str:
    """A player of a DSB file."""
    return (
        f"<player><tournamentPlayerNumber>{number}</tournamentPlayerNumber>{more}"
        f"<surname>Spieler{number}</surname><forename>Otto</forename><dobYear>1990</dobYear>"
        "</player>"
    )


def dsb_game(white: str, black: str, round_: int = 1) -> str:
    """A game 1 – 2 of a DSB file with the points of both."""
    return (
        f"<game><round>{round_}</round><tournamentPlayerNumberWhite>1"
        "</tournamentPlayerNumberWhite><tournamentPlayerNumberBlack>2"
        f"</tournamentPlayerNumberBlack><pointWhite>{white}</pointWhite>"
        f"<pointBlack>{black}</pointBlack></game>"
    )


def opengotha(games: str, byes: str = "", players: str = "") -> bytes:
    """An OpenGotha file with three players."""
    people = players or "".join(
        f'<Player name="{name}" firstName="{first}" rank="{rank}" country="HU" club="Buda" '
        f'egfPin="{pin}" rating="1200" registeringStatus="FIN"/>'
        for name, first, rank, pin in (
            ("Nagy", "Anna", "2D", "10000001"),
            ("Kis", "Bela", "1K", "10000002"),
            ("Kovács", "Éva", "5K", ""),
        )
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Tournament dataVersion="201">\n'
        f"<Players>{people}</Players>\n<Games>{games}</Games>\n<ByePlayers>{byes}</ByePlayers>\n"
        '<TournamentParameterSet><GeneralParameterSet name="Kupa" location="Buda" '
        'beginDate="2024-03-01" endDate="2024-03-03" numberOfRounds="3" komi="6.5" size="19" '
        'basicTime="60" complementaryTimeSystem="STDBYOYOMI" stdByoYomiTime="30"/>'
        "</TournamentParameterSet>\n</Tournament>\n"
    ).encode()


def opengotha_game(result: str, handicap: int = 0) -> str:
    """Nagy (White) against Kis."""
    return (
        f'<Game roundNumber="1" tableNumber="1" whitePlayer="NAGYANNA" blackPlayer="KISBELA" '
        f'handicap="{handicap}" knownColor="true" result="{result}"/>'
    )


def pgn(*games: Mapping[str, str], moves: str = "1. e4 e5") -> bytes:
    """A PGN file."""
    text = ""
    for tags in games:
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        text += "\n".join(lines) + f"\n\n{moves}{' ' if moves else ''}{tags['Result']}\n\n"
    return text.encode()


def tags(white: str, black: str, result: str = "1-0", **more: str) -> dict[str, str]:
    """The tags of a game."""
    roster = {"Event": "Cup", "Date": "2024.03.02", "Round": "1", "White": white, "Black": black}
    return {**roster, "Result": result, **more}


TOURNAMENT_CSV = "key,value\nname,Club Cup\nstarts_on,2024-03-01\nended_on,2024-03-03\n"
PLAYERS_CSV = 'number,name,fide,birth_year\n1,"Ahorn, Anna",1200001,1990\n2,"Buche, Bert",,\n'
GAMES_CSV = "round,white,black,result_white,result_black,rated\n"


def csv_text(games: str, players: str = PLAYERS_CSV, tournament: str = TOURNAMENT_CSV) -> bytes:
    """The three tables in one file."""
    text = f"[tournament]\n{tournament}[players]\n{players}[games]\n{GAMES_CSV}{games}"
    return text.encode()


def csv_archive(games: str, **others_: str) -> bytes:
    """The three tables as an archive."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("tournament.csv", others_.get("tournament", TOURNAMENT_CSV))
        pack.writestr("players.csv", others_.get("players", PLAYERS_CSV))
        pack.writestr("games.csv", GAMES_CSV + games)
    return archive.getvalue()


CROSSTABLE_HEAD = (
    "From the Tournament-Database of Chess-Results https://chess-results.com",
    "Spring Open ",
    "Last update 04.03.2024 18:00:00",
    "Final Ranking crosstable after 3 Rounds",
    "Rk.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts. ;TB1",
)
CROSSTABLE_ROWS = (
    "1;FM;Ahorn Anna ;2100;GER;  3w1;  2b½;  4w+;2,5;5",
    "2;;Buche Bert ;2000;HUN;  4b1;  1w½;  3b0;1,5;4",
    ";;Esche Eva ;1900;GER;  1b0;-1;  2w1;2;4",
    "4;;Fichte Fritz ;0;;  2w0;0;  1b-;0;4",
)
CROSSTABLE_FOOT = (
    ";;;;;;;;;",
    "You find all details under https://chess-results.com/tnr4711.aspx?lan=1;;;;;;;;;",
)


def crosstable(
    rows: Sequence[str],
    head: Sequence[str] = CROSSTABLE_HEAD,
    foot: Sequence[str] = CROSSTABLE_FOOT,
) -> bytes:
    """A crosstable as CSV, its columns separated by semicolons."""
    return "\r\n".join([*head, *rows, *foot, ""]).encode()


TEXT_LIST_ROWS = (
    "1;3;FM;Ahorn Anna;2100;GER;3;w;1;2;b;x;4;-;+;2x;2300",
    "2;1;;Buche Bert;2000;HUN;4;b;1;1;w;x;3;b;0;1x;2100",
    ";2;;Esche Eva;1900;GER;1;b;0;-;-;1;2;w;1;2;2000",
    "4;4;;Fichte Fritz;0;;2;w;0;-;-;x;1;-;-;x;0",
)


def text_list(rows: Sequence[str] = TEXT_LIST_ROWS) -> bytes:
    """A ranking as Swiss-Manager exports it to a text, with three cells for each round."""
    heads = "Rank;SNo.;;Name;Rtg;FED;1.Rd.;;;2.Rd.;;;3.Rd.;;;Pts;RecRp"
    head = ("12. Spring Open", "", "Final Ranking", "", heads)
    return "\r\n".join([*head, *rows, ""]).encode()


def workbook(rows: Sequence[Sequence[object]]) -> bytes:
    """A workbook of one sheet."""
    content = BytesIO()
    with Workbook(content) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return content.getvalue()


SWI_TEMPLATE = (
    f" ttt. rrr {'n' * 32} {'v' * 32} lll {'f' * 10} {'p' * 10} {'g' * 8} eeee dddd  zzzzz mmmm  "
)


def swi_player(  # noqa: PLR0917 - the fields of the line in their order
    number: int,
    name: str,
    cells: Sequence[str],
    club: str = "",
    fide: str = "",
    dsb: str = "",
    birth: str = "",
    elo: str = "",
    dwz: str = "",
    zps: str = "",
    member: str = "",
) -> str:
    """The line of a player; a cell is result, colour and opponent, ``1W  2``."""
    line = (
        f" {number:>3}. {number:>3} {name:32} {club:32} {'':3} {fide:>10} {dsb:>10} {birth:8} "
        f"{elo:>4} {dwz:>4}  {zps:5} {member:>4}  "
    )
    return (line + " ".join(f"{cell:5}" for cell in cells)).rstrip()


def swi(
    players: Sequence[str], kind: str = "ES", dates: tuple[str, str] = ("1.3.2024", "03.03.2024")
) -> bytes:
    """An SWI file with its footer."""
    lines = [
        "Frühjahrsopen",
        "",
        f"{kind}  {len(players)}  3  1 #860#",
        SWI_TEMPLATE,
        *players,
        "###",
        f"{'Name:':12}Frühjahrsopen",
        "Hauptschiedsrichter:Eibe, Emil                              ",
        "Weitere Schiedsrichter:Zeder, Zoe",
        f"{'Ort:':12}Neustadt",
        f"{'FIDE-Land:':12}GER",
        f"{'Datum(S):':12}{dates[0]:20} {'Datum(E):':12}{dates[1]}",
        f"{'Züge(1):':12}90 Min.              Züge(2):",
        "",
    ]
    return "\r\n".join(lines).encode("cp850")


SWI_PLAYERS = (
    swi_player(
        1, "Ahorn, Anna", ["1W  3", "RB  2", "+:  4"], dwz="1800", zps="C0512", member="135"
    ),
    swi_player(2, "Buche,Bert", ["1B  4", "RW  1", "0B  3"], club="SK Süd", birth="19700131"),
    swi_player(3, "Esche, Eva", ["0B  1", "", "1W  2"], fide="4600001", elo="1900"),
    swi_player(4, "Fichte, Fritz", ["0W  2", "", "-:  1"], dsb="10000004"),
)


def swt(
    pairings: Sequence[Sequence[tuple[int, int, int, int]]],
    names: Sequence[str] = ("Ahorn,Anna", "Buche,Bert", "Esche,Eva", "Fichte,Fritz"),
    version: int = 883,
    teams: Sequence[str] = (),
) -> bytes:
    """An SWT file: for every player his rounds as colour byte, opponent, result byte, status.

    The players of a team stand behind one another, on one board after the other.
    """
    rounds, header, size = len(pairings[0]), 13_384, 655
    content = bytearray(header + (19 * rounds + size) * (len(names) + len(teams)))
    content[0x25E], content[0x534] = 0xFF * bool(teams), len(teams)
    of_team = len(names) // max(1, len(teams))
    for at, number in ((1, rounds), (3, rounds), (5, rounds), (7, len(names)), (0x261, version)):
        struct.pack_into("<H", content, at, number)
    for at, text in (
        (0x316, "Frühjahrsopen"),
        (0x33F, "Neustadt"),
        (0x368, "Eibe, Emil"),
        (0x41F, "01.03.2024"),
        (0x434, "03.03.2024"),
    ):
        content[at : at + len(text)] = text.encode("cp1252")
    for round_ in range(rounds):
        struct.pack_into("<H", content, 0x2CC1 + 4 * round_, 45_352 + min(round_, 2))
    at = header
    for place, player in enumerate(pairings):
        for colour, opponent, result, status in player:
            board = place % of_team + 1
            about = colour, opponent, result, 1, status, board
            struct.pack_into("<8xBHBxHBxxB", content, at, *about)
            at += 19
    at += 19 * rounds * len(teams)
    for number, name in enumerate(names, start=1):
        fields = {0x00: name, 0x21: "SK Süd", 0x46: "1900", 0x4B: "1800", 0x69: "GER"}
        fields |= {0x80: "19700131", 0x99: "C0512", 0x9F: f"{134 + number:04}", 0xB8: "w"}
        if name == names[0]:
            fields |= {0x42: "WFM", 0x144: "4600001"}
        for offset, text in fields.items():
            content[at + offset : at + offset + len(text)] = text.encode("cp1252")
        content[at + 0xC9] = (number - 1) // of_team + 1
        at += size
    for number, name in enumerate(teams, start=1):
        content[at : at + len(name)] = name.encode("cp1252")
        content[at + 0xDB] = number
        at += size
    return bytes(content)


SWT_PAIRINGS = (
    [(1, 3, 3, 0), (3, 2, 2, 0), (1, 4, 3, 2)],
    [(3, 4, 3, 0), (1, 1, 2, 0), (3, 3, 1, 0)],
    [(3, 1, 1, 0), (2, 0, 3, 0), (1, 2, 3, 0)],
    [(1, 2, 1, 0), (0, 0, 2, 2), (3, 1, 1, 2)],
)


def valid_report(
    format_: str, content: bytes, supplied: SuppliedDetails = NOTHING_SUPPLIED
) -> TournamentReport:
    """The report of a file with which nothing is wrong."""
    report, issues = read(format_, "a file", content, supplied)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert report is not None
    return report


def errors(
    format_: str, content: bytes, supplied: SuppliedDetails = NOTHING_SUPPLIED
) -> list[Issue]:
    """The errors for which a file is refused; there must be one."""
    _, issues = read(format_, "a file", content, supplied)
    found = [issue for issue in issues if issue.kind == "error"]
    assert found, "the file was not refused"
    return found


def messages_of(
    format_: str, content: bytes, kind: str, supplied: SuppliedDetails = NOTHING_SUPPLIED
) -> list[str]:
    """The messages of a kind."""
    _, issues = read(format_, "a file", content, supplied)
    return [issue.message for issue in issues if issue.kind == kind]


Result = tuple[float, float, bool, str | None, str]


def result_of(game: GameReport) -> Result:
    """Points, whether it was played, why not, and for whom it is rated."""
    points = game.white_points, game.black_points
    return (*points, game.played, game.reason, game.rated_for)
