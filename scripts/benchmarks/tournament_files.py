"""Tournament files of every format as large opens hand them in, made up and without a fault."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

import attrs

from scripts.federation.names import person, place
from scripts.federation.pairings import swiss
from scripts.federation.randomness import Dice
from scripts.federation.results import BYE, ODDS, Result

FIRST_DAY = date(2024, 8, 3)
RESULTS: Mapping[float, str] = {1: "1", 0.5: "0.5", 0: "0"}


@attrs.frozen(kw_only=True)
class Guest:
    """A player, by his number in the file."""

    number: int
    name: str
    sex: str
    born: int
    rating: int

    @property
    def surname(self) -> str:
        """What stands before the comma."""
        return self.name.partition(", ")[0]

    @property
    def forename(self) -> str:
        """What stands behind it; the number tells namesakes apart."""
        return f"{self.name.partition(', ')[2]}{self.number}"

    @property
    def fide(self) -> int:
        """His number in FIDE's register."""
        return 4_600_000 + self.number

    @property
    def egd(self) -> int:
        """His number in the register of European go."""
        return 14_000_000 + self.number

    @property
    def grade(self) -> str:
        """What his rating is as a grade of go."""
        level = (self.rating - 2_050) // 100
        return f"{level + 1}d" if level >= 0 else f"{min(-level, 30)}k"


@attrs.frozen(kw_only=True)
class Seat:
    """A board of one round; ``black`` is None beside a bye."""

    round: int
    board: int
    white: Guest
    black: Guest | None
    result: Result

    @property
    def day(self) -> date:
        """When it was played: a round a day."""
        return FIRST_DAY + timedelta(days=self.round - 1)


@attrs.frozen(kw_only=True)
class Open:
    """A Swiss tournament of many players."""

    name: str
    place: str
    rounds: int
    guests: Sequence[Guest]
    seats: Sequence[Seat]

    @property
    def last_day(self) -> date:
        """The day of the last round."""
        return FIRST_DAY + timedelta(days=self.rounds - 1)

    def by_player(self) -> Mapping[int, Sequence[Seat]]:
        """Everybody's seats, round by round."""
        sat: dict[int, list[Seat]] = {guest.number: [] for guest in self.guests}
        for seat in self.seats:
            for guest in (seat.white, seat.black):
                if guest is not None:
                    sat[guest.number].append(seat)
        return sat


def an_open(seed: int, players: int, rounds: int) -> Open:
    """An open in which everybody plays all rounds but for one bye in each, if they are odd."""
    dice = Dice(seed)
    guests = [_guest(number, dice) for number in range(1, players + 1)]
    points = [0.0] * players
    seats = []
    for round_, pairings in enumerate(swiss(points, rounds), start=1):
        for board, (white, black) in enumerate(pairings, start=1):
            result = BYE
            if black is not None:
                lead = guests[white].rating - guests[black].rating
                result = ODDS["chess"].result(lead, dice.roll())
                points[black] += result.black
            points[white] += result.white
            opponent = None if black is None else guests[black]
            seat = Seat(
                round=round_, board=board, white=guests[white], black=opponent, result=result
            )
            seats.append(seat)
    town = place(dice)
    return Open(name=f"{town} Open", place=town, rounds=rounds, guests=guests, seats=seats)


def _guest(number: int, dice: Dice) -> Guest:
    sex = "f" if dice.happens(0.15) else "m"
    return Guest(
        number=number,
        name=f"{person(dice, sex)}{number}",
        sex=sex,
        born=dice.between(1940, 2012),
        rating=1_800 + dice.bell(250),
    )


# --- the formats -----------------------------------------------------------------------------


def trf(held: Open) -> str:
    """FIDE's tournament report file."""
    sat = held.by_player()
    lines = [
        f"012 {held.name}",
        f"022 {held.place}",
        "032 GER",
        f"042 {FIRST_DAY:%Y/%m/%d}",
        f"052 {held.last_day:%Y/%m/%d}",
        "092 Swiss",
        "222 40/5400+30:1800+30",
    ]
    for guest in held.guests:
        cells = "".join(_trf_cell(guest, seat) for seat in sat[guest.number])
        points = sum(_points(guest, seat) for seat in sat[guest.number])
        lines.append(
            f"001 {guest.number:>4} {guest.sex.replace('f', 'w')}    {guest.name:33} "
            f"{guest.rating:>4} GER {guest.fide:>11} {guest.born}/05/17 {points:4.1f} "
            f"{guest.number:>4}{cells}"
        )
    return _joined(lines)


