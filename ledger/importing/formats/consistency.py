"""Checks of a finished report, the same for every format.

References, external numbers used twice, two games of one player in a round, days outside the
tournament; and a guess at the system if the file does not state it.  A fault that the ledger
itself would accept is only a warning in the canonical formats, which can express all that it
holds.
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence

import attrs
from msgspec.structs import replace

from ledger.events.messages import LargeNumber, Message, RequestField
from ledger.importing.formats.fields import IDENTIFYING
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    Pairing,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)

MOST_PLAYERS = 5_000
TOO_MANY_PLAYERS = Message(
    "more than %(most)s players: this is not a tournament", most=MOST_PLAYERS
)
MOST_ROUNDS = 999
MOST_RESULTS = 300_000
TOO_MANY_RESULTS = Message(
    "more than %(most)s results: this is not a tournament", most=LargeNumber(MOST_RESULTS)
)
_SEVERAL_GAMES_PER_ROUND: tuple[System, ...] = ("match", "games", "knockout")


def check_report(
    report: TournamentReport, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport:
    """Check a report and return it with the submitter's details filled in."""
    report = _in_discipline(report, supplied, findings)
    _check_content(report, findings)
    _check_players(report, findings)
    _check_games(report, findings)
    _check_entrants(report, findings)
    _check_name(report, supplied, findings)
    stated = supplied.system or (report.system if report.system_told else None)
    system = stated or report.system
    several = _several_games(report)
    if system is None:
        system = _guess_system(report, several)
    if stated is None and report.games:
        message = Message(
            "the file does not state the system, taken as %(system)s: if it is another, give "
            "%(other)s",
            {"system": Message(system), "other": RequestField("system")},
        )
        findings.warn(message)
    name = supplied.name or report.name
    report = attrs.evolve(
        report,
        name=name,
        system=system,
        system_told=stated is not None,
        thinking_time=supplied.thinking_time or report.thinking_time,
        country=supplied.country or report.country,
        class_=supplied.class_ or report.class_,
    )
    _check_rounds(report, several, findings)
    return report


