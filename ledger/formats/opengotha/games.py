"""The games of an OpenGotha file, and how they refer to their players."""

import re
from collections.abc import Iterator, Mapping

import attrs

from ledger.events.sentences import sentence
from ledger.formats.tournament_report import Findings, GameReport, Unplayed
from ledger.formats.xml_tree import Element


@attrs.frozen
class Result:
    """What a result means: points, whether played, and why not."""

    white_points: float
    black_points: float
    reason: Unplayed | None = None

    @property
    def played(self) -> bool:
        """Whether the game was played."""
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
        message = sentence(
            "result %(text)r is none: enter the result of %(white)s – %(black)s",
            text=text,
            white=white,
            black=black,
        )
        findings.error(message, element.line, element.column)
    if stones is None or stones > 50:
        message = sentence("the handicap is no number: correct it")
        findings.error(message, element.line, element.column)
    round_ = number_in(attributes.get("roundNumber"))
    if not round_:
        message = sentence("the game has no round: correct it")
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
        message = sentence(
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
    """What a player is called where games refer to him."""
    return re.sub(r"\s", "", text).upper()


def number_in(text: str | None) -> int | None:
    """A number, None where there is none."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,5}", text) else None