def _trf_cell(guest: Guest, seat: Seat) -> str:
    if seat.black is None:
        return "  0000 - U"
    code = {1: "1", 0.5: "=", 0: "0"}[_points(guest, seat)]
    return f"  {_other(guest, seat):>4} {'w' if guest is seat.white else 'b'} {code}"


def h9(held: Open) -> str:
    """EGD's table."""
    head = (
        "; TC[T240803A]",
        "; CL[A]",
        f"; EV[{held.name}]",
        f"; PC[DE, {held.place}]",
        f"; DT[{FIRST_DAY},{held.last_day}]",
        "; HA[h9]",
        "; KM[6.5]",
        "; TM[75]",
    )
    return _joined([*head, *_go_lines(held, slash="/", with_pin=True)])


def tou(held: Open) -> str:
    """The table of the French go federation."""
    head = (
        f";name={held.name}",
        f";date={FIRST_DAY:%d/%m/%Y}",
        f";vill={held.place}",
        ";size=19",
        ";ta=75",
        ";komi=7.5",
    )
    return _joined([*head, *_go_lines(held, slash="", with_pin=False)])


def _go_lines(held: Open, *, slash: str, with_pin: bool) -> Sequence[str]:
    sat = held.by_player()
    lines = []
    for guest in held.guests:
        cells = "".join(f"{_go_cell(guest, seat, slash):>9}" for seat in sat[guest.number])
        name = f"{guest.surname} {guest.forename}"
        if with_pin:
            about = f"{guest.grade:>3} DE 12Ab {30:>4} {120:>4} {480:>4}"
            lines.append(f"{guest.number:>4} {name:30} {about} {cells} |{guest.egd}")
        else:
            lines.append(f"{guest.number:>4} {name:30} {guest.grade:>3} 0000000 12Ab {cells}")
    return lines


def _go_cell(guest: Guest, seat: Seat, slash: str) -> str:
    if seat.black is None:
        return "0+"
    sign = {1: "+", 0.5: "=", 0: "-"}[_points(guest, seat)]
    return f"{_other(guest, seat)}{sign}{slash}{'w' if guest is seat.white else 'b'}0"


def csv(held: Open) -> str:
    """The canonical tables in one file."""
    lines = [
        "[tournament]",
        f"name,{held.name}",
        "discipline,chess",
        "system,swiss",
        f"starts_on,{FIRST_DAY}",
        f"ended_on,{held.last_day}",
        f"rounds,{held.rounds}",
        "minutes,90",
        "increment_seconds,30",
        "[players]",
        "number,name,sex,birth_year,federation,fide,rating",
    ]
    for guest in held.guests:
        who = f'{guest.number},"{guest.name}",{guest.sex},{guest.born}'
        lines.append(f"{who},GER,{guest.fide},{guest.rating}")
    lines += ["[games]", "round,board,white,black,result_white,result_black,date"]
    for seat in held.seats:
        black = "" if seat.black is None else seat.black.number
        results = f"{RESULTS[seat.result.white]},{_blacks_result(seat)}"
        lines.append(
            f"{seat.round},{seat.board},{seat.white.number},{black},{results},{_played_on(seat)}"
        )
    return _joined(lines)


def jsonl(held: Open) -> str:
    """The canonical lines."""
    about = f'"starts_on":"{FIRST_DAY}","ended_on":"{held.last_day}","system":"swiss"'
    lines = [f'{{"kind":"tournament","name":"{held.name}",{about},"minutes":90}}']
    for guest in held.guests:
        who = f'"number":{guest.number},"name":"{guest.name}","sex":"{guest.sex}"'
        known = f'"birth_year":{guest.born},"fide":{guest.fide},"rating":{guest.rating}'
        lines.append(f'{{"kind":"player",{who},{known}}}')
    for seat in held.seats:
        where = f'"round":{seat.round},"board":{seat.board}'
        black = "null" if seat.black is None else seat.black.number
        result = f'"result_white":{RESULTS[seat.result.white]}'
        other = f'"result_black":{_blacks_result(seat) or "null"}'
        sides = f'"white":{seat.white.number},"black":{black}'
        lines.append(f'{{"kind":"game",{where},{sides},{result},{other}}}')
    return _joined(lines)


