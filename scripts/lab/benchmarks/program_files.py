"""Tournament files of further pairing programs, written as those of ``tournament_files`` are."""

from collections.abc import Mapping

from scripts.lab.benchmarks.tournament_open import (
    FIRST_DAY,
    BoardPairing,
    Entrant,
    Open,
    joined,
    other_number,
    points_of,
)

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_SWI_TEMPLATE = (
    f" ttt. rrr {'n' * 32} {'v' * 32} lll {'f' * 10} {'p' * 10} {'g' * 8} eeee dddd  zzzzz mmmm  "
)
_SIGNS: Mapping[float, str] = {1: "+", 0.5: "=", 0: "-"}


def swi(tournament: Open) -> str:
    """The German federation's older exchange form; a bye has no cell."""
    by_number = tournament.by_player()
    lines = [
        tournament.name,
        "",
        f"ES {len(tournament.entrants):>3} {tournament.rounds:>2}  1 #860#",
        _SWI_TEMPLATE,
    ]
    for entrant in tournament.entrants:
        number, figures = entrant.number, f"{entrant.rating:>4} {entrant.rating:>4}"
        about = f"GER {entrant.fide:<10} {entrant.fide:<10} {entrant.born:<8} {figures}"
        cells = "".join(_swi_cell(entrant, each) for each in by_number[number])
        who = f" {number:>3}. {number:>3} {entrant.name:32} {'SK Neustadt':32}"
        lines.append(f"{who} {about}  12345 {number:>4}  {cells}".rstrip())
    first, last = f"{FIRST_DAY:%d.%m.%Y}", f"{tournament.last_day:%d.%m.%Y}"
    lines += ["###", f"Name:     {tournament.name}", f"Datum(S): {first}", f"Datum(E): {last}"]
    return joined(lines)


def _swi_cell(entrant: Entrant, pairing: BoardPairing) -> str:
    if pairing.black is None:
        return " " * 6
    code = {1: "1", 0.5: "R", 0: "0"}[points_of(entrant, pairing)]
    colour = "W" if entrant is pairing.white else "B"
    return f"{code}{colour}{other_number(entrant, pairing):>3} "


def macmahon(tournament: Open) -> str:
    """MacMahon's own file, a result with Black's side first."""
    head = '<Tournament typeversion="3.9">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', head, f"<Name>{tournament.name}</Name>"]
    for entrant in tournament.entrants:
        person = f"<FirstName>{entrant.forename}</FirstName><Surname>{entrant.surname}</Surname>"
        known = f"<GoLevel>{entrant.grade}</GoLevel><EgdPin>{entrant.egd}</EgdPin>"
        player = f"<GoPlayer>{person}<Country>DE</Country>{known}</GoPlayer>"
        lines.append(
            f"<IndividualParticipant><Id>{entrant.number}</Id>{player}</IndividualParticipant>"
        )
    for number in range(1, tournament.rounds + 1):
        lines.append(f"<TournamentRound><RoundNumber>{number}</RoundNumber>")
        of_round = (each for each in tournament.board_pairings if each.round == number)
        lines += [_macmahon_pairing(each) for each in of_round]
        lines.append("</TournamentRound>")
    return joined([*lines, "</Tournament>"])


def _macmahon_pairing(pairing: BoardPairing) -> str:
    if pairing.black is None:
        black = f"<White>0</White><Black>{pairing.white.number}</Black>"
        return f"<Pairing><PairingWithBye>true</PairingWithBye>{black}</Pairing>"
    result = {1: "0-1", 0.5: "½-½", 0: "1-0"}[pairing.result.white]
    sides = f"<White>{pairing.white.number}</White><Black>{pairing.black.number}</Black>"
    return (
        f"<Pairing><BoardNumber>{pairing.board}</BoardNumber>"
        f"<PairingWithBye>false</PairingWithBye>{sides}<Handicap>0</Handicap>"
        f"<Result>{result}</Result><ResultByReferee>false</ResultByReferee></Pairing>"
    )


