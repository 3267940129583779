"""Results as the American Go Association rates them, written: players and their games by rounds.

Only rated games are written: with a winner, played out and rated for both.
"""

from collections.abc import Iterator, Mapping, Sequence

from ledger.importing.formats import kit, omissions
from ledger.importing.formats.aga.reader import TEMPORARY
from ledger.importing.formats.tournament_report import EnglishFindings

_HIGHEST = 99_999
_EVEN_KOMI, _HANDICAP_KOMI = "7", "0"
"""Half points are not counted: the AGA itself writes 7.5 and 0.5 like this."""


def write_aga(report: kit.TournamentReport, findings: EnglishFindings) -> bytes:
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
    for player in report.players:
        name = _plain(player.name, findings) or "?"
        lines.append(f"{numbers[player.number]:>5} {name} {player.grade or ''}")
    lines += _games(report, numbers, findings)
    findings.left_out("the thinking time", report.thinking_time is not None)
    findings.left_out("the country", report.country is not None)
    omissions.warn_about_details(report, findings, "aga")
    of_players = any(player.club or player.federation for player in report.players)
    findings.left_out("clubs and federations of players", of_players)
    unknown = not all(game.sides_known for game in report.games)
    findings.left_out("that nobody knows who had which colour", unknown)
    return "".join(f"{line}\n" for line in (*lines, "END")).encode()


def refuse_aga(report: kit.TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for everything that an AGA report cannot express."""
    if omissions.refuse_other_discipline(report, findings, "aga", "go", "uschess or trf26"):
        return
    omissions.refuse_pairs(report, findings, "aga")
    omissions.refuse_missing_grades(report, findings)
    for game in report.games:
        if game.stones and game.receiver == "white":
            findings.error(
                f"{omissions.named_game(game)}: White received the handicap, which aga cannot "
                "say: use csv or jsonl"
            )


def _numbers(players: Sequence[kit.PlayerReport]) -> Mapping[str, str]:
    """Return each player's number: his own, else a temporary one."""
    free = iter(range(_HIGHEST, 0, -1))
    taken = {player.ids.get("aga") for player in players}
    return {
        player.number: player.ids.get("aga")
        or next(str(number) for number in free if str(number) not in taken)
        for player in players
    }


def _head(report: kit.TournamentReport, findings: EnglishFindings) -> Iterator[str]:
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


def _games(
    report: kit.TournamentReport, numbers: Mapping[str, str], findings: EnglishFindings
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


def _is_rated(game: kit.GameReport, findings: EnglishFindings) -> bool:
    """True if the AGA would rate a game; otherwise a finding gives the reason."""
    if game.black is None:
        findings.left_out("byes")
    elif not game.played:
        findings.left_out("games that were not played")
    elif game.rated_for != "both":
        findings.left_out("games that are not rated for both")
    elif {game.white_points, game.black_points} != {0.0, 1.0}:
        findings.left_out("games without a winner")
    else:
        return True
    return False


def _game(game: kit.GameReport, report: kit.TournamentReport, numbers: Mapping[str, str]) -> str:
    winner = "W" if game.white_points else "B"
    even = _EVEN_KOMI if report.komi is None else f"{report.komi:.10g}"
    komi = _HANDICAP_KOMI if game.stones else even
    white, black = numbers[game.white], numbers[game.black or ""]
    return f"{white} {black} {winner} {game.stones} {komi}"
