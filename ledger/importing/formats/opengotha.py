"""OpenGotha's own file: a go tournament as XML, everything in attributes.

Games name their players by surname and first name in capitals without blanks, so namesakes
cannot be told apart; such a file is refused.
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Literal

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates
from ledger.importing.formats.text import tidy
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
    Unplayed,
)
from ledger.importing.formats.xml_tree import Element, declared_encoding, read_xml

# Reads the games of an OpenGotha file, which refer to players by their names.


@attrs.frozen
class Result:
    """The meaning of a result: points, played or not, and the reason if not."""

    white_points: float
    black_points: float
    reason: Unplayed | None = None

    @property
    def played(self) -> bool:
        """True if the game was played."""
        return self.reason is None


RESULTS: Mapping[str, Result] = {
    "RESULT_WHITEWINS": Result(1.0, 0.0),
    "RESULT_BLACKWINS": Result(0.0, 1.0),
    "RESULT_EQUAL": Result(0.5, 0.5),
    "RESULT_BOTHWIN": Result(1.0, 1.0),
    "RESULT_BOTHLOSE": Result(0.0, 0.0, "double-loss"),
    "RESULT_WHITEWINS_BYDEF": Result(1.0, 0.0, "forfeit"),
    "RESULT_BLACKWINS_BYDEF": Result(0.0, 1.0, "forfeit"),
    "RESULT_EQUAL_BYDEF": Result(0.5, 0.5, "forfeit"),
    "RESULT_BOTHWIN_BYDEF": Result(1.0, 1.0, "forfeit"),
    "RESULT_BOTHLOSE_BYDEF": Result(0.0, 0.0, "forfeit"),
}


def opengotha_games(
    root: Element, references: Mapping[str, str], findings: Findings
) -> Iterator[GameReport]:
    """Every game, forfeit and bye of a file."""
    for element in listed(root, "Games", "Game"):
        game = _game(element, references, findings)
        if game is not None:
            yield game
    for element in listed(root, "ByePlayers", "ByePlayer"):
        number = _player_number(element, "player", references, findings)
        if number is not None:
            yield GameReport(
                round=number_in(element.attributes.get("roundNumber")) or None,
                white=number,
                black=None,
                white_points=1.0,
                black_points=0.0,
                played=False,
                reason="bye",
                line=element.line,
            )


def _game(
    element: Element, references: Mapping[str, str], findings: Findings
) -> GameReport | None:
    attributes = element.attributes
    white = _player_number(element, "whitePlayer", references, findings)
    black = _player_number(element, "blackPlayer", references, findings)
    result = RESULTS.get(attributes.get("result", ""))
    stones = number_in(attributes.get("handicap", "0"))
    if result is None:
        text = attributes.get("result", "")[:40]
        message = Message(
            "%(text)r is no result: enter the result of %(white)s – %(black)s",
            text=text,
            white=white,
            black=black,
        )
        findings.error(message, element.line, element.column)
    if stones is None or stones > 50:
        message = Message("the handicap is no number: correct it")
        findings.error(message, element.line, element.column)
    round_ = number_in(attributes.get("roundNumber"))
    if not round_:
        message = Message("the game has no round: correct it")
        findings.error(message, element.line, element.column)
    if white is None or black is None or result is None or stones is None or not round_:
        return None
    return GameReport(
        round=round_,
        white=white,
        black=black,
        **attrs.asdict(result),
        played=result.played,
        stones=min(stones, 50),
        board=number_in(attributes.get("tableNumber")) or None,
        sides_known=attributes.get("knownColor", "true") == "true",
        line=element.line,
    )


def _player_number(
    element: Element, attribute: str, references: Mapping[str, str], findings: Findings
) -> str | None:
    text = element.attributes.get(attribute, "")
    number = references.get(reference(text))
    if number is None:
        message = Message(
            "%(attribute)s %(text)r is not in the list of players: correct one of them",
            attribute=attribute,
            text=text[:60],
        )
        findings.error(message, element.line, element.column)
    return number


def listed(root: Element, list_: str, name: str) -> Iterator[Element]:
    """The elements of a list of the file."""
    for each in root.all(list_):
        yield from each.all(name)


def reference(text: str) -> str:
    """Return the key by which games refer to a player.

    A Turkish computer writes the capital of i as İ, any other one as I: both count as I.
    """
    return re.sub(r"\s", "", text).upper().replace("İ", "I").replace("\N{COMBINING DOT ABOVE}", "")


def number_in(text: str | None) -> int | None:
    """Return a number, None if there is none."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,5}", text) else None


ROOT = "Tournament"
_INCOMPLETE = Message("GeneralParameterSet is missing: this is no complete OpenGotha file")
_IDS = {"egfPin": "egd", "ffgLicence": "ffg", "agaId": "aga"}
_SIZES: dict[str, Literal[9, 13, 19]] = {"9": 9, "13": 13, "19": 19}


