"""EGD's tournament table, written: headers in comments, then a line for each player.

The lines are in the order of the places, and games name a line by its ordinal.  Of players who
share a place only the first has it written.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs
from msgspec.structs import replace

from ledger.importing.formats import kit, omissions
from ledger.importing.formats.egd import codes
from ledger.importing.formats.fields import country_of
from ledger.importing.formats.tournament_report import EnglishFindings

_CLUB = re.compile(r"(?!(?i:x{2,5})$)(?=.*[^\W\d_])[^\W_]{1,5}")
_COLUMNS = 4
"""EGD expects the score and three columns of tie-breaks; the GoR of a pool of the EGF is one."""
_HEADING = re.compile(r"\S{1,5}")
_EGF = "EGF"
Columns = Mapping[str, Mapping[str, str]]
"""The values between clubs and results, by the heading of the column and the player's number."""


def write_h9(report: kit.TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the file in UTF-8; content that it cannot express is reported in ``findings``."""
    refuse_h9(report, findings)
    omissions.warn_about_canonical_only_fields(report, findings, classes=codes.CLASSES)
    report = _in_places(report)
    columns, rounds_by_player = _columns(report), kit.round_table(report)
    rounds = range(1, kit.last_round(report) + 1)
    lines = [*_header(report, columns, findings)]
    _warn_about_wanted_by_egd(report, lines, findings)
    above = None
    for player in report.players:
        cells = [_cell(rounds_by_player.get((player.number, round_))) for round_ in rounds]
        place = player.table_line.place
        shown = "" if place is not None and place == above else place or player.number
        lines.append(f"{shown:>4} {_line(player, columns, cells, findings)}")
        above = place
    findings.left_out(f"the system: {report.system}", report.system != "swiss")
    omissions.warn_about_details(report, findings, "egd")
    omissions.warn_about_rounds(report, findings)
    omissions.warn_about_pairing(attrs.evolve(report, tie_breaks=()), findings)
    officials = report.officials
    findings.left_out("the arbiters", officials.chief_arbiter or officials.deputies)
    for game in report.games:
        decided = game.black is not None and game.reason in {"referee", "annulled"}
        findings.left_out(f"that games were not played because of {game.reason}", decided)
    return "".join(f"{line}\n" for line in lines).encode()


def _in_places(report: kit.TournamentReport) -> kit.TournamentReport:
    """Return the report with the players in the order of their places, and so numbered."""
    last = len(report.players)
    players = sorted(report.players, key=lambda it: it.table_line.place or last)
    number_of: dict[str | None, str | None] = {
        player.number: str(number) for number, player in enumerate(players, start=1)
    }
    games = [
        replace(game, white=number_of[game.white] or "", black=number_of.get(game.black))
        for game in report.games
    ]
    renumbered = [replace(it, number=number_of[it.number] or "") for it in players]
    return attrs.evolve(report, players=tuple(renumbered), games=tuple(games))


def refuse_h9(report: kit.TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for everything that an h9 cannot express."""
    _refuse_unwritable(report, findings)
    kit.refuse_without_place(report, findings)
    paired = {game.round for game in report.games if game.black is not None}
    # A round in which no two lines name each other would be read as a tie-break.
    if not {1, kit.last_round(report)} <= paired:
        message = "a first or last round without a game is read as a tie-break: use csv or jsonl"
        findings.error(message)


def _refuse_unwritable(report: kit.TournamentReport, findings: EnglishFindings) -> None:
    if omissions.refuse_other_discipline(report, findings, "h9", "go", "trf16 or trf26"):
        return
    omissions.refuse_pairs(report, findings, "h9")
    omissions.refuse_missing_grades(report, findings)
    for game in report.games:
        if game.black is not None and game.played:
            _refuse_unwritable_result(game, findings)


def _refuse_unwritable_result(game: kit.GameReport, findings: EnglishFindings) -> None:
    game_text = omissions.named_game(game)
    if game.rated_for != "both":
        message = (
            f"{game_text} is not rated for both, and every game of an h9 is: use csv or jsonl"
        )
        findings.error(message)
    points = (game.white_points, game.black_points)
    if points == (0.0, 0.0):
        findings.warn(f"{game_text}: lost by both, which is read as a game that was not played")
    elif sum(points) != 1 and points != (1.0, 1.0):
        findings.error(
            f"{game_text} is half a game won, and h9 has no sign for it: use csv or jsonl"
        )


# --- the header ------------------------------------------------------------------------------


def _columns(report: kit.TournamentReport) -> Columns:
    """Return the points, unless another score gives the order, the tie-breaks, and the GoR."""
    points, found = kit.points_of(report), {}
    scores = [points[player.number] for player in report.players]
    decide = report.tie_breaks[:1] != ("MMS",) and scores == sorted(scores, reverse=True)
    if decide or not report.tie_breaks:
        found["Pts"] = {number: f"{score:g}" for number, score in points.items()}
    for at, name in enumerate(report.tie_breaks):
        heading = name if _HEADING.fullmatch(name) else f"TB{at + 1}"
        found[heading] = {
            player.number: f"{(*player.table_line.tie_breaks[at : at + 1], 0)[0]:g}"
            for player in report.players
        }
    if any(_EGF in player.ratings for player in report.players):
        found["GoR"] = {
            player.number: str(player.ratings.get(_EGF, 0)) for player in report.players
        }
    return found


def _header(
    report: kit.TournamentReport, columns: Columns, findings: EnglishFindings
) -> Iterator[str]:
    code = (report.key or "").removeprefix(codes.KEY_PREFIX)
    if code != report.key and codes.TOURNAMENT_CODE.fullmatch(code):
        yield f"; TC[{code}]"
    if report.class_ in codes.CLASSES:
        yield f"; CL[{report.class_}]"
    yield f"; EV[{_bracketed(report.name or '', findings)}]"
    country = country_of(report.country) if report.country else "XX"
    yield f"; PC[{country or report.country}, {_bracketed(report.place or '', findings)}]"
    start = "" if report.starts_on is None else report.starts_on.isoformat()
    yield f"; DT[{start},{report.ended_on}]"
    yield "; HA[h9]"
    if report.komi is not None:
        yield f"; KM[{report.komi:.10g}]"
    yield from _adjusted_time(report, findings)
    yield "; Generated by rating-ledger"
    yield ";"
    headings = " ".join(f"{heading:5}" for heading in columns)
    yield f"; Pl {'Name':30}  Rk Co Club  {headings}".rstrip()


def _warn_about_wanted_by_egd(
    report: kit.TournamentReport, header: Sequence[str], findings: EnglishFindings
) -> None:
    """Warn about values of the header that EGD wants and that are not on record.

    By the class EGD weights the games; it follows from the thinking time as well.
    """
    codes = {line[2:4] for line in header}
    wanted = (
        ("the place (PC)", report.place),
        ("the first day (DT)", report.starts_on),
        ("the komi (KM)", "KM" in codes),
        ("the class (CL) or the thinking time (TM)", codes & {"CL", "TM"}),
    )
    if missing := [name for name, value in wanted if not value]:
        findings.warn(f"EGD's header requires data that are not on record: {', '.join(missing)}")


def _bracketed(text: str, findings: EnglishFindings) -> str:
    if "]" in text:
        findings.warn("a closing bracket would end the header: written as a round one")
    return text.replace("]", ")").replace("[", "(")


def _adjusted_time(report: kit.TournamentReport, findings: EnglishFindings) -> Iterator[str]:
    time = report.thinking_time
    if time is None:
        return
    adjusted = codes.adjusted_minutes(time)
    if adjusted is None:
        findings.left_out("the thinking time, whose overtime is not stated in full")
    elif adjusted >= 10_000:
        findings.left_out("a thinking time of weeks")
    else:
        yield f"; TM[{adjusted:.10g}]"
        overtime = time.overtime not in {None, "none"}
        findings.left_out("the overtime, which is counted into the adjusted time (TM)", overtime)


# --- the lines -------------------------------------------------------------------------------


def _line(
    player: kit.PlayerReport, columns: Columns, cells: Sequence[str], findings: EnglishFindings
) -> str:
    country, club = _country(player, findings), _club(player, findings)
    values = [column[player.number] for column in columns.values()]
    values += ["0"] * (_COLUMNS - len(values))
    criteria = " ".join(f"{value:5}" for value in values)
    played = " ".join(f"{cell:8}" for cell in cells)
    return (
        f"{_name(player, findings):30} {player.grade or '':>3} {country} {club:5} {criteria} "
        f"{played} |{player.ids.get('egd', '')}"
    )


def _name(player: kit.PlayerReport, findings: EnglishFindings) -> str:
    """Return ``Van_der_Berg Jan``; a name without a comma is one word."""
    if re.search(r"[_;|]", player.name):
        findings.warn(f"characters that h9 reserves are removed from {player.name}")
    name = " ".join(re.sub(r"[_;|]", " ", player.name).split()) or "?"
    surname, _, forename = (part.replace(" ", "_") for part in name.partition(", "))
    if not surname or not forename or codes.RANK.fullmatch(forename):
        return name.replace(" ", "_")
    return f"{surname} {forename}"


def _country(player: kit.PlayerReport, findings: EnglishFindings) -> str:
    if player.federation is None:
        return "XX"
    country = country_of(player.federation)
    if country is None:
        findings.left_out(f"the federation {player.federation}, which is that of no country")
    return country or "XX"


def _club(player: kit.PlayerReport, findings: EnglishFindings) -> str:
    if player.club is None:
        return "xxxx"
    if not _CLUB.fullmatch(player.club):
        findings.left_out("clubs that are not one word of up to five letters and digits")
        return "xxxx"
    return player.club


def _cell(side: kit.PlayerRound | None) -> str:
    if side is None:
        return "0-"
    sign = codes.SIGNS[side.result.points]
    if side.opponent is None:
        return f"0{sign}"
    by_default = not side.game.played and side.game.reason != "double-loss"
    return f"{side.opponent}{sign}{'!' if by_default else '/'}{side.colour}{side.game.stones}"
