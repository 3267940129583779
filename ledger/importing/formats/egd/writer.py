"""EGD's tournament table, written: headers in comments, then a line for each player.

A line is named by its ordinal, which is the player's start number: the log has no tie-breaks
by which players could be placed otherwise.
"""

import re
from collections.abc import Iterator, Sequence

from ledger.importing.formats.egd.codes import (
    CLASSES,
    KEY_PREFIX,
    RANK,
    SIGNS,
    TOURNAMENT_CODE,
    adjusted_minutes,
)
from ledger.importing.formats.fields import country_of
from ledger.importing.formats.omissions import (
    refuse_missing_grades,
    warn_about_canonical_only_fields,
    warn_about_details,
    warn_about_pairing,
    warn_about_rounds,
    warn_left_out,
)
from ledger.importing.formats.rounds import (
    PlayerRound,
    RoundTable,
    last_round,
    points_of,
    refuse_without_place,
    round_table,
)
from ledger.importing.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    PlayerReport,
    TournamentReport,
)

_CLUB = re.compile(r"(?!(?i:x{2,5})$)(?=.*[^\W\d_])[^\W_]{1,5}")
_CRITERIA = "0    0"
"""EGD expects three columns of tie-breaks beside the points, which the log does not have.  The
first one holds the GoR if a pool of the EGF supplies it.
"""
_EGF = "EGF"


def write_h9(report: TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the file in UTF-8; content that it cannot express is reported in ``findings``."""
    refuse_h9(report, findings)
    warn_about_canonical_only_fields(report, findings, classes=CLASSES)
    rounds_by_player = round_table(report)
    points, rounds = points_of(report), last_round(report)
    lines = [*_header(report, findings)]
    _warn_about_wanted_by_egd(report, lines, findings)
    lines += [
        _line(player, points[player.number], rounds, rounds_by_player, findings)
        for player in report.players
    ]
    _warn_about_left_out(report, findings)
    warn_about_pairing(report, findings)
    if report.officials.chief_arbiter or report.officials.deputies:
        warn_left_out(findings, "the arbiters")
    _warn_about_left_out_of_games(report, findings)
    return "".join(f"{line}\n" for line in lines).encode()


def refuse_h9(report: TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for everything that an h9 cannot express."""
    _refuse_unwritable(report, findings)
    refuse_without_place(report, findings)
    _refuse_rounds_without_games(report, findings)


def _refuse_unwritable(report: TournamentReport, findings: EnglishFindings) -> None:
    if report.discipline != "go":
        findings.error(f"h9 is for go, this is {report.discipline}: use trf16 or trf26")
        return
    if report.system == "pairs":
        findings.error("h9 knows no games of two against two: use csv or jsonl")
    refuse_missing_grades(report, findings)
    for game in report.games:
        if game.black is not None and game.played:
            _refuse_unwritable_result(game, findings)


def _refuse_unwritable_result(game: GameReport, findings: EnglishFindings) -> None:
    game_text = f"round {game.round}: {game.white} – {game.black}"
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


def _refuse_rounds_without_games(report: TournamentReport, findings: EnglishFindings) -> None:
    """Refuse a round in which no two lines name each other: it would be read as a tie-break."""
    paired = {game.round for game in report.games if game.black is not None}
    if any(round_ not in paired for round_ in (1, last_round(report))):
        message = "a first or last round without a game is read as a tie-break: use csv or jsonl"
        findings.error(message)


# --- the header ------------------------------------------------------------------------------


def _header(report: TournamentReport, findings: EnglishFindings) -> Iterator[str]:
    code = (report.key or "").removeprefix(KEY_PREFIX)
    if code != report.key and TOURNAMENT_CODE.fullmatch(code):
        yield f"; TC[{code}]"
    if report.class_ in CLASSES:
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
    gor = "  GoR" if any(_EGF in player.ratings for player in report.players) else ""
    yield f"; Pl Name                            Rk Co Club  Pts{gor}"


def _warn_about_wanted_by_egd(
    report: TournamentReport, header: Sequence[str], findings: EnglishFindings
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


def _adjusted_time(report: TournamentReport, findings: EnglishFindings) -> Iterator[str]:
    time = report.thinking_time
    if time is None:
        return
    adjusted = adjusted_minutes(time)
    if adjusted is None:
        warn_left_out(findings, "the thinking time, whose overtime is not stated in full")
    elif adjusted >= 10_000:
        warn_left_out(findings, "a thinking time of weeks")
    else:
        yield f"; TM[{adjusted:.10g}]"
        if time.overtime not in {None, "none"}:
            warn_left_out(findings, "the overtime, which is counted into the adjusted time (TM)")


# --- the lines -------------------------------------------------------------------------------


def _line(
    player: PlayerReport,
    points: float,
    rounds: int,
    rounds_by_player: RoundTable,
    findings: EnglishFindings,
) -> str:
    country, club = _country(player, findings), _club(player, findings)
    cells = [
        _cell(rounds_by_player.get((player.number, round_))) for round_ in range(1, rounds + 1)
    ]
    pin, gor = player.ids.get("egd", ""), player.ratings.get(_EGF, 0)
    played = " ".join(f"{cell:8}" for cell in cells)
    return (
        f"{player.number:>4} {_name(player, findings):30} {player.grade or '':>3} {country} "
        f"{club:5} {points:<4g} {gor:<4} {_CRITERIA}    {played} |{pin}"
    )


def _name(player: PlayerReport, findings: EnglishFindings) -> str:
    """Return ``Van_der_Berg Jan``; a name without a comma is one word."""
    if re.search(r"[_;|]", player.name):
        findings.warn(f"characters that h9 reserves are removed from {player.name}")
    name = " ".join(re.sub(r"[_;|]", " ", player.name).split()) or "?"
    surname, _, forename = (part.replace(" ", "_") for part in name.partition(", "))
    if not surname or not forename or RANK.fullmatch(forename):
        return name.replace(" ", "_")
    return f"{surname} {forename}"


def _country(player: PlayerReport, findings: EnglishFindings) -> str:
    if player.federation is None:
        return "XX"
    country = country_of(player.federation)
    if country is None:
        warn_left_out(findings, f"the federation {player.federation}, which is that of no country")
    return country or "XX"


def _club(player: PlayerReport, findings: EnglishFindings) -> str:
    if player.club is None:
        return "xxxx"
    if not _CLUB.fullmatch(player.club):
        warn_left_out(findings, "clubs that are not one word of up to five letters and digits")
        return "xxxx"
    return player.club


def _cell(side: PlayerRound | None) -> str:
    if side is None:
        return "0-"
    sign = SIGNS[side.result.points]
    if side.opponent is None:
        return f"0{sign}"
    by_default = not side.game.played and side.game.reason != "double-loss"
    return f"{side.opponent}{sign}{'!' if by_default else '/'}{side.colour}{side.game.stones}"


def _warn_about_left_out(report: TournamentReport, findings: EnglishFindings) -> None:
    if report.system != "swiss":
        warn_left_out(findings, f"the system: {report.system}")
    warn_about_details(report, findings, "egd")
    warn_about_rounds(report, findings)


def _warn_about_left_out_of_games(report: TournamentReport, findings: EnglishFindings) -> None:
    for game in report.games:
        if game.black is not None and game.reason in {"referee", "annulled"}:
            warn_left_out(findings, f"that games were not played because of {game.reason}")