def read_opengotha(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of an OpenGotha file."""
    root = read_xml(content, ROOT, findings)
    if root is None:
        return None
    general = next(root.below("GeneralParameterSet"), None)
    if general is None:
        findings.error(_INCOMPLETE)
        return None
    header = general.attributes
    days = [
        WrittenDate(header[name], general.line) if header.get(name) else None
        for name in ("beginDate", "endDate")
    ]
    first, last = resolve_dates(days[0], days[1], supplied, findings)
    references, everybody = _players(root, findings)
    games = tuple(opengotha_games(root, references, findings))
    players = _participants(root, everybody, games, findings)
    report = TournamentReport(
        format="opengotha",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="go",
        name=tidy(header.get("name", ""))[:200] or None,
        place=tidy(header.get("location", ""))[:200] or None,
        starts_on=first,
        ended_on=last,
        rounds=number_in(header.get("numberOfRounds")) or None,
        system="swiss",
        thinking_time=_thinking_time(general, findings),
        board=_SIZES.get(header.get("size", "")),
        komi=fields.komi(header.get("komi", ""), findings, general.line),
        players=tuple(players),
        games=games,
    )
    rounds = max((game.round or 0 for game in report.games), default=0)
    report = attrs.evolve(report, rounds=rounds or report.rounds)
    return check_report(report, supplied, findings)


def _players(root: Element, findings: Findings) -> tuple[Mapping[str, str], list[PlayerReport]]:
    references: dict[str, str] = {}
    players = []
    for number, element in enumerate(listed(root, "Players", "Player"), start=1):
        player = _player(str(number), element, findings)
        reference_name = reference(
            element.attributes.get("name", "") + element.attributes.get("firstName", "")
        )
        if reference_name in references:
            message = Message(
                "two players are called %(name)s, and games name players only so: rename one of "
                "them",
                name=player.name,
            )
            findings.error(message, element.line)
        references[reference_name] = player.number
        players.append(player)
    return references, players


def _participants(
    root: Element,
    players: list[PlayerReport],
    games: tuple[GameReport, ...],
    findings: Findings,
) -> list[PlayerReport]:
    """Return the participants: without players who only preregistered and have no game."""
    playing = {side for game in games for side in (game.white, game.black)}
    kept = []
    for player, element in zip(players, listed(root, "Players", "Player"), strict=True):
        preliminary = element.attributes.get("registeringStatus") == "PRE"
        if preliminary and player.number not in playing:
            message = Message("preliminary registrations without a game are left out")
            findings.adjusted(message, player.line)
        else:
            kept.append(player)
    return kept


def _player(number: str, element: Element, findings: Findings) -> PlayerReport:
    attributes, line = element.attributes, element.line
    names = tidy(attributes.get("name", "")) or "?", tidy(attributes.get("firstName", ""))
    ids = {}
    for attribute, namespace in _IDS.items():
        text = attributes.get(attribute, "")
        id_ = fields.external_id(namespace, text, findings, line, names[0])
        if id_ is not None:
            ids[namespace] = id_
    rating = number_in(attributes.get("rating"))
    return PlayerReport(
        number=number,
        name=", ".join(part for part in names if part)[:200],
        federation=fields.federation(attributes.get("country", ""), findings, line),
        club=tidy(attributes.get("club", ""))[:100].strip() or None,
        grade=fields.grade(attributes.get("rank", ""), findings, line),
        ids=ids,
        ratings={} if rating is None else {"EGF": rating},
        line=line,
    )


def _thinking_time(general: Element, findings: Findings) -> ThinkingTime | None:
    """Return basic time and overtime, as OpenGotha names them."""
    attributes = general.attributes
    minutes = number_in(attributes.get("basicTime"))
    system = attributes.get("complementaryTimeSystem", "")
    if minutes is None:
        return None
    seconds = {
        "STDBYOYOMI": number_in(attributes.get("stdByoYomiTime")),
        "CANBYOYOMI": number_in(attributes.get("canByoYomiTime")),
        "FISCHER": number_in(attributes.get("fischerTime")),
    }.get(system)
    own = None if seconds is None else float(seconds)
    if system == "STDBYOYOMI":
        return ThinkingTime(minutes=float(minutes), overtime="japanese", seconds=own)
    if system == "FISCHER":
        return ThinkingTime(minutes=float(minutes), overtime="fischer", seconds=own)
    if system == "CANBYOYOMI":
        return ThinkingTime(
            minutes=float(minutes),
            overtime="canadian",
            stones=number_in(attributes.get("nbMovesCanTime")) or None,
            overtime_minutes=None if own is None else round(own / 60, 3),
        )
    if system != "SUDDENDEATH":
        message = Message("time system %(system)r is unknown: left out", system=system[:20])
        findings.warn(message, general.line)
        return None
    return ThinkingTime(minutes=float(minutes), overtime="none")