def wall_list(tournament: Open) -> str:
    """A go wall list as text, which has neither colours nor handicaps."""
    by_number = tournament.by_player()
    ruler = f"---- {'-' * 34} ----- ------- " + " ".join(["-----"] * tournament.rounds)
    heads = " ".join(f"{each:5}" for each in _ROMAN[: tournament.rounds])
    lines = [ruler, f" No. {'Name':34} Rank  Rating  {heads}", ruler]
    for entrant in tournament.entrants:
        cells = " ".join(f"{_wall_cell(entrant, each):>5}" for each in by_number[entrant.number])
        about = f"{entrant.name:34} {entrant.grade:>5} {entrant.rating:>7}"
        lines.append(f"{entrant.number:>4} {about} {cells}")
    return joined(lines)


def _wall_cell(entrant: Entrant, pairing: BoardPairing) -> str:
    if pairing.black is None:
        return "+-"
    return f"{other_number(entrant, pairing)}{_SIGNS[points_of(entrant, pairing)]}"


def trx(tournament: Open) -> str:
    """The file of TurneringsService."""
    by_number = tournament.by_player()
    days = f'StartDate="{FIRST_DAY:%Y.%m.%d}" EndDate="{tournament.last_day:%Y.%m.%d}"'
    rounds = [
        f'<Rd StartDate="{FIRST_DAY:%Y.%m.%d}" IsRated="Y" TimeFinish="1:30:00"/>'
    ] * tournament.rounds
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<Tournament Dataversion="1" TeamEvent="N" Event="{tournament.name}" {days}>',
        '<Groups Num="1"><Group Event="A" Pairing="Monrad"><Rounds>',
        *rounds,
        "</Rounds><Players>",
    ]
    for entrant in tournament.entrants:
        who = f'Ln="{entrant.surname}" Gn="{entrant.forename}" BornYear="{entrant.born}"'
        known = f'FideId="{entrant.fide}" FideRating="{entrant.rating}"'
        cells = "".join(_trx_game(entrant, each) for each in by_number[entrant.number])
        lines.append(
            f'<Player StartNo="{entrant.number}" {who} {known}><Results>{cells}</Results></Player>'
        )
    return joined([*lines, "</Players></Group></Groups></Tournament>"])


def _trx_game(entrant: Entrant, pairing: BoardPairing) -> str:
    colour = "W" if entrant is pairing.white else "B"
    opponent, code = other_number(entrant, pairing) or -1, "+"
    if pairing.black is not None:
        code = {1: "1", 0.5: "=", 0: "0"}[points_of(entrant, pairing)]
    return (
        f'<Game Rd="{pairing.round}" Clr="{colour}" Opnt="{opponent}" Res="{code}" '
        f'Table="{pairing.board}"/>'
    )


def crosstable(tournament: Open) -> str:
    """A crosstable as chess-results exports it."""
    by_number = tournament.by_player()
    rounds = ";".join(f"{number}.Rd" for number in range(1, tournament.rounds + 1))
    lines = [tournament.name, f"Rk.;;Name;Rtg;FED;{rounds};Pts. ;TB1"]
    for entrant in tournament.entrants:
        seats = by_number[entrant.number]
        cells = ";".join(f"{_crosstable_cell(entrant, each):>6}" for each in seats)
        points = sum(points_of(entrant, each) for each in seats)
        who = f"{entrant.number};;{entrant.name};{entrant.rating};GER"
        lines.append(f"{who};{cells};{points:g};0")
    return joined(lines)


def _crosstable_cell(entrant: Entrant, pairing: BoardPairing) -> str:
    if pairing.black is None:
        return "-1"
    colour = "w" if entrant is pairing.white else "b"
    code = {1: "1", 0.5: "½", 0: "0"}[points_of(entrant, pairing)]
    return f"{other_number(entrant, pairing)}{colour}{code}"
