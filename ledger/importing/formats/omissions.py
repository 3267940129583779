"""Findings about content that a written file cannot hold, with the same text for every format.

Only commands show them, so they are in English.
"""

from collections.abc import Collection

from ledger.events.messages import RequestField
from ledger.events.wording import named
from ledger.importing.formats.rounds import last_round
from ledger.importing.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    PlayerReport,
    TournamentReport,
)


def warn_left_out(findings: EnglishFindings, what: str) -> None:
    """Warn that a file cannot hold something."""
    findings.warn(f"left out: {what}")


def warn_about_canonical_only_fields(
    report: TournamentReport, findings: EnglishFindings, *, classes: Collection[str] = ()
) -> None:
    """Warn about content that only the canonical formats can hold; ``classes`` the file has."""
    for flag in report.flags:
        warn_left_out(findings, f"that the tournament is {flag}")
    if report.class_ is not None and report.class_ not in classes:
        warn_left_out(findings, f"the class {report.class_}")
    if report.participants not in {None, len(report.players)}:
        warn_left_out(findings, f"that {report.participants} participants were reported")
    for player in report.players:
        _warn_about_player(player, findings)
    for game in report.games:
        _warn_about_game(game, findings)


def warn_about_pairing(report: TournamentReport, findings: EnglishFindings) -> None:
    """Warn about pairing rules, tie-breaks and program, which only TRF26 can hold."""
    for what, value in (
        ("the pairing rules", report.pairing_rules),
        ("the tie-breaks", report.tie_breaks or None),
        ("the pairing program", report.officials.pairing_program),
    ):
        if value is not None:
            warn_left_out(findings, what)


def warn_about_details(report: TournamentReport, findings: EnglishFindings, register: str) -> None:
    """Warn about details that a federation's form lacks, which has numbers of one register."""
    if report.board in {9, 13}:
        warn_left_out(findings, f"that the board had {report.board} lines")
    if report.youth_class is not None:
        warn_left_out(findings, f"the youth class {report.youth_class}")
    for player in report.players:
        if player.sex or player.birth_year or player.birth_date:
            warn_left_out(findings, "sex and birth of players")
        for space in player.ids.keys() - {register}:
            warn_left_out(findings, f"numbers of the register {space}")
    for game in report.games:
        if game.day is not None or game.finished is not None or game.board is not None:
            warn_left_out(findings, "days and boards of single games")


def warn_about_rounds(report: TournamentReport, findings: EnglishFindings) -> None:
    """Warn about what a table of rounds lacks: rounds without a game, and byes without a point."""
    if (report.rounds or 0) > last_round(report):
        warn_left_out(findings, "rounds that were not played")
    if any(game.black is None and not game.white_points for game in report.games):
        warn_left_out(findings, "byes without a point: the player is shown as absent")


def refuse_missing_grades(report: TournamentReport, findings: EnglishFindings) -> None:
    """Report an error if a player has no grade, for the formats of go that need one."""
    if without := [player.number for player in report.players if player.grade is None]:
        remedy = f"name with {RequestField('pool')} a pool that knows them, or use csv"
        missing = f"every line needs a grade, which is missing for {named(without)}"
        findings.error(f"{missing}: {remedy}")


def _warn_about_player(player: PlayerReport, findings: EnglishFindings) -> None:
    if player.junior:
        warn_left_out(findings, "who entered as a junior")
    if player.status != "registered":
        warn_left_out(findings, f"who entered as a {player.status}")


def _warn_about_game(game: GameReport, findings: EnglishFindings) -> None:
    if game.receiver == "white" and game.stones:
        warn_left_out(findings, "that White received the handicap")
    if game.minutes_per_move is not None:
        warn_left_out(findings, "the minutes per move of single games")
    if game.black is None and game.reason not in {None, "bye"}:
        warn_left_out(findings, f"that a game without an opponent was decided by {game.reason}")
