"""The file of MacMahon, the go pairing program: XML of its versions 3, in either of two shapes.

A result is written with Black's side first.  The file has no days, no komi and no thinking time.
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import check_report
from ledger.importing.formats.dates import resolve_dates
from ledger.importing.formats.text import tidy
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)
from ledger.importing.formats.xml_tree import Element, declared_encoding, read_xml, whole_number

_ROOTS = ("TournamentData", "Tournament")
_PLAYERS = ("IndividualParticipant", "Player")
_ROUNDS = ("TournamentRound", "Round")
# Black's points, then White's.
_RESULTS: Mapping[str, tuple[float, float]] = {
    "1-0": (1.0, 0.0),
    "0-1": (0.0, 1.0),
    "½-½": (0.5, 0.5),
    "0.5-0.5": (0.5, 0.5),
    "1/2-1/2": (0.5, 0.5),
    "0-0": (0.0, 0.0),
    "1-1": (1.0, 1.0),
}
_MOST_STONES = 50
_NUMBER = re.compile("[0-9]{1,6}")


def read_macmahon(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a MacMahon file."""
    root = read_xml(content, _ROOTS, findings)
    if root is None:
        return None
    about = root.first("Tournament") or root
    everybody = [each for name in _PLAYERS for each in root.below(name)]
    players = [_player(each, findings) for each in everybody]
    games = tuple(_games(root, findings))
    playing = {side for game in games for side in (game.white, game.black)}
    kept = []
    for player, element in zip(players, everybody, strict=True):
        preliminary = (element.value("PreliminaryRegistration") or "").casefold() == "true"
        if preliminary and player.number not in playing:
            message = Message("preliminary registrations without a game are left out")
            findings.adjusted(message, player.line)
        else:
            kept.append(player)
    first, last = resolve_dates(None, None, supplied, findings)
    report = TournamentReport(
        format="macmahon",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="go",
        name=(about.value("Name") or "")[:200] or None,
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system="swiss",
        players=tuple(kept),
        games=games,
    )
    return check_report(report, supplied, findings)


def _player(element: Element, findings: Findings) -> PlayerReport:
    line = element.line
    number = whole_number(element, "Id", 999_999, findings)
    if number is None:
        findings.error(Message("a player has no Id: complete it"), line, element.column)
    person = element.first("GoPlayer") or element
    names = person.value("Surname"), person.value("FirstName")
    if names[0] is None:
        findings.error(Message("a player has no Surname: complete it"), line, element.column)
    egd = fields.external_id("egd", person.value("EgdPin") or "", findings, line, names[0] or "")
    rating = fields.figure(person.value("Rating") or "", findings, line)
    level = (person.value("GoLevel") or person.value("Rank") or "").replace(" ", "")
    return PlayerReport(
        number=str(number or f"line {line}"),
        name=", ".join(part for part in names if part)[:200],
        federation=fields.federation(person.value("Country") or "", findings, line),
        club=tidy(person.value("Club") or "")[:100].strip() or None,
        grade=fields.grade(level, findings, line),
        ids={} if egd is None else {"egd": egd},
        ratings={} if rating is None else {"EGF": rating},
        line=line,
    )


def _games(root: Element, findings: Findings) -> Iterator[GameReport]:
    for name in _ROUNDS:
        for element in root.below(name):
            round_ = whole_number(element, "RoundNumber", 999, findings)
            if round_ is None:
                message = Message("a round has no RoundNumber: complete it")
                findings.error(message, element.line, element.column)
                continue
            for pairing in element.all("Pairing"):
                yield from _game(pairing, round_, findings)


def _game(pairing: Element, round_: int, findings: Findings) -> Iterator[GameReport]:
    white, black = (_number(pairing, colour, findings) for colour in ("White", "Black"))
    text = (pairing.value("Result") or "").replace(" ", "")
    result = _RESULTS.get(text.rstrip("!"))
    is_bye = (pairing.value("PairingWithBye") or "").casefold() == "true"
    present = [side for side in (black, white) if side]
    if is_bye or len(present) == 1:
        yield from _byes(pairing, round_, present)
        return
    if white is None or black is None or not present:
        message = Message("a pairing has no player: complete it")
        findings.error(message, pairing.line, pairing.column)
        return
    if result is None:
        message = _no_result(round_, text[:10], white, black)
        findings.error(message, pairing.line, pairing.column)
        return
    by_referee = (pairing.value("ResultByReferee") or "").casefold() == "true"
    unplayed = by_referee or text.endswith("!")
    stones = _number(pairing, "Handicap", findings) or "0"
    if int(stones) > _MOST_STONES:
        message = Message("%(stones)s handicap stones are too many", stones=stones)
        findings.error(message, pairing.line, pairing.column)
    board = _number(pairing, "BoardNumber", findings) or "0"
    yield GameReport(
        round=round_,
        board=int(board) or None,
        white=white,
        black=black,
        white_points=result[1],
        black_points=result[0],
        played=not unplayed and result != (0.0, 0.0),
        reason="referee" if unplayed else "double-loss" if result == (0.0, 0.0) else None,
        stones=min(int(stones), _MOST_STONES),
        line=pairing.line,
    )


def _no_result(round_: int, text: str, white: str, black: str) -> Message:
    return Message(
        "round %(round)s: the result %(text)r of %(white)s – %(black)s is invalid: enter it, and "
        "save again",
        round=round_,
        text=text,
        white=white,
        black=black,
    )


def _byes(pairing: Element, round_: int, present: list[str]) -> Iterator[GameReport]:
    """Yield the free win of the named player, who is in Black's place."""
    if present:
        yield GameReport(
            round=round_,
            white=present[0],
            black=None,
            white_points=1.0,
            black_points=0.0,
            played=False,
            reason="bye",
            line=pairing.line,
        )


def _number(element: Element, name: str, findings: Findings) -> str | None:
    """Return a number from 0 on as text, empty for 0; None (and an error) if it is none."""
    text = element.value(name) or "0"
    if not _NUMBER.fullmatch(text):
        message = Message("%(name)s %(text)r is no number: correct it", name=name, text=text[:20])
        findings.error(message, element.line, element.column)
        return None
    return str(int(text)) if int(text) else ""
