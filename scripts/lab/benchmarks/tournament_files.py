"""Tournament files of every format as large opens submit them, generated and without a fault."""

from collections.abc import Callable, Mapping, Sequence

from scripts.lab.benchmarks import program_files
from scripts.lab.benchmarks.tournament_open import (
    FIRST_DAY,
    BoardPairing,
    Entrant,
    Open,
    joined,
    other_number,
    points_of,
)

RESULTS: Mapping[float, str] = {1: "1", 0.5: "0.5", 0: "0"}


def trf(tournament: Open) -> str:
    """FIDE's tournament report file."""
    by_number = tournament.by_player()
    lines = [
        f"012 {tournament.name}",
        f"022 {tournament.place}",
        "032 GER",
        f"042 {FIRST_DAY:%Y/%m/%d}",
        f"052 {tournament.last_day:%Y/%m/%d}",
        "092 Swiss",
        "222 40/5400+30:1800+30",
    ]
    for entrant in tournament.entrants:
        cells = "".join(_trf_cell(entrant, pairing) for pairing in by_number[entrant.number])
        points = sum(points_of(entrant, pairing) for pairing in by_number[entrant.number])
        lines.append(
            f"001 {entrant.number:>4} {entrant.sex.replace('f', 'w')}    {entrant.name:33} "
            f"{entrant.rating:>4} GER {entrant.fide:>11} {entrant.born}/05/17 {points:4.1f} "
            f"{entrant.number:>4}{cells}"
        )
    return joined(lines)


def _trf_cell(entrant: Entrant, pairing: BoardPairing) -> str:
    if pairing.black is None:
        return "  0000 - U"
    code = {1: "1", 0.5: "=", 0: "0"}[points_of(entrant, pairing)]
    return (
        f"  {other_number(entrant, pairing):>4} {'w' if entrant is pairing.white else 'b'} {code}"
    )


def h9(tournament: Open) -> str:
    """EGD's table."""
    head = (
        "; TC[T240803A]",
        "; CL[A]",
        f"; EV[{tournament.name}]",
        f"; PC[DE, {tournament.place}]",
        f"; DT[{FIRST_DAY},{tournament.last_day}]",
        "; HA[h9]",
        "; KM[6.5]",
        "; TM[75]",
    )
    return joined([*head, *_go_lines(tournament, slash="/", with_pin=True)])


def tou(tournament: Open) -> str:
    """The table of the French go federation."""
    head = (
        f";name={tournament.name}",
        f";date={FIRST_DAY:%d/%m/%Y}",
        f";vill={tournament.place}",
        ";size=19",
        ";ta=75",
        ";komi=7.5",
    )
    return joined([*head, *_go_lines(tournament, slash="", with_pin=False)])


def _go_lines(tournament: Open, *, slash: str, with_pin: bool) -> Sequence[str]:
    by_number = tournament.by_player()
    lines = []
    for entrant in tournament.entrants:
        cells = "".join(
            f"{_go_cell(entrant, pairing, slash):>9}" for pairing in by_number[entrant.number]
        )
        name = f"{entrant.surname} {entrant.forename}"
        if with_pin:
            about = f"{entrant.grade:>3} DE 12Ab {30:>4} {120:>4} {480:>4}"
            lines.append(f"{entrant.number:>4} {name:30} {about} {cells} |{entrant.egd}")
        else:
            lines.append(f"{entrant.number:>4} {name:30} {entrant.grade:>3} 0000000 12Ab {cells}")
    return lines


def _go_cell(entrant: Entrant, pairing: BoardPairing, slash: str) -> str:
    if pairing.black is None:
        return "0+"
    sign = {1: "+", 0.5: "=", 0: "-"}[points_of(entrant, pairing)]
    return (
        f"{other_number(entrant, pairing)}{sign}{slash}{'w' if entrant is pairing.white else 'b'}0"
    )


def csv(tournament: Open) -> str:
    """The canonical tables in one file."""
    lines = [
        "[tournament]",
        f"name,{tournament.name}",
        "discipline,chess",
        "system,swiss",
        f"starts_on,{FIRST_DAY}",
        f"ended_on,{tournament.last_day}",
        f"rounds,{tournament.rounds}",
        "minutes,90",
        "increment_seconds,30",
        "[players]",
        "number,name,sex,birth_year,federation,fide,rating",
    ]
    for entrant in tournament.entrants:
        who = f'{entrant.number},"{entrant.name}",{entrant.sex},{entrant.born}'
        lines.append(f"{who},GER,{entrant.fide},{entrant.rating}")
    lines += ["[games]", "round,board,white,black,result_white,result_black,date"]
    for pairing in tournament.board_pairings:
        black = "" if pairing.black is None else pairing.black.number
        results = f"{RESULTS[pairing.result.white]},{_blacks_result(pairing)}"
        lines.append(
            f"{pairing.round},{pairing.board},{pairing.white.number},{black},{results},{_played_on(pairing)}"
        )
    return joined(lines)


def jsonl(tournament: Open) -> str:
    """The canonical lines."""
    about = f'"starts_on":"{FIRST_DAY}","ended_on":"{tournament.last_day}","system":"swiss"'
    lines = [f'{{"kind":"tournament","name":"{tournament.name}",{about},"minutes":90}}']
    for entrant in tournament.entrants:
        who = f'"number":{entrant.number},"name":"{entrant.name}","sex":"{entrant.sex}"'
        known = f'"birth_year":{entrant.born},"fide":{entrant.fide},"rating":{entrant.rating}'
        lines.append(f'{{"kind":"player",{who},{known}}}')
    for pairing in tournament.board_pairings:
        where = f'"round":{pairing.round},"board":{pairing.board}'
        black = "null" if pairing.black is None else pairing.black.number
        result = f'"result_white":{RESULTS[pairing.result.white]}'
        other = f'"result_black":{_blacks_result(pairing) or "null"}'
        sides = f'"white":{pairing.white.number},"black":{black}'
        lines.append(f'{{"kind":"game",{where},{sides},{result},{other}}}')
    return joined(lines)