def _in_discipline(
    report: TournamentReport, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport:
    """Return the report in the discipline given: programs for chess are used for go as well."""
    if supplied.discipline in {None, report.discipline}:
        return report
    if report.canonical or report.discipline == "go":
        message = Message(
            "the format itself states the discipline: leave out %(discipline)s",
            discipline=RequestField("discipline"),
        )
        findings.error(message)
        return report
    players = tuple(replace(player, ratings={}, index="", title=None) for player in report.players)
    return attrs.evolve(report, discipline="go", players=players)


def _check_name(report: TournamentReport, supplied: SuppliedDetails, findings: Findings) -> None:
    if report.name is None and supplied.name is None:
        message = Message(
            "the file does not name the tournament: give %(name)s",
            name=RequestField("name", "NAME"),
        )
        findings.error(message)


def _check_content(report: TournamentReport, findings: Findings) -> None:
    """Report a file without players or games, unless a fault that was found explains it."""
    if findings.has_faults():
        return
    if not report.players:
        findings.error(Message("there are no players in the file: export the tournament again"))
    elif not report.pairings and not any(game.black for game in report.games):
        findings.error(Message("there are no games in the file: export it after the last round"))


def _check_players(report: TournamentReport, findings: Findings) -> None:
    if len(report.players) > MOST_PLAYERS and not report.canonical:
        count = len(report.players)
        message = Message(
            "%(count)s players are too many for one tournament: split the file", count=count
        )
        findings.error(message)
    numbers: dict[str, PlayerReport] = {}
    owners: dict[tuple[str, str], PlayerReport] = {}
    for player in report.players:
        first = numbers.setdefault(player.number, player)
        if first is not player:
            message = Message(
                "player number %(number)s is used twice: %(first)s, %(second)s: give one of them "
                "another",
                {"number": player.number, "first": first.name, "second": player.name},
            )
            findings.error(message, player.line)
        for namespace, id_ in player.ids.items():
            if namespace not in IDENTIFYING:
                continue
            owner = owners.setdefault((namespace, id_), player)
            if owner is not player:
                message = Message(
                    "%(register)s number %(id)s belongs to %(first)s and %(second)s: correct or "
                    "blank it",
                    register=namespace,
                    id=id_,
                    first=owner.number,
                    second=player.number,
                )
                findings.error(message, player.line)


def _check_games(report: TournamentReport, findings: Findings) -> None:
    known = {player.number for player in report.players}
    for game in report.paired:
        white, black = game.white, game.black
        if white not in known or (black is not None and black not in known):
            _report_unknown(game, known, findings)
        if white == black:
            message = Message("player %(number)s plays against himself: correct it", number=white)
            findings.error(message, game.line)
        if isinstance(game, GameReport) and (game.day or game.finished):
            _check_days(report, game, findings)
    if report.discipline == "chess":
        _check_chess(report.games, findings)


def _report_unknown(game: GameReport | Pairing, known: Container[str], findings: Findings) -> None:
    for side in (game.white, game.black):
        if side is not None and side not in known:
            message = Message(
                "a game names player %(number)s, who is not in the list of players: complete the "
                "list",
                number=side,
            )
            findings.error(message, game.line)


def _check_chess(games: Sequence[GameReport], findings: Findings) -> None:
    """Report games that the ledger would refuse in chess, with their lines."""
    for game in games:
        if game.stones or game.receiver != "black":
            message = Message("chess has no handicap: leave it out, or make the discipline go")
            findings.error(message, game.line)
        if game.white_points + game.black_points > 1:
            findings.error(Message("only in go both sides may win: correct the result"), game.line)


def _contradict(
    report: TournamentReport, findings: Findings, message: Message, line: int | None = None
) -> None:
    """Report a contradiction that the ledger itself would accept."""
    (findings.warn if report.canonical else findings.error)(message, line)


def _check_entrants(report: TournamentReport, findings: Findings) -> None:
    not_entered = [player for player in report.players if not player.entered]
    if not not_entered:
        return
    playing = {side for game in report.paired for side in (game.white, game.black)}
    for player in not_entered:
        if player.number not in playing:
            message = Message(
                "player %(number)s is neither entered nor named in a game: remove the "
                "player, or leave entered empty",
                number=player.number,
            )
            findings.error(message, player.line)


def _check_days(report: TournamentReport, game: GameReport, findings: Findings) -> None:
    if game.day and game.finished and game.finished < game.day:
        message = Message(
            "a game was finished on %(finished)s, before it was played on %(day)s: swap the days",
            {"finished": game.finished, "day": game.day},
        )
        findings.error(message, game.line)
    day, end = game.finished or game.day, report.ended_on
    if day is not None and end is not None and day > end:
        message = Message(
            "a game is dated %(day)s, after the last day %(last)s: correct one of them",
            {"day": day, "last": end},
        )
        _contradict(report, findings, message, game.line)
    if game.day and report.starts_on and game.day < report.starts_on:
        message = Message(
            "a game is dated %(day)s, before the first day %(first)s: correct one of them",
            {"day": game.day, "first": report.starts_on},
        )
        _contradict(report, findings, message, game.line)


def _check_rounds(
    report: TournamentReport, several: Mapping[tuple[int, str], int], findings: Findings
) -> None:
    last = max({game.round or 0 for game in report.games if game.black}, default=0)
    if report.rounds is not None and last > report.rounds:
        message = Message(
            "there are games of round %(last)s, but the file states %(rounds)s rounds: correct "
            "one of them",
            {"last": last, "rounds": report.rounds},
        )
        _contradict(report, findings, message)
    if last > MOST_ROUNDS and not report.canonical:
        message = Message(
            "round %(last)s is too many: at most %(most)s", last=last, most=MOST_ROUNDS
        )
        findings.error(message)
    if report.system_told and report.system in _SEVERAL_GAMES_PER_ROUND:
        return
    _check_repeated_games(report, findings)
    listed_twice = _listed_twice(report) if several else set()
    for (number, player), games in several.items():
        system = RequestField("system", "games")
        remedy = Message("correct the round, or give %(system)s", system=system)
        if (number, player) in listed_twice:
            remedy = Message(
                "the same game is listed twice, take one of them out, or give %(system)s",
                system=system,
            )
        message = Message(
            "player %(number)s has %(games)s games in round %(round)s: %(remedy)s",
            {"number": player, "games": games, "round": number, "remedy": remedy},
        )
        findings.error(message)


def _check_repeated_games(report: TournamentReport, findings: Findings) -> None:
    """Ask about pairs with several games on a day and without a round.

    Without any days only pairs with more games than usual are asked about.
    """
    pairs = Counter(
        (frozenset((game.white, game.black)), game.finished or game.day)
        for game in report.games
        if game.round is None and game.black not in {None, game.white}
    )
    dated = any(day is not None for _, day in pairs)
    usual = 1 if dated or not pairs else sorted(pairs.values())[(len(pairs) - 1) // 2]
    for (pair, day), games in pairs.items():
        if games <= usual:
            continue
        one, other = sorted(map(str, pair), key=lambda each: (len(each), each))
        message = Message(
            "players %(one)s and %(other)s have %(games)s games on %(day)s: if one is listed "
            "twice, take it out, else give %(system)s",
            one=one,
            other=other,
            games=games,
            day=day or Message("an unknown day"),
            system=RequestField("system", "games"),
        )
        findings.error(message)


def _listed_twice(report: TournamentReport) -> set[tuple[int, str]]:
    """Return round and player of every game listed twice, perhaps with the sides exchanged."""
    sides = [
        (game.round, frozenset({(game.white, game.white_points), (game.black, game.black_points)}))
        for game in report.games
        if game.round is not None and game.black is not None
    ]
    return {
        (round_, player)
        for (round_, both), times in Counter(sides).items()
        if times > 1 and round_ is not None
        for player, _ in both
        if player is not None
    }


def _several_games(report: TournamentReport) -> Mapping[tuple[int, str], int]:
    """Return the players with more than one game in a round, byes included, with the number."""
    counts = Counter(
        (game.round, side)
        for game in report.games
        if game.round is not None
        for side in _sides(game)
    )
    return {key: games for key, games in counts.items() if games > 1}


def _sides(game: GameReport) -> tuple[str, ...]:
    return (game.white,) if game.black is None else (game.white, game.black)


def _guess_system(report: TournamentReport, several: Mapping[tuple[int, str], int]) -> System:
    """The system that fits the games: match, round robin, Swiss, or single games."""
    if len(report.players) == 2:
        return "match"
    games = [game for game in report.games if game.black]
    everybody = len(report.players) * (len(report.players) - 1) // 2
    if len(games) >= everybody:
        pairs = Counter(frozenset((game.white, game.black)) for game in games)
        if len(pairs) == everybody and len(set(pairs.values())) == 1:
            return "round-robin"
    if several or any(game.round is None for game in games):
        return "games"
    return "swiss"