def dsb(held: Open) -> str:
    """The German federation's XML."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<DSB_DWZ_TournamentReport xmlns="http://www.schachbund.de/XMLSchema" version="2.5">',
        "<tournament><tournamentUUID>0a1b2c3d-0000-4000-8000-00000000beef</tournamentUUID>",
        f"<label>{held.name}</label><tournamentType>SW</tournamentType>",
        f"<timecontrol>90/40+30/0+30</timecontrol><rounds>{held.rounds}</rounds>",
        f"<startDate>{FIRST_DAY}</startDate><endDate>{held.last_day}</endDate>",
        f"<location>{held.place}</location></tournament>",
        "<players>",
    ]
    number = "tournamentPlayerNumber"
    lines += [
        f"<player><{number}>{guest.number}</{number}><surname>{guest.surname}</surname>"
        f"<forename>{guest.forename}</forename><dobYear>{guest.born}</dobYear>"
        f"<fideId>{guest.fide}</fideId></player>"
        for guest in held.guests
    ]
    lines.append("</players><games>")
    for seat in held.seats:
        black = "<noneBlackPlayer>true</noneBlackPlayer>"
        if seat.black is not None:
            black = f"<{number}Black>{seat.black.number}</{number}Black>"
        lines.append(
            f"<game><round>{seat.round}</round>"
            f"<{number}White>{seat.white.number}</{number}White>{black}"
            f"<pointWhite>{RESULTS[seat.result.white]}</pointWhite>"
            f"<pointBlack>{RESULTS[seat.result.black]}</pointBlack></game>"
        )
    lines.append("</games></DSB_DWZ_TournamentReport>")
    return _joined(lines)


def opengotha(held: Open) -> str:
    """OpenGotha's own file."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<Tournament dataVersion="201"><Players>']
    for guest in held.guests:
        who = f'name="{guest.surname}" firstName="{guest.forename}" egfPin="{guest.egd}"'
        rank = f'rank="{guest.grade.upper()}" rating="{guest.rating}"'
        lines.append(f'<Player {who} {rank} country="DE" club="Ab" registeringStatus="FIN"/>')
    lines.append("</Players><Games>")
    byes = []
    for seat in held.seats:
        called = _called(seat.white)
        if seat.black is None:
            byes.append(f'<ByePlayer player="{called}" roundNumber="{seat.round}"/>')
            continue
        result = {1: "WHITEWINS", 0.5: "EQUAL", 0: "BLACKWINS"}[seat.result.white]
        sides = f'whitePlayer="{called}" blackPlayer="{_called(seat.black)}"'
        lines.append(
            f'<Game roundNumber="{seat.round}" tableNumber="{seat.board}" {sides} handicap="0" '
            f'knownColor="true" result="RESULT_{result}"/>'
        )
    general = (
        f'<GeneralParameterSet name="{held.name}" location="{held.place}" '
        f'beginDate="{FIRST_DAY}" endDate="{held.last_day}" numberOfRounds="{held.rounds}" '
        'komi="6.5" size="19" basicTime="60" complementaryTimeSystem="SUDDENDEATH"/>'
    )
    parameters = f"<TournamentParameterSet>{general}</TournamentParameterSet></Tournament>"
    return _joined([*lines, "</Games><ByePlayers>", *byes, "</ByePlayers>", parameters])


def pgn(held: Open) -> str:
    """The tags of the games that were played; there are no byes in it."""
    lines = []
    for seat in held.seats:
        if seat.black is None:
            continue
        result = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}[seat.result.white]
        tags = {
            "Event": held.name,
            "Site": held.place,
            "Date": f"{seat.day:%Y.%m.%d}",
            "EventType": "swiss",
            "Round": f"{seat.round}.{seat.board}",
            "White": seat.white.name,
            "Black": seat.black.name,
            "Result": result,
            "WhiteElo": str(seat.white.rating),
            "BlackElo": str(seat.black.rating),
            "WhiteFideId": str(seat.white.fide),
            "BlackFideId": str(seat.black.fide),
        }
        lines += [f'[{name} "{value}"]' for name, value in tags.items()]
        lines += ["", f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {result}", ""]
    return _joined(lines)


FORMATS: Mapping[str, Callable[[Open], str]] = {
    "trf": trf,
    "csv": csv,
    "jsonl": jsonl,
    "h9": h9,
    "tou": tou,
    "opengotha": opengotha,
    "dsb": dsb,
    "pgn": pgn,
}


def _points(guest: Guest, seat: Seat) -> float:
    return seat.result.white if guest is seat.white else seat.result.black


def _other(guest: Guest, seat: Seat) -> int:
    """The number of the opponent of a guest in a game."""
    opponent = seat.black if guest is seat.white else seat.white
    return 0 if opponent is None else opponent.number


def _blacks_result(seat: Seat) -> str:
    return "" if seat.black is None else RESULTS[seat.result.black]


def _played_on(seat: Seat) -> str:
    return "" if seat.black is None else seat.day.isoformat()


def _called(guest: Guest) -> str:
    return f"{guest.surname}{guest.forename}".upper()


def _joined(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])
