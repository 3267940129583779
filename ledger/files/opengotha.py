"""OpenGotha's own file: a go tournament as XML, everything in attributes.

Games name their players by surname and first name in capitals without blanks, so namesakes
cannot be told apart; such a file is refused.
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Literal

import attrs

from ledger.facts import ThinkingTime
from ledger.files import fields
from ledger.files.closing import closed
from ledger.files.report import Findings, GameReport, PlayerReport, Said, TournamentReport, Unplayed
from ledger.files.span import Spelling, settle
from ledger.files.text import tidy
from ledger.files.xml import Element, declared_encoding, read_xml

ROOT = "Tournament"


@attrs.frozen
class Result:
    """What a result means: points, whether played, and why not."""

    white_points: float
    black_points: float
    played: bool = True
    reason: Unplayed | None = None


RESULTS: Mapping[str, Result] = {
    "RESULT_WHITEWINS": Result(1.0, 0.0),
    "RESULT_BLACKWINS": Result(0.0, 1.0),
    "RESULT_EQUAL": Result(0.5, 0.5),
    "RESULT_BOTHWIN": Result(1.0, 1.0),
    "RESULT_BOTHLOSE": Result(0.0, 0.0, False, "double-loss"),
    "RESULT_WHITEWINS_BYDEF": Result(1.0, 0.0, False, "forfeit"),
    "RESULT_BLACKWINS_BYDEF": Result(0.0, 1.0, False, "forfeit"),
    "RESULT_EQUAL_BYDEF": Result(0.5, 0.5, False, "forfeit"),
    "RESULT_BOTHWIN_BYDEF": Result(1.0, 1.0, False, "forfeit"),
    "RESULT_BOTHLOSE_BYDEF": Result(0.0, 0.0, False, "forfeit"),
}
_IDS = {"egfPin": "egd", "ffgLicence": "ffg", "agaId": "aga"}
_SIZES: dict[str, Literal[9, 13, 19]] = {"9": 9, "13": 13, "19": 19}


def read_opengotha(content: bytes, said: Said, findings: Findings) -> TournamentReport | None:
    """The report of an OpenGotha file."""
    root = read_xml(content, ROOT, findings)
    if root is None:
        return None
    general = next(root.below("GeneralParameterSet"), None)
    if general is None:
        findings.error("GeneralParameterSet is missing: this is no complete OpenGotha file")
        return None
    about = general.attributes
    days = [
        Spelling(about[name], general.line) if about.get(name) else None
        for name in ("beginDate", "endDate")
    ]
    first, last = settle(days[0], days[1], said, findings)
    references, players = _players(root, findings)
    report = TournamentReport(
        format="opengotha",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="go",
        name=tidy(about.get("name", ""))[:200] or None,
        place=tidy(about.get("location", ""))[:200] or None,
        starts_on=first,
        ended_on=last,
        rounds=_number(about.get("numberOfRounds")) or None,
        system="swiss",
        thinking_time=_thinking_time(general, findings),
        board=_SIZES.get(about.get("size", "")),
        komi=about.get("komi", "")[:10] or None,
        players=tuple(players),
        games=tuple(_games(root, references, findings)),
    )
    rounds = max((game.round or 0 for game in report.games), default=0)
    report = attrs.evolve(report, rounds=rounds or report.rounds)
    return closed(report, said, findings)


def _players(
    root: Element, findings: Findings
) -> tuple[Mapping[str, str], list[PlayerReport]]:
    references: dict[str, str] = {}
    players = []
    for number, element in enumerate(_listed(root, "Players", "Player"), start=1):
        player = _player(str(number), element, findings)
        reference = _reference(
            element.attributes.get("name", "") + element.attributes.get("firstName", "")
        )
        if reference in references:
            message = f"two players are called {player.name}, and games name players only so"
            findings.error(f"{message}: rename one of them", element.line)
        references[reference] = player.number
        players.append(player)
    return references, players


def _listed(root: Element, list_: str, name: str) -> Iterator[Element]:
    for each in root.all(list_):
        yield from each.all(name)


def _reference(text: str) -> str:
    return re.sub(r"\s", "", text).upper()


def _player(number: str, element: Element, findings: Findings) -> PlayerReport:
    said, line = element.attributes, element.line
    names = tidy(said.get("name", "")) or "?", tidy(said.get("firstName", ""))
    ids = {}
    for attribute, namespace in _IDS.items():
        id_ = fields.external_id(namespace, said.get(attribute, ""), findings, line)
        if id_ is not None:
            ids[namespace] = id_
    rating = _number(said.get("rating"))
    return PlayerReport(
        number=number,
        name=", ".join(part for part in names if part)[:200],
        federation=fields.federation(said.get("country", ""), findings, line),
        club=tidy(said.get("club", ""))[:100] or None,
        grade=fields.grade(said.get("rank", ""), findings, line),
        ids=ids,
        ratings={} if rating is None else {"EGF": rating},
        line=line,
    )


def _games(
    root: Element, references: Mapping[str, str], findings: Findings
) -> Iterator[GameReport]:
    for element in _listed(root, "Games", "Game"):
        game = _game(element, references, findings)
        if game is not None:
            yield game
    for element in _listed(root, "ByePlayers", "ByePlayer"):
        number = _referred(element, "player", references, findings)
        if number is not None:
            yield GameReport(
                round=_number(element.attributes.get("roundNumber")) or None,
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
    said = element.attributes
    white = _referred(element, "whitePlayer", references, findings)
    black = _referred(element, "blackPlayer", references, findings)
    result = RESULTS.get(said.get("result", ""))
    stones = _number(said.get("handicap", "0"))
    if result is None:
        text = said.get("result", "")[:40]
        message = f"result {text!r} is none: enter the result of {white} – {black}"
        findings.error(message, element.line, element.column)
    if stones is None or stones > 50:
        findings.error("the handicap is no number: correct it", element.line, element.column)
    round_ = _number(said.get("roundNumber"))
    if not round_:
        findings.error("the game has no round: correct it", element.line, element.column)
    if white is None or black is None or result is None or stones is None or not round_:
        return None
    return GameReport(
        round=round_,
        white=white,
        black=black,
        **attrs.asdict(result),
        stones=min(stones, 50),
        board=_number(said.get("tableNumber")) or None,
        sides_known=said.get("knownColor", "true") == "true",
        line=element.line,
    )


def _referred(
    element: Element, attribute: str, references: Mapping[str, str], findings: Findings
) -> str | None:
    text = element.attributes.get(attribute, "")
    number = references.get(_reference(text))
    if number is None:
        message = f"{attribute} {text[:60]!r} is not in the list of players: correct one of them"
        findings.error(message, element.line, element.column)
    return number


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch("[0-9]{1,5}", text) else None


def _thinking_time(general: Element, findings: Findings) -> ThinkingTime | None:
    """Basic time and overtime, as OpenGotha names them."""
    said = general.attributes
    minutes = _number(said.get("basicTime"))
    system = said.get("complementaryTimeSystem", "")
    if minutes is None:
        return None
    seconds = {
        "STDBYOYOMI": _number(said.get("stdByoYomiTime")),
        "CANBYOYOMI": _number(said.get("canByoYomiTime")),
        "FISCHER": _number(said.get("fischerTime")),
    }.get(system)
    own = None if seconds is None else float(seconds)
    if system == "STDBYOYOMI":
        return ThinkingTime(minutes=float(minutes), overtime="japanese", seconds=own)
    if system == "FISCHER":
        return ThinkingTime(minutes=float(minutes), overtime="fischer", seconds=own)
    if system == "CANBYOYOMI":
        stones = _number(said.get("nbMovesCanTime")) or None
        return ThinkingTime(
            minutes=float(minutes), overtime="canadian", seconds=own, stones=stones
        )
    if system != "SUDDENDEATH":
        findings.warn(f"time system {system[:20]!r} is unknown: left out", general.line)
        return None
    return ThinkingTime(minutes=float(minutes), overtime="none")
