"""Findings about content that a written file cannot hold, with the same text for every format.

Only commands show them, so they are in English.
"""

from collections.abc import Collection

from ledger.events.messages import RequestField
from ledger.events.wording import named
from ledger.importing.formats.rounds import last_round
from ledger.importing.formats.tournament_report import (
    Discipline,
    EnglishFindings,
    GameReport,
    TournamentReport,
)


def refuse_other_discipline(
    report: TournamentReport, findings: EnglishFindings, name: str, own: Discipline, others: str
) -> bool:
    """Report an error for a tournament of the other discipline, which ``others`` can hold."""
    if report.discipline != own:
        findings.error(f"{name} is for {own}, this is {report.discipline}: use {others}")
    return report.discipline != own


def refuse_pairs(report: TournamentReport, findings: EnglishFindings, name: str) -> None:
    """Report an error for games of two against two."""
    if report.system == "pairs":
        findings.error(f"{name} knows no games of two against two: use csv or jsonl")


def named_game(game: GameReport) -> str:
    """Return a game as errors name it."""
    return f"round {game.round}: {game.white} – {game.black}"


def warn_about_canonical_only_fields(
    report: TournamentReport, findings: EnglishFindings, *, classes: Collection[str] = ()
) -> None:
    """Warn about content that only the canonical formats can hold; ``classes`` the file has."""
    for flag in report.flags:
        findings.left_out(f"that the tournament is {flag}")
    findings.left_out(f"the class {report.class_}", report.class_ not in {None, *classes})
    count = report.participants
    others = count not in {None, len(report.players)}
    findings.left_out(f"that {count} participants were reported", others)
    for player in report.players:
        findings.left_out("who entered as a junior", player.junior)
        findings.left_out(f"who entered as a {player.status}", player.status != "registered")
    for game in report.games:
        to_white = game.receiver == "white" and game.stones
        findings.left_out("that White received the handicap", to_white)
        has_own_time = game.minutes_per_move is not None
        findings.left_out("the minutes per move of single games", has_own_time)
        decided = f"that a game without an opponent was decided by {game.reason}"
        findings.left_out(decided, game.black is None and game.reason not in {None, "bye"})


def warn_about_pairing(report: TournamentReport, findings: EnglishFindings) -> None:
    """Warn about pairing rules, tie-breaks and program, which only TRF26 can hold."""
    findings.left_out("the pairing rules", report.pairing_rules is not None)
    findings.left_out("the tie-breaks", report.tie_breaks)
    findings.left_out("the pairing program", report.officials.pairing_program is not None)


def warn_about_details(report: TournamentReport, findings: EnglishFindings, register: str) -> None:
    """Warn about details that a federation's form lacks, which has numbers of one register."""
    findings.left_out(f"that the board had {report.board} lines", report.board in {9, 13})
    findings.left_out(f"the youth class {report.youth_class}", report.youth_class is not None)
    for player in report.players:
        born = player.birth_year or player.birth_date
        findings.left_out("sex and birth of players", player.sex or born)
        warn_about_numbers(player.ids.keys() - {register}, findings)
    for game in report.games:
        days_or_board = {game.day, game.finished, game.board} != {None}
        findings.left_out("days and boards of single games", days_or_board)


def warn_about_numbers(registers: Collection[str], findings: EnglishFindings) -> None:
    """Warn about a player's numbers of registers that the file has no place for."""
    for register in registers:
        findings.left_out(f"numbers of the register {register}")


def warn_about_rounds(report: TournamentReport, findings: EnglishFindings) -> None:
    """Warn about what a table of rounds lacks: rounds without a game, and byes without a point."""
    findings.left_out("rounds that were not played", (report.rounds or 0) > last_round(report))
    absent = any(game.black is None and not game.white_points for game in report.games)
    findings.left_out("byes without a point: the player is shown as absent", absent)


def refuse_missing_grades(report: TournamentReport, findings: EnglishFindings) -> None:
    """Report an error if a player has no grade, for the formats of go that need one."""
    if without := [player.number for player in report.players if player.grade is None]:
        remedy = f"name with {RequestField('pool')} a pool that knows them, or use csv"
        missing = f"every line needs a grade, which is missing for {named(without)}"
        findings.error(f"{missing}: {remedy}")