def dsb(tournament: Open) -> str:
    """The German federation's XML."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<DSB_DWZ_TournamentReport xmlns="http://www.schachbund.de/XMLSchema" version="2.5">',
        "<tournament><tournamentUUID>0a1b2c3d-0000-4000-8000-00000000beef</tournamentUUID>",
        f"<label>{tournament.name}</label><tournamentType>SW</tournamentType>",
        f"<timecontrol>90/40+30/0+30</timecontrol><rounds>{tournament.rounds}</rounds>",
        f"<startDate>{FIRST_DAY}</startDate><endDate>{tournament.last_day}</endDate>",
        f"<location>{tournament.place}</location></tournament>",
        "<players>",
    ]
    number = "tournamentPlayerNumber"
    lines += [
        f"<player><{number}>{entrant.number}</{number}><surname>{entrant.surname}</surname>"
        f"<forename>{entrant.forename}</forename><dobYear>{entrant.born}</dobYear>"
        f"<fideId>{entrant.fide}</fideId></player>"
        for entrant in tournament.entrants
    ]
    lines.append("</players><games>")
    for pairing in tournament.board_pairings:
        black = "<noneBlackPlayer>true</noneBlackPlayer>"
        if pairing.black is not None:
            black = f"<{number}Black>{pairing.black.number}</{number}Black>"
        lines.append(
            f"<game><round>{pairing.round}</round>"
            f"<{number}White>{pairing.white.number}</{number}White>{black}"
            f"<pointWhite>{RESULTS[pairing.result.white]}</pointWhite>"
            f"<pointBlack>{RESULTS[pairing.result.black]}</pointBlack></game>"
        )
    lines.append("</games></DSB_DWZ_TournamentReport>")
    return joined(lines)


def opengotha(tournament: Open) -> str:
    """OpenGotha's own file."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<Tournament dataVersion="201"><Players>']
    for entrant in tournament.entrants:
        who = f'name="{entrant.surname}" firstName="{entrant.forename}" egfPin="{entrant.egd}"'
        rank = f'rank="{entrant.grade.upper()}" rating="{entrant.rating}"'
        lines.append(f'<Player {who} {rank} country="DE" club="Ab" registeringStatus="FIN"/>')
    lines.append("</Players><Games>")
    byes = []
    for pairing in tournament.board_pairings:
        called = _called(pairing.white)
        if pairing.black is None:
            byes.append(f'<ByePlayer player="{called}" roundNumber="{pairing.round}"/>')
            continue
        result = {1: "WHITEWINS", 0.5: "EQUAL", 0: "BLACKWINS"}[pairing.result.white]
        sides = f'whitePlayer="{called}" blackPlayer="{_called(pairing.black)}"'
        lines.append(
            f'<Game roundNumber="{pairing.round}" tableNumber="{pairing.board}" {sides} '
            f'handicap="0" knownColor="true" result="RESULT_{result}"/>'
        )
    general = (
        f'<GeneralParameterSet name="{tournament.name}" location="{tournament.place}" '
        f'beginDate="{FIRST_DAY}" endDate="{tournament.last_day}" '
        f'numberOfRounds="{tournament.rounds}" '
        'komi="6.5" size="19" basicTime="60" complementaryTimeSystem="SUDDENDEATH"/>'
    )
    parameters = f"<TournamentParameterSet>{general}</TournamentParameterSet></Tournament>"
    return joined([*lines, "</Games><ByePlayers>", *byes, "</ByePlayers>", parameters])


def pgn(tournament: Open) -> str:
    """The tags of the games that were played; there are no byes in it."""
    lines = []
    for pairing in tournament.board_pairings:
        if pairing.black is None:
            continue
        result = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}[pairing.result.white]
        tags = {
            "Event": tournament.name,
            "Site": tournament.place,
            "Date": f"{pairing.day:%Y.%m.%d}",
            "EventType": "swiss",
            "Round": f"{pairing.round}.{pairing.board}",
            "White": pairing.white.name,
            "Black": pairing.black.name,
            "Result": result,
            "WhiteElo": str(pairing.white.rating),
            "BlackElo": str(pairing.black.rating),
            "WhiteFideId": str(pairing.white.fide),
            "BlackFideId": str(pairing.black.fide),
        }
        lines += [f'[{name} "{value}"]' for name, value in tags.items()]
        lines += ["", f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {result}", ""]
    return joined(lines)


FORMATS: Mapping[str, Callable[[Open], str]] = {
    "trf": trf,
    "csv": csv,
    "jsonl": jsonl,
    "h9": h9,
    "tou": tou,
    "opengotha": opengotha,
    "dsb": dsb,
    "pgn": pgn,
    "swi": program_files.swi,
    "macmahon": program_files.macmahon,
    "walllist": program_files.wall_list,
    "trx": program_files.trx,
    "crosstable": program_files.crosstable,
}


def _blacks_result(pairing: BoardPairing) -> str:
    return "" if pairing.black is None else RESULTS[pairing.result.black]


def _played_on(pairing: BoardPairing) -> str:
    return "" if pairing.black is None else pairing.day.isoformat()


def _called(entrant: Entrant) -> str:
    return f"{entrant.surname}{entrant.forename}".upper()
