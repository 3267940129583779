"""What is lost where a file has no place for it, in words that are the same for every format."""

from ledger.formats.tournament_report import Findings, GameReport, PlayerReport, TournamentReport


def left_out(findings: Findings, what: str) -> None:
    """Say that a file has no place for something."""
    findings.warn(f"left out: {what}")


def tell_what_only_tables_say(report: TournamentReport, findings: Findings) -> None:
    """What no format has a place for but the canonical ones."""
    for flag in report.flags:
        left_out(findings, f"that the tournament is {flag}")
    if report.lask_class is not None:
        left_out(findings, f"the class {report.lask_class}")
    if report.participants not in {None, len(report.players)}:
        left_out(findings, f"that {report.participants} participants were reported")
    for player in report.players:
        _tell_of_player(player, findings)
    for game in report.games:
        _tell_of_game(game, findings)


def _tell_of_player(player: PlayerReport, findings: Findings) -> None:
    if player.junior:
        left_out(findings, "who entered as a junior")
    if player.status != "registered":
        left_out(findings, f"who entered as a {player.status}")


def _tell_of_game(game: GameReport, findings: Findings) -> None:
    if game.receiver == "white" and game.stones:
        left_out(findings, "that White received the handicap")
    if game.minutes_per_move is not None:
        left_out(findings, "the minutes per move of single games")
    if game.black is None and game.reason not in {None, "bye"}:
        left_out(findings, f"that a game without an opponent was decided by {game.reason}")
