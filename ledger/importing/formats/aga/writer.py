"""Results as the American Go Association rates them, written: players and their games by rounds.

Only rated games are written: with a winner, played out and rated for both.
"""

from collections.abc import Iterator, Mapping, Sequence

from ledger.importing.formats import omissions
from ledger.importing.formats.aga.reader import TEMPORARY
from ledger.importing.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    PlayerReport,
    TournamentReport,
)

_HIGHEST = 99_999
_EVEN_KOMI, _HANDICAP_KOMI = "7", "0"
"""Half points are not counted: the AGA itself writes 7.5 and 0.5 like this."""


def write_aga(report: TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the file in UTF-8; content that it cannot express is reported in ``findings``."""
    refuse_aga(report, findings)
    omissions.warn_about_canonical_only_fields(report, findings)
    numbers = _numbers(report.players)
    if any(int(each) >= TEMPORARY for each in numbers.values()):
        findings.warn(
            f"numbers of the AGA are not on record: temporary ones from {_HIGHEST} down are "
            "written, put the members' own in their place"
        )
    lines = [*_head(report, findings), "PLAYERS"]
    lines += [_player(player, numbers, findings) for player in report.players]
    lines += _games(report, numbers, findings)
    _warn_about_left_out(report, findings)
    return "".join(f"{line}\n" for line in (*lines, "END")).encode()


def refuse_aga(report: TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for everything that an AGA report cannot express."""
    if report.discipline != "go":
        findings.error(f"aga is for go, this is {report.discipline}: use uschess or trf26")
        return
    if report.system == "pairs":
        findings.error("aga knows no games of two against two: use csv or jsonl")
    omissions.refuse_missing_grades(report, findings)
    for game in report.games:
        if game.stones and game.receiver == "white":
            findings.error(
                f"round {game.round}: {game.white} – {game.black}: White received the handicap, "
                "which aga cannot say: use csv or jsonl"
            )


def _numbers(players: Sequence[PlayerReport]) -> Mapping[str, str]:
    """Return each player's number: his own, else a temporary one."""
    free = iter(range(_HIGHEST, 0, -1))
    taken = {player.ids.get("aga") for player in players}
    return {
        player.number: player.ids.get("aga")
        or next(str(number) for number in free if str(number) not in taken)
        for player in players
    }


def _head(report: TournamentReport, findings: EnglishFindings) -> Iterator[str]:
    parts = (_plain(part, findings) for part in (report.name or "", report.place or ""))
    yield f"TOURNEY {', '.join(part for part in parts if part)}"
    for name, day in (("start", report.starts_on), ("finish", report.ended_on)):
        if day is not None:
            yield f"        {name}={day.month}/{day.day}/{day.year:04}"
    yield "        rules=AGA"


def _plain(text: str, findings: EnglishFindings) -> str:
    """Return a text without the sign that begins a comment."""
    plain = " ".join(text.replace("#", " ").replace("//", " ").split())
    if plain != text:
        findings.warn(f"characters that begin a comment are removed from {text}")
    return plain


def _player(player: PlayerReport, numbers: Mapping[str, str], findings: EnglishFindings) -> str:
    name = _plain(player.name, findings)
    return f"{numbers[player.number]:>5} {name or '?'} {player.grade or ''}"


def _games(
    report: TournamentReport, numbers: Mapping[str, str], findings: EnglishFindings
) -> Iterator[str]:
    """Yield a block of games for each round, with its number if it has one."""
    rounds: dict[int | None, list[str]] = {}
    for game in report.games:
        if _is_rated(game, findings):
            rounds.setdefault(game.round, []).append(_game(game, report, numbers))
    if report.komi is None and rounds:
        findings.warn(
            f"komi is not on record: written as {_EVEN_KOMI}, with a handicap as {_HANDICAP_KOMI}"
        )
    for round_, lines in rounds.items():
        yield "GAMES" if round_ is None else f"GAMES {round_}"
        yield from lines


def _is_rated(game: GameReport, findings: EnglishFindings) -> bool:
    """True if the AGA would rate a game; otherwise a finding gives the reason."""
    if game.black is None:
        omissions.warn_left_out(findings, "byes")
    elif not game.played:
        omissions.warn_left_out(findings, "games that were not played")
    elif game.rated_for != "both":
        omissions.warn_left_out(findings, "games that are not rated for both")
    elif {game.white_points, game.black_points} != {0.0, 1.0}:
        omissions.warn_left_out(findings, "games without a winner")
    else:
        return True
    return False


def _game(game: GameReport, report: TournamentReport, numbers: Mapping[str, str]) -> str:
    winner = "W" if game.white_points else "B"
    even = _EVEN_KOMI if report.komi is None else f"{report.komi:.10g}"
    komi = _HANDICAP_KOMI if game.stones else even
    white, black = numbers[game.white], numbers[game.black or ""]
    return f"{white} {black} {winner} {game.stones} {komi}"


def _warn_about_left_out(report: TournamentReport, findings: EnglishFindings) -> None:
    if report.thinking_time is not None:
        omissions.warn_left_out(findings, "the thinking time")
    if report.country is not None:
        omissions.warn_left_out(findings, "the country")
    omissions.warn_about_details(report, findings, "aga")
    if any(player.club or player.federation for player in report.players):
        omissions.warn_left_out(findings, "clubs and federations of players")
    if not all(game.sides_known for game in report.games):
        omissions.warn_left_out(findings, "that nobody knows who had which colour")
